//! Shapes mixed with others.

use portolan_mesh::points;
use portolan_scene::{Attribute, GeometryId, Mesh, Morph, MorphMethod, Scene, Semantic, Shape};

use crate::Overrides;
use crate::deform::{Work, stream_data};

/// Mixes positions and all other vertex data. Targets that lack a kind of data, or have it for fewer vertices, are left
/// out of its mixture.
pub(crate) fn bend(scene: &Scene, morph: &Morph, weights: &[f64], overrides: &Overrides, work: &mut Work<'_>) {
    if morph.method == MorphMethod::Sum {
        return sum(scene, morph, weights, overrides, work);
    }
    let targets = morph.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0 && weight.is_finite());
    let targets: Vec<(GeometryId, &Mesh, f64)> = targets
        .filter_map(|(id, weight)| match &scene.geometry(*id)?.shape {
            Shape::Mesh(mesh) => Some((*id, mesh, *weight)),
            Shape::Spline(_) | Shape::Brep(_) | Shape::Empty => None,
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

/// Adds up targets, each weighed and less its base. What a target lacks it has from the shape, so that its weight goes
/// to the shape there.
fn sum(scene: &Scene, morph: &Morph, weights: &[f64], overrides: &Overrides, work: &mut Work<'_>) {
    // How much each target counts in all: with its own weight, and against those that are differences from it.
    let mut shares = vec![0.0; morph.targets.len()];
    if !weights.iter().any(|w| w.is_finite()) {
        return;
    }
    for (i, weight) in weights.iter().enumerate().filter(|(_, w)| w.is_finite()) {
        if let Some(share) = shares.get_mut(i) {
            *share += weight;
        }
        if let Some(share) = morph.bases.get(i).copied().flatten().and_then(|b| shares.get_mut(b as usize)) {
            *share -= weight;
        }
    }
    let meshes: Vec<(GeometryId, Option<&Mesh>, f64)> = morph
        .targets
        .iter()
        .zip(shares)
        .filter(|(_, share)| *share != 0.0)
        .map(|(id, share)| match scene.geometry(*id).map(|g| &g.shape) {
            Some(Shape::Mesh(mesh)) => (*id, Some(mesh), share),
            _ => (*id, None, share),
        })
        .collect();
    let blend = |base: &mut [f32], find: &dyn Fn(GeometryId, &Mesh) -> Option<Vec<f32>>| {
        let mut kept = 0.0;
        let mut sums = vec![0.0; base.len()];
        for (id, mesh, share) in &meshes {
            match mesh.and_then(|m| find(*id, m)).filter(|data| data.len() >= base.len()) {
                Some(data) => sums.iter_mut().zip(data).for_each(|(s, v)| *s += f64::from(v) * share),
                None => kept += share,
            }
        }
        for (value, sum) in base.iter_mut().zip(sums) {
            *value = (sum + f64::from(*value) * kept) as f32;
        }
    };
    blend(work.positions.as_flattened_mut(), &|id, mesh| {
        let attribute = mesh.vertices.iter().find(|a| a.semantic == Semantic::Position)?;
        let stream = mesh.streams.get(attribute.stream as usize)?;
        let data = stream_data(stream, id, attribute.stream, overrides);
        Some(points(&data, stream.width as usize).into_flattened())
    });
    for changing in &mut work.attributes {
        let (attribute, width) = (changing.attribute, changing.width);
        let find = |id: GeometryId, mesh: &Mesh| {
            let same = |a: &&Attribute| a.semantic == attribute.semantic && a.set == attribute.set;
            let found = mesh.vertices.iter().find(same)?;
            let stream = mesh.streams.get(found.stream as usize).filter(|s| s.width == width)?;
            Some(stream_data(stream, id, found.stream, overrides).into_owned())
        };
        let total: f64 = meshes.iter().map(|(.., share)| share).sum();
        let changed = meshes.iter().any(|(id, mesh, _)| mesh.is_some_and(|m| find(*id, m).is_some()));
        if changed || total != 1.0 {
            blend(changing.data.to_mut(), &find);
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
        MorphMethod::Relative | MorphMethod::Sum => 1.0,
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
