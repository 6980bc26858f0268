//! Values of fields, and how they are read from text.

use std::borrow::Cow;

use portolan_schema::value::{decode, lexical, number};

use super::{FieldType, NodeId};

/// The value of a field. The type of the field says what the numbers are.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A truth.
    Bool(bool),
    /// A whole number.
    Int(i32),
    /// A number, a time in seconds since 1970, a point, a rotation (axis, radians) or a colour; what the type does not
    /// have is 0.
    Numbers([f64; 4]),
    /// A text.
    Text(Box<str>),
    /// Whole numbers.
    Ints(Vec<i32>),
    /// Numbers, tuple after tuple.
    Floats(Vec<f32>),
    /// Times.
    Times(Vec<f64>),
    /// Texts.
    Texts(Vec<Box<str>>),
    /// Nodes; at most one where the type is a single one.
    Nodes(Vec<NodeId>),
}

impl Value {
    /// Nothing, of a type.
    pub fn empty(ty: FieldType) -> Value {
        match ty {
            FieldType::Bool => Value::Bool(false),
            FieldType::Int32 => Value::Int(0),
            FieldType::String => Value::Text("".into()),
            FieldType::Int32s => Value::Ints(Vec::new()),
            FieldType::Times => Value::Times(Vec::new()),
            FieldType::Strings => Value::Texts(Vec::new()),
            FieldType::Node | FieldType::Nodes => Value::Nodes(Vec::new()),
            FieldType::Floats | FieldType::Colors | FieldType::Rotations | FieldType::Vec2fs | FieldType::Vec3fs => {
                Value::Floats(Vec::new())
            }
            FieldType::Color => Value::Numbers([0.0, 0.0, 0.0, 1.0]),
            FieldType::Rotation => Value::Numbers([0.0, 0.0, 1.0, 0.0]),
            FieldType::Float | FieldType::Time | FieldType::Vec2f | FieldType::Vec3f => Value::Numbers([0.0; 4]),
        }
    }
}

/// The value that a text is for a type, if it is one.
pub fn read_value(ty: FieldType, text: &str) -> Option<Value> {
    read(ty, text).0
}

/// What was wrong with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// It cannot be used at all; the default stands in its place.
    Unusable,
    /// Some of a list is no number, or not finite, or does not make a whole tuple.
    Partly,
}

/// Reads a value of a type, leniently: commas and brackets are white space, truths may be in capitals, colours may lack
/// their alpha.
///
/// Lists of colours stay as they are written: how many components they have, the rest of the node tells.
pub(crate) fn read(ty: FieldType, text: &str) -> (Option<Value>, Option<Trouble>) {
    let none = (None, Some(Trouble::Unusable));
    match ty {
        FieldType::Bool => match unquoted(text).to_ascii_lowercase().as_str() {
            "true" | "1" => (Some(Value::Bool(true)), None),
            "false" | "0" => (Some(Value::Bool(false)), None),
            _ => none,
        },
        FieldType::Int32 => int(text.trim()).map_or(none, |v| (Some(Value::Int(v)), None)),
        FieldType::Time => seconds(text.trim()).map_or(none, |v| (Some(Value::Numbers([v, 0.0, 0.0, 0.0])), None)),
        FieldType::String => (Some(Value::Text(text.into())), None),
        FieldType::Strings => (Some(Value::Texts(texts(text))), None),
        FieldType::Node | FieldType::Nodes => none,
        FieldType::Int32s => {
            let mut ints = Vec::new();
            let decoded = decode::i32s(&plain(text), 0, &mut ints);
            // Hexadecimal numbers are rare, so that they may be slow.
            if decoded.bad_count > 0 && text.contains(['x', 'X']) {
                let words = plain(text);
                ints = words.split_ascii_whitespace().map(|w| int(w).unwrap_or(0)).collect();
                return (Some(Value::Ints(ints)), None);
            }
            (Some(Value::Ints(ints)), (decoded.bad_count > 0).then_some(Trouble::Partly))
        }
        FieldType::Times => {
            let times = plain(text).split_ascii_whitespace().map(|w| seconds(w).unwrap_or(0.0)).collect();
            (Some(Value::Times(times)), None)
        }
        FieldType::Float | FieldType::Vec2f | FieldType::Vec3f | FieldType::Rotation | FieldType::Color => {
            numbers(ty, text).map_or(none, |v| (Some(Value::Numbers(v)), None))
        }
        FieldType::Floats | FieldType::Colors | FieldType::Rotations | FieldType::Vec2fs | FieldType::Vec3fs => {
            let mut floats = Vec::new();
            let decoded = decode::f32s(&plain(text), 0, &mut floats);
            let whole = match ty {
                FieldType::Colors => floats.len(),
                _ => floats.len() - floats.len() % ty.width().max(1),
            };
            let cut = whole < floats.len();
            floats.truncate(whole);
            let trouble = (decoded.bad_count > 0 || decoded.specials > 0 || cut).then_some(Trouble::Partly);
            (Some(Value::Floats(floats)), trouble)
        }
    }
}

fn numbers(ty: FieldType, text: &str) -> Option<[f64; 4]> {
    let mut all = [0.0; 4];
    // Nearly always there are as many plain numbers as there should be.
    if ty != FieldType::Color
        && let Some(places) = all.get_mut(..ty.width())
        && number::floats_into(text.as_bytes(), places)
    {
        return Some(all);
    }
    let mut found = Vec::new();
    let decoded = decode::f64s(&plain(text), ty.width(), &mut found);
    if ty == FieldType::Color && found.len() == 3 {
        found.push(1.0);
    }
    if decoded.bad_count > 0 || decoded.specials > 0 || found.len() != ty.width() {
        return None;
    }
    let mut all = [0.0; 4];
    all.iter_mut().zip(found).for_each(|(to, from)| *to = from);
    Some(if ty == FieldType::Color { all.map(|c| c.clamp(0.0, 1.0)) } else { all })
}

/// The text with commas and brackets as white space.
fn plain(text: &str) -> Cow<'_, str> {
    // Whole blocks at a time, which is as fast as reading them.
    let odd = |block: &[u8]| block.iter().fold(false, |odd, b| odd | matches!(b, b',' | b'[' | b']'));
    match text.as_bytes().chunks(4096).any(odd) {
        true => Cow::Owned(text.replace([',', '[', ']'], " ")),
        false => Cow::Borrowed(text),
    }
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '\''])
}

fn int(word: &str) -> Option<i32> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, word),
    };
    match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok().map(|v| (v as i32).wrapping_mul(sign)),
        None => number::int(word.as_bytes()).and_then(|v| i32::try_from(v).ok()),
    }
}

/// One text, or the quoted ones of a list.
pub(crate) fn texts(text: &str) -> Vec<Box<str>> {
    let trimmed = text.trim();
    if !trimmed.starts_with(['"', '[']) {
        return vec![text.into()];
    }
    let mut all = Vec::new();
    let mut open: Option<String> = None;
    let mut characters = trimmed.chars();
    while let Some(c) = characters.next() {
        match (&mut open, c) {
            (Some(word), '\\') => word.extend(characters.next()),
            (Some(_), '"') => all.extend(open.take().map(String::into_boxed_str)),
            (Some(word), c) => word.push(c),
            (None, '"') => open = Some(String::new()),
            (None, _) => {}
        }
    }
    all.extend(open.map(String::into_boxed_str));
    all
}

/// The first URL of what may be a quoted list, and whether there are more.
pub(crate) fn first_url(text: &str) -> (Box<str>, bool) {
    let all = texts(text);
    let more = all.len() > 1;
    (all.into_iter().next().map_or_else(|| "".into(), |u| u.trim().into()), more)
}

/// A moment as seconds since 1970-01-01T00:00:00Z; without a zone it is one of UTC.
fn seconds(text: &str) -> Option<f64> {
    if let Some(plain) = number::float(text.as_bytes()) {
        return plain.is_finite().then_some(plain);
    }
    if !lexical::is_date_time(text) {
        return None;
    }
    let (date, rest) = text.split_once('T')?;
    let (sign, date) = date.strip_prefix('-').map_or((1, date), |d| (-1, d));
    let mut parts = date.split('-').map(|p| p.parse::<i64>().ok());
    let (year, month, day) = (parts.next()?? * sign, parts.next()??, parts.next()??);
    let zone_at = rest.find(['Z', '+', '-']).unwrap_or(rest.len());
    let (time, zone) = rest.split_at_checked(zone_at)?;
    let mut parts = time.split(':').map(|p| p.parse::<f64>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let offset = match zone.split_at_checked(1) {
        Some((way @ ("+" | "-"), away)) => {
            let (hours, minutes) = away.split_once(':')?;
            let away = hours.parse::<f64>().ok()? * 3600.0 + minutes.parse::<f64>().ok()? * 60.0;
            if way == "-" { -away } else { away }
        }
        _ => 0.0,
    };
    // Years begin in March, so that the odd day is the last of its year; eras have 400 years.
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(days as f64 * 86_400.0 + hours * 3600.0 + minutes * 60.0 + seconds - offset)
}

/// Seconds since 1970 as a moment of UTC, to the microsecond: the inverse of what is read.
pub(crate) fn date_time(seconds: f64) -> String {
    // Beyond that years have more digits than anybody reads.
    let micros = libm::round(seconds.clamp(-6e10, 2.5e11) * 1e6) as i64;
    let (whole, fraction) = (micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000));
    let (days, rest) = (whole.div_euclid(86_400), whole.rem_euclid(86_400));
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    let fraction = match fraction {
        0 => String::new(),
        some => format!(".{some:06}").trim_end_matches('0').to_owned(),
    };
    let (hours, minutes, seconds) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{of_month:02}T{hours:02}:{minutes:02}:{seconds:02}{fraction}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_seconds_since_1970() {
        // A6, A39.
        assert_eq!(seconds("1970-01-01T00:00:00Z"), Some(0.0));
        assert_eq!(seconds("2000-01-01T00:00:00Z"), Some(946_684_800.0));
        assert_eq!(seconds("2000-03-01T00:00:00.5"), Some(951_868_800.5));
        assert_eq!(seconds("1999-12-31T22:00:00-02:00"), Some(946_684_800.0));
        assert_eq!((seconds("12.5"), seconds("soon"), seconds("NaN")), (Some(12.5), None, None));
    }

    #[test]
    fn moments_come_back() {
        for seconds in [0.0, -1.0, 946_684_800.0, 951_868_800.5, 0.000_25, 4_107_542_400.0, 1e10] {
            assert_eq!(self::seconds(&date_time(seconds)), Some(seconds), "{}", date_time(seconds));
        }
        assert_eq!(date_time(-1.0), "1969-12-31T23:59:59Z");
        assert_eq!(date_time(951_868_800.5), "2000-03-01T00:00:00.5Z");
    }

    #[test]
    fn values_are_read_leniently() {
        let value = |ty, text| read(ty, text).0;
        assert_eq!(value(FieldType::Bool, " TRUE "), Some(Value::Bool(true)));
        assert_eq!(value(FieldType::Int32, "-0x10"), Some(Value::Int(-16)));
        assert_eq!(value(FieldType::Vec3f, "1, 2,3"), Some(Value::Numbers([1.0, 2.0, 3.0, 0.0])));
        assert_eq!(value(FieldType::Color, "0.5 2 0"), Some(Value::Numbers([0.5, 1.0, 0.0, 1.0])));
        assert_eq!(value(FieldType::Vec3f, "1 2"), None);
        assert_eq!(value(FieldType::Float, "INF"), None);
        let (list, trouble) = read(FieldType::Vec3fs, "[0 1 2, 3 4]");
        assert_eq!((list, trouble), (Some(Value::Floats(vec![0.0, 1.0, 2.0])), Some(Trouble::Partly)));
        assert_eq!(value(FieldType::Int32s, "0 0x1F -1"), Some(Value::Ints(vec![0, 31, -1])));
        assert_eq!(texts(r#""a \"b\"" "c""#), ["a \"b\"".into(), Box::from("c")]);
        assert_eq!(texts("one line"), [Box::from("one line")]);
        assert_eq!(first_url(r#" "a.png" "b.png" "#), ("a.png".into(), true));
    }
}
