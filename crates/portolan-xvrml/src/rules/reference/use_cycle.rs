use portolan_syntax::Node;

use crate::rules::support::graph::cycles;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds a `Use` that puts a node into itself, directly or through other nodes.
    ///
    /// Such a world has no end; readers leave the `Use` out or refuse the file.
    "REF303" "use-cycle" Error, spec "VRML97-4.6.2", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for (node, target) in cycles(report.document, "Use") {
        let finding = report.finding(node, node.span(), format!("`<{}>` contains itself", target.name().full));
        report.push(finding.see(target.open_span(), "this node contains the `Use`"));
    }
}
