use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `<vertices>` without an input `POSITION`, or with more than one.
    ///
    /// The positions make the vertices what they are. Without them there is nothing to draw.
    "DAT024" "missing-position" Error, spec "5-156", on ["vertices"], check
}

fn check<'a>(vertices: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let mut positions = data.inputs(vertices).filter(|i| i.semantic == "POSITION");
    match (positions.next(), positions.next()) {
        (Some(_), None) => {}
        (Some(_), Some(second)) => {
            report.at_attribute(second.node, "semantic", "`<vertices>` has more than one input `POSITION`")
        }
        // That there is no input at all is for the schema to say.
        _ if data.inputs(vertices).next().is_some() => report.at(vertices, "`<vertices>` has no input `POSITION`"),
        _ => {}
    }
}
