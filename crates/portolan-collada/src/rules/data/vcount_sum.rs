use crate::data::whole_attribute;
use portolan_syntax::{Edit, Node};

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds polygon lists whose `<vcount>` does not use up exactly the indices of `<p>`.
    ///
    /// The sum of `<vcount>` is the number of vertices, each of which takes one index for every column of the inputs. If
    /// the two differ, polygons are cut off or run into each other.
    "DAT027" "vcount-sum" Error, spec "5-115", on ["polylist"], check
}

/// Polygons for which a repair writes a whole list.
const MOST_POLYGONS: u64 = 1_000_000;

fn check<'a>(polylist: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(width) = data.indices(polylist).map(|i| i.width) else { return };
    let count = |list: Option<Node<'a>>| match list {
        Some(list) => data.run(list).map(|r| r.count),
        None => Some(0),
    };
    let (vcount, p) = (polylist.child("vcount"), polylist.child("p"));
    let Some(indices) = count(p).filter(|n| n % width == 0) else { return };
    let Some(vcount) = vcount else {
        if indices > 0 {
            let message = "`<polylist>` has indices, but no `<vcount>` that divides them into polygons";
            let mut finding = report.finding(polylist, polylist.name_span(), message);
            // A polygon has three vertices at least; where there are so many and no more, all are triangles.
            let polygons =
                whole_attribute(polylist, "count").filter(|n| *n <= MOST_POLYGONS && n * 3 * width == indices);
            if let (Some(polygons), Some(p)) = (polygons, p) {
                let vcount = vec!["3"; polygons as usize].join(" ");
                let edits = vec![Edit::insert(p.span().start, format!("<vcount>{vcount}</vcount>"))];
                finding = finding.fix("add the `<vcount>` of triangles", edits);
            }
            report.push(finding);
        }
        return;
    };
    let Some(run) = data.run(vcount) else { return };
    let (sum, vertices) = (run.sum.unsigned_abs(), indices / width);
    if sum != vertices {
        let message = format!("`<vcount>` needs {sum} vertices, but `<p>` has {vertices}");
        report.at_content(vcount, message);
    }
}
