//! Formulas of clips that read or write numbers of transforms.

use std::collections::BTreeSet;

use portolan_eval::{Playing, animations, duration, sample, value};
use portolan_scene::{
    Binding, Channel, ClipId, Curve, CurveId, Fate, FormulaInstance, Losses, NodeId, Part, Scene, Target,
};

use super::{Plan, add_animation};
use crate::codes;
use crate::samples::{self, Budget, Sampling, Track};

/// The number that a formula writes.
pub(super) fn written<'a>(scene: &Scene, instance: &'a FormulaInstance) -> Option<&'a Target> {
    let name = scene.formula(instance.formula)?.target.as_deref()?;
    instance.bindings.iter().find_map(|(bound, binding)| match binding {
        Binding::Target(target) if **bound == *name => Some(target),
        _ => None,
    })
}

/// Clips with formulas that move a node.
pub(super) fn clips_that_move(scene: &Scene, node: NodeId) -> BTreeSet<ClipId> {
    let moves =
        |f: &FormulaInstance| matches!(written(scene, f), Some(Target::Transform { node: n, .. }) if *n == node);
    let clips = scene.clips.iter().zip(0..).filter(|(c, _)| c.formulas.iter().any(moves));
    clips.map(|(_, id)| ClipId(id)).collect()
}

/// When anything of a clip has keys.
pub(super) fn moments(scene: &Scene, clip: ClipId, window: (f64, f64), times: &mut Vec<f64>) {
    for animation in animations(scene, &Playing::Clip(clip)).iter().filter_map(|a| scene.animation(*a)) {
        for curve in animation.channels.iter().filter_map(|c| scene.curve(c.curve)) {
            samples::moments(curve, window, times);
        }
    }
}

/// What becomes of formulas.
#[derive(Default)]
pub(super) struct Computed {
    /// For each clip and formula that changes: what it is now; `None` takes it out.
    formulas: Vec<(ClipId, usize, Option<FormulaInstance>)>,
    /// What formulas gave, as curves.
    curves: Vec<(ClipId, Target, Curve)>,
}

impl Computed {
    /// Puts it into the scene.
    pub fn put(self, scene: &mut Scene) {
        // From behind, so that numbers stay right.
        for (clip, nth, now) in self.formulas.into_iter().rev() {
            let Some(clip) = scene.clips.get_mut(clip.index()) else { continue };
            match now {
                Some(now) => clip.formulas.iter_mut().skip(nth).take(1).for_each(|f| *f = now.clone()),
                None if nth < clip.formulas.len() => _ = clip.formulas.remove(nth),
                None => {}
            }
        }
        for (clip, target, curve) in self.curves {
            let id = CurveId::next(&scene.curves);
            scene.curves.push(curve);
            add_animation(scene, vec![Channel { curve: id, first: 0, target, factor: 1.0 }], vec![clip]);
        }
    }
}

impl Plan {
    /// Decides about formulas whose numbers will not be there any more. What moves a node is in its matrix; what only
    /// reads it has a number in its place, or is computed.
    pub(super) fn formulas(
        &self,
        scene: &Scene,
        sampling: &Sampling,
        budget: &mut Budget,
        losses: &mut Losses,
    ) -> Computed {
        let mut computed = Computed::default();
        for (clip, id) in scene.clips.iter().zip(0..) {
            let id = ClipId(id);
            for (nth, instance) in clip.formulas.iter().enumerate() {
                let goes = |b: &Binding| matches!(b, Binding::Target(target) if self.goes(target));
                if !instance.bindings.iter().any(|(_, b)| goes(b)) {
                    continue;
                }
                let origin = scene.formula(instance.formula).map_or(clip.meta.origin, |f| f.meta.origin);
                let message = "a formula that belongs to transforms is computed";
                losses.push(&codes::MATRIX_FORMULA, Fate::Baked, origin, message);
                let result = written(scene, instance);
                if result.is_none_or(|target| self.goes(target)) {
                    computed.formulas.push((id, nth, None));
                    continue;
                }
                let driven = self.driven(scene, id);
                let moves = |t: &Target| driven.iter().any(|d| covers(d, t));
                let mut now = instance.clone();
                let mut needs_samples = false;
                for (_, binding) in &mut now.bindings {
                    let Binding::Target(target) = binding else { continue };
                    if !self.goes(target) {
                        continue;
                    }
                    needs_samples |= moves(target);
                    *binding = Binding::Value(value(scene, &Default::default(), target).unwrap_or(0.0));
                }
                if !needs_samples {
                    computed.formulas.push((id, nth, Some(now)));
                    continue;
                }
                computed.formulas.push((id, nth, None));
                if let Some(target) = result
                    && let Some(curve) = samples_of(scene, id, target, sampling, budget)
                {
                    computed.curves.push((id, target.clone(), curve));
                }
            }
        }
        computed
    }

    /// Everything that changes while a clip plays.
    fn driven(&self, scene: &Scene, clip: ClipId) -> Vec<Target> {
        let played = animations(scene, &Playing::Clip(clip));
        let channels = played.iter().filter_map(|a| scene.animation(*a)).flat_map(|a| &a.channels);
        let formulas = scene.clip(clip).map_or(&[][..], |c| &c.formulas);
        let results = formulas.iter().filter_map(|f| written(scene, f).cloned());
        channels.map(|c| c.target.clone()).chain(results).collect()
    }
}

/// Is a number among those of a target?
fn covers(target: &Target, number: &Target) -> bool {
    target == number || (target.part() == Some(Part::All) && number.with_part(Part::All) == *target)
}

/// What a clip makes of a number.
fn samples_of(scene: &Scene, clip: ClipId, target: &Target, sampling: &Sampling, budget: &mut Budget) -> Option<Curve> {
    let playing = Playing::Clip(clip);
    let window = duration(scene, &playing)?;
    let mut walk = |t: f64| [value(scene, &sample(scene, &playing, t), target).unwrap_or(0.0)];
    let track = match sampling.rate.and_then(|rate| samples::regular(window.0, window.1, rate)) {
        Some(times) => Track::at(times, &mut walk),
        None => {
            let mut times = vec![window.0, window.1];
            moments(scene, clip, window, &mut times);
            times.sort_by(f64::total_cmp);
            times.dedup();
            let largest = times.iter().map(|t| walk(*t)[0].abs()).fold(0.0, f64::max);
            let limit = sampling.tolerance * if largest > 0.0 { largest } else { 1.0 };
            Track::adaptive(&times, &[limit], &mut walk)
        }
    };
    budget.take(track.times.len()).then(|| Curve::linear(1, track.times, track.rows.concat()))
}
