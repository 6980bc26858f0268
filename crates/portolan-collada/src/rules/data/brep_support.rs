//! What rules about the geometry of boundary representations share.

use portolan_format::Reporter;
use portolan_scene::brep::{Body, Fault, Look, faults};
use portolan_syntax::{Node, Span};

use super::support::data;
use crate::brep::{Told, What, read};
use crate::data::Text;

/// What does not fit in a body. Nothing where the body could not be read as a whole: that is told elsewhere.
pub(super) fn found<'a>(brep: Node<'a>, report: &Reporter<'_, 'a>, look: Look) -> (Body, Vec<Fault>) {
    let read = read(data(report.document), brep);
    let whole = read.told.iter().all(|t| t.what == What::Degrees);
    let body = read.brep.body;
    let list = if whole && body.is_sound() { faults(&body, look) } else { Vec::new() };
    (body, list)
}

/// What was told while a body was read.
pub(super) fn told<'a>(brep: Node<'a>, report: &Reporter<'_, 'a>, what: &[What]) -> Vec<Told<'a>> {
    let told = read(data(report.document), brep).told;
    told.into_iter().filter(|t| what.contains(&t.what)).collect()
}

/// The place of the entry of a table: its first index, or its count.
pub(super) fn entry<'a>(
    brep: Node<'a>,
    report: &Reporter<'_, 'a>,
    table: &str,
    index: u32,
) -> Option<(Node<'a>, Span)> {
    let table = brep.child(table)?;
    let (list, step) = match table.child("vcount") {
        Some(vcount) => (vcount, 1),
        None => (table.child("p")?, data(report.document).indices(table)?.width as usize),
    };
    let text = Text::of(list);
    let at = text.ints().nth(index as usize * step).map(|(_, at)| text.span(at))?;
    Some((list, at))
}

/// `, and 3 more` for further faults of the same kind.
pub(super) fn more(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => ", and another one".to_owned(),
        n => format!(", and {} more", n - 1),
    }
}

/// The fault that is farthest off.
pub(super) fn worst(list: &[Fault]) -> Option<&Fault> {
    list.iter().max_by(|a, b| a.distance.total_cmp(&b.distance))
}
