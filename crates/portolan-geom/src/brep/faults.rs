//! What does not fit together in a body.

use super::mesh::{Precision, Prepared, Trouble, tessellate};
use super::trim::{Course, Trim, apart};
use super::{Body, Edge};

/// Gaps below this share of the size are those of rounded numbers.
const ROUNDED: f64 = 1e-4;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A vertex of an edge is not where the curve is at its parameter.
    VertexOffCurve,
    /// The curve of an edge in the parameters of a face leads elsewhere than its curve in space.
    PcurveOffSurface,
    /// An edge of a shell that bounds a solid has only one face.
    OpenShell,
    /// Two faces of a shell use an edge in the same direction.
    SameDirection,
    /// The outer wire of a face runs against the normal.
    WireAgainstNormal,
    /// The faces of a solid look inwards.
    InsideOut,
    /// The wires of a face bound nothing.
    NoOutline,
    /// The wires of a face cross each other or themselves.
    Crossing,
}

/// Something that does not fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The edge, for what concerns edges; the face or solid otherwise.
    pub index: u32,
    /// The face or shell in which the edge is wrong.
    pub within: Option<u32>,
    /// How far off, where it is a distance.
    pub distance: f64,
}

/// The largest gaps.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Worst {
    /// Between a vertex and the curve of its edge.
    pub vertex_on_curve: f64,
    /// Between an edge in space and in the parameters of a face.
    pub pcurve_on_surface: f64,
}

/// The largest gaps of a body.
#[must_use]
pub fn worst(body: &Body) -> Worst {
    let prepared = Prepared::new(body);
    let mut found = Worst::default();
    vertices(&prepared, |_, distance| found.vertex_on_curve = found.vertex_on_curve.max(distance));
    pcurves(&prepared, |_, _, distance| found.pcurve_on_surface = found.pcurve_on_surface.max(distance));
    found
}

/// What of a body is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Vertices on their curves.
    Vertices,
    /// Curves in parameters on their surfaces.
    Pcurves,
    /// Shells of solids: closed, and with faces that run along their edges in opposite directions.
    Shells,
    /// Wires and normals, solids and their insides.
    Directions,
    /// Wires of faces: whether they bound anything, and do not cross.
    Outlines,
}

/// Everything that does not fit, each fault once.
#[must_use]
pub fn faults(body: &Body, look: Look) -> Vec<Fault> {
    let prepared = Prepared::new(body);
    let rounded = ROUNDED * prepared.size;
    let mut found = Vec::new();
    let mut push = |kind, index, within, distance| found.push(Fault { kind, index, within, distance });
    match look {
        Look::Vertices => vertices(&prepared, |edge, distance| {
            if distance > rounded {
                push(FaultKind::VertexOffCurve, edge, None, distance);
            }
        }),
        Look::Pcurves => pcurves(&prepared, |edge, face, distance| {
            if distance > rounded {
                push(FaultKind::PcurveOffSurface, edge, Some(face), distance);
            }
        }),
        Look::Shells => {
            for shell in body.solids.iter().flatten() {
                for (edge, kind) in unbalanced(body, &prepared, shell.index) {
                    push(kind, edge, Some(shell.index), 0.0);
                }
            }
        }
        Look::Directions => return directions(&prepared),
        Look::Outlines => {
            for trouble in tessellate(body, Precision::within((prepared.size * 1e-2).max(1e-300))).troubles {
                let (kind, face) = match trouble {
                    Trouble::NoOutline(face) => (FaultKind::NoOutline, face),
                    Trouble::Crossing(face) => (FaultKind::Crossing, face),
                };
                if closes(body, face) {
                    push(kind, face, None, 0.0);
                }
            }
        }
    }
    found
}

/// Do the wires of a face close: does each edge begin where the one before ended?
fn closes(body: &Body, face: u32) -> bool {
    let Some(face) = body.faces.get(face as usize) else { return false };
    let Some(surface) = body.surfaces.get(face.surface as usize) else { return false };
    face.wires.iter().all(|wire| {
        let uses = Trim::uses(body, surface, *wire);
        let next = uses.iter().cycle().skip(1);
        uses.iter().zip(next).all(|(a, b)| body.ends(*a)[1] == body.ends(*b)[0])
    })
}

/// Wires that run against the normals of their faces, faces without outline, solids inside out.
fn directions(prepared: &Prepared<'_>) -> Vec<Fault> {
    let body = prepared.body;
    let mut found = Vec::new();
    let mut push = |kind, index, within, distance| found.push(Fault { kind, index, within, distance });
    let precision = Precision { chord: (prepared.size * 1e-2).max(1e-300), angle: 0.5 };
    let mut cuts = prepared.cuts(precision, &vec![1.0; body.edges.len()]);
    prepared.follow(&mut cuts, precision);
    for (face, number) in body.faces.iter().zip(0u32..) {
        let Some(trim) = prepared.trim(number as usize, &cuts) else { continue };
        let loops = trim.loops(face);
        // Of loops that run around, the direction is found when they are joined.
        let around = loops.iter().any(|l| l.turns != [0, 0]);
        let areas = loops.iter().map(|l| l.area());
        let largest = areas.max_by(|a, b| a.abs().total_cmp(&b.abs()));
        if prepared.outline(number as usize, &cuts).is_none() {
            push(FaultKind::NoOutline, number, None, 0.0);
        } else if !around && largest.is_some_and(|a| a < 0.0) {
            push(FaultKind::WireAgainstNormal, number, None, 0.0);
        }
    }
    if found.is_empty() {
        let measures = super::measure(body);
        let inside = measures.volumes.iter().zip(0u32..).filter(|(v, _)| v.size < 0.0);
        found.extend(inside.map(|(v, solid)| Fault {
            kind: FaultKind::InsideOut,
            index: solid,
            within: None,
            distance: v.size,
        }));
    }
    found
}

/// How far the vertices of each edge are from its curve, as the document says it.
fn vertices(prepared: &Prepared<'_>, mut tell: impl FnMut(u32, f64)) {
    let body = prepared.body;
    for ((edge, settled), number) in body.edges.iter().zip(&prepared.edges).zip(0..) {
        // An edge that turned out to be a point has no curve to be on.
        let Some(curve) = body.curve_of(settled).and(body.curve_of(edge)) else { continue };
        let [start, end] = edge.ends.map(|v| body.vertex(v));
        let off = apart(curve.point(edge.range[0]), start).max(apart(curve.point(edge.range[1]), end));
        tell(number, off);
    }
}

fn pcurves(prepared: &Prepared<'_>, mut tell: impl FnMut(u32, u32, f64)) {
    let body = prepared.body;
    for p in &body.pcurves {
        let (Some(trim), Some(edge)) = (prepared.trim(p.face as usize, &[]), prepared.edges.get(p.edge as usize))
        else {
            continue;
        };
        let [start, _] = edge.range;
        let direct = Course::Curve { curve: p.curve, start, from: start, rate: 1.0 };
        let course = trim.course(p.edge, p.curve).unwrap_or(direct);
        tell(p.edge, p.face, gap(&trim, edge, course));
    }
}

/// How far an edge and its curve in parameters are apart, at some places.
fn gap(trim: &Trim<'_>, edge: &Edge, course: Course) -> f64 {
    let [start, end] = edge.range;
    let at = |share: f64| {
        let t = start + (end - start) * share;
        apart(trim.surface.point(trim.uv(course, edge, t, None)), trim.point(edge, t))
    };
    [0.0, 0.21, 0.5, 0.77, 1.0].into_iter().map(at).fold(0.0, f64::max)
}

/// Edges of a shell that do not stand between two faces, once in each direction.
pub(crate) fn unbalanced(body: &Body, prepared: &Prepared<'_>, shell: u32) -> Vec<(u32, FaultKind)> {
    let mut balance = vec![(0u32, 0i32); body.edges.len()];
    for face in body.shells.get(shell as usize).into_iter().flatten() {
        for wire in body.faces.get(face.index as usize).into_iter().flat_map(|f| &f.wires) {
            for used in body.wires.get(wire.index as usize).into_iter().flatten() {
                let turned = used.reversed != (wire.reversed != face.reversed);
                if let Some(entry) = balance.get_mut(used.index as usize) {
                    *entry = (entry.0 + 1, entry.1 + if turned { -1 } else { 1 });
                }
            }
        }
    }
    let real = |edge: usize| prepared.edges.get(edge).is_some_and(|e| e.curve.is_some());
    let wrong = balance.iter().enumerate().filter(|(edge, _)| real(*edge)).filter_map(|(edge, (count, sum))| {
        let kind = match (count, sum) {
            (0, _) | (_, 0) => return None,
            (1, _) => FaultKind::OpenShell,
            _ => FaultKind::SameDirection,
        };
        Some((edge as u32, kind))
    });
    wrong.collect()
}
