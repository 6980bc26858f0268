use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds assets that were modified before they were created.
    ///
    /// Tools compare these dates to find out which of two files is newer. One of the two is wrong, or they were
    /// swapped.
    "SEM106" "asset-dates" Warning, spec "5-17", on ["asset"], check
}

/// Time zones reach this far either way; a time without a zone may mean any of them.
const ZONES: f64 = 14.0 * 3600.0;

fn check<'a>(asset: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(created), Some(modified)) = (asset.child("created"), asset.child("modified")) else { return };
    let (Some(start), Some(end)) = (Moment::read(created.text().trim()), Moment::read(modified.text().trim())) else {
        return;
    };
    let doubt = if start.zoned == end.zoned { 0.0 } else { ZONES };
    if end.seconds + doubt < start.seconds {
        let span = modified.content_span();
        let finding = report.finding(modified, span, "`modified` is earlier than `created`");
        report.push(finding.see(created.content_span(), "created here"));
    }
}

struct Moment {
    /// Seconds since the beginning of 1970, in UTC when the zone is known.
    seconds: f64,
    zoned: bool,
}

impl Moment {
    fn read(text: &str) -> Option<Moment> {
        let (date, time) = text.split_once('T')?;
        let (before, date) = match date.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, date),
        };
        let mut parts = date.splitn(3, '-').map(|p| p.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let (clock, zone) = match time.find(['Z', '+', '-']) {
            Some(at) => (time.get(..at)?, time.get(at..)?),
            None => (time, ""),
        };
        let mut parts = clock.splitn(3, ':').map(|p| p.parse::<f64>().ok());
        let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
        let year = if before { year.checked_neg()? } else { year };
        let days = days_since_1970(year, month, day)? as f64;
        let seconds = days * 86400.0 + hours * 3600.0 + minutes * 60.0 + seconds - offset(zone)?;
        Some(Moment { seconds, zoned: !zone.is_empty() })
    }
}

/// Seconds that a zone such as `+01:30` is ahead of UTC.
fn offset(zone: &str) -> Option<f64> {
    if matches!(zone, "" | "Z") {
        return Some(0.0);
    }
    let sign = if zone.starts_with('-') { -1.0 } else { 1.0 };
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    Some(sign * (hours.parse::<f64>().ok()? * 3600.0 + minutes.parse::<f64>().ok()? * 60.0))
}

/// Days from the first of January 1970 in the Gregorian calendar.
fn days_since_1970(year: i64, month: i64, day: i64) -> Option<i64> {
    // The year is counted from March, so that the leap day is its last day.
    let year = if month <= 2 { year.checked_sub(1)? } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era.checked_mul(146_097)?.checked_add(of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_become_seconds() {
        let seconds = |t: &str| Moment::read(t).map(|m| m.seconds);
        assert_eq!(seconds("1970-01-01T00:00:00Z"), Some(0.0));
        assert_eq!(seconds("2000-03-01T00:00:00Z"), Some(951_868_800.0));
        assert_eq!(seconds("1970-01-01T01:30:00.5+01:30"), Some(0.5));
        assert_eq!(seconds("1969-12-31T23:00:00-01:00"), Some(0.0));
        assert_eq!(seconds("yesterday"), None);
        assert_eq!(seconds("9999999999999999999-01-01T00:00:00Z"), None);
        assert_eq!(seconds("-9223372036854775807-01-01T00:00:00Z"), None);
    }
}
