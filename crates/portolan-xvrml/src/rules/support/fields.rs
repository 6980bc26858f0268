//! The fields and events of a node, as routes and prototypes see them.
//!
//! Every attribute and value element `X` receives `X` or `set-X` and sends `X` or `X-changed`; further events stand in
//! the table. Names are equal when they are so without `-` and `_` and in lower case.

use portolan_schema::{Schema, Type};
use portolan_syntax::Node;

use super::{declaration, has_too_many_fields};
pub use crate::world::field_type::{FieldType, Way, folded, folds_to};
use portolan_format::Document;

/// What a name means at a node.
#[derive(Clone, Debug)]
pub enum Port {
    /// A field or event of this type, with its name as it should be written.
    Known(FieldType, String),
    /// It exists, but events go the other way only.
    WrongWay,
    /// The node has nothing of this name.
    Missing,
    /// The node is of a kind that this document does not declare.
    Undecided,
}

/// What the name of a field or event means at a node.
pub fn port(document: &Document, node: Node<'_>, name: &str, way: Way) -> Port {
    let Some(ty) = document.ty(node) else { return Port::Undecided };
    let wanted = folded(name.trim());
    let declared = match ty.path {
        "Script" => interface(node, &wanted, way),
        "ProtoInstance" => match declaration(document, node) {
            Some(proto) => match proto.child("interface") {
                Some(fields) => interface(fields, &wanted, way),
                // The fields are where the prototype is.
                None if proto.attribute("url").is_some() => return Port::Undecided,
                None => Port::Missing,
            },
            None => return Port::Undecided,
        },
        _ => Port::Missing,
    };
    match declared {
        Port::Missing => of_type(document.bound.schema, ty, &wanted, way),
        found => found,
    }
}

/// The declared fields of a script or of the interface of a prototype.
fn interface(owner: Node<'_>, wanted: &str, way: Way) -> Port {
    if has_too_many_fields(owner) {
        return Port::Undecided;
    }
    let mut found = Port::Missing;
    for field in owner.elements().filter(|e| e.local_name() == "field") {
        let Some(name) = field.attribute_value("name") else { continue };
        let access = field.attribute_value("accessType").unwrap_or_default();
        let plain = folded(&name);
        let derived = match way {
            Way::In => format!("set{plain}"),
            Way::Out => format!("{plain}changed"),
        };
        let both = !matches!(access.trim(), "inputOnly" | "outputOnly");
        if plain != wanted && !(both && derived == wanted) {
            continue;
        }
        let goes = both || (access.trim() == "inputOnly") == (way == Way::In);
        if !goes {
            found = Port::WrongWay;
            continue;
        }
        return match FieldType::named(field.attribute_value("type").unwrap_or_default().trim()) {
            Some(ty) => Port::Known(ty, name.into_owned()),
            None => Port::Undecided,
        };
    }
    found
}

/// The fields and events that every node of a type has.
fn of_type(schema: &'static Schema, ty: &'static Type, wanted: &str, way: Way) -> Port {
    let mut found = Port::Missing;
    for event in ty.events {
        let name = schema.name(event.name);
        if folds_to(name, wanted) {
            if event.input == (way == Way::In) {
                return Port::Known(FieldType::of(schema, event.value), name.to_owned());
            }
            found = Port::WrongWay;
        }
    }
    let attributes = ty.attributes.iter().map(|a| (schema.name(a.name), FieldType::of(schema, a.text.value)));
    let elements =
        ty.children.iter().filter_map(|child| Some((schema.name(child.name), FieldType::of_child(schema, ty, child)?)));
    for (name, value) in attributes.chain(elements) {
        if folds_to(name, wanted) {
            return Port::Known(value, name.to_owned());
        }
        let is = |word: Option<&str>| word.is_some_and(|word| folds_to(name, word));
        let (taken, sent) = (is(wanted.strip_prefix("set")), is(wanted.strip_suffix("changed")));
        let (own, other) = if way == Way::In { (taken, sent) } else { (sent, taken) };
        // VRML97 adds to and removes from the children by events of their own.
        let of_children = way == Way::In && name == "children" && matches!(wanted, "addchildren" | "removechildren");
        if own || of_children {
            let written = match way {
                _ if of_children => wanted.to_owned(),
                Way::In => format!("set-{name}"),
                Way::Out => format!("{name}-changed"),
            };
            return Port::Known(value, written);
        }
        if other {
            found = Port::WrongWay;
        }
    }
    found
}

/// One end of a route as it is written.
pub struct End {
    /// The node, or the path to it, as written.
    pub written: String,
    /// The node, unless it is a path into the tree.
    pub node: Option<String>,
    /// The field or event.
    pub field: String,
    /// Where the node is named.
    pub node_span: portolan_syntax::Span,
    /// Where the field is named.
    pub field_span: portolan_syntax::Span,
}

/// An end of a route: four attributes, or the dotted form of VRML97.
pub fn end(route: Node<'_>, way: Way) -> Option<End> {
    let (node, field, event, both) = match way {
        Way::Out => ("fromNode", "fromField", "fromEvent", "from"),
        Way::In => ("toNode", "toField", "toEvent", "to"),
    };
    if let (Some(node), Some(field)) = (route.attribute(node), route.attribute(field).or(route.attribute(event))) {
        return Some(End {
            written: node.value().trim().to_owned(),
            node: Some(node.value().trim().to_owned()),
            field: field.value().trim().to_owned(),
            node_span: node.value_span(),
            field_span: field.value_span(),
        });
    }
    let both = route.attribute(both)?;
    let text = both.value();
    let (node, field) = text.trim().rsplit_once('.')?;
    let path = node.contains(['.', '[']) || node == "World";
    Some(End {
        written: node.to_owned(),
        node: (!path).then(|| node.to_owned()),
        field: field.to_owned(),
        node_span: both.value_span(),
        field_span: both.value_span(),
    })
}
