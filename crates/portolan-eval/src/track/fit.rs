//! The one adaptive sampler: as many keys as straight pieces need to stay within limits.

use portolan_scene::{Interpolation, Methods};

use super::{Rows, Track};

/// How far a track may be off between keys.
#[derive(Clone, Copy, Debug)]
pub enum Limits<'l> {
    /// The same for all numbers.
    All(f64),
    /// One for each.
    Each(&'l [f64]),
}

impl Limits<'_> {
    pub(super) fn of(self, place: usize) -> f64 {
        match self {
            Limits::All(limit) => limit,
            Limits::Each(limits) => limits.get(place).copied().unwrap_or(0.0),
        }
    }
}

/// What is known of the way from one seed to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Between {
    /// It stays as it begins.
    Stays,
    /// It is straight, within the limits.
    Straight,
    /// Anything.
    Unknown,
}

/// Keys that are added to the seeds of one track at most.
const MOST_ADDED: usize = 10_000;
/// How often the time between two seeds is halved at most.
const DEEPEST: u32 = 14;
/// Keys are not nearer to each other than this, in seconds.
const NEAREST: f64 = 1e-4;
/// How often limits are widened at most.
const WIDEST: u32 = 8;

impl Track {
    /// Keys at the seeds, and at as many moments between as straight pieces need to stay within limits.
    ///
    /// Where there is no room for so many, the limits are widened for the whole motion.
    pub fn fit(seeds: &[f64], rows: Rows, limits: Limits<'_>, f: &mut dyn FnMut(f64, &mut [f64])) -> Track {
        Track::fit_between(seeds, &|_| Between::Unknown, rows, limits, f)
    }

    /// The same, where something is known of the pieces between two seeds.
    pub fn fit_between(
        seeds: &[f64],
        known: &dyn Fn(usize) -> Between,
        rows: Rows,
        limits: Limits<'_>,
        f: &mut dyn FnMut(f64, &mut [f64]),
    ) -> Track {
        let mut wider = 1.0;
        for _ in 0..WIDEST {
            match Fit::new(rows, limits, wider, seeds.len(), true).run(seeds, known, f) {
                Ok(track) => return Track { coarse: track.coarse || wider > 1.0, ..track },
                // Keys are as many as the inverse root of the limit. Some more, so that it is enough.
                Err(share) => wider *= (1.25 / share.clamp(0.01, 1.0)).powi(2),
            }
        }
        let last = Fit::new(rows, limits, wider, seeds.len(), false).run(seeds, known, f);
        Track { coarse: true, ..last.unwrap_or_default() }
    }
}

/// A track in the making.
struct Fit {
    rows: Rows,
    /// How far each number may be off.
    limits: Vec<f64>,
    most: usize,
    /// Does it give up when there is no room, or go on with what it has?
    gives_up: bool,
    track: Track,
    /// Ends of the pieces that are still to be looked at, the next one last, and how often they were halved.
    open: Vec<(f64, u32)>,
    /// The rows at those ends, joined.
    ends: Vec<f64>,
    /// The row where the next piece begins.
    from: Vec<f64>,
    half: Vec<f64>,
    quarter: Vec<f64>,
}

impl Fit {
    fn new(rows: Rows, limits: Limits<'_>, wider: f64, seeds: usize, gives_up: bool) -> Fit {
        let width = rows.width();
        let row = || vec![0.0; width];
        Fit {
            rows,
            limits: (0..width).map(|place| limits.of(place) * wider).collect(),
            most: seeds + MOST_ADDED,
            gives_up,
            track: Track { width, ..Track::default() },
            open: Vec::new(),
            ends: Vec::new(),
            from: row(),
            half: row(),
            quarter: row(),
        }
    }

    /// How much of the time was done when there was no more room for keys, if there is not enough.
    fn run(
        mut self,
        seeds: &[f64],
        known: &dyn Fn(usize) -> Between,
        f: &mut dyn FnMut(f64, &mut [f64]),
    ) -> Result<Track, f64> {
        let (Some(first), Some(last)) = (seeds.first(), seeds.last()) else { return Ok(self.track) };
        let mut steps: Vec<usize> = Vec::new();
        f(*first, &mut self.from);
        self.track.times.push(*first);
        self.track.values.extend(&self.from);
        for (piece, (start, end)) in seeds.iter().zip(seeds.iter().skip(1)).enumerate() {
            self.ends.resize(self.track.width, 0.0);
            f(*end, &mut self.ends);
            match known(piece) {
                Between::Unknown => {
                    self.open.push((*end, 0));
                    self.piece(*start, f).map_err(|reached| (reached - first) / (last - first))?;
                    continue;
                }
                Between::Stays => steps.push(self.track.times.len() - 1),
                Between::Straight => {}
            }
            self.put(*end);
        }
        if !steps.is_empty() {
            let mut methods = vec![Interpolation::Linear; self.track.times.len()];
            steps.into_iter().for_each(|k| methods.iter_mut().skip(k).take(1).for_each(|m| *m = Interpolation::Step));
            self.track.methods = Methods::Each(methods);
        }
        Ok(self.track)
    }

    /// Puts keys up to the end of what is open, or tells where there was no more room.
    fn piece(&mut self, mut start: f64, f: &mut dyn FnMut(f64, &mut [f64])) -> Result<(), f64> {
        while let Some((end, depth)) = self.open.pop() {
            let middle = start + (end - start) * 0.5;
            let apart = (middle as f32) > (start as f32) && (end as f32) > (middle as f32) && end - start > NEAREST;
            if apart && !self.is_straight((start, end), depth, f) {
                let few = self.track.times.len() + self.open.len() < self.most;
                if !few && self.gives_up && depth < DEEPEST {
                    return Err(start);
                }
                if few && depth < DEEPEST {
                    self.open.extend([(end, depth + 1), (middle, depth + 1)]);
                    self.ends.extend(&self.half);
                    continue;
                }
                self.track.coarse = true;
            }
            self.track.sampled |= depth > 0;
            self.put(end);
            start = end;
        }
        Ok(())
    }

    /// Is the next piece near enough to a straight one? Afterwards `half` is its middle.
    fn is_straight(&mut self, (start, end): (f64, f64), depth: u32, f: &mut dyn FnMut(f64, &mut [f64])) -> bool {
        self.turn_end();
        let sides = self.rows == Rows::MixedTurn;
        let Some(to) = self.ends.len().checked_sub(self.track.width).and_then(|at| self.ends.get(at..)) else {
            return true;
        };
        let at = |share: f64| start + (end - start) * share;
        f(at(0.5), &mut self.half);
        if sides {
            to_side(&mut self.half, &self.from);
        }
        let near = |share: f64, real: &[f64]| self.rows.is_between(&self.from, to, share, real, &self.limits);
        if !near(0.5, &self.half) {
            return false;
        }
        // Between keys a curve may cross the straight line in the middle; a half of it bends one way.
        depth > 1
            || [0.25, 0.75].into_iter().all(|share| {
                f(at(share), &mut self.quarter);
                if sides {
                    to_side(&mut self.quarter, &self.from);
                }
                near(share, &self.quarter)
            })
    }

    /// Brings the row of the next end to the side of the row before, where one and its opposite are the same.
    fn turn_end(&mut self) {
        let at = self.ends.len().saturating_sub(self.track.width);
        if let Some(to) = self.ends.get_mut(at..).filter(|_| self.rows == Rows::MixedTurn) {
            to_side(to, &self.from);
        }
    }

    /// Puts a key with the row of the next end.
    fn put(&mut self, end: f64) {
        self.turn_end();
        let at = self.ends.len().saturating_sub(self.track.width);
        self.track.times.push(end);
        if let Some(row) = self.ends.get(at..) {
            self.track.values.extend(row);
            self.from.copy_from_slice(row);
        }
        self.ends.truncate(at);
    }
}

/// Of a row and its opposite the one that is nearer to another.
pub(super) fn to_side(row: &mut [f64], other: &[f64]) {
    if row.iter().zip(other).map(|(a, b)| a * b).sum::<f64>() < 0.0 {
        row.iter_mut().for_each(|x| *x = -*x);
    }
}
