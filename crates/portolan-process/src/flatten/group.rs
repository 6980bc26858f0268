//! What drives a node at one time.

use portolan_eval::drive::{Moment, Steps, Wire, moments, regular, span};
use portolan_eval::track::{Limits, Rows, Track};
use portolan_scene::glam::DMat4;
use portolan_scene::{
    AnimationId, Behaviour, Curve, Fate, Interpolation, Losses, Meta, Methods, Node, NodeId, Origin, Scene,
};

use super::{Made, Plan, affine, matrix_of, rows};
use crate::codes;
use crate::samples::{Budget, Sampling, is_stepped};

/// Everything that drives a node while some animations play.
pub(super) struct Group<'a> {
    pub node: NodeId,
    /// By what, in the order in which it counts, each with the transform that it drives.
    pub wires: Vec<(usize, Wire<'a>)>,
    /// When this is what drives it.
    pub contexts: Vec<usize>,
}

impl<'a> Group<'a> {
    /// Are these its wires?
    pub fn is_of(&self, wires: &[(usize, Wire<'a>)]) -> bool {
        self.wires.len() == wires.len() && self.wires.iter().zip(wires).all(|((_, a), (_, b))| a.is(b))
    }

    /// The curves; `None` if formulas move the node, too.
    fn curves(&self) -> Option<Vec<(&Wire<'a>, &'a Curve)>> {
        self.wires.iter().map(|(_, w)| Some((w, w.curve()?.0))).collect()
    }

    /// The motion of the node's matrix.
    pub fn bake(
        &self,
        scene: &Scene,
        sampling: &Sampling,
        plan: &Plan,
        budget: &mut Budget,
        losses: &mut Losses,
    ) -> Option<Made> {
        let node = scene.node(self.node)?;
        let host = self.host(plan);
        let target = matrix_of(self.node);
        let first = self.wires.first().and_then(|(_, w)| w.curve());
        let origin = first.map_or(node.meta.origin, |(c, ..)| c.meta.origin);
        let one = host.is_some() && self.wires.iter().all(|(_, w)| w.animation == host);
        let plain = one || !self.wires.iter().any(|(_, w)| w.is_cut());
        if sampling.rate.is_none()
            && plain
            && let Some(mut curve) = affine::lead(node, &self.wires)
            && budget.take(curve.values.len() * 3)
        {
            curve.meta.origin = origin;
            let message = "an animation of transforms was converted to matrix keys";
            losses.push(&codes::MATRIX_ANIMATION, Fate::Baked, origin, message);
            return Some(Made { target, curve, contexts: self.contexts.clone(), host });
        }
        let curve = self.sampled(scene, node, origin, sampling, plan, budget, losses)?;
        // Samples hold what the animations cut off, so they must not be cut off by another one.
        let cut = host.and_then(|h| scene.animation(h)).is_some_and(|h| h.start.is_some() || h.end.is_some());
        let host = host.filter(|_| !cut || one);
        Some(Made { target, curve, contexts: self.contexts.clone(), host })
    }

    /// An animation that plays exactly when this is what drives the node.
    fn host(&self, plan: &Plan) -> Option<AnimationId> {
        let fits = |id: &AnimationId| plan.plays.get(id.index()).is_some_and(|p| *p == self.contexts);
        self.wires.iter().filter_map(|(_, w)| w.animation).find(fits)
    }

    #[allow(clippy::too_many_arguments, reason = "all of it is one motion and what is known about it")]
    fn sampled(
        &self,
        scene: &Scene,
        node: &Node,
        origin: Origin,
        sampling: &Sampling,
        plan: &Plan,
        budget: &mut Budget,
        losses: &mut Losses,
    ) -> Option<Curve> {
        let wires: Vec<Wire<'a>> = self.wires.iter().map(|(_, w)| w.clone()).collect();
        let curves = self.curves();
        let goes_on = curves.as_ref().and_then(|c| self.ends(c));
        let window = self.window(&wires, plan, goes_on.is_some())?;
        let mut steps = Steps::new(node.transforms.iter().map(|s| s.operation.clone()).collect(), self.wires.clone());
        let mut walk = |t: f64, row: &mut [f64]| row.copy_from_slice(&rows(finite(steps.matrix(Moment::At(t)))));
        let stepped = curves.as_ref().is_some_and(|c| c.iter().all(|(_, c)| is_stepped(c)));
        let regular = sampling.rate.and_then(|rate| regular(window, rate));
        let regular = regular.filter(|times| budget.take(times.len() * 16));
        let mut fate = Fate::Baked;
        let mut track = match regular {
            Some(times) => {
                fate = Fate::Approximated;
                Track::at(times, 16, &mut walk)
            }
            None => {
                if sampling.rate.is_some() {
                    let message = "an animation of transforms keeps its keys: the number of samples exceeds the \
                        limit";
                    losses.push(&codes::SAMPLED_NEARLY, Fate::Noted, origin, message);
                }
                let runs_on = wires.iter().any(|w| w.runs_on(window));
                let times = with_ends(moments(&wires, window, !stepped || runs_on), window);
                if !budget.take(times.len() * 16) {
                    let message = "an animation of transforms is dropped: the total number of samples exceeds the \
                        limit";
                    losses.push(&codes::SAMPLED_NEARLY, Fate::Dropped, origin, message);
                    return None;
                }
                if stepped {
                    Track::at(times, 16, &mut walk)
                } else {
                    let limits = limits(scene, sampling, &times, &mut walk);
                    let track = Track::fit(&times, Rows::Numbers(16), Limits::Each(&limits), &mut walk);
                    let coarse = track.coarse || !budget.take((track.times.len() - times.len()) * 16);
                    if coarse {
                        let message = "a matrix animation needs more samples than allowed and is less exact";
                        losses.push(&codes::SAMPLED_NEARLY, Fate::Approximated, origin, message);
                    }
                    track
                }
            }
        };
        if stepped {
            track.methods = Methods::All(Interpolation::Step);
        }
        let message = "an animation of transforms was sampled as a matrix";
        losses.push(&codes::MATRIX_ANIMATION, fate, origin, message);
        let mut curve = track.into_curve(Meta { origin, ..Meta::default() });
        if let Some((before, after)) = goes_on {
            (curve.before, curve.after) = (before, after);
        } else if wires.iter().any(Wire::goes_on) {
            let message = "an animation that extrapolates beyond its keys ends at its last sample";
            losses.push(&codes::SAMPLED_NEARLY, Fate::Approximated, origin, message);
        }
        Some(curve)
    }

    /// From when to when there is something to sample: where the curves have keys, and as long as it is played if
    /// something moves beyond them that the new curve cannot say itself.
    fn window(&self, wires: &[Wire<'a>], plan: &Plan, goes_on: bool) -> Option<(f64, f64)> {
        let both = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
        let own = span(wires, (f64::NEG_INFINITY, f64::INFINITY))?;
        let played = self.contexts.iter().filter_map(|c| plan.durations.get(*c).copied().flatten()).reduce(both);
        let moves = |played: &(f64, f64)| !goes_on && wires.iter().any(|w| w.runs_on(*played));
        Some(played.filter(moves).map_or(own, |played| both(own, played)))
    }

    /// What all curves do where they have no keys, if they have the same ends and do what matrices can do, too.
    fn ends(&self, curves: &[(&Wire<'a>, &Curve)]) -> Option<(Behaviour, Behaviour)> {
        let (_, first) = curves.first()?;
        let ends = |c: &Curve| (c.keys.first().copied(), c.keys.last().copied(), c.before, c.after);
        let alike = curves.iter().all(|(w, c)| !w.is_cut() && ends(c) == ends(first));
        let possible = |b: Behaviour| !matches!(b, Behaviour::Gradient | Behaviour::CycleRelative);
        (alike && possible(first.before) && possible(first.after)).then_some((first.before, first.after))
    }
}

/// Times with the beginning and the end of a window.
fn with_ends(mut times: Vec<f64>, window: (f64, f64)) -> Vec<f64> {
    if times.first() != Some(&window.0) {
        times.insert(0, window.0);
    }
    if times.last() != Some(&window.1) {
        times.push(window.1);
    }
    times
}

fn finite(matrix: DMat4) -> DMat4 {
    if matrix.is_finite() { matrix } else { DMat4::IDENTITY }
}

/// How far each number of the matrix may be off: lengths by as many metres, the others by a share of the largest.
fn limits(scene: &Scene, sampling: &Sampling, times: &[f64], walk: &mut dyn FnMut(f64, &mut [f64])) -> [f64; 16] {
    let is_length = |place: usize| place % 4 == 3 && place < 12;
    let mut numbers = [0.0; 16];
    let mut largest = 0.0;
    for t in times {
        walk(*t, &mut numbers);
        let turning = numbers.iter().enumerate().filter(|(place, _)| place % 4 != 3 && *place < 12);
        largest = turning.map(|(_, v)| v.abs()).fold(largest, f64::max);
    }
    let share = sampling.tolerance * if largest > 0.0 { largest } else { 1.0 };
    std::array::from_fn(|place| if is_length(place) { sampling.tolerance / scene.space.metres } else { share })
}
