//! Skins and morphs as points that an interpolator sends.

use portolan_eval::{Playing, deform, pose, sample};
use portolan_scene::{Drawn, Fate, NodeId, Primitive};

use super::animation::Clock;
use super::{Raise, codes};
use crate::world::{NodeId as WorldId, Value};

/// A shape that is bent over time.
pub(super) struct Bent {
    node: NodeId,
    drawn: Drawn,
    world: WorldId,
    /// The vertices that are written, in order.
    vertices: Vec<u32>,
}

/// Keys of a shape that is bent: each is a list of all points.
const MOST: usize = 1000;

/// Keys a second, unless somebody says otherwise.
const RATE: f64 = 12.0;

impl Raise<'_> {
    /// Remembers a shape that is bent, if its motion is asked for.
    pub fn follow_bent(&mut self, node: NodeId, drawn: &Drawn, world: WorldId, primitive: &Primitive) {
        if !self.job.conversion.bake_shapes {
            return;
        }
        let corners = 0..primitive.corners();
        let mut vertices: Vec<u32> = corners.filter_map(|c| primitive.vertex(c)).collect();
        vertices.sort_unstable();
        vertices.dedup();
        self.bent.push(Bent { node, drawn: drawn.clone(), world, vertices });
    }

    /// Lets a clock bend shapes.
    pub fn bend(&mut self, clock: &Clock, playing: &Playing, held: &mut Vec<WorldId>) {
        for at in 0..self.bent.len() {
            let Some(Bent { node, drawn, world, vertices }) = self.bent.get(at) else { continue };
            let (node, world) = (*node, *world);
            let Some(place) = self.stage.places(node).first().copied() else { continue };
            let (start, end) = clock.window;
            let rate = self.job.conversion.sample_rate.unwrap_or(RATE);
            let count = (((end - start) * rate).ceil() as usize).clamp(1, MOST);
            let (mut keys, mut values) = (Vec::new(), Vec::new());
            for key in 0..=count {
                let share = key as f64 / count as f64;
                let overrides = sample(self.scene, playing, start + (end - start) * share);
                let posed = pose(self.scene, &self.stage, &overrides);
                let Some(bent) = deform(self.scene, &self.stage, &posed, &overrides, place, drawn) else { break };
                keys.push(share as f32);
                values
                    .extend(vertices.iter().flat_map(|v| bent.positions.get(*v as usize).copied().unwrap_or_default()));
            }
            let width = vertices.len() * 3;
            let still = values.chunks(width.max(1)).all(|row| Some(row) == values.get(..width));
            let origin = drawn.meta.origin;
            if still || keys.is_empty() {
                continue;
            }
            let Some(interpolator) = self.node("CoordinateInterpolator", origin) else { continue };
            self.world.set(interpolator, "key", Value::Floats(keys));
            self.world.set(interpolator, "keyValue", Value::Floats(values));
            self.connect(clock, interpolator, world, "coord", origin);
            held.push(interpolator);
            let message = "a skin or morph was converted to an animation of its points";
            self.lose(&codes::DEFORMED, Fate::Baked, origin, message);
        }
    }
}
