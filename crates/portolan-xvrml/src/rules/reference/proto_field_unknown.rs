use portolan_syntax::Node;

use crate::rules::support::{declaration, has_too_many_fields};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds values for a field that the interface of the prototype does not have.
    ///
    /// Readers ignore the value. Correct the name, or add the field to the interface.
    "REF310" "proto-field-unknown" Error, spec "VRML97-4.8", on ["ProtoInstance/fieldValue"], check
}

fn check<'a>(value: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(name) = value.attribute_value("name") else { return };
    let Some(proto) = value.parent_element().and_then(|i| declaration(report.document, i)) else { return };
    let interface = proto.child("interface");
    if interface.is_none() && proto.attribute("url").is_some() || interface.is_some_and(has_too_many_fields) {
        return;
    }
    let mut fields = interface.into_iter().flat_map(|i| i.elements()).filter_map(|f| f.attribute_value("name"));
    if !fields.any(|f| f.trim() == name.trim()) {
        let span = value.attribute("name").map_or(value.name_span(), |a| a.value_span());
        let finding = report.finding(value, span, format!("the prototype has no field `{name}`"));
        report.push(finding.see(proto.open_span(), "declared here"));
    }
}
