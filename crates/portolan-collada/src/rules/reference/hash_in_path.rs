use portolan_syntax::{Edit, Node};

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds SID paths that begin with `#`.
    ///
    /// A path is not a URI: it begins with the bare id. It is read without the `#`; other readers find nothing.
    "REF015" "hash-in-path" Warning, spec "3-3", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let (Kind::Hash, Some(node)) = (&problem.kind, document.tree.node(problem.node)) else { continue };
        let message = format!("the path `{}` must not begin with `#`", shown(&problem.written));
        let mut finding = report.finding(node, problem.place.span, message);
        if problem.place.exact {
            let hash = problem.place.part(&(0..1)).span;
            finding = finding.fix("remove the `#`", vec![Edit::delete(hash)]);
        }
        report.push(finding);
    }
}
