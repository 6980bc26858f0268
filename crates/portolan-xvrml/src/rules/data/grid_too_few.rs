use portolan_syntax::Node;

use super::elevation_grid_size::dimensions;
use crate::rules::support::flag;
use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds elevation grids with fewer colours, normals or texture coordinates than vertices (or quads, when
    /// `colorPerVertex` or `normalPerVertex` is false).
    ///
    /// Give the missing ones.
    "DAT312" "elevation-grid-values-too-few" Error, spec "VRML97-6.23", on ["ElevationGrid"], check
}

fn check<'a>(grid: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((x, z)) = dimensions(report.document, grid) else { return };
    for (name, size, per_vertex) in
        [("color", 4, "colorPerVertex"), ("normal", 3, "normalPerVertex"), ("texCoord", 2, "")]
    {
        let Some(given) = Field::of(report.document, grid, name).numbers() else { continue };
        let (needed, what) = match per_vertex.is_empty() || flag(report.document, grid, per_vertex) {
            true => (x.saturating_mul(z), "vertices"),
            false => (x.saturating_sub(1).saturating_mul(z.saturating_sub(1)), "quads"),
        };
        let count = given.count / size;
        if count < needed {
            report.at_content(
                given.element,
                format!("`<{name}>` has {} for {needed} {what}", portolan_syntax::counted(count, "entry", "entries")),
            );
        }
    }
}
