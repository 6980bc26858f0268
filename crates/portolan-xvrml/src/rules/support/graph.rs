//! What contains what, through `Use` and prototypes too.

use portolan_syntax::{Node, NodeId};

use super::{declaration, is_in_field, use_target};
use portolan_format::Document;

/// Where an element leads besides its children.
fn jump<'a>(document: &'a Document, node: Node<'a>) -> Option<Node<'a>> {
    match node.local_name() {
        "Use" if !is_in_field(node) => use_target(document, node),
        "ProtoInstance" => declaration(document, node),
        _ => None,
    }
}

/// The elements of this name that lead back into something they are part of, with what they lead to.
///
/// One walk over the graph of children and jumps, with a stack of its own: a document may be deep.
pub fn cycles<'a>(document: &'a Document, name: &str) -> Vec<(Node<'a>, Node<'a>)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut found = Vec::new();
    let Some(root) = document.tree.root() else { return found };
    let mut marks = vec![Mark::New; document.tree.len()];
    let mut set = |id: NodeId, mark: Mark| marks.get_mut(id.index()).map(|slot| std::mem::replace(slot, mark));
    let mut stack = vec![(root, false)];
    while let Some((node, leaving)) = stack.pop() {
        if leaving {
            set(node.id(), Mark::Done);
            continue;
        }
        match set(node.id(), Mark::Open) {
            Some(Mark::New) => {}
            Some(before) => {
                set(node.id(), before);
                continue;
            }
            None => continue,
        }
        stack.push((node, true));
        if let Some(target) = jump(document, node) {
            match set(target.id(), Mark::Open) {
                Some(Mark::Open) if node.local_name() == name => found.push((node, target)),
                Some(Mark::Open) | None => {}
                Some(before) => {
                    set(target.id(), before);
                    stack.push((target, false));
                }
            }
        }
        let first = stack.len();
        stack.extend(node.elements().map(|child| (child, false)));
        if let Some(children) = stack.get_mut(first..) {
            children.reverse();
        }
    }
    found
}
