use crate::data::{Data, whole_attribute};
use portolan_syntax::Node;

use super::support::{at_attribute, data, with_number};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds primitives whose `count` is not the number of lines, triangles, polygons or strips that are there.
    ///
    /// Readers that trust `count` stop too early or read beyond the end. The indices usually are right: correct `count`.
    "DAT029" "primitive-count" Error, spec "5-112", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips",
    ], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(declared) = whole_attribute(primitive, "count") else { return };
    let Some(real) = real_count(data(report.document), primitive).filter(|real| *real != declared) else { return };
    let verb = if real == 1 { "is" } else { "are" };
    let message = format!("`count` of `<{}>` is {declared}, but there {verb} {real}", primitive.local_name());
    let finding = at_attribute(report, primitive, "count", message);
    report.push(with_number(finding, primitive, "count", real));
}

/// The number of primitives, if their lists are in order.
fn real_count<'a>(data: Data<'a>, primitive: Node<'a>) -> Option<u64> {
    let name = primitive.local_name();
    let list = match name {
        "polylist" => "vcount",
        "lines" | "triangles" => "p",
        _ => {
            let lists = primitive.elements().filter(|e| matches!(e.local_name(), "p" | "ph"));
            return Some(lists.count() as u64);
        }
    };
    let Some(list) = primitive.child(list) else {
        // A polygon list without `<vcount>` is another finding.
        return primitive.child("p").is_none().then_some(0);
    };
    let count = data.run(list)?.count;
    let vertices = match name {
        "lines" => 2,
        "triangles" => 3,
        _ => return Some(count),
    };
    if count == 0 {
        return Some(0);
    }
    let group = data.indices(primitive)?.width.saturating_mul(vertices);
    (count % group == 0).then_some(count / group)
}
