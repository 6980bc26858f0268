use portolan_syntax::Node;

use super::support::{data, index_lists, many};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds index lists that do not make whole primitives.
    ///
    /// Each vertex takes as many indices as the largest `offset` of the inputs says (and one more), each line two
    /// vertices, each triangle three. When the number does not come out even, an index is missing or an `offset` is
    /// wrong, and everything after it is misread.
    "DAT025" "index-count" Error, spec "5-112", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips",
    ], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(width) = data.indices(primitive).map(|i| i.width) else { return };
    let (vertices, thing) = match primitive.local_name() {
        "lines" => (2, "line"),
        "triangles" => (3, "triangle"),
        _ => (1, "vertex"),
    };
    let group = width.saturating_mul(vertices);
    for list in index_lists(primitive) {
        let Some(count) = data.run(list).map(|r| r.count).filter(|n| n % group != 0) else { continue };
        let count = portolan_syntax::counted(count, "index", "indices");
        let each = match vertices {
            1 => format!("each {thing} takes {width}"),
            _ => format!("each {thing} takes {group} ({} with {width} each)", many(vertices, "vertice")),
        };
        report.at_content(list, format!("{count} in `<{}>`, but {each}", list.local_name()));
    }
}
