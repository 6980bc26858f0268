//! Forms that are not schema-valid and that readers of a format take all the same.
//!
//! Strict formats have none. For the others a table says which element or attribute stands for which, and the values
//! are read once more with tolerance when they do not fit. Whatever is taken so is a warning with a code of its own.

pub mod codes;
mod table;
mod value;

use portolan_syntax::Code;

use crate::{Bind, Content, Schema, Type, ValueId, Version};

pub(crate) use value::{Note, relaxed, reread};

/// The lenient forms of a format.
pub(crate) struct Lenient {
    elements: &'static [Element],
    attributes: &'static [Attribute],
}

/// An element that is taken at a place where it does not belong.
struct Element {
    /// Paths of the parent's type; `…/name` is every type that ends so.
    parents: &'static [&'static str],
    names: &'static [&'static str],
    /// The type it is read as; empty: it is not judged.
    read_as: &'static str,
    /// The child of the parent that is then not missing.
    stands_for: &'static str,
    code: &'static Code,
    help: &'static str,
}

/// An attribute that is taken in place of others.
struct Attribute {
    /// Name of the type; empty: of every type.
    of: &'static str,
    names: &'static [&'static str],
    stands_for: &'static [&'static str],
    code: &'static Code,
    help: &'static str,
}

/// How a child is read leniently.
pub(crate) struct Reading {
    pub bind: Bind,
    /// The child that it replaces, or empty.
    pub stands_for: &'static str,
    pub code: &'static Code,
    pub help: String,
}

/// How an attribute is read leniently.
pub(crate) struct AttributeReading {
    /// The attributes, or the element, that it replaces.
    pub stands_for: &'static [&'static str],
    /// Its value type, when it is the one of an element.
    pub value: Option<ValueId>,
    pub code: &'static Code,
    pub help: String,
}

/// The lenient forms of a format; `None` for a strict one.
pub(crate) fn of(schema: &Schema) -> Option<&'static Lenient> {
    (schema.format == "xvrml").then_some(&table::XVRML)
}

fn fits(pattern: &str, path: &str) -> bool {
    match pattern.strip_prefix("…/") {
        Some(name) => path.rsplit('/').next() == Some(name),
        None => pattern == path,
    }
}

/// How an element is read that has no place in its parent.
pub(crate) fn child(schema: &'static Schema, version: Version, parent: &'static Type, name: &str) -> Option<Reading> {
    let forms = of(schema)?;
    let by_table = |form: &&Element| {
        // The body of an avatar is closed: a viewpoint or avatar in it would chase itself.
        let closed = parent.path == "Avatar/children" && form.code == &codes::PLACE;
        form.names.contains(&name) && !closed && form.parents.iter().any(|p| fits(p, parent.path))
    };
    if let Some(form) = forms.elements.iter().find(by_table) {
        let path = if form.read_as == "=" { name } else { form.read_as };
        let bind = schema.type_at(path, version).map_or(Bind::Free, Bind::Type);
        return Some(Reading { bind, stands_for: form.stands_for, code: form.code, help: form.help.to_owned() });
    }
    omitted_wrapper(schema, version, parent, name)
}

/// A node that stands directly where an element around it, such as `<children>`, is missing.
fn omitted_wrapper(schema: &'static Schema, version: Version, parent: &'static Type, name: &str) -> Option<Reading> {
    let id = schema.name_id(name)?;
    parent.children.iter().filter(|c| c.versions.contains(version)).find_map(|wrapper| {
        let ty = schema.ty(wrapper.ty)?;
        let own = ty.path.strip_prefix(parent.path).is_some_and(|rest| rest.starts_with('/'));
        if !own || !ty.attributes.is_empty() || !matches!(ty.content, Content::Elements(_)) {
            return None;
        }
        let bind = Bind::Type(ty.child(id, version)?);
        let stands_for = schema.name(wrapper.name);
        let code = if stands_for == "children" { &codes::CHILDREN } else { &codes::WRAPPER };
        Some(Reading { bind, stands_for, code, help: format!("put it in `<{stands_for}>`") })
    })
}

/// How an attribute is read that its element does not have.
pub(crate) fn attribute(
    schema: &'static Schema,
    version: Version,
    ty: &'static Type,
    name: &str,
) -> Option<AttributeReading> {
    let forms = of(schema)?;
    let id = schema.name_id(name);
    if let Some(child) = id.and_then(|id| ty.child(id, version)).and_then(|c| schema.ty(c))
        && let Content::Text(text) = &child.content
    {
        return Some(AttributeReading {
            stands_for: &[],
            value: Some(text.value),
            code: &codes::VALUE_PLACE,
            help: format!("write `<{name}>…</{name}>` inside the element"),
        });
    }
    let form = forms.attributes.iter().find(|f| (f.of.is_empty() || f.of == ty.path) && f.names.contains(&name))?;
    Some(AttributeReading { stands_for: form.stands_for, value: None, code: form.code, help: form.help.to_owned() })
}

/// The child that text between the tags of an element stands for.
pub(crate) fn text_child(schema: &Schema, ty: &Type) -> Option<&'static str> {
    (of(schema).is_some() && ty.path == "Script").then_some("source")
}

/// Is this another spelling of the namespace?
pub(crate) fn is_namespace(schema: &Schema, version: Version, written: &str) -> bool {
    let bare = |uri: &str| {
        let rest = uri.trim().trim_end_matches('/');
        rest.strip_prefix("https:").or(rest.strip_prefix("http:")).unwrap_or(rest).to_ascii_lowercase()
    };
    of(schema).is_some() && (written.is_empty() || bare(written) == bare(schema.namespace(version)))
}

/// Does the format know an element of this name anywhere?
pub(crate) fn is_element_name(schema: &Schema, name: &str) -> bool {
    schema.types.iter().any(|t| t.name() == name)
}
