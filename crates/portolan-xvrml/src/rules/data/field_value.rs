use portolan_schema::value::{lexical, number};
use portolan_syntax::Node;

use crate::rules::support::{declaration, has_too_many_fields};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds values of script fields, prototype fields and prototype instances that do not match the type of the field:
    /// words that are not numbers, a wrong number of them, text instead of nodes.
    ///
    /// Readers take the default instead.
    "DAT316" "field-value" Error, spec "VRML97-6.40", on
        ["Script/field", "ProtoDeclare/interface/field", "ProtoInstance/fieldValue"], check
}

fn check<'a>(field: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(kind) = kind(field, report) else { return };
    let nodes = field.elements().count();
    let value = field.attribute_value("value");
    if kind.ends_with("Node") {
        if value.is_some_and(|v| !v.trim().is_empty()) {
            report.at_attribute(field, "value", format!("a field of type {kind} holds nodes, not a value"));
        } else if kind == "SFNode" && nodes > 1 {
            report.at(field, format!("a field of type SFNode holds one node, not {nodes}"));
        }
        return;
    }
    if nodes > 0 {
        report.at(field, format!("a field of type {kind} holds a value, not nodes"));
    }
    if let Some(problem) = value.and_then(|v| problem(&kind, &v)) {
        report.at_attribute(field, "value", format!("{problem} in a value of type {kind}"));
    }
}

/// The type of a field, or of the field of the prototype that an instance sets.
fn kind(field: Node<'_>, report: &Reporter<'_, '_>) -> Option<String> {
    let declared = |field: Node<'_>| field.attribute_value("type").map(|t| t.trim().to_owned());
    if field.local_name() == "field" {
        return declared(field);
    }
    let name = field.attribute_value("name")?;
    let interface = declaration(report.document, field.parent_element()?)?.child("interface")?;
    if has_too_many_fields(interface) {
        return None;
    }
    declared(interface.elements().find(|f| f.attribute_value("name").is_some_and(|n| n.trim() == name.trim()))?)
}

fn problem(kind: &str, value: &str) -> Option<String> {
    let single = kind.starts_with("SF");
    let (components, is_right): (u64, fn(&[u8]) -> bool) = match kind.get(2..)? {
        "Bool" => (1, |w| matches!(w.to_ascii_lowercase().as_slice(), b"true" | b"false" | b"0" | b"1")),
        "Int32" => (1, |w| number::int(w).is_some_and(|v| i32::try_from(v).is_ok()) || w.starts_with(b"0x")),
        "Float" => (1, number::is_float),
        "Time" => (1, |w| number::is_float(w) || std::str::from_utf8(w).is_ok_and(lexical::is_date_time)),
        "Vec2f" => (2, number::is_float),
        "Vec3f" => (3, number::is_float),
        "Color" | "Rotation" => (4, number::is_float),
        _ => return None,
    };
    let mut wrong = None;
    let mut count = 0;
    number::for_each_word(value.as_bytes(), |word, at| {
        count += 1;
        if !is_right(word) {
            wrong.get_or_insert(at);
        }
    });
    if let Some(at) = wrong {
        let word = portolan_schema::value::shown(value.get(at).unwrap_or_default());
        return Some(format!("`{word}` is not allowed"));
    }
    match single {
        true if count != components => {
            Some(format!("found {} instead of {components}", portolan_syntax::counted(count, "number", "numbers")))
        }
        false if count % components != 0 => Some(format!("{count} numbers do not come in groups of {components}")),
        _ => None,
    }
}
