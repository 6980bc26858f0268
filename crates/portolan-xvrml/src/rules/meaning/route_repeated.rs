use hashbrown::HashMap;
use portolan_syntax::Node;

use crate::rules::support::fields::{Way, end, folded};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds routes that are given twice.
    ///
    /// The second one has no effect. Often one end should have been another.
    "SEM305" "route-repeated" Warning, spec "VRML97-4.10.5", on document, check
}

fn check<'a>(document: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut seen: HashMap<[String; 4], Node<'a>> = HashMap::new();
    for route in document.descendants().filter(|n| report.document.path(*n) == "Route") {
        let (Some(from), Some(to)) = (end(route, Way::Out), end(route, Way::In)) else { continue };
        let (Some(from_node), Some(to_node)) = (from.node, to.node) else { continue };
        let key = [from_node, folded(&from.field), to_node, folded(&to.field)];
        if let Some(first) = seen.get(&key) {
            let finding = report.finding(route, route.open_span(), "the same route was given before");
            report.push(finding.see(first.open_span(), "first given here"));
        } else {
            seen.insert(key, route);
        }
    }
}
