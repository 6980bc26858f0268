use portolan_syntax::Node;

use super::support::{data, first_int};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds polygons of a `<polylist>` with fewer than three vertices.
    ///
    /// They have no area. Readers skip them at best; some lose count of the indices. Remove them, or use `<lines>`.
    "DAT028" "degenerate-polygon" Warning, spec "5-115", on ["polylist/vcount"], check
}

fn check<'a>(vcount: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some((smallest, _)) = data(report.document).run(vcount).and_then(|r| r.limits) else { return };
    if smallest >= 3 {
        return;
    }
    if let Some((corners, span)) = first_int(vcount, |n| n < 3) {
        let message = match corners {
            0 => "a polygon has no vertices".to_owned(),
            1 => "a polygon has only 1 vertex".to_owned(),
            n => format!("a polygon has only {n} vertices"),
        };
        let finding = report.finding(vcount, span, message);
        report.push(finding);
    }
}
