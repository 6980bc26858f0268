use portolan_syntax::ddl::is_legal_identifier;
use portolan_syntax::{Node, Severity};

use crate::rules::read::{split_index, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds attributes of vertex arrays that are not identifiers.
    ///
    /// The `attrib` must be letters, digits and `_`, not beginning with a digit. The spelling `texcoord[1]` of old
    /// writers is only worth an information; it is written `attrib = "texcoord", index = 1` today.
    "SEM210" "vertex-attribute-name" Error, spec "88", on ["VertexArray"], check
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(attrib), Some(attr)) = (word(report.document, array, "attrib"), array.attribute("attrib")) else {
        return;
    };
    if is_legal_identifier(&attrib) {
        return;
    }
    let finding = match split_index(&attrib) {
        (name, Some(index)) if is_legal_identifier(name) => {
            let finding = report.finding(array, attr.value_span(), format!("`{attrib}` is an old spelling"));
            finding.severity(Severity::Info).help(format!("write `attrib = \"{name}\", index = {index}`"))
        }
        _ => report.finding(array, attr.value_span(), format!("the attribute `{attrib}` is not an identifier")),
    };
    report.push(finding);
}
