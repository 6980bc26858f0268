//! Formulas of clips that read or write numbers of transforms.

use portolan_eval::drive::{Moment, Wire, wires};
use portolan_eval::track::{Keeps, Limits, Rows, Track, Wanted};
use portolan_eval::{Overrides, Playing, duration, formula_result, value};
use portolan_scene::{
    Binding, Channel, ClipId, Curve, CurveId, Fate, FormulaInstance, Losses, Meta, Part, Scene, Target,
};

use super::{Plan, add_animation};
use crate::codes;
use crate::samples::{Budget, Sampling};

/// What becomes of formulas.
#[derive(Default)]
pub(super) struct Computed {
    /// For each clip and formula that changes: what it is now; `None` takes it out.
    formulas: Vec<(ClipId, usize, Option<FormulaInstance>)>,
    /// Formulas that do not always hold any more.
    ended: Vec<usize>,
    /// What formulas gave, as curves.
    curves: Vec<(ClipId, Target, Curve)>,
}

impl Computed {
    /// Puts it into the scene.
    pub fn put(self, scene: &mut Scene) {
        // From behind, so that numbers stay right.
        for nth in self.ended.into_iter().rev().filter(|nth| *nth < scene.standing.len()).collect::<Vec<_>>() {
            scene.standing.remove(nth);
        }
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
        for (nth, instance) in scene.standing.iter().enumerate() {
            if !instance.bindings.iter().any(|(_, b)| b.target().is_some_and(|target| self.goes(target))) {
                continue;
            }
            // What moves a node is in its matrix.
            let moves = formula_result(scene, instance).is_none_or(|target| self.goes(target));
            let (fate, what) = if moves { (Fate::Baked, "replaced by its result") } else { (Fate::Dropped, "dropped") };
            let origin = scene.formula(instance.formula).map(|f| f.meta.origin).unwrap_or_default();
            let message = format!("a formula outside of clips that drives transforms is {what}");
            losses.push(&codes::MATRIX_FORMULA, fate, origin, message);
            computed.ended.push(nth);
        }
        for (clip, id) in scene.clips.iter().zip(0..) {
            let id = ClipId(id);
            for (nth, instance) in clip.formulas.iter().enumerate() {
                let goes = |b: &Binding| b.target().is_some_and(|target| self.goes(target));
                if !instance.bindings.iter().any(|(_, b)| goes(b)) {
                    continue;
                }
                let origin = scene.formula(instance.formula).map_or(clip.meta.origin, |f| f.meta.origin);
                let message = "a formula that drives transforms is replaced by its result";
                losses.push(&codes::MATRIX_FORMULA, Fate::Baked, origin, message);
                let result = formula_result(scene, instance);
                if result.is_none_or(|target| self.goes(target)) {
                    computed.formulas.push((id, nth, None));
                    continue;
                }
                let driven = wires(scene, &Playing::Clip(id));
                let moves = |t: &Target| driven.iter().any(|w| covers(w.target, t));
                let mut now = instance.clone();
                let mut needs_samples = false;
                for (_, binding) in &mut now.bindings {
                    let Some(target) = binding.target().filter(|target| self.goes(target)) else { continue };
                    needs_samples |= moves(target);
                    let written = value(scene, &Default::default(), target).unwrap_or(0.0);
                    let written = if let Binding::Angle(_) = binding { written.to_radians() } else { written };
                    *binding = Binding::Value(written);
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
}

/// Is a number among those of a target?
fn covers(target: &Target, number: &Target) -> bool {
    target == number || (target.part() == Some(Part::All) && number.with_part(Part::All) == *target)
}

/// What a clip makes of a number.
fn samples_of(scene: &Scene, clip: ClipId, target: &Target, sampling: &Sampling, budget: &mut Budget) -> Option<Curve> {
    let playing = Playing::Clip(clip);
    let window = duration(scene, &playing)?;
    let wires: Vec<Wire<'_>> = wires(scene, &playing).into_iter().filter(|w| covers(w.target, target)).collect();
    let walk = |t: f64| {
        let mut overrides = Overrides::default();
        wires.iter().for_each(|w| w.apply(t, &mut overrides));
        value(scene, &overrides, target).unwrap_or(0.0)
    };
    let times = portolan_eval::drive::moments(&wires, window, true);
    let largest = times.iter().map(|t| walk(*t).abs()).fold(0.0, f64::max);
    let limits = Limits::All(sampling.tolerance * if largest > 0.0 { largest } else { 1.0 });
    let wanted = Wanted { rows: Rows::Numbers(1), limits, keeps: Keeps::STEPS, rate: sampling.rate, window };
    let track = Track::new(&wires, &wanted, &mut |moment, row| {
        if let Moment::At(t) = moment {
            row.fill(walk(t));
        }
    });
    budget.take(track.times.len()).then(|| track.into_curve(Meta::default()))
}
