//! Bodies that begin within each other.

use std::collections::HashSet;

use rapier3d_f64::parry::query;
use rapier3d_f64::prelude::*;

use crate::{Note, Simulation};

/// How deep a shape may begin in another one: a share of the smaller one.
const DEEP: f64 = 0.02;

/// Pairs of shapes that touch: at least so many, or so many for each shape. What has more is not simulated.
const MOST: usize = 1 << 16;
const EACH: usize = 32;

/// Pairs that are near each other along one axis and are looked at.
const MOST_NEAR: usize = 1 << 25;

/// A shape where it begins.
struct Placed<'a> {
    body: RigidBodyHandle,
    moves: bool,
    pose: Pose,
    shape: &'a dyn Shape,
    bounds: Aabb,
}

impl Simulation<'_> {
    /// Tells which bodies begin deep within others.
    pub(crate) fn tell_overlaps(&mut self) {
        let engine = &self.engine;
        let mut placed: Vec<Placed<'_>> = engine.colliders.iter().filter_map(|(_, c)| self.placed(c)).collect();
        placed.sort_by(|a, b| a.bounds.mins.x.total_cmp(&b.bounds.mins.x));
        let most = MOST.max(EACH * placed.len());
        let mut deep: HashSet<RigidBodyHandle> = HashSet::new();
        let (mut near, mut touching) = (0, 0);
        'all: for (at, one) in placed.iter().enumerate() {
            let later = placed.get(at + 1..).unwrap_or_default();
            for other in later.iter().take_while(|other| other.bounds.mins.x <= one.bounds.maxs.x) {
                near += 1;
                if near > MOST_NEAR || touching > most {
                    break 'all;
                }
                if !self.may_touch(one, other) {
                    continue;
                }
                touching += 1;
                if !(deep.contains(&one.body) && deep.contains(&other.body)) && one.is_deep_in(other) {
                    deep.extend([one.body, other.body]);
                }
            }
        }
        self.crowded = touching > most;
        if let (true, Some(first)) = (self.crowded, self.bodies.first()) {
            self.notes.insert((first.origin, Note::Crowded));
        }
        let told = self.bodies.iter().filter(|b| !b.follows && deep.contains(&b.handle));
        self.notes.extend(told.map(|b| (b.origin, Note::Overlap)));
    }

    fn placed<'c>(&self, collider: &'c Collider) -> Option<Placed<'c>> {
        let body = collider.parent()?;
        let rigid = self.engine.bodies.get(body)?;
        let local = collider.position_wrt_parent().copied().unwrap_or_default();
        let (pose, shape) = (*rigid.position() * local, collider.shape());
        let bounds = shape.compute_aabb(&pose);
        Some(Placed { body, moves: rigid.is_dynamic(), pose, shape, bounds })
    }

    /// Do two shapes push each other apart?
    fn may_touch(&self, one: &Placed<'_>, other: &Placed<'_>) -> bool {
        let joints = &self.engine.joints;
        one.body != other.body
            && (one.moves || other.moves)
            && one.bounds.intersects(&other.bounds)
            && joints.joints_between(one.body, other.body).all(|(_, joint)| joint.data.contacts_enabled)
    }
}

impl Placed<'_> {
    fn is_deep_in(&self, other: &Placed<'_>) -> bool {
        let contact = query::contact(&self.pose, self.shape, &other.pose, other.shape, 0.0);
        let depth = contact.ok().flatten().map_or(0.0, |contact| -contact.dist);
        let sizes = [self, other].map(|p| p.bounds.half_extents().length());
        depth > DEEP * sizes.into_iter().fold(f64::MAX, f64::min)
    }
}
