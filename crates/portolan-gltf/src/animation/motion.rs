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

use portolan_eval::drive::{Course, Moment, Steps, Wire, course, moments, product};
use portolan_eval::track::{Between, Cubics, Keeps, Limits, Rows, Track, Wanted};
use portolan_scene::glam::{DMat3, DMat4, DQuat, DVec3, DVec4};
use portolan_scene::{Interpolation, Node, Operation};

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

/// What follows driven numbers by factors and sums.
pub(super) const SUMS: Keeps = Keeps { bends: true, ..Keeps::sums(Cubics::Even) };
/// What is kept of everything else.
const OTHERS: Keeps = Keeps { bends: true, ..Keeps::STEPS };

impl Sampling {
    pub fn wanted(self, rows: Rows, limit: f64, keeps: Keeps) -> Wanted<'static> {
        Wanted { rows, limits: Limits::All(limit), keeps, rate: self.rate, window: self.window }
    }
}

/// A node with what drives it.
pub(super) struct Driven<'a> {
    steps: Steps<'a>,
}

impl<'a> Driven<'a> {
    /// Wires that never change are part of the transforms.
    pub fn new(node: &Node, wires: &[(usize, Wire<'a>)], window: (f64, f64)) -> Driven<'a> {
        let mut operations: Vec<Operation> = node.transforms.iter().map(|t| t.operation.clone()).collect();
        let mut moving: Vec<(usize, Wire<'a>)> = Vec::new();
        for (step, wire) in wires {
            // Of two wires for the same numbers the later one counts, so that it is applied later, too.
            if wire.moves(window) || moving.iter().any(|(s, m)| s == step && m.overlaps(wire)) {
                moving.push((*step, wire.clone()));
            } else if let Some(operation) = operations.get_mut(*step) {
                wire.set(Moment::At(window.0), operation.values_mut());
            }
        }
        Driven { steps: Steps::new(operations, moving) }
    }

    /// Is there anything that changes?
    pub fn is_moving(&self) -> bool {
        !self.steps.wires().is_empty()
    }

    /// The matrix at a time.
    pub fn matrix(&mut self, t: f64) -> DMat4 {
        self.steps.matrix(Moment::At(t))
    }

    fn is_driven(&self, step: usize) -> bool {
        self.steps.is_driven(step)
    }

    fn operations(&self) -> &[Operation] {
        self.steps.written()
    }

    /// What drives some of the operations.
    fn wires_of(&self, pick: impl Fn(usize, &Operation) -> bool) -> Vec<Wire<'a>> {
        let picked = |(step, _): &&(usize, Wire<'a>)| self.operations().get(*step).is_some_and(|o| pick(*step, o));
        self.steps.wires().iter().filter(picked).map(|(_, w)| w.clone()).collect()
    }

    /// May the translation be followed by itself?
    fn translation_is_apart(&self) -> bool {
        self.operations().iter().enumerate().filter(|(i, _)| self.is_driven(*i)).all(|(i, operation)| match operation {
            Operation::Translate(_) => true,
            Operation::Matrix(_) if !self.keys_of_matrix(i).is_some_and(|mut keys| keys.all(stays_in_place)) => false,
            Operation::Rotate(_) | Operation::Scale(_) | Operation::Quaternion(_) | Operation::Matrix(_) => {
                let behind = self.operations().get(i + 1..).unwrap_or_default();
                let still = (i + 1..self.operations().len())
                    .all(|k| !self.is_driven(k) || !matches!(self.operations().get(k), Some(Operation::Translate(_))));
                still && product(behind).w_axis.truncate() == DVec3::ZERO
            }
            _ => false,
        })
    }

    /// The turn and the scale that change, if they are the only ones and stand so that both can be followed.
    fn linear_parts(&self, share: f64) -> Option<Linear> {
        let driven = |pick: fn(&Operation) -> bool| -> Vec<usize> {
            let all = self.operations().iter().enumerate();
            all.filter(|(i, o)| self.is_driven(*i) && pick(o)).map(|(i, _)| i).collect()
        };
        let mut turns = driven(|o| matches!(o, Operation::Rotate(_) | Operation::Quaternion(_)));
        let scales = driven(|o| matches!(o, Operation::Scale(_)));
        let matrices = driven(|o| matches!(o, Operation::Matrix(_)));
        let others = driven(|o| matches!(o, Operation::Skew(_) | Operation::LookAt(_)));
        turns.extend(&matrices);
        let rigid = matrices.iter().all(|at| self.only_turns(*at, share));
        if turns.len() > 1 || scales.len() > 1 || !others.is_empty() || !rigid {
            return None;
        }
        let (turn, scale) = (turns.first().copied(), scales.first().copied());
        // The axis of a turn stays.
        let is_rotate = turn.is_some_and(|t| matches!(self.operations().get(t), Some(Operation::Rotate(_))));
        if is_rotate && self.wires_of(|step, _| Some(step) == turn).iter().any(|w| w.place != 3 || w.count != 1) {
            return None;
        }
        if turn.zip(scale).is_some_and(|(t, s)| s < t) {
            return None;
        }
        let range =
            |from: usize, to: usize| DMat3::from_mat4(product(self.operations().get(from..to).unwrap_or_default()));
        let end = self.operations().len();
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
        let mut motion = Motion::default();
        let linear = self.linear_parts(sampling.share);
        let matrices = self.matrices(sampling);
        let translates = self.wires_of(|_, o| matches!(o, Operation::Translate(_)));
        if !self.translation_is_apart() {
            motion.translation = Some(match &matrices {
                // It depends on the numbers of one matrix alone as they do on time.
                Some(matrices) => matrices.places(),
                None => {
                    let keeps = if self.driven_matrix().is_some() { SUMS } else { OTHERS };
                    self.translation(&self.wires_of(|_, _| true), keeps, sampling)
                }
            });
        } else if !translates.is_empty() {
            motion.translation = Some(self.translation(&translates, SUMS, sampling));
        }
        let turning = self.wires_of(|_, o| !matches!(o, Operation::Translate(_)));
        if let Some(matrices) = &matrices
            && let Some(rigid) = matrices.rigid(&turning, linear.is_some(), sampling)
        {
            (motion.rotation, motion.scale, motion.shear) = rigid;
            return motion;
        }
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
                        motion.rotation = Some(Track::still(sampling.window.0, &turn.to_array()));
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

    fn translation(&mut self, wires: &[Wire<'a>], keeps: Keeps, sampling: Sampling) -> Track {
        let wanted = sampling.wanted(Rows::Numbers(3), sampling.length, keeps);
        Track::new(wires, &wanted, &mut |moment, out| {
            let place = self.steps.matrix(moment).w_axis.truncate();
            out.copy_from_slice(&if place.is_finite() { place.to_array() } else { [0.0; 3] });
        })
    }

    fn rotation(&mut self, turn: usize, linear: &Linear, sampling: Sampling) -> Track {
        let wires = self.wires_of(|step, _| step == turn);
        let rotates = matches!(self.operations().get(turn), Some(Operation::Rotate(_)));
        // A curve that gives all of a quaternion is taken over: what stands around it changes every key alike.
        let whole = !rotates && matches!(wires.as_slice(), [wire] if wire.count == 4 && wire.place == 0);
        let keeps = match (rotates, whole) {
            (true, _) => Keeps { lines: true, ..OTHERS },
            (_, true) => Keeps { turns: true, cubics: Cubics::Even, ..OTHERS },
            _ => OTHERS,
        };
        let wanted = sampling.wanted(Rows::Turn, sampling.share, keeps);
        let course = course(&wires, sampling.window);
        if let Course::Cubic { .. } = course
            && keeps.keeps(course)
            && sampling.rate.is_none()
        {
            return Track::new(&wires, &wanted, &mut |moment, out| {
                let mut row = [0.0, 0.0, 0.0, 1.0];
                let now = self.steps.at(moment).get(turn).map_or(&[][..], Operation::values);
                row.iter_mut().zip(now).for_each(|(to, from)| *to = *from);
                out.copy_from_slice(&(linear.front * DQuat::from_array(row) * linear.behind).to_array());
            });
        }
        let mut times = None;
        if course == Course::Linear && rotates && sampling.rate.is_none() {
            times = Some(self.small_turns(turn, moments(&wires, sampling.window, false)));
        }
        let alone = linear.front == DQuat::IDENTITY && linear.behind == DQuat::IDENTITY;
        let mut f = |moment: Moment, out: &mut [f64]| {
            // A turn that is written as glTF has it stays as it is.
            if let Some(Operation::Quaternion(turn)) = self.steps.at(moment).get(turn)
                && alone
                && (DQuat::from_array(*turn).length() - 1.0).abs() < 1e-6
            {
                out.copy_from_slice(turn);
                return;
            }
            let matrix = self.steps.at(moment).get(turn).map_or(DMat4::IDENTITY, Operation::matrix);
            let whole = linear.front * DQuat::from_mat4(&matrix).normalize() * linear.behind;
            out.copy_from_slice(&whole.normalize().to_array());
        };
        let mut track = match times {
            Some(times) => Track::kept(times, course, &wires, 4, &mut f),
            None => Track::new(&wires, &wanted, &mut f),
        };
        track.align();
        track
    }

    /// More moments where a key is half a turn or more from the one before: readers take the shorter way.
    fn small_turns(&mut self, turn: usize, times: Vec<f64>) -> Vec<f64> {
        let mut angle = |t: f64| {
            let now = self.steps.at(Moment::At(t)).get(turn);
            now.and_then(|o| o.values().get(3).copied()).unwrap_or(0.0)
        };
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
        let wires = self.wires_of(|step, _| step == scale);
        let factors = linear.factors.to_array();
        let wanted = sampling.wanted(Rows::Numbers(3), sampling.share, SUMS);
        Track::new(&wires, &wanted, &mut |moment, out| {
            let driven = self.steps.at(moment).get(scale).map_or(&[][..], Operation::values);
            for ((out, driven), factor) in out.iter_mut().zip(driven).zip(factors) {
                *out = driven * factor;
            }
        })
    }

    /// Are all keys of a driven matrix turns, and near enough to each other for what lies between to be turns as well?
    ///
    /// Between two turns by an angle θ to each other the straight way shrinks by 1 − cos θ/2, nearly θ²/8.
    fn only_turns(&self, at: usize, share: f64) -> bool {
        let near = (8.0 * share).sqrt();
        let mut before: Option<DMat3> = None;
        let is_near_turn = |matrix: DMat4| {
            let turn = DMat3::from_mat4(matrix);
            let rigid = (turn * turn.transpose()).abs_diff_eq(DMat3::IDENTITY, share.min(1e-5));
            rigid && turn.determinant() > 0.0 && before.replace(turn).is_none_or(|b| b.abs_diff_eq(turn, near))
        };
        self.keys_of_matrix(at).is_some_and(|mut keys| keys.all(is_near_turn))
    }

    /// The keys of a matrix that one curve drives, which runs straight from key to key.
    fn keys_of_matrix(&self, at: usize) -> Option<impl Iterator<Item = DMat4> + use<'a>> {
        let wires = self.wires_of(|step, _| step == at);
        let [wire] = wires.as_slice() else { return None };
        let (curve, 0, 1.0) = wire.curve()? else { return None };
        let straight = (0..curve.keys.len())
            .all(|key| matches!(curve.methods.of(key), Interpolation::Linear | Interpolation::Step));
        let whole = (wire.place, wire.count, curve.width) == (0, 16, 16);
        (whole && straight)
            .then(|| curve.values.as_chunks::<16>().0.iter().map(|row| DMat4::from_cols_array(row).transpose()))
    }

    /// The operation that is driven, if it is a matrix and the only one.
    fn driven_matrix(&self) -> Option<usize> {
        let mut driven = (0..self.operations().len()).filter(|i| self.is_driven(*i));
        let only = driven.next().filter(|_| driven.next().is_none())?;
        matches!(self.operations().get(only), Some(Operation::Matrix(_))).then_some(only)
    }

    /// The matrices of a node at its keys, if one that is driven as a whole runs straight between them, and nothing else moves.
    fn matrices(&mut self, sampling: Sampling) -> Option<Matrices> {
        let at = self.driven_matrix()?;
        let wires = self.wires_of(|_, _| true);
        if sampling.rate.is_some() || course(&wires, sampling.window) != Course::Linear {
            return None;
        }
        let keys = self.keys_of_matrix(at)?;
        let (curve, ..) = wires.first()?.curve()?;
        let times = moments(&wires, sampling.window, true);
        let before = product(self.operations().get(..at)?);
        let behind = product(self.operations().get(at + 1..)?);
        let alone = before == DMat4::IDENTITY && behind == DMat4::IDENTITY;
        let plain = times == curve.keys && curve.values.iter().all(|x| x.is_finite());
        let all = match plain {
            true => keys.map(|key| if alone { key } else { before * key * behind }).collect(),
            false => times.iter().map(|t| self.steps.matrix(Moment::At(*t))).collect(),
        };
        Some(Matrices { times, all, alone })
    }

    /// Rotation and scale where they cannot be told apart without taking matrices apart. The last is the largest shear
    /// that was met.
    fn turned(&mut self, wires: &[Wire<'a>], sampling: Sampling) -> (Track, Track, f64) {
        let mut most = 0.0f64;
        let wanted = sampling.wanted(Rows::TurnAndScale, sampling.share, OTHERS);
        let both = Track::new(wires, &wanted, &mut |moment, out| {
            let (trs, shear) = decompose(self.steps.matrix(moment));
            most = most.max(shear);
            let all = trs.rotation.to_array().into_iter().chain(trs.scale.to_array());
            out.iter_mut().zip(all).for_each(|(to, from)| *to = from);
        });
        let (mut turn, scale) = both.split(4);
        turn.align();
        (turn, scale, most)
    }
}

/// Matrices of a node at its keys, straight from key to key.
struct Matrices {
    times: Vec<f64>,
    all: Vec<DMat4>,
    /// Does nothing stand around what moves?
    alone: bool,
}

impl Matrices {
    /// Where they put the node.
    fn places(&self) -> Track {
        let place = |matrix: &DMat4| Some(matrix.w_axis.truncate()).filter(|p| p.is_finite()).unwrap_or_default();
        let values = self.all.iter().flat_map(|matrix| place(matrix).to_array()).collect();
        Track { times: self.times.clone(), values, width: 3, ..Track::default() }
    }

    /// Rotation, scale and the largest shear of matrices that only turn; `None` if they do more, or if their keys are not
    /// enough for the rotation. Turns that are `near` to each other need no scale.
    ///
    /// Between such keys columns get shorter, so that the scale needs keys of its own, but the turn is nearly even: between
    /// two keys that are θ apart it is ahead or behind by less than θ³ · 0.0161, nowhere more than at the quarters. A shear
    /// adds to this, and most in the middle.
    fn rigid(&self, wires: &[Wire<'_>], near: bool, sampling: Sampling) -> Option<(Option<Track>, Option<Track>, f64)> {
        let is_turn = |matrix: &DMat4| {
            let turn = DMat3::from_mat4(*matrix);
            turn.determinant() > 0.0 && (turn * turn.transpose()).abs_diff_eq(DMat3::IDENTITY, 1e-5)
        };
        if near && !self.alone || !self.all.iter().all(is_turn) {
            return None;
        }
        // Nothing has to be taken apart where nothing but a turn is written, so that it comes back to the last digit.
        let apart = |matrix: DMat4| match near {
            true => (DQuat::from_mat4(&matrix).normalize(), 0.0),
            false => {
                let (trs, shear) = decompose(matrix);
                (trs.rotation, shear)
            }
        };
        let limits = [sampling.share; 4];
        let even_pace = libm::cbrt(sampling.share / 4.0 / 0.0161);
        let mut most = 0.0f64;
        let mut turns: Vec<f64> = Vec::with_capacity(self.all.len() * 4);
        let mut before: Option<(DMat4, [f64; 4])> = None;
        for matrix in &self.all {
            let (rotation, shear) = apart(*matrix);
            let turn = rotation.to_array();
            most = most.max(shear);
            if let Some((from, start)) = before {
                let angle = 2.0 * libm::acos(DQuat::from_array(start).dot(rotation).abs().min(1.0));
                let shares = if angle <= even_pace { &[0.5][..] } else { &[0.5, 0.25, 0.75] };
                let mut is_even = |share: f64| {
                    let (between, shear) = apart(from + (*matrix - from) * share);
                    most = most.max(shear);
                    Rows::Turn.is_between(&start, &turn, share, &between.to_array(), &limits)
                };
                if angle > 1.0 || !shares.iter().all(|share| is_even(*share)) {
                    return None;
                }
            }
            turns.extend(turn);
            before = Some((*matrix, turn));
        }
        let mut turn = Track { times: self.times.clone(), values: turns, width: 4, ..Track::default() };
        turn.align();
        Some(if near { (Some(turn), None, 0.0) } else { (Some(turn), Some(self.lengths(wires, sampling)), most) })
    }

    /// The lengths of the columns, which shrink between two turns.
    fn lengths(&self, wires: &[Wire<'_>], sampling: Sampling) -> Track {
        let lengths = |matrix: &DMat4| [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|c| c.truncate().length());
        // They shrink most in the middle, and in the quarters by three fourths of that.
        let known = |piece: usize| {
            let ends = self.all.get(piece).zip(self.all.get(piece + 1));
            let is_straight = ends.is_some_and(|(from, to)| {
                let middle = lengths(&((*from + *to) * 0.5));
                let mut all = lengths(from).into_iter().zip(lengths(to)).zip(middle);
                all.all(|((from, to), middle)| ((from + to) * 0.5 - middle).abs() <= sampling.share)
            });
            if is_straight { Between::Straight } else { Between::Unknown }
        };
        let times = &self.times;
        let mut piece = 0;
        let wanted = sampling.wanted(Rows::Numbers(3), sampling.share, OTHERS);
        Track::fitted_between(wires, &wanted, &known, &mut |moment, out| {
            let Moment::At(t) = moment else { return };
            let holds = |i: usize| times.get(i).is_some_and(|a| *a <= t) && times.get(i + 1).is_none_or(|b| t < *b);
            if !holds(piece) {
                piece = if holds(piece + 1) { piece + 1 } else { times.partition_point(|k| *k <= t).saturating_sub(1) };
            }
            let Some(from) = self.all.get(piece) else { return };
            let matrix = match (self.all.get(piece + 1), times.get(piece), times.get(piece + 1)) {
                (Some(to), Some(start), Some(end)) => *from + (*to - *from) * ((t - start) / (end - start)),
                _ => *from,
            };
            out.copy_from_slice(&lengths(&matrix));
        })
    }
}

fn stays_in_place(matrix: DMat4) -> bool {
    matrix.w_axis == DVec4::W
}

/// Turn, scale and what stands around them.
struct Linear {
    turn: Option<usize>,
    scale: Option<usize>,
    front: DQuat,
    behind: DQuat,
    factors: DVec3,
}

/// A matrix that is a turn and the same scale in all directions.
fn even(matrix: DMat3) -> Option<(DQuat, f64)> {
    let (trs, shear) = decompose(DMat4::from_mat3(matrix));
    let [x, y, z] = trs.scale.to_array();
    let same = (x - y).abs() <= 1e-12 * x.abs() && (x - z).abs() <= 1e-12 * x.abs();
    (shear <= 1e-12 && same && x > 0.0).then_some((trs.rotation, x))
}
