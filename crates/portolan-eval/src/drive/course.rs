//! How wires run between their keys, and the times at which they may change their course.

use portolan_scene::{Behaviour, Curve, Interpolation};

use super::{Source, Wire, ends};
use crate::curve::controls;

/// How some wires run together from key to key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// All are straight.
    Linear,
    /// All stay until the next key.
    Step,
    /// All are quaternions that turn evenly.
    Slerp,
    /// All are cubic, with the same keys and with control points at the same times.
    Cubic {
        /// Are the control points at the thirds, so that time runs evenly?
        even: bool,
    },
    /// Anything else.
    Other,
}

/// How wires run within a window.
pub fn course(wires: &[Wire<'_>], window: (f64, f64)) -> Course {
    if wires.iter().any(|w| w.runs_on(window)) {
        return Course::Other;
    }
    let simple = [
        (Interpolation::Linear, Course::Linear),
        (Interpolation::Step, Course::Step),
        (Interpolation::Slerp, Course::Slerp),
    ];
    for (method, course) in simple {
        if wires.iter().all(|w| w.runs_by(|m| m == method)) {
            return course;
        }
    }
    cubic(wires, window).unwrap_or(Course::Other)
}

fn cubic(wires: &[Wire<'_>], window: (f64, f64)) -> Option<Course> {
    let (curve, ..) = wires.first()?.curve()?;
    let (first, last) = ends(curve);
    let whole = |w: &Wire<'_>| {
        let (start, end) = w.within(window);
        start <= first && end >= last && w.curve().is_some_and(|(c, ..)| c.keys == curve.keys)
    };
    if !wires.iter().all(whole) {
        return None;
    }
    let is_cubic = |m: Interpolation| !matches!(m, Interpolation::Step | Interpolation::Bspline | Interpolation::Slerp);
    if !wires.iter().all(|w| w.runs_by(is_cubic)) {
        return None;
    }
    let mut even = true;
    for (k, (from, to)) in curve.keys.iter().zip(curve.keys.iter().skip(1)).enumerate() {
        let length = to - from;
        let near = |a: f64, b: f64, share: f64| (a - b).abs() <= share * length;
        let mut agreed: Option<(f64, f64)> = None;
        for (curve, first, count) in wires.iter().filter_map(|w| w.curve().map(|(c, first, _)| (c, first, w.count))) {
            for place in first..first + count {
                let [leave, arrive] = controls(curve, k, place);
                if !(leave.1.is_finite() && arrive.1.is_finite()) {
                    return None;
                }
                let (a, b) = *agreed.get_or_insert((leave.0, arrive.0));
                even &= near(leave.0, from + length / 3.0, 1e-5) && near(arrive.0, to - length / 3.0, 1e-5);
                let agrees = near(leave.0, a, 1e-6) && near(arrive.0, b, 1e-6);
                if !even && !agrees {
                    return None;
                }
            }
        }
    }
    Some(Course::Cubic { even })
}

/// From the first to the last key of some wires, as far as it is in the window.
pub fn span(wires: &[Wire<'_>], window: (f64, f64)) -> Option<(f64, f64)> {
    let ranges = wires.iter().map(Wire::range);
    let (first, last) = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    let start = first.max(window.0).min(window.1);
    Some((start, last.min(window.1).max(start)))
}

/// Samples of one motion at most.
const MOST: usize = 100_000;
/// Times of repetitions of one curve at most.
const MOST_REPEATED: f64 = 10_000.0;

/// Every so many seconds from start to end, and the end; `None` if that is too often, or no rate.
pub fn regular((start, end): (f64, f64), rate: f64) -> Option<Vec<f64>> {
    let steps = ((end - start).max(0.0) * rate - 1e-9).ceil().max(0.0);
    if steps.is_nan() || steps >= MOST as f64 || !(rate.is_finite() && rate > 0.0) {
        return None;
    }
    let mut times: Vec<f64> = (0..steps as u32).map(|i| start + f64::from(i) / rate).collect();
    // Rounding must not put two samples, or the end, at one moment.
    times.push(end);
    times.dedup_by(|next, before| *next <= *before);
    Some(times)
}

/// All keys within a window, with its borders where keys lie outside, in order. Where straight pieces stand for the wires
/// (`fine`), also the moments right before jumps and the keys of repetitions.
pub fn moments(wires: &[Wire<'_>], window: (f64, f64), fine: bool) -> Vec<f64> {
    let mut times: Vec<f64> = Vec::new();
    for wire in wires {
        if let Some(inner) = wire.formula_moments(window) {
            times.extend(inner.into_iter().chain([window.0, window.1]));
            continue;
        }
        let Source::Curve { curve, .. } = wire.source else { continue };
        let (start, end) = wire.within(window);
        let (first, last) = ends(curve);
        if start > end || last <= start || first >= end {
            times.push(window.0.max(start.min(window.1)));
        }
        let inside = |t: &f64| start <= *t && *t <= end;
        times.extend(curve.keys.iter().copied().filter(inside));
        times.extend([start, end].into_iter().filter(|t| first < *t && *t < last && start <= end));
        if !fine {
            continue;
        }
        let stays = |key: &usize| curve.methods.of(*key) == Interpolation::Step;
        let jumps = curve.keys.iter().skip(1).enumerate().filter(|(k, _)| stays(k));
        times.extend(jumps.map(|(_, t)| just_before(*t)).filter(inside));
        if wire.runs_on(window) {
            times.extend([start, end]);
            repeats(curve, (start, end), &mut times);
        }
    }
    times.sort_by(f64::total_cmp);
    times.dedup();
    times.truncate(MOST);
    times
}

/// The keys of a curve that repeats, in each repetition, as many as there is room for.
fn repeats(curve: &Curve, (start, end): (f64, f64), times: &mut Vec<f64>) {
    let (first, last) = ends(curve);
    let length = last - first;
    if length <= 0.0 || !length.is_finite() {
        return;
    }
    let inside = |t: &f64| start <= *t && *t <= end;
    let repeats = |b: Behaviour| matches!(b, Behaviour::Cycle | Behaviour::Oscillate | Behaviour::CycleRelative);
    let most = 4096.0f64.min(MOST_REPEATED / curve.keys.len() as f64);
    let turns = |away: f64, b: Behaviour| if repeats(b) { (away / length).ceil().clamp(0.0, most) as i64 } else { 0 };
    let (before, after) = (turns(first - start, curve.before), turns(end - last, curve.after));
    for turn in (-before..0).chain(1..=after) {
        let shift = turn as f64 * length;
        times.extend(curve.keys.iter().map(|k| k + shift).filter(inside));
        times.extend(curve.keys.iter().map(|k| first + last - k + shift).filter(inside));
        // At its last key a curve has arrived, and right behind it begins anew.
        let ends = [first + shift, last + shift];
        times.extend(ends.map(just_before).into_iter().chain(ends.map(just_after)).filter(inside));
    }
}

/// The moment before, as far as files tell moments apart.
fn just_before(t: f64) -> f64 {
    f64::from((t as f32).next_down()).min(t - 1e-6)
}

/// The moment behind, as far as files tell moments apart.
fn just_after(t: f64) -> f64 {
    f64::from((t as f32).next_up()).max(t + 1e-6)
}
