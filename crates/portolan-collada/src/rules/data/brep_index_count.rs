use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds tables of a B-rep whose indices do not make whole rows, or not as many rows as `<vcount>` needs.
    ///
    /// Each row takes one index for every column of the inputs.
    "DAT152" "brep-index-count" Error, spec "9-7", on [
        "brep/edges", "brep/wires", "brep/faces", "brep/pcurves", "brep/shells", "brep/solids",
    ], check
}

fn check<'a>(table: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(width) = data.indices(table).map(|i| i.width) else { return };
    let p = table.child("p");
    let count = match p {
        Some(p) => data.run(p).map(|r| r.count),
        None => Some(0),
    };
    let Some(count) = count else { return };
    let at = p.unwrap_or(table);
    let numbers = portolan_syntax::counted(count, "index", "indices");
    match table.child("vcount") {
        None => {
            if count % width != 0 {
                report.at_content(at, format!("{numbers} in `<p>`, but each row takes {width}"));
            }
        }
        Some(vcount) => {
            let Some(rows) = data.run(vcount).map(|r| r.sum.unsigned_abs()) else { return };
            let wanted = rows.saturating_mul(width);
            if count != wanted {
                let message =
                    format!("`<vcount>` needs {wanted} indices ({rows} times {width}), but `<p>` has {count}");
                report.at_content(at, message);
            }
        }
    }
}
