use crate::data::ArrayKind;
use portolan_syntax::{Node, Severity};

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds accessors whose params are of another type than the array they read.
    ///
    /// Numbers where words are expected, or the reverse, cannot be used at all. Where only the kind of number or the kind
    /// of word differs, the values can still be read, and the finding is a warning.
    "DAT007" "accessor-param-type" Error, spec "5-5", on ["accessor"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(array) = data.target(node, "source").and_then(|a| data.array(a)) else { return };
    for param in node.elements().filter(|e| e.local_name() == "param") {
        let written = param.attribute_value("type").unwrap_or_default();
        let Some(kind) = kind_of(written.trim()).filter(|k| *k != array.kind) else { continue };
        let message =
            format!("the param is of type `{}`, but the array is a `{}`", written.trim(), array.node.local_name());
        let span = param.attribute("type").map_or(param.name_span(), |a| a.value_span());
        let readable = is_word(kind) == is_word(array.kind);
        let mut finding = report.finding(param, span, message).see(array.node.open_span(), "the array");
        if readable {
            finding = finding.severity(Severity::Warning);
        }
        report.push(finding);
    }
}

/// The array that holds values of a type; unknown types are not judged.
fn kind_of(written: &str) -> Option<ArrayKind> {
    let base = written.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x');
    Some(match base {
        "float" | "double" | "half" => ArrayKind::Float,
        "int" => ArrayKind::Int,
        "bool" => ArrayKind::Bool,
        "Name" | "name" => ArrayKind::Name,
        "IDREF" => ArrayKind::IdRef,
        "SIDREF" => ArrayKind::SidRef,
        "token" => ArrayKind::Token,
        _ => return None,
    })
}

fn is_word(kind: ArrayKind) -> bool {
    matches!(kind, ArrayKind::Name | ArrayKind::IdRef | ArrayKind::SidRef | ArrayKind::Token)
}
