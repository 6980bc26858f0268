use portolan_syntax::Node;

use super::pass::{Kind, problems};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds references in which nothing is written, or only `#`.
    ///
    /// Readers treat the element as if it were not there. Write what is meant, or take the element away.
    "REF004" "empty-reference" Warning, spec "3-2", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document).iter().filter(|p| matches!(p.kind, Kind::Empty)) {
        let Some(node) = document.tree.node(problem.node) else { continue };
        let span = if problem.place.span.is_empty() { node.open_span() } else { problem.place.span };
        let message = format!("a reference of `<{}>` is empty", node.local_name());
        report.push(report.finding(node, span, message));
    }
}
