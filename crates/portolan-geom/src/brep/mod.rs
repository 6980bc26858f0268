//! Solids by their boundaries: curves and surfaces by formula, and what bounds what.
//!
//! [`Curve`] and [`Surface`] evaluate points with first and second derivatives, and lead from a point back to its
//! parameters. A [`Body`] is vertices, edges, wires, faces, shells and solids over them; [`tessellate`] makes triangles
//! within a tolerance, closed where the solids are, and [`measure`] gives volumes, areas and lengths by integration along
//! the exact boundaries.
//!
//! The laws are those of chapter 9 of COLLADA 1.5: angles in radians, lines by length, cones along their axis.

mod chain;
mod curve;
pub(crate) mod delaunay;
mod edge;
mod face;
mod faults;
mod frame;
mod grid;
mod join;
mod measure;
mod mesh;
mod moved;
mod nurbs;
mod project;
mod sheet;
mod surface;
mod trim;

pub use curve::{Conic, Curve, Jet};
pub use faults::{Fault, FaultKind, Look, Worst, faults, worst};
pub use frame::Frame;
pub use measure::{Measures, Quantity, measure};
pub use mesh::{FaceMesh, Meshed, Precision, Trouble, tessellate};
pub use nurbs::{MOST_DEGREE, Nurbs, NurbsSurface};
pub use surface::{Surface, SurfaceJet};

/// A point or vector.
pub type Point = [f64; 3];
/// Parameters of a surface.
pub type Uv = [f64; 2];

/// Solids, shells, faces, wires and edges over curves and surfaces.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Body {
    /// Where vertices are.
    pub points: Vec<Point>,
    /// Curves in space.
    pub curves: Vec<Curve>,
    /// Curves in the parameters of surfaces: the third coordinate does not count.
    pub curves_2d: Vec<Curve>,
    /// Surfaces.
    pub surfaces: Vec<Surface>,
    /// Pieces of curves between vertices.
    pub edges: Vec<Edge>,
    /// Edges one after another.
    pub wires: Vec<Vec<Oriented>>,
    /// Pieces of surfaces within wires.
    pub faces: Vec<Face>,
    /// Edges in the parameters of the surfaces of their faces.
    pub pcurves: Vec<Pcurve>,
    /// Faces that belong together.
    pub shells: Vec<Vec<Oriented>>,
    /// What shells bound.
    pub solids: Vec<Vec<Oriented>>,
}

/// A piece of a curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// Index of its curve; an edge without one is a single point in space.
    pub curve: Option<u32>,
    /// The vertices where it begins and ends.
    pub ends: [u32; 2],
    /// The parameters of the curve there.
    pub range: [f64; 2],
}

/// Something that is used as it is, or turned around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Oriented {
    /// Its index.
    pub index: u32,
    /// Is it turned around?
    pub reversed: bool,
}

/// A piece of a surface.
#[derive(Clone, PartialEq, Debug)]
pub struct Face {
    /// Index of its surface.
    pub surface: u32,
    /// What bounds it.
    pub wires: Vec<Oriented>,
    /// What kind of face it is to whoever made the body: an index of a material.
    pub label: Option<u32>,
}

/// An edge as a curve in the parameters of a surface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pcurve {
    /// The edge.
    pub edge: u32,
    /// The face.
    pub face: u32,
    /// Index of the curve among those of two dimensions.
    pub curve: u32,
}

/// Is a number one, and not so large that squares of it are none?
#[must_use]
pub fn is_usable(x: f64) -> bool {
    x.abs() < 1e100
}

impl Body {
    /// The box around vertices and curves, as far as edges use them.
    pub fn bounds(&self) -> Option<(Point, Point)> {
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        let mut add = |p: Point| {
            for ((low, high), x) in low.iter_mut().zip(&mut high).zip(p) {
                if x.is_finite() {
                    (*low, *high) = (low.min(x), high.max(x));
                }
            }
        };
        self.points.iter().for_each(|p| add(*p));
        for edge in &self.edges {
            let Some(curve) = edge.curve.and_then(|c| self.curves.get(c as usize)) else { continue };
            let [from, to] = edge.range;
            if !matches!(curve, Curve::Line { .. }) && (to - from).is_finite() {
                (0..=16).for_each(|i| add(curve.point(from + (to - from) * f64::from(i) / 16.0)));
            }
        }
        low.iter().zip(&high).all(|(a, b)| a <= b).then_some((low, high))
    }

    /// The largest extent of the box along an axis; 0 for a body without points.
    pub fn size(&self) -> f64 {
        self.bounds().map_or(0.0, |(low, high)| low.iter().zip(&high).map(|(a, b)| b - a).fold(0.0, f64::max))
    }

    /// How a face stands in shells and solids: turned around, or not. A face of several counts as in the first.
    pub(crate) fn turned_faces(&self) -> Vec<bool> {
        let mut turned: Vec<Option<bool>> = vec![None; self.faces.len()];
        let mut shells: Vec<Option<bool>> = vec![None; self.shells.len()];
        for used in self.solids.iter().flatten() {
            if let Some(shell) = shells.get_mut(used.index as usize) {
                shell.get_or_insert(used.reversed);
            }
        }
        for (shell, reversed) in self.shells.iter().zip(shells) {
            for used in shell {
                if let Some(face) = turned.get_mut(used.index as usize) {
                    face.get_or_insert(used.reversed != reversed.unwrap_or(false));
                }
            }
        }
        turned.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Edges that bound faces, one mark for each edge.
    pub(crate) fn bounding_edges(&self) -> Vec<bool> {
        let mut used = vec![false; self.edges.len()];
        for wire in self.faces.iter().flat_map(|f| &f.wires) {
            for edge in self.wires.get(wire.index as usize).into_iter().flatten() {
                if let Some(used) = used.get_mut(edge.index as usize) {
                    *used = true;
                }
            }
        }
        used
    }

    /// Where a vertex is.
    pub(crate) fn vertex(&self, index: u32) -> Point {
        self.points.get(index as usize).copied().unwrap_or_default()
    }

    /// The vertices where an edge begins and ends in the direction in which it is used.
    pub(crate) fn ends(&self, used: Oriented) -> [u32; 2] {
        let ends = self.edges.get(used.index as usize).map_or([0; 2], |e| e.ends);
        if used.reversed { [ends[1], ends[0]] } else { ends }
    }

    /// The edges with parameters that belong to their vertices. An edge that is a single point has no curve; on a closed
    /// curve the second parameter is the larger one.
    #[must_use]
    pub fn settled(&self) -> Vec<Edge> {
        edge::settle(self, self.size())
    }

    /// The curve of an edge.
    pub(crate) fn curve_of(&self, edge: &Edge) -> Option<&Curve> {
        edge.curve.and_then(|c| self.curves.get(c as usize))
    }

    /// Do all indices lead somewhere, and are all numbers finite?
    pub fn is_sound(&self) -> bool {
        let within = |list: &[Oriented], many: usize| list.iter().all(|o| (o.index as usize) < many);
        self.points.iter().flatten().all(|x| x.is_finite())
            && self.curves.iter().chain(&self.curves_2d).all(Curve::is_sound)
            && self.surfaces.iter().all(Surface::is_sound)
            && self.edges.iter().all(|e| {
                e.curve.is_none_or(|c| (c as usize) < self.curves.len())
                    && e.ends.iter().all(|v| (*v as usize) < self.points.len())
                    && e.range.iter().all(|t| t.is_finite())
            })
            && self.wires.iter().all(|w| within(w, self.edges.len()))
            && self
                .faces
                .iter()
                .all(|f| (f.surface as usize) < self.surfaces.len() && within(&f.wires, self.wires.len()))
            && self.pcurves.iter().all(|p| {
                (p.edge as usize) < self.edges.len()
                    && (p.face as usize) < self.faces.len()
                    && (p.curve as usize) < self.curves_2d.len()
            })
            && self.shells.iter().all(|s| within(s, self.faces.len()))
            && self.solids.iter().all(|s| within(s, self.shells.len()))
    }
}

#[cfg(test)]
mod tests;
