use portolan_syntax::Node;

use crate::rules::support::bounds::of_content;
use crate::rules::support::numbers::{vector, vector_or_default};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds bounding boxes that are smaller than what they contain.
    ///
    /// Viewers leave out what is outside of the view by this box, so parts may vanish. Give a box that is large enough, or
    /// none.
    "SEM304" "box-too-small" Warning, spec "VRML97-4.6.4", on document, check
}

/// Elements and coordinates that are looked at for a document.
const EFFORT: u64 = 4_000_000;

fn check<'a>(document: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut effort = EFFORT;
    for node in document.descendants().filter(|n| n.is_element() && n.local_name() != "Avatar") {
        let Some(size) = vector::<3>(node, "bboxSize").filter(|s| s.iter().all(|v| *v >= 0.0)) else { continue };
        let center = vector_or_default(report.document, node, "bboxCenter");
        let bounds = of_content(report.document, node, &mut effort);
        let sticks_out = (0..3).any(|axis| {
            let of = |v: &[f64; 3]| v.get(axis).copied().unwrap_or_default();
            let (half, middle) = (of(&size) / 2.0, of(&center));
            // Boxes are often written with few digits.
            let slack = 1e-3 * half.max(0.1) + 1e-6 * middle.abs();
            of(&bounds.max) > middle + half + slack || of(&bounds.min) < middle - half - slack
        });
        if sticks_out && !bounds.is_empty() {
            report.at_attribute(
                node,
                "bboxSize",
                format!("the box of `<{}>` is smaller than its content", node.name().full),
            );
        }
    }
}
