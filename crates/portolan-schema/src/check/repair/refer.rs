//! Which ids a document refers to, from where, and as what.

use hashbrown::{HashMap, HashSet};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Node, Span, Tree};

use crate::bind::{Bind, Bound};
use crate::{Content, ReferenceKind, Schema, TypeId, Value, ValueId, value};

/// Longest text in free content that may be a reference.
const LONGEST: usize = 256;

/// The ids of a document and the references to them.
#[derive(Default)]
pub struct References {
    /// Every value of an attribute `id`.
    pub ids: HashSet<String>,
    uses: HashMap<String, Vec<Use>>,
    /// The one name that materials bind texture coordinates to, if it is one and means the first set.
    pub texcoord: Option<String>,
}

/// One reference.
#[derive(Clone, Copy)]
pub struct Use {
    /// What it may refer to; empty: nobody knows.
    pub types: &'static [TypeId],
    /// Where the id stands in the source, if it stands there as it is meant.
    pub place: Option<Span>,
}

impl References {
    /// Reads all references of a document.
    pub fn read(tree: &Tree, bound: &Bound) -> References {
        let mut found = References::default();
        let mut bound_names = Some(HashSet::new());
        for node in tree.nodes().filter(|n| n.is_element()) {
            match bound.bind(node.id()) {
                Bind::Type(_) => found.typed(bound, node),
                _ => found.free(node),
            }
            if node.local_name() == "bind_vertex_input" {
                let semantic = node.attribute_value("semantic").unwrap_or_default().trim().to_owned();
                let first = node.attribute_value("input_set").is_none_or(|s| s.trim() == "0");
                match &mut bound_names {
                    Some(names) if first && !semantic.is_empty() => drop(names.insert(semantic)),
                    _ => bound_names = None,
                }
            }
        }
        let mut names = bound_names.unwrap_or_default().into_iter();
        found.texcoord = match (names.next(), names.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        };
        found
    }

    /// The references to an id.
    pub fn to(&self, id: &str) -> &[Use] {
        self.uses.get(id).map_or(&[], Vec::as_slice)
    }

    /// An id like this one that nothing has and nothing refers to.
    pub fn unused(&self, base: &str) -> String {
        let free = |id: &String| !self.ids.contains(id) && !self.uses.contains_key(id);
        let numbered = (2u32..).map(|n| format!("{base}-{n}"));
        std::iter::once(base.to_owned()).chain(numbered).find(free).unwrap_or_default()
    }

    fn typed(&mut self, bound: &Bound, node: Node<'_>) {
        let Some(ty) = bound.ty(node.id()) else { return };
        for attr in node.attributes().filter(|a| a.kind() == AttrKind::Plain) {
            if attr.full_name() == "id" {
                self.ids.insert(attr.value().trim().to_owned());
            }
            let row = bound.name(attr.name_id()).and_then(|name| bound.attribute(ty, name));
            if let Some(row) = row {
                let place = attr.is_verbatim().then(|| attr.value_span());
                self.value(bound.schema, row.text.value, &attr.value(), place);
            }
        }
        if let Content::Text(text) = &ty.content
            && refers(bound.schema, text.value)
        {
            let mut pieces = node.text_nodes();
            let place = match (pieces.next(), pieces.next()) {
                (Some(only), None) if only.is_verbatim() => Some(only.span()),
                _ => None,
            };
            self.value(bound.schema, text.value, &node.text(), place);
        }
    }

    /// Content that no table knows may refer to anything.
    fn free(&mut self, node: Node<'_>) {
        let mut note = |text: &str| {
            let text = text.trim();
            if !text.is_empty() && text.len() <= LONGEST {
                let id = text.rsplit('#').next().unwrap_or(text);
                self.uses.entry_ref(head(id)).or_default().push(Use { types: &[], place: None });
            }
        };
        for attr in node.attributes().filter(|a| a.full_name() != "id") {
            note(&attr.value());
        }
        if node.content_span().len() as usize <= LONGEST && node.elements().next().is_none() {
            note(&node.text());
        }
        if let Some(id) = node.attribute_value("id") {
            self.ids.insert(id.trim().to_owned());
        }
    }

    fn value(&mut self, schema: &'static Schema, id: ValueId, text: &str, place: Option<Span>) {
        match schema.value(id) {
            Value::List { item, .. } if refers(schema, *item) => {
                for word in value::words(text) {
                    let at = place.map(|p| Span::new(p.start + word.start as u32, p.start + word.end as u32));
                    self.single(schema, *item, text.get(word).unwrap_or_default(), at);
                }
            }
            Value::List { .. } => {}
            _ => self.single(schema, id, text, place),
        }
    }

    fn single(&mut self, schema: &'static Schema, id: ValueId, text: &str, place: Option<Span>) {
        let (kind, types): (_, &'static [TypeId]) = match schema.value(id) {
            Value::Reference(kind, types) => (*kind, types),
            Value::Uri => (ReferenceKind::Uri, &[]),
            Value::Union(all) if all.iter().any(|a| refers(schema, *a)) => (ReferenceKind::Sid, &[]),
            _ => return,
        };
        let lead = text.len() - text.trim_start().len();
        let trimmed = text.trim();
        let hash = trimmed.find('#');
        let (id, start) = match (kind, hash) {
            (ReferenceKind::Uri | ReferenceKind::Fragment, Some(0)) => (trimmed.get(1..).unwrap_or_default(), lead + 1),
            // A fragment of another document, or of this one by its own name.
            (ReferenceKind::Uri | ReferenceKind::Fragment, Some(at)) => {
                (trimmed.get(at + 1..).unwrap_or_default(), lead + at + 1)
            }
            (ReferenceKind::Uri | ReferenceKind::Fragment | ReferenceKind::Id, _) => (trimmed, lead),
            _ => {
                let path = trimmed.strip_prefix('#').unwrap_or(trimmed);
                (head(path), lead + trimmed.len() - path.len())
            }
        };
        let types =
            if matches!(kind, ReferenceKind::Uri | ReferenceKind::Fragment | ReferenceKind::Id) { types } else { &[] };
        let at = |p: Span| Span::new(p.start + start as u32, p.start + (start + id.len()) as u32);
        self.uses.entry_ref(id).or_default().push(Use { types, place: place.map(at) });
    }
}

/// The id that a path begins with.
fn head(path: &str) -> &str {
    path.split(['/', '(']).next().unwrap_or(path)
}

fn refers(schema: &Schema, id: ValueId) -> bool {
    match schema.value(id) {
        Value::Reference(..) | Value::Uri => true,
        Value::List { item, .. } => refers(schema, *item),
        Value::Union(all) => all.iter().any(|a| refers(schema, *a)),
        _ => false,
    }
}
