//! What several rules of xVRML need.

pub mod bounds;
pub mod fields;
pub mod graph;
pub mod numbers;

use portolan_syntax::Node;

use portolan_format::Document;

/// The node with this name. In X3D's spelling the name may have a `#` before it.
pub fn named<'a>(document: &'a Document, name: &str) -> Option<Node<'a>> {
    let name = name.trim();
    document.by_id(name).or_else(|| document.by_id(name.strip_prefix('#')?))
}

/// Other worlds that become part of this one may bring the names that are missing here.
pub fn has_inline(document: &Document) -> bool {
    document.tree.nodes().any(|n| n.is_element() && n.local_name() == "Inline")
}

/// The names under which a `Use` may give its target.
const USE_ATTRIBUTES: [&str; 8] = ["ref", "node", "nodeName", "name", "use", "USE", "target", "href"];

/// The attribute of a `Use` that names its target.
pub fn use_attribute(node: Node<'_>) -> Option<portolan_syntax::Attr<'_>> {
    USE_ATTRIBUTES.iter().find_map(|name| node.attribute(name))
}

/// The target of a `Use`.
pub fn use_target<'a>(document: &'a Document, node: Node<'a>) -> Option<Node<'a>> {
    named(document, &use_attribute(node)?.value())
}

/// The declaration of a prototype instance, if it is in this document.
pub fn declaration<'a>(document: &'a Document, instance: Node<'a>) -> Option<Node<'a>> {
    let proto = instance.attribute_value("proto")?;
    let name = proto.trim().strip_prefix('#')?;
    document.by_id(name).filter(|n| n.local_name() == "ProtoDeclare")
}

/// Does it stand in a field of a script or prototype? There a `Use` is only a reference: nothing is put there.
pub fn is_in_field(node: Node<'_>) -> bool {
    node.parent_element().is_some_and(|p| matches!(p.local_name(), "field" | "fieldValue"))
}

/// Has it so many fields that looking through them for each name would take too long? Then it is not judged.
pub fn has_too_many_fields(owner: Node<'_>) -> bool {
    const MOST: usize = 256;
    owner.elements().nth(MOST).is_some()
}

/// The value of a truth attribute, or its default.
pub fn flag(document: &Document, node: Node<'_>, name: &str) -> bool {
    match node.attribute_value(name) {
        Some(value) => matches!(value.trim(), "1") || value.trim().eq_ignore_ascii_case("true"),
        None => document.bound.default_of(node, name).unwrap_or_default(),
    }
}
