//! Values held against their types.

pub mod decode;
pub mod lexical;
pub mod number;
pub mod pattern;

use std::ops::Range as Bytes;

use crate::{Length, Range, ReferenceKind, Schema, Value, ValueId, Version};
use number::Run;

/// What is wrong with a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// Where, as bytes of the text that was checked.
    pub at: Bytes<usize>,
    /// What kind.
    pub kind: FaultKind,
    /// One sentence about it.
    pub message: String,
    /// What was probably meant, when that is certain enough to put it there.
    pub instead: Option<String>,
}

/// Kinds of faults; each has its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// Not of the type at all.
    Lexical,
    /// A number outside its range.
    Range,
    /// Too few or too many items.
    Length,
    /// Not one of the words.
    Word,
    /// A word of another version.
    Version,
}

/// What checking a value told.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Outcome {
    /// The faults, at most a few.
    pub faults: Vec<Fault>,
    /// Number of items (1 for a single value).
    pub count: u64,
    /// Smallest and largest whole number of a list of whole numbers.
    pub limits: Option<(i64, i64)>,
    /// Sum of a list of whole numbers, as far as it can be held.
    pub sum: i64,
    /// How many are `INF`, `-INF` or `NaN`.
    pub specials: u64,
}

impl Outcome {
    fn fault(at: Bytes<usize>, kind: FaultKind, message: String) -> Outcome {
        Outcome { faults: vec![Fault { at, kind, message, instead: None }], count: 1, ..Outcome::default() }
    }

    fn fine() -> Outcome {
        Outcome { count: 1, ..Outcome::default() }
    }
}

/// Checks a text against a value type.
pub fn check(schema: &Schema, version: Version, value: ValueId, text: &str) -> Outcome {
    let value = schema.value(value);
    match value {
        Value::List { item, length } => check_list(schema, version, *item, *length, text),
        Value::Union(alternatives) => {
            let mut last = Outcome::fine();
            for alternative in *alternatives {
                last = check(schema, version, *alternative, text);
                if last.faults.is_empty() {
                    return last;
                }
            }
            if alternatives.len() > 1 {
                let at = 0..text.len();
                last =
                    Outcome::fault(at, FaultKind::Lexical, format!("`{}` is {}", shown(text), describe(schema, value)));
            }
            last
        }
        Value::Enum(words) => word(schema, version, words, text, text),
        Value::Word(words) => word(schema, version, words, text, text.trim_matches(SPACE)),
        Value::Float(_) | Value::Int { .. } | Value::Bool => single(schema, value, text),
        _ => lexical_check(schema, value, text),
    }
}

fn single(schema: &Schema, value: &Value, text: &str) -> Outcome {
    let at = trimmed(text);
    let item = text.get(at.clone()).unwrap_or_default();
    if item.is_empty() {
        return Outcome::fault(0..text.len(), FaultKind::Lexical, format!("{} is missing", article(schema, value)));
    }
    let mut run = Run::default();
    match value {
        Value::Float(range) => number::floats(item.as_bytes(), range, &mut run),
        Value::Int { min, max } => number::ints(item.as_bytes(), *min, *max, &mut run),
        _ => number::bools(item.as_bytes(), &mut run),
    }
    let mut outcome = finish(schema, value, run, item, at.start);
    if outcome.count > 1 && outcome.faults.is_empty() {
        let message = format!("`{}` is not {}", shown(item), article(schema, value));
        outcome = Outcome::fault(at, FaultKind::Lexical, message);
    }
    outcome
}

/// Checks a list of items.
pub fn check_list(schema: &Schema, version: Version, item: ValueId, length: Length, text: &str) -> Outcome {
    let value = schema.value(item);
    let mut run = Run::default();
    match value {
        Value::Float(range) => number::floats(text.as_bytes(), range, &mut run),
        Value::Int { min, max } => number::ints(text.as_bytes(), *min, *max, &mut run),
        Value::Bool => number::bools(text.as_bytes(), &mut run),
        _ => return word_list(schema, version, item, length, text),
    }
    list_outcome(schema, value, length, run, text, 0)
}

/// The outcome of a list whose numbers were read already (in pieces, for instance).
pub fn list_outcome(schema: &Schema, item: &Value, length: Length, run: Run, text: &str, offset: usize) -> Outcome {
    let count = run.count;
    let mut outcome = finish(schema, item, run, text, offset);
    if outcome.faults.is_empty() {
        outcome.faults.extend(length_fault(length, count, text));
    }
    outcome
}

fn word_list(schema: &Schema, version: Version, item: ValueId, length: Length, text: &str) -> Outcome {
    let mut outcome = Outcome::default();
    let mut more = 0;
    for word in words(text) {
        outcome.count += 1;
        let one = check(schema, version, item, text.get(word.clone()).unwrap_or_default());
        for mut fault in one.faults {
            if outcome.faults.is_empty() {
                fault.at = fault.at.start + word.start..fault.at.end + word.start;
                outcome.faults.push(fault);
            } else {
                more += 1;
            }
        }
    }
    if let Some(first) = outcome.faults.first_mut() {
        add_more(&mut first.message, more);
    } else {
        outcome.faults.extend(length_fault(length, outcome.count, text));
    }
    outcome
}

fn length_fault(length: Length, count: u64, text: &str) -> Option<Fault> {
    let Length { min, max, multiple } = length;
    let items = |n: u64| if n == 1 { "1 item".to_owned() } else { format!("{n} items") };
    let message = if count < u64::from(min) || count > u64::from(max) {
        let wanted = match (min, max) {
            (min, max) if min == max => format!("exactly {}", items(u64::from(min))),
            (min, u32::MAX) => format!("at least {}", items(u64::from(min))),
            (0, max) => format!("at most {}", items(u64::from(max))),
            (min, max) => format!("{min} to {max} items"),
        };
        format!("{wanted} expected, but found {count}")
    } else if multiple > 1 && !count.is_multiple_of(u64::from(multiple)) {
        format!("{} must come in groups of {multiple}", items(count))
    } else {
        return None;
    };
    Some(Fault { at: trimmed(text), kind: FaultKind::Length, message, instead: None })
}

fn finish(schema: &Schema, value: &Value, run: Run, text: &str, offset: usize) -> Outcome {
    let Run { count, limits, sum, specials, .. } = run;
    let mut outcome = Outcome { faults: Vec::new(), count, limits, sum, specials };
    if let Some(bad) = run.bad {
        let item = text.get(bad.clone()).unwrap_or_default();
        let mut message = format!("`{}` is not {}", shown(item), article(schema, value));
        add_more(&mut message, run.bad_count - 1);
        let instead = number::repaired(item);
        let at = bad.start + offset..bad.end + offset;
        outcome.faults.push(Fault { at, kind: FaultKind::Lexical, message, instead });
    } else if let Some(outside) = run.outside {
        let item = text.get(outside.clone()).unwrap_or_default();
        let mut message = format!("`{}` is not {}", shown(item), range_text(value));
        add_more(&mut message, run.outside_count - 1);
        let at = outside.start + offset..outside.end + offset;
        outcome.faults.push(Fault { at, kind: FaultKind::Range, message, instead: None });
    }
    outcome
}

fn add_more(message: &mut String, more: u64) {
    match more {
        0 => {}
        1 => message.push_str(", and another one"),
        n => message.push_str(&format!(", and {n} more")),
    }
}

fn word(
    schema: &Schema,
    version: Version,
    words: &[(&'static str, crate::Versions)],
    text: &str,
    judged: &str,
) -> Outcome {
    if words.iter().any(|(w, versions)| *w == judged && versions.contains(version)) {
        return Outcome::fine();
    }
    let at = 0..text.len();
    let trimmed = text.trim_matches(SPACE);
    let known = |word: &str| words.iter().find(|(w, _)| *w == word);
    if let Some((word, versions)) = known(trimmed) {
        if !versions.contains(version) {
            let message = format!("`{word}` exists only in version {}", schema.version_names(*versions));
            return Outcome::fault(at, FaultKind::Version, message);
        }
        let message = format!("`{word}` must not have white space around it");
        let mut outcome = Outcome::fault(at, FaultKind::Word, message);
        outcome.faults.iter_mut().for_each(|f| f.instead = Some((*word).to_owned()));
        return outcome;
    }
    let here = || words.iter().filter(|(_, v)| v.contains(version)).map(|(w, _)| *w);
    let mut message = format!("`{}` is not one of {}", shown(trimmed), alternatives(here()));
    let meant = crate::suggest::nearest(trimmed, here());
    if let Some(meant) = meant {
        message = format!("`{}` is unknown here; did you mean `{meant}`?", shown(trimmed));
    }
    let mut outcome = Outcome::fault(at, FaultKind::Word, message);
    if let (Some(meant), Some(fault)) = (meant, outcome.faults.first_mut())
        && meant.eq_ignore_ascii_case(trimmed)
    {
        fault.instead = Some(meant.to_owned());
    }
    outcome
}

/// `a`, `b` or `c`; long lists are cut.
pub fn alternatives<'a>(words: impl Iterator<Item = &'a str>) -> String {
    const MOST: usize = 12;
    let words: Vec<&str> = words.collect();
    let mut shown: Vec<String> = words.iter().take(MOST).map(|w| format!("`{w}`")).collect();
    if words.len() > MOST {
        shown.push(format!("{} more", words.len() - MOST));
    }
    match shown.pop() {
        Some(last) if !shown.is_empty() => format!("{} or {last}", shown.join(", ")),
        Some(only) => only,
        None => String::new(),
    }
}

fn lexical_check(schema: &Schema, value: &Value, text: &str) -> Outcome {
    use portolan_syntax::xml::chars::{is_name, is_ncname, is_nmtoken};
    let collapsed = text.trim_matches(SPACE);
    let fine = match value {
        Value::String | Value::Normalized | Value::Token | Value::Uri | Value::Open(_) | Value::DdlType => true,
        Value::NmToken => is_nmtoken(collapsed),
        Value::Name | Value::Reference(ReferenceKind::Name, _) => is_name(collapsed),
        Value::NcName | Value::Id | Value::Sid | Value::Symbol | Value::Reference(ReferenceKind::Id, _) => {
            is_ncname(collapsed)
        }
        Value::Reference(ReferenceKind::Fragment, _) => text.starts_with('#'),
        Value::Reference(ReferenceKind::SidStrict, _) => pattern::sidref(text),
        Value::Reference(ReferenceKind::Uri | ReferenceKind::Sid | ReferenceKind::Ddl, _) => true,
        Value::Language => lexical::is_language(collapsed),
        Value::DateTime => lexical::is_date_time(collapsed),
        Value::Date => lexical::is_date(collapsed),
        Value::Hex => lexical::is_hex(collapsed),
        Value::Base64 => lexical::is_base64(collapsed),
        Value::Pattern(name) => pattern::matches(name, text),
        _ => true,
    };
    if fine {
        return Outcome::fine();
    }
    let mut outcome = Outcome::fault(0..text.len(), FaultKind::Lexical, String::new());
    if let Some(fault) = outcome.faults.first_mut() {
        fault.message = match (value, collapsed) {
            (Value::Reference(ReferenceKind::Fragment, _), "") => "a reference such as `#id` is missing".to_owned(),
            (Value::Reference(ReferenceKind::Fragment, _), word) => {
                let meant = format!("#{}", word.trim_start_matches('#'));
                let message = format!("`{}` must begin with `#`: write `{}`", shown(word), shown(&meant));
                fault.instead = Some(meant);
                message
            }
            (_, "") => format!("{} is missing", article(schema, value)),
            (_, word) => format!("`{}` is not {}", shown(word), article(schema, value)),
        };
        if matches!(value, Value::Id | Value::Reference(ReferenceKind::Id, _))
            && collapsed.strip_prefix('#').is_some_and(is_ncname)
        {
            fault.message = format!("`{}` must not begin with `#`", shown(collapsed));
        }
    }
    outcome
}

/// White space of XML.
const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

fn trimmed(text: &str) -> Bytes<usize> {
    let rest = text.trim_start_matches(SPACE);
    let start = text.len() - rest.len();
    start..start + rest.trim_end_matches(SPACE).len()
}

/// Byte ranges of the words of a text.
pub fn words(text: &str) -> impl Iterator<Item = Bytes<usize>> + '_ {
    let start = text.as_ptr() as usize;
    text.split(SPACE).filter(|w| !w.is_empty()).map(move |word| {
        let at = word.as_ptr() as usize - start;
        at..at + word.len()
    })
}

/// What the user wrote, shortened for a message.
pub fn shown(text: &str) -> String {
    const MOST: usize = 60;
    if text.len() <= MOST && !text.chars().any(char::is_control) {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars().take(MOST) {
        if c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
    }
    if text.chars().nth(MOST).is_some() {
        out.push('…');
    }
    out
}

/// What a value type is called in a sentence, with its article.
pub fn article(schema: &Schema, value: &Value) -> String {
    let word = describe(schema, value);
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u', 'X']) && !word.starts_with("un") && !word.starts_with("UR");
    if word.starts_with("one of") { word } else { format!("{} {word}", if vowel { "an" } else { "a" }) }
}

/// What a value type is called.
pub fn describe(schema: &Schema, value: &Value) -> String {
    match value {
        Value::Bool => "boolean (`true` or `false`)".into(),
        Value::Float(_) => "number".into(),
        Value::Int { min: 0, .. } => "non-negative integer".into(),
        Value::Int { .. } => "integer".into(),
        Value::String | Value::Normalized | Value::Token | Value::Open(_) => "text".into(),
        Value::NmToken => "word of letters, digits, `.`, `-`, `_`, `:`".into(),
        Value::Name => "name".into(),
        Value::NcName | Value::Symbol => "name (letters, digits, `.`, `-`, `_`; not beginning with a digit)".into(),
        Value::Language => "language tag".into(),
        Value::Uri => "URI".into(),
        Value::DateTime => "date and time such as `2008-04-01T12:00:00Z`".into(),
        Value::Date => "date such as `2008-04-01`".into(),
        Value::Hex => "sequence of hexadecimal digit pairs".into(),
        Value::Base64 => "base64 text".into(),
        Value::Id => "id (letters, digits, `.`, `-`, `_`; not beginning with a digit)".into(),
        Value::Sid => "sid (letters, digits, `.`, `-`, `_`; not beginning with a digit)".into(),
        Value::DdlType => "data type".into(),
        Value::Reference(kind, _) => match kind {
            ReferenceKind::Uri => "URI".into(),
            ReferenceKind::Fragment => "reference such as `#id`".into(),
            ReferenceKind::Id | ReferenceKind::Name => "id".into(),
            ReferenceKind::Sid | ReferenceKind::SidStrict => "SID path such as `node/rotate.ANGLE`".into(),
            ReferenceKind::Ddl => "reference such as `$name`".into(),
        },
        Value::Enum(words) | Value::Word(words) => format!("one of {}", alternatives(words.iter().map(|(w, _)| *w))),
        Value::List { item, length } => {
            let item = match schema.value(*item) {
                Value::Float(Range { min: Some((min, true)), max: Some((max, true)) }) if min == max => min.to_string(),
                Value::Float(Range { min: None, max: None }) => "a number".to_owned(),
                ranged @ Value::Float(_) => format!("a number {}", range_text(ranged)),
                other => format!("a {}", describe(schema, other)),
            };
            match (length.min, length.max) {
                (min, max) if min == max => format!("list of {min} items, each {item}"),
                _ => format!("list, each item {item}"),
            }
        }
        Value::Union(of) => {
            let of: Vec<_> = of.iter().map(|v| article(schema, schema.value(*v))).collect();
            format!("neither {}", of.join(" nor "))
        }
        Value::Pattern(name) => format!("{name} (see `portolan schema`)"),
    }
}

/// The range of a number in words: `at least 0 and below 1`.
pub fn range_text(value: &Value) -> String {
    match value {
        Value::Int { min, max } => format!("between {min} and {max}"),
        Value::Float(Range { min, max }) => {
            let min = min.map(|(v, inclusive)| if inclusive { format!("at least {v}") } else { format!("above {v}") });
            let max = max.map(|(v, inclusive)| if inclusive { format!("at most {v}") } else { format!("below {v}") });
            match (min, max) {
                (Some(min), Some(max)) => format!("{min} and {max}"),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => "a number".into(),
            }
        }
        _ => "allowed".into(),
    }
}
