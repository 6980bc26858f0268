//! Inverse kinematics: the values at which a place of a mechanism is where it is wanted.
//!
//! Damped least squares from several starts, each with a bounded number of steps. The starts are always the same ones, so
//! that the same question has the same answer.

use portolan_scene::glam::{DMat4, DQuat, DVec3};
use portolan_scene::{FreedomKind, Mechanism, MechanismId, Place, Scene, Target, Transform};

use super::{Kinematics, step};
use crate::Overrides;

/// Where a place of a mechanism is wanted, in the space of the mechanism.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The mechanism.
    pub mechanism: MechanismId,
    /// The place on one of its links.
    pub place: Place,
    /// Where it is wanted.
    pub position: DVec3,
    /// How it is wanted to be turned; `None`: in any way.
    pub rotation: Option<DQuat>,
}

/// What comes nearest to a goal.
#[derive(Clone, PartialEq, Debug)]
pub struct Reached {
    /// The freedoms that may move, and their values.
    pub values: Vec<(u32, f64)>,
    /// How far the place is from where it is wanted.
    pub distance: f64,
    /// How far it is turned from how it is wanted, in degrees.
    pub angle: f64,
    /// Is it there, but for rounding?
    pub is_there: bool,
}

/// Steps from one start.
const STEPS: usize = 200;
/// Starts beside the given values and the middle of all ranges.
const STARTS: u32 = 30;
/// A goal is reached within this share of the mechanism's size, and of a radian.
const NEAR: f64 = 1e-8;

/// Finds values at which a place is where it is wanted, from the values that are set and written.
pub fn reach(scene: &Scene, kinematics: &Kinematics<'_>, goal: &Goal, overrides: &Overrides) -> Option<Reached> {
    let mechanism = scene.mechanism(goal.mechanism)?;
    let arm = Arm::new(kinematics, mechanism, goal, overrides)?;
    let mut best: Option<(f64, Vec<f64>)> = None;
    for start in 0..STARTS + 2 {
        let (error, values) = arm.descend(arm.start(start));
        if best.as_ref().is_none_or(|(known, _)| error < *known) {
            best = Some((error, values));
        }
        if error < NEAR {
            break;
        }
    }
    let (_, values) = best?;
    let place = arm.place(&values);
    let distance = (goal.position - place.w_axis.truncate()).length();
    let angle = arm.turn_left(place).length().to_degrees();
    let is_there = distance <= arm.size * 1e-6 && angle <= 1e-4;
    let values = arm.movable.iter().copied().zip(values).collect();
    Some(Reached { values, distance, angle, is_there })
}

/// A chain of links from the root to the place, and what moves it.
struct Arm<'a> {
    kinematics: &'a Kinematics<'a>,
    mechanism: &'a Mechanism,
    goal: &'a Goal,
    given: &'a Overrides,
    /// The links of the chain, the root first.
    chain: Vec<usize>,
    /// Freedoms that may move.
    movable: Vec<u32>,
    /// A length to measure lengths with.
    size: f64,
    /// Are there axes in the chain that follow from others?
    computed: bool,
}

impl<'a> Arm<'a> {
    fn new(
        kinematics: &'a Kinematics<'a>,
        mechanism: &'a Mechanism,
        goal: &'a Goal,
        given: &'a Overrides,
    ) -> Option<Arm<'a>> {
        let mut chain = Vec::new();
        let mut next = Some(goal.place.link);
        while let Some(at) = next {
            chain.push(at as usize);
            next = mechanism.links.get(at as usize)?.parent;
        }
        chain.reverse();
        let links = || chain.iter().filter_map(|at| mechanism.links.get(*at));
        let joints = links().filter_map(|l| l.joint).filter_map(|j| mechanism.joints.get(j as usize));
        let own: Vec<u32> = joints.flat_map(|j| j.freedoms.clone()).collect();
        let is_computed = |freedom: u32| mechanism.is_computed(goal.mechanism, freedom);
        let computed = own.iter().any(|f| is_computed(*f));
        let candidates = if computed { (0..mechanism.freedoms.len() as u32).collect() } else { own };
        let may_move = |at: &u32| {
            let freedom = mechanism.freedoms.get(*at as usize);
            freedom.is_some_and(|f| f.active && !f.locked && f.moves()) && !is_computed(*at)
        };
        let mut movable: Vec<u32> = candidates.into_iter().filter(may_move).collect();
        movable.sort_unstable();
        movable.dedup();
        let lengths = links().map(|l| Transform::product(&l.transforms).w_axis.truncate().length());
        let own = Transform::product(&goal.place.transforms).w_axis.truncate().length();
        let size = lengths.sum::<f64>() + own;
        let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
        Some(Arm { kinematics, mechanism, goal, given, chain, movable, size, computed })
    }

    /// Values to begin with.
    fn start(&self, nth: u32) -> Vec<f64> {
        let each = self.movable.iter().zip(0..).map(|(at, place)| {
            let value = self.kinematics.value(self.goal.mechanism, *at, self.given);
            let Some(freedom) = self.mechanism.freedoms.get(*at as usize) else { return value };
            let wide = if freedom.kind == FreedomKind::Revolute { 180.0 } else { self.size };
            let [low, high] = freedom.range();
            let low = low.unwrap_or(high.map_or(-wide, |h| h - 2.0 * wide));
            let high = high.unwrap_or(low + 2.0 * wide);
            let share = match nth {
                0 => return freedom.clamped(value),
                1 => 0.5,
                _ => scattered(nth, place),
            };
            freedom.clamped(low + (high - low) * share)
        });
        each.collect()
    }

    /// Goes down from a start; the error that is left, and the values there.
    fn descend(&self, start: Vec<f64>) -> (f64, Vec<f64>) {
        let mut values = start;
        let mut left = self.error(&values);
        let mut damping = 1e-2;
        for _ in 0..STEPS {
            let size = length(&left);
            if size < NEAR * 1e-3 || self.movable.is_empty() {
                break;
            }
            let slopes = self.slopes(&values);
            let tried = self.step(&values, &slopes, &left, damping);
            let error = self.error(&tried);
            if length(&error) < size {
                let gain = (size - length(&error)) / size;
                (values, left) = (tried, error);
                damping = (damping * 0.2).max(1e-12);
                if gain < 1e-12 {
                    break;
                }
            } else {
                damping *= 8.0;
                if damping > 1e6 {
                    break;
                }
            }
        }
        (length(&left), values)
    }

    /// The values one step on, within their ranges. What is at its end and would go beyond does not count.
    fn step(&self, values: &[f64], slopes: &[[f64; 6]], left: &[f64; 6], damping: f64) -> Vec<f64> {
        let mut held = vec![false; values.len()];
        loop {
            let free = |nth: usize| !held.get(nth).copied().unwrap_or(false);
            let mut square = [[0.0; 6]; 6];
            for (slope, _) in slopes.iter().zip(0..).filter(|(_, nth)| free(*nth)) {
                for (row, a) in square.iter_mut().zip(slope) {
                    row.iter_mut().zip(slope).for_each(|(cell, b)| *cell += a * b);
                }
            }
            let scale =
                square.iter().zip(0..).filter_map(|(row, at): (_, usize)| row.get(at)).fold(0.0, |m: f64, v| m.max(*v));
            for (at, row) in square.iter_mut().enumerate() {
                row.iter_mut().skip(at).take(1).for_each(|cell| *cell += damping * scale.max(1e-12));
            }
            let Some(weights) = solve(square, *left) else { return values.to_vec() };
            let mut stopped = Vec::new();
            let mut next = Vec::with_capacity(values.len());
            for (((value, slope), at), nth) in values.iter().zip(slopes).zip(&self.movable).zip(0..) {
                let freedom = self.mechanism.freedoms.get(*at as usize);
                let Some(freedom) = freedom.filter(|_| free(nth)) else {
                    next.push(*value);
                    continue;
                };
                let by: f64 = slope.iter().zip(&weights).map(|(a, b)| a * b).sum();
                let wanted = value + by.clamp(-0.5, 0.5) * self.unit(freedom.kind);
                let clamped = freedom.clamped(wanted);
                if clamped == *value && wanted != clamped {
                    stopped.push(nth);
                }
                next.push(clamped);
            }
            if stopped.is_empty() {
                return next;
            }
            for nth in stopped {
                held.iter_mut().skip(nth).take(1).for_each(|h| *h = true);
            }
        }
    }

    /// How the error changes with each value, by differences.
    fn slopes(&self, values: &[f64]) -> Vec<[f64; 6]> {
        const SMALL: f64 = 1e-6;
        let mut moved = values.to_vec();
        let each = self.movable.iter().enumerate().map(|(nth, at)| {
            let kind = self.mechanism.freedoms.get(*at as usize).map_or(FreedomKind::Revolute, |f| f.kind);
            let (unit, was) = (self.unit(kind), values.get(nth).copied().unwrap_or(0.0));
            let mut at = |value: f64| {
                moved.iter_mut().skip(nth).take(1).for_each(|slot| *slot = value);
                self.place(&moved)
            };
            let (less, more) = (at(was - SMALL * unit), at(was + SMALL * unit));
            at(was);
            let along = (more.w_axis - less.w_axis).truncate() / self.size;
            let turned = match self.goal.rotation {
                Some(_) => rotation(DQuat::from_mat4(&more) * DQuat::from_mat4(&less).inverse()),
                None => DVec3::ZERO,
            };
            let [[a, b, c], [d, e, f]] = [along, turned].map(|v| (v / (2.0 * SMALL)).to_array());
            [a, b, c, d, e, f]
        });
        each.collect()
    }

    /// What a change of 1 is: a radian, or the size of the mechanism.
    fn unit(&self, kind: FreedomKind) -> f64 {
        match kind {
            FreedomKind::Revolute => 1f64.to_degrees(),
            FreedomKind::Prismatic => self.size,
        }
    }

    /// What is missing: along as a share of the size, turning in radians.
    fn error(&self, values: &[f64]) -> [f64; 6] {
        let place = self.place(values);
        let along = (self.goal.position - place.w_axis.truncate()) / self.size;
        let [[a, b, c], [d, e, f]] = [along, self.turn_left(place)].map(|v| v.to_array());
        [a, b, c, d, e, f]
    }

    fn turn_left(&self, place: DMat4) -> DVec3 {
        let wanted = self.goal.rotation;
        wanted.map_or(DVec3::ZERO, |wanted| rotation(wanted * DQuat::from_mat4(&place).inverse()))
    }

    /// Where the place is.
    fn place(&self, values: &[f64]) -> DMat4 {
        let id = self.goal.mechanism;
        let all = if self.computed {
            let mut overrides = self.given.clone();
            for (freedom, value) in self.movable.iter().zip(values) {
                overrides.set(&Target::Freedom { mechanism: id, freedom: *freedom }, &[*value]);
            }
            self.kinematics.compute(&mut overrides);
            self.kinematics.values(id, &overrides)
        } else {
            let mut all = self.kinematics.values(id, self.given);
            for (freedom, value) in self.movable.iter().zip(values) {
                all.iter_mut().skip(*freedom as usize).take(1).for_each(|slot| *slot = *value);
            }
            all
        };
        let links = self.chain.iter().filter_map(|at| self.mechanism.links.get(*at));
        let link = links.fold(DMat4::IDENTITY, |above, link| step(self.mechanism, link, &all, above));
        link * Transform::product(&self.goal.place.transforms)
    }
}

/// The axis of a turn times its angle in radians, the shorter way round.
fn rotation(turn: DQuat) -> DVec3 {
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let sine = turn.xyz().length();
    if sine < 1e-300 {
        return DVec3::ZERO;
    }
    turn.xyz() / sine * (2.0 * libm::atan2(sine, turn.w))
}

fn length(error: &[f64; 6]) -> f64 {
    error.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// Solves six equations; `None` if they have no answer.
fn solve(mut square: [[f64; 6]; 6], mut right: [f64; 6]) -> Option<[f64; 6]> {
    for at in 0..6 {
        let size = |row: usize| square.get(row).and_then(|r| r.get(at)).map_or(0.0, |v: &f64| v.abs());
        let best = (at..6).max_by(|a, b| size(*a).total_cmp(&size(*b)))?;
        square.swap(at, best);
        right.swap(at, best);
        let (row, value) = (*square.get(at)?, *right.get(at)?);
        let pivot = row.get(at).copied().filter(|p| p.abs() > 1e-300)?;
        for below in at + 1..6 {
            let (Some(other), Some(slot)) = (square.get_mut(below), right.get_mut(below)) else { continue };
            let by = other.get(at)? / pivot;
            other.iter_mut().zip(&row).for_each(|(cell, v)| *cell -= by * v);
            *slot -= by * value;
        }
    }
    let mut found = [0.0; 6];
    for at in (0..6).rev() {
        let row = square.get(at)?;
        let known: f64 = row.iter().zip(&found).skip(at + 1).map(|(a, b)| a * b).sum();
        *found.get_mut(at)? = (right.get(at)? - known) / row.get(at)?;
    }
    found.iter().all(|v| v.is_finite()).then_some(found)
}

/// A number between 0 and 1 that fills the room evenly with others (Halton): always the same for the same place.
fn scattered(nth: u32, place: usize) -> f64 {
    const PRIMES: [u32; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let base = PRIMES.get(place % PRIMES.len()).copied().unwrap_or(2);
    let (mut rest, mut share, mut sum) = (nth + (place / PRIMES.len()) as u32, 1.0, 0.0);
    while rest > 0 {
        share /= f64::from(base);
        sum += share * f64::from(rest % base);
        rest /= base;
    }
    sum
}
