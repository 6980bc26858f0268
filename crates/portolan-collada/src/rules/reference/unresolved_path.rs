use portolan_syntax::Node;

use super::pass::{Kind, problems};
use super::{and_more, shown, suggest::Suggestions};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds SID paths that cannot be resolved: no element has the id they begin with, or nothing below it has the next
    /// SID.
    ///
    /// An animation channel with such a target moves nothing. A path begins with an id (or `.`), every further part is
    /// the `sid` of a descendant.
    "REF010" "unresolved-path" Error, spec "3-3", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut suggestions = Suggestions::new(document);
    for problem in problems(document) {
        let Some(node) = document.tree.node(problem.node) else { continue };
        let more = and_more(problem.more);
        match &problem.kind {
            Kind::NoHead { head } => {
                let written = shown(&problem.written);
                let message = format!("`{written}` cannot be resolved: no element has the id `{}`{more}", shown(head));
                let mut finding = report.finding(node, problem.place.span, message);
                if let Some(meant) = suggestions.id(head, &[]) {
                    finding = finding.help(format!("did you mean `{meant}`?"));
                }
                report.push(finding);
            }
            Kind::NoStep { sid, scope } => {
                let Some(scope) = document.tree.node(*scope) else { continue };
                let written = shown(&problem.written);
                let what = scope.local_name();
                let message = format!(
                    "`{written}` cannot be resolved: nothing in the `<{what}>` has the sid `{}`{more}",
                    shown(sid)
                );
                let mut finding = report
                    .finding(node, problem.place.span, message)
                    .see(scope.open_span(), "searched in this element");
                if let Some(meant) = suggestions.sid(sid, scope) {
                    finding = finding.help(format!("did you mean `{meant}`?"));
                }
                report.push(finding);
            }
            _ => {}
        }
    }
}
