use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds recordings without `startTime` or `stopTime`.
    ///
    /// The text of the core documentation calls both required, its declaration does not. Absent means time 0; writing both
    /// satisfies either reading.
    "SEM312" "audio-time-missing" Info, spec "AudioClip", on ["AudioClip"], check
}

fn check<'a>(clip: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for name in ["startTime", "stopTime"] {
        if clip.child(name).is_none() && clip.attribute(name).is_none() {
            report.at(clip, format!("`<AudioClip>` has no `<{name}>`, which is read as time 0"));
        }
    }
}
