use portolan_syntax::Node;

use crate::rules::support::graph::cycles;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds prototypes whose body contains an instance of the prototype itself, directly or through others.
    ///
    /// Such an instance has no end; readers put an empty group in its place.
    "REF309" "proto-recursion" Error, spec "VRML97-4.8", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for (instance, target) in cycles(report.document, "ProtoInstance") {
        let name = target.attribute_value("name").unwrap_or_default();
        let finding = report.finding(instance, instance.open_span(), format!("the prototype `{name}` contains itself"));
        report.push(finding.see(target.open_span(), "declared here"));
    }
}
