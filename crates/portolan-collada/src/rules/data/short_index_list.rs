use portolan_syntax::Node;

use super::support::{data, index_lists};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds strips, fans, polygons and holes with too few vertices to make even one primitive.
    ///
    /// A line strip needs two vertices, everything else three. Readers skip shorter lists at best.
    "DAT030" "short-index-list" Warning, spec "5-112", on ["linestrips", "polygons", "trifans", "tristrips"], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(width) = data.indices(primitive).map(|i| i.width) else { return };
    let (thing, least) = match primitive.local_name() {
        "linestrips" => ("line strip", 2),
        "trifans" => ("triangle fan", 3),
        "tristrips" => ("triangle strip", 3),
        _ => ("polygon", 3),
    };
    for list in index_lists(primitive) {
        let Some(count) = data.run(list).map(|r| r.count).filter(|n| n % width == 0) else { continue };
        let thing = if list.local_name() == "h" { "hole" } else { thing };
        match count / width {
            n if n >= least => {}
            1 => report.at_content(list, format!("a {thing} has only 1 vertex")),
            0 => report.at_content(list, format!("a {thing} has no vertices")),
            n => report.at_content(list, format!("a {thing} has only {n} vertices")),
        }
    }
}
