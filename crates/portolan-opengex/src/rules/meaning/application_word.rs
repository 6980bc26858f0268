use portolan_schema::Value;
use portolan_schema::suggest::nearest;
use portolan_syntax::ddl::{Property, is_legal_identifier};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Node, Severity, ddl};

use super::attribute_kind::kinds_of;
use crate::rules::read::split_index;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds attributes that OpenGEX does not define.
    ///
    /// Writers may add colours, parameters, textures and vertex arrays of their own, and readers that do not know them
    /// skip them; so this is only an information. It is a warning where the word is almost one that OpenGEX defines.
    "SEM211" "application-attribute" Info, spec "39", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let schema = document.bound.schema;
    for node in document.tree.nodes() {
        let Some(ty) = document.ty(node).filter(|_| node.is_element()) else { continue };
        for attr in node.attributes().filter(|a| a.kind() == AttrKind::Plain) {
            let row = document.bound.name(attr.name_id()).and_then(|name| document.bound.attribute(ty, name));
            let Some(Value::Open(words)) = row.map(|r| schema.value(r.text.value)) else { continue };
            let Property::String(word) = ddl::property(attr) else { continue };
            let base = if ty.path == "VertexArray" { split_index(&word).0 } else { &word };
            let known = words.iter().any(|(w, versions)| *w == base && document.bound.accepts(*versions));
            // Words of another structure and words that cannot be any are other rules' matter.
            let told = match ty.path {
                "VertexArray" => !is_legal_identifier(base),
                path => path.starts_with("Material/") && !kinds_of(&word).is_empty(),
            };
            if known || told {
                continue;
            }
            let name = node.name().full;
            let message =
                format!("`{word}` is an attribute of `{name}` that OpenGEX does not define; readers may skip it");
            let finding = report.finding(node, attr.value_span(), message);
            let accepted = words.iter().filter(|(_, v)| document.bound.accepts(*v)).map(|(w, _)| *w);
            report.push(match nearest(&word, accepted) {
                Some(meant) => finding.severity(Severity::Warning).help(format!("did you mean `{meant}`?")),
                None => finding,
            });
        }
    }
}
