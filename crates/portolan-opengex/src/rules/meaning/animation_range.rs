use portolan_syntax::Node;

use crate::rules::read::float;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds animations that end before they begin.
    ///
    /// Nothing of such an animation can be played. Exchange `begin` and `end`.
    "SEM221" "animation-range" Warning, spec "10", on ["Animation"], check
}

fn check<'a>(animation: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(begin), Some(end)) =
        (float(report.document, animation, "begin"), float(report.document, animation, "end"))
    else {
        return;
    };
    if end < begin {
        report.at_attribute(animation, "end", format!("the animation ends at {end}, before it begins at {begin}"));
    }
}
