//! What drives a node at one time.

use portolan_eval::curve::evaluate_from;
use portolan_eval::{Playing, sample};
use portolan_scene::glam::DMat4;
use portolan_scene::{
    AnimationId, Behaviour, Channel, ClipId, Curve, CurveId, Fate, Interpolation, Losses, Methods, Node, NodeId,
    Operation, Origin, Part, Scene,
};

use super::{Made, Plan, affine, matrices, matrix_of, rows};
use crate::codes;
use crate::samples::{Budget, MOST, Sampling, Track, is_stepped, moments, regular, runs_on};

/// A curve that drives numbers of a transform.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wire {
    pub animation: AnimationId,
    pub curve: CurveId,
    pub first: usize,
    /// How many numbers it drives.
    pub count: usize,
    pub factor: f64,
    pub transform: usize,
    /// The first number it drives.
    pub place: usize,
    /// The animation's own beginning and end.
    pub within: (Option<f64>, Option<f64>),
}

impl Wire {
    pub fn new(scene: &Scene, channel: &Channel, id: AnimationId, transform: u32, part: Part) -> Option<Wire> {
        let curve = scene.curve(channel.curve)?;
        let animation = scene.animation(id)?;
        let wanted = match part {
            Part::All => portolan_eval::width(scene, &channel.target),
            Part::At(_) => 1,
        };
        let first = channel.first as usize;
        Some(Wire {
            animation: id,
            curve: channel.curve,
            first,
            count: wanted.min((curve.width as usize).saturating_sub(first)),
            factor: channel.factor,
            transform: transform as usize,
            place: if let Part::At(place) = part { place as usize } else { 0 },
            within: (animation.start, animation.end),
        })
    }

    /// Sets the numbers that it drives.
    fn set(&self, curve: &Curve, t: f64, steps: &mut [Operation]) {
        let t = self.within.1.map_or(t, |end| t.min(end));
        let t = self.within.0.map_or(t, |start| t.max(start));
        let mut values = [0.0; 16];
        let Some(values) = values.get_mut(..self.count.min(16)) else { return };
        evaluate_from(curve, self.first, t, values);
        let Some(step) = steps.get_mut(self.transform) else { return };
        for (slot, value) in step.values_mut().iter_mut().skip(self.place).zip(values) {
            let value = *value * self.factor;
            if value.is_finite() {
                *slot = value;
            }
        }
    }

    /// From when to when it has keys.
    fn range(&self, curve: &Curve) -> Option<(f64, f64)> {
        let (first, last) = (*curve.keys.first()?, *curve.keys.last()?);
        let start = self.within.0.unwrap_or(first);
        Some((start, self.within.1.unwrap_or(last).max(start)))
    }

    /// Does its animation say when it begins or ends?
    fn is_cut(&self) -> bool {
        self.within != (None, None)
    }
}

/// Everything that drives a node while some animations play.
pub(super) struct Group<'a> {
    pub node: NodeId,
    pub wires: Vec<&'a Wire>,
    /// When this is what drives it.
    pub contexts: Vec<usize>,
    /// The clip whose formulas move the node, too.
    pub formulas: Option<ClipId>,
}

impl Group<'_> {
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
        let origin = self.wires.first().and_then(|w| scene.curve(w.curve)).map_or(node.meta.origin, |c| c.meta.origin);
        let one = self.wires.iter().all(|w| Some(w.animation) == host);
        let plain = self.formulas.is_none() && (one || !self.wires.iter().any(|w| w.is_cut()));
        if sampling.rate.is_none()
            && plain
            && let Some(mut curve) = affine::lead(scene, node, &self.wires)
            && budget.take(curve.values.len() * 3)
        {
            curve.meta.origin = origin;
            let message = "an animation of transforms drives the matrix with its own keys";
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
        let fits = |w: &&&Wire| plan.plays.get(w.animation.index()).is_some_and(|p| *p == self.contexts);
        self.wires.iter().find(fits).map(|w| w.animation)
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
        let curves: Vec<(&Wire, &Curve)> =
            self.wires.iter().filter_map(|w| Some((*w, scene.curve(w.curve)?))).collect();
        let (rests, goes_on) = self.ends(&curves);
        let window = self.window(&curves, plan, goes_on.is_some())?;
        let mut walk = |t: f64| rows(finite(self.matrix(scene, node, &curves, t)));
        let stepped = self.formulas.is_none() && curves.iter().all(|(_, c)| is_stepped(c));
        let regular = sampling.rate.and_then(|rate| regular(window.0, window.1, rate));
        let regular = regular.filter(|times| budget.take(times.len() * 16));
        let mut fate = Fate::Baked;
        let (track, stepped) = match regular {
            Some(times) => {
                fate = Fate::Approximated;
                (Track::at(times, &mut walk), stepped)
            }
            None => {
                if sampling.rate.is_some() {
                    let message = "an animation of transforms keeps its keys: there would be too many samples";
                    losses.push(&codes::SAMPLED_NEARLY, Fate::Noted, origin, message);
                }
                let times = self.moments(scene, &curves, window);
                if !budget.take(times.len() * 16) {
                    let message = "an animation of transforms is left out: all of them together are too long";
                    losses.push(&codes::SAMPLED_NEARLY, Fate::Dropped, origin, message);
                    return None;
                }
                if stepped {
                    let keys = times.into_iter().filter(|t| {
                        window.1 == *t
                            || window.0 == *t
                            || curves.iter().any(|(_, c)| is_key(c, *t))
                            || goes_on.is_none()
                    });
                    (Track::at(keys.collect(), &mut walk), true)
                } else {
                    let limits = limits(scene, sampling, &times, &mut walk);
                    let track = Track::adaptive(&times, &limits, &mut walk);
                    let coarse = track.coarse || !budget.take((track.times.len() - times.len()) * 16);
                    if coarse {
                        let message = "samples of a matrix are farther apart than they should be";
                        losses.push(&codes::SAMPLED_NEARLY, Fate::Approximated, origin, message);
                    }
                    (track, false)
                }
            }
        };
        let message = "an animation of transforms became samples of the matrix";
        losses.push(&codes::MATRIX_ANIMATION, fate, origin, message);
        let mut curve = matrices(track.times, &track.rows, origin);
        if stepped {
            curve.methods = Methods::All(Interpolation::Step);
        }
        if let Some((before, after)) = goes_on {
            (curve.before, curve.after) = (before, after);
        } else if !rests {
            let message = "a motion that goes on where it has no keys ends with its samples";
            losses.push(&codes::SAMPLED_NEARLY, Fate::Approximated, origin, message);
        }
        Some(curve)
    }

    /// From when to when there is something to sample: where the curves have keys, and as long as it is played if
    /// something moves beyond them that the new curve cannot say itself.
    fn window(&self, curves: &[(&Wire, &Curve)], plan: &Plan, goes_on: bool) -> Option<(f64, f64)> {
        let both = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
        let own = curves.iter().filter_map(|(w, c)| w.range(c)).reduce(both);
        let played = self.contexts.iter().filter_map(|c| plan.durations.get(*c).copied().flatten()).reduce(both);
        let window = own.or(played)?;
        let moving = |(w, c): &(&Wire, &Curve)| !w.is_cut() && runs_on(c, played.unwrap_or(window));
        let further = self.formulas.is_some() || (!goes_on && curves.iter().any(moving));
        Some(played.filter(|_| further).map_or(window, |played| both(window, played)))
    }

    /// The times at which the motion may change its course.
    fn moments(&self, scene: &Scene, curves: &[(&Wire, &Curve)], window: (f64, f64)) -> Vec<f64> {
        let mut times = vec![window.0, window.1];
        match self.formulas {
            Some(clip) => super::formula::moments(scene, clip, window, &mut times),
            None => curves.iter().for_each(|(_, c)| moments(c, window, &mut times)),
        }
        times.sort_by(f64::total_cmp);
        times.dedup();
        times.truncate(MOST);
        times
    }

    /// Does nothing move where there are no keys? And what all curves do there, if they have the same ends and do what
    /// matrices can do, too.
    fn ends(&self, curves: &[(&Wire, &Curve)]) -> (bool, Option<(Behaviour, Behaviour)>) {
        let rest = |b: Behaviour| matches!(b, Behaviour::Undefined | Behaviour::Constant);
        let rests = |(w, c): &(&Wire, &Curve)| w.is_cut() || c.keys.len() < 2 || (rest(c.before) && rest(c.after));
        let rests = curves.iter().all(rests);
        let Some((_, first)) = curves.first() else { return (rests, None) };
        let ends = |c: &Curve| (c.keys.first().copied(), c.keys.last().copied(), c.before, c.after);
        let alike = curves.iter().all(|(w, c)| !w.is_cut() && ends(c) == ends(first));
        let possible = |b: Behaviour| rest(b) || matches!(b, Behaviour::Cycle | Behaviour::Oscillate);
        let kept = alike && self.formulas.is_none() && possible(first.before) && possible(first.after);
        (rests, kept.then_some((first.before, first.after)))
    }

    /// Where the node is at a time, seen from the node above.
    fn matrix(&self, scene: &Scene, node: &Node, curves: &[(&Wire, &Curve)], t: f64) -> DMat4 {
        if let Some(clip) = self.formulas {
            let overrides = sample(scene, &Playing::Clip(clip), t);
            let steps = node.transforms.iter().zip(0..);
            return steps
                .fold(DMat4::IDENTITY, |m, (step, i)| m * overrides.operation(self.node, i, &step.operation).matrix());
        }
        let mut steps: Vec<Operation> = node.transforms.iter().map(|s| s.operation.clone()).collect();
        for (wire, curve) in curves {
            wire.set(curve, t, &mut steps);
        }
        steps.iter().fold(DMat4::IDENTITY, |m, step| m * step.matrix())
    }
}

fn is_key(curve: &Curve, t: f64) -> bool {
    curve.keys.binary_search_by(|k| k.total_cmp(&t)).is_ok()
}

fn finite(matrix: DMat4) -> DMat4 {
    if matrix.is_finite() { matrix } else { DMat4::IDENTITY }
}

/// How far each number of the matrix may be off: lengths by as many metres, the others by a share of the largest.
fn limits(scene: &Scene, sampling: &Sampling, times: &[f64], walk: &mut dyn FnMut(f64) -> [f64; 16]) -> [f64; 16] {
    let is_length = |place: usize| place % 4 == 3 && place < 12;
    let largest = times.iter().map(|t| {
        let numbers = walk(*t);
        let turning = numbers.iter().enumerate().filter(|(place, _)| place % 4 != 3 && *place < 12);
        turning.map(|(_, v)| v.abs()).fold(0.0, f64::max)
    });
    let largest = largest.fold(0.0, f64::max);
    let share = sampling.tolerance * if largest > 0.0 { largest } else { 1.0 };
    std::array::from_fn(|place| if is_length(place) { sampling.tolerance / scene.space.metres } else { share })
}
