use portolan_syntax::{Node, Severity};

use super::pass::{Kind, problems, type_names};
use super::{and_more, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds references to the wrong kind of element, such as an `<instance_camera>` of a light.
    ///
    /// Readers ignore them or fail. Correct the id, or use the element that fits what is referred to. An accessor that
    /// names its `<source>` instead of the array in it is understood, with a warning.
    "REF003" "wrong-kind" Error, spec "3-5", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let (Kind::Mismatch { found, types }, Some(node)) = (&problem.kind, document.tree.node(problem.node)) else {
            continue;
        };
        let Some(found) = document.tree.node(*found) else { continue };
        let message = format!(
            "`{}` refers to a `<{}>`, not to {}{}",
            shown(&problem.written),
            found.local_name(),
            type_names(document, types),
            and_more(problem.more)
        );
        let mut finding = report.finding(node, problem.place.span, message).see(found.open_span(), "refers to this");
        // An accessor that names its source instead of the array in it can only mean that array.
        if node.local_name() == "accessor" && found.local_name() == "source" {
            finding = finding.severity(Severity::Warning).help("name the array in the source");
        }
        report.push(finding);
    }
}
