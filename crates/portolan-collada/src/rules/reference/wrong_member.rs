use crate::resolve::MemberFault;
use crate::resolve::resolver;
use portolan_syntax::{Node, Severity};

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds SID paths that select a part of a value that has no such part: `(4)` of three numbers, one position in a
    /// matrix, `.X` of an element without a value.
    ///
    /// Positions count from 0. A matrix takes two of them: column, then row. Selecting from a single number is harmless,
    /// as only one thing can be meant, and gives a warning.
    "REF012" "wrong-member" Error, spec "3-3", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let resolver = resolver(document);
    for problem in problems(document) {
        let (Kind::Member { part, fault, target }, Some(node)) = (&problem.kind, document.tree.node(problem.node))
        else {
            continue;
        };
        let Some(target) = document.tree.node(*target) else { continue };
        let (what, values) = (target.local_name(), resolver.shape(target).describe());
        let (part, written) = (shown(part), shown(&problem.written));
        let message = match fault {
            MemberFault::Case(_) => continue,
            MemberFault::NoValue => format!("`{written}` selects from a `<{what}>`, which has no value of its own"),
            MemberFault::Scalar => format!("`{written}` selects from a `<{what}>`, which is a single value"),
            MemberFault::Beyond(_) | MemberFault::NoSuch(_) => {
                format!("`{written}` does not exist: a `<{what}>` has {values}, but no `{part}`")
            }
            MemberFault::NeedsTwo => format!("`{written}` needs two positions: a `<{what}>` has {values}"),
            MemberFault::NeedsOne => format!("`{written}` has two positions, but a `<{what}>` has {values} in a row"),
        };
        let mut finding = report.finding(node, problem.place.span, message).see(target.open_span(), "the target");
        if *fault == MemberFault::Scalar {
            finding = finding.severity(Severity::Warning).help(format!("remove `{part}`"));
        }
        report.push(finding);
    }
}
