//! Mechanisms and bodies judged where they stand: what no rule sees in the document alone.

use std::collections::BTreeSet;

use portolan_format::Moving;
use portolan_scene::Origin;
use portolan_syntax::{Code, Finding, Findings, NodeId, Severity, Span, Tree};

use crate::File;
use crate::pose::{self, Request, Told};

/// Adds what is found when the mechanisms and bodies of a document become parts of a scene, unless it is found already. What
/// has none is not read as a scene.
pub(crate) fn look(file: &File, moving: &Moving, findings: &mut Findings) {
    let Some(tree) = file.tree() else { return };
    let Ok(imported) = file.imported() else { return };
    let losses = imported.losses.iter().filter(|l| is_of(l.code, moving) && l.code.severity >= Severity::Warning);
    let losses: Vec<Told> = losses.map(|l| Told::new(l.code, l.origin, l.message.clone())).collect();
    // Where something is found already.
    let grave = findings.iter().filter(|f| f.severity >= Severity::Warning);
    let mut found: BTreeSet<u32> =
        grave.flat_map(|f| std::iter::once(f.span.start).chain(f.more.iter().map(|(more, _)| more.start))).collect();
    for told in losses {
        let Some((node, span, name)) = place(tree, told.origin) else { continue };
        let known = found.range(span.start..span.end.max(span.start)).next().is_some();
        // What is told of the document as a whole is no part of what is wrong somewhere in it.
        if !known || tree.root().is_some_and(|root| root.id() == node) {
            found.insert(name.start);
            findings.push(finding(told, node, name));
        }
    }
    // How things stand is seen by nobody else, but for formulas, which were computed when the document was read.
    let posed = crate::pose::pose(imported, &Request::default()).map(|posed| posed.told).unwrap_or_default();
    let posed = posed.into_iter().filter(|told| *told.code != pose::codes::UNDEFINED);
    for told in posed.chain(crate::simulate::start(imported)) {
        if let Some((node, _, name)) = place(tree, told.origin) {
            findings.push(finding(told, node, name));
        }
    }
    findings.sort();
}

fn finding(told: Told, node: NodeId, span: Span) -> Finding {
    Finding::new(told.code, span, told.message).severity(told.severity).on(node)
}

fn is_of(code: &Code, moving: &Moving) -> bool {
    moving.codes.iter().copied().flatten().any(|own| own.id == code.id)
}

/// An element of the document itself: where it is, and its name.
fn place(tree: &Tree, origin: Origin) -> Option<(NodeId, Span, Span)> {
    let node = tree.node(NodeId(origin.element)).filter(|n| n.is_element() && origin.document == 0)?;
    Some((node.id(), node.span(), node.name_span()))
}
