use portolan_syntax::Node;

use crate::rules::support::numbers::scalar_or_default;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds sounds whose outer distance is smaller than the inner one.
    ///
    /// Up to the inner distance the sound is full, from the outer one on it is silent. Exchange them.
    "SEM309" "sound-ranges" Warning, spec "VRML97-6.42", on ["Sound"], check
}

fn check<'a>(sound: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for (min, max) in [("minFront", "maxFront"), ("minBack", "maxBack")] {
        let inner = scalar_or_default(report.document, sound, min);
        let outer = scalar_or_default(report.document, sound, max);
        if outer < inner {
            let at = if sound.attribute(max).is_some() { max } else { min };
            report.at_attribute(sound, at, format!("`{max}` ({outer}) is smaller than `{min}` ({inner})"));
        }
    }
}
