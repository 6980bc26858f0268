//! Documents with very many elements are read in pieces, on all cores.
//!
//! A piece begins at some tag. Which elements are open there, nobody knows yet, so that a number of nameless ones stands for
//! them until the pieces are put together. That works for documents without fault, DOCTYPE and namespaces declared on the
//! way; whatever is out of the ordinary is left to be read again from the start, by the one reader that can tell of it.

use portolan_parallel::prelude::*;

use super::entity::Entities;
use super::parser::{Parser, begins_markup};
use crate::tree::{AROUND, NodeKind, TreeBuilder};
use crate::{Findings, Limits, Source};

/// Stands for the name of an element that was opened before a piece begins.
pub(super) const UNKNOWN: (u32, u32) = (0, 0);

/// Nodes from which on it is worth it, for each piece.
const MANY: usize = 100_000;

/// More pieces gain nothing: putting them together takes its time as well.
const MOST: usize = 8;

/// What one piece gave.
struct Piece {
    builder: TreeBuilder,
    open_names: Vec<(u32, u32)>,
    closed_around: Vec<(u32, u32)>,
    /// Is there nothing about it that the usual way has to deal with?
    plain: bool,
}

/// Reads a document in pieces; `None` when it has too few nodes for that, or anything out of the ordinary.
pub(super) fn read(
    source: &Source,
    limits: &Limits,
    entities: &Entities,
    (nodes, attributes): (usize, usize),
) -> Option<TreeBuilder> {
    let count = portolan_parallel::current_num_threads().min(nodes / MANY).min(MOST);
    if count < 2 || !entities.is_empty() {
        return None;
    }
    read_in(count, source, limits, entities, (nodes, attributes))
}

pub(super) fn read_in(
    count: usize,
    source: &Source,
    limits: &Limits,
    entities: &Entities,
    (nodes, attributes): (usize, usize),
) -> Option<TreeBuilder> {
    let mut findings = Findings::new(1);
    let mut first = Parser::new(source, limits, entities, &mut findings);
    // All pieces are read within the root, and with the namespaces that it declares.
    while !first.root_seen {
        if !first.content() {
            return None;
        }
    }
    if first.builder.outermost().any(|kind| kind == NodeKind::Doctype) {
        return None;
    }
    first.builder.reserve(nodes, attributes);
    let cuts = cuts(first.bytes.get(..first.end)?, first.pos, count);
    let begin = || {
        let builder = TreeBuilder::for_piece(first.builder.names.clone());
        (builder, first.namespaces.clone())
    };
    let further: Vec<_> = cuts.iter().map(|_| begin()).collect();
    let limits_within = Limits { depth: limits.depth.saturating_add(AROUND as u32), ..limits.clone() };
    let ends = cuts.iter().skip(1).copied().chain([first.end]);
    let places: Vec<(usize, usize)> = cuts.iter().copied().zip(ends).collect();
    first.end = *cuts.first()?;
    let declared = first.namespaces.entered();
    let read_piece = |((builder, namespaces), (from, to)): ((TreeBuilder, _), (usize, usize))| {
        let mut findings = Findings::new(1);
        let mut parser = Parser::new(source, &limits_within, entities, &mut findings);
        parser.builder = builder;
        parser.builder.reserve(nodes / count, attributes / count);
        parser.namespaces = namespaces;
        parser.open_names = vec![UNKNOWN; AROUND];
        parser.root_seen = true;
        (parser.pos, parser.end) = (from, to);
        parser.all_content();
        let plain = parser.pos == to && parser.namespaces.entered() == declared && parser.findings.is_empty();
        let Parser { builder, open_names, closed_around, .. } = parser;
        Piece { builder, open_names, closed_around, plain }
    };
    let (_, pieces) = portolan_parallel::join(
        || first.all_content(),
        || further.into_par_iter().zip(places).map(read_piece).collect::<Vec<Piece>>(),
    );
    let mut plain = first.pos == first.end && first.namespaces.entered() == declared && first.findings.is_empty();
    for piece in pieces {
        plain = plain && piece.plain && put_together(&mut first, piece);
    }
    let whole = plain && first.builder.depth() == 0 && first.builder.len() <= limits.nodes as usize;
    let mut elements = 0;
    let kinds_fit = first.builder.outermost().all(|kind| match kind {
        NodeKind::Element => {
            elements += 1;
            elements == 1
        }
        kind => matches!(kind, NodeKind::Comment | NodeKind::Instruction),
    });
    (whole && kinds_fit).then_some(first.builder)
}

/// Adds a piece behind what was read before it, if it closes what is open there.
fn put_together(all: &mut Parser<'_, '_>, piece: Piece) -> bool {
    let unknown = piece.open_names.iter().take_while(|name| **name == UNKNOWN).count();
    if AROUND - unknown != piece.closed_around.len() {
        return false;
    }
    for (start, end) in piece.closed_around {
        let Some((open_start, open_end)) = all.open_names.pop() else { return false };
        if all.slice(open_start, open_end) != all.slice(start, end) {
            return false;
        }
    }
    all.open_names.extend(piece.open_names.into_iter().skip(unknown));
    all.builder.append(piece.builder, all.text, all.limits.depth as usize)
}

/// Where pieces of about the same length begin: at tags, as far as can be seen.
fn cuts(text: &[u8], from: usize, count: usize) -> Vec<usize> {
    let step = (text.len() - from.min(text.len())) / count.max(1);
    let mut cuts: Vec<usize> = Vec::new();
    for piece in 1..count {
        let mut at = from + piece * step;
        while let Some(offset) = text.get(at..).and_then(|rest| memchr::memchr(b'<', rest)) {
            at += offset;
            let next = text.get(at + 1).copied().unwrap_or(0);
            if begins_markup(next) && !matches!(next, b'!' | b'?') {
                cuts.push(at);
                break;
            }
            at += 1;
        }
    }
    cuts.dedup();
    cuts
}

/// The nodes as they are without pieces, and those of so many pieces. Nothing comes back if pieces are read where there are faults,
/// which only the other reader tells.
pub(super) fn compare(text: &str, count: usize) -> Option<(String, Option<String>)> {
    let source = Source::from_text("text", text);
    let (limits, entities) = (Limits::default(), Entities::default());
    let mut findings = Findings::new(10);
    let mut parser = Parser::new(&source, &limits, &entities, &mut findings);
    parser.all_content();
    let sound = parser.findings.iter().count() + parser.open_names.len() == 0;
    let sequential = format!("{:?}", parser.builder.parts());
    let pieces = read_in(count, &source, &limits, &entities, (10, 10));
    (sound || pieces.is_none()).then(|| (sequential, pieces.map(|builder| format!("{:?}", builder.parts()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let mut text =
            String::from("<?xml version=\"1.0\"?><!-- head --><c:r xmlns=\"u:1\" xmlns:c='u:2' version=\"1.4.1\">\n");
        for i in 0..60 {
            text += &format!("<node id='n{i}'><a{i}>1 2 &amp; 3</a{i}><c:b x='&lt;'/><!-- {i} --><![CDATA[<{i}>]]>");
            text += if i % 3 == 0 { "" } else { "</node >" };
        }
        text += &"</node>".repeat(20);
        text += "</c:r><!-- end -->";
        for count in 2..=8 {
            let (sequential, pieces) = compare(&text, count).unwrap();
            assert_eq!(pieces.as_deref(), Some(sequential.as_str()), "{count} pieces");
        }
    }

    #[test]
    fn what_is_out_of_the_ordinary_is_left_alone() {
        for text in [
            "<r><a/><!-- <b> <b> <b> <b> --></r>",
            "<r><a t='<b <b <b <b <b'/></r>",
            "<r><a><b></a></b><a/></r>",
            "<r><a/><a/><a/></r><r/>",
            "<r><a/><a/><a/></r> text",
            "<r><a/><a/><a/><a/>",
            "<r><a/><a/></r></r>",
            "<r><a/><a xmlns='u'/><b/></r>",
            "<r><a/><a/><b p:x='1'/><a/></r>",
            "<!DOCTYPE r><r><a/><a/><a/></r>",
            "<r><a></></a><a/><a/></r>",
            "<r/>",
            "",
        ] {
            for count in 2..=4 {
                assert!(super::super::pieces_agree(text, count), "{text}");
            }
        }
        let deep = "<r>".repeat(500) + &"</r>".repeat(500);
        assert_eq!(compare(&deep, 3).unwrap().1, None);
    }
}
