use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds inputs and outputs of scripts and prototypes that are given a value.
    ///
    /// Only fields (`initializeOnly`, `inputOutput`) have a value at first; that of an event is ignored.
    "SEM316" "event-with-value" Warning, spec "VRML97-6.40", on ["Script/field", "ProtoDeclare/interface/field"], check
}

fn check<'a>(field: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let access = field.attribute_value("accessType").unwrap_or_default();
    let event = matches!(access.trim(), "inputOnly" | "outputOnly");
    if event && field.attribute_value("value").is_some_and(|v| !v.is_empty()) {
        report.at_attribute(field, "value", format!("the value is ignored, as the field is {}", access.trim()));
    }
}
