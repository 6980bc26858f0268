use portolan_syntax::Node;

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds indices into a list that is shorter than that.
    ///
    /// Readers drop the polygon, or crash. Indices count from 0.
    "DAT307" "coordinate-index-out-of-range" Error, spec "VRML97-6.23", on ["IndexedFaceSet", "IndexedLineSet"], check
}

/// Index list, the list it counts in, numbers that make an entry.
const LISTS: [(&str, &str, u64); 4] = [
    ("coordIndex", "coord", 3),
    ("colorIndex", "color", 4),
    ("normalIndex", "normal", 3),
    ("texCoordIndex", "texCoord", 2),
];

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for (indices, list, size) in LISTS {
        let Some(numbers) = Field::of(report.document, node, indices).numbers() else { continue };
        let field = Field::of(report.document, node, list);
        let Some(entries) = field.tuples(size) else { continue };
        let Some((_, largest)) = numbers.limits.filter(|(_, largest)| *largest >= 0) else { continue };
        if u64::try_from(largest).is_ok_and(|l| l < entries) {
            continue;
        }
        // The entries of a named node may come by a route.
        if entries == 0 && (node.attribute("name").is_some() || node.attribute("DEF").is_some()) {
            continue;
        }
        let message = match entries {
            0 => format!("`<{indices}>` refers to `<{list}>`, which has no entries"),
            _ => format!(
                "index {largest} is out of range: it exceeds the {} of `<{list}>`",
                portolan_syntax::counted(entries, "entry", "entries")
            ),
        };
        let mut finding = report.finding(numbers.element, numbers.element.content_span(), message);
        if let Some(field) = field.numbers() {
            finding = finding.see(field.element.open_span(), format!("{entries} entries"));
        }
        report.push(finding);
    }
}
