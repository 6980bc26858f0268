use portolan_syntax::{Edit, Node};

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds an id of the document where a URI is required: `Cube` instead of `#Cube`.
    ///
    /// Without `#` it names a file. It is read as the element with that id, as its writer meant it; other readers look
    /// for the file. Put a `#` in front.
    "REF002" "missing-hash" Warning, spec "3-2", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document).iter().filter(|p| matches!(p.kind, Kind::BareId)) {
        let Some(node) = document.tree.node(problem.node) else { continue };
        let message =
            format!("`{}` refers to a file, but is the id of an element of this document", shown(&problem.written));
        let mut finding = report.finding(node, problem.place.span, message);
        finding = finding.help(format!("write `#{}`", shown(&problem.written)));
        if problem.place.exact {
            finding = finding.fix("put a `#` in front", vec![Edit::insert(problem.place.span.start, "#")]);
        }
        report.push(finding);
    }
}
