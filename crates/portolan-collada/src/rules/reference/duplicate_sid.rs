use std::borrow::Cow;

use portolan_syntax::{Attr, Node};

use super::shown;
use crate::resolve::Named;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds two children of one element with the same `sid`.
    ///
    /// A path can only mean the first. Give one of them another sid.
    "REF020" "duplicate-sid" Warning, spec "3-3", on document, check
}

fn check<'a>(document: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(wanted) = Named::that(document.tree(), |name| name.full == "sid") else { return };
    // Of one parent at a time, and in memory that is used again for the next.
    let mut sids: Vec<(Cow<'a, str>, Node<'a>, Attr<'a>)> = Vec::new();
    for parent in document.descendants().filter(|n| n.is_element()) {
        sids.clear();
        for node in parent.elements() {
            // Free content is the application's own business.
            let sid = node.attributes().find(|attribute| wanted.has(attribute.name_id()));
            if let Some(attr) = sid.filter(|_| report.document.ty(node).is_some()) {
                sids.push((attr.value(), node, attr));
            }
        }
        sids.sort_by(|a, b| a.0.trim().cmp(b.0.trim()).then(a.1.id().cmp(&b.1.id())));
        for same in sids.chunk_by(|a, b| a.0.trim() == b.0.trim()) {
            let [(sid, first, _), again @ ..] = same else { continue };
            for (_, node, attr) in again {
                let message =
                    format!("the sid `{}` is given twice in one `<{}>`", shown(sid.trim()), parent.local_name());
                let finding =
                    report.finding(*node, attr.value_span(), message).see(first.open_span(), "first given here");
                report.push(finding.help("give one of them another sid; paths resolve to the first"));
            }
        }
    }
}
