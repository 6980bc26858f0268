//! Elements under another name.

use portolan_syntax::{Edit, Node, Span};

use super::Repair;
use crate::bind::Bound;
use crate::content;

/// The name in the end tag of an element, if it has an end tag.
pub fn end_tag_name(node: Node<'_>) -> Option<Span> {
    if node.is_self_closed() || !node.is_closed() {
        return None;
    }
    let span = node.span();
    let tag = node.tree().slice(span).rfind("</")? as u32;
    let start = span.start + tag + 2;
    let name = node.name().full;
    let named = node.tree().slice(Span::new(start, start + name.len() as u32)) == name;
    named.then(|| Span::new(start, start + name.len() as u32))
}

/// The edits that give an element another local name, in both of its tags.
pub fn renamed(node: Node<'_>, name: &str) -> Vec<Edit> {
    let local = node.local_name().len() as u32;
    let part = |span: Span| Edit::replace(Span::new(span.end - local.min(span.len()), span.end), name);
    let mut edits = vec![part(node.name_span())];
    match end_tag_name(node) {
        Some(end) => edits.push(part(end)),
        None if node.is_self_closed() => {}
        None => edits.clear(),
    }
    edits
}

/// A `<lambert>` with what only `<phong>` has is probably that.
pub fn as_phong(bound: &Bound, node: Node<'_>) -> Option<Repair> {
    let technique = node.parent_element().filter(|_| node.local_name() == "lambert")?;
    let parent = bound.ty(technique.id())?;
    let phong = bound.schema.ty(parent.child(bound.schema.name_id("phong")?, bound.version)?)?;
    let model = bound.schema.model(phong, bound.version)?;
    let names: Vec<_> = node.elements().map(|e| bound.name(e.name_id())).collect();
    content::fits(model, &names).then(|| Repair::guess("write `<phong>`", renamed(node, "phong")))
}
