use portolan_syntax::{Node, Severity};

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds skins that lack an input: `JOINT` in `<joints>`, `JOINT` and `WEIGHT` in `<vertex_weights>`.
    ///
    /// Without them no vertex can follow a joint. `INV_BIND_MATRIX` in `<joints>` should be there too; without it the
    /// joints are assumed to be in the bind pose, and the finding is a warning.
    "DAT080" "skin-inputs" Error, spec "5-134", on ["skin/joints", "skin/vertex_weights"], check
}

fn check<'a>(part: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    if data.inputs(part).next().is_none() {
        return;
    }
    let name = part.local_name();
    let (second, severity) = match name {
        "joints" => ("INV_BIND_MATRIX", Severity::Warning),
        _ => ("WEIGHT", Severity::Error),
    };
    for (semantic, severity) in [("JOINT", Severity::Error), (second, severity)] {
        if data.input(part, semantic).is_none() {
            let message = format!("`<{name}>` has no input `{semantic}`");
            let finding = report.finding(part, part.name_span(), message).severity(severity);
            report.push(finding);
        }
    }
}
