use portolan_syntax::Node;

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds SID paths that begin with a SID instead of an id, or use an id further on.
    ///
    /// A path begins with an id (or `.`) and continues with SIDs. The element is found here; other readers may not find
    /// it.
    "REF016" "id-for-sid" Warning, spec "3-3", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let Some(node) = document.tree.node(problem.node) else { continue };
        let written = shown(&problem.written);
        let message = match problem.kind {
            Kind::HeadIsSid => format!("the path `{written}` begins with a sid, but must begin with an id"),
            Kind::IdAsSid => format!("the path `{written}` uses an id where a sid is required"),
            _ => continue,
        };
        report.push(report.finding(node, problem.place.span, message));
    }
}
