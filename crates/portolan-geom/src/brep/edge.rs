//! Edges as straight pieces: each is cut once, and all its faces use the same points.

use super::project::distance2;
use super::{Body, Curve, Edge, Precision};
use crate::vector::{cross, dot, scale, sub};

/// Pieces of one edge at most.
const MOST_PIECES: usize = 1 << 13;
/// How far vertices may be from their curves, as a share of the size, before their parameters are searched.
const LOOSE: f64 = 1e-3;

/// Where an edge is cut.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// Parameters of the points, both ends among them.
    pub params: Vec<f64>,
    /// The number of the first point between the ends.
    pub first: u32,
    /// The vertices at the ends.
    ends: [u32; 2],
    /// Is the edge a single point?
    pub degenerate: bool,
}

impl Cut {
    /// The number of the point at a place.
    pub fn id(&self, place: usize) -> u32 {
        match place {
            0 => self.ends[0],
            i if i + 1 >= self.params.len() => self.ends[1],
            i => self.first + i as u32 - 1,
        }
    }

    /// How many points are between the ends.
    pub fn inner(&self) -> u32 {
        self.params.len().saturating_sub(2) as u32
    }
}

/// The edges with parameters that belong to their vertices. An edge that is a single point has no curve.
pub(crate) fn settle(body: &Body, size: f64) -> Vec<Edge> {
    let loose = LOOSE * size;
    let settle = |edge: &Edge| {
        let Some(curve) = body.curve_of(edge) else { return *edge };
        let [start, end] = edge.ends.map(|v| body.vertex(v));
        let mut range = edge.range;
        if let Some(period) = curve.period().filter(|_| range[1] <= range[0]) {
            range[1] += period * (1.0 + ((range[0] - range[1]) / period).floor());
        }
        let away = |at: f64, vertex| distance2(curve.point(at), vertex).sqrt();
        let off = [away(range[0], start), away(range[1], end)];
        if edge.ends[0] == edge.ends[1] {
            let misses = off[0] > loose && off[1] > loose;
            let [a, b] = range;
            let still = [0.25, 0.5, 0.75].iter().all(|s| away(a + (b - a) * s, start) <= 1e-7 * size);
            if misses || (still && off[0] <= loose) {
                return Edge { curve: None, ..*edge };
            }
        }
        if off[0] <= loose && off[1] <= loose {
            return Edge { range, ..*edge };
        }
        let from = curve.project(start, Some(range[0]));
        let mut to = curve.project(end, Some(range[1]));
        if let Some(period) = curve.period() {
            let least = if edge.ends[0] == edge.ends[1] { 0.5 * period } else { 1e-9 * period };
            // Whole turns that the parameters of a document make too many or too few.
            let turns = ((to - from - least) / period).floor();
            to -= period * turns;
        }
        let better = away(from, start).max(away(to, end)) < off[0].max(off[1]);
        Edge { range: if better && from != to { [from, to] } else { range }, ..*edge }
    };
    body.edges.iter().map(settle).collect()
}

/// Cuts an edge by how much its curve bends. The first point between the ends gets its number later.
pub(crate) fn cut(body: &Body, edge: &Edge, precision: Precision) -> Cut {
    let Some(curve) = body.curve_of(edge) else {
        return Cut { params: edge.range.to_vec(), first: 0, ends: edge.ends, degenerate: true };
    };
    let mut params = pieces(curve, edge.range, precision);
    if edge.ends[0] == edge.ends[1] && params.len() < 4 {
        let [from, to] = edge.range;
        params = (0..=3).map(|i| from + (to - from) * f64::from(i) / 3.0).collect();
    }
    Cut { params, first: 0, ends: edge.ends, degenerate: false }
}

fn pieces(curve: &Curve, [from, to]: [f64; 2], precision: Precision) -> Vec<f64> {
    if let Curve::Line { .. } = curve {
        return vec![from, to];
    }
    let (low, high) = (from.min(to), from.max(to));
    let mut stops = vec![low];
    stops.extend(curve.joints(true).into_iter().filter(|t| *t > low && *t < high));
    stops.push(high);
    let mut params = vec![low];
    for pair in stops.windows(2) {
        if let [a, b] = pair {
            bend(curve, *a, *b, precision, &mut params);
        }
    }
    refine(curve, &mut params, precision);
    if to < from {
        params.reverse();
    }
    params
}

/// Appends parameters between two, the second among them, so that each piece bends as much as the others.
fn bend(curve: &Curve, from: f64, to: f64, precision: Precision, params: &mut Vec<f64>) {
    let joints = curve.joints(false).iter().filter(|t| **t > from && **t < to).count();
    let places = (8 * (joints + 4)).min(4096);
    let at = |i: usize| from + (to - from) * i as f64 / places as f64;
    let density: Vec<f64> = (0..=places).map(|i| density(curve, at(i), precision)).collect();
    let mut sums = vec![0.0];
    let mut sum = 0.0;
    for pair in density.windows(2) {
        if let [a, b] = pair {
            sum += (a + b) / 2.0 * (to - from) / places as f64;
            sums.push(sum);
        }
    }
    let many = if sum.is_finite() { ((sum - 1e-6).ceil().max(1.0) as usize).min(MOST_PIECES) } else { MOST_PIECES };
    let mut place = 0;
    for i in 1..many {
        let wanted = sum * i as f64 / many as f64;
        while place + 1 < places && sums.get(place + 1).is_some_and(|s| *s < wanted) {
            place += 1;
        }
        let (a, b) = (sums.get(place).copied().unwrap_or(0.0), sums.get(place + 1).copied().unwrap_or(sum));
        let share = if b > a { (wanted - a) / (b - a) } else { 0.5 };
        params.push(at(place) + (to - from) / places as f64 * share.clamp(0.0, 1.0));
    }
    params.push(to);
}

/// How many pieces a step of the parameter needs: by the distance from the chord, and by the turn.
fn density(curve: &Curve, t: f64, precision: Precision) -> f64 {
    let [_, d, dd] = curve.jet(t);
    let speed = dot(d, d).sqrt();
    if speed.is_nan() || speed <= 0.0 {
        return 0.0;
    }
    let side = cross(d, dd);
    let side = dot(side, side).sqrt() / speed;
    (side / (8.0 * precision.chord)).sqrt().max(side / speed / precision.angle)
}

/// Halves pieces whose curve is too far from the chord after all.
fn refine(curve: &Curve, params: &mut Vec<f64>, precision: Precision) {
    for _ in 0..6 {
        let mut better = Vec::with_capacity(params.len());
        better.extend(params.first());
        for pair in params.windows(2) {
            let &[a, b] = pair else { continue };
            let (start, end) = (curve.point(a), curve.point(b));
            let off = [0.25, 0.5, 0.75].iter().map(|s| off_chord(curve.point(a + (b - a) * s), start, end));
            if off.fold(0.0, f64::max) > precision.chord * 1.02 {
                better.push((a + b) / 2.0);
            }
            better.push(b);
        }
        if better.len() == params.len() || better.len() > MOST_PIECES {
            return;
        }
        *params = better;
    }
}

/// How far a point is from a straight piece.
pub(crate) fn off_chord(p: [f64; 3], a: [f64; 3], b: [f64; 3]) -> f64 {
    let chord = sub(b, a);
    let square = dot(chord, chord);
    let share = if square > 0.0 { (dot(sub(p, a), chord) / square).clamp(0.0, 1.0) } else { 0.0 };
    distance2(p, crate::vector::add(a, scale(chord, share))).sqrt()
}
