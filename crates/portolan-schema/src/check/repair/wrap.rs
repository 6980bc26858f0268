//! Elements put around what stands without them.

use portolan_syntax::{Edit, Node, NodeId, Span};

use super::Repair;
use super::place::lead;
use crate::bind::Bound;
use crate::{Content, NameId, Type, content};

/// The element that exporters forget most often.
const COMMON: &str = "technique_common";

/// Puts `<technique_common>` around the children that belong into it; gives the first of them as well.
pub fn wrapped(bound: &Bound, parent: Node<'_>, ty: &Type) -> Option<(NodeId, Repair)> {
    let schema = bound.schema;
    let wrapper = schema.ty(ty.child(schema.name_id(COMMON)?, bound.version)?)?;
    if parent.child(COMMON).is_some() {
        return None;
    }
    let model = schema.model(wrapper, bound.version)?;
    let own = |node: &Node<'_>| {
        let id = schema.name_id(node.local_name())?;
        let here = ty.child(id, bound.version).is_some();
        wrapper.child(id, bound.version).filter(|_| !here && node.name().prefix == parent.name().prefix)?;
        Some(id)
    };
    let all: Vec<Node<'_>> = parent.elements().filter(|e| own(e).is_some()).collect();
    let names: Vec<Option<NameId>> = all.iter().map(own).collect();
    let (first, last) = (*all.first()?, *all.last()?);
    let within = parent.elements().filter(|e| e.id() >= first.id() && e.id() <= last.id()).count();
    let complete = last.is_closed() || last.is_self_closed();
    if within != all.len() || !content::fits(model, &names) || !complete {
        return None;
    }
    let line = lead(parent.tree(), first.span().start);
    let prefix = match parent.name().prefix {
        "" => String::new(),
        prefix => format!("{prefix}:"),
    };
    let edits = vec![
        Edit::insert(first.span().start, format!("<{prefix}{COMMON}>{line}")),
        Edit::insert(last.span().end, format!("{line}</{prefix}{COMMON}>")),
    ];
    Some((first.id(), Repair::certain(format!("put `<{COMMON}>` around it"), edits)))
}

/// Puts `<ref>` around the text of an `<init_from>`, as version 1.5.0 writes it.
pub fn text_in_ref(bound: &Bound, node: Node<'_>, text: Span) -> Option<Repair> {
    let ty = bound.ty(node.id()).filter(|t| t.name() == "init_from")?;
    let child = bound.schema.ty(ty.child(bound.schema.name_id("ref")?, bound.version)?)?;
    let plain = matches!(child.content, Content::Text(_)) && node.children().nth(1).is_none();
    let edits = vec![Edit::insert(text.start, "<ref>"), Edit::insert(text.end, "</ref>")];
    (plain && node.name().prefix.is_empty()).then(|| Repair::certain("put `<ref>` around it", edits))
}
