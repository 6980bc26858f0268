//! Which curve drives which number, and what glTF can say about it exactly.

use portolan_eval::curve;
use portolan_scene::{Behaviour, Channel, Curve, Interpolation, Part, Scene, Tangents};

/// A curve that drives numbers of an object.
#[derive(Clone, Copy)]
pub(super) struct Wire<'a> {
    pub curve: &'a Curve,
    /// The first of the curve's values that is used, and how many are.
    pub first: usize,
    pub count: usize,
    pub factor: f64,
    /// Which transform of a node; 0 for anything else.
    pub transform: usize,
    /// The first number that is driven.
    pub place: usize,
}

/// How a set of curves runs between their keys, in terms of glTF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// All stay until the next key.
    Step,
    /// All are straight.
    Linear,
    /// All are cubic with time running evenly, and have the same keys.
    Cubic,
    /// Anything else.
    Other,
}

impl<'a> Wire<'a> {
    /// The wire of a channel.
    pub fn new(scene: &'a Scene, channel: &Channel, part: Part, transform: usize) -> Option<Wire<'a>> {
        let curve = scene.curve(channel.curve)?;
        let first = channel.first as usize;
        let given = (curve.width as usize).saturating_sub(first);
        let (place, wanted) = match part {
            Part::All => (0, portolan_eval::width(scene, &channel.target)),
            Part::At(place) => (place as usize, 1),
        };
        let count = wanted.min(given);
        (count > 0).then_some(Wire { curve, first, count, factor: channel.factor, transform, place })
    }

    /// Puts the values at a time into the numbers that are driven.
    pub fn set(&self, t: f64, numbers: &mut [f64]) {
        let Some(numbers) = numbers.get_mut(self.place..) else { return };
        let count = self.count.min(numbers.len());
        if let Some(numbers) = numbers.get_mut(..count) {
            curve::evaluate_from(self.curve, self.first, t, numbers);
            numbers.iter_mut().for_each(|n| *n = if n.is_finite() { *n * self.factor } else { 0.0 });
        }
    }

    /// First and last key.
    pub fn range(&self) -> (f64, f64) {
        let keys = &self.curve.keys;
        (keys.first().copied().unwrap_or(0.0), keys.last().copied().unwrap_or(0.0))
    }

    fn value(&self, key: usize, i: usize) -> f64 {
        self.curve.values.get(key * self.curve.width as usize + self.first + i).copied().unwrap_or(0.0)
    }

    /// Does nothing change from the first to the last key?
    pub fn is_constant(&self) -> bool {
        let keys = self.curve.keys.len();
        let same = |i: usize| (1..keys).all(|k| self.value(k, i) == self.value(0, i));
        let straight = |k: usize| match self.curve.methods.of(k) {
            Interpolation::Bezier | Interpolation::Hermite => {
                (0..self.count).all(|i| self.slopes(k, i).is_some_and(|(a, b)| a == 0.0 && b == 0.0))
            }
            _ => true,
        };
        (0..self.count).all(same) && (0..keys.saturating_sub(1)).all(straight)
    }

    /// Does it move before its first or after its last key, within a window?
    pub fn runs_on(&self, (start, end): (f64, f64)) -> bool {
        let moves = |b: Behaviour| !matches!(b, Behaviour::Undefined | Behaviour::Constant);
        let (first, last) = self.range();
        (start < first && moves(self.curve.before)) || (end > last && moves(self.curve.after))
    }

    /// Change per second at the beginning and the end of a segment that is cubic in time; `None` if it is not.
    pub fn slopes(&self, key: usize, i: usize) -> Option<(f64, f64)> {
        let curve = self.curve;
        let (t0, t1) = (*curve.keys.get(key)?, *curve.keys.get(key + 1)?);
        let (v0, v1) = (self.value(key, i), self.value(key + 1, i));
        let length = t1 - t0;
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-5 * length;
        let width = curve.width as usize;
        let number = |tangents: &Tangents, key: usize| {
            let place = key * width + self.first + i;
            let time = match tangents.times.len() {
                0 => None,
                n if n == curve.keys.len() => Some(*tangents.times.get(key)?),
                _ => Some(*tangents.times.get(place)?),
            };
            Some((time, *tangents.values.get(place)?))
        };
        let tangents = || {
            let leaving = number(curve.out_tangents.as_ref()?, key)?;
            Some((leaving, number(curve.in_tangents.as_ref()?, key + 1)?))
        };
        let slopes = match curve.methods.of(key) {
            Interpolation::Linear => ((v1 - v0) / length, (v1 - v0) / length),
            Interpolation::Bezier => {
                let ((time0, c0), (time1, c1)) = tangents()?;
                let thirds = (t0 + length / 3.0, t1 - length / 3.0);
                if !near(time0.unwrap_or(thirds.0), thirds.0) || !near(time1.unwrap_or(thirds.1), thirds.1) {
                    return None;
                }
                (3.0 * (c0 - v0) / length, 3.0 * (v1 - c1) / length)
            }
            Interpolation::Hermite => {
                let ((time0, d0), (time1, d1)) = tangents()?;
                if !near(time0.unwrap_or(length), length) || !near(time1.unwrap_or(length), length) {
                    return None;
                }
                (d0 / length, d1 / length)
            }
            Interpolation::Cardinal | Interpolation::Bspline | Interpolation::Step | Interpolation::Slerp => {
                return None;
            }
        };
        (slopes.0.is_finite() && slopes.1.is_finite()).then_some((slopes.0 * self.factor, slopes.1 * self.factor))
    }

    /// Do all segments run by one method?
    pub fn runs_by(&self, method: Interpolation) -> bool {
        self.all_segments(|k| self.curve.methods.of(k) == method)
    }

    fn all_segments(&self, fits: impl Fn(usize) -> bool) -> bool {
        (0..self.curve.keys.len().saturating_sub(1)).all(fits)
    }
}

/// What glTF can say exactly about some curves within a window.
pub(super) fn classify(wires: &[Wire<'_>], window: (f64, f64)) -> Class {
    if wires.iter().any(|w| w.runs_on(window)) {
        return Class::Other;
    }
    let all = |method: Interpolation| wires.iter().all(|w| w.all_segments(|k| w.curve.methods.of(k) == method));
    if all(Interpolation::Step) {
        return Class::Step;
    }
    if all(Interpolation::Linear) {
        return Class::Linear;
    }
    let Some(first) = wires.first() else { return Class::Linear };
    let whole = window.0 <= first.range().0 && window.1 >= first.range().1;
    let cubic = |w: &Wire<'_>| w.all_segments(|k| (0..w.count).all(|i| w.slopes(k, i).is_some()));
    if whole && wires.iter().all(|w| w.curve.keys == first.curve.keys && cubic(w)) {
        return Class::Cubic;
    }
    Class::Other
}

/// All keys within a window, with its borders where keys lie outside; for [`Class::Other`] also the moments right before
/// jumps, and borders of repetitions.
pub(super) fn times(wires: &[Wire<'_>], window: (f64, f64), class: Class) -> Vec<f64> {
    let (start, end) = window;
    let inside = |t: &f64| (start..=end).contains(t);
    let mut times: Vec<f64> = Vec::new();
    for wire in wires {
        let keys = &wire.curve.keys;
        let (first, last) = wire.range();
        times.extend(keys.iter().copied().filter(inside));
        times.extend(Some(start).filter(|s| *s > first && *s < last));
        times.extend(Some(end).filter(|e| *e < last && *e > first));
        if last <= start || first >= end {
            times.push(start);
        }
        if class != Class::Other {
            continue;
        }
        let jumps = keys.iter().skip(1).enumerate().filter(|(k, _)| wire.curve.methods.of(*k) == Interpolation::Step);
        times.extend(jumps.map(|(_, t)| just_before(*t)).filter(inside));
        if wire.runs_on(window) {
            times.extend([start, end]);
            // Every repetition has keys of its own, as long as there are not too many.
            let length = last - first;
            let most = 256.0f64.min(8192.0 / keys.len() as f64);
            let (from, to) = (((start - first) / length).floor(), ((end - first) / length).ceil());
            if length > 0.0 && to - from <= most {
                for turn in from as i64..to as i64 {
                    let shift = turn as f64 * length;
                    times.extend(keys.iter().map(|k| k + shift).filter(inside));
                    times.extend(keys.iter().map(|k| first + last - k + shift).filter(inside));
                    times.push(just_before(last + shift).clamp(start, end));
                }
            }
        }
    }
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

/// The moment before, as far as files can tell moments apart.
pub(super) fn just_before(t: f64) -> f64 {
    f64::from((t as f32).next_down()).min(t - 1e-6)
}
