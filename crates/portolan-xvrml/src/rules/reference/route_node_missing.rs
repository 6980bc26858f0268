use portolan_syntax::{Node, Severity};

use crate::rules::support::fields::{Way, end};
use crate::rules::support::{has_inline, named};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds routes from or to a name that no node has, or that is a prototype and not a node.
    ///
    /// Readers ignore such a route. When the world includes others by `Inline`, the name may come from one of them; then
    /// it is a warning only.
    "REF304" "route-node-missing" Error, spec "VRML97-4.10.2", on document, check
}

fn check<'a>(document: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut inline = None;
    for route in document.descendants().filter(|n| report.document.path(*n) == "Route") {
        for end in [Way::Out, Way::In].into_iter().filter_map(|way| end(route, way)) {
            let Some(name) = end.node.filter(|n| !n.is_empty()) else { continue };
            let finding = match named(report.document, &name) {
                Some(node) if node.local_name() == "ProtoDeclare" => report
                    .finding(route, end.node_span, format!("`{name}` is a prototype, which has no events"))
                    .see(node.open_span(), "declared here")
                    .help("name an instance of it"),
                Some(_) => continue,
                None => {
                    let finding = report.finding(route, end.node_span, format!("no node has the name `{name}`"));
                    match *inline.get_or_insert_with(|| has_inline(report.document)) {
                        true => finding
                            .severity(Severity::Warning)
                            .help("it may be a name of a world that is included by `Inline`"),
                        false => finding,
                    }
                }
            };
            report.push(finding);
        }
    }
}
