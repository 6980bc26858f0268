//! Names that hold within a part of an effect: parameters, pieces of code.

use hashbrown::HashMap;
use portolan_syntax::{Node, NodeId};

use portolan_format::Document;

/// The elements of certain names that an effect declares, by the scope that declares them and their SID.
///
/// Inner scopes come first: a technique, its profile, the effect.
pub struct Scoped<'a> {
    top: NodeId,
    by_scope: HashMap<(NodeId, String), Node<'a>>,
    by_sid: HashMap<String, Node<'a>>,
}

impl<'a> Scoped<'a> {
    /// What `effect` declares with elements of these names.
    pub fn of(document: &Document, effect: Node<'a>, names: &[&str]) -> Scoped<'a> {
        let mut scoped = Scoped { top: effect.id(), by_scope: HashMap::new(), by_sid: HashMap::new() };
        for node in effect.descendants() {
            if !names.contains(&node.local_name()) || document.ty(node).is_none() {
                continue;
            }
            let (Some(sid), Some(scope)) = (node.attribute_value("sid"), node.parent()) else { continue };
            let sid = sid.trim();
            scoped.by_scope.entry((scope.id(), sid.to_owned())).or_insert(node);
            scoped.by_sid.entry(sid.to_owned()).or_insert(node);
        }
        scoped
    }

    /// What a name means at a place.
    pub fn find(&self, place: Node<'a>, name: &str) -> Option<Node<'a>> {
        // In most documents most names are known nowhere or at the top.
        self.by_sid.get(name)?;
        for scope in place.ancestors() {
            if let Some(found) = self.by_scope.get(&(scope.id(), name.to_owned())) {
                return Some(*found);
            }
            if scope.id() == self.top {
                break;
            }
        }
        None
    }

    /// What has this SID in any scope.
    pub fn anywhere(&self, name: &str) -> Option<Node<'a>> {
        self.by_sid.get(name).copied()
    }
}

/// The element that holds the value of a parameter.
pub fn value(param: Node<'_>) -> Option<Node<'_>> {
    param.elements().find(|e| !matches!(e.local_name(), "annotate" | "semantic" | "modifier"))
}

/// The element that a reference within the document (`#id`, or leniently `id`) means, if its type has this path.
pub fn target<'a>(document: &'a Document, node: Node<'_>, attribute: &str, path: &str) -> Option<Node<'a>> {
    let url = node.attribute_value(attribute)?;
    let url = url.trim();
    let found = document.by_id(url.strip_prefix('#').unwrap_or(url))?;
    (document.path(found) == path).then_some(found)
}
