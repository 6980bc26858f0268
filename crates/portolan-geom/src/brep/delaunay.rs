//! Triangles between loops, by a constrained Delaunay triangulation.

use std::collections::HashMap;

use spade::handles::{FixedVertexHandle, InnerTag};
use spade::{ConstrainedDelaunayTriangulation, Point2, PositionInTriangulation, Triangulation};

use super::Uv;

/// Rounds in which triangles that are off are made smaller.
const ROUNDS: usize = 10;
/// Edges shorter than this share of a usual step are not cut.
const SHORTEST: f64 = 1.0 / 32.0;
/// Triangles times lines that are compared at most when lines cross.
const MOST_TESTS: usize = 200_000_000;

type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// Points and triangles of a face.
#[derive(Clone, Default, Debug)]
pub(crate) struct Triangles {
    /// Points that were added, behind those that were given.
    pub added: Vec<Uv>,
    /// Corners, counter-clockwise in parameters.
    pub corners: Vec<[u32; 3]>,
    /// Pairs of points whose line crosses another one.
    pub crossed: Vec<[u32; 2]>,
}

/// What the triangles are for.
pub(crate) trait Form {
    /// The point that is inserted where the straight line between two places is too far from the surface.
    fn split(&mut self, a: (u32, Uv), b: (u32, Uv)) -> bool;
    /// Is the middle of a triangle too far from the surface?
    fn off(&mut self, corners: [(u32, Uv); 3]) -> bool;
    /// Takes note of a point that was added.
    fn add(&mut self, uv: Uv);
}

/// The triangles that loops wind around. Loops are rows of indices of points; `inner` are candidates for points within.
///
/// Where lines cross, the result tells between which points, and triangles are chosen by how the loops wind around them.
pub(crate) fn triangulate(
    points: &[Uv],
    loops: &[Vec<u32>],
    inner: &[Uv],
    room: usize,
    form: Option<&mut dyn Form>,
) -> Triangles {
    let mut done = Triangles::default();
    // Points in the same place are one.
    let mut known: HashMap<[u64; 2], u32> = HashMap::with_capacity(points.len());
    let mut vertices: Vec<Point2<f64>> = Vec::with_capacity(points.len() + inner.len());
    let mut originals: Vec<u32> = Vec::with_capacity(points.len());
    let mut merged: Vec<u32> = Vec::with_capacity(points.len());
    for (uv, at) in points.iter().zip(0u32..) {
        let [x, y] = uv.map(clean);
        let next = vertices.len() as u32;
        let index = *known.entry([x.to_bits(), y.to_bits()]).or_insert(next);
        if index == next {
            vertices.push(Point2::new(x, y));
            originals.push(at);
        }
        merged.push(index);
    }
    let boundary = vertices.len();
    for uv in inner {
        let [x, y] = uv.map(clean);
        if !known.contains_key(&[x.to_bits(), y.to_bits()]) {
            vertices.push(Point2::new(x, y));
            done.added.push([x, y]);
        }
    }
    let mut lines: Vec<[usize; 2]> = Vec::new();
    for list in loops {
        let ends = list.iter().zip(list.iter().cycle().skip(1));
        for (a, b) in ends {
            let (a, b) = (index(&merged, *a), index(&merged, *b));
            if a != b {
                lines.push([a as usize, b as usize]);
            }
        }
    }
    let mut crossed: Vec<[usize; 2]> = Vec::new();
    let unique = {
        let mut seen = std::collections::HashSet::with_capacity(lines.len());
        lines.iter().filter(|[a, b]| seen.insert([*a.min(b), *a.max(b)])).copied().collect()
    };
    let Ok(mut cdt) = Cdt::try_bulk_load_cdt(vertices, unique, |pair| crossed.push(pair)) else {
        return done;
    };
    let given = originals.len();
    let name = |vertex: usize| match originals.get(vertex) {
        Some(original) => *original,
        None => points.len() as u32 + (vertex - given) as u32,
    };
    let Some(mut inside) = Inside::new(&cdt, &lines) else {
        done.crossed.extend(lines.iter().filter(|[a, b]| !has_edge(&cdt, *a, *b)).map(|l| l.map(&name)));
        done.corners = by_winding(&cdt, &lines, boundary, name);
        return done;
    };
    done.crossed.extend(crossed.iter().map(|l| l.map(&name)));
    if let Some(form) = form {
        done.added.iter().for_each(|uv| form.add(*uv));
        for _ in 0..ROUNDS {
            let new = wanted(&cdt, &inside, form, &name);
            if new.is_empty() || done.added.len() + new.len() > room {
                break;
            }
            for uv in new {
                let point = Point2::new(uv[0], uv[1]);
                // A point on the boundary would cut it for this face only.
                let within = match cdt.locate(point) {
                    PositionInTriangulation::OnFace(_) => true,
                    PositionInTriangulation::OnEdge(edge) => !cdt.directed_edge(edge).is_constraint_edge(),
                    _ => false,
                };
                let before = cdt.num_vertices();
                if within && cdt.insert(point).is_ok() && cdt.num_vertices() > before {
                    done.added.push(uv);
                    form.add(uv);
                }
            }
            match Inside::new(&cdt, &lines) {
                Some(next) => inside = next,
                None => {
                    done.corners = by_winding(&cdt, &lines, boundary, name);
                    return done;
                }
            }
        }
    }
    for face in cdt.inner_faces() {
        if inside.has(face.fix().index()) {
            done.corners.push(face.vertices().map(|v| name(v.fix().index())));
        }
    }
    done
}

fn index(list: &[u32], at: u32) -> u32 {
    list.get(at as usize).copied().unwrap_or(0)
}

/// Coordinates that the triangulation takes.
fn clean(x: f64) -> f64 {
    if x.abs() < 1e-40 || !x.is_finite() { 0.0 } else { x.clamp(-1e100, 1e100) }
}

fn handle(index: usize) -> FixedVertexHandle {
    FixedVertexHandle::from_index(index)
}

fn has_edge(cdt: &Cdt, a: usize, b: usize) -> bool {
    cdt.get_edge_from_neighbors(handle(a), handle(b)).is_some()
}

/// Which triangles loops wind around.
struct Inside {
    winding: Vec<i32>,
}

impl Inside {
    /// From outside inwards, over one edge after another. `None` if a line of a loop is no edge.
    fn new(cdt: &Cdt, lines: &[[usize; 2]]) -> Option<Inside> {
        let mut steps = vec![0i32; cdt.num_directed_edges()];
        for [a, b] in lines {
            let edge = cdt.get_edge_from_neighbors(handle(*a), handle(*b))?;
            if let Some(step) = steps.get_mut(edge.fix().index()) {
                *step += 1;
            }
            if let Some(step) = steps.get_mut(edge.rev().fix().index()) {
                *step -= 1;
            }
        }
        let mut winding = vec![i32::MIN; cdt.num_all_faces()];
        let step = |index: usize| steps.get(index).copied().unwrap_or(0);
        let mut open = Vec::new();
        if let Some(outside) = winding.get_mut(cdt.outer_face().fix().index()) {
            *outside = 0;
        }
        for edge in cdt.directed_edges().filter(|e| e.is_outer_edge()) {
            let face = edge.rev().face();
            if let Some(w) = winding.get_mut(face.fix().index()).filter(|w| **w == i32::MIN) {
                *w = -step(edge.fix().index());
                open.extend(face.as_inner().map(|f| f.fix()));
            }
        }
        while let Some(face) = open.pop() {
            let here = winding.get(face.index()).copied().unwrap_or(0);
            for edge in cdt.face(face).adjacent_edges() {
                let other = edge.rev().face();
                if let Some(w) = winding.get_mut(other.fix().index()).filter(|w| **w == i32::MIN) {
                    *w = here - step(edge.fix().index());
                    open.extend(other.as_inner().map(|f| f.fix()));
                }
            }
        }
        Some(Inside { winding })
    }

    fn has(&self, face: usize) -> bool {
        self.winding.get(face).is_some_and(|w| *w > 0)
    }
}

/// Points that triangles need to come closer to the surface.
fn wanted(cdt: &Cdt, inside: &Inside, form: &mut dyn Form, name: &dyn Fn(usize) -> u32) -> Vec<Uv> {
    let mut new = Vec::new();
    let mut bad = vec![false; cdt.num_all_faces()];
    let at = |v: spade::handles::VertexHandle<'_, Point2<f64>, (), spade::CdtEdge<()>, ()>| {
        let p = v.position();
        (name(v.fix().index()), [p.x, p.y])
    };
    for edge in cdt.undirected_edges() {
        let directed = edge.as_directed();
        let faces = [directed.face(), directed.rev().face()];
        if edge.is_constraint_edge() || !faces.iter().all(|f| inside.has(f.fix().index())) {
            continue;
        }
        let (a, b) = (at(directed.from()), at(directed.to()));
        let long = (a.1[0] - b.1[0]).abs().max((a.1[1] - b.1[1]).abs());
        if long > SHORTEST && form.split(a, b) {
            new.push([(a.1[0] + b.1[0]) / 2.0, (a.1[1] + b.1[1]) / 2.0]);
            for face in faces {
                if let Some(bad) = bad.get_mut(face.fix().index()) {
                    *bad = true;
                }
            }
        }
    }
    for face in cdt.inner_faces() {
        let number = face.fix().index();
        if !inside.has(number) || bad.get(number).is_some_and(|b| *b) {
            continue;
        }
        let corners = face.vertices().map(at);
        let [a, b, c] = corners.map(|(_, uv)| uv);
        let long = (a[0] - b[0]).abs().max((a[1] - c[1]).abs()).max((b[0] - c[0]).abs());
        if long > SHORTEST && form.off(corners) {
            new.push([(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0]);
        }
    }
    new
}

/// Triangles by how often the lines wind around their middles: for loops that cross.
fn by_winding(cdt: &Cdt, lines: &[[usize; 2]], boundary: usize, name: impl Fn(usize) -> u32) -> Vec<[u32; 3]> {
    if cdt.num_inner_faces().saturating_mul(lines.len()) > MOST_TESTS {
        return Vec::new();
    }
    let place = |v: usize| {
        let p = cdt.vertex(handle(v)).position();
        [p.x, p.y]
    };
    let ends: Vec<[Uv; 2]> =
        lines.iter().filter(|l| l.iter().all(|v| *v < boundary)).map(|[a, b]| [place(*a), place(*b)]).collect();
    let around = |p: Uv| ends.iter().map(|[a, b]| winds(p, *a, *b)).sum::<i32>();
    let mut found = Vec::new();
    for face in cdt.inner_faces() {
        let face: spade::handles::FaceHandle<'_, InnerTag, _, _, _, _> = face;
        let [a, b, c] = face.vertices().map(|v| v.position());
        if around([(a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0]) > 0 {
            found.push(face.vertices().map(|v| name(v.fix().index())));
        }
    }
    found
}

/// How a line from one place to another counts for the winding around a point.
pub(crate) fn winds(p: Uv, a: Uv, b: Uv) -> i32 {
    let side = (b[0] - a[0]) * (p[1] - a[1]) - (p[0] - a[0]) * (b[1] - a[1]);
    match (a[1] <= p[1], b[1] <= p[1]) {
        (true, false) if side > 0.0 => 1,
        (false, true) if side < 0.0 => -1,
        _ => 0,
    }
}
