//! Where text is put in and taken out so that the layout stays.

use portolan_syntax::{Edit, Node, NodeKind, Span, Tree};

/// The line break and indentation directly before a place, or nothing when something else stands before it.
pub fn lead(tree: &Tree, at: u32) -> &str {
    let before = tree.slice(Span::new(0, at));
    let line = before.trim_end_matches([' ', '\t']);
    let start = match line.strip_suffix('\n') {
        Some(rest) => rest.strip_suffix('\r').unwrap_or(rest).len(),
        None => return "",
    };
    tree.slice(Span::new(start as u32, at))
}

/// What is deleted to take an element out: with its line, if it has one to itself.
pub fn removal(node: Node<'_>) -> Span {
    let span = node.span();
    let lead = lead(node.tree(), span.start).len() as u32;
    let behind = node.tree().source().text().get(span.end as usize..).unwrap_or_default();
    let alone = behind.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
    Span::new(span.start - if alone { lead } else { 0 }, span.end)
}

/// Puts an element before a child, in a line of its own if the child has one.
pub fn before(child: Node<'_>, text: &str) -> Edit {
    let at = child.span().start;
    Edit::insert(at, format!("{text}{}", lead(child.tree(), at)))
}

/// Puts an element behind the last child, or into an element that is empty.
pub fn at_end(parent: Node<'_>, text: &str) -> Option<Edit> {
    // Of what is cut off, nobody knows where it ends.
    let whole = |node: Node<'_>| node.is_closed() || node.is_self_closed();
    if !whole(parent) {
        return None;
    }
    if let Some(last) = parent.children().last() {
        if last.is_element() && !whole(last) {
            return None;
        }
        let span = last.span();
        return Some(Edit::insert(span.end, format!("{}{text}", lead(parent.tree(), span.start))));
    }
    if parent.is_self_closed() {
        let open = parent.open_span();
        let slash = Span::new(open.end.saturating_sub(2), open.end);
        return (parent.tree().slice(slash) == "/>")
            .then(|| Edit::replace(slash, format!(">{text}</{}>", parent.name().full)));
    }
    Some(Edit::insert(parent.open_span().end, text))
}

/// Each child element with what belongs to it: the gap before it, comments above it and a comment behind it in its line.
///
/// The blocks follow each other without gaps. Nothing when text stands between the elements.
pub fn blocks<'a>(parent: Node<'a>) -> Option<Vec<(Node<'a>, Span)>> {
    let tree = parent.tree();
    let mut blocks: Vec<(Node<'a>, Span)> = Vec::new();
    let mut start = parent.open_span().end;
    let mut last = start;
    for child in parent.children() {
        let span = child.span();
        if span.start < last || span.end > tree.source().text().len() as u32 {
            return None;
        }
        let new_line = tree.slice(Span::new(last, span.start)).contains('\n');
        match child.kind() {
            NodeKind::Element => {
                blocks.push((child, Span::new(start, span.end)));
                start = span.end;
            }
            NodeKind::Comment | NodeKind::Instruction => {
                if let Some((_, block)) = blocks.last_mut().filter(|(_, b)| !new_line && b.end == last) {
                    block.end = span.end;
                    start = span.end;
                }
            }
            _ => return None,
        }
        last = span.end;
    }
    Some(blocks)
}
