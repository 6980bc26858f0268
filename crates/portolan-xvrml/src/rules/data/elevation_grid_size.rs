use portolan_syntax::{Node, Severity};

use crate::rules::support::numbers::{Field, scalar};
use portolan_format::{Document, Reporter, rule};

rule! {
    /// Finds elevation grids that do not have `xDimension` times `zDimension` heights.
    ///
    /// With too few the grid cannot be built. Too many are ignored (a warning), and usually mean that the dimensions are
    /// wrong.
    "DAT311" "elevation-grid-size" Error, spec "VRML97-6.17", on ["ElevationGrid"], check
}

fn check<'a>(grid: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let heights = Field::of(report.document, grid, "height");
    let Some(count) = heights.tuples(1) else { return };
    let Some((x, z)) = dimensions(report.document, grid) else { return };
    let needed = x.saturating_mul(z);
    // Named grids may get their heights by a route.
    if count == needed || count == 0 && grid.attribute("name").is_some() {
        return;
    }
    let message = format!(
        "found {} for a grid of {x} by {z}, which needs {needed}",
        portolan_syntax::counted(count, "height", "heights")
    );
    let (node, span) = heights.numbers().map_or((grid, grid.name_span()), |h| (h.element, h.element.content_span()));
    let finding = report.finding(node, span, message);
    report.push(if count > needed { finding.severity(Severity::Warning) } else { finding });
}

/// The number of vertices along both sides, unless it is not sound.
pub(super) fn dimensions(document: &Document, grid: Node<'_>) -> Option<(u64, u64)> {
    let side = |name| match grid.attribute(name) {
        Some(_) => scalar(grid, name).filter(|v| *v >= 0.0).map(|v| v as u64),
        None => document.bound.default_of(grid, name),
    };
    Some((side("xDimension")?, side("zDimension")?))
}
