use portolan_syntax::Node;

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds levels of detail whose distances do not increase.
    ///
    /// A level between two distances that do not increase is never shown.
    "DAT306" "lod-range-order" Warning, spec "VRML97-6.26", on ["LOD"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(range) = Field::of(report.document, node, "range").numbers() else { return };
    if let Some((_, before, after)) = range.first_descent(true) {
        report.at_content(range.element, format!("the distances do not increase: {after} comes after {before}"));
    }
}
