//! What exact solids are made of and measure.

use std::collections::BTreeMap;

use portolan_scene::brep::{Body, measure, worst};
use portolan_scene::{Geometry, Shape};
use serde_json::{Value, json};

use crate::import::Imported;

/// One entry for each boundary representation.
pub(super) fn breps(imported: &Imported) -> Vec<Value> {
    let solid = |geometry: &Geometry| match &geometry.shape {
        Shape::Brep(brep) => Some(brep_json(geometry.meta.label(), &brep.body)),
        _ => None,
    };
    imported.scene.geometries.iter().filter_map(solid).collect()
}

fn brep_json(name: Option<&str>, body: &Body) -> Value {
    let measures = measure(body);
    let gaps = worst(body);
    let sizes: Vec<f64> = measures.volumes.iter().map(|v| v.size).collect();
    let volume = sizes.iter().sum::<f64>();
    // The middle of the solids, or else of the faces.
    let center = match measures.closed && volume != 0.0 {
        true => Some([0, 1, 2].map(|axis| {
            let part = |q: &portolan_scene::brep::Quantity| q.size * q.center.get(axis).copied().unwrap_or(0.0);
            measures.volumes.iter().map(part).sum::<f64>() / volume
        })),
        false => (measures.area.size > 0.0).then_some(measures.area.center),
    };
    json!({
        "geometry": name,
        "vertices": body.points.len(),
        "edges": body.edges.len(),
        "wires": body.wires.len(),
        "faces": body.faces.len(),
        "shells": body.shells.len(),
        "solids": body.solids.len(),
        "surfaces": counts(body.surfaces.iter().map(|s| s.kind())),
        "curves": counts(body.curves.iter().map(|c| c.kind())),
        "pcurves": body.pcurves.len(),
        "volume": measures.closed.then_some(volume),
        "volumes": sizes,
        "area": measures.area.size,
        "center": center,
        "lengths": measures.lengths,
        "closed": measures.closed,
        "worst": {"vertex_on_curve": gaps.vertex_on_curve, "pcurve_on_surface": gaps.pcurve_on_surface},
    })
}

fn counts(kinds: impl Iterator<Item = &'static str>) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    kinds.for_each(|kind| *counts.entry(kind).or_default() += 1);
    counts
}
