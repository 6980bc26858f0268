//! Bodies as triangles.

use std::collections::HashMap;

use portolan_parallel::prelude::*;

use super::edge::{Cut, cut, settle};
use super::face::{Made, mesh, outline};
use super::trim::{Loop, Piece, Trim, apart};
use super::{Body, Edge, Point, Surface, Uv};

/// How exact triangles are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Precision {
    /// The largest distance from curves and surfaces.
    pub chord: f64,
    /// The largest turn between neighbours, in radians.
    pub angle: f64,
}

/// The largest turn when nothing else is said: a circle has thirteen pieces at least.
const ANGLE: f64 = 0.5;
/// What is left of the distance for curves and surfaces, so that rounding does not exceed it.
const SHARE: f64 = 0.9;
/// Rounds in which edges whose lines cross others are cut finer.
const ROUNDS: usize = 6;

/// Points of all edges at most; beyond that, all are cut less finely.
const MOST_OF_EDGES: usize = 1 << 21;
/// Points within all faces together, at most and of one face at most; each may have the least number.
const MOST_INNER: usize = 1 << 21;
const MOST_OF_FACE: usize = 1 << 19;
const LEAST_INNER: usize = 1 << 8;

impl Precision {
    /// Within a distance.
    #[must_use]
    pub fn within(distance: f64) -> Precision {
        Precision { chord: distance, angle: ANGLE }
    }
}

/// A body as triangles and lines.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Meshed {
    /// Where all points are: vertices of the body first, then points of edges, then those of faces.
    pub points: Vec<Point>,
    /// Triangles of each face that has any, turned as the solids turn it.
    pub faces: Vec<FaceMesh>,
    /// Edges that bound no face.
    pub lines: Vec<Vec<u32>>,
    /// Vertices of no edge.
    pub alone: Vec<u32>,
    /// What could not be made.
    pub troubles: Vec<Trouble>,
}

/// Triangles of a face.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct FaceMesh {
    /// The face.
    pub face: u32,
    /// The point of each corner that the face has.
    pub vertices: Vec<u32>,
    /// The normals there, from the surface.
    pub normals: Vec<Point>,
    /// The parameters there.
    pub uvs: Vec<Uv>,
    /// Triangles over these corners.
    pub triangles: Vec<[u32; 3]>,
}

/// What could not be made of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The wires of a face bound no piece of its surface.
    NoOutline(u32),
    /// Wires of a face cross each other or themselves.
    Crossing(u32),
}

/// A body prepared for cutting.
pub(crate) struct Prepared<'a> {
    pub body: &'a Body,
    pub size: f64,
    pub edges: Vec<Edge>,
    pub pcurves: Vec<HashMap<u32, Vec<u32>>>,
    /// How often faces use each edge.
    pub uses: Vec<u32>,
    /// The sheet of each face on a surface of revolution that meets its axis.
    pub sheets: Vec<Option<[f64; 2]>>,
}

impl<'a> Prepared<'a> {
    pub fn new(body: &'a Body) -> Prepared<'a> {
        let size = body.size();
        let mut pcurves: Vec<HashMap<u32, Vec<u32>>> = vec![HashMap::new(); body.faces.len()];
        for p in &body.pcurves {
            if let Some(face) = pcurves.get_mut(p.face as usize) {
                face.entry(p.edge).or_default().push(p.curve);
            }
        }
        let mut uses = vec![0; body.edges.len()];
        for wire in body.faces.iter().flat_map(|f| &f.wires) {
            for used in body.wires.get(wire.index as usize).into_iter().flatten() {
                if let Some(count) = uses.get_mut(used.index as usize) {
                    *count += 1;
                }
            }
        }
        let sheets = vec![None; body.faces.len()];
        let mut prepared = Prepared { body, size, edges: settle(body, size), pcurves, uses, sheets };
        prepared.find_sheets();
        prepared
    }

    /// Follows the boundary of a face.
    pub fn trim<'t>(&'t self, face: usize, cuts: &'t [Cut]) -> Option<Trim<'t>> {
        let surface = self.body.surfaces.get(self.body.faces.get(face)?.surface as usize)?;
        let pcurves = self.pcurves.get(face)?;
        let room = (MOST_INNER / self.body.faces.len().max(1)).clamp(LEAST_INNER, MOST_OF_FACE);
        let sheet = self.sheets.get(face).copied().flatten();
        Some(Trim { body: self.body, surface, edges: &self.edges, cuts, size: self.size, pcurves, room, sheet })
    }

    /// The loops of a face.
    pub fn outline(&self, face: usize, cuts: &[Cut]) -> Option<Vec<Loop>> {
        let trim = self.trim(face, cuts)?;
        let shared = |edge: u32| self.uses.get(edge as usize).is_some_and(|n| *n > 1);
        outline(&trim, self.body.faces.get(face)?, &shared)
    }

    /// Cuts all edges; those with a factor finer.
    pub fn cuts(&self, precision: Precision, factors: &[f64]) -> Vec<Cut> {
        let of = |(edge, factor): (&Edge, &f64)| {
            let chord = precision.chord * factor;
            cut(self.body, edge, Precision { chord, angle: precision.angle * factor.sqrt() })
        };
        self.edges.iter().zip(factors).map(of).collect()
    }

    /// Cuts edges finer where a straight line in the parameters of a face leads away from them.
    pub fn follow(&self, cuts: &mut [Cut], precision: Precision) {
        for face in 0..self.body.faces.len() {
            let Some(trim) = self.trim(face, cuts) else { continue };
            if matches!(trim.surface, Surface::Plane { .. }) {
                continue;
            }
            let mut finer: Vec<(u32, Vec<f64>)> = Vec::new();
            let loops = self.body.faces.get(face).map(|f| trim.loops(f)).unwrap_or_default();
            for piece in loops.iter().flat_map(|l| &l.pieces) {
                let Piece::Along { edge, reversed, course, uvs } = piece else { continue };
                let (Some(cut), Some(of)) = (cuts.get(*edge as usize), self.edges.get(*edge as usize)) else {
                    continue;
                };
                let mut params = cut.params.clone();
                if *reversed {
                    params.reverse();
                }
                let mut all = Vec::with_capacity(params.len());
                for (t, uv) in params.windows(2).zip(uvs.windows(2)) {
                    let (&[a, b], &[p, q]) = (t, uv) else { continue };
                    all.push(a);
                    halve(&trim, of, *course, [a, b], [p, q], precision.chord, 5, &mut all);
                }
                all.extend(params.last());
                if all.len() > params.len() {
                    if *reversed {
                        all.reverse();
                    }
                    finer.push((*edge, all));
                }
            }
            for (edge, params) in finer {
                if let Some(cut) = cuts.get_mut(edge as usize).filter(|c| c.params.len() < params.len()) {
                    cut.params = params;
                }
            }
        }
    }
}

#[allow(clippy::too_many_arguments)]
fn halve(
    trim: &Trim<'_>,
    edge: &Edge,
    course: super::trim::Course,
    [a, b]: [f64; 2],
    [p, q]: [Uv; 2],
    chord: f64,
    deep: usize,
    out: &mut Vec<f64>,
) {
    let (middle, straight) = ((a + b) / 2.0, [(p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0]);
    if deep == 0 || trim.at_pole(p) || trim.at_pole(q) {
        return;
    }
    if apart(trim.surface.point(straight), trim.point(edge, middle)) <= 3.0 * chord {
        return;
    }
    let uv = trim.uv(course, edge, middle, Some(straight));
    // A curve that is elsewhere does not come nearer by cutting.
    if (uv[0] - straight[0]).abs() + (uv[1] - straight[1]).abs() < 1e-9 * ((p[0] - q[0]).abs() + (p[1] - q[1]).abs()) {
        return;
    }
    halve(trim, edge, course, [a, middle], [p, uv], chord, deep - 1, out);
    out.push(middle);
    halve(trim, edge, course, [middle, b], [uv, q], chord, deep - 1, out);
}

/// Gives numbers to the points of edges and tells where all points are.
pub(crate) fn number(body: &Body, edges: &[Edge], cuts: &mut [Cut]) -> Vec<Point> {
    let mut points = body.points.clone();
    for (edge, cut) in edges.iter().zip(cuts) {
        cut.first = points.len() as u32;
        let Some(curve) = body.curve_of(edge) else { continue };
        let inner = cut.params.iter().skip(1).take(cut.inner() as usize);
        points.extend(inner.map(|t| curve.point(*t)));
    }
    points
}

/// The triangles of all faces, and lines for what bounds none. Edges are cut once, so that faces which share one have the
/// same points there. The work is bounded by limits on the pieces of an edge and the points of a face.
#[must_use]
pub fn tessellate(body: &Body, precision: Precision) -> Meshed {
    let mut precision = Precision { chord: precision.chord * SHARE, ..precision };
    let prepared = Prepared::new(body);
    let mut factors = vec![1.0; body.edges.len()];
    let mut round = 0;
    loop {
        let mut cuts = prepared.cuts(precision, &factors);
        while cuts.iter().map(|c| c.params.len()).sum::<usize>() > MOST_OF_EDGES && precision.angle < 100.0 {
            precision = Precision { chord: precision.chord * 4.0, angle: precision.angle * 2.0 };
            cuts = prepared.cuts(precision, &factors);
        }
        prepared.follow(&mut cuts, precision);
        let places = number(body, &prepared.edges, &mut cuts);
        let faces: Vec<usize> = (0..body.faces.len()).collect();
        let one = |face: &usize| {
            let loops = prepared.outline(*face, &cuts)?;
            Some(mesh(&prepared.trim(*face, &cuts)?, *face as u32, &loops, &places, precision))
        };
        let made: Vec<Option<Made>> = faces.par_iter().map(one).collect();
        round += 1;
        let mut again = false;
        if round < ROUNDS {
            for edge in made.iter().flatten().flat_map(|m| &m.crossed) {
                if let Some(factor) = factors.get_mut(*edge as usize) {
                    *factor = 0.25f64.powi(round as i32);
                    again = true;
                }
            }
        }
        if !again {
            return collect(body, &cuts, places, made);
        }
    }
}

fn collect(body: &Body, cuts: &[Cut], places: Vec<Point>, made: Vec<Option<Made>>) -> Meshed {
    let turned = body.turned_faces();
    let shared = places.len() as u32;
    let mut done = Meshed { points: places, ..Meshed::default() };
    for (made, face) in made.into_iter().zip(0u32..) {
        let Some(Made { mut mesh, own, crossed }) = made else {
            done.troubles.push(Trouble::NoOutline(face));
            continue;
        };
        if !crossed.is_empty() {
            done.troubles.push(Trouble::Crossing(face));
        }
        let offset = done.points.len() as u32 - shared;
        mesh.vertices.iter_mut().filter(|v| **v >= shared).for_each(|v| *v += offset);
        done.points.extend(own);
        if turned.get(face as usize).is_some_and(|t| *t) {
            mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
            mesh.normals.iter_mut().for_each(|n| *n = n.map(|x| -x));
        }
        if mesh.triangles.is_empty() {
            done.troubles.push(Trouble::NoOutline(face));
        } else {
            done.faces.push(mesh);
        }
    }
    let bounding = body.bounding_edges();
    let mut touched = vec![false; body.points.len()];
    for ((edge, cut), bounds) in body.edges.iter().zip(cuts).zip(bounding) {
        for end in edge.ends {
            if let Some(t) = touched.get_mut(end as usize) {
                *t = true;
            }
        }
        if !bounds && !cut.degenerate {
            done.lines.push((0..cut.params.len()).map(|i| cut.id(i)).collect());
        }
    }
    done.alone.extend(touched.iter().zip(0u32..).filter(|(t, _)| !**t).map(|(_, v)| v));
    done
}
