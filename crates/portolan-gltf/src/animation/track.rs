//! Keys as they are written.

use portolan_scene::glam::DQuat;

/// Keys of one property.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Track {
    pub times: Vec<f64>,
    /// For each key `width` numbers; for cubic keys arriving slopes, values and leaving slopes.
    pub values: Vec<f64>,
    pub width: usize,
    pub cubic: bool,
    pub step: bool,
    /// Are there more keys than the document has?
    pub sampled: bool,
    /// Would it need more keys than a track may have?
    pub coarse: bool,
}

/// Keys of one track at most.
const MOST: usize = 10_000;

impl Track {
    /// Values at given times.
    pub fn at(times: Vec<f64>, width: usize, f: &mut dyn FnMut(f64, &mut [f64])) -> Track {
        let mut values = vec![0.0; times.len() * width];
        for (t, row) in times.iter().zip(values.chunks_exact_mut(width.max(1))) {
            f(*t, row);
        }
        Track { times, values, width, ..Track::default() }
    }

    /// As many keys as straight pieces need to be within a tolerance; quaternions are turned along the shortest way.
    pub fn adaptive(seeds: &[f64], rows: Rows, tolerance: f64, f: &mut dyn FnMut(f64, &mut [f64])) -> Track {
        let width = rows.width();
        let mut track = Track { width, ..Track::default() };
        let Some(first) = seeds.first() else { return track };
        let value = |t: f64, f: &mut dyn FnMut(f64, &mut [f64])| {
            let mut row: Row = [0.0; WIDEST];
            f(t, row.get_mut(..width).unwrap_or_default());
            row
        };
        let mut from = value(*first, f);
        let put = |track: &mut Track, row: &Row| track.values.extend(row.iter().take(width));
        track.times.push(*first);
        put(&mut track, &from);
        for (a, b) in seeds.iter().zip(seeds.iter().skip(1)) {
            // Pieces still to be looked at, the next one last.
            let mut open = vec![(*b, value(*b, f), 0u32)];
            let mut start = *a;
            while let Some((end, to, depth)) = open.pop() {
                let middle = start + (end - start) / 2.0;
                let apart = (middle as f32) > (start as f32) && (end as f32) > (middle as f32) && end - start > 1e-4;
                let few = track.times.len() + open.len() < MOST;
                track.coarse |= apart && !few;
                let room = depth < 12 && few;
                let near = |share: f64, real: &Row| rows.distance(real, &rows.between(&from, &to, share)) <= tolerance;
                let half = (apart && room).then(|| value(middle, f));
                let bends = half.filter(|half| {
                    // Between keys of the document a curve may cross the straight line in the middle; a half of it bends one way.
                    let mut quarter = |share: f64| near(share, &value(start + (end - start) * share, f));
                    !near(0.5, half) || (depth == 0 && !(quarter(0.25) && quarter(0.75)))
                });
                match bends {
                    None => {
                        track.sampled |= depth > 0;
                        track.times.push(end);
                        put(&mut track, &to);
                        (start, from) = (end, to);
                    }
                    Some(half) => {
                        open.push((end, to, depth + 1));
                        open.push((middle, half, depth + 1));
                    }
                }
            }
        }
        track
    }

    /// The first `width` numbers of each key, and the others.
    pub fn split(self, width: usize) -> (Track, Track) {
        let part = |from: usize, to: usize| Track {
            times: self.times.clone(),
            values: self
                .values
                .chunks_exact(self.width.max(1))
                .flat_map(|r| r.get(from..to).unwrap_or_default())
                .copied()
                .collect(),
            width: to - from,
            sampled: self.sampled,
            ..Track::default()
        };
        (part(0, width), part(width, self.width))
    }

    /// Makes neighbouring quaternions lie on the same side.
    pub fn align(&mut self) {
        let mut before: Option<[f64; 4]> = None;
        for row in self.values.as_chunks_mut::<4>().0 {
            if before.is_some_and(|b| dot(&b, row) < 0.0) {
                *row = row.map(|x| -x);
            }
            before = Some(*row);
        }
    }

    /// Are all values as given, but for a difference that does not matter?
    pub fn is_always(&self, usual: &[f64], tolerance: f64) -> bool {
        !self.cubic
            && self.values.chunks_exact(self.width.max(1)).all(|row| {
                let same = row.iter().zip(usual).all(|(a, b)| (a - b).abs() <= tolerance);
                let opposite = self.width == 4 && row.iter().zip(usual).all(|(a, b)| (a + b).abs() <= tolerance);
                same || opposite
            })
    }

    /// Is there no change at all?
    pub fn is_constant(&self, tolerance: f64) -> bool {
        self.values.get(..self.width).is_some_and(|first| self.is_always(first, tolerance))
    }

    /// Leaves only the first key.
    pub fn shorten(&mut self) {
        self.times.truncate(1);
        self.values.truncate(self.width);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The widest row that is sampled.
const WIDEST: usize = 64;

/// A row of numbers, the unused ones 0: nothing is allocated for each sample.
type Row = [f64; WIDEST];

/// What the numbers of a row are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// So many numbers, each for itself; at most [`WIDEST`].
    Numbers(usize),
    /// A quaternion.
    Turn,
    /// A quaternion and three factors.
    TurnAndScale,
}

impl Rows {
    /// Rows of so many numbers, if they are not too wide to be sampled.
    pub fn numbers(width: usize) -> Option<Rows> {
        (width <= WIDEST).then_some(Rows::Numbers(width))
    }

    fn width(self) -> usize {
        match self {
            Rows::Numbers(width) => width.min(WIDEST),
            Rows::Turn => 4,
            Rows::TurnAndScale => 7,
        }
    }

    /// What a reader of glTF computes between two keys.
    fn between(self, a: &Row, b: &Row, share: f64) -> Row {
        let mut row = *a;
        row.iter_mut().zip(b).take(self.width()).for_each(|(a, b)| *a += (b - *a) * share);
        if self != Rows::Numbers(self.width())
            && let (Some(a), Some(b)) = (a.first_chunk::<4>(), b.first_chunk::<4>())
            && let Some(turn) = row.first_chunk_mut::<4>()
        {
            *turn = turned(*a, *b, share);
        }
        row
    }

    fn distance(self, a: &Row, b: &Row) -> f64 {
        let largest = |from: usize, to: usize, sign: f64| {
            let pairs = a.iter().zip(b).take(to).skip(from);
            pairs.map(|(a, b)| (a - sign * b).abs()).fold(0.0, f64::max)
        };
        // Half of the angle between two turns is the angle between their quaternions.
        let turn = || 2.0 * largest(0, 4, 1.0).min(largest(0, 4, -1.0));
        match self {
            Rows::Numbers(_) => largest(0, self.width(), 1.0),
            Rows::Turn => turn(),
            Rows::TurnAndScale => turn().max(largest(4, 7, 1.0)),
        }
    }
}

/// A turn between two, the shorter way at an even pace. Angles are those of a library in Rust, so that all machines
/// agree on which keys are needed.
fn turned(a: [f64; 4], b: [f64; 4], share: f64) -> [f64; 4] {
    let (a, mut b) = (DQuat::from_array(a), DQuat::from_array(b));
    let mut cosine = a.dot(b);
    if cosine < 0.0 {
        (b, cosine) = (-b, -cosine);
    }
    // So near to each other the straight way is as good, and does not divide by nearly nothing.
    if cosine > 0.9995 {
        return a.lerp(b, share).to_array();
    }
    let angle = libm::acos(cosine);
    let (from, to) = (libm::sin(angle * (1.0 - share)), libm::sin(angle * share));
    ((a * from + b * to) * libm::sin(angle).recip()).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_pieces_stay_within_the_tolerance() {
        let mut circle = |t: f64, out: &mut [f64]| out.copy_from_slice(&[t.cos(), t.sin()]);
        let track = Track::adaptive(&[0.0, 3.0], Rows::Numbers(2), 1e-3, &mut circle);
        assert!(track.sampled && track.times.len() > 10 && track.times.len() < 200, "{}", track.times.len());
        for i in 0..1000 {
            let t = 3.0 * f64::from(i) / 1000.0;
            let k = track.times.partition_point(|x| *x <= t) - 1;
            let share = (t - track.times[k]) / (track.times[k + 1] - track.times[k]);
            let got = [0, 1].map(|i| track.values[2 * k + i] * (1.0 - share) + track.values[2 * k + 2 + i] * share);
            assert!((got[0] - t.cos()).abs() < 1.1e-3 && (got[1] - t.sin()).abs() < 1.1e-3);
        }
        let straight = Track::adaptive(&[0.0, 1.0, 5.0], Rows::Numbers(1), 1e-9, &mut |t, out| out[0] = t * 3.0);
        assert_eq!((straight.times, straight.sampled), (vec![0.0, 1.0, 5.0], false));
        let mut wild = |t: f64, out: &mut [f64]| out[0] = (t * 1e7).sin();
        assert!(Track::adaptive(&[0.0, 1e6], Rows::Numbers(1), 1e-9, &mut wild).times.len() <= 10_001);
    }

    #[test]
    fn quaternions_are_brought_to_one_side() {
        let mut track = Track { values: vec![0., 0., 0., 1., 0., 0., 0., -1.], width: 4, ..Track::default() };
        track.align();
        assert_eq!(track.values[7], 1.0);
        assert!(track.is_always(&[0., 0., 0., -1.], 1e-9));
    }
}
