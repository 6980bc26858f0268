//! Functions of time.
//!
//! Segments are those of the specification's chapter on curves: the points are (key, value) pairs, and where a method
//! blends keys as well as values, the key is solved for first.

mod segment;
#[cfg(test)]
mod tests;

pub(crate) use segment::bezier;
pub use segment::{controls, has_control_point};

use portolan_scene::{Behaviour, Curve};

/// The values of a curve at a time, as many as fit.
pub fn evaluate(curve: &Curve, t: f64, out: &mut [f64]) {
    evaluate_from(curve, 0, t, out);
}

/// The values of a curve at a time, from the one called `first` on.
pub fn evaluate_from(curve: &Curve, first: usize, t: f64, out: &mut [f64]) {
    Walker::new(curve).evaluate_from(first, t, out);
}

/// Evaluates a curve at many times; fastest when each is behind the one before.
#[derive(Clone, Debug)]
pub struct Walker<'a> {
    curve: &'a Curve,
    segment: usize,
}

impl<'a> Walker<'a> {
    /// At the beginning of a curve.
    pub fn new(curve: &'a Curve) -> Walker<'a> {
        Walker { curve, segment: usize::MAX }
    }

    /// Where another one stopped; any number does no harm.
    pub(crate) fn resume(curve: &'a Curve, segment: usize) -> Walker<'a> {
        Walker { curve, segment }
    }

    /// The segment it is at.
    pub(crate) fn segment(&self) -> usize {
        self.segment
    }

    /// The values at a time, as many as fit.
    pub fn evaluate(&mut self, t: f64, out: &mut [f64]) {
        self.evaluate_from(0, t, out);
    }

    /// The values at a time, from the one called `first` on.
    pub fn evaluate_from(&mut self, first: usize, t: f64, out: &mut [f64]) {
        let curve = self.curve;
        let (Some(start), Some(end)) = (curve.keys.first().copied(), curve.keys.last().copied()) else { return };
        let last = curve.keys.len() - 1;
        // A time that is none is taken as the beginning.
        if t.is_nan() || (t < start && t.is_infinite()) || curve.keys.len() == 1 || end <= start {
            return copy(curve, 0, first, out);
        }
        if t.is_infinite() {
            return copy(curve, last, first, out);
        }
        let (before, length) = (t < start, end - start);
        if (start..=end).contains(&t) {
            return self.inside(first, t, out);
        }
        // DEVIATION(spec 5-122): before the first key the repeats of CYCLE_RELATIVE are counted as those of CYCLE; the
        // formula that is printed has the difference the wrong way round.
        let repeat = if before { ((start - t) / length).floor() } else { ((t - start) / length).floor() };
        let wrapped = if before { t + length * (repeat + 1.0) } else { t - length * repeat };
        let wrapped = wrapped.clamp(start, end);
        match if before { curve.before } else { curve.after } {
            Behaviour::Undefined | Behaviour::Constant => copy(curve, if before { 0 } else { last }, first, out),
            Behaviour::Gradient => {
                let (key, at) = if before { (start, 0) } else { (end, last) };
                copy(curve, at, first, out);
                for (value, place) in out.iter_mut().zip(first..) {
                    *value += segment::slope(curve, before, place) * (t - key);
                }
            }
            Behaviour::Cycle => self.inside(first, wrapped, out),
            Behaviour::Oscillate => {
                let odd = repeat.rem_euclid(2.0) == 1.0;
                let mirrored = odd != before;
                self.inside(first, if mirrored { start + end - wrapped } else { wrapped }, out);
            }
            Behaviour::CycleRelative => {
                self.inside(first, wrapped, out);
                let times = if before { -(repeat + 1.0) } else { repeat };
                for (value, place) in out.iter_mut().zip(first..) {
                    *value += times * (at(curve, last, place) - at(curve, 0, place));
                }
            }
        }
    }

    /// At a time between the first and the last of at least two keys.
    fn inside(&mut self, first: usize, t: f64, out: &mut [f64]) {
        let keys = &self.curve.keys;
        let holds = |i: usize| match (keys.get(i), keys.get(i.saturating_add(1))) {
            (Some(a), Some(b)) => *a <= t && t < *b,
            _ => false,
        };
        if !holds(self.segment) {
            let next = self.segment.wrapping_add(1);
            let search = || keys.partition_point(|k| *k <= t).saturating_sub(1).min(keys.len().saturating_sub(2));
            self.segment = if holds(next) { next } else { search() };
        }
        segment::evaluate(self.curve, self.segment, t, first, out);
    }
}

/// One value at a key.
fn at(curve: &Curve, key: usize, place: usize) -> f64 {
    curve.values.get(key * curve.width as usize + place).copied().unwrap_or(0.0)
}

/// The values at a key.
fn copy(curve: &Curve, key: usize, first: usize, out: &mut [f64]) {
    for (slot, place) in out.iter_mut().zip(first..curve.width as usize) {
        *slot = at(curve, key, place);
    }
}
