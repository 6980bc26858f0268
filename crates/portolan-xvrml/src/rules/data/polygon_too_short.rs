use portolan_syntax::Node;

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds polygons with fewer than three corners and lines with fewer than two points.
    ///
    /// They are not drawn. Often a `-1` is at the wrong place.
    "DAT308" "polygon-too-short" Warning, spec "VRML97-6.23", on ["IndexedFaceSet", "IndexedLineSet"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(indices) = Field::of(report.document, node, "coordIndex").numbers() else { return };
    let (least, what) = if node.local_name() == "IndexedFaceSet" { (3, "polygons") } else { (2, "lines") };
    let mut short = 0u64;
    let last = indices.runs(|length| short += u64::from(length < least));
    short += u64::from(last > 0 && last < least);
    if short > 0 {
        report.at_content(indices.element, format!("{what} with fewer than {least} points: {short}"));
    }
}
