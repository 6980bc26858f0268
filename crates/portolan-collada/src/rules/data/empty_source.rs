use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds sources that have neither an array nor an accessor nor a technique.
    ///
    /// Inputs that use them get nothing. Remove the source together with its inputs, or give it its data.
    "DAT010" "empty-source" Warning, spec "5-137", on ["source"], check
}

fn check<'a>(source: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let holds = |e: Node<'a>| e.local_name() != "asset";
    if !source.elements().any(holds) {
        report.at(source, "the source has no array, no accessor and no technique");
    }
}
