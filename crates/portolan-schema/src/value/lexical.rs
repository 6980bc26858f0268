//! Texts with a form of their own.

/// A date and time of XML Schema: `2008-04-01T12:00:00.5+09:00`.
pub fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once('T') else { return false };
    let Some((hour, rest)) = two(time) else { return false };
    let Some((minute, rest)) = rest.strip_prefix(':').and_then(two) else { return false };
    let Some((second, mut rest)) = rest.strip_prefix(':').and_then(two) else { return false };
    let mut fraction_zero = true;
    if let Some(fraction) = rest.strip_prefix('.') {
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return false;
        }
        fraction_zero = fraction.bytes().take(digits).all(|b| b == b'0');
        rest = fraction.get(digits..).unwrap_or_default();
    }
    let midnight = hour == 24 && minute == 0 && second == 0 && fraction_zero;
    is_calendar_date(date) && (hour < 24 || midnight) && minute < 60 && second < 60 && is_zone(rest)
}

/// A date of XML Schema: `2008-04-01`, with an optional time zone.
pub fn is_date(text: &str) -> bool {
    let sign = usize::from(text.starts_with('-'));
    let years = text.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
    match text.split_at_checked(sign + years + 6) {
        Some((date, zone)) => is_calendar_date(date) && is_zone(zone),
        None => false,
    }
}

fn is_calendar_date(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let Some((year, rest)) = text.split_once('-') else { return false };
    let digits = year.len() >= 4 && year.bytes().all(|b| b.is_ascii_digit());
    let leading_zero = year.len() > 4 && year.starts_with('0');
    if !digits || leading_zero || year.bytes().all(|b| b == b'0') {
        return false;
    }
    let Some((month, rest)) = two(rest) else { return false };
    let Some((day, "")) = rest.strip_prefix('-').and_then(two) else { return false };
    // Only the last four digits decide about leap years.
    let year: u32 = year.get(year.len() - 4..).and_then(|y| y.parse().ok()).unwrap_or(0);
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=last).contains(&day)
}

fn is_zone(text: &str) -> bool {
    if text.is_empty() || text == "Z" {
        return true;
    }
    let Some((hour, rest)) = text.strip_prefix(['+', '-']).and_then(two) else { return false };
    let Some((minute, "")) = rest.strip_prefix(':').and_then(two) else { return false };
    minute < 60 && (hour < 14 || hour == 14 && minute == 0)
}

/// Two digits and what follows.
fn two(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    digits.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
    Some((digits.parse().ok()?, rest))
}

/// Pairs of hexadecimal digits.
pub fn is_hex(text: &str) -> bool {
    text.len().is_multiple_of(2) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Base64 with white space anywhere.
pub fn is_base64(text: &str) -> bool {
    let mut digits = 0u64;
    let mut padding = 0u64;
    for b in text.bytes().filter(|b| !b.is_ascii_whitespace()) {
        match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' if padding == 0 => digits += 1,
            b'=' => padding += 1,
            _ => return false,
        }
    }
    (digits + padding).is_multiple_of(4) && padding <= 2
}

/// A language tag: `en`, `ja-JP`.
pub fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let sized = |p: &str| (1..=8).contains(&p.len());
    parts.next().is_some_and(|p| sized(p) && p.bytes().all(|b| b.is_ascii_alphabetic()))
        && parts.all(|p| sized(p) && p.bytes().all(|b| b.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times() {
        for good in [
            "2008-04-01T12:00:00",
            "2008-04-01T12:00:00Z",
            "2008-02-29T24:00:00",
            "2008-04-01T12:00:00.125-05:00",
            "-0044-03-15T00:00:00+14:00",
            "12008-04-01T12:00:00Z",
        ] {
            assert!(is_date_time(good), "{good}");
        }
        for bad in [
            "",
            "2008-04-01",
            "2008-04-01 12:00:00",
            "08-04-01T12:00:00",
            "2007-02-29T12:00:00",
            "2008-13-01T12:00:00",
            "2008-04-31T12:00:00",
            "2008-04-01T25:00:00",
            "2008-04-01T12:60:00",
            "2008-04-01T12:00:00.",
            "2008-04-01T12:00:00+15:00",
            "2008-4-1T12:00:00Z",
            "0000-04-01T12:00:00",
        ] {
            assert!(!is_date_time(bad), "{bad}");
        }
        assert!(is_date("2008-04-01") && is_date("2008-04-01Z") && !is_date("2008-04-01T00:00:00"));
    }

    #[test]
    fn octets_and_languages() {
        assert!(is_hex("00fF") && !is_hex("0") && !is_hex("0g"));
        assert!(is_base64("TWFu TQ==") && !is_base64("TQ=") && !is_base64("=TQ="));
        assert!(is_language("ja-JP") && !is_language("") && !is_language("toolongtag"));
    }
}
