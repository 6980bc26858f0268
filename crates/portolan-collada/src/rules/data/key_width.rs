use portolan_syntax::Node;

use super::support::{data, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds samplers whose `INPUT` is not one number for each key.
    ///
    /// An animation is a function of one variable, usually of time in seconds.
    "DAT066" "key-width" Error, spec "5-118", on ["sampler"], check
}

fn check<'a>(sampler: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(input) = data.input(sampler, "INPUT") else { return };
    let Some(source) = input.target.and_then(|t| data.source(t)) else { return };
    let name = written(input.node, "source");
    if let Some(array) = source.array.filter(|a| !a.kind.is_number()) {
        let message = format!("`INPUT` needs numbers, but `{name}` reads a `{}`", array.node.local_name());
        report.at_attribute(input.node, "source", message);
    } else if let Some(width) = source.width().filter(|w| *w > 1) {
        report.at_attribute(
            input.node,
            "source",
            format!("`INPUT` is one number for each key, but `{name}` gives {width}"),
        );
    }
}
