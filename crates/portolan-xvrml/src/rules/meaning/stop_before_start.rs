use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds clocks and recordings that stop before they start.
    ///
    /// A `stopTime` that is not after `startTime` has no effect. The time 0 (1970-01-01T00:00:00Z) says so on purpose
    /// and is not reported.
    "SEM311" "stop-before-start" Info, spec "VRML97-6.50", on ["TimeSensor", "AudioClip", "Texture"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(start), Some(stop)) = (node.child("startTime"), node.child("stopTime")) else { return };
    let (start, written) = (start.text(), stop.text());
    // Times in UTC compare as text, up to fractions of a second; others are left alone.
    let utc = |t: &str| {
        (t.len() >= 20 && t.ends_with('Z') && t.starts_with(['1', '2'])).then(|| t.get(..19).map(str::to_owned))?
    };
    let (Some(start), Some(end)) = (utc(start.trim()), utc(written.trim())) else { return };
    if end < start && end != "1970-01-01T00:00:00" {
        report.at_content(stop, "`stopTime` is before `startTime` and has no effect");
    }
}
