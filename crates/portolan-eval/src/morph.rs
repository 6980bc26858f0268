//! Shapes mixed with others.

use portolan_scene::{Attribute, GeometryId, Mesh, Morph, MorphMethod, Scene, Semantic, Shape};

use crate::Overrides;
use crate::deform::{Work, points, stream_data};

/// Mixes positions and all other vertex data. Targets that lack a kind of data, or have it for fewer vertices, are left
/// out of its mixture.
pub(crate) fn bend(scene: &Scene, morph: &Morph, weights: &[f64], overrides: &Overrides, work: &mut Work<'_>) {
    let targets = morph.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0 && weight.is_finite());
    let targets: Vec<(GeometryId, &Mesh, f64)> = targets
        .filter_map(|(id, weight)| match &scene.geometry(*id)?.shape {
            Shape::Mesh(mesh) => Some((*id, mesh, *weight)),
            Shape::Spline(_) | Shape::Empty => None,
        })
        .collect();
    if targets.is_empty() {
        return;
    }
    let base = work.positions.as_flattened_mut();
    let places = targets.iter().filter_map(|(id, mesh, weight)| {
        let attribute = mesh.vertices.iter().find(|a| a.semantic == Semantic::Position)?;
        let stream = mesh.streams.get(attribute.stream as usize)?;
        let data = stream_data(stream, *id, attribute.stream, overrides);
        Some((points(&data, stream.width as usize).into_flattened(), *weight))
    });
    mix(morph.method, base, places.collect());
    for (i, changing) in work.attributes.iter_mut().enumerate() {
        let others = targets.iter().filter_map(|(id, mesh, weight)| {
            let attribute = same(&mesh.vertices, changing.attribute, i)?;
            let stream = mesh.streams.get(attribute.stream as usize).filter(|s| s.width == changing.width)?;
            Some((stream_data(stream, *id, attribute.stream, overrides).into_owned(), *weight))
        });
        let others: Vec<_> = others.collect();
        if !others.is_empty() {
            mix(morph.method, changing.data.to_mut(), others);
        }
    }
}

/// The attribute of a target that belongs to one of the base: of the same set, else at the same place.
fn same<'a>(attributes: &'a [Attribute], wanted: &Attribute, place: usize) -> Option<&'a Attribute> {
    let exact = attributes.iter().find(|a| a.semantic == wanted.semantic && a.set == wanted.set);
    let others = || attributes.iter().filter(|a| a.semantic != Semantic::Position);
    exact.or_else(|| others().nth(place).filter(|a| a.semantic == wanted.semantic))
}

fn mix(method: MorphMethod, base: &mut [f32], mut targets: Vec<(Vec<f32>, f64)>) {
    targets.retain(|(data, _)| data.len() >= base.len());
    let total: f64 = targets.iter().map(|(_, weight)| weight).sum();
    let kept = match method {
        MorphMethod::Normalized => 1.0 - total,
        MorphMethod::Relative => 1.0,
    };
    let mut sums: Vec<f64> = base.iter().map(|v| f64::from(*v) * kept).collect();
    for (data, weight) in &targets {
        for (sum, value) in sums.iter_mut().zip(data) {
            *sum += f64::from(*value) * weight;
        }
    }
    for (value, sum) in base.iter_mut().zip(sums) {
        *value = sum as f32;
    }
}
