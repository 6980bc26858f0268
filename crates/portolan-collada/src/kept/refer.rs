//! Other ids in kept elements, and references that follow ids.

use portolan_format::rewritten;
use portolan_schema::tables::collada::SCHEMA;
use portolan_schema::{Bound, Content, ReferenceKind, Value, ValueId, bind, value};
use portolan_syntax::{Edit, Node};

use super::Fragment;
use crate::resolve::{SidPath, UriRef};
use crate::uris::text_spans;

/// What an id became; `None` if it stays.
pub(crate) type Now<'a> = &'a dyn Fn(&str) -> Option<&'a str>;

impl Fragment {
    /// The text with other ids, and with references to them and to others that follow; `None` if nothing changes.
    ///
    /// What refers to an id is a matter of the tables. In content that they do not know, `#id` does.
    pub fn renamed(&self, now: Now<'_>) -> Option<Box<str>> {
        let follow = Follow { bound: bind(&self.tree, &SCHEMA, None), now };
        let edits: Vec<Edit> = self.elements().flat_map(|e| follow.element(e)).collect();
        if edits.is_empty() { None } else { self.edited(&edits) }
    }
}

struct Follow<'a> {
    bound: Bound,
    now: Now<'a>,
}

impl Follow<'_> {
    fn element(&self, element: Node<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        let ty = self.bound.ty(element.id());
        for attribute in element.attributes() {
            let text = attribute.value();
            let row =
                ty.zip(self.bound.name(attribute.name_id())).and_then(|(ty, name)| self.bound.attribute(ty, name));
            let new = match row {
                _ if attribute.full_name() == "id" => (self.now)(text.trim()).map(str::to_owned),
                Some(row) => self.value(element, row.text.value, &text),
                None => self.guess(&text),
            };
            edits.extend(new.into_iter().flat_map(|new| rewritten(&[attribute.value_span()], &new)));
        }
        let new = match ty.map(|ty| &ty.content) {
            Some(Content::Text(text)) => self.value(element, text.value, &element.text()),
            Some(_) => None,
            None if element.elements().next().is_none() => self.guess(&element.text()),
            None => None,
        };
        edits.extend(new.into_iter().flat_map(|new| rewritten(&text_spans(element), &new)));
        edits
    }

    /// A value of a type, with each reference in it leading to where it led.
    fn value(&self, element: Node<'_>, id: ValueId, text: &str) -> Option<String> {
        let text = text.trim();
        let Value::List { item, .. } = self.bound.schema.value(id) else { return self.single(element, id, text) };
        let (mut out, mut end, mut changed) = (String::new(), 0, false);
        for word in value::words(text) {
            out.push_str(text.get(end..word.start)?);
            let written = text.get(word.clone())?;
            let new = self.single(element, *item, written);
            changed |= new.is_some();
            out.push_str(new.as_deref().unwrap_or(written));
            end = word.end;
        }
        changed.then_some(out)
    }

    fn single(&self, element: Node<'_>, id: ValueId, text: &str) -> Option<String> {
        let schema = self.bound.schema;
        let id = match schema.value(id) {
            Value::Union(all) => {
                let fits = |id: &ValueId| value::check(schema, self.bound.version, *id, text).faults.is_empty();
                all.iter().copied().find(fits)?
            }
            _ => id,
        };
        let Value::Reference(kind, types) = schema.value(id) else { return None };
        match kind {
            ReferenceKind::Uri | ReferenceKind::Fragment => self.link(text),
            ReferenceKind::Id => (self.now)(text).map(str::to_owned),
            // These name parameters, not elements.
            _ if types.is_empty() && matches!(element.local_name(), "setparam" | "connect_param" | "param") => None,
            ReferenceKind::Sid | ReferenceKind::SidStrict => self.path(text),
            ReferenceKind::Name | ReferenceKind::Ddl => None,
        }
    }

    /// `#id`, or the id alone, which is taken for the same.
    fn link(&self, text: &str) -> Option<String> {
        let uri = UriRef::parse(text);
        match uri.fragment_text() {
            Some(id) if uri.is_local() => (self.now)(&id).map(crate::raise::fragment),
            Some(_) => None,
            None => (self.now)(text).map(str::to_owned),
        }
    }

    /// `id/sid/sid.MEMBER`, with a `#` before it or without.
    fn path(&self, text: &str) -> Option<String> {
        let (mark, path) = text.strip_prefix('#').map_or(("", text), |path| ("#", path));
        let parts = SidPath::parse(path).ok()?;
        let head = parts.part(0);
        // A name may have a member behind it, or a dot in it.
        let (head, new) = match ((self.now)(head), head.rsplit_once('.')) {
            (Some(new), _) => (head, new),
            (None, Some((name, _))) if parts.parts.len() == 1 => (name, (self.now)(name)?),
            _ => return None,
        };
        Some(format!("{mark}{new}{}", path.get(head.len()..)?))
    }

    fn guess(&self, text: &str) -> Option<String> {
        (self.now)(text.trim().strip_prefix('#')?).map(crate::raise::fragment)
    }
}
