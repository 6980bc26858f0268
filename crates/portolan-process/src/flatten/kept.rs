//! What is kept from the document and names transforms: the axes of joints.

use std::collections::BTreeSet;

use portolan_scene::{Fate, Kept, Losses, Node, Scene};

use crate::codes;

/// What may stand in an address.
fn is_address(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '"' | '\'' | '<' | '>' | '=')
}

/// The last names in all addresses of what is kept.
pub(super) struct Named<'a>(BTreeSet<&'a str>);

impl<'a> Named<'a> {
    pub fn new(scene: &'a Scene) -> Named<'a> {
        let mut names = BTreeSet::new();
        let of_nodes =
            scene.nodes.iter().flat_map(|n| n.meta.kept().iter().chain(n.drawn.iter().flat_map(|d| d.meta.kept())));
        let of_views = scene.views.iter().flat_map(|v| v.meta.kept());
        let of_animations = scene.animations.iter().flat_map(|a| a.meta.kept());
        for Kept { content, .. } in scene.aside.kept.iter().chain(of_nodes).chain(of_views).chain(of_animations) {
            for word in content.split(|c| !is_address(c)) {
                let Some((_, name)) = word.rsplit_once('/').filter(|(way, _)| !way.is_empty()) else { continue };
                names.insert(name);
                // A name may have a member behind it, or a dot in it.
                names.extend(name.split(['.', '(']).next());
            }
        }
        Named(names)
    }

    /// Is a transform of a node named? An axis of a joint has to be a turn or a shift and cannot be a matrix.
    pub fn has(&self, node: &Node) -> bool {
        node.transforms.iter().filter_map(|t| t.sid.as_deref()).any(|sid| self.0.contains(sid))
    }
}

/// Nodes with a transform that is an axis of a mechanism.
pub(super) fn bound(scene: &Scene) -> impl Iterator<Item = usize> + '_ {
    let targets = scene.mechanisms.iter().flat_map(|m| &m.freedoms).flat_map(|f| &f.targets);
    targets.map(|bound| bound.node.index())
}

/// Tells that a node keeps its transforms.
pub(super) fn tell(node: &Node, losses: &mut Losses) {
    let message = "a node keeps its separate transforms because joint axes refer to them";
    losses.push(&codes::MATRIX, Fate::Noted, node.meta.origin, message);
}
