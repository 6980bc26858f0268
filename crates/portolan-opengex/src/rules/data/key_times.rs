use portolan_syntax::{Node, Severity};

use super::key_kinds::kind;
use crate::rules::read::Series;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds key times that do not increase.
    ///
    /// Between two keys readers divide by the difference of their times, and they look for the key of a time by
    /// bisection. A time that goes back is an error; two equal times are a warning, because a jump may be meant.
    /// Sort the keys, or remove the doubled one.
    "DAT212" "key-times-order" Error, spec "76", on ["Time"], check
}

fn check<'a>(time: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let keys = time.children_named("Key").find(|k| kind(report.document, *k).is_some_and(|k| k == "value"));
    let Some(series) = keys.and_then(|k| Series::of(report.document, k)) else { return };
    let mut equal = None;
    let mut last: Option<f64> = None;
    for (value, span) in series.run().into_iter().flat_map(|r| r.floats()).flatten() {
        if let Some(before) = last.filter(|before| value <= *before || value.is_nan() || before.is_nan()) {
            if value != before {
                let message = format!("the key time {value} comes after {before}");
                let finding = report.finding(time, span, message);
                return report.push(finding);
            }
            equal.get_or_insert((value, span));
        }
        last = Some(value);
    }
    if let Some((value, span)) = equal {
        let message = format!("the key time {value} is given twice");
        let finding = report.finding(time, span, message).severity(Severity::Warning);
        report.push(finding);
    }
}
