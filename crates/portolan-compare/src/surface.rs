//! How surfaces look.

use std::collections::BTreeMap;

use portolan_scene::{ColourSlot, Drawn, Image, Material, Pixels, Scene, Shape, TextureSlot};

use crate::node::short;
use crate::{Kind, Report, Side};

/// Compares materials of the same name that anything is drawn with.
pub(crate) fn compare(a: &Side<'_>, b: &Side<'_>, report: &mut Report<'_>) {
    let (here, there) = (used(a), used(b));
    for (name, own) in &here {
        let place = format!("material `{name}`");
        let Some(other) = there.get(name) else {
            report.tell(Kind::Surface, place, "it is missing", None);
            continue;
        };
        for (word, p, q) in numbers(own).into_iter().zip(numbers(other)).map(|((w, p), (_, q))| (w, p, q)) {
            let off = (p - q).abs() / p.abs().max(1.0);
            if off > report.options.tolerance {
                let what = format!("{word} is {} and {}", short(p), short(q));
                report.tell(Kind::Surface, place.clone(), what, Some(off));
            }
        }
        let (pictures, others) = (pictures(a.scene, own), pictures(b.scene, other));
        for (slot, file) in &pictures {
            match others.get(slot) {
                None => report.tell(Kind::Surface, place.clone(), format!("its {slot} texture is missing"), None),
                Some(other) if other != file => {
                    let what = format!("its {slot} texture is `{file}` and `{other}`");
                    report.tell(Kind::Surface, place.clone(), what, None);
                }
                _ => {}
            }
        }
    }
}

fn used<'a>(side: &Side<'a>) -> BTreeMap<String, &'a Material> {
    let mut all = BTreeMap::new();
    let scene = side.scene;
    for place in &side.stage.placed {
        let drawn = scene.node(place.node).into_iter().flat_map(|n| &n.drawn);
        let bindings = drawn.flat_map(|d| d.materials.iter().filter(|b| is_drawn(scene, d, &b.symbol)));
        for material in bindings.filter_map(|b| scene.material(b.material)) {
            if let Some(label) = material.meta.label() {
                all.entry(label.to_owned()).or_insert(material);
            }
        }
    }
    all
}

/// Does a shape draw anything with a symbol?
fn is_drawn(scene: &Scene, drawn: &Drawn, symbol: &str) -> bool {
    let shape = scene.chain(drawn.what).and_then(|(id, _)| scene.geometry(id));
    let Some(Shape::Mesh(mesh)) = shape.map(|g| &g.shape) else { return false };
    mesh.primitives.iter().any(|p| p.material.as_deref() == Some(symbol) && p.corners() > 0)
}

fn numbers(material: &Material) -> Vec<(&'static str, f64)> {
    let light = |slot: ColourSlot| material.colour(slot).map_or([0.0; 3], |c| material.light(c.value));
    let ([dr, dg, db], [sr, sg, sb]) = (light(ColourSlot::Diffuse), light(ColourSlot::Specular));
    let [er, eg, eb] = light(ColourSlot::Emission);
    let k = material.transparency.map_or(1.0, |s| s.0);
    let blended = material.transparent.is_some() || material.transparency.is_some();
    let tint = material.transparent.as_ref().map_or([1.0; 4], |c| c.value);
    let own = material.physical.as_ref().and_then(|p| p.opacity.as_ref()).map_or(1.0, |o| o.value);
    let weights = if blended { material.opaque.weights(tint, k) } else { [1.0; 4] };
    let [or, og, ob, _] = weights.map(|w| (w * own).clamp(0.0, 1.0));
    vec![
        ("red", dr),
        ("green", dg),
        ("blue", db),
        ("red of its highlight", sr),
        ("green of its highlight", sg),
        ("blue of its highlight", sb),
        ("red of its own light", er),
        ("green of its own light", eg),
        ("blue of its own light", eb),
        ("its opacity for red", or),
        ("its opacity for green", og),
        ("its opacity for blue", ob),
        ("the power of its highlight", material.shininess.map_or(1.0, |s| s.0)),
    ]
}

/// File names of pictures, by what they are for.
fn pictures(scene: &Scene, material: &Material) -> BTreeMap<String, String> {
    let name = |image: &Image| match &image.pixels {
        Pixels::File { reference, .. } => {
            let last = reference.rsplit(['/', '\\']).next().unwrap_or_default();
            last.replace("%20", " ").to_ascii_lowercase()
        }
        _ => String::new(),
    };
    let told = |slot: TextureSlot| match slot {
        // What has no place in every format is compared by its colour only.
        TextureSlot::Colour(ColourSlot::Ambient | ColourSlot::Reflective | ColourSlot::Transparent) => None,
        TextureSlot::Opacity => None,
        TextureSlot::Colour(slot) => Some(format!("{slot:?}").to_ascii_lowercase()),
        other => Some(format!("{other:?}").to_ascii_lowercase()),
    };
    let textures = material.textures().filter_map(|(slot, t)| Some((told(slot)?, name(scene.image(t.image?)?))));
    textures.filter(|(_, file)| !file.is_empty()).collect()
}
