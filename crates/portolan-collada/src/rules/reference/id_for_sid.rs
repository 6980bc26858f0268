use portolan_syntax::Node;

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds SID paths that begin with a SID where an id must stand, or name an element by its id further on.
    ///
    /// A path begins with an id (or `.`) and goes on with SIDs. The element is found all the same; other readers may
    /// not find it.
    "REF016" "id-for-sid" Warning, spec "3-3", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let Some(node) = document.tree.node(problem.node) else { continue };
        let written = shown(&problem.written);
        let message = match problem.kind {
            Kind::HeadIsSid => format!("the path `{written}` begins with a sid, but an id must stand there"),
            Kind::IdAsSid => format!("the path `{written}` names an element by its id where a sid must stand"),
            _ => continue,
        };
        report.push(report.finding(node, problem.place.span, message));
    }
}
