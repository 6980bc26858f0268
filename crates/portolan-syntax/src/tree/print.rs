//! The document again, from its tree.

use super::{EXPANDED, Node, NodeKind, Tree};
use crate::Span;

impl Tree {
    /// The document's bytes, exactly as they were read.
    pub fn print(&self) -> Vec<u8> {
        let mut text = String::with_capacity(self.source.text().len());
        self.print_text(&mut |piece| text.push_str(piece));
        if text == self.source.text() && self.source.encoding() != crate::encoding::Encoding::Utf8
            || self.source.unreadable().is_some()
        {
            // The text went through a converter on its way in; the bytes it came from are kept.
            return self.source.bytes().to_vec();
        }
        text.into_bytes()
    }

    /// Walks the tree in document order and hands over its pieces: start tags, leaves, end tags, the gaps between.
    pub fn print_text<'a>(&'a self, put: &mut dyn FnMut(&'a str)) {
        let mut at = 0;
        let mut put_to = |at: &mut u32, to: u32| {
            put(self.source.slice(Span::new(*at, to)));
            *at = (*at).max(to);
        };
        for node in self.nodes() {
            let data = node.data();
            if data.flags & EXPANDED != 0 || data.kind == NodeKind::Document {
                continue;
            }
            put_to(&mut at, data.start);
            put_to(&mut at, data.open_end);
        }
        put_to(&mut at, self.source.text().len() as u32);
    }
}

/// For people who debug: an outline of the tree, one node a line.
pub fn outline(node: Node<'_>) -> String {
    let mut out = String::new();
    let mut stack = vec![(node, 0)];
    while let Some((node, depth)) = stack.pop() {
        let name = match node.kind() {
            NodeKind::Element => node.name().full.to_owned(),
            kind => format!("{kind:?}"),
        };
        out.push_str(&format!("{:indent$}{name}", "", indent = depth * 2));
        for attr in node.attributes() {
            out.push_str(&format!(" {}={:?}", attr.name().full, attr.value()));
        }
        if matches!(node.kind(), NodeKind::Text | NodeKind::CData) {
            out.push_str(&format!(" {:?}", node.text()));
        }
        out.push('\n');
        let mut children: Vec<_> = node.children().collect();
        children.reverse();
        stack.extend(children.into_iter().map(|c| (c, depth + 1)));
    }
    out
}
