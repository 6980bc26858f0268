use portolan_syntax::{Node, Severity};

use super::key_kinds::kind;
use crate::rules::read::{Series, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds control points of a time curve that are not in order.
    ///
    /// From key to key the numbers must increase: time, outgoing control point (`+control`), incoming control point
    /// (`-control`) of the next key, its time. Otherwise the time curve runs backwards and a time has several values.
    /// The control points before the first and behind the last key shape nothing; exporters often write the time itself
    /// there, which is only worth an information.
    "DAT213" "time-control-points-order" Error, spec "76", on ["Time"], check
}

fn check<'a>(time: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if word(report.document, time, "curve").is_none_or(|curve| curve != "bezier") {
        return;
    }
    let series = |wanted: &str| {
        let key = time.children_named("Key").find(|k| kind(report.document, *k).is_some_and(|k| k == wanted))?;
        Series::of(report.document, key)
    };
    let (Some(times), Some(incoming), Some(outgoing)) = (series("value"), series("-control"), series("+control"))
    else {
        return;
    };
    let points = |series: &Series<'a>| series.run().into_iter().flat_map(|r| r.floats()).flatten();
    let mut last: Option<f64> = None;
    let mut unused = None;
    let mut keys = points(&times).zip(points(&incoming)).zip(points(&outgoing)).peekable();
    while let Some(((time_key, incoming), outgoing)) = keys.next() {
        let in_order = [
            (last.is_none_or(|l| l < incoming.0), incoming, "is not after the `+control` of the previous key", false),
            (incoming.0 < time_key.0, incoming, "is not before the time of its key", last.is_none()),
            (time_key.0 < outgoing.0, outgoing, "is not after the time of its key", keys.peek().is_none()),
        ];
        for (_, (value, span), what, outermost) in in_order.into_iter().filter(|(fine, ..)| !fine) {
            let finding = report.finding(time, span, format!("the control point {value} {what}")).group(what);
            if !outermost || value != time_key.0 {
                return report.push(finding);
            }
            unused = unused.or(Some(finding.severity(Severity::Info)));
        }
        last = Some(outgoing.0);
    }
    if let Some(finding) = unused {
        report.push(finding);
    }
}
