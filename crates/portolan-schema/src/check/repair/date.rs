//! Dates in the spelling of a program or a country.

/// A date of XML Schema for one that is written in another way, if there is only one way to read it.
pub fn date(text: &str) -> Option<String> {
    let text = text.trim();
    by_name_of_month(text).or_else(|| by_numbers(text)).or_else(|| nearly(text))
}

/// `Tue Jan 19 19:53:01 2016 GMT`, as C writes it.
fn by_name_of_month(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut words = text.split_ascii_whitespace();
    let (_, month, day, clock, year) = (words.next()?, words.next()?, words.next()?, words.next()?, words.next()?);
    let zone = match words.next() {
        None => "",
        Some("GMT" | "UTC") => "Z",
        Some(_) => return None,
    };
    let month = MONTHS.iter().position(|m| *m == month)? as u32 + 1;
    written(number(year)?, month, number(day)?, time(clock, None)?, zone)
}

/// `15/05/2013 2:11:02 AM`, when one of the first two numbers can only be the day.
fn by_numbers(text: &str) -> Option<String> {
    let mut words = text.split_ascii_whitespace();
    let (days, clock, half) = (words.next()?, words.next()?, words.next());
    let mut parts = days.split(['/', '.']);
    let (a, b, year) = (number(parts.next()?)?, number(parts.next()?)?, number(parts.next()?)?);
    let (day, month) = match (a, b) {
        (a, b) if a == b => (a, b),
        (13..=31, 1..=12) => (a, b),
        (1..=12, 13..=31) => (b, a),
        _ => return None,
    };
    let half = match half {
        None => None,
        Some("AM") => Some(false),
        Some("PM") => Some(true),
        Some(_) => return None,
    };
    (words.next().is_none() && year > 999).then(|| written(year, month, day, time(clock, half)?, ""))?
}

/// `2013-05-15 02:11:02` and `2013-05-15`.
fn nearly(text: &str) -> Option<String> {
    let (days, clock) = text.split_once([' ', 't']).unwrap_or((text, "00:00:00"));
    let (clock, zone) = match clock.trim().strip_suffix(['Z', 'z']) {
        Some(rest) => (rest, "Z"),
        None => (clock.trim(), ""),
    };
    let mut parts = days.split('-');
    let (year, month, day) = (parts.next()?, number(parts.next()?)?, number(parts.next()?)?);
    let year = Some(year).filter(|y| y.len() == 4).and_then(number)?;
    parts.next().is_none().then(|| written(year, month, day, time(clock, None)?, zone))?
}

/// Hours, minutes and seconds; the second half of the day counts from twelve.
fn time(clock: &str, afternoon: Option<bool>) -> Option<(u32, u32, u32)> {
    let mut parts = clock.split(':');
    let (hours, minutes) = (number(parts.next()?)?, number(parts.next()?)?);
    let seconds = parts.next().map_or(Some(0), number)?;
    let hours = match afternoon {
        None => hours,
        Some(_) if !(1..=12).contains(&hours) => return None,
        Some(afternoon) => hours % 12 + if afternoon { 12 } else { 0 },
    };
    (parts.next().is_none() && hours < 24 && minutes < 60 && seconds < 60).then_some((hours, minutes, seconds))
}

fn written(year: u32, month: u32, day: u32, (hours, minutes, seconds): (u32, u32, u32), zone: &str) -> Option<String> {
    let fits = (1000..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    fits.then(|| format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}{zone}"))
}

fn number(text: &str) -> Option<u32> {
    (!text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn one_reading_or_none() {
        assert_eq!(date("Tue Jan 19 19:53:01 2016 GMT").as_deref(), Some("2016-01-19T19:53:01Z"));
        assert_eq!(date("Wed Nov  1 21:34:42 2012").as_deref(), Some("2012-11-01T21:34:42"));
        assert_eq!(date("15/05/2013 2:11:02 AM").as_deref(), Some("2013-05-15T02:11:02"));
        assert_eq!(date("05/15/2013 12:11:02 PM").as_deref(), Some("2013-05-15T12:11:02"));
        assert_eq!(date("05/06/2013 2:11:02 AM"), None);
        assert_eq!(date("2013-05-15 02:11:02").as_deref(), Some("2013-05-15T02:11:02"));
        assert_eq!(date("2013-05-15").as_deref(), Some("2013-05-15T00:00:00"));
        assert_eq!(date("yesterday"), None);
    }
}
