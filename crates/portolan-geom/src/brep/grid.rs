//! How large triangles may be: steps of the parameters within which a surface is as good as flat.

use super::{Precision, Surface, Uv};
use crate::vector::dot;

/// Places for points within a face.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// The box around the face.
    pub low: Uv,
    /// Its other corner.
    pub high: Uv,
    /// A usual step along u and v; triangles are well shaped when these count as equal.
    pub step: Uv,
    /// Rows of points: v, and how many steps there are along u.
    pub rows: Vec<(f64, usize)>,
    /// Is the surface flat, so that no triangle can be wrong?
    pub flat: bool,
}

/// How a surface bends at a place.
#[derive(Clone, Copy, Default)]
struct Bend {
    u: f64,
    v: f64,
    twist: f64,
    turn_u: f64,
    turn_v: f64,
}

impl Bend {
    fn at(surface: &Surface, uv: Uv) -> Bend {
        let jet = surface.jet(uv);
        let Some(n) = surface.normal(uv) else { return Bend::default() };
        let long = |p: [f64; 3]| dot(p, p).sqrt().max(1e-300);
        let (u, v, twist) = (dot(jet.uu, n).abs(), dot(jet.vv, n).abs(), dot(jet.uv, n).abs());
        let turn_u = u / long(jet.u);
        let turn_v = v / long(jet.v);
        Bend { u, v, twist, turn_u, turn_v }
    }

    fn max(self, other: Bend) -> Bend {
        Bend {
            u: self.u.max(other.u),
            v: self.v.max(other.v),
            twist: self.twist.max(other.twist),
            turn_u: self.turn_u.max(other.turn_u),
            turn_v: self.turn_v.max(other.turn_v),
        }
    }
}

impl Grid {
    pub fn new(surface: &Surface, low: Uv, high: Uv, precision: Precision, room: usize) -> Grid {
        let [width, height] = [high[0] - low[0], high[1] - low[1]];
        let mut grid = Grid { low, high, step: [width.max(1e-300), height.max(1e-300)], rows: Vec::new(), flat: false };
        if let Surface::Plane { .. } = surface {
            grid.flat = true;
            grid.step = [width.max(height).max(1e-300); 2];
            return grid;
        }
        let counts = [0, 1].map(|along| {
            let (from, to) = if along == 0 { (low[0], high[0]) } else { (low[1], high[1]) };
            let inside = surface.joints(along).into_iter().filter(|t| *t > from && *t < to).count();
            (8 + 3 * inside).min(48)
        });
        let place = |i: usize, many: usize, from: f64, span: f64| from + span * (i as f64 + 0.5) / many as f64;
        let across: Vec<Bend> = (0..counts[1])
            .map(|j| {
                let v = place(j, counts[1], low[1], height);
                let row = (0..counts[0]).map(|i| Bend::at(surface, [place(i, counts[0], low[0], width), v]));
                row.fold(Bend::default(), Bend::max)
            })
            .collect();
        let all = across.iter().copied().fold(Bend::default(), Bend::max);
        let chord = precision.chord;
        let whole = [all.u * width * width / 8.0, all.v * height * height / 8.0];
        let twist = all.twist * width * height / 4.0;
        let small = |off: f64, turn: f64| off < 0.2 * chord && turn < precision.angle;
        let flat_u = small(whole[0], all.turn_u * width);
        let flat_v = small(whole[1], all.turn_v * height);
        // What is left for each direction.
        let share_u = if flat_v { chord - whole[1] } else { chord / 2.0 };
        let share_v = if flat_u { chord - whole[0] } else { chord / 2.0 };
        let twisted = if twist > 0.2 * chord { (twist / (0.5 * chord)).sqrt() } else { 0.0 };
        let dense_u = |b: Bend| match flat_u {
            true => twisted / width,
            false => (b.u / (8.0 * share_u)).sqrt().max(b.turn_u / precision.angle).max(twisted / width),
        };
        let dense_v = |b: Bend| match flat_v {
            true => twisted / height,
            false => (b.v / (8.0 * share_v)).sqrt().max(b.turn_v / precision.angle).max(twisted / height),
        };
        let cell = height / across.len().max(1) as f64;
        let total: f64 = across.iter().map(|b| dense_v(*b) * cell).sum();
        let many_u = |b: Bend| ((dense_u(b) * width).ceil().max(1.0) as usize).min(room);
        let most_u = across.iter().map(|b| many_u(*b)).max().unwrap_or(1);
        let room = (room / most_u.max(1)).max(1);
        let many_v = if total.is_finite() { (total.ceil().max(1.0) as usize).min(room) } else { 1 };
        // Rows where equal parts of the bending are below and above.
        let mut sum = 0.0;
        let mut next = 1;
        for (b, j) in across.iter().zip(0..) {
            let here = dense_v(*b) * cell;
            while next < many_v && sum + here >= total * next as f64 / many_v as f64 {
                let share = if here > 0.0 { (total * next as f64 / many_v as f64 - sum) / here } else { 0.5 };
                grid.rows.push((low[1] + cell * (f64::from(j) + share), many_u(*b)));
                next += 1;
            }
            sum += here;
        }
        let mut counts: Vec<usize> = across.iter().map(|b| many_u(*b)).collect();
        counts.sort_unstable();
        let usual = counts.get(counts.len() / 2).copied().unwrap_or(1);
        grid.step = [width / usual as f64, height / many_v as f64].map(|s| s.max(1e-300));
        grid
    }

    /// Parameters in which steps count as equal.
    pub fn scaled(&self, uv: Uv) -> Uv {
        [(uv[0] - self.low[0]) / self.step[0], (uv[1] - self.low[1]) / self.step[1]]
    }

    /// Back from those.
    pub fn unscaled(&self, p: Uv) -> Uv {
        [p[0] * self.step[0] + self.low[0], p[1] * self.step[1] + self.low[1]]
    }

    /// How many pieces a straight line in parameters needs.
    pub fn pieces(&self, from: Uv, to: Uv) -> usize {
        let (a, b) = (self.scaled(from), self.scaled(to));
        let long = (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        (long.ceil().max(1.0) as usize).min(1 << 12)
    }
}
