use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds morphs with another number of weights than of targets.
    ///
    /// They belong together by their number: each target has one weight.
    "DAT101" "morph-count" Error, spec "5-92", on ["morph/targets"], check
}

fn check<'a>(targets: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let count = |semantic: &str| data.input_source(targets, semantic).and_then(|s| s.count());
    let (Some(geometries), Some(weights)) = (count("MORPH_TARGET"), count("MORPH_WEIGHT")) else { return };
    if geometries != weights {
        report.at(
            targets,
            format!(
                "the morph has {}, but {}",
                portolan_syntax::counted(geometries, "target", "targets"),
                portolan_syntax::counted(weights, "weight", "weights")
            ),
        );
    }
}
