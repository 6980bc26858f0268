use crate::resolve::MemberFault;
use portolan_syntax::{Edit, Node};

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds member names in small letters: `.x` instead of `.X`.
    ///
    /// The names of the common profile are capitals; other readers may not know the member.
    "REF013" "lower-case-member" Warning, spec "3-8", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let (Kind::Member { part, fault: MemberFault::Case(capital), .. }, Some(node)) =
            (&problem.kind, document.tree.node(problem.node))
        else {
            continue;
        };
        let message = format!("the member `{part}` of `{}` is written `.{capital}`", shown(&problem.written));
        let mut finding = report.finding(node, problem.place.span, message);
        if problem.place.exact {
            let edit = Edit::replace(problem.place.span, format!(".{capital}"));
            finding = finding.fix(format!("write `.{capital}`"), vec![edit]);
        }
        report.push(finding);
    }
}
