//! Faces, lines and points as what they cover in the picture.

use crate::view::{Corner, View};

/// A line of the picture: `a·x + b·y + c` is zero on it and positive inside.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Edge {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    /// Do points on it belong to this side? They do to one of both.
    owns: bool,
}

impl Edge {
    fn new([a, b, c]: [f64; 3]) -> Edge {
        Edge { a, b, c, owns: a > 0.0 || (a == 0.0 && b > 0.0) }
    }

    /// Is a point inside? `rest` is `b·y + c`.
    #[inline]
    pub fn holds(&self, x: f64, rest: f64) -> bool {
        let e = self.a * x + rest;
        e > 0.0 || (e == 0.0 && self.owns)
    }

    /// Is all of a rectangle outside?
    pub fn misses(&self, [x0, y0, x1, y1]: [f64; 4]) -> bool {
        let x = if self.a > 0.0 { x1 } else { x0 };
        let y = if self.b > 0.0 { y1 } else { y0 };
        self.a * x + (self.b * y + self.c) < 0.0
    }
}

/// What something covers: the inside of three or four edges.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    edges: [Edge; 4],
    count: usize,
    /// Nearness over the picture: `a·x + b·y + c`.
    plane: [f64; 3],
    /// Nearness is between.
    least: f64,
    pub most: f64,
    /// Left, top, right, bottom.
    pub bounds: [f64; 4],
}

/// How much farther backs of faces count than they are, as a share of the distance.
const BEHIND: f64 = 1e-6;

/// Which sides of faces are seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sides {
    Both,
    /// Both, and the shape is mirrored.
    BothMirrored,
    /// Those whose corners run counter-clockwise.
    Front,
    /// Those whose corners run clockwise, because the shape is mirrored.
    Mirrored,
}

impl Outline {
    pub fn edges(&self) -> &[Edge] {
        self.edges.get(..self.count).unwrap_or(&self.edges)
    }

    /// How near the thing is at a place of the picture.
    #[inline]
    pub fn nearness(&self, x: f64, y: f64) -> f64 {
        let [a, b, c] = self.plane;
        (a * x + (b * y + c)).min(self.most).max(self.least)
    }

    /// Of a triangle; `None` if it cannot be seen.
    pub fn triangle(view: &View, corners: [Corner; 3], sides: Sides) -> Option<Outline> {
        let (far, near) = (view.far as f32, view.near as f32);
        if corners.iter().all(|c| c.depth > far) || corners.iter().all(|c| c.depth < near) {
            return None;
        }
        let (edges, determinant) = crosses(corners);
        // The picture's y points down, so what runs counter-clockwise has a negative determinant.
        let front = determinant < 0.0;
        let seen = match sides {
            Sides::Both | Sides::BothMirrored => true,
            Sides::Front => front,
            Sides::Mirrored => !front,
        };
        if !seen || determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let bounds = bounds(view, corners)?;
        let values = corners.map(|c| view.nearness(c));
        let plane = if view.perspective {
            sum(edges, [determinant.recip(); 3])
        } else {
            sum(edges, values.map(|v| v / determinant))
        };
        let (least, most) = if corners.iter().all(|c| c.w > 0.0) {
            let [a, b, c] = values;
            (a.min(b).min(c), a.max(b).max(c))
        } else {
            (f64::NEG_INFINITY, f64::INFINITY)
        };
        // Of two faces at the same place that look away from each other, as some modellers write them, the front is seen.
        let behind = match sides {
            Sides::Both if !front => BEHIND,
            Sides::BothMirrored if front => BEHIND,
            _ => 0.0,
        };
        let (plane, least, most) = if behind == 0.0 {
            (plane, least, most)
        } else if view.perspective {
            (plane.map(|p| p * (1.0 - behind)), least * (1.0 - behind), most * (1.0 - behind))
        } else {
            let [a, b, c] = plane;
            let back = values.iter().fold(0.0, |most: f64, v| most.max(v.abs())) * behind;
            ([a, b, c - back], least - back, most - back)
        };
        let side = if front { -1.0 } else { 1.0 };
        let [e0, e1, e2] = edges.map(|e| Edge::new(e.map(|v| v * side)));
        Some(Outline { edges: [e0, e1, e2, e2], count: 3, plane, least, most, bounds })
    }

    /// Of a line of some width in pixels.
    pub fn line(view: &View, ends: [Corner; 2], width: f64) -> Option<Outline> {
        let ([p, q], [near_p, near_q]) = segment(view, ends)?;
        let (dx, dy) = (q.0 - p.0, q.1 - p.1);
        let length = (dx * dx + dy * dy).sqrt();
        let half = width / 2.0;
        let (ux, uy) = if length > 1e-9 { (dx / length, dy / length) } else { (1.0, 0.0) };
        // Each edge by its inner normal and a point on it.
        let edge = |nx: f64, ny: f64, x: f64, y: f64| Edge::new([nx, ny, -(nx * x + ny * y)]);
        let cap = half.min(0.5);
        let edges = [
            edge(-uy, ux, p.0 + uy * half, p.1 - ux * half),
            edge(uy, -ux, p.0 - uy * half, p.1 + ux * half),
            edge(ux, uy, p.0 - ux * cap, p.1 - uy * cap),
            edge(-ux, -uy, q.0 + ux * cap, q.1 + uy * cap),
        ];
        let slope = if length > 1e-9 { (near_q - near_p) / length } else { 0.0 };
        let plane = [ux * slope, uy * slope, near_p - (ux * p.0 + uy * p.1) * slope];
        let reach = half + 1.0;
        let bounds = [p.0.min(q.0) - reach, p.1.min(q.1) - reach, p.0.max(q.0) + reach, p.1.max(q.1) + reach];
        let finite = bounds.iter().all(|b| b.is_finite());
        let (least, most) = (near_p.min(near_q), near_p.max(near_q));
        finite.then_some(Outline { edges, count: 4, plane, least, most, bounds })
    }

    /// Of a square point of some width in pixels.
    pub fn point(view: &View, corner: Corner, width: f64) -> Option<Outline> {
        let depth = f64::from(corner.depth);
        if !(view.near..=view.far).contains(&depth) {
            return None;
        }
        let (x, y) = (f64::from(corner.x) / f64::from(corner.w), f64::from(corner.y) / f64::from(corner.w));
        let half = width / 2.0;
        let bounds = [x - half, y - half, x + half, y + half];
        let [left, top, right, bottom] = bounds;
        let edges = [[1.0, 0.0, -left], [-1.0, 0.0, right], [0.0, 1.0, -top], [0.0, -1.0, bottom]].map(Edge::new);
        let nearness = view.nearness(corner);
        let plane = [0.0, 0.0, nearness];
        let finite = bounds.iter().all(|b| b.is_finite());
        finite.then_some(Outline { edges, count: 4, plane, least: nearness, most: nearness, bounds })
    }
}

/// A place in the picture.
type Place = (f64, f64);

/// The part of a line between the clipping planes: its ends and how near they are.
pub(crate) fn segment(view: &View, [p, q]: [Corner; 2]) -> Option<([Place; 2], [f64; 2])> {
    let (from, to) = cut(f64::from(p.depth), f64::from(q.depth), view.near, view.far)?;
    let at = |t: f64| {
        let mix = |a: f32, b: f32| f64::from(a) * (1.0 - t) + f64::from(b) * t;
        let (x, y, w) = (mix(p.x, q.x), mix(p.y, q.y), mix(p.w, q.w));
        let nearness = if view.perspective { w.recip() } else { -mix(p.depth, q.depth) };
        ((x / w, y / w), nearness)
    };
    let ((p, near_p), (q, near_q)) = (at(from), at(to));
    Some(([p, q], [near_p, near_q]))
}

/// The part of a way from one depth to another that lies between two depths.
fn cut(p: f64, q: f64, near: f64, far: f64) -> Option<(f64, f64)> {
    let (mut from, mut to) = (0.0f64, 1.0f64);
    for (a, b) in [(p - near, q - near), (far - p, far - q)] {
        match (a >= 0.0, b >= 0.0) {
            (true, true) => {}
            (true, false) => to = to.min(a / (a - b)),
            (false, true) => from = from.max(a / (a - b)),
            _ => return None,
        }
    }
    (from <= to).then_some((from, to))
}

/// The lines through each two corners, each opposite to a corner, and the determinant of all three corners.
pub(crate) fn crosses(corners: [Corner; 3]) -> ([[f64; 3]; 3], f64) {
    let [p, q, r] = corners.map(|c| [f64::from(c.x), f64::from(c.y), f64::from(c.w)]);
    let cross =
        |a: [f64; 3], b: [f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let edges = [cross(q, r), cross(r, p), cross(p, q)];
    let [e, ..] = edges;
    (edges, p[0] * e[0] + (p[1] * e[1] + p[2] * e[2]))
}

/// The weights of a triangle's corners at a place of the picture, in perspective.
pub(crate) fn weights(edges: &[[f64; 3]; 3], x: f64, y: f64) -> [f64; 3] {
    let [p, q, r] = edges.map(|[a, b, c]| a * x + (b * y + c));
    let total = p + q + r;
    if total == 0.0 || !total.is_finite() {
        return [1.0 / 3.0; 3];
    }
    [p / total, q / total, r / total]
}

fn sum(edges: [[f64; 3]; 3], factors: [f64; 3]) -> [f64; 3] {
    let [p, q, r] = edges;
    let [f, g, h] = factors;
    [p[0] * f + q[0] * g + r[0] * h, p[1] * f + q[1] * g + r[1] * h, p[2] * f + q[2] * g + r[2] * h]
}

/// A rectangle around the part of a triangle that lies in front of the near plane.
fn bounds(view: &View, corners: [Corner; 3]) -> Option<[f64; 4]> {
    let mut around = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    let mut add = |(x, y): Place| {
        let [left, top, right, bottom] = around;
        around = [left.min(x), top.min(y), right.max(x), bottom.max(y)];
    };
    let least = if view.perspective { view.near } else { f64::NEG_INFINITY };
    if corners.iter().all(|c| f64::from(c.depth) >= least) {
        for c in corners {
            add((f64::from(c.x) / f64::from(c.w), f64::from(c.y) / f64::from(c.w)));
        }
    } else {
        let [a, b, c] = corners;
        for ends in [[a, b], [b, c], [c, a]] {
            // The far plane is left to the samples: only the near one makes places run away.
            let Some((from, to)) = cut(f64::from(ends[0].depth), f64::from(ends[1].depth), least, f64::INFINITY) else {
                continue;
            };
            for t in [from, to] {
                let mix = |p: f32, q: f32| f64::from(p) * (1.0 - t) + f64::from(q) * t;
                let w = mix(ends[0].w, ends[1].w);
                add((mix(ends[0].x, ends[1].x) / w, mix(ends[0].y, ends[1].y) / w));
            }
        }
    }
    let [left, top, right, bottom] = around;
    (left <= right && top <= bottom).then_some(around)
}
