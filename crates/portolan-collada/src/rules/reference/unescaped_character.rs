use crate::resolve::UriFault;
use crate::resolve::uri;
use portolan_syntax::{Edit, Node, Span};

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds characters in a URI that must be written as percent escapes, such as a space (`%20`).
    ///
    /// Most readers take them as they are.
    "REF009" "unescaped-character" Info, spec "3-2", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let (Kind::Uri(UriFault::Character(at)), Some(node)) = (&problem.kind, document.tree.node(problem.node)) else {
            continue;
        };
        let message = format!("`{}` has a character that must be escaped in a URI", shown(&problem.written));
        let mut finding = report.finding(node, problem.place.part(at).span, message);
        if problem.written.get(at.clone()) == Some(" ") {
            finding = finding.help("write `%20` for a space");
        }
        if problem.place.exact {
            finding = finding.fix("escape it", escapes(&problem.written, problem.place.span.start));
        }
        report.push(finding);
    }
}

/// Edits that escape every character that must be.
fn escapes(written: &str, start: u32) -> Vec<Edit> {
    let faults = uri::faults(written).into_iter().filter_map(|fault| match fault {
        UriFault::Character(at) => Some(at),
        _ => None,
    });
    faults
        .map(|at| {
            let octets = written.get(at.clone()).unwrap_or_default().bytes();
            let escaped: String = octets.map(|b| format!("%{b:02X}")).collect();
            Edit::replace(Span::new(start + at.start as u32, start + at.end as u32), escaped)
        })
        .collect()
}
