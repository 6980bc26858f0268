//! Parameters of effects.

use crate::resolve::resolver;
use portolan_syntax::Node;

use portolan_format::Document;

/// All elements in the effects of a document that the format knows.
pub fn elements<'a>(document: &'a Document) -> impl Iterator<Item = Node<'a>> {
    let root = document.tree.root();
    let libraries = root.into_iter().flat_map(|r| r.elements()).filter(|l| l.local_name() == "library_effects");
    libraries.flat_map(|l| l.descendants()).filter(|n| n.is_element() && document.ty(*n).is_some())
}

/// The effect an element stands in.
pub fn enclosing(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|a| a.local_name() == "effect")
}

/// The profile an element stands in.
pub fn profile(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|a| a.local_name().starts_with("profile_"))
}

/// The parameter of this name that an element in an effect can see: declared in it or in what it stands in, the
/// innermost first.
pub fn parameter<'a>(document: &'a Document, from: Node<'a>, name: &str) -> Option<Node<'a>> {
    // A name that is declared this often is no name any more.
    const MOST: usize = 1000;
    let effect = enclosing(from)?;
    let candidates =
        resolver(document).index().all_below(effect, name).take(MOST).filter_map(|n| document.tree.node(n));
    let visible = |n: &Node<'_>| n.parent().is_some_and(|p| p.subtree().contains(&from.id().0));
    // Of those that hold the place, the one that begins last is the innermost.
    candidates.filter(|n| n.local_name() == "newparam").filter(visible).max_by_key(|n| n.parent().map(Node::id))
}

/// What a parameter holds: the name of its value element.
pub fn holds<'a>(parameter: Node<'a>) -> &'a str {
    let about = |name: &str| matches!(name, "annotate" | "semantic" | "modifier");
    parameter.elements().map(|e| e.local_name()).find(|n| !about(n)).unwrap_or("")
}
