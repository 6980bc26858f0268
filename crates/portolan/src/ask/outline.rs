//! What a scene consists of, with the lines that say it.

use portolan_eval::{Playing, duration};
use portolan_scene::{ClipId, Meta, Pixels, Scene};
use serde_json::{Value, json};

use super::document::place;
use crate::{Error, File};

/// Nodes, shapes, materials, cameras, lights, joints, bodies and clips of a file, each with its place in the document.
pub fn outline(file: &File) -> Result<Value, Error> {
    let scene = file.scene()?;
    let named = |meta: &Meta| json!({ "id": meta.id, "name": meta.name, "place": place(file, meta.origin) });
    let with = |mut value: Value, more: Value| {
        if let (Some(all), Value::Object(more)) = (value.as_object_mut(), more) {
            all.extend(more);
        }
        value
    };
    let nodes: Vec<Value> = scene.nodes.iter().map(|node| with(named(&node.meta), node_value(scene, node))).collect();
    let views: Vec<Value> = scene
        .views
        .iter()
        .map(|view| {
            with(named(&view.meta), json!({ "roots": view.roots.iter().map(|r| r.index()).collect::<Vec<_>>() }))
        })
        .collect();
    let images = scene.images.iter().map(|image| {
        let (reference, location) = match &image.pixels {
            Pixels::File { reference, location } => (Some(reference), location.as_ref()),
            _ => (None, None),
        };
        with(named(&image.meta), json!({ "reference": reference, "location": location }))
    });
    let images: Vec<Value> = images.collect();
    let clips = scene.clips.iter().enumerate().map(|(number, clip)| {
        let (start, end) = duration(scene, &Playing::Clip(ClipId(number as u32))).unwrap_or_default();
        with(named(&clip.meta), json!({ "start": start, "end": end }))
    });
    let clips: Vec<Value> = clips.collect();
    let playing = duration(scene, &Playing::Default).map(|(start, end)| json!([start, end]));
    let bodies: Vec<Value> =
        scene.physics.iter().flat_map(|p| &p.bodies).map(|b| json!({ "name": b.label() })).collect();
    fn all<T>(items: &[T], told: impl Fn(&T) -> Value) -> Vec<Value> {
        items.iter().map(told).collect()
    }
    Ok(json!({
        "unit": { "name": scene.space.unit, "meters": scene.space.metres },
        "up_axis": scene.space.up.letter(),
        "nodes": nodes,
        "scenes": views,
        "default_scene": scene.default_view.map(|v| v.index()),
        "geometries": all(&scene.geometries, |g| named(&g.meta)),
        "materials": all(&scene.materials, |m| named(&m.meta)),
        "images": images,
        "cameras": all(&scene.cameras, |c| named(&c.meta)),
        "lights": all(&scene.lights, |l| named(&l.meta)),
        "animations": all(&scene.animations, |a| named(&a.meta)),
        "clips": clips,
        "duration": playing,
        "mechanisms": all(&scene.mechanisms, |m| named(&m.meta)),
        "bodies": bodies,
    }))
}

fn node_value(scene: &Scene, node: &portolan_scene::Node) -> Value {
    let drawn: Vec<Value> = node
        .drawn
        .iter()
        .map(|drawn| {
            let materials: Vec<usize> = drawn.materials.iter().map(|m| m.material.index()).collect();
            json!({ "geometry": scene.bent(drawn.what).map(|(bent, _)| bent.geometry.index()), "materials": materials })
        })
        .collect();
    json!({
        "sid": node.meta.sid,
        "joint": node.joint,
        "hidden": node.hidden,
        "children": node.below().map(|c| c.index()).collect::<Vec<_>>(),
        "matrix": node.matrix().to_cols_array().to_vec(),
        "shapes": node.drawn.len(),
        "drawn": drawn,
        "cameras": node.cameras.iter().map(|c| c.index()).collect::<Vec<_>>(),
        "lights": node.lights.iter().map(|l| l.index()).collect::<Vec<_>>(),
    })
}
