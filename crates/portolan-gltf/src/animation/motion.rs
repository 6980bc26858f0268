//! The motion of a node: its animated transforms as translation, rotation and scale.
//!
//! Transforms multiply as `M₁·M₂·…`. Where the animated ones are apart enough, each property of glTF follows one curve and
//! keeps its keys:
//!
//! - the translation, if nothing that turns or scales with time stands in front of a translation;
//! - the rotation, if one turn about a fixed axis changes, with nothing but turns and even scales in front of it;
//! - the scale, if one scale changes, behind that, with nothing but scales behind it.
//!
//! Anything else is computed as matrices and taken apart at as many moments as needed.

use portolan_scene::glam::{DMat3, DMat4, DQuat, DVec3};
use portolan_scene::{Interpolation, Node, Operation};

use super::track::{Rows, Track};
use super::wire::{Class, Wire, classify, times};
use crate::transform::decompose;

/// Tracks of a node.
#[derive(Default)]
pub(super) struct Motion {
    pub translation: Option<Track>,
    pub rotation: Option<Track>,
    pub scale: Option<Track>,
    /// The largest cosine between axes that should be at right angles.
    pub shear: f64,
}

/// When to take samples, and how exact they are.
#[derive(Clone, Copy)]
pub(super) struct Sampling {
    pub window: (f64, f64),
    pub rate: Option<f64>,
    /// Of translations, in units of the scene.
    pub length: f64,
    /// Of turns and factors.
    pub share: f64,
}

/// A node with the curves that drive it.
pub(super) struct Driven<'a> {
    operations: Vec<Operation>,
    wires: Vec<Wire<'a>>,
    scratch: Vec<Operation>,
}

impl<'a> Driven<'a> {
    /// Curves that never change are part of the transforms.
    pub fn new(node: &Node, wires: &[Wire<'a>], window: (f64, f64)) -> Driven<'a> {
        let mut operations: Vec<Operation> = node.transforms.iter().map(|t| t.operation.clone()).collect();
        let mut moving = Vec::new();
        for (i, wire) in wires.iter().enumerate() {
            if !wire.is_constant() || wire.runs_on(window) {
                moving.push(*wire);
            } else if let Some(operation) = operations.get_mut(wire.transform) {
                // A later curve for the same numbers wins; it is applied later, too.
                if wires.iter().take(i).any(|w| w.transform == wire.transform && !w.is_constant()) {
                    moving.push(*wire);
                } else {
                    wire.set(window.0, operation.values_mut());
                }
            }
        }
        Driven { scratch: operations.clone(), operations, wires: moving }
    }

    /// Is there anything that changes?
    pub fn is_moving(&self) -> bool {
        !self.wires.is_empty()
    }

    fn at(&mut self, t: f64) -> &[Operation] {
        self.scratch.clone_from(&self.operations);
        for wire in &self.wires {
            if let Some(operation) = self.scratch.get_mut(wire.transform) {
                wire.set(t, operation.values_mut());
            }
        }
        &self.scratch
    }

    /// The matrix at a time.
    pub fn matrix(&mut self, t: f64) -> DMat4 {
        product(self.at(t))
    }

    fn is_driven(&self, transform: usize) -> bool {
        self.wires.iter().any(|w| w.transform == transform)
    }

    fn wires_of(&self, pick: impl Fn(&Operation) -> bool) -> Vec<Wire<'a>> {
        let picked = |w: &&Wire<'a>| self.operations.get(w.transform).is_some_and(&pick);
        self.wires.iter().filter(picked).copied().collect()
    }

    /// May the translation be followed by itself?
    fn translation_is_apart(&self) -> bool {
        self.operations.iter().enumerate().filter(|(i, _)| self.is_driven(*i)).all(|(i, operation)| match operation {
            Operation::Translate(_) => true,
            Operation::Rotate(_) | Operation::Scale(_) | Operation::Quaternion(_) => {
                let behind = self.operations.get(i + 1..).unwrap_or_default();
                let still = (i + 1..self.operations.len())
                    .all(|k| !self.is_driven(k) || !matches!(self.operations.get(k), Some(Operation::Translate(_))));
                still && product(behind).w_axis.truncate() == DVec3::ZERO
            }
            _ => false,
        })
    }

    /// The turn and the scale that change, if they are the only ones and stand so that both can be followed.
    fn linear_parts(&self) -> Option<Linear> {
        let driven = |pick: fn(&Operation) -> bool| -> Vec<usize> {
            let all = self.operations.iter().enumerate();
            all.filter(|(i, o)| self.is_driven(*i) && pick(o)).map(|(i, _)| i).collect()
        };
        let turns = driven(|o| matches!(o, Operation::Rotate(_) | Operation::Quaternion(_)));
        let scales = driven(|o| matches!(o, Operation::Scale(_)));
        let others = driven(|o| matches!(o, Operation::Matrix(_) | Operation::Skew(_) | Operation::LookAt(_)));
        if turns.len() > 1 || scales.len() > 1 || !others.is_empty() {
            return None;
        }
        let (turn, scale) = (turns.first().copied(), scales.first().copied());
        // The axis of a turn stays.
        let angle_only = |w: &&Wire<'a>| Some(w.transform) == turn && (w.place != 3 || w.count != 1);
        let is_rotate = turn.is_some_and(|t| matches!(self.operations.get(t), Some(Operation::Rotate(_))));
        if is_rotate && self.wires.iter().any(|w| angle_only(&w)) {
            return None;
        }
        if turn.zip(scale).is_some_and(|(t, s)| s < t) {
            return None;
        }
        let range =
            |from: usize, to: usize| DMat3::from_mat4(product(self.operations.get(from..to).unwrap_or_default()));
        let end = self.operations.len();
        let front = range(0, turn.or(scale).unwrap_or(end));
        let (front_turn, front_scale) = even(front)?;
        let middle = match (turn, scale) {
            (Some(t), Some(s)) => range(t + 1, s),
            _ => DMat3::IDENTITY,
        };
        let (middle_turn, middle_scale) = even(middle)?;
        let back = match scale.or(turn) {
            Some(last) => range(last + 1, end),
            None => DMat3::IDENTITY,
        };
        let (back, shear) = decompose(DMat4::from_mat3(back));
        let plain = back.rotation.abs_diff_eq(DQuat::IDENTITY, 1e-12);
        if shear > 1e-9 || (scale.is_some() && !plain) {
            return None;
        }
        Some(Linear {
            turn,
            scale,
            front: front_turn,
            behind: middle_turn * back.rotation,
            factors: back.scale * (front_scale * middle_scale),
        })
    }

    /// Everything that changes, as glTF has it.
    pub fn motion(&mut self, sampling: Sampling) -> Motion {
        if let Some(rate) = sampling.rate {
            return self.regular(sampling, rate);
        }
        let mut motion = Motion::default();
        let linear = self.linear_parts();
        let translates = self.wires_of(|o| matches!(o, Operation::Translate(_)));
        if self.translation_is_apart() {
            if !translates.is_empty() {
                motion.translation = Some(self.translation(&translates, sampling));
            }
        } else {
            motion.translation = Some(self.moved(sampling));
        }
        let turning = self.wires_of(|o| !matches!(o, Operation::Translate(_)));
        match linear {
            Some(linear) => {
                if let Some(turn) = linear.turn {
                    motion.rotation = Some(self.rotation(turn, &linear, sampling));
                }
                if let Some(scale) = linear.scale {
                    motion.scale = Some(self.scale(scale, &linear, sampling));
                    if motion.rotation.is_none() {
                        // The rest pose may have taken a negative scale apart in another way.
                        let turn = linear.front * linear.behind;
                        let values = turn.to_array().to_vec();
                        motion.rotation =
                            Some(Track { times: vec![sampling.window.0], values, width: 4, ..Track::default() });
                    }
                }
            }
            None if turning.is_empty() => {}
            None => {
                let (turn, scale, shear) = self.turned(&turning, sampling);
                (motion.rotation, motion.scale, motion.shear) = (Some(turn), Some(scale), shear);
            }
        }
        motion
    }

    fn translation(&mut self, wires: &[Wire<'a>], sampling: Sampling) -> Track {
        let class = classify(wires, sampling.window);
        let times = times(wires, sampling.window, class);
        let mut f = |t: f64, out: &mut [f64]| out.copy_from_slice(&self.matrix(t).w_axis.truncate().to_array());
        match class {
            Class::Linear => Track::at(times, 3, &mut f),
            Class::Step => Track { step: true, ..Track::at(times, 3, &mut f) },
            Class::Cubic => {
                let values = Track::at(times, 3, &mut f);
                // The translation depends on the driven numbers by a constant matrix: slopes go through it alike.
                cubic(values, wires, |place, slope| {
                    let mut operations = self.operations.clone();
                    let base = product(&operations).w_axis.truncate();
                    if let Some(n) = operations.get_mut(place.0).and_then(|o| o.values_mut().get_mut(place.1)) {
                        *n += 1.0;
                    }
                    let moved = product(&operations).w_axis.truncate();
                    ((moved - base) * slope).to_array().to_vec()
                })
            }
            Class::Other => Track::adaptive(&times, Rows::Numbers(3), sampling.length, &mut f),
        }
    }

    fn rotation(&mut self, turn: usize, linear: &Linear, sampling: Sampling) -> Track {
        let wires: Vec<Wire<'a>> = self.wires.iter().filter(|w| w.transform == turn).copied().collect();
        let rotates = matches!(self.operations.get(turn), Some(Operation::Rotate(_)));
        // A curve that gives all of a quaternion is taken over: what stands around it changes every key alike.
        let whole = match wires.as_slice() {
            [wire] if !rotates => {
                (wire.count == 4 && wire.place == 0 && !wire.runs_on(sampling.window)).then_some(*wire)
            }
            _ => None,
        };
        let even = whole.is_some_and(|w| w.runs_by(Interpolation::Slerp));
        let class = match classify(&wires, sampling.window) {
            _ if even => Class::Linear,
            Class::Linear if !rotates => Class::Other,
            Class::Cubic if whole.is_none() => Class::Other,
            class => class,
        };
        let mut times = times(&wires, sampling.window, class);
        if class == Class::Cubic {
            let around = |q: [f64; 4]| (linear.front * DQuat::from_array(q) * linear.behind).to_array();
            let mut f = |t: f64, out: &mut [f64]| {
                let mut row = [0.0, 0.0, 0.0, 1.0];
                let now = self.at(t).get(turn).map_or(&[][..], Operation::values);
                row.iter_mut().zip(now).for_each(|(to, from)| *to = *from);
                out.copy_from_slice(&around(row));
            };
            let values = Track::at(times, 4, &mut f);
            return cubic(values, &wires, |(_, place), slope| {
                let mut row = [0.0; 4];
                row.iter_mut().skip(place).take(1).for_each(|r| *r = slope);
                around(row).to_vec()
            });
        }
        if class == Class::Linear && rotates {
            times = self.small_turns(turn, times);
        }
        let mut f = |t: f64, out: &mut [f64]| {
            let matrix = self.at(t).get(turn).map_or(DMat4::IDENTITY, Operation::matrix);
            let whole = linear.front * DQuat::from_mat4(&matrix).normalize() * linear.behind;
            out.copy_from_slice(&whole.normalize().to_array());
        };
        let mut track = match class {
            Class::Linear => Track::at(times, 4, &mut f),
            Class::Step => Track { step: true, ..Track::at(times, 4, &mut f) },
            _ => Track::adaptive(&times, Rows::Turn, sampling.share, &mut f),
        };
        track.align();
        track
    }

    /// More moments where a key is half a turn or more from the one before: readers take the shorter way.
    fn small_turns(&mut self, turn: usize, times: Vec<f64>) -> Vec<f64> {
        let mut angle = |t: f64| self.at(t).get(turn).and_then(|o| o.values().get(3).copied()).unwrap_or(0.0);
        let mut all = Vec::with_capacity(times.len());
        let mut before: Option<(f64, f64)> = None;
        for t in times {
            let here = angle(t);
            if let Some((start, there)) = before {
                let pieces = ((here - there).abs() / 120.0).ceil().clamp(1.0, 1000.0);
                let pieces = if (here - there).abs() < 170.0 { 1.0 } else { pieces };
                all.extend((1..pieces as u32).map(|i| start + (t - start) * f64::from(i) / pieces));
            }
            all.push(t);
            before = Some((t, here));
        }
        all
    }

    fn scale(&mut self, scale: usize, linear: &Linear, sampling: Sampling) -> Track {
        let wires: Vec<Wire<'a>> = self.wires.iter().filter(|w| w.transform == scale).copied().collect();
        let class = classify(&wires, sampling.window);
        let times = times(&wires, sampling.window, class);
        let factors = linear.factors.to_array();
        let mut f = |t: f64, out: &mut [f64]| {
            let operations = self.at(t);
            let driven = operations.get(scale).map_or(&[][..], Operation::values);
            for ((out, driven), factor) in out.iter_mut().zip(driven).zip(factors) {
                *out = driven * factor;
            }
        };
        match class {
            Class::Linear => Track::at(times, 3, &mut f),
            Class::Step => Track { step: true, ..Track::at(times, 3, &mut f) },
            Class::Cubic => cubic(Track::at(times, 3, &mut f), &wires, |(_, place), slope| {
                let one = |i: usize, factor: &f64| if i == place { slope * factor } else { 0.0 };
                factors.iter().enumerate().map(|(i, factor)| one(i, factor)).collect()
            }),
            Class::Other => Track::adaptive(&times, Rows::Numbers(3), sampling.share, &mut f),
        }
    }

    /// The translation where it depends on more than translations.
    fn moved(&mut self, sampling: Sampling) -> Track {
        let wires = self.wires.clone();
        let class = match classify(&wires, sampling.window) {
            // It depends on the numbers of one matrix alone as they do on time: on a straight line.
            Class::Linear if !self.drives_one_matrix() => Class::Other,
            Class::Cubic => Class::Other,
            class => class,
        };
        let times = times(&wires, sampling.window, class);
        let mut f = |t: f64, out: &mut [f64]| {
            let place = self.matrix(t).w_axis.truncate();
            out.copy_from_slice(&if place.is_finite() { place.to_array() } else { [0.0; 3] });
        };
        match class {
            Class::Step => Track { step: true, ..Track::at(times, 3, &mut f) },
            Class::Linear => Track::at(times, 3, &mut f),
            _ => Track::adaptive(&times, Rows::Numbers(3), sampling.length, &mut f),
        }
    }

    fn drives_one_matrix(&self) -> bool {
        let mut driven = (0..self.operations.len()).filter(|i| self.is_driven(*i));
        let only = driven.next().filter(|_| driven.next().is_none());
        only.is_some_and(|i| matches!(self.operations.get(i), Some(Operation::Matrix(_))))
    }

    /// Rotation and scale where they cannot be told apart without taking matrices apart; both have the same keys. The last
    /// is the largest shear that was met.
    fn turned(&mut self, wires: &[Wire<'a>], sampling: Sampling) -> (Track, Track, f64) {
        let class = match classify(wires, sampling.window) {
            Class::Step => Class::Step,
            _ => Class::Other,
        };
        let times = times(wires, sampling.window, class);
        let mut most = 0.0f64;
        let mut f = |t: f64, out: &mut [f64]| {
            let (trs, shear) = decompose(self.matrix(t));
            most = most.max(shear);
            let all = trs.rotation.to_array().into_iter().chain(trs.scale.to_array());
            out.iter_mut().zip(all).for_each(|(to, from)| *to = from);
        };
        let both = match class {
            Class::Step => Track::at(times, 7, &mut f),
            _ => Track::adaptive(&times, Rows::TurnAndScale, sampling.share, &mut f),
        };
        let (mut turn, mut scale) = both.split(4);
        (turn.step, scale.step) = (class == Class::Step, class == Class::Step);
        turn.align();
        (turn, scale, most)
    }

    fn regular(&mut self, sampling: Sampling, rate: f64) -> Motion {
        let ranges = self.wires.iter().map(Wire::range);
        let Some((first, last)) = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else { return Motion::default() };
        let (start, end) = (first.max(sampling.window.0), last.min(sampling.window.1));
        let times = regular_times(start, end, rate);
        let mut track = |part: Part| {
            let mut f = |t: f64, out: &mut [f64]| part.of(self.matrix(t), out);
            Some(Track { sampled: true, ..Track::at(times.clone(), part.width(), &mut f) })
        };
        let (translation, mut rotation, scale) = (track(Part::Translation), track(Part::Rotation), track(Part::Scale));
        rotation.iter_mut().for_each(Track::align);
        let shear = self.shear(rotation.as_ref());
        Motion { translation, rotation, scale, shear }
    }

    fn shear(&mut self, track: Option<&Track>) -> f64 {
        let times = track.map_or(&[][..], |t| &t.times);
        times.iter().map(|t| decompose(self.matrix(*t)).1).fold(0.0, f64::max)
    }
}

/// Every so many seconds from start to end, and the end.
pub(super) fn regular_times(start: f64, end: f64, rate: f64) -> Vec<f64> {
    let rate = if rate.is_finite() && rate > 0.0 { rate } else { 30.0 };
    let steps = ((end - start).max(0.0) * rate).ceil().min(100_000.0) as u32;
    (0..=steps).map(|i| (start + f64::from(i) / rate).min(end)).collect()
}

/// Turn, scale and what stands around them.
struct Linear {
    turn: Option<usize>,
    scale: Option<usize>,
    front: DQuat,
    behind: DQuat,
    factors: DVec3,
}

/// A property of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Translation,
    Rotation,
    Scale,
}

impl Part {
    fn width(self) -> usize {
        if self == Part::Rotation { 4 } else { 3 }
    }

    fn of(self, matrix: DMat4, out: &mut [f64]) {
        let (trs, _) = decompose(matrix);
        match self {
            Part::Translation => out.copy_from_slice(&trs.translation.to_array()),
            Part::Rotation => out.copy_from_slice(&trs.rotation.to_array()),
            Part::Scale => out.copy_from_slice(&trs.scale.to_array()),
        }
    }
}

/// Adds slopes to the values at the keys of curves that all have the same keys. `through` tells what a slope of one
/// driven number (transform, place) is for the track.
pub(super) fn cubic(
    values: Track,
    wires: &[Wire<'_>],
    mut through: impl FnMut((usize, usize), f64) -> Vec<f64>,
) -> Track {
    let (keys, width) = (values.times.len(), values.width);
    let mut all = vec![0.0; keys * width * 3];
    let mut add = |key: usize, third: usize, slopes: &[f64]| {
        let start = (key * 3 + third) * width;
        for (to, slope) in all.iter_mut().skip(start).take(width).zip(slopes) {
            *to += slope;
        }
    };
    for key in 0..keys {
        add(key, 1, values.values.get(key * width..(key + 1) * width).unwrap_or_default());
        for wire in wires {
            for i in 0..wire.count {
                let place = (wire.transform, wire.place + i);
                if let Some((leaving, arriving)) = wire.slopes(key, i) {
                    add(key, 2, &through(place, leaving));
                    add(key + 1, 0, &through(place, arriving));
                }
            }
        }
    }
    Track { values: all, cubic: true, ..values }
}

fn product(operations: &[Operation]) -> DMat4 {
    operations.iter().fold(DMat4::IDENTITY, |m, o| m * o.matrix())
}

/// A matrix that is a turn and the same scale in all directions.
fn even(matrix: DMat3) -> Option<(DQuat, f64)> {
    let (trs, shear) = decompose(DMat4::from_mat3(matrix));
    let [x, y, z] = trs.scale.to_array();
    let same = (x - y).abs() <= 1e-12 * x.abs() && (x - z).abs() <= 1e-12 * x.abs();
    (shear <= 1e-12 && same && x > 0.0).then_some((trs.rotation, x))
}
