//! `<animation>`, and what brings it into play.

mod channel;
mod clip;
pub mod codes;
pub(super) mod field;
mod sampler;
mod tangent;
#[cfg(test)]
mod tests;

use hashbrown::HashMap;
use portolan_scene::{Animation, AnimationId, Curve, CurveId, FormulaId, Losses, Origin};
use portolan_syntax::Node;
use rayon::prelude::*;

use super::Lower;

/// What elements of animations became.
#[derive(Default)]
pub(super) struct Made {
    animations: HashMap<Origin, AnimationId>,
    curves: HashMap<Origin, Option<CurveId>>,
    pub formulas: HashMap<Origin, Option<FormulaId>>,
    /// Which transform of its node an element is.
    pub transforms: HashMap<Origin, u32>,
}

impl<'a> Lower<'a> {
    /// Takes over animations, formulas and clips of the main document.
    pub(super) fn animations(&mut self) {
        let mut made = Made::default();
        let animations = self.all_typed("animation");
        self.take_animations(&animations, &mut made);
        for formula in self.all_typed("formula") {
            self.formula(formula, &mut made);
        }
        for clip in self.all_typed("animation_clip") {
            self.clip(clip, &mut made);
        }
    }

    /// Takes over animations; outer ones come before those within.
    fn take_animations(&mut self, elements: &[Node<'a>], made: &mut Made) {
        let new: Vec<Node<'a>> =
            elements.iter().copied().filter(|e| !made.animations.contains_key(&self.origin(*e))).collect();
        self.take_samplers(&new, made);
        for element in new {
            let id = AnimationId::next(&self.scene.animations);
            let outer = element.parent_element().and_then(|p| made.animations.get(&self.origin(p))).copied();
            made.animations.insert(self.origin(element), id);
            let animation = Animation { meta: self.meta(element), nested: outer.is_some(), ..Animation::default() };
            self.scene.animations.push(animation);
            if let Some(outer) = outer.and_then(|o| self.scene.animations.get_mut(o.index())) {
                outer.children.push(id);
            }
            let mut channels = Vec::new();
            for channel in element.elements().filter(|e| e.local_name() == "channel") {
                channels.extend(self.channel(channel, made));
            }
            if let Some(animation) = self.scene.animations.get_mut(id.index()) {
                animation.channels = channels;
            }
        }
    }

    /// Takes over the samplers in animations, side by side.
    fn take_samplers(&mut self, animations: &[Node<'a>], made: &mut Made) {
        let inner = animations.iter().flat_map(|a| a.elements());
        let samplers: Vec<Node<'a>> = inner.filter(|e| e.local_name() == "sampler").collect();
        let read = |sampler: &Node<'a>| sampler::read(self, *sampler);
        let curves: Vec<(Option<Curve>, Losses)> = match samplers.len() {
            0..8 => samplers.iter().map(read).collect(),
            _ => samplers.par_iter().map(read).collect(),
        };
        for (sampler, (curve, losses)) in samplers.into_iter().zip(curves) {
            self.losses.append(losses);
            let id = curve.map(|curve| {
                let id = CurveId::next(&self.scene.curves);
                self.scene.curves.push(curve);
                id
            });
            made.curves.insert(self.origin(sampler), id);
        }
    }
}
