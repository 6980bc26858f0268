use portolan_syntax::Node;

use super::key_kinds::kind;
use crate::rules::read::Series;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds keys of a track that are not as many as its times.
    ///
    /// To each time belongs one value, and to each of both one control point or curve parameter where the curve has
    /// them. Readers drop the rest or refuse the track.
    "DAT210" "key-counts-differ" Error, spec "79", on ["Track"], check
}

fn check<'a>(track: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let curves = || track.elements().filter(|e| matches!(e.name().full, "Time" | "Value"));
    let Some(time) = track.child("Time") else { return };
    let times = time.children_named("Key").find(|k| kind(report.document, *k).is_some_and(|k| k == "value"));
    let Some(times) = times.and_then(|k| Series::of(document, k)).map(|s| s.entries()) else { return };
    for key in curves().flat_map(|c| c.children_named("Key")) {
        let Some(series) = Series::of(document, key) else { continue };
        if series.entries() != times {
            let what = kind(report.document, key).unwrap_or_default();
            let keys = portolan_syntax::counted(series.entries(), "key", "keys");
            let message =
                format!("found {keys} of kind `{what}` for {}", portolan_syntax::counted(times, "time", "times"));
            report.at(series.node, message);
        }
    }
}
