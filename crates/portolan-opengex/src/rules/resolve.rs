//! References: where they stand and what they mean.

use portolan_schema::{TypeId, Value};
use portolan_syntax::ddl::{self, Path, Property, Reference, Run};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Node, Span};

use portolan_format::Document;

/// A reference as it stands in a file.
pub(crate) struct Written<'a> {
    /// The structure that it belongs to.
    pub holder: Node<'a>,
    /// The structure that it appears in: the holder, or the primitive structure inside of it.
    pub from: Node<'a>,
    /// What is written.
    pub reference: Reference<'a>,
    /// Where.
    pub span: Span,
    /// The types it may refer to.
    pub wanted: &'static [TypeId],
}

/// Every reference to which the format gives a meaning, in the order of the document.
pub(crate) fn written<'a>(document: &'a Document) -> impl Iterator<Item = Written<'a>> {
    document.tree.nodes().filter(|n| n.is_element()).flat_map(move |node| {
        let mut found = Vec::new();
        properties(document, node, &mut found);
        data(document, node, &mut found);
        found
    })
}

fn properties<'a>(document: &'a Document, node: Node<'a>, found: &mut Vec<Written<'a>>) {
    let Some(ty) = document.ty(node) else { return };
    for attr in node.attributes().filter(|a| a.kind() == AttrKind::Plain) {
        let row = document.bound.name(attr.name_id()).and_then(|name| document.bound.attribute(ty, name));
        let value = row.map(|r| document.bound.schema.value(r.text.value));
        if let (Some(Value::Reference(_, wanted)), Property::Literal(text)) = (value, ddl::property(attr))
            && let Some(reference) = Reference::parse(text)
        {
            found.push(Written { holder: node, from: node, reference, span: attr.value_span(), wanted });
        }
    }
}

fn data<'a>(document: &'a Document, primitive: Node<'a>, found: &mut Vec<Written<'a>>) {
    let value = document.bound.data(primitive).and_then(|d| d.value).map(|v| document.bound.schema.value(v));
    let (Some(Value::Reference(_, wanted)), Some(holder)) = (value, primitive.parent()) else { return };
    let Some(run) = Run::of(primitive) else { return };
    for (reference, span) in run.references().flatten() {
        found.push(Written { holder, from: primitive, reference, span, wanted });
    }
}

impl<'a> Written<'a> {
    /// What it refers to.
    pub fn target(&self, document: &'a Document) -> Option<Node<'a>> {
        resolve(document, self.from, self.reference.path()?).ok()
    }
}

/// The structure at the end of a path, or the name that does not lead on.
///
/// A local name at the beginning means a sibling of a structure that the reference appears in; the innermost counts.
pub(crate) fn resolve<'a>(document: &'a Document, from: Node<'a>, path: Path<'a>) -> Result<Node<'a>, &'a str> {
    let local = |parent: Node<'a>, name: &str| document.locals().get(&(parent.id(), name.to_owned())).copied();
    let first = path.first();
    let start = if path.is_global() {
        document.ids().get(first).copied()
    } else {
        from.ancestors().filter_map(Node::parent).find_map(|parent| local(parent, first))
    };
    let mut at = start.and_then(|id| document.tree.node(id)).ok_or(first)?;
    for name in path.names().skip(1) {
        at = local(at, name).and_then(|id| document.tree.node(id)).ok_or(name)?;
    }
    Ok(at)
}

/// The structure that a `target` property or the only reference in the data of a structure leads to, if it is of a
/// type that it may have.
pub(crate) fn target_of<'a>(document: &'a Document, holder: Node<'a>) -> Option<Node<'a>> {
    let mut found = Vec::new();
    properties(document, holder, &mut found);
    holder.elements().for_each(|primitive| data(document, primitive, &mut found));
    let written = found.first()?;
    let target = written.target(document)?;
    document.bound.type_id(target.id()).filter(|ty| written.wanted.contains(ty)).map(|_| target)
}

/// The object that a node places.
pub(crate) fn object_of<'a>(document: &'a Document, node: Node<'a>) -> Option<Node<'a>> {
    target_of(document, node.child("ObjectRef")?)
}
