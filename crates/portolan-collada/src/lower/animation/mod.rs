//! `<animation>`, and what brings it into play.

mod channel;
mod clip;
pub mod codes;
pub(super) mod field;
mod sampler;
mod tangent;
#[cfg(test)]
mod tests;

use hashbrown::{HashMap, HashSet};
use portolan_eval::width;
use portolan_parallel::prelude::*;
use portolan_scene::{Animation, AnimationId, Curve, CurveId, Fate, FormulaId, Losses, Origin, Part, Target};
use portolan_syntax::Node;

use super::Lower;

/// Numbers of a target that are looked at one by one to find conflicts.
const WIDEST: usize = 16;

/// Curves that were read before their turn, with what did not come over, by their samplers.
pub(super) type CurvesAhead = HashMap<Origin, (Option<Curve>, Losses)>;

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
        let others = self.others_animations();
        self.take_animations(&others, &mut made);
        // Those of mechanisms belong to them.
        let holds = |parent: Node<'a>| matches!(parent.local_name(), "library_formulas" | "animation_clip");
        for formula in self.all_typed("formula") {
            if formula.parent_element().is_some_and(holds) {
                self.formula(formula, &mut made);
            }
        }
        for clip in self.all_typed("animation_clip") {
            self.clip(clip, &mut made);
        }
        self.standing_formulas(&mut made);
        self.tell_conflicts();
    }

    /// Animations of other documents that drive what this scene has of them.
    fn others_animations(&self) -> Vec<Node<'a>> {
        if self.documents.iter().nth(1).is_none() {
            return Vec::new();
        }
        let mut used: HashSet<Origin> = HashSet::new();
        self.scene.each_meta(&mut |_, meta| {
            if meta.origin.document != 0 {
                used.insert(meta.origin);
            }
        });
        let mut found = Vec::new();
        for document in self.documents.iter().skip(1) {
            let drives = |channel: Node<'a>| {
                let target = channel.attribute_value("target").unwrap_or_default();
                let id = target.trim().split(['/', '(', '.']).next().unwrap_or_default();
                let element = document.index.id(id);
                element.is_some_and(|e| used.contains(&Origin { document: document.number, element: e.0 }))
            };
            let typed = |e: &Node<'a>| document.bound.ty(e.id()).is_some_and(|ty| ty.path == "animation");
            let animations = document.named("animation").filter(typed);
            found.extend(animations.filter(|a| a.elements().filter(|e| e.local_name() == "channel").any(drives)));
        }
        found
    }

    /// Tells which animations drive what another one drives as well, of those that play without a clip.
    fn tell_conflicts(&mut self) {
        let mut driven: HashSet<Target> = HashSet::new();
        let mut found = Vec::new();
        for animation in self.scene.animations.iter().filter(|a| !a.clipped) {
            let mut twice = 0;
            for channel in &animation.channels {
                let width = width(&self.scene, &channel.target).min(WIDEST) as u32;
                let each = |place| channel.target.with_part(Part::At(place));
                let targets: Vec<Target> = match channel.target.part() {
                    Some(Part::All) => (0..width).map(each).collect(),
                    _ => vec![channel.target.clone()],
                };
                let again = targets.into_iter().filter(|t| !driven.insert(t.clone())).count();
                twice += usize::from(again > 0);
            }
            if twice > 0 {
                found.push((animation.meta.origin, twice));
            }
        }
        for (origin, twice) in found {
            let message =
                format!("{twice} channels of an animation drive the same target as another channel; the last is used");
            self.losses.push(&codes::CONFLICT, Fate::Noted, origin, message);
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
            let samplers = element.elements().filter(|e| e.local_name() == "sampler");
            let curves = samplers.filter_map(|s| made.curves.get(&self.origin(s)).copied().flatten()).collect();
            let animation =
                Animation { meta: self.meta(element), curves, nested: outer.is_some(), ..Animation::default() };
            self.scene.animations.push(animation);
            if let Some(outer) = outer.and_then(|o| self.scene.animations.get_mut(o.index())) {
                outer.children.push(id);
            }
            let (mut channels, mut kept) = (Vec::new(), Vec::new());
            for channel in element.elements().filter(|e| e.local_name() == "channel") {
                let driven = self.channel(channel, made);
                if driven.is_empty() {
                    self.keep(channel, "", &mut kept);
                }
                channels.extend(driven);
            }
            if let Some(animation) = self.scene.animations.get_mut(id.index()) {
                animation.channels = channels;
                if !kept.is_empty() {
                    animation.meta.aside_mut().kept = kept;
                }
            }
        }
    }

    /// Takes over the samplers in animations, side by side.
    fn take_samplers(&mut self, animations: &[Node<'a>], made: &mut Made) {
        let inner = animations.iter().flat_map(|a| a.elements());
        let mut samplers: Vec<Node<'a>> = inner.filter(|e| e.local_name() == "sampler").collect();
        let first = samplers.iter().position(|s| !self.may_decode([*s])).unwrap_or(samplers.len());
        let beyond = samplers.split_off(first);
        if let Some(next) = beyond.first() {
            let message = format!("{} samplers share their data with too many others and are ignored", beyond.len());
            self.lose(&codes::SAMPLER, Fate::Dropped, *next, message);
        }
        let mut ahead = std::mem::take(&mut self.curves_ahead);
        let late: Vec<Node<'a>> = samplers.iter().copied().filter(|s| !ahead.contains_key(&self.origin(*s))).collect();
        ahead.extend(self.read_samplers(&late));
        for sampler in samplers {
            let Some((curve, losses)) = ahead.remove(&self.origin(sampler)) else { continue };
            self.losses.append(losses);
            let id = curve.map(|curve| {
                let id = CurveId::next(&self.scene.curves);
                self.scene.curves.push(curve);
                id
            });
            made.curves.insert(self.origin(sampler), id);
        }
    }

    /// Reads samplers of the main document before their turn, so that this can go on beside other work. Those that
    /// share their data with many others are left for later, when it is known what may be spent on them.
    pub(super) fn samplers_ahead(&self) -> CurvesAhead {
        let animations = self.all_typed("animation");
        let samplers = animations.iter().flat_map(|a| a.elements()).filter(|e| e.local_name() == "sampler");
        let mut left = self.documents.main().tree.source().size();
        let within = |sampler: &Node<'a>| {
            let rest = left.checked_sub(self.bytes_behind(*sampler));
            left = rest.unwrap_or_default();
            rest.is_some()
        };
        self.read_samplers(&samplers.take_while(within).collect::<Vec<_>>()).collect()
    }

    fn read_samplers(&self, samplers: &[Node<'a>]) -> impl Iterator<Item = (Origin, (Option<Curve>, Losses))> {
        let read = |sampler: &Node<'a>| (self.origin(*sampler), sampler::read(self, *sampler));
        let curves: Vec<_> = match samplers.len() {
            0..8 => samplers.iter().map(read).collect(),
            _ => samplers.par_iter().map(read).collect(),
        };
        curves.into_iter()
    }
}
