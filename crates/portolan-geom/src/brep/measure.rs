//! Volumes, areas and lengths by integration.

use super::curve::length;
use super::faults::unbalanced;
use super::mesh::{Precision, Prepared};
use super::trim::{Loop, Piece, Trim};
use super::{Body, Oriented, Point, Uv};
use crate::vector::{add, dot, scale, sub};

/// Nodes and weights of Gauss's rule on −1 … 1.
const GAUSS: [(f64, f64); 5] = [
    (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
    (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.906_179_845_938_664, 0.236_926_885_056_189_08),
];

/// Knots of a surface that are respected one by one.
const MOST_STOPS: usize = 256;

/// A size and where its middle is.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Quantity {
    /// How large.
    pub size: f64,
    /// The centre of mass; the origin if the size is 0.
    pub center: Point,
}

/// What a body measures.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Measures {
    /// The volume of each solid.
    pub volumes: Vec<Quantity>,
    /// The area of all faces, each counted once.
    pub area: Quantity,
    /// The lengths of edges that bound no face.
    pub lengths: Vec<f64>,
    /// Faces that could not be measured.
    pub missing: Vec<u32>,
    /// Are all shells of all solids closed, is there one, and could all faces be measured?
    pub closed: bool,
}

/// What the boundary of a face adds up to, about a reference point: area, its moments, volume, its moments.
type Sums = [f64; 8];

/// Measures a body along its exact boundaries, to about six digits or better.
#[must_use]
pub fn measure(body: &Body) -> Measures {
    let prepared = Prepared::new(body);
    let size = prepared.size;
    let precision = Precision { chord: (size * 1e-3).max(1e-300), angle: 0.35 };
    let mut cuts = prepared.cuts(precision, &vec![1.0; body.edges.len()]);
    prepared.follow(&mut cuts, precision);
    let middle = body.bounds().map_or([0.0; 3], |(low, high)| scale(add(low, high), 0.5));
    let mut done = Measures::default();
    let mut faces: Vec<Sums> = Vec::with_capacity(body.faces.len());
    let all: Vec<usize> = (0..body.faces.len()).collect();
    let one = |face: &usize| {
        let trim = prepared.trim(*face, &cuts)?;
        Some(face_sums(&trim, &prepared.outline(*face, &cuts)?, middle))
    };
    let found: Vec<Option<Sums>> = {
        use portolan_parallel::prelude::*;
        all.par_iter().map(one).collect()
    };
    for (sums, face) in found.into_iter().zip(0u32..) {
        if sums.is_none_or(|s| s.iter().any(|x| !x.is_finite())) {
            done.missing.push(face);
        }
        faces.push(sums.filter(|s| s.iter().all(|x| x.is_finite())).unwrap_or_default());
    }
    let mut area = [0.0; 4];
    for sums in &faces {
        area.iter_mut().zip(sums).for_each(|(a, s)| *a += s);
    }
    done.area = quantity([area[0], area[1], area[2], area[3]], middle);
    for solid in &body.solids {
        let mut volume = [0.0; 4];
        for shell in solid {
            for face in body.shells.get(shell.index as usize).into_iter().flatten() {
                let sign = if face.reversed != shell.reversed { -1.0 } else { 1.0 };
                let sums = faces.get(face.index as usize).copied().unwrap_or_default();
                volume.iter_mut().zip(sums.iter().skip(4)).for_each(|(v, s)| *v += sign * s);
            }
        }
        done.volumes.push(quantity(volume, middle));
    }
    let bounding = body.bounding_edges();
    for (edge, _) in prepared.edges.iter().zip(bounding).filter(|(_, b)| !*b) {
        if let Some(curve) = body.curve_of(edge) {
            done.lengths.push(length(curve, edge.range));
        }
    }
    let shells = || body.solids.iter().flatten();
    let empty = |s: &Oriented| body.shells.get(s.index as usize).is_none_or(Vec::is_empty);
    let whole = |s: &Oriented| !empty(s) && unbalanced(body, &prepared, s.index).is_empty();
    done.closed = done.missing.is_empty() && shells().next().is_some() && shells().all(whole);
    done
}

fn quantity([size, x, y, z]: [f64; 4], middle: Point) -> Quantity {
    let center = if size == 0.0 { [0.0; 3] } else { add(middle, [x / size, y / size, z / size]) };
    Quantity { size, center }
}

/// Integrates over a face by going along its boundary: of a function of u and v the integral by u, times the step of v.
fn face_sums(trim: &Trim<'_>, loops: &[Loop], middle: Point) -> Sums {
    let (low, high) = super::face::bounds(loops);
    let inner = Inner::new(trim, low, high, middle);
    let mut total = [0.0; 8];
    // Along lines of u there is nothing to add but rounding.
    let least = 1e-14 * (high[1] - low[1]).abs();
    let mut put = |uv: Uv, step: f64| {
        if step.abs() > least {
            let sums = inner.to(uv);
            total.iter_mut().zip(sums).for_each(|(t, s)| *t += s * step);
        }
    };
    for piece in loops.iter().flat_map(|l| &l.pieces) {
        match piece {
            Piece::Along { edge, reversed, course, uvs } => {
                let (Some(cut), Some(of)) = (trim.cuts.get(*edge as usize), trim.edges.get(*edge as usize)) else {
                    continue;
                };
                let mut params = cut.params.clone();
                if *reversed {
                    params.reverse();
                }
                for (t, uv) in params.windows(2).zip(uvs.windows(2)) {
                    let (&[a, b], &[p, q]) = (t, uv) else { continue };
                    if p[1] == q[1] && straight(trim, *course) {
                        continue;
                    }
                    for (share, weight) in inner.shares(p[1], q[1], 1) {
                        let at = a + (b - a) * share;
                        let hint = [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
                        let uv = trim.uv(*course, of, at, Some(hint));
                        put(uv, trim.slope(*course, of, at, uv)[1] * (b - a) * weight);
                    }
                }
            }
            Piece::Bridge { from, to, .. } | Piece::Pole { from, to, .. } => {
                let step = to[1] - from[1];
                for (share, weight) in inner.shares(from[1], to[1], 4) {
                    let uv = [from[0] + (to[0] - from[0]) * share, from[1] + step * share];
                    put(uv, step * weight);
                }
            }
        }
    }
    total
}

fn straight(trim: &Trim<'_>, course: super::trim::Course) -> bool {
    match course {
        super::trim::Course::Curve { curve, .. } => {
            matches!(trim.body.curves_2d.get(curve as usize), Some(super::Curve::Line { .. }))
        }
        super::trim::Course::Projected => false,
    }
}

/// Integrals along u from the edge of the face.
struct Inner<'t, 'a> {
    trim: &'t Trim<'a>,
    from: f64,
    stops: Vec<f64>,
    widest: f64,
    /// A step of v within which the surface is smooth.
    tallest: f64,
    /// Places of v at which one piece of the surface ends and the next begins.
    levels: Vec<f64>,
    middle: Point,
}

impl<'t, 'a> Inner<'t, 'a> {
    fn new(trim: &'t Trim<'a>, low: Uv, high: Uv, middle: Point) -> Inner<'t, 'a> {
        use super::Surface;
        let from = (low[0] + high[0]) / 2.0;
        let span = (high[0] - low[0]).max(1e-300);
        let (widest, mut stops) = match trim.surface {
            Surface::Plane { .. } => (f64::INFINITY, Vec::new()),
            Surface::Nurbs(n) if n.is_even_plane() => (f64::INFINITY, Vec::new()),
            Surface::Nurbs(_) => (span / 4.0, trim.surface.joints(0)),
            Surface::Extrusion { curve, .. } => match &**curve {
                super::Curve::Line { .. } => (f64::INFINITY, Vec::new()),
                super::Curve::Nurbs(_) => (span / 4.0, trim.surface.joints(0)),
                _ => (0.8f64.min(span / 4.0), Vec::new()),
            },
            _ => (0.8, Vec::new()),
        };
        let height = (high[1] - low[1]).max(1e-300);
        let tallest = match trim.surface {
            Surface::Nurbs(n) if n.is_even_plane() => f64::INFINITY,
            Surface::Nurbs(_) => height / (4.0 + 2.0 * trim.surface.joints(1).len().min(60) as f64),
            Surface::Sphere { .. } | Surface::Torus { .. } => 0.8,
            Surface::Revolution { .. } => height / (6.0 + 2.0 * trim.surface.joints(1).len().min(60) as f64),
            _ => f64::INFINITY,
        };
        let mut widest = widest;
        if stops.len() > MOST_STOPS {
            stops.clear();
            widest = span / MOST_STOPS as f64;
        }
        // A closed surface goes on beyond its domain.
        if let Some(period) = trim.surface.periods()[0].filter(|_| !stops.is_empty()) {
            let domain = if let Surface::Nurbs(n) = trim.surface { n.domain()[0][0] } else { 0.0 };
            stops.push(domain);
            let base = stops.clone();
            for k in [-2.0, -1.0, 1.0, 2.0] {
                stops.extend(base.iter().map(|s| s + k * period));
            }
        }
        stops.sort_by(f64::total_cmp);
        let mut levels = trim.surface.joints(1);
        if levels.len() > MOST_STOPS {
            levels.clear();
        }
        if let (Some(period), Surface::Nurbs(n), false) = (trim.surface.periods()[1], trim.surface, levels.is_empty()) {
            levels.push(n.domain()[1][0]);
            let base = levels.clone();
            for k in [-2.0, -1.0, 1.0, 2.0] {
                levels.extend(base.iter().map(|s| s + k * period));
            }
        }
        levels.sort_by(f64::total_cmp);
        Inner { trim, from, stops, widest, tallest, levels, middle }
    }

    /// Where to look along a step of v, with weights that add up to 1: between the places where the surface may have an
    /// edge, in as many parts as it needs.
    fn shares(&self, from: f64, to: f64, least: u32) -> Vec<(f64, f64)> {
        let share = |v: f64| (v - from) / (to - from);
        let (low, high) = (from.min(to), from.max(to));
        let first = self.levels.partition_point(|v| *v <= low);
        let between = self.levels.iter().skip(first).take_while(|v| **v < high);
        let mut stops: Vec<f64> = between.map(|v| share(*v)).filter(|s| *s > 1e-9 && *s < 1.0 - 1e-9).collect();
        stops.sort_by(f64::total_cmp);
        stops.push(1.0);
        let parts = ((to - from).abs() / self.tallest).ceil().clamp(f64::from(least), 64.0);
        let mut found = Vec::with_capacity(stops.len() * 5);
        let mut start = 0.0;
        for end in stops {
            let many = (parts * (end - start)).ceil().max(1.0);
            let width = (end - start) / many;
            for i in 0..many as u32 {
                found.extend(GAUSS.map(|(x, w)| (start + width * (f64::from(i) + (x + 1.0) / 2.0), w * width / 2.0)));
            }
            start = end;
        }
        found
    }

    fn to(&self, [u, v]: Uv) -> Sums {
        let (low, high) = (self.from.min(u), self.from.max(u));
        let sign = if u < self.from { -1.0 } else { 1.0 };
        let mut total = [0.0; 8];
        let mut from = low;
        let inside = self.stops.iter().copied().filter(|s| *s > low && *s < high).chain([high]);
        for to in inside {
            let many = ((to - from) / self.widest).ceil().clamp(1.0, 256.0) as usize;
            for i in 0..many {
                let width = (to - from) / many as f64;
                for (node, weight) in GAUSS {
                    let u = from + width * (i as f64 + (node + 1.0) / 2.0);
                    let sums = self.at([u, v]);
                    total.iter_mut().zip(sums).for_each(|(t, s)| *t += s * sign * width * weight / 2.0);
                }
            }
            from = to;
        }
        total
    }

    fn at(&self, uv: Uv) -> Sums {
        let jet = self.trim.surface.jet(uv);
        let p = sub(jet.point, self.middle);
        let n = jet.across();
        let area = dot(n, n).sqrt();
        let half = [0.5 * p[0] * p[0] * n[0], 0.5 * p[1] * p[1] * n[1], 0.5 * p[2] * p[2] * n[2]];
        [area, area * p[0], area * p[1], area * p[2], dot(p, n) / 3.0, half[0], half[1], half[2]]
    }
}

/// An integral between two numbers, by Gauss's rule on equal parts.
pub(crate) fn integral(from: f64, to: f64, parts: usize, of: impl Fn(f64) -> f64) -> f64 {
    let width = (to - from) / parts.max(1) as f64;
    let part = |i: usize| GAUSS.iter().map(|(x, w)| of(from + width * (i as f64 + (x + 1.0) / 2.0)) * w).sum::<f64>();
    (0..parts).map(part).sum::<f64>() * width / 2.0
}
