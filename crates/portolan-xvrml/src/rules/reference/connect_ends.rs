use portolan_syntax::Node;

use crate::rules::support::fields::{FieldType, Port, Way, port};
use crate::rules::support::has_too_many_fields;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds connections of a prototype whose ends do not exist or are of different types: the node must be in the body
    /// of the prototype and have the field, and the interface must have the field it is connected to.
    ///
    /// Without both ends the field of the interface has no effect.
    "REF311" "connect-ends" Error, spec "VRML97-4.8", on ["ProtoDeclare/connect"], check
}

fn check<'a>(connect: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let Some(proto) = connect.parent_element() else { return };
    let value = |name: &str| connect.attribute_value(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
    let mut taken = None;
    if let (Some(name), Some(field)) = (value("node"), value("field")) {
        let body = proto.child("body").map_or(0..0, |b| b.subtree());
        match document.by_id(&name) {
            Some(node) if body.contains(&(node.id().index() as u32)) => {
                let ports = [Way::In, Way::Out].map(|way| port(document, node, &field, way));
                taken = ports.iter().find_map(|p| if let Port::Known(ty, _) = p { Some(*ty) } else { None });
                if ports.iter().all(|p| matches!(p, Port::Missing)) {
                    report.at_attribute(
                        connect,
                        "field",
                        format!("`<{}>` has no field or event `{field}`", node.name().full),
                    );
                }
            }
            _ => report.at_attribute(
                connect,
                "node",
                format!("no node in the body of the prototype has the name `{name}`"),
            ),
        }
    }
    let Some(field) = value("protoField") else { return };
    let interface = proto.child("interface");
    if interface.is_some_and(has_too_many_fields) {
        return;
    }
    let fields = interface.into_iter().flat_map(|i| i.elements());
    let mut same = fields.filter(|f| f.attribute_value("name").is_some_and(|n| n.trim() == field));
    let Some(row) = same.next() else {
        return report.at_attribute(
            connect,
            "protoField",
            format!("the interface of the prototype has no field `{field}`"),
        );
    };
    let given = row.attribute_value("type").and_then(|t| FieldType::named(t.trim()));
    if let (Some(taken), Some(given)) = (taken, given)
        && !given.fits(taken)
    {
        report.at_attribute(
            connect,
            "protoField",
            format!("`{field}` is {given}, but is connected to a field of type {taken}"),
        );
    }
}
