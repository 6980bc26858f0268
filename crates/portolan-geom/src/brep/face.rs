//! One face: its outline in parameters, and its triangles.

use std::collections::HashMap;

use super::delaunay::{Form, triangulate, winds};
use super::grid::Grid;
use super::join::closed;
use super::mesh::{FaceMesh, Precision};
use super::trim::{Loop, Piece, Trim, Vertex};
use super::{Face, Point, Surface, Uv};
use crate::vector::{dot, scale, sub};

/// Candidates nearer to the boundary than this share of a step are left out.
const MARGIN: f64 = 0.4;

/// The loops of a face: outer ones counter-clockwise, holes clockwise. `None` if they bound nothing.
///
/// The outer loop is the one with the largest area, wherever it stands. `shared` tells of an edge whether another face uses
/// it as well: a loop within another that runs the same way is a hole written the wrong way around if its edges are
/// shared, and only a line on the face if they are not.
pub(crate) fn outline(trim: &Trim<'_>, face: &Face, shared: &dyn Fn(u32) -> bool) -> Option<Vec<Loop>> {
    let (mut loops, _) = closed(trim.surface, trim.poles(), trim.loops(face))?;
    loops.retain(|l| l.points().count() > 2 || l.pieces.len() > 1);
    let areas: Vec<f64> = loops.iter().map(Loop::area).collect();
    let outer = areas.iter().enumerate().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())).map(|(i, _)| i)?;
    let area = areas.get(outer).copied().filter(|a| a.is_finite() && *a != 0.0)?;
    if area < 0.0 {
        loops.iter_mut().for_each(Loop::turn);
    }
    let hull: Vec<Uv> = loops.get(outer)?.points().collect();
    let inside = |p: Uv| {
        let next = hull.iter().cycle().skip(1);
        hull.iter().zip(next).map(|(a, b)| winds(p, *a, *b)).sum::<i32>() > 0
    };
    let periods = trim.surface.periods();
    let periodic = periods.iter().any(Option::is_some);
    for (number, l) in loops.iter_mut().enumerate() {
        if number == outer {
            continue;
        }
        let Some(first) = l.points().next() else { continue };
        if periodic {
            let steps = |p: Option<f64>| p.map_or(vec![0.0], |p| [0.0, 1.0, -1.0, 2.0, -2.0].map(|k| k * p).to_vec());
            let (along_u, along_v) = (steps(periods[0]), steps(periods[1]));
            let shifts = along_v.iter().flat_map(|v| along_u.iter().map(|u| [*u, *v]));
            if let Some(by) = shifts.into_iter().find(|by| inside([first[0] + by[0], first[1] + by[1]])) {
                l.shift(by);
            }
        }
        let same_way = l.area() > 0.0;
        if same_way && l.points().next().is_some_and(inside) {
            let edges = l.pieces.iter().filter_map(|p| match p {
                Piece::Along { edge, .. } => Some(*edge),
                _ => None,
            });
            if edges.into_iter().all(shared) {
                l.turn();
            }
        }
    }
    Some(loops)
}

/// What could not be made of a face.
pub(crate) struct Made {
    pub mesh: FaceMesh,
    /// Points that only this face has: where they are, numbered from the number that was given.
    pub own: Vec<Point>,
    /// Edges whose lines cross.
    pub crossed: Vec<u32>,
}

/// The triangles of a face between loops. `places` is where the points of all edges are; points of the face alone get
/// numbers behind them.
pub(crate) fn mesh(trim: &Trim<'_>, number: u32, loops: &[Loop], places: &[Point], precision: Precision) -> Made {
    let (low, high) = bounds(loops);
    let grid = Grid::new(trim.surface, low, high, precision, trim.room);
    let mut outline = Boundary {
        trim,
        grid: &grid,
        uvs: Vec::new(),
        ids: Vec::new(),
        edges: Vec::new(),
        own: HashMap::new(),
        made: Vec::new(),
        base: places.len() as u32,
    };
    let rings: Vec<Vec<u32>> = loops.iter().map(|l| outline.ring(l)).collect();
    let Boundary { uvs, ids, edges, made: mut own, .. } = outline;
    let scaled: Vec<Uv> = uvs.iter().map(|uv| grid.scaled(*uv)).collect();
    let inner = if grid.flat { Vec::new() } else { candidates(&grid, &scaled, &rings) };
    let mut at: Vec<Point> = Vec::with_capacity(ids.len());
    at.extend(ids.iter().map(|id| place(places, &own, *id)));
    let mut form = Bent { surface: trim.surface, grid: &grid, at, chord: precision.chord };
    let done = triangulate(&scaled, &rings, &inner, trim.room, if grid.flat { None } else { Some(&mut form) });
    let mut mesh = FaceMesh { face: number, ..FaceMesh::default() };
    mesh.vertices = ids;
    mesh.uvs = uvs;
    for p in &done.added {
        let uv = grid.unscaled(*p);
        mesh.vertices.push(places.len() as u32 + own.len() as u32);
        own.push(trim.surface.point(uv));
        mesh.uvs.push(uv);
    }
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    mesh.normals = match trim.surface {
        Surface::Plane { frame } => vec![frame.axes[2]; mesh.uvs.len()],
        surface => mesh.uvs.iter().map(|uv| normal(surface, *uv, middle)).collect(),
    };
    let id = |corner: u32| mesh.vertices.get(corner as usize).copied().unwrap_or(0);
    let whole = |c: &[u32; 3]| {
        let [a, b, c] = c.map(id);
        a != b && b != c && a != c
    };
    mesh.triangles = done.corners.into_iter().filter(whole).collect();
    let crossed = done.crossed.iter().flatten().filter_map(|p| edges.get(*p as usize).copied().flatten()).collect();
    Made { mesh, own, crossed }
}

fn place(places: &[Point], own: &[Point], id: u32) -> Point {
    let id = id as usize;
    places.get(id).or_else(|| own.get(id.wrapping_sub(places.len()))).copied().unwrap_or_default()
}

/// The normal; where there is none, that of a place a little further inside.
fn normal(surface: &Surface, uv: Uv, middle: Uv) -> Point {
    let toward = |share: f64| [uv[0] + (middle[0] - uv[0]) * share * share, uv[1] + (middle[1] - uv[1]) * share];
    let tries = [0.0, 1e-4, 1e-3, 1e-2, 0.1, 1.0];
    tries.iter().find_map(|share| surface.normal(toward(*share))).unwrap_or([0.0, 0.0, 1.0])
}

pub(crate) fn bounds(loops: &[Loop]) -> (Uv, Uv) {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for uv in loops.iter().flat_map(Loop::points) {
        low = [low[0].min(uv[0]), low[1].min(uv[1])];
        high = [high[0].max(uv[0]), high[1].max(uv[1])];
    }
    (low, high)
}

/// The points of the boundary, one after another.
struct Boundary<'t, 'a> {
    trim: &'t Trim<'a>,
    grid: &'t Grid,
    uvs: Vec<Uv>,
    ids: Vec<u32>,
    /// The edge that leads on from each point.
    edges: Vec<Option<u32>>,
    /// Points of bridges and poles that the face made for itself.
    own: HashMap<(bool, u32, u32), u32>,
    made: Vec<Point>,
    base: u32,
}

impl Boundary<'_, '_> {
    fn push(&mut self, uv: Uv, id: u32, edge: Option<u32>) {
        self.uvs.push(uv);
        self.ids.push(id);
        self.edges.push(edge);
    }

    fn ring(&mut self, l: &Loop) -> Vec<u32> {
        let first = self.uvs.len() as u32;
        for (number, piece) in l.pieces.iter().enumerate() {
            match piece {
                Piece::Along { edge, reversed, uvs, .. } => {
                    let Some(cut) = self.trim.cuts.get(*edge as usize) else { continue };
                    let last = uvs.len().saturating_sub(1);
                    for (i, uv) in uvs.iter().enumerate().take(last) {
                        let id = cut.id(if *reversed { last - i } else { i });
                        self.push(*uv, id, Some(*edge));
                    }
                }
                Piece::Pole { from, to, vertex } => {
                    let many = self.grid.pieces(*from, *to);
                    let id = match vertex {
                        Vertex::Body(id) => *id,
                        Vertex::Own(n) => self.own_point((true, *n, 0), *from),
                    };
                    // The first is the end of what came before, but with the parameters of this piece.
                    (0..many).for_each(|i| self.push(between(*from, *to, i, many), id, None));
                }
                Piece::Bridge { from, to, number: bridge, back } => {
                    let many = self.grid.pieces(*from, *to);
                    for i in 0..many {
                        let step = if *back { many - i } else { i };
                        let uv = between(*from, *to, i, many);
                        let id = match i {
                            0 => self.end_before(l, number),
                            _ => self.own_point((false, *bridge, step as u32), uv),
                        };
                        self.push(uv, id, None);
                    }
                }
            }
        }
        (first..self.uvs.len() as u32).collect()
    }

    /// The point in which the piece before ends.
    fn end_before(&mut self, l: &Loop, number: usize) -> u32 {
        let before = number.checked_sub(1).and_then(|n| l.pieces.get(n)).or(l.pieces.last());
        match before {
            Some(Piece::Along { edge, reversed, uvs, .. }) => {
                let cut = self.trim.cuts.get(*edge as usize);
                cut.map_or(0, |cut| cut.id(if *reversed { 0 } else { uvs.len().saturating_sub(1) }))
            }
            Some(Piece::Pole { vertex: Vertex::Body(id), .. }) => *id,
            Some(Piece::Pole { vertex: Vertex::Own(n), from, .. }) => self.own_point((true, *n, 0), *from),
            _ => 0,
        }
    }

    fn own_point(&mut self, key: (bool, u32, u32), uv: Uv) -> u32 {
        let next = self.base + self.made.len() as u32;
        let id = *self.own.entry(key).or_insert(next);
        if id == next {
            self.made.push(self.trim.surface.point(uv));
        }
        id
    }
}

fn between(from: Uv, to: Uv, i: usize, many: usize) -> Uv {
    let share = i as f64 / many.max(1) as f64;
    [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/// Points of the grid within the loops and not too near to them.
fn candidates(grid: &Grid, scaled: &[Uv], rings: &[Vec<u32>]) -> Vec<Uv> {
    if grid.rows.iter().all(|(_, many)| *many < 2) {
        return Vec::new();
    }
    let point = |i: u32| scaled.get(i as usize).copied().unwrap_or_default();
    let mut lines: Vec<[Uv; 2]> = Vec::new();
    for ring in rings {
        lines.extend(ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| [point(*a), point(*b)]));
    }
    let mut cells: HashMap<[i64; 2], Vec<u32>> = HashMap::new();
    for ([a, b], number) in lines.iter().zip(0u32..) {
        let long = (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        let steps = (2.0 * long).ceil().clamp(1.0, 65536.0) as usize;
        for i in 0..=steps {
            let p = between(*a, *b, i, steps);
            let list = cells.entry(p.map(|x| x.floor() as i64)).or_default();
            if list.last() != Some(&number) {
                list.push(number);
            }
        }
    }
    let near = |p: Uv| {
        let [x, y] = p.map(|x| x.floor() as i64);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [x + dx, y + dy]));
        around
            .filter_map(|cell| cells.get(&cell))
            .flatten()
            .any(|line| lines.get(*line as usize).is_some_and(|[a, b]| apart(p, *a, *b) < MARGIN))
    };
    let mut found = Vec::new();
    let width = grid.high[0] - grid.low[0];
    for (v, many) in &grid.rows {
        let y = grid.scaled([grid.low[0], *v])[1];
        let mut cuts: Vec<(f64, i32)> = Vec::new();
        for [a, b] in &lines {
            if (a[1] <= y) != (b[1] <= y) {
                let x = a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]);
                cuts.push((x, if b[1] > a[1] { -1 } else { 1 }));
            }
        }
        cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut cuts = cuts.into_iter().peekable();
        let mut winding = 0;
        for i in 1..*many {
            let x = grid.scaled([grid.low[0] + width * i as f64 / *many as f64, *v])[0];
            while let Some((_, step)) = cuts.next_if(|c| c.0 <= x) {
                winding += step;
            }
            if winding > 0 && !near([x, y]) {
                found.push([x, y]);
            }
        }
    }
    found
}

fn apart(p: Uv, a: Uv, b: Uv) -> f64 {
    let (d, q) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let square = d[0] * d[0] + d[1] * d[1];
    let share = if square > 0.0 { ((q[0] * d[0] + q[1] * d[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
    libm::hypot(q[0] - d[0] * share, q[1] - d[1] * share)
}

/// Says where triangles are too far from a surface.
struct Bent<'a> {
    surface: &'a Surface,
    grid: &'a Grid,
    at: Vec<Point>,
    chord: f64,
}

impl Bent<'_> {
    fn off_surface(&self, uv: Uv, middle: Point) -> bool {
        let uv = self.grid.unscaled(uv);
        let off = sub(self.surface.point(uv), middle);
        let far = match self.surface.normal(uv) {
            Some(n) => dot(off, n).abs(),
            None => dot(off, off).sqrt(),
        };
        far > self.chord
    }

    fn place(&self, index: u32) -> Point {
        self.at.get(index as usize).copied().unwrap_or_default()
    }
}

impl Form for Bent<'_> {
    fn split(&mut self, a: (u32, Uv), b: (u32, Uv)) -> bool {
        let middle = scale(crate::vector::add(self.place(a.0), self.place(b.0)), 0.5);
        self.off_surface([(a.1[0] + b.1[0]) / 2.0, (a.1[1] + b.1[1]) / 2.0], middle)
    }

    fn off(&mut self, [a, b, c]: [(u32, Uv); 3]) -> bool {
        let sum = crate::vector::add(crate::vector::add(self.place(a.0), self.place(b.0)), self.place(c.0));
        self.off_surface([(a.1[0] + b.1[0] + c.1[0]) / 3.0, (a.1[1] + b.1[1] + c.1[1]) / 3.0], scale(sum, 1.0 / 3.0))
    }

    fn add(&mut self, uv: Uv) {
        let uv = self.grid.unscaled(uv);
        self.at.push(self.surface.point(uv));
    }
}
