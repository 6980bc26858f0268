use portolan_syntax::Node;

use super::values_too_few::count_polygons;
use crate::rules::support::flag;
use crate::rules::support::numbers::{Field, Numbers};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds index lists that do not run parallel to `coordIndex`: per corner they need as many entries, with `-1` at
    /// the same places; per polygon or line one index for each and no `-1`.
    ///
    /// Otherwise corners get the values of other corners.
    "DAT310" "index-list-shape" Error, spec "VRML97-6.23", on ["IndexedFaceSet", "IndexedLineSet"], check
}

/// Index list, the values it counts, the flag that says what they belong to.
const LISTS: [(&str, &str, &str); 3] = [
    ("colorIndex", "color", "colorPerVertex"),
    ("normalIndex", "normal", "normalPerVertex"),
    ("texCoordIndex", "texCoord", ""),
];

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(corners) = Field::of(report.document, node, "coordIndex").numbers() else { return };
    for (name, values, per_vertex) in LISTS {
        // Indices of values that are not there have no effect.
        if Field::of(report.document, node, values).tuples(1) == Some(0) {
            continue;
        }
        let Some(indices) = Field::of(report.document, node, name).numbers().filter(|n| n.count > 0) else { continue };
        let at = indices.element;
        if per_vertex.is_empty() || flag(report.document, node, per_vertex) {
            if indices.count + 1 < corners.count {
                let message = format!(
                    "`<{name}>` has {}, but `<coordIndex>` has {}",
                    portolan_syntax::counted(indices.count, "entry", "entries"),
                    corners.count
                );
                report.at_content(at, message);
            } else if ends(&corners) != ends(&indices) {
                report.at_content(
                    at,
                    format!("the polygons of `<{name}>` do not have the corners of those of `<coordIndex>`"),
                );
            }
            continue;
        }
        let polygons = count_polygons(&corners);
        if indices.limits.is_some_and(|(smallest, _)| smallest < 0) {
            report.at_content(at, format!("`<{name}>` has one index for each polygon or line, and no -1"));
        } else if indices.count < polygons {
            report.at_content(
                at,
                format!(
                    "`<{name}>` has {} for {}",
                    portolan_syntax::counted(indices.count, "index", "indices"),
                    portolan_syntax::counted(polygons, "polygon or line", "polygons or lines")
                ),
            );
        }
    }
}

/// A number for the places of the `-1`; the last one may be missing.
fn ends(indices: &Numbers<'_>) -> u64 {
    let mut sum = 0u64;
    let mut close = |length: u64| sum = sum.wrapping_mul(0x0100_0000_01b3).wrapping_add(length + 1);
    let last = indices.runs(&mut close);
    if last > 0 {
        close(last);
    }
    sum
}
