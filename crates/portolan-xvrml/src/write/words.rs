//! Values as text.

use portolan_syntax::xml::put_tuples;

use crate::world::{FieldType, Value, date_time};

/// How values are spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spelling {
    /// Moments are dates, colours have an alpha.
    Xvrml,
    /// Moments are seconds, colours have none.
    X3d,
    /// The same, with truths in capitals, texts in quotes and lists in brackets.
    Classic,
}

/// The numbers of a single value.
pub(super) fn numbers(ty: FieldType, value: &[f64; 4], spelling: Spelling) -> String {
    let width = match (ty, spelling) {
        (FieldType::Color, Spelling::X3d | Spelling::Classic) => 3,
        _ => ty.width(),
    };
    if ty == FieldType::Time && spelling == Spelling::Xvrml {
        let [seconds, ..] = value;
        return date_time(*seconds);
    }
    list(value.get(..width).unwrap_or_default(), width)
}

fn list<T: portolan_syntax::xml::Number>(values: &[T], width: usize) -> String {
    let mut out = Vec::new();
    put_tuples(&mut out, values, width, b"  ");
    String::from_utf8(out).unwrap_or_default()
}

/// A value as one text: of an attribute, or of a field of a script.
pub(super) fn text(ty: FieldType, value: &Value, spelling: Spelling) -> String {
    match value {
        Value::Bool(is) if spelling == Spelling::Classic => if *is { "TRUE" } else { "FALSE" }.to_owned(),
        Value::Bool(is) => is.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Numbers(all) => numbers(ty, all, spelling),
        Value::Text(text) if spelling == Spelling::Classic => quoted(text),
        Value::Text(text) => text.to_string(),
        Value::Ints(all) => bracketed(list(all, usize::MAX), spelling),
        Value::Floats(all) if ty == FieldType::Colors && spelling != Spelling::Xvrml => {
            bracketed(list(&opaque(all), 3), spelling)
        }
        Value::Floats(all) => bracketed(list(all, ty.width()), spelling),
        Value::Times(all) if spelling == Spelling::Xvrml => {
            all.iter().map(|t| date_time(*t)).collect::<Vec<_>>().join(" ")
        }
        Value::Times(all) => bracketed(list(all, 1), spelling),
        Value::Texts(all) => bracketed(all.iter().map(|t| quoted(t)).collect::<Vec<_>>().join(" "), spelling),
        Value::Nodes(_) => String::new(),
    }
}

fn bracketed(text: String, spelling: Spelling) -> String {
    if spelling == Spelling::Classic { format!("[ {text} ]") } else { text }
}

/// Colours without alpha.
pub(super) fn opaque(colours: &[f32]) -> Vec<f32> {
    colours.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect()
}

/// A text in double quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

/// A program without the name of its language.
pub(super) fn program(text: &str) -> &str {
    let start = text.trim_start();
    let language = |l: &&str| start.get(..l.len()).is_some_and(|t| t.eq_ignore_ascii_case(l));
    let language = ["javascript:", "ecmascript:", "vrmlscript:"].into_iter().find(|l| language(l));
    language.and_then(|l| start.get(l.len()..)).unwrap_or(text)
}

/// Words of a list, in capitals and without quotes, those that are known.
pub(super) fn known_words(all: &[Box<str>], known: &[&str]) -> Vec<String> {
    let words = all.iter().flat_map(|w| w.split_whitespace());
    let words = words.map(|w| w.trim_matches(['"', '\'']).to_ascii_uppercase());
    words.filter(|w| known.contains(&w.as_str())).collect()
}

/// Words for whoever follows a link: pairs of a keyword and a value.
pub(super) fn parameters(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim().trim_matches('"').trim_start();
    while !rest.is_empty() {
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let (keyword, behind) = rest.split_at(end);
        let Some(value) = behind.strip_prefix('=') else {
            pairs.push((keyword.trim_matches(['"', '\'']).to_owned(), String::new()));
            rest = behind.trim_start();
            continue;
        };
        let (value, behind) = match value.chars().next().filter(|c| matches!(c, '\'' | '"')) {
            Some(quote) => value.get(1..).unwrap_or_default().split_once(quote).unwrap_or((value, "")),
            None => value.split_once(' ').unwrap_or((value, "")),
        };
        pairs.push((keyword.trim_matches(['"', '\'']).to_owned(), value.trim_matches(['"', '\'']).to_owned()));
        rest = behind.trim_start();
    }
    pairs.retain(|(keyword, _)| !keyword.is_empty());
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_spelled_as_each_language_does() {
        let colour = Value::Numbers([1.0, 0.5, 0.0, 0.25]);
        let of = |spelling| text(FieldType::Color, &colour, spelling);
        assert_eq!([of(Spelling::Xvrml), of(Spelling::X3d)], ["1 0.5 0 0.25", "1 0.5 0"]);
        let texts = Value::Texts(vec!["a \"b\"".into(), "c\\".into()]);
        assert_eq!(text(FieldType::Strings, &texts, Spelling::Classic), r#"[ "a \"b\"" "c\\" ]"#);
        let time = Value::Numbers([1.5, 0.0, 0.0, 0.0]);
        assert_eq!(text(FieldType::Time, &time, Spelling::Xvrml), "1970-01-01T00:00:01.5Z");
        assert_eq!(text(FieldType::Time, &time, Spelling::X3d), "1.5");
        assert_eq!(text(FieldType::Bool, &Value::Bool(true), Spelling::Classic), "TRUE");
        let points = Value::Floats(vec![0.0, 1.0, 2.0, 3.0]);
        assert_eq!(text(FieldType::Vec2fs, &points, Spelling::Xvrml), "0 1  2 3");
    }

    #[test]
    fn parameters_are_pairs() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(parameters("target='_blank' a=b"), [pair("target", "_blank"), pair("a", "b")]);
        assert_eq!(parameters("x=\"1 2\" bare"), [pair("x", "1 2"), pair("bare", "")]);
        assert_eq!(parameters(" "), []);
    }
}
