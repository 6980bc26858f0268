use portolan_syntax::Node;

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds references that name another document where an element is wanted: `lights.dae` instead of
    /// `lights.dae#sun`.
    ///
    /// The reference is ambiguous. Append `#` and the element's id to the document; or, if an element of this document
    /// is meant, put `#` in front and correct the id.
    "REF005" "no-fragment" Warning, spec "3-5", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document).iter().filter(|p| matches!(p.kind, Kind::NoFragment)) {
        let Some(node) = document.tree.node(problem.node) else { continue };
        let message = format!("`{}` refers to a document instead of an element", shown(&problem.written));
        let finding = report.finding(node, problem.place.span, message);
        report.push(finding.help("append `#` and the element's id"));
    }
}
