//! What is kept from the document and names transforms: the axes of joints, targets of forces.

use std::collections::BTreeMap;

use portolan_scene::{Fate, Kept, Losses, Meta, Scene};

use super::{Plan, SID};
use crate::codes;

/// What may stand in an address.
fn is_address(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '"' | '\'' | '<' | '>' | '=')
}

/// Leads addresses of transforms (`node/sid`, perhaps with a member) to the matrix of the node.
pub(super) fn lead(scene: &mut Scene, plan: &Plan, losses: &mut Losses) {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (node, changes) in scene.nodes.iter().zip(&plan.changes) {
        let Some(id) = node.meta.id.as_deref().filter(|_| *changes) else { continue };
        for sid in node.transforms.iter().filter_map(|t| t.sid.as_deref()) {
            names.insert(format!("{id}/{sid}"), format!("{id}/{SID}"));
        }
    }
    if names.is_empty() {
        return;
    }
    let nodes = scene.nodes.iter_mut().flat_map(|n| {
        let drawn = n.drawn.iter_mut().map(|d| &mut d.meta);
        std::iter::once(&mut n.meta).chain(drawn)
    });
    let metas = nodes
        .chain(scene.animations.iter_mut().map(|a| &mut a.meta))
        .chain(scene.views.iter_mut().map(|v| &mut v.meta));
    let kept = metas.filter_map(|m: &mut Meta| m.aside.as_deref_mut()).chain([&mut scene.aside]);
    for kept in kept.flat_map(|a| &mut a.kept) {
        let changed = led(kept, &names);
        if changed > 0 {
            let message = format!("`{}` named a transform and names the matrix of its node", kept.name);
            losses.push(&codes::MATRIX, Fate::Approximated, kept.origin, message);
        }
    }
}

/// Changes addresses in one element, and tells how many.
fn led(kept: &mut Kept, names: &BTreeMap<String, String>) -> usize {
    let mut changed = 0;
    let mut text = String::with_capacity(kept.content.len());
    let mut rest = &*kept.content;
    while let Some(start) = rest.find(is_address) {
        let (before, word) = rest.split_at(start);
        let (word, behind) = word.split_at(word.find(|c| !is_address(c)).unwrap_or(word.len()));
        text.push_str(before);
        let bare = word.strip_prefix('#').unwrap_or(word);
        // A member of a transform is none of the matrix.
        let path = bare.split(['.', '(']).next().unwrap_or(bare);
        let known = bare.contains('/').then(|| names.get(bare).or_else(|| names.get(path))).flatten();
        match known {
            Some(new) => {
                text.push_str(if bare.len() < word.len() { "#" } else { "" });
                text.push_str(new);
                changed += 1;
            }
            None => text.push_str(word),
        }
        rest = behind;
    }
    text.push_str(rest);
    if changed > 0 {
        kept.content = text.into();
    }
    changed
}
