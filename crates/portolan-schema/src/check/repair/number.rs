//! Numbers in the spelling of a program or a country.

use std::ops::Range as Bytes;

use crate::value::{self, number};
use crate::{Schema, Value, ValueId, Version};

/// Edits of one repair.
const MOST: usize = 1_000_000;

/// A place in a text, and what must stand there.
type Word = (Bytes<usize>, String);

/// What the numbers of a value must be written as, by place, and whether that is certain.
///
/// `expected` is how many there must be, if that is known: it tells a comma between two numbers from one inside of a
/// number.
pub fn numbers(
    schema: &Schema,
    version: Version,
    id: ValueId,
    text: &str,
    expected: Option<u64>,
) -> Option<(Vec<Word>, bool)> {
    let (item, expected) = match schema.value(id) {
        Value::List { item, length } => {
            let fixed = (length.min == length.max).then_some(u64::from(length.min));
            (*item, fixed.or(expected))
        }
        Value::Float(_) | Value::Int { .. } | Value::Bool => (id, Some(1)),
        _ => return None,
    };
    let kind = schema.value(item);
    if !matches!(kind, Value::Float(_) | Value::Int { .. } | Value::Bool) {
        return None;
    }
    let fits = |word: &str| value::check(schema, version, item, word).faults.is_empty();
    let mut words = Vec::new();
    let mut whole = true;
    number::for_each_word(text.as_bytes(), |_, at| {
        let word = text.get(at.clone()).unwrap_or_default();
        if words.len() < MOST && !fits(word) {
            match spelled(kind, word).filter(|w| fits(w)) {
                Some(right) => words.push((at, right)),
                None => whole = false,
            }
        }
    });
    if whole && words.len() < MOST {
        return Some((words, true)).filter(|(w, _)| !w.is_empty());
    }
    let commas: Vec<usize> = text.match_indices(',').map(|(i, _)| i).take(MOST).collect();
    if commas.is_empty() || commas.len() >= MOST || !text.is_ascii() {
        return None;
    }
    let read_as = |mark: &str| {
        let plain = text.replace(',', mark);
        let right = value::words(&plain).all(|at| plain.get(at).is_some_and(fits));
        right.then(|| number_of_words(&plain))
    };
    let edits = |mark: &str| commas.iter().map(|i| (*i..*i + 1, mark.to_owned())).collect::<Vec<_>>();
    let floats = matches!(kind, Value::Float(_));
    match (read_as(".").filter(|_| floats), read_as(" "), expected) {
        (Some(n), _, Some(expected)) if n == expected => Some((edits("."), true)),
        (_, Some(n), Some(expected)) if n == expected => Some((edits(" "), true)),
        (Some(_), _, None) => Some((edits("."), false)),
        // Two commas in one word cannot be decimal.
        (None, Some(n), None) if n > 1 => Some((edits(" "), true)),
        _ => None,
    }
}

fn number_of_words(text: &str) -> u64 {
    let mut count = 0;
    number::for_each_word(text.as_bytes(), |_, _| count += 1);
    count
}

/// One value in the spelling of XML Schema.
fn spelled(kind: &Value, word: &str) -> Option<String> {
    match kind {
        Value::Float(_) => number::repaired(word).or_else(|| match word.to_ascii_lowercase().as_str() {
            "infinity" | "+infinity" | "+inf" => Some("INF".to_owned()),
            "-infinity" => Some("-INF".to_owned()),
            "-nan" | "nan(ind)" | "-nan(ind)" | "nan(snan)" | "-nan(snan)" => Some("NaN".to_owned()),
            _ => None,
        }),
        Value::Int { .. } => {
            let plain = word.strip_suffix(',').unwrap_or(word);
            let whole = match plain.split_once('.') {
                Some((whole, rest)) if rest.bytes().all(|b| b == b'0') => whole,
                Some(_) => return None,
                None => plain,
            };
            (whole != word).then(|| whole.to_owned())
        }
        Value::Bool => match word.to_ascii_lowercase().as_str() {
            "true" => Some("true".to_owned()),
            "false" => Some("false".to_owned()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_in_the_right_spelling() {
        let float = Value::Float(crate::Range { min: None, max: None });
        assert_eq!(spelled(&float, "-nan(ind)").as_deref(), Some("NaN"));
        assert_eq!(spelled(&float, "Infinity").as_deref(), Some("INF"));
        assert_eq!(spelled(&float, "1.0f").as_deref(), Some("1.0"));
        assert_eq!(spelled(&float, "x"), None);
        let int = Value::Int { min: 0, max: 99 };
        assert_eq!(spelled(&int, "24.0").as_deref(), Some("24"));
        assert_eq!(spelled(&int, "24.5"), None);
        assert_eq!(spelled(&Value::Bool, "TRUE").as_deref(), Some("true"));
        assert_eq!(spelled(&Value::Bool, "yes"), None);
    }
}
