use portolan_syntax::Node;

use crate::rules::support::flag;
use crate::rules::support::numbers::{Field, Numbers};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds geometry with fewer colours, normals or texture coordinates than it needs: without an index list of their
    /// own they are counted by `coordIndex`, or one is needed for each polygon, line or point.
    ///
    /// Give the missing ones, or an index list.
    "DAT309" "values-too-few" Error, spec "VRML97-6.23", on ["IndexedFaceSet", "IndexedLineSet", "PointSet"], check
}

/// Values, their index list, numbers that make one, the flag that says what they belong to.
const LISTS: [(&str, &str, u64, &str); 3] = [
    ("color", "colorIndex", 4, "colorPerVertex"),
    ("normal", "normalIndex", 3, "normalPerVertex"),
    ("texCoord", "texCoordIndex", 2, ""),
];

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if node.local_name() == "PointSet" {
        let (points, colours) = (Field::of(report.document, node, "coord"), Field::of(report.document, node, "color"));
        if let (Some(points), Some(given)) = (points.tuples(3), colours.numbers()) {
            require(report, given, 4, points, "points");
        }
        return;
    }
    let Some(corners) = Field::of(report.document, node, "coordIndex").numbers() else { return };
    let largest = corners.limits.map_or(-1, |(_, largest)| largest);
    let mut polygons = None;
    for (values, indices, size, per_vertex) in LISTS {
        let Some(given) = Field::of(report.document, node, values).numbers().filter(|v| v.count > 0) else { continue };
        // An index list of their own is judged by itself; an empty one counts as absent.
        if Field::of(report.document, node, indices).tuples(1) != Some(0) {
            continue;
        }
        if per_vertex.is_empty() || flag(report.document, node, per_vertex) {
            require(report, given, size, u64::try_from(largest + 1).unwrap_or(0), "indices in `<coordIndex>`");
        } else {
            let needed = *polygons.get_or_insert_with(|| count_polygons(&corners));
            let what = if node.local_name() == "IndexedFaceSet" { "polygons" } else { "lines" };
            require(report, given, size, needed, what);
        }
    }
}

/// The number of runs between the `-1`.
pub(super) fn count_polygons(indices: &Numbers<'_>) -> u64 {
    let mut polygons = 0;
    let last = indices.runs(|length| polygons += u64::from(length > 0));
    polygons + u64::from(last > 0)
}

fn require<'a>(report: &mut Reporter<'_, 'a>, given: Numbers<'a>, size: u64, needed: u64, what: &str) {
    let count = given.count / size;
    if count < needed {
        let name = given.element.name().full;
        let entries = portolan_syntax::counted(count, "entry", "entries");
        let message = match what.starts_with("indices") {
            true => format!("`<{name}>` has {entries}, but {what} go up to {}", needed.saturating_sub(1)),
            false => format!("`<{name}>` has {entries} for {needed} {what}"),
        };
        report.at_content(given.element, message);
    }
}
