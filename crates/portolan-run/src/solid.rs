//! Shapes as triangles, to be pointed at and to be run into.

use std::rc::Rc;

use portolan_eval::normal_matrix;
use portolan_geom::tree::{Side, Tree};
use portolan_mesh::{Data, Elements, Faces, data, first};
use portolan_scene::glam::DVec3;
use portolan_scene::{Geometry, Mesh, Semantic, Shape};
use portolan_xvrml::world::NodeId;

use crate::round::Round;
use crate::run::Run;

/// The triangles of a geometry node.
#[derive(Debug)]
pub(crate) struct Solid {
    pub tree: Tree,
    mesh: Mesh,
    faces: Faces,
    side: Side,
    /// What it is in truth, if it is round.
    round: Option<Round>,
}

/// What is hit by a ray.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    /// The place of the shape.
    pub place: u32,
    /// How many times the direction leads there.
    pub distance: f64,
    /// Where, in the world.
    pub point: DVec3,
    /// The normal there, in the world.
    pub normal: DVec3,
    /// The texture coordinates there.
    pub texture: [f64; 2],
}

impl Solid {
    fn new(geometry: Geometry, round: Option<Round>) -> Option<Solid> {
        let Shape::Mesh(mesh) = geometry.shape else { return None };
        let primitive = mesh.primitives.first()?;
        let faces = Faces::new(&mesh, primitive);
        if faces.kind != Elements::Triangles {
            return None;
        }
        let positions = mesh.positions()?;
        let corner = |corner: u32| {
            let vertex = primitive.vertex(corner as usize).unwrap_or(0);
            portolan_mesh::triple(positions.row(vertex as usize))
        };
        let tree = Tree::new((0..faces.count).map(|f| faces.corners(f).map(corner)));
        let side = if mesh.double_sided == Some(true) { Side::Both } else { Side::Front };
        Some(Solid { tree, faces, side, mesh, round })
    }

    /// What a triangle has at a point of it.
    fn mixed<const N: usize>(&self, semantic: &Semantic, triangle: u32, weights: [f64; 3]) -> Option<[f64; N]> {
        let primitive = self.mesh.primitives.first()?;
        let all = data(&self.mesh, primitive);
        let found: Data<'_> = first(&self.mesh, &all, semantic, N as u32)?;
        let mut sum = [0.0; N];
        for (corner, weight) in self.faces.corners(triangle).into_iter().zip(weights) {
            let row = found.row(&self.mesh, primitive, corner as usize);
            sum.iter_mut().zip(row).for_each(|(s, v)| *s += f64::from(*v) * weight);
        }
        Some(sum)
    }
}

impl Run {
    /// The triangles of a shape's geometry; `None` if it has none.
    pub(crate) fn solid(&mut self, shape: NodeId) -> Option<Rc<Solid>> {
        let geometry = *self.live.world.nodes_in(shape, "geometry").first()?;
        if let Some(known) = self.solids.get(&geometry) {
            return known.clone();
        }
        let lowered = self.live.geometry(self.outside.resources(), geometry);
        let round = Round::of(&self.live.world, geometry);
        let solid = lowered.and_then(|lowered| Solid::new(lowered, round)).map(Rc::new);
        self.solids.insert(geometry, solid.clone());
        solid
    }

    /// The nearest thing that is drawn and that a ray hits.
    pub(crate) fn pick(&mut self, origin: DVec3, direction: DVec3) -> Option<Hit> {
        let space = self.space();
        let mut nearest: Option<(Hit, u32, [f64; 3], Rc<Solid>)> = None;
        for (at, place) in (0..).zip(&space.places) {
            if !place.drawn || self.live.world.kind(place.node) != "Shape" {
                continue;
            }
            let Some(solid) = self.solid(place.node) else { continue };
            let back = place.here.inverse();
            if !back.is_finite() {
                continue;
            }
            let (from, along) = (back.transform_point3(origin), back.transform_vector3(direction));
            let limit = nearest.as_ref().map_or(f64::INFINITY, |n| n.0.distance);
            let Some(hit) = solid.tree.ray(from.to_array(), along.to_array(), limit, solid.side) else { continue };
            if hit.distance < limit {
                let point = origin + direction * hit.distance;
                let found = Hit { place: at, distance: hit.distance, point, normal: DVec3::ZERO, texture: [0.0; 2] };
                nearest = Some((found, hit.triangle, hit.weights, solid));
            }
        }
        let (mut hit, triangle, weights, solid) = nearest?;
        let here = space.get(hit.place)?.here;
        let mut normal = solid.mixed::<3>(&Semantic::Normal, triangle, weights).map(DVec3::from_array);
        hit.texture = solid.mixed::<2>(&Semantic::TexCoord, triangle, weights).unwrap_or_default();
        let round = solid.round.filter(|round| round.has_on_its_side(normal.unwrap_or_default()));
        let back = here.inverse();
        let (from, along) = (back.transform_point3(origin), back.transform_vector3(direction));
        if let Some(found) = round.and_then(|round| round.hit(from, along, hit.distance)) {
            (hit.distance, hit.texture, normal) = (found.distance, found.texture, Some(found.normal));
            hit.point = origin + direction * found.distance;
        }
        if let Some(normal) = normal {
            hit.normal = (normal_matrix(here) * normal).normalize_or_zero();
        }
        Some(hit)
    }
}
