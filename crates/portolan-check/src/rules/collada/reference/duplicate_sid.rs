use hashbrown::HashMap;
use portolan_syntax::{Node, NodeId};

use super::shown;
use crate::{Reporter, rule};

rule! {
    /// Finds two children of one element with the same `sid`.
    ///
    /// A path can only mean the first. Give one of them another sid.
    "REF020" "duplicate-sid" Warning, spec "3-3", collada on document, check
}

fn check<'a>(document: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut first: HashMap<(NodeId, String), NodeId> = HashMap::new();
    for node in document.descendants().filter(|n| n.is_element()) {
        let (Some(attr), Some(parent)) = (node.attribute("sid"), node.parent()) else { continue };
        // Free content is the application's own business.
        if report.document.ty(node).is_none() {
            continue;
        }
        let sid = attr.value().trim().to_owned();
        let earlier = *first.entry((parent.id(), sid)).or_insert(node.id());
        if let Some(earlier) = node.tree().node(earlier).filter(|e| *e != node) {
            let message =
                format!("the sid `{}` is given twice in one `<{}>`", shown(attr.value().trim()), parent.local_name());
            let finding = report.finding(node, attr.value_span(), message).see(earlier.open_span(), "first given here");
            report.push(finding.help("give one of them another sid; paths mean the first"));
        }
    }
}
