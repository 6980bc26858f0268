use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds animation clips that end before they begin.
    ///
    /// `start` is 0 when it is missing. Nothing of such a clip can be played.
    "DAT068" "clip-range" Error, spec "5-15", on ["animation_clip"], check
}

fn check<'a>(clip: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let number = |name: &str| report.document.bound.given::<f64>(clip, name).sound();
    let (Some(start), Some(end)) = (number("start"), number("end")) else { return };
    if end < start {
        report.at_attribute(clip, "end", format!("the clip ends at {end}, before it starts at {start}"));
    }
}
