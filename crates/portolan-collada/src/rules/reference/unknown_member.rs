use portolan_syntax::Node;

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds member names that the common profile does not have.
    ///
    /// An application may have names of its own, but others will not know them. Common are `X Y Z W`, `R G B A`,
    /// `S T P Q`, `U V`, `ANGLE` and `TIME`.
    "REF014" "unknown-member" Info, spec "3-8", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let (Kind::UnknownMember { name }, Some(node)) = (&problem.kind, document.tree.node(problem.node)) else {
            continue;
        };
        let message = format!("the member name `{}` is not defined by the common profile", shown(name));
        let finding = report.finding(node, problem.place.span, message);
        report.push(finding);
    }
}
