use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds morphs without the inputs `MORPH_TARGET` and `MORPH_WEIGHT`.
    ///
    /// The one says which geometries are blended, the other how much of each.
    "DAT100" "morph-inputs" Error, spec "5-143", on ["morph/targets"], check
}

fn check<'a>(targets: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    if data.inputs(targets).next().is_none() {
        return;
    }
    for semantic in ["MORPH_TARGET", "MORPH_WEIGHT"] {
        if data.input(targets, semantic).is_none() {
            report.at(targets, format!("`<targets>` has no input `{semantic}`"));
        }
    }
}
