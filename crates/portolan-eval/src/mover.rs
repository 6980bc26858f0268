//! What moves things.

use std::borrow::Cow;

use portolan_scene::{Scene, ViewId};

use crate::sample::play;
use crate::{Overrides, Playing, Pose, Stage, pose};

/// Something that moves things: animations that play ([`Playing`]), joints, bodies, events.
pub trait Mover {
    /// Sets what is different from the scene as it was written, at a time in seconds. Of several movers the later one wins
    /// where both set the same, and it sees what those before it have set.
    fn advance(&mut self, world: &mut World<'_>, now: f64, overrides: &mut Overrides);
}

impl Mover for Playing {
    fn advance(&mut self, world: &mut World<'_>, now: f64, overrides: &mut Overrides) {
        play(world.scene(), self, now, overrides);
    }
}

/// A scene and the places of one of its views, while things move.
#[derive(Clone, Debug)]
pub struct World<'a> {
    scene: Cow<'a, Scene>,
    view: ViewId,
    limit: usize,
    stage: Stage,
}

impl<'a> World<'a> {
    /// A view with at most so many places ([`crate::LIMIT`]).
    pub fn new(scene: &'a Scene, view: ViewId, limit: usize) -> World<'a> {
        World { stage: Stage::new(scene, view, limit), scene: Cow::Borrowed(scene), view, limit }
    }

    /// The scene as it is now.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Where its nodes stand. Places of overrides are places of this stage.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Everything that movers set at a time, one after the other.
    pub fn advance(&mut self, movers: &mut [&mut dyn Mover], now: f64) -> Overrides {
        let mut overrides = Overrides::default();
        for mover in movers {
            mover.advance(self, now, &mut overrides);
        }
        overrides
    }

    /// Where everything is.
    pub fn pose(&self, overrides: &Overrides) -> Pose {
        pose(&self.scene, &self.stage, overrides)
    }

    /// Changes the structure of the scene: a child is added, a node taken away. This gives a new stage. Places that are put
    /// somewhere are found again by the way from their root, an instance by its number; those that are gone are forgotten.
    pub fn change(&mut self, overrides: &mut Overrides, edit: impl FnOnce(&mut Scene)) {
        edit(self.scene.to_mut());
        let before = std::mem::replace(&mut self.stage, Stage::new(&self.scene, self.view, self.limit));
        overrides.move_places(|at| again(&before, &self.stage, at));
    }
}

/// A place of one stage in another.
fn again(before: &Stage, now: &Stage, at: u32) -> Option<u32> {
    let mut way = Vec::new();
    let mut next = Some(at);
    while let Some(at) = next {
        let placed = before.placed.get(at as usize)?;
        way.push(placed);
        next = placed.parent;
    }
    let mut found = None;
    for wanted in way.into_iter().rev() {
        let is_it = |at: &&u32| {
            let placed = now.placed.get(**at as usize);
            placed.is_some_and(|p| p.parent == found && p.instance == wanted.instance)
        };
        found = Some(*now.places(wanted.node).iter().find(is_it)?);
    }
    found
}

#[cfg(test)]
mod tests {
    use portolan_scene::glam::{DMat4, DVec3};
    use portolan_scene::{
        Animation, Channel, Curve, CurveId, Meta, Node, NodeId, NodeInstance, Operation, Part, Target, Transform, View,
    };

    use super::*;
    use crate::{LIMIT, Placement};

    fn node(x: f64, instances: &[u32]) -> Node {
        let instance = |n: &u32| NodeInstance { meta: Meta::default(), node: NodeId(*n), proxy: None };
        Node {
            transforms: vec![Transform { sid: None, operation: Operation::Translate([x, 0.0, 0.0]) }],
            instances: instances.iter().map(instance).collect(),
            ..Node::default()
        }
    }

    /// A root that places node 1 twice, and a curve that moves node 1 along x from 0 to 10 in a second.
    fn scene() -> Scene {
        let target = Target::Transform { node: NodeId(1), transform: 0, part: Part::At(0) };
        let channels = vec![Channel { curve: CurveId(0), first: 0, target, factor: 1.0 }];
        Scene {
            nodes: vec![node(100.0, &[1, 1]), node(0.0, &[])],
            views: vec![View { roots: vec![NodeId(0)], ..View::default() }],
            curves: vec![Curve::linear(1, vec![0.0, 1.0], vec![0.0, 10.0])],
            animations: vec![Animation { channels, ..Animation::default() }],
            ..Scene::default()
        }
    }

    fn xs(world: &World<'_>, overrides: &Overrides) -> Vec<f64> {
        world.pose(overrides).world.iter().map(|m| m.w_axis.x).collect()
    }

    /// Keeps one place where it is; at a time it adds a node in front of all others.
    struct Body {
        at: u32,
        grows: f64,
    }

    impl Mover for Body {
        fn advance(&mut self, world: &mut World<'_>, now: f64, overrides: &mut Overrides) {
            overrides.place(self.at, Placement::World(DMat4::from_translation(DVec3::new(-1.0, 0.0, 0.0))));
            if now >= self.grows {
                world.change(overrides, |scene| {
                    scene.nodes.push(node(3.0, &[]));
                    scene.nodes[0].children.push(NodeId(2));
                });
            }
        }
    }

    #[test]
    fn animations_move_first_and_others_after_them() {
        let scene = scene();
        let mut world = World::new(&scene, ViewId(0), LIMIT);
        let mut body = Body { at: 2, grows: f64::INFINITY };
        let overrides = world.advance(&mut [&mut Playing::Default, &mut body], 0.5);
        assert_eq!(xs(&world, &overrides), [100.0, 105.0, -1.0]);
        assert_eq!(xs(&world, &world.clone().advance(&mut [&mut Playing::Nothing], 0.5)), [100.0, 100.0, 100.0]);
    }

    #[test]
    fn a_change_of_structure_gives_a_new_stage() {
        let scene = scene();
        let mut world = World::new(&scene, ViewId(0), LIMIT);
        let mut body = Body { at: 2, grows: 0.0 };
        let mut overrides = world.advance(&mut [&mut Playing::Default, &mut body], 1.0);
        // The new child stands before the instances; what was put somewhere is the second of them still.
        assert_eq!(world.stage().placed.len(), 4);
        assert_eq!(xs(&world, &overrides), [100.0, 103.0, 110.0, -1.0]);
        // What is gone is forgotten.
        world.change(&mut overrides, |scene| scene.nodes[0].instances.truncate(1));
        assert!(overrides.placements().is_empty());
        assert_eq!(xs(&world, &overrides), [100.0, 103.0, 110.0]);
        assert_eq!(scene.nodes.len(), 2);
    }
}
