//! Exact solids become triangles, for formats that have no solids.

use portolan_mesh::{Tolerance, solid};
use portolan_scene::{Content, Fate, Geometry, Losses, Scene, Shape};

use crate::codes;

/// Has a scene any boundary representation?
pub fn any(scene: &Scene) -> bool {
    scene.geometries.iter().any(|g| matches!(g.shape, Shape::Brep(_)))
}

/// Makes meshes of all boundary representations, no farther from their surfaces than a tolerance in metres; by default a
/// thousandth of the size of each.
pub fn triangles(scene: &mut Scene, tolerance: Option<f64>) -> Losses {
    let mut losses = Losses::default();
    let metres = scene.space.metres;
    let tolerance = Tolerance::metres(tolerance, metres);
    for geometry in &mut scene.geometries {
        let Shape::Brep(brep) = &geometry.shape else { continue };
        let made = solid(brep, tolerance, &geometry.meta);
        let (name, origin) = (geometry.meta.label().unwrap_or("?"), geometry.meta.origin);
        let message = format!(
            "the boundary representation of `{name}` is written as triangles, within {} m",
            made.distance * metres
        );
        losses.push(&codes::SOLID, Fate::Baked, origin, message);
        if !made.troubles.is_empty() {
            let many = made.troubles.len();
            let message = portolan_syntax::counted(
                many,
                &format!("face of `{name}` has wires that cross or do not bound it"),
                &format!("faces of `{name}` have wires that cross or do not bound them"),
            );
            losses.push(&codes::SOLID_FACES, Fate::Dropped, origin, message);
        }
        geometry.shape = Shape::Mesh(made.mesh);
        forget(geometry);
    }
    losses
}

/// Forgets how boundary representations were written, so that they are written anew.
pub fn forget_text(scene: &mut Scene) {
    scene.geometries.iter_mut().filter(|g| matches!(g.shape, Shape::Brep(_))).for_each(forget);
}

fn forget(geometry: &mut Geometry) {
    if let Some(aside) = &mut geometry.meta.aside {
        aside.kept.retain(|k| k.what != Content::Brep);
    }
}
