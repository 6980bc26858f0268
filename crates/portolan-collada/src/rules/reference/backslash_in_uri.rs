use crate::resolve::UriFault;
use portolan_syntax::{Edit, Node, Span};

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds backslashes in URIs.
    ///
    /// The parts of a URI are separated by slashes on every system; elsewhere than on Windows a backslash is part of a
    /// name. It is read as a slash.
    "REF007" "backslash-in-uri" Warning, spec "3-2", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let (Kind::Uri(UriFault::Backslash(at)), Some(node)) = (&problem.kind, document.tree.node(problem.node)) else {
            continue;
        };
        let message = format!("`{}` contains backslashes instead of slashes", shown(&problem.written));
        let mut finding = report.finding(node, problem.place.part(at).span, message);
        if problem.place.exact {
            let start = problem.place.span.start;
            let slashes = problem.written.match_indices('\\').map(|(i, _)| start + i as u32);
            let edits = slashes.map(|i| Edit::replace(Span::new(i, i + 1), "/")).collect();
            finding = finding.fix("write slashes", edits);
        }
        report.push(finding);
    }
}
