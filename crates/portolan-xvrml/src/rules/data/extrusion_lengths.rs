use portolan_syntax::{Node, Severity};

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds extrusions with a spine or section of fewer than two points, or with a number of scales or orientations
    /// that is neither one nor that of the points of the spine.
    ///
    /// One value holds for the whole spine; a number between one and that of the spine leaves the rest undefined, more
    /// are ignored (a warning).
    "DAT313" "extrusion-lengths" Error, spec "VRML97-6.18", on ["Extrusion"], check
}

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for (name, size) in [("spine", 3), ("crossSection", 2)] {
        if let Some(points) = Field::of(report.document, node, name).numbers()
            && points.count / size < 2
        {
            report.at_content(points.element, format!("`<{name}>` needs at least two points"));
        }
    }
    let Some(spine) = Field::of(report.document, node, "spine").tuples(3) else { return };
    for (name, size) in [("scale", 2), ("orientation", 4)] {
        let Some(values) = Field::of(report.document, node, name).numbers() else { continue };
        let count = values.count / size;
        if count == 1 || count == spine {
            continue;
        }
        let message = format!("`<{name}>` has {count} values for the {spine} points of the spine");
        let finding = report.finding(values.element, values.element.open_span(), message);
        report.push(if count > spine { finding.severity(Severity::Warning) } else { finding });
    }
}
