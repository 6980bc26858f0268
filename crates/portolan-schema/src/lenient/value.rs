//! Values that do not fit, read once more with tolerance.

use std::borrow::Cow;

use portolan_syntax::Code;

use super::codes;
use crate::value::{self, number, shown, words};
use crate::{Range, ReferenceKind, Schema, Value, ValueId, Version};

/// What was taken leniently about a value.
pub(crate) struct Note {
    pub code: &'static Code,
    pub message: String,
    /// The value as it should be written.
    pub instead: Option<String>,
}

impl Note {
    fn new(code: &'static Code, message: impl Into<String>) -> Note {
        Note { code, message: message.into(), instead: None }
    }

    fn instead(mut self, text: impl Into<String>) -> Note {
        self.instead = Some(text.into());
        self
    }
}

/// Longer texts are not offered as a replacement.
const MOST_REPLACED: usize = 4096;

/// Words of X3D's `navigation` that xVRML does not have; readers pass over them.
const PASSED_OVER: [&str; 2] = ["LOOKAT", "EXPLORE"];

/// Reads a value with tolerance; empty when that does not help either.
pub(crate) fn reread(schema: &'static Schema, version: Version, id: ValueId, text: &str) -> Vec<Note> {
    if super::of(schema).is_none() {
        return Vec::new();
    }
    let trimmed = text.trim();
    let one = match schema.value(id) {
        Value::List { item, .. } if matches!(schema.value(*item), Value::Enum(_) | Value::Word(_)) => {
            word_list(schema, version, id, text)
        }
        Value::List { .. } | Value::Union(_) => return list(schema, version, id, text),
        Value::Enum(_) | Value::Word(_) => word_list(schema, version, id, text),
        Value::Bool => {
            let word = unquoted(trimmed).to_ascii_lowercase();
            matches!(word.as_str(), "true" | "false")
                .then(|| Note::new(&codes::SPELLING, format!("`{}` is written `{word}`", shown(trimmed))).instead(word))
        }
        Value::Int { min, max } => hexadecimal(trimmed).filter(|v| (min..=max).contains(&v)).map(|v| {
            Note::new(&codes::SPELLING, format!("`{}` is written `{v}`", shown(trimmed))).instead(v.to_string())
        }),
        Value::DateTime => number::is_float(trimmed.as_bytes()).then(|| {
            Note::new(&codes::TIME, format!("`{}` is read as seconds since 1970-01-01T00:00:00Z", shown(trimmed)))
        }),
        Value::Id | Value::Reference(ReferenceKind::Id, _) => {
            (!trimmed.is_empty()).then(|| match trimmed.strip_prefix('#') {
                Some(name) => {
                    Note::new(&codes::NAME, format!("`{}` must not begin with `#`", shown(trimmed))).instead(name)
                }
                None => Note::new(
                    &codes::NAME,
                    format!(
                        "`{}` is not a name (letters, digits, `.`, `-`, `_`; not beginning with a digit)",
                        shown(trimmed)
                    ),
                ),
            })
        }
        Value::Uri => trimmed
            .starts_with('"')
            .then(|| Note::new(&codes::SPELLING, "write one URL without quotes; only the first URL of a list is used")),
        _ => None,
    };
    one.into_iter().collect()
}

/// Values that one attribute takes beyond its type: a scale may mirror.
pub(crate) fn relaxed(schema: &Schema, path: &str, attribute: &str, text: &str) -> Option<Note> {
    if super::of(schema).is_none() || (path, attribute) != ("Transform", "scale") {
        return None;
    }
    let mut factors = [0.0f64; 3];
    let mut words = text.split_ascii_whitespace();
    for factor in &mut factors {
        *factor = number::float(words.next()?.as_bytes())?;
    }
    let mirrors = words.next().is_none() && factors.iter().all(|f| f.is_finite() && *f != 0.0);
    mirrors.then(|| Note::new(&codes::SCALE, "a negative factor mirrors"))
}

fn unquoted(word: &str) -> &str {
    word.trim_matches(['"', '\''])
}

fn hexadecimal(word: &str) -> Option<i128> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let value = i64::from_str_radix(digits.strip_prefix("0x").or(digits.strip_prefix("0X"))?, 16).ok()?;
    Some(i128::from(if negative { -value } else { value }))
}

/// Words in quotes, in other case, separated by commas.
fn word_list(schema: &'static Schema, version: Version, id: ValueId, text: &str) -> Option<Note> {
    let item = match schema.value(id) {
        Value::List { item, .. } => schema.value(*item),
        value => value,
    };
    let (Value::Enum(known) | Value::Word(known)) = item else { return None };
    let plain = text.replace(['"', '\'', ',', '[', ']'], " ");
    let kept = plain.split_whitespace().filter(|w| !PASSED_OVER.iter().any(|p| p.eq_ignore_ascii_case(w)));
    let spelled = kept.map(|w| known.iter().map(|(k, _)| *k).find(|k| k.eq_ignore_ascii_case(w)));
    let plain = spelled.collect::<Option<Vec<&str>>>()?.join(" ");
    let fits = !plain.is_empty() && value::check(schema, version, id, &plain).faults.is_empty();
    fits.then(|| Note::new(&codes::SPELLING, format!("`{}` is written `{plain}`", shown(text.trim()))).instead(plain))
}

fn list(schema: &'static Schema, version: Version, id: ValueId, text: &str) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut plain = Cow::Borrowed(text);
    if text.contains([',', '[', ']']) {
        plain = Cow::Owned(text.replace([',', '[', ']'], " "));
        let written = plain.split_whitespace().take(MOST_REPLACED).collect::<Vec<_>>().join(" ");
        let note = Note::new(&codes::PUNCTUATION, "commas and brackets in a list are read as white space");
        notes.push(if text.len() <= MOST_REPLACED { note.instead(written) } else { note });
    }
    if value::check(schema, version, id, &plain).faults.is_empty() {
        return notes;
    }
    match colours(schema, id, &plain) {
        Some(note) => {
            // Two replacements of one text would undo each other.
            notes.iter_mut().for_each(|n| n.instead = None);
            notes.push(note);
            notes
        }
        None => Vec::new(),
    }
}

/// Colours without alpha, or with components that must be clamped.
fn colours(schema: &'static Schema, id: ValueId, text: &str) -> Option<Note> {
    let Value::List { item, length } = schema.value(id) else { return None };
    let unit = Range { min: Some((0.0, true)), max: Some((1.0, true)) };
    let of_colours = length.multiple == 4 || (length.min, length.max) == (4, 4);
    if !of_colours || !matches!(schema.value(*item), Value::Float(range) if *range == unit) {
        return None;
    }
    let mut run = number::Run::default();
    number::floats(text.as_bytes(), &unit, &mut run);
    if run.bad.is_some() {
        return None;
    }
    let single = length.max == 4;
    let fits = |components: u64| if single { run.count == components } else { run.count.is_multiple_of(components) };
    if fits(4) {
        return Some(Note::new(&codes::COLOUR, "a component outside 0 to 1 is clamped"));
    }
    if !fits(3) {
        return None;
    }
    let note = Note::new(&codes::COLOUR, "a colour without alpha is read as opaque");
    if text.len() > MOST_REPLACED || run.outside.is_some() {
        return Some(note);
    }
    let numbers: Vec<&str> = words(text).filter_map(|at| text.get(at)).collect();
    let written: Vec<String> = numbers.chunks(3).map(|rgb| format!("{} 1.0", rgb.join(" "))).collect();
    Some(note.instead(written.join("  ")))
}
