//! Where edges run in the parameters of a surface, and the loops that they make.

use std::collections::HashMap;

use super::chain::chained;
use super::edge::Cut;
use super::project::{distance2, near};
use super::{Body, Edge, Face, Oriented, Point, Surface, Uv};
use crate::vector::{dot, sub};

/// How far a pcurve may be from its edge, as a share of the size, before it is not believed.
const LOOSE: f64 = 2e-3;

/// How an edge runs in the parameters of a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Course {
    /// Along a curve: its parameter is `from + (t − start)·rate`.
    Curve { curve: u32, start: f64, from: f64, rate: f64 },
    /// Where the points of the edge are.
    Projected,
}

/// A part of a loop.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece {
    /// Along an edge: the parameters of its points in the direction of the loop, both ends among them.
    Along { edge: u32, reversed: bool, course: Course, uvs: Vec<Uv> },
    /// Straight, along what is a single vertex in space.
    Pole { from: Uv, to: Uv, vertex: Vertex },
    /// Straight through the face, once there and once back.
    Bridge { from: Uv, to: Uv, number: u32, back: bool },
}

/// A vertex of the body, or one that a face makes for itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Vertex {
    Body(u32),
    Own(u32),
}

/// A closed line in parameters, or one that ends some periods from where it began.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Loop {
    pub pieces: Vec<Piece>,
    /// How often it runs around along u and v.
    pub turns: [i32; 2],
    /// The wire that it was made of.
    pub wire: usize,
}

impl Piece {
    pub fn first(&self) -> Uv {
        match self {
            Piece::Along { uvs, .. } => uvs.first().copied().unwrap_or_default(),
            Piece::Pole { from, .. } | Piece::Bridge { from, .. } => *from,
        }
    }

    pub fn last(&self) -> Uv {
        match self {
            Piece::Along { uvs, .. } => uvs.last().copied().unwrap_or_default(),
            Piece::Pole { to, .. } | Piece::Bridge { to, .. } => *to,
        }
    }

    fn each(&mut self, change: &mut impl FnMut(&mut Uv)) {
        match self {
            Piece::Along { uvs, .. } => uvs.iter_mut().for_each(change),
            Piece::Pole { from, to, .. } | Piece::Bridge { from, to, .. } => {
                change(from);
                change(to);
            }
        }
    }

    fn turn(&mut self) {
        match self {
            Piece::Along { reversed, uvs, .. } => {
                *reversed = !*reversed;
                uvs.reverse();
            }
            Piece::Pole { from, to, .. } => std::mem::swap(from, to),
            Piece::Bridge { from, to, back, .. } => {
                std::mem::swap(from, to);
                *back = !*back;
            }
        }
    }
}

impl Loop {
    /// All points, the end of each piece left out.
    pub fn points(&self) -> impl Iterator<Item = Uv> + '_ {
        self.pieces.iter().flat_map(|piece| {
            let (list, ends) = match piece {
                Piece::Along { uvs, .. } => (uvs.get(..uvs.len().saturating_sub(1)).unwrap_or_default(), None),
                other => (&[][..], Some(other.first())),
            };
            list.iter().copied().chain(ends)
        })
    }

    /// The area in parameters, above zero if it runs counter-clockwise.
    pub fn area(&self) -> f64 {
        let points: Vec<Uv> = self.points().collect();
        let Some(&origin) = points.first() else { return 0.0 };
        let mut before = points.last().copied().unwrap_or(origin);
        let mut sum = 0.0;
        for p in points {
            sum += (before[0] - origin[0]) * (p[1] - origin[1]) - (p[0] - origin[0]) * (before[1] - origin[1]);
            before = p;
        }
        sum / 2.0
    }

    pub fn shift(&mut self, by: Uv) {
        for piece in &mut self.pieces {
            piece.each(&mut |uv| *uv = [uv[0] + by[0], uv[1] + by[1]]);
        }
    }

    pub fn turn(&mut self) {
        self.pieces.reverse();
        self.pieces.iter_mut().for_each(Piece::turn);
        self.turns = self.turns.map(|t| -t);
    }
}

/// A face with all that is needed to follow its boundary.
pub(crate) struct Trim<'a> {
    pub body: &'a Body,
    pub surface: &'a Surface,
    pub edges: &'a [Edge],
    pub cuts: &'a [Cut],
    pub size: f64,
    /// The curves in parameters of each edge of this face.
    pub pcurves: &'a HashMap<u32, Vec<u32>>,
    /// How many points the face may have within its boundary.
    pub room: usize,
    /// The piece of v in which the face lies, if points of the surface have more than one.
    pub sheet: Option<[f64; 2]>,
}

impl<'a> Trim<'a> {
    /// The edges of a wire of a face in the order and direction in which the face runs along them.
    pub fn uses(body: &'a Body, surface: &Surface, wire: Oriented) -> Vec<Oriented> {
        let Some(edges) = body.wires.get(wire.index as usize) else { return Vec::new() };
        let turned = |o: &Oriented| Oriented { index: o.index, reversed: o.reversed != wire.reversed };
        let mut uses: Vec<Oriented> = edges.iter().map(turned).collect();
        if wire.reversed {
            uses.reverse();
        }
        chained(body, surface, uses)
    }

    /// The loops of a face, one for each wire that has any length.
    pub fn loops(&self, face: &Face) -> Vec<Loop> {
        let wires = face.wires.iter().enumerate();
        wires.filter_map(|(number, wire)| self.wire(number, &Trim::uses(self.body, self.surface, *wire))).collect()
    }

    fn wire(&self, number: usize, uses: &[Oriented]) -> Option<Loop> {
        let courses = self.courses(uses);
        let periods = self.surface.periods();
        let mut pieces: Vec<Piece> = Vec::new();
        // Edges that are a point and say nothing of their parameters leave it to what comes next to go there.
        for (used, course) in uses.iter().zip(&courses) {
            let cut = self.cuts.get(used.index as usize)?;
            if cut.degenerate && *course == Course::Projected {
                continue;
            }
            let before = pieces.last();
            let hint = before.map(Piece::last);
            let mut uvs = self.along(*used, *course, hint);
            let first = uvs.first().copied()?;
            if let Some(end) = hint {
                let close = [
                    near(first[0], Some(end[0]), periods[0]) - first[0],
                    near(first[1], Some(end[1]), periods[1]) - first[1],
                ];
                let projected = *course == Course::Projected || before.is_some_and(is_projected);
                // An edge along the pole says itself where it begins and ends.
                let along_pole = cut.degenerate || matches!(before, Some(Piece::Pole { .. }));
                let by = match self.at_pole(end) && self.at_pole(first) {
                    true if along_pole && projected => close,
                    true if projected => self.over_pole(before, end, first),
                    true => [0.0; 2],
                    false => close,
                };
                uvs.iter_mut().for_each(|uv| *uv = [uv[0] + by[0], uv[1] + by[1]]);
                self.jump(&mut pieces, end, uvs.first().copied()?, self.start_vertex(*used, cut));
            }
            if cut.degenerate {
                let (from, to) = (uvs.first().copied()?, uvs.last().copied()?);
                pieces.push(Piece::Pole { from, to, vertex: Vertex::Body(cut.id(0)) });
            } else {
                pieces.push(Piece::Along { edge: used.index, reversed: used.reversed, course: *course, uvs });
            }
        }
        let (start, end) = (pieces.first()?.first(), pieces.last()?.last());
        let mut turns = [0; 2];
        if self.at_pole(start) && self.at_pole(end) {
            let first = uses.first()?;
            self.jump(&mut pieces, end, start, self.start_vertex(*first, self.cuts.get(first.index as usize)?));
        } else {
            let count = |at: usize| {
                let (a, b, p) = if at == 0 { (start[0], end[0], periods[0]) } else { (start[1], end[1], periods[1]) };
                p.map_or(0, |p| ((b - a) / p).round() as i32)
            };
            turns = [count(0), count(1)];
        }
        Some(Loop { pieces, turns, wire: number })
    }

    fn start_vertex(&self, used: Oriented, cut: &Cut) -> u32 {
        if used.reversed { cut.id(usize::MAX - 1) } else { cut.id(0) }
    }

    /// A straight piece along a pole, if there is anything between.
    fn jump(&self, pieces: &mut Vec<Piece>, from: Uv, to: Uv, vertex: u32) {
        let Some(along) = self.pole(from).filter(|along| self.pole(to) == Some(*along)) else { return };
        let scale = component(self.surface.periods(), along).unwrap_or(1.0);
        if (component(from, along) - component(to, along)).abs() > 1e-6 * scale {
            pieces.push(Piece::Pole { from, to, vertex: Vertex::Body(vertex) });
        }
    }

    /// The parameter that does not count at a place: u (0) or v (1).
    fn pole(&self, uv: Uv) -> Option<usize> {
        self.surface.pole(uv, self.size)
    }

    pub fn at_pole(&self, uv: Uv) -> bool {
        self.pole(uv).is_some()
    }

    /// Where all u, and where all v, are one point: the least and the greatest of the other parameter, if there are any.
    pub fn poles(&self) -> [[Option<f64>; 2]; 2] {
        match self.sheet {
            Some(ends) => {
                let meets = |v: f64| Some(v).filter(|v| v.is_finite() && self.at_pole([0.0, *v]));
                [ends.map(meets), [None; 2]]
            }
            None => [0, 1].map(|along| self.surface.poles(along, self.size)),
        }
    }

    /// The parameters of a point of the surface.
    fn project(&self, point: Point, hint: Option<Uv>) -> Uv {
        self.surface.project_on(self.sheet, point, hint)
    }

    /// By how much to move what begins at a pole where something else ended: the face is on the left, so the loop goes
    /// down in u where it came up in v, and up where it came down. Where v does not count, it is the other way around.
    fn over_pole(&self, before: Option<&Piece>, end: Uv, first: Uv) -> Uv {
        let along = self.pole(end).unwrap_or(0);
        let Some(period) = component(self.surface.periods(), along) else { return [0.0; 2] };
        let across = 1 - along;
        let rising = match before {
            Some(Piece::Along { uvs, .. }) => {
                uvs.iter().rev().nth(1).is_none_or(|uv| component(*uv, across) < component(end, across))
            }
            _ => {
                let [_, high] = component(self.poles(), along);
                high.is_some_and(|at| (at - component(end, across)).abs() < 1e-6)
            }
        };
        let step = component(first, along) - component(end, along);
        let small = 1e-6 * period;
        let wanted = match rising == (along == 0) {
            true => step - period * ((step + small) / period).floor() - period,
            false => step - period * ((step - small) / period).ceil() + period,
        };
        let by = wanted - step;
        if along == 0 { [by, 0.0] } else { [0.0, by] }
    }

    /// Parameters of the points of an edge, in the direction in which it is used.
    fn along(&self, used: Oriented, course: Course, hint: Option<Uv>) -> Vec<Uv> {
        let (Some(cut), Some(edge)) = (self.cuts.get(used.index as usize), self.edges.get(used.index as usize)) else {
            return Vec::new();
        };
        let last = cut.params.len().saturating_sub(1);
        let params: Vec<f64> = match used.reversed {
            true => cut.params.iter().rev().copied().collect(),
            false => cut.params.clone(),
        };
        let mut uvs: Vec<Uv> = match course {
            Course::Curve { .. } => params.iter().map(|t| self.uv(course, edge, *t, None)).collect(),
            Course::Projected => {
                let ends = self.body.ends(used);
                let place = |(i, t): (usize, &f64)| match i {
                    0 => self.body.vertex(ends[0]),
                    i if i == last => self.body.vertex(ends[1]),
                    _ => self.point(edge, *t),
                };
                self.projected(&params.iter().enumerate().map(place).collect::<Vec<Point>>(), hint)
            }
        };
        if course == Course::Projected {
            self.settle_poles(edge, cut, used.reversed, &mut uvs);
        }
        let periods = self.surface.periods();
        let mut previous: Option<Uv> = None;
        for uv in &mut uvs {
            if course == Course::Projected {
                let hint = previous.unwrap_or(*uv);
                *uv = [near(uv[0], Some(hint[0]), periods[0]), near(uv[1], Some(hint[1]), periods[1])];
            }
            previous = Some(*uv);
        }
        uvs
    }

    /// Parameters of points one after another, from the middle outwards. At a pole u is anything, so that what comes behind it
    /// is not looked for from there.
    fn projected(&self, points: &[Point], hint: Option<Uv>) -> Vec<Uv> {
        let mut uvs = vec![[0.0; 2]; points.len()];
        let middle = points.len() / 2;
        let mut walk = |places: &mut dyn Iterator<Item = usize>, first: Option<Uv>| {
            let mut before = first.filter(|uv| !self.at_pole(*uv));
            for place in places {
                if let (Some(point), Some(uv)) = (points.get(place), uvs.get_mut(place)) {
                    *uv = self.project(*point, before);
                    before = Some(*uv).filter(|uv| !self.at_pole(*uv));
                }
            }
            uvs.get(middle).copied()
        };
        let start = walk(&mut (middle..points.len()), hint);
        _ = walk(&mut (0..middle).rev(), start);
        uvs
    }

    /// At poles the parameter that does not count is where the edge leads to from inside.
    fn settle_poles(&self, edge: &Edge, cut: &Cut, reversed: bool, uvs: &mut [Uv]) {
        let many = uvs.len();
        if many < 2 {
            return;
        }
        let periods = self.surface.periods();
        let poles: Vec<Option<usize>> = uvs.iter().map(|uv| self.pole(*uv)).collect();
        let place = |i: usize| if reversed { many - 1 - i } else { i };
        for (i, pole) in poles.iter().enumerate() {
            let Some(along) = *pole else { continue };
            let toward = if i == 0 { 1 } else { i - 1 };
            let (Some(t), Some(s)) = (cut.params.get(place(i)), cut.params.get(place(toward))) else { continue };
            // Right at the pole it cannot be told; two places inside lead there.
            let inside = |share: f64, hint| self.project(self.point(edge, t + (s - t) * share), hint);
            let first = inside(0.1, uvs.get(toward).copied().filter(|uv| !self.at_pole(*uv)));
            let period = component(periods, along);
            let one = component(first, along);
            let two = near(component(inside(0.2, Some(first)), along), Some(one), period);
            let [from, to] = match self.surface {
                Surface::Nurbs(nurbs) if period.is_none() => component(nurbs.domain(), along),
                _ => [f64::NEG_INFINITY, f64::INFINITY],
            };
            // The neighbours decide about whole periods.
            let beside = uvs.get(toward).map(|uv| component(*uv, along));
            let found = near((2.0 * one - two).clamp(from, to), beside, period);
            if let Some(place) = uvs.get_mut(i).and_then(|uv| uv.get_mut(along)) {
                *place = found;
            }
        }
    }

    /// Where an edge is at a parameter.
    pub fn point(&self, edge: &Edge, t: f64) -> Point {
        self.body.curve_of(edge).map_or_else(|| self.body.vertex(edge.ends[0]), |c| c.point(t))
    }

    /// The parameters of the surface where an edge is at its parameter, near a hint.
    pub fn uv(&self, course: Course, edge: &Edge, t: f64, hint: Option<Uv>) -> Uv {
        let found = match course {
            Course::Curve { curve, start, from, rate } => {
                let curve = self.body.curves_2d.get(curve as usize);
                let [u, v, _] = curve.map_or([0.0; 3], |c| c.point(from + (t - start) * rate));
                [u, v]
            }
            Course::Projected => self.project(self.point(edge, t), hint),
        };
        let Some(hint) = hint else { return found };
        let periods = self.surface.periods();
        [near(found[0], Some(hint[0]), periods[0]), near(found[1], Some(hint[1]), periods[1])]
    }

    /// How each edge of a wire runs; edges with two curves take the one that goes on where the edge before ended.
    fn courses(&self, uses: &[Oriented]) -> Vec<Course> {
        let mut choices: Vec<Vec<Course>> = Vec::with_capacity(uses.len());
        for used in uses {
            let curves = self.pcurves.get(&used.index);
            let found = curves.into_iter().flatten().filter_map(|curve| self.course(used.index, *curve));
            let mut found: Vec<Course> = found.collect();
            if used.reversed && found.len() == 2 {
                found.reverse();
            }
            if found.is_empty() {
                found.push(Course::Projected);
            }
            choices.push(found);
        }
        let mut chosen: Vec<usize> = vec![0; uses.len()];
        let doubled: Vec<u32> = uses.iter().zip(&choices).filter(|(_, c)| c.len() > 1).map(|(u, _)| u.index).collect();
        if !doubled.is_empty() {
            let gap = |chosen: &[usize]| self.gap(uses, &choices, chosen);
            let mut best = gap(&chosen);
            let mut seen = Vec::new();
            for edge in doubled {
                if seen.contains(&edge) || seen.len() > 64 {
                    continue;
                }
                seen.push(edge);
                let mut other = chosen.clone();
                for ((used, choice), list) in uses.iter().zip(&mut other).zip(&choices) {
                    if used.index == edge && list.len() > 1 {
                        *choice = 1 - (*choice).min(1);
                    }
                }
                let found = gap(&other);
                if found < best * (1.0 - 1e-6) {
                    (best, chosen) = (found, other);
                }
            }
        }
        let pick = |(list, at): (&Vec<Course>, &usize)| list.get(*at).copied().unwrap_or(Course::Projected);
        choices.iter().zip(&chosen).map(pick).collect()
    }

    /// The sum of the gaps between edges, as far as curves say where they are.
    fn gap(&self, uses: &[Oriented], choices: &[Vec<Course>], chosen: &[usize]) -> f64 {
        let ends: Vec<Option<[Uv; 2]>> = uses
            .iter()
            .zip(choices.iter().zip(chosen))
            .map(|(used, (list, at))| {
                let edge = self.edges.get(used.index as usize)?;
                let course = list.get(*at).copied().filter(|c| *c != Course::Projected)?;
                let [a, b] = edge.range.map(|t| self.uv(course, edge, t, None));
                Some(if used.reversed { [b, a] } else { [a, b] })
            })
            .collect();
        let next = ends.iter().cycle().skip(1);
        let away = |a: Uv, b: Uv| (a[0] - b[0]).abs() + (a[1] - b[1]).abs();
        ends.iter().zip(next).filter_map(|(a, b)| Some(away(a.as_ref()?[1], b.as_ref()?[0]))).sum()
    }

    /// How an edge runs along a curve: with its own parameter, or between the places of its vertices; `None` when the
    /// curve is somewhere else.
    pub fn course(&self, index: u32, number: u32) -> Option<Course> {
        let edge = self.edges.get(index as usize)?;
        let curve = self.body.curves_2d.get(number as usize)?;
        let [start, end] = edge.range;
        let direct = Course::Curve { curve: number, start, from: start, rate: 1.0 };
        if self.body.curve_of(edge).is_none() {
            return Some(direct);
        }
        let fits = |course: Course| {
            [0.0, 0.3, 0.5, 0.8, 1.0].iter().all(|share| {
                let t = start + (end - start) * share;
                let uv = self.uv(course, edge, t, None);
                distance2(self.surface.point(uv), self.point(edge, t)).sqrt() <= LOOSE * self.size
            })
        };
        if fits(direct) {
            return Some(direct);
        }
        // The ends are where the vertices are; between them the parameters run evenly.
        let middle = self.uv(direct, edge, (start + end) / 2.0, None);
        let find = |t: f64, hint: Uv| {
            let [u, v] = self.project(self.point(edge, t), Some(hint));
            curve.project([u, v, 0.0], None)
        };
        let (from, to) = (find(start, self.uv(direct, edge, start, None)), find(end, middle));
        let rate = (to - from) / (end - start);
        let mapped = Course::Curve { curve: number, start, from, rate };
        (rate.is_finite() && rate != 0.0 && fits(mapped)).then_some(mapped)
    }

    /// The derivative of the parameters of the surface by that of the edge.
    pub fn slope(&self, course: Course, edge: &Edge, t: f64, uv: Uv) -> Uv {
        match course {
            Course::Curve { curve, start, from, rate } => {
                let jet = self.body.curves_2d.get(curve as usize).map(|c| c.jet(from + (t - start) * rate));
                jet.map_or([0.0; 2], |[_, d, _]| [d[0] * rate, d[1] * rate])
            }
            Course::Projected => {
                let Some(curve) = self.body.curve_of(edge) else { return [0.0; 2] };
                let [_, d, _] = curve.jet(t);
                let jet = self.surface.jet(uv);
                let (a, b, c) = (dot(jet.u, jet.u), dot(jet.u, jet.v), dot(jet.v, jet.v));
                let (x, y) = (dot(d, jet.u), dot(d, jet.v));
                let det = a * c - b * b;
                match det > 1e-14 * a * c {
                    true => [(x * c - y * b) / det, (y * a - x * b) / det],
                    false => [0.0, if c > 0.0 { y / c } else { 0.0 }],
                }
            }
        }
    }
}

/// What belongs to u (0) or v (1).
fn component<T>([u, v]: [T; 2], along: usize) -> T {
    if along == 0 { u } else { v }
}

fn is_projected(piece: &Piece) -> bool {
    matches!(piece, Piece::Along { course: Course::Projected, .. })
}

/// How far two points are apart.
pub(crate) fn apart(a: Point, b: Point) -> f64 {
    let d = sub(a, b);
    dot(d, d).sqrt()
}
