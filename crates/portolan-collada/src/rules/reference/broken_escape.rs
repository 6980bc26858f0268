use crate::resolve::UriFault;
use portolan_syntax::{Edit, Node};

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds a `%` in a URI that no two hexadecimal digits follow.
    ///
    /// Readers differ in what they make of it. A percent sign itself is written `%25`.
    "REF006" "broken-escape" Warning, spec "3-2", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let (Kind::Uri(UriFault::Escape(at)), Some(node)) = (&problem.kind, document.tree.node(problem.node)) else {
            continue;
        };
        let message = format!("two hexadecimal digits must follow the `%` in `{}`", shown(&problem.written));
        let finding = report.finding(node, problem.place.part(at).span, message);
        let mut finding = finding.help("write `%25` for a percent sign");
        if problem.place.exact {
            let percent = problem.place.span.start + at.start as u32;
            finding = finding.guess("write `%25`", vec![Edit::insert(percent + 1, "25")]);
        }
        report.push(finding);
    }
}
