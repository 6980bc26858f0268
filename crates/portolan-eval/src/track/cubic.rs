//! Cubic pieces: a few of them say what takes many straight ones.

use portolan_scene::{Interpolation, Methods, Tangents};

use super::fit::{Limits, to_side};
use super::{Rows, Track};
use crate::curve::bezier;

/// How often the time between two seeds is halved at most. Where that is not enough, straight pieces are the better choice.
const DEEPEST: u32 = 7;
/// Pieces are not shorter than this, in seconds, unless two seeds are.
const SHORTEST: f64 = 1e-3;
/// Control points that are nearer to their key than this are where it is.
const NOISE: f64 = 1e-9;

impl Track {
    /// Cubic pieces between the seeds, and halves of them where they are not within limits; `None` if it takes more than
    /// `most` keys.
    ///
    /// A piece runs through what the motion is at the thirds of its time.
    pub(super) fn fit_cubic(
        seeds: &[f64],
        rows: Rows,
        limits: Limits<'_>,
        most: usize,
        f: &mut dyn FnMut(f64, &mut [f64]),
    ) -> Option<Track> {
        let width = rows.width();
        let limits: Vec<f64> = (0..width).map(|place| limits.of(place)).collect();
        let first = *seeds.first()?;
        let mut row = vec![0.0; width];
        f(first, &mut row);
        let mut track = Track { times: vec![first], values: row, width, sampled: true, ..Track::default() };
        track.methods = Methods::All(Interpolation::Bezier);
        let mut sides = Sides { arriving: track.values.clone(), leaving: Vec::new() };
        let mut piece = Piece { rows, limits: &limits, from: track.values.clone(), points: Default::default() };
        let mut open: Vec<(f64, u32)> = Vec::new();
        for (from, to) in seeds.iter().zip(seeds.iter().skip(1)) {
            let mut start = *from;
            open.push((*to, 0));
            while let Some((end, depth)) = open.pop() {
                let halves = depth < DEEPEST && end - start > SHORTEST;
                if !piece.fits((start, end), f) && halves {
                    open.extend([(end, depth + 1), (start + (end - start) * 0.5, depth + 1)]);
                    continue;
                }
                if !halves && end - start > SHORTEST || track.times.len() >= most {
                    return None;
                }
                let [leave, arrive, row] = &piece.points;
                sides.leaving.extend(leave);
                sides.arriving.extend(arrive);
                track.times.push(end);
                track.values.extend(row);
                piece.from.clone_from(row);
                start = end;
            }
        }
        // Behind the last key they have no effect.
        sides.leaving.extend(&piece.from);
        let [arriving, leaving] = [sides.arriving, sides.leaving].map(|values| Tangents { times: Vec::new(), values });
        track.tangents = Some(Box::new([arriving, leaving]));
        Some(track)
    }
}

/// Control points, key after key.
struct Sides {
    arriving: Vec<f64>,
    leaving: Vec<f64>,
}

/// The piece that is looked at.
struct Piece<'p> {
    rows: Rows,
    limits: &'p [f64],
    /// The row where it begins.
    from: Vec<f64>,
    /// Both control points, and the row where it ends.
    points: [Vec<f64>; 3],
}

impl Piece<'_> {
    /// Makes the piece, and tells whether it is near enough to the motion.
    fn fits(&mut self, (start, end): (f64, f64), f: &mut dyn FnMut(f64, &mut [f64])) -> bool {
        let (width, from, turns) = (self.from.len(), &self.from, self.rows.is_turn());
        let mut at = |share: f64| {
            let mut row = vec![0.0; width];
            f(start + (end - start) * share, &mut row);
            if turns {
                let (turn, other) = (row.get_mut(..4).unwrap_or_default(), from.get(..4).unwrap_or_default());
                to_side(turn, other);
            }
            row
        };
        let (one, two, to) = (at(1.0 / 3.0), at(2.0 / 3.0), at(1.0));
        let mut points = [vec![0.0; width], vec![0.0; width], to];
        let [leave, arrive, to] = &mut points;
        let thirds = one.iter().zip(&two).zip(from.iter().zip(to.iter()));
        for ((leave, arrive), ((one, two), (a, b))) in leave.iter_mut().zip(arrive.iter_mut()).zip(thirds) {
            *leave = (-5.0 * a + 18.0 * one - 9.0 * two + 2.0 * b) / 6.0;
            *arrive = (2.0 * a - 9.0 * one + 18.0 * two - 5.0 * b) / 6.0;
            // What is left of numbers that cancel each other is noise.
            *leave = if (*leave - a).abs() < NOISE { *a } else { *leave };
            *arrive = if (*arrive - b).abs() < NOISE { *b } else { *arrive };
        }
        let near = [1.0 / 6.0, 0.5, 5.0 / 6.0].into_iter().all(|share| {
            let real = at(share);
            let ends = from.iter().zip(to.iter());
            let points = leave.iter().zip(arrive.iter()).zip(ends);
            let mixed: Vec<f64> = points.map(|((l, r), (a, b))| bezier([*a, *l, *r, *b], share)).collect();
            self.rows.is_near(&mixed, &real, self.limits)
        });
        self.points = points;
        near
    }
}
