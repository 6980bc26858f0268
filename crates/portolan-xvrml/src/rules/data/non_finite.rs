use portolan_schema::{Content, Schema, Value, ValueId};
use portolan_syntax::Node;
use portolan_syntax::tree::AttrKind;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds numbers that are infinite or not a number (`INF`, `NaN`).
    ///
    /// They are legal to write, but nothing can be drawn with them; readers drop what they belong to.
    "DAT318" "non-finite-number" Warning, spec "XML Schema 1.0, part 2, section 3.2.4 (float)", on document, check
}

fn check<'a>(document: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let schema = report.document.bound.schema;
    for node in document.descendants().filter(|n| n.is_element()) {
        let Some(ty) = report.document.ty(node) else { continue };
        if let Content::Text(text) = &ty.content
            && holds_floats(schema, text.value)
            && node.text_nodes().any(|t| has_non_finite(&t.text()))
        {
            report.at_content(node, format!("`<{}>` has values that are not finite", node.name().full));
        }
        for attribute in node.attributes().filter(|a| a.kind() == AttrKind::Plain && has_non_finite(&a.value())) {
            let name = attribute.full_name();
            let mut rows = ty.attributes.iter().filter(|row| schema.name(row.name) == name);
            if rows.any(|row| holds_floats(schema, row.text.value)) {
                report.at_attribute(
                    node,
                    name,
                    format!("`{name}` of `<{}>` has values that are not finite", node.name().full),
                );
            }
        }
    }
}

fn holds_floats(schema: &Schema, value: ValueId) -> bool {
    match schema.value(value) {
        Value::Float(_) => true,
        Value::List { item, .. } => matches!(schema.value(*item), Value::Float(_)),
        Value::Union(of) => of.first().is_some_and(|first| *first != value && holds_floats(schema, *first)),
        _ => false,
    }
}

/// Both words have an `N`, which finite numbers have not.
fn has_non_finite(text: &str) -> bool {
    text.contains('N') && text.split_ascii_whitespace().any(|w| matches!(w, "INF" | "-INF" | "NaN"))
}
