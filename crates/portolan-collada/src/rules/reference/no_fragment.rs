use portolan_syntax::Node;

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds references that name another document where an element is wanted: `lights.dae` instead of
    /// `lights.dae#sun`.
    ///
    /// Nobody can tell which element is meant. Put `#` and the element's id behind the document; or, if an element of
    /// this document is meant, put `#` in front and correct the id.
    "REF005" "no-fragment" Warning, spec "3-5", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document).iter().filter(|p| matches!(p.kind, Kind::NoFragment)) {
        let Some(node) = document.tree.node(problem.node) else { continue };
        let message = format!("`{}` names a document, but an element is wanted", shown(&problem.written));
        let finding = report.finding(node, problem.place.span, message);
        report.push(finding.help("put `#` and the element's id behind it"));
    }
}
