//! Skins in the world, which their node does not move, in a format in which it does.
//!
//! A skin that a reader would take for one that its node moves gets a bind shape matrix that holds the node's transform,
//! and inverse bind matrices that take it back, which is how exporters tell readers to leave the node aside. Where that
//! cannot be, it hangs on a node of its own that moves nothing.

use std::borrow::Cow;
use std::collections::BTreeSet;

use portolan_scene::glam::DMat4;
use portolan_scene::{ControllerId, Deformer, Fate, Losses, Meta, Node, NodeId, Scene, Skin, SkinSpace, ViewId};

use super::{codes, label};
use crate::skin_space::{Readings, Use, uses};

/// The scene as it can be written.
pub(super) fn as_written<'a>(scene: &'a Scene, losses: &mut Losses) -> Cow<'a, Scene> {
    let uses = uses(scene);
    let mut readings = Readings::new(scene);
    let wrong: Vec<&Use> = uses.iter().filter(|one| !is_read(&mut readings, scene, one, None)).collect();
    if wrong.is_empty() {
        return Cow::Borrowed(scene);
    }
    let mut made = scene.clone();
    let controllers: BTreeSet<ControllerId> = wrong.iter().map(|one| one.controller).collect();
    let mut folded = BTreeSet::new();
    for id in controllers {
        let Some(skin) = readings.skin(id) else { continue };
        let all: Vec<&Use> = uses.iter().filter(|one| one.controller == id).collect();
        let shapes = wrong.iter().filter(|one| one.controller == id).filter_map(|one| wanted(scene, one));
        let fits = |shape: &DMat4, readings: &mut Readings<'_>| {
            all.iter().all(|one| is_read(readings, scene, one, Some(shape)))
        };
        if has_loose(scene, id, skin) {
            continue;
        }
        let Some(shape) = shapes.filter_map(Folded::new).find(|f| fits(&f.shape, &mut readings)) else { continue };
        if let Some(Deformer::Skin(skin)) = made.controllers.get_mut(id.index()).map(|c| &mut c.deformer)
            && shape.fold(skin)
        {
            folded.insert(id);
            let meta = scene.controller(id).map(|c| &c.meta);
            let name = meta.map_or("?", label);
            let message = format!("the bind shape of skin `{name}` now includes the transform of its node");
            losses.push(&codes::SKIN_NODE, Fate::Baked, meta.map(|m| m.origin).unwrap_or_default(), message);
        }
    }
    // The last shape of a node first, so that the numbers of the others stay. A chain of two skins is one shape.
    let mut parted = BTreeSet::new();
    for one in wrong.into_iter().rev().filter(|one| !folded.contains(&one.controller)) {
        if !parted.insert((one.holder, one.drawn)) {
            continue;
        }
        part(scene, &mut made, one, losses);
    }
    Cow::Owned(made)
}

fn space(scene: &Scene, one: &Use) -> Option<SkinSpace> {
    Some(scene.node(one.holder)?.drawn.get(one.drawn)?.skeletons.get(one.which)?.space)
}

/// Will a skin be read as it is meant, with its own bind shape or another one?
fn is_read(readings: &mut Readings<'_>, scene: &Scene, one: &Use, shape: Option<&DMat4>) -> bool {
    let Some((skin, space)) = readings.skin(one.controller).zip(space(scene, one)) else { return true };
    readings.of(one, shape.unwrap_or(&skin.bind_shape)).is(space)
}

/// The bind shape by which readers see what is meant.
fn wanted(scene: &Scene, one: &Use) -> Option<DMat4> {
    match space(scene, one)? {
        SkinSpace::World => one.places.iter().map(|p| p.offset).find(|m| *m != DMat4::IDENTITY),
        SkinSpace::Node => Some(DMat4::IDENTITY),
    }
}

/// A bind shape that takes the place of another.
struct Folded {
    shape: DMat4,
    back: DMat4,
}

impl Folded {
    /// `None` if it cannot be taken back.
    fn new(shape: DMat4) -> Option<Folded> {
        let back = shape.inverse();
        let size = shape.to_cols_array().into_iter().fold(1.0, |most: f64, v| most.max(v.abs()));
        let whole = back.is_finite() && (shape * back).abs_diff_eq(DMat4::IDENTITY, 1e-9 * size);
        whole.then_some(Folded { shape, back })
    }

    /// Puts it into a skin: `B · S` stays what it is.
    fn fold(&self, skin: &mut Skin) -> bool {
        let binds: Vec<DMat4> = skin.inverse_binds.iter().map(|b| *b * skin.bind_shape * self.back).collect();
        let whole = binds.iter().all(DMat4::is_finite);
        if whole {
            (skin.bind_shape, skin.inverse_binds) = (self.shape, binds);
        }
        whole
    }
}

/// Are there vertices that no joint holds, or joints without nodes? Those stay where the bind shape puts them.
fn has_loose(scene: &Scene, id: ControllerId, skin: &Skin) -> bool {
    let skeletons = scene.nodes.iter().flat_map(|n| &n.drawn).flat_map(|d| &d.skeletons);
    let missing = skeletons.filter(|s| s.controller == id).any(|s| s.joints.contains(&None));
    missing || skin.has_loose(scene.bent_vertices(id))
}

/// Hangs a shape on a node of its own that moves nothing, below what is above its holder and its skeleton.
fn part(scene: &Scene, made: &mut Scene, one: &Use, losses: &mut Losses) {
    let Some(holder) = scene.node(one.holder) else { return };
    let Some(drawn) = holder.drawn.get(one.drawn) else { return };
    let name = label(&holder.meta);
    if drawn.skeletons.iter().any(|s| s.space == SkinSpace::Node) {
        let message = format!("readers may apply the transform of node `{name}` to its skin differently");
        losses.push(&codes::SKIN_NODE, Fate::Approximated, drawn.meta.origin, message);
        return;
    }
    let mut homes: BTreeSet<(Option<NodeId>, Option<ViewId>)> = BTreeSet::new();
    for place in &one.places {
        homes.insert((place.above, place.above.is_none().then_some(place.view)));
    }
    let hidden = one.places.iter().all(|p| !p.shown);
    made.nodes.iter_mut().skip(one.holder.index()).take(1).for_each(|n| _ = n.drawn.remove(one.drawn));
    for (above, view) in homes {
        let meta = Meta { name: holder.meta.label().map(Into::into), ..Meta::default() };
        let own = Node { meta, layers: holder.layers.clone(), hidden, drawn: vec![drawn.clone()], ..Node::default() };
        let id = NodeId::next(&made.nodes);
        made.nodes.push(own);
        match (above, view) {
            (Some(above), _) => made.nodes.iter_mut().skip(above.index()).take(1).for_each(|n| n.children.push(id)),
            (None, Some(view)) => made.views.iter_mut().skip(view.index()).take(1).for_each(|v| v.roots.push(id)),
            (None, None) => {}
        }
    }
    let message = format!("the skin of node `{name}` was moved to a separate node without transforms");
    losses.push(&codes::SKIN_NODE, Fate::Baked, drawn.meta.origin, message);
}
