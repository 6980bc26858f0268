//! Another id for an element: everything in the document that refers to it follows.

use portolan_schema::{Content, ReferenceKind, Value, ValueId};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Edit, Span};

use super::{Refusal, Target, Why};

impl Target<'_> {
    /// Edits of all references to an id that gets another one. An id that another element has is refused.
    pub(super) fn renamed(&self, old: &str, new: &str) -> Result<Vec<Edit>, Refusal> {
        let (old, new) = (old.trim(), new.trim());
        let bound = &self.document.bound;
        let tree = self.node.tree();
        let mut edits = Vec::new();
        for node in tree.nodes().filter(|n| n.is_element()) {
            let Some(ty) = bound.ty(node.id()) else { continue };
            for attribute in node.attributes().filter(|a| a.kind() == AttrKind::Plain) {
                let row = bound.name(attribute.name_id()).and_then(|name| bound.attribute(ty, name));
                let Some(value) = row.map(|row| row.text.value) else { continue };
                if matches!(bound.schema.value(value), Value::Id) && node.id() != self.node.id() {
                    if attribute.value().trim() == new {
                        let message = format!("another element has the id `{new}`");
                        return Err(Refusal::new(Why::Unfit, message).at(node));
                    }
                    continue;
                }
                self.refer(value, attribute.value_span(), (old, new), &mut edits);
            }
            if let Content::Text(text) = &ty.content {
                for piece in node.text_nodes() {
                    self.refer(text.value, piece.span(), (old, new), &mut edits);
                }
            }
        }
        Ok(edits)
    }

    /// Edits of the words of a value that refer to the id.
    fn refer(&self, value: ValueId, span: Span, (old, new): (&str, &str), edits: &mut Vec<Edit>) {
        let kinds = self.kinds(value, 0);
        if kinds.is_empty() {
            return;
        }
        let text = self.node.tree().slice(span);
        for word in portolan_schema::value::words(text) {
            let written = text.get(word.clone()).unwrap_or_default();
            let Some(changed) = kinds.iter().find_map(|kind| other(*kind, written, old, new)) else { continue };
            let at = Span::new(span.start + word.start as u32, span.start + word.end as u32);
            edits.push(Edit::replace(at, changed));
        }
    }

    /// How a value refers to something, if it does.
    fn kinds(&self, value: ValueId, depth: usize) -> Vec<ReferenceKind> {
        match self.document.bound.schema.value(value) {
            Value::Reference(kind, _) => vec![*kind],
            Value::List { item, .. } if depth < 4 => self.kinds(*item, depth + 1),
            Value::Union(all) if depth < 4 => all.iter().flat_map(|one| self.kinds(*one, depth + 1)).collect(),
            _ => Vec::new(),
        }
    }
}

/// A reference to an id with another one in its place.
fn other(kind: ReferenceKind, word: &str, old: &str, new: &str) -> Option<String> {
    match kind {
        ReferenceKind::Uri | ReferenceKind::Fragment => {
            (word.strip_prefix('#') == Some(old)).then(|| format!("#{new}"))
        }
        ReferenceKind::Id | ReferenceKind::Name => (word == old).then(|| new.to_owned()),
        // The id is the first part of the path.
        ReferenceKind::Sid | ReferenceKind::SidStrict => {
            let rest = word.strip_prefix(old)?;
            (rest.is_empty() || rest.starts_with(['/', '.', '('])).then(|| format!("{new}{rest}"))
        }
        ReferenceKind::Ddl => None,
    }
}
