use portolan_syntax::Node;

use crate::rules::support::numbers::Field;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds levels of detail that are never shown: more than one more than distances.
    ///
    /// The distances in `range` separate the levels. Without any distance a viewer chooses as it likes.
    "SEM306" "lod-level-unreachable" Warning, spec "VRML97-6.26", on ["LOD"], check
}

fn check<'a>(lod: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(range) = Field::of(report.document, lod, "range").numbers().filter(|r| r.count > 0) else { return };
    let Some(children) = lod.child("children") else { return };
    let is_level = |n: &Node<'_>| n.local_name() != "Route";
    let extra = children.elements().filter(is_level).nth(range.count as usize + 1);
    if let Some(extra) = extra {
        let levels = range.count + 1;
        let finding = report.finding(
            extra,
            extra.name_span(),
            format!("the distances define {levels} levels, so this one is never shown"),
        );
        report.push(finding.see(range.element.content_span(), "the distances"));
    }
}
