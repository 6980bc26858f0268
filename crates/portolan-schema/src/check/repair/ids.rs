//! Ids that are given twice.

use hashbrown::HashMap;
use portolan_syntax::{Attr, Edit, Node, NodeId};

use super::{References, Repair};
use crate::bind::Bound;

/// What can be done about each declaration of an id that was declared before: `declared` holds all of them in the order
/// of the document. The first keeps its id, because readers take it; one that nothing can mean gets another.
pub fn settle(
    bound: &Bound,
    references: &References,
    declared: &[(Node<'_>, Attr<'_>)],
) -> HashMap<NodeId, Result<Repair, &'static str>> {
    let mut by_id: HashMap<String, Vec<(Node<'_>, Attr<'_>)>> = HashMap::new();
    let mut order: Vec<String> = Vec::new();
    for (node, attr) in declared {
        let id = attr.value().trim().to_owned();
        let group = by_id.entry_ref(id.as_str()).or_default();
        if group.len() == 1 {
            order.push(id);
        }
        group.push((*node, *attr));
    }
    let mut found = HashMap::new();
    for id in order {
        let Some(group) = by_id.get(&id) else { continue };
        let mut number = 1;
        for (node, repair) in one_id(bound, references, &id, group, &mut number) {
            found.insert(node, repair);
        }
    }
    found
}

fn one_id(
    bound: &Bound,
    references: &References,
    id: &str,
    group: &[(Node<'_>, Attr<'_>)],
    number: &mut u32,
) -> Vec<(NodeId, Result<Repair, &'static str>)> {
    const AMBIGUOUS: &str = "references to it are ambiguous, so rename one by hand";
    let uses = references.to(id);
    let meant = |node: Node<'_>| uses.iter().any(|u| u.types.is_empty() || is_of(bound, node, u.types));
    let Some(((first, first_attr), others)) = group.split_first() else { return Vec::new() };
    let mut rename = |attr: Attr<'_>| {
        let new = loop {
            *number += 1;
            let new = format!("{id}-{number}");
            if !references.ids.contains(&new) && references.to(&new).is_empty() {
                break new;
            }
        };
        Repair::certain(
            format!("rename it to `{new}`; nothing refers to it"),
            vec![Edit::replace(attr.value_span(), new)],
        )
    };
    let same = |node: Node<'_>| node.tree().slice(node.span()) == node.tree().slice(first.span());
    // Two of different kinds, and every reference wants what only the second is.
    if let [(second, _)] = others
        && meant(*second)
        && !meant(*first)
        && first_attr.is_verbatim()
    {
        let repair = rename(*first_attr);
        let title = repair.title.replace("rename it", "rename the first one");
        return vec![(second.id(), Ok(Repair { title, ..repair }))];
    }
    others
        .iter()
        .map(|(node, attr)| {
            let free = !meant(*node) || same(*node);
            (node.id(), if free && attr.is_verbatim() { Ok(rename(*attr)) } else { Err(AMBIGUOUS) })
        })
        .collect()
}

/// May a reference to these types mean the element?
fn is_of(bound: &Bound, node: Node<'_>, types: &[crate::TypeId]) -> bool {
    let named = || types.iter().any(|t| bound.schema.ty(*t).is_some_and(|t| t.name() == node.local_name()));
    match bound.type_id(node.id()) {
        Some(id) => types.contains(&id) || named(),
        None => true,
    }
}
