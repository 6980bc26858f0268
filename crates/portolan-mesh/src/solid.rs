//! Exact solids as triangles.

use portolan_geom::brep::{Meshed, Precision, Trouble, tessellate};
use portolan_scene::brep::Brep;
use portolan_scene::{Attribute, Input, Mesh, Meta, Primitive, PrimitiveKind, Semantic, Stream};

use crate::Tolerance;

/// Triangles of a boundary representation: one primitive for each material, and lines for edges that bound nothing. Normals
/// are those of the surfaces.
pub struct Solid {
    /// The triangles and lines.
    pub mesh: Mesh,
    /// What could not be drawn.
    pub troubles: Vec<Trouble>,
    /// How far triangles may be from the surfaces, in the unit of the scene.
    pub distance: f64,
}

/// The triangles of a boundary representation, no farther from it than the tolerance.
pub fn solid(brep: &Brep, tolerance: Tolerance, meta: &Meta) -> Solid {
    let size = brep.body.size();
    let distance = tolerance.distance(size);
    // Finer than this the numbers of a mesh could not tell points apart.
    let distance = distance.max(size * 1e-7);
    let meshed = tessellate(&brep.body, Precision::within(distance));
    let closed = !brep.body.solids.is_empty() && free_faces(brep) == 0;
    let troubles = meshed.troubles.clone();
    Solid { mesh: mesh(brep, &meshed, closed, meta), troubles, distance }
}

/// Faces that bound no solid: both of their sides are seen.
fn free_faces(brep: &Brep) -> usize {
    let body = &brep.body;
    let mut bounds = vec![false; body.faces.len()];
    let shells = body.solids.iter().flatten().filter_map(|s| body.shells.get(s.index as usize));
    for face in shells.flatten() {
        if let Some(bounds) = bounds.get_mut(face.index as usize) {
            *bounds = true;
        }
    }
    bounds.iter().filter(|b| !**b).count()
}

fn mesh(brep: &Brep, meshed: &Meshed, closed: bool, meta: &Meta) -> Mesh {
    let mut positions = Vec::with_capacity(meshed.points.len() * 3);
    positions.extend(meshed.points.iter().flatten().map(|x| *x as f32));
    let mut normals: Vec<f32> = Vec::new();
    // Faces of one material in one primitive, in the order in which materials are first used.
    let mut groups: Vec<(Option<&str>, Vec<u32>)> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for face in &meshed.faces {
        let symbol = brep.symbol(face.face);
        let group = *known.entry(symbol).or_insert_with(|| {
            groups.push((symbol, Vec::new()));
            groups.len() - 1
        });
        let Some((_, indices)) = groups.get_mut(group) else { continue };
        let first = (normals.len() / 3) as u32;
        normals.extend(face.normals.iter().flatten().map(|x| *x as f32));
        indices.reserve(face.triangles.len() * 6);
        for corner in face.triangles.iter().flatten() {
            let vertex = face.vertices.get(*corner as usize).copied().unwrap_or(0);
            indices.extend([vertex, first + corner]);
        }
    }
    let part = |kind, indices, counts| {
        Primitive::plain(Meta { origin: meta.origin, ..Meta::default() }, kind, indices, counts)
    };
    let normal = Attribute { semantic: Semantic::Normal, set: None, stream: 1 };
    let mut primitives: Vec<Primitive> = Vec::new();
    for (symbol, indices) in groups {
        let inputs = vec![Input { attribute: normal.clone(), column: 1 }];
        let plain = part(PrimitiveKind::Triangles, indices, Vec::new());
        primitives.push(Primitive { material: symbol.map(Into::into), inputs, stride: 2, ..plain });
    }
    if !meshed.lines.is_empty() {
        let counts = meshed.lines.iter().map(|l| l.len() as u32).collect();
        primitives.push(part(PrimitiveKind::LineStrips, meshed.lines.concat(), counts));
    }
    if !meshed.alone.is_empty() {
        primitives.push(part(PrimitiveKind::Points, meshed.alone.clone(), Vec::new()));
    }
    Mesh {
        streams: vec![Stream::new(3, positions), Stream::new(3, normals)],
        vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
        primitives,
        double_sided: (!closed && !meshed.faces.is_empty()).then_some(true),
        convex: false,
    }
}
