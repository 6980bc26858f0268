use portolan_syntax::Node;

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds SID paths that do not follow the grammar: `id/sid/sid`, then `.MEMBER`, `(n)` or `(i)(j)`.
    ///
    /// Nothing can be found by them.
    "REF011" "malformed-path" Error, spec "3-3", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let (Kind::Malformed(fault), Some(node)) = (&problem.kind, document.tree.node(problem.node)) else { continue };
        let message = format!("the path `{}` {}", shown(&problem.written), fault.describe());
        report.push(report.finding(node, problem.place.span, message));
    }
}
