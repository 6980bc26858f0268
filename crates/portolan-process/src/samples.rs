//! Motions as rows of numbers at moments.

use portolan_eval::curve::evaluate_from;
use portolan_scene::{Behaviour, Curve, Interpolation, Methods};

/// How motions become samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// Samples a second; `None` keeps keys and adds samples where they are needed.
    pub rate: Option<f64>,
    /// How far samples may be off where no rate is given: in metres for lengths, of 1 for everything else.
    pub tolerance: f64,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling { rate: None, tolerance: 1e-4 }
    }
}

/// Samples of one motion at most.
pub(crate) const MOST: usize = 100_000;
/// Samples that are added to the keys of one motion at most.
const MOST_ADDED: usize = 10_000;
/// How often the time between two keys is halved at most.
const DEEPEST: u32 = 12;

/// How often limits are widened at most.
const WIDEST: u32 = 8;

/// Numbers that all motions together may become; each sample costs as many as it has.
pub(crate) struct Budget(usize);

impl Default for Budget {
    fn default() -> Budget {
        Budget(1 << 26)
    }
}

impl Budget {
    /// Takes some, if there are as many.
    pub fn take(&mut self, numbers: usize) -> bool {
        let left = self.0.checked_sub(numbers);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// Every so many seconds from start to end, and the end; `None` if that is too often.
pub(crate) fn regular(start: f64, end: f64, rate: f64) -> Option<Vec<f64>> {
    let steps = ((end - start).max(0.0) * rate - 1e-9).ceil().max(0.0);
    if steps.is_nan() || steps >= MOST as f64 {
        return None;
    }
    let mut times: Vec<f64> = (0..steps as u32).map(|i| start + f64::from(i) / rate).collect();
    // Rounding must not put two samples, or the end, at one moment.
    times.push(end);
    times.dedup_by(|next, before| *next <= *before);
    Some(times)
}

/// The moment before, as far as files tell moments apart.
pub(crate) fn just_before(t: f64) -> f64 {
    f64::from((t as f32).next_down()).min(t - 1e-6)
}

/// The moment behind, as far as files tell moments apart.
fn just_after(t: f64) -> f64 {
    f64::from((t as f32).next_up()).max(t + 1e-6)
}

/// Samples of a motion of `N` numbers.
pub(crate) struct Track<const N: usize> {
    pub times: Vec<f64>,
    pub rows: Vec<[f64; N]>,
    /// Would more samples have been needed?
    pub coarse: bool,
    /// Was there no room for more?
    full: bool,
}

impl<const N: usize> Track<N> {
    /// At given moments.
    pub fn at(times: Vec<f64>, f: &mut dyn FnMut(f64) -> [f64; N]) -> Track<N> {
        let rows = times.iter().map(|t| f(*t)).collect();
        Track { times, rows, coarse: false, full: false }
    }

    /// At the seeds, and at as many moments between as straight pieces need to stay within limits, one for each number.
    ///
    /// Where there is no room for so many, the limits are widened for the whole motion.
    pub fn adaptive(seeds: &[f64], limits: &[f64; N], f: &mut dyn FnMut(f64) -> [f64; N]) -> Track<N> {
        let mut limits = *limits;
        let mut coarse = false;
        for _ in 0..WIDEST {
            let track = Track::within(seeds, &limits, f);
            if !track.full {
                return Track { coarse: track.coarse || coarse, ..track };
            }
            coarse = true;
            limits.iter_mut().for_each(|l| *l *= 4.0);
        }
        Track { coarse: true, ..Track::at(seeds.to_vec(), f) }
    }

    fn within(seeds: &[f64], limits: &[f64; N], f: &mut dyn FnMut(f64) -> [f64; N]) -> Track<N> {
        let mut track = Track { times: Vec::new(), rows: Vec::new(), coarse: false, full: false };
        let Some(first) = seeds.first() else { return track };
        let near = |a: &[f64; N], b: &[f64; N], share: f64, real: &[f64; N]| {
            let between = a.iter().zip(b).map(|(a, b)| a + (b - a) * share);
            let mut off = between.zip(real).map(|(x, y)| (x - y).abs()).zip(limits);
            off.all(|(off, limit)| off <= *limit || off.is_nan())
        };
        let most = seeds.len() + MOST_ADDED;
        let (mut start, mut from) = (*first, f(*first));
        track.times.push(start);
        track.rows.push(from);
        for seed in seeds.iter().skip(1) {
            let mut open = vec![(*seed, f(*seed), 0u32)];
            while let Some((end, to, depth)) = open.pop() {
                let at = |share: f64| start + (end - start) * share;
                let half = f(at(0.5));
                // Between keys a curve may cross the straight line in the middle; a half of it bends one way.
                let mut quarter = |share: f64| near(&from, &to, share, &f(at(share)));
                let straight = near(&from, &to, 0.5, &half) && (depth > 1 || (quarter(0.25) && quarter(0.75)));
                let apart = at(0.5) > start && end > at(0.5) && end - start > 1e-5;
                let room = depth < DEEPEST && track.times.len() + open.len() < most;
                track.coarse |= !straight && apart && !room;
                track.full |= !straight && apart && depth < DEEPEST && !room;
                if track.full {
                    return track;
                }
                if straight || !apart || !room {
                    track.times.push(end);
                    track.rows.push(to);
                    (start, from) = (end, to);
                } else {
                    open.push((end, to, depth + 1));
                    open.push((at(0.5), half, depth + 1));
                }
            }
        }
        track
    }
}

/// When a curve repeats within a window: its keys there, in any order, and where it jumps. As many as there is room for.
pub(crate) fn moments(curve: &Curve, (start, end): (f64, f64), times: &mut Vec<f64>) {
    let (Some(first), Some(last)) = (curve.keys.first().copied(), curve.keys.last().copied()) else { return };
    let inside = |t: &f64| (start..=end).contains(t);
    for (key, t) in curve.keys.iter().enumerate() {
        times.extend(Some(*t).filter(inside));
        let jumps = key > 0 && curve.methods.of(key - 1) == Interpolation::Step;
        times.extend(jumps.then(|| just_before(*t)).filter(inside));
    }
    let length = last - first;
    let repeats = |b: Behaviour| matches!(b, Behaviour::Cycle | Behaviour::Oscillate | Behaviour::CycleRelative);
    if length <= 0.0 || !length.is_finite() {
        return;
    }
    let most = 4096.0f64.min(MOST_ADDED as f64 / curve.keys.len() as f64);
    let before = if repeats(curve.before) { ((first - start) / length).ceil().clamp(0.0, most) as i64 } else { 0 };
    let after = if repeats(curve.after) { ((end - last) / length).ceil().clamp(0.0, most) as i64 } else { 0 };
    for turn in (-before..0).chain(1..=after) {
        let shift = turn as f64 * length;
        times.extend(curve.keys.iter().map(|k| k + shift).filter(inside));
        times.extend(curve.keys.iter().map(|k| first + last - k + shift).filter(inside));
        // At its last key a curve has arrived, and right behind it begins anew.
        let ends = [first + shift, last + shift];
        times.extend(ends.map(just_before).into_iter().chain(ends.map(just_after)).filter(inside));
    }
}

/// Does a curve move where it has no keys, within a window?
pub(crate) fn runs_on(curve: &Curve, (start, end): (f64, f64)) -> bool {
    let rests = |b: Behaviour| matches!(b, Behaviour::Undefined | Behaviour::Constant);
    let (Some(first), Some(last)) = (curve.keys.first(), curve.keys.last()) else { return false };
    (start < *first && !rests(curve.before)) || (end > *last && !rests(curve.after))
}

/// Does a curve stay at each key until the next?
pub(crate) fn is_stepped(curve: &Curve) -> bool {
    (0..curve.keys.len().saturating_sub(1)).all(|key| curve.methods.of(key) == Interpolation::Step)
}

/// A curve at given moments, straight between them, or in steps if it is.
pub(crate) fn resampled(curve: &Curve, times: Vec<f64>) -> Curve {
    let width = curve.width as usize;
    let mut values = vec![0.0; times.len() * width];
    for (t, row) in times.iter().zip(values.chunks_exact_mut(width.max(1))) {
        evaluate_from(curve, 0, *t, row);
    }
    let method = if is_stepped(curve) { Interpolation::Step } else { Interpolation::Linear };
    Curve {
        keys: times,
        values,
        methods: Methods::All(method),
        in_tangents: None,
        out_tangents: None,
        meta: curve.meta.clone(),
        ..*curve
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_moments_end_at_the_end() {
        assert_eq!(regular(0.0, 1.0, 4.0), Some(vec![0.0, 0.25, 0.5, 0.75, 1.0]));
        assert_eq!(regular(1.0, 1.6, 2.0), Some(vec![1.0, 1.5, 1.6]));
        assert_eq!(regular(2.0, 2.0, 30.0), Some(vec![2.0]));
        assert_eq!(regular(0.0, 1e9, 1e9), None);
        assert_eq!(regular(0.0, f64::NAN, 1.0).map(|t| t.len()), Some(1));
    }

    #[test]
    fn straight_motions_need_no_samples_between() {
        let line = Track::adaptive(&[0.0, 1.0, 3.0], &[1e-6], &mut |t| [2.0 * t]);
        assert_eq!((line.times, line.coarse), (vec![0.0, 1.0, 3.0], false));
        // A parabola of t² is off by h²/4 in the middle of a piece of length h: pieces of 1/8 give 1/256.
        let bent = Track::adaptive(&[0.0, 1.0], &[0.004], &mut |t| [t * t]);
        assert_eq!(bent.times.len(), 9);
        // A cubic that crosses its chord in the middle.
        let wave = Track::adaptive(&[0.0, 1.0], &[1e-3], &mut |t| [(t - 0.5) * (t - 1.0) * t]);
        assert!(wave.times.len() > 5, "{:?}", wave.times);
    }
}
