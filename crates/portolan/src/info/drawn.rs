//! What a scene draws at its rest pose.

use portolan_eval::{Overrides, Stage, bounds, pose, shown_at_rest};
use portolan_mesh::{Tolerance, curve};
use portolan_scene::{Geometry, PrimitiveKind, Scene, Shape, ViewId};

use super::Drawn;
use crate::sample::MOST_PLACES;

/// Least and greatest corner of what is drawn.
pub(super) type Bounds = ([f64; 3], [f64; 3]);

/// What a view draws, every instance counted, and how far it reaches, in the unit and axes of the document; the last tells
/// whether that is everything.
pub(super) fn drawn(scene: &Scene, view: ViewId) -> (Drawn, Option<Bounds>, bool) {
    let stage = Stage::new(scene, view, MOST_PLACES);
    let rest = Overrides::default();
    let posed = pose(scene, &stage, &rest);
    let extent = bounds(scene, &stage, &posed, &rest);
    let extent = extent.map(|(low, high)| (low.to_array(), high.to_array()));
    (count(scene, &stage, &posed.shown), extent, stage.complete)
}

/// What a view draws, every instance counted.
pub(crate) fn counted(scene: &Scene, view: ViewId) -> Drawn {
    let stage = Stage::new(scene, view, MOST_PLACES);
    count(scene, &stage, &shown_at_rest(scene, &stage))
}

fn count(scene: &Scene, stage: &Stage, shown: &[bool]) -> Drawn {
    let each: Vec<Drawn> = scene.geometries.iter().map(of_geometry).collect();
    let mut sum = Drawn::default();
    for (placed, _) in stage.placed.iter().zip(shown).filter(|(_, shown)| **shown) {
        for drawn in scene.node(placed.node).into_iter().flat_map(|n| &n.drawn).filter(|d| scene.is_visible(d)) {
            if let Some(more) = scene.chain(drawn.what).and_then(|(id, _)| each.get(id.index())) {
                sum.add(*more);
            }
        }
    }
    sum
}

pub(super) fn of_geometry(geometry: &Geometry) -> Drawn {
    let mut sum = Drawn::default();
    match &geometry.shape {
        Shape::Mesh(mesh) => {
            for primitive in &mesh.primitives {
                sum.triangles += primitive.triangles();
                sum.lines += primitive.lines();
                sum.points += if primitive.kind == PrimitiveKind::Points { primitive.corners() as u64 } else { 0 };
            }
        }
        Shape::Spline(spline) => {
            sum.lines += curve(spline, Tolerance::default()).len().saturating_sub(1) as u64;
        }
        Shape::Brep(_) | Shape::Empty => {}
    }
    sum
}
