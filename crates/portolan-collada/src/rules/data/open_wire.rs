use crate::data::{Data, Text};
use hashbrown::HashSet;
use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds faces of a B-rep whose wires are not closed.
    ///
    /// Each edge of a wire must end at the vertex where the next one begins, and the last one where the first began; an edge
    /// that is `REVERSED` runs from its end to its start. A face with a gap in its boundary cannot be trimmed. Wires that
    /// no face uses may be open.
    "DAT158" "open-wire" Warning, spec "9-47", on ["brep"], check
}

fn check<'a>(brep: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let (Some(edges), Some(wires), Some(faces)) = (brep.child("edges"), brep.child("wires"), brep.child("faces"))
    else {
        return;
    };
    let Some(ends) = edge_ends(data, edges) else { return };
    let Some(bounding) = column(data, faces, "WIRE").map(|c| c.into_iter().collect::<HashSet<i64>>()) else { return };
    let (Some(used), Some(turned)) = (column(data, wires, "EDGE"), reversed(data, wires)) else { return };
    let (Some(vcount), Some(p)) = (wires.child("vcount"), wires.child("p")) else { return };
    // Indices that are out of range, and lists that do not fit, are findings of their own.
    if data.run(vcount).is_none_or(|r| r.sum.unsigned_abs() != used.len() as u64) || used.len() != turned.len() {
        return;
    }
    let mut rows = used.iter().zip(&turned);
    let text = Text::of(vcount);
    for (wire, (count, at)) in (0i64..).zip(text.ints()) {
        let mut open = false;
        let mut loop_ends: Option<(i64, i64)> = None;
        for (edge, turned) in rows.by_ref().take(usize::try_from(count).unwrap_or(0)) {
            let Some(&(start, end)) = usize::try_from(*edge).ok().and_then(|e| ends.get(e)) else { return };
            let (from, to) = if *turned { (end, start) } else { (start, end) };
            loop_ends = match loop_ends {
                None => Some((from, to)),
                Some((first, last)) => {
                    open |= last != from;
                    Some((first, to))
                }
            };
        }
        let gap = open || loop_ends.is_some_and(|(first, last)| first != last);
        if gap && bounding.contains(&wire) {
            let finding = report
                .finding(vcount, text.span(at), format!("wire {wire} bounds a face, but its edges do not close"))
                .see(p.open_span(), "the edges of the wires");
            report.push(finding);
        }
    }
}

/// The start and end vertex of each edge.
fn edge_ends<'a>(data: Data<'a>, edges: Node<'a>) -> Option<Vec<(i64, i64)>> {
    let mut offsets = data.inputs(edges).filter(|i| i.semantic == "VERTEX").map(|i| i.offset);
    let (start, end) = (offsets.next()??, offsets.next()??);
    let starts = numbers_at(data, edges, start)?;
    Some(starts.into_iter().zip(numbers_at(data, edges, end)?).collect())
}

/// Whether each row of a table is turned around.
fn reversed<'a>(data: Data<'a>, table: Node<'a>) -> Option<Vec<bool>> {
    let source = data.input_source(table, "ORIENTATION")?;
    let array = source.array?;
    let text = Text::of(array.node);
    let words: Vec<bool> = text.words().map(|(word, _)| word == "REVERSED").collect();
    column(data, table, "ORIENTATION")?.into_iter().map(|i| words.get(usize::try_from(i).ok()?).copied()).collect()
}

/// The numbers in the column of the first input with a semantic.
fn column<'a>(data: Data<'a>, table: Node<'a>, semantic: &str) -> Option<Vec<i64>> {
    let offset = data.input(table, semantic)?.offset?;
    numbers_at(data, table, offset)
}

fn numbers_at<'a>(data: Data<'a>, table: Node<'a>, offset: u64) -> Option<Vec<i64>> {
    let indices = data.indices(table)?;
    let width = indices.width;
    let p = table.child("p").filter(|p| data.run(*p).is_some_and(|r| r.count % width == 0))?;
    let text = Text::of(p);
    // An index that leads to nothing is a finding of its own.
    if !indices.all_fit(&text) {
        return None;
    }
    Some((0u64..).zip(text.ints()).filter(|(place, _)| place % width == offset).map(|(_, (value, _))| value).collect())
}
