//! How surfaces look.

use std::collections::BTreeMap;

use portolan_eval::material as posed;
use portolan_scene::{ColourSlot, Filter, Material, MaterialId, Origin, Sampler, Shading, TextureSlot};

use crate::side::Side;
use crate::words::{label, material as called, short};
use crate::{Kind, Options, Textures};

/// Something that differs: its kind, its place, words, how much, and whether it matters little.
pub(crate) struct Found {
    pub kind: Kind,
    pub place: String,
    pub what: String,
    pub amount: Option<f64>,
    pub minor: bool,
    /// Where the two were written.
    pub origins: [Option<Origin>; 2],
}

/// Materials that belong together, each with a place where they are seen.
pub(crate) type Pairs = BTreeMap<(Option<MaterialId>, Option<MaterialId>), String>;

/// Compares materials that belong together, as both scenes are posed now.
pub(crate) fn compare(
    a: &Side<'_>,
    b: &Side<'_>,
    pairs: &Pairs,
    textures: &dyn Textures,
    options: &Options,
) -> Vec<Found> {
    let mut all = Vec::new();
    for ((own, other), place) in pairs {
        let look = |side: &Side<'_>, id: &Option<MaterialId>| {
            id.and_then(|id| posed(side.scene, id, &side.overrides)).map(|m| m.into_owned())
        };
        let (p, q) = (look(a, own), look(b, other));
        let origin = |m: &Option<Material>| m.as_ref().map(|m| m.meta.origin);
        let origins = [origin(&p), origin(&q)];
        let mut found = match (&p, &q) {
            (Some(p), Some(q)) => look_apart(p, q, textures, options),
            (None, None) => Vec::new(),
            _ => {
                let what = format!("its material differs: {} vs {}", called(a.scene, *own), called(b.scene, *other));
                all.push(Found {
                    kind: Kind::Surface,
                    place: place.clone(),
                    what,
                    amount: None,
                    minor: false,
                    origins,
                });
                continue;
            }
        };
        let (Some(p), Some(q)) = (&p, &q) else { continue };
        let differs = found.iter().any(|f| !f.minor);
        let elsewhere = |side: &Side<'_>, name: &str| side.scene.materials.iter().any(|m| label(&m.meta) == name);
        let (own, other) = (label(&p.meta), label(&q.meta));
        if differs && own != other && elsewhere(b, own) && elsewhere(a, other) {
            let what = format!("it uses material `{other}` instead of `{own}`");
            all.push(Found { kind: Kind::Surface, place: place.clone(), what, amount: None, minor: false, origins });
            continue;
        }
        for found in &mut found {
            found.place = format!("material `{own}`");
            found.origins = origins;
        }
        all.extend(found);
    }
    all
}

fn look_apart(own: &Material, other: &Material, textures: &dyn Textures, options: &Options) -> Vec<Found> {
    let mut all = Vec::new();
    let mut tell = |kind: Kind, what: String, amount: Option<f64>, minor: bool| {
        all.push(Found { kind, place: String::new(), what, amount, minor, origins: [None; 2] });
    };
    for ((word, p), (_, q)) in numbers(own, options.details).into_iter().zip(numbers(other, options.details)) {
        let off = (p - q).abs() / p.abs().max(1.0);
        if off > options.tolerance {
            tell(Kind::Surface, format!("{word} differs: {} vs {}", short(p), short(q)), Some(off), false);
        }
    }
    if options.details && own.shading != other.shading {
        let what = format!("its shading model differs: {} vs {}", equation(own.shading), equation(other.shading));
        // Formats with linear colours know one equation only; both have highlights there.
        let minor = own.linear != other.linear && shines(own) == shines(other);
        tell(Kind::Surface, what, None, minor);
    }
    let dull = !shines(own) && !shines(other);
    let told = |s: &TextureSlot| {
        let highlight = *s == TextureSlot::Colour(ColourSlot::Specular);
        !(highlight && dull) && (options.details || is_common(*s))
    };
    for place in TextureSlot::ALL.iter().copied().filter(told) {
        let word = slot(place);
        let (p, q) = match (own.texture(place), other.texture(place)) {
            (Some(p), Some(q)) => (p, q),
            (Some(_), None) => {
                tell(Kind::Surface, format!("its {word} texture is missing"), None, false);
                continue;
            }
            (None, Some(_)) => {
                tell(Kind::Surface, format!("its {word} texture was added"), None, !options.details);
                continue;
            }
            (None, None) => continue,
        };
        match (p.image, q.image) {
            (Some(p), Some(q)) => {
                if let Some(what) = textures.differ(p, q) {
                    tell(Kind::Texture, format!("its {word} texture: {what}"), None, false);
                }
            }
            (Some(_), None) => tell(Kind::Texture, format!("its {word} texture has no image any more"), None, false),
            (None, Some(_)) => tell(Kind::Texture, format!("its {word} texture has an image now"), None, true),
            (None, None) => {}
        }
        if options.details {
            if wraps(&p.sampler) != wraps(&q.sampler) {
                let what =
                    format!("its {word} texture wrapping differs: {} vs {}", wraps(&p.sampler), wraps(&q.sampler));
                tell(Kind::Surface, what, None, false);
            }
            if filters(&p.sampler) != filters(&q.sampler) {
                tell(Kind::Surface, format!("its {word} texture filtering differs"), None, true);
            }
            if (p.amount - q.amount).abs() > options.tolerance {
                let what = format!("its {word} texture strength differs: {} vs {}", short(p.amount), short(q.amount));
                tell(Kind::Surface, what, Some((p.amount - q.amount).abs()), false);
            }
        }
    }
    all
}

/// Is it a texture that every format with textures has?
fn is_common(slot: TextureSlot) -> bool {
    use ColourSlot::{Ambient, Reflective, Transparent};
    !matches!(slot, TextureSlot::Colour(Ambient | Reflective | Transparent) | TextureSlot::Opacity)
}

/// The word for a texture.
pub(crate) fn slot(slot: TextureSlot) -> String {
    match slot {
        TextureSlot::Colour(colour) => format!("{colour:?}").to_ascii_lowercase(),
        other => format!("{other:?}").to_ascii_lowercase(),
    }
}

fn wraps(sampler: &Sampler) -> String {
    format!("{:?} {:?}", sampler.wrap_s, sampler.wrap_t).to_ascii_lowercase()
}

fn filters(sampler: &Sampler) -> (bool, bool, u32) {
    // Nothing said is the usual filter.
    let nearest = |f: Filter| f == Filter::Nearest;
    (nearest(sampler.magnify), nearest(sampler.minify), sampler.anisotropy.max(1))
}

fn equation(shading: Shading) -> &'static str {
    match shading {
        Shading::Constant => "constant",
        Shading::Lambert => "Lambert's",
        Shading::Phong => "Phong's",
        Shading::Blinn => "Blinn's",
    }
}

/// Does its equation have highlights?
fn shines(material: &Material) -> bool {
    material.physical.is_some() || !matches!(material.shading, Shading::Lambert | Shading::Constant)
}

fn numbers(material: &Material, details: bool) -> Vec<(&'static str, f64)> {
    let light = |slot: ColourSlot| material.colour(slot).map_or([0.0; 3], |c| material.light(c.value));
    let shines = shines(material);
    let [dr, dg, db] = light(ColourSlot::Diffuse);
    let [sr, sg, sb] = if shines { light(ColourSlot::Specular) } else { [0.0; 3] };
    let [er, eg, eb] = light(ColourSlot::Emission);
    let k = material.transparency.map_or(1.0, |s| s.0);
    let blended = material.transparent.is_some() || material.transparency.is_some();
    let tint = material.transparent.as_ref().map_or([1.0; 4], |c| c.value);
    let own = material.physical.as_ref().and_then(|p| p.opacity.as_ref()).map_or(1.0, |o| o.value);
    let weights = if blended { material.opaque.weights(tint, k) } else { [1.0; 4] };
    let [or, og, ob, _] = weights.map(|w| (w * own).clamp(0.0, 1.0));
    let mut all = vec![
        ("red", dr),
        ("green", dg),
        ("blue", db),
        ("red of its specular colour", sr),
        ("green of its specular colour", sg),
        ("blue of its specular colour", sb),
        ("red of its emission", er),
        ("green of its emission", eg),
        ("blue of its emission", eb),
        ("its opacity for red", or),
        ("its opacity for green", og),
        ("its opacity for blue", ob),
        ("its shininess", material.shininess.filter(|_| shines).map_or(1.0, |s| s.0)),
    ];
    if details {
        let ([ar, ag, ab], [rr, rg, rb]) = (light(ColourSlot::Ambient), light(ColourSlot::Reflective));
        all.extend([
            ("red of its ambient colour", ar),
            ("green of its ambient colour", ag),
            ("blue of its ambient colour", ab),
            ("red of its reflection colour", rr),
            ("green of its reflection colour", rg),
            ("blue of its reflection colour", rb),
            ("its reflectivity", material.reflectivity.map_or(0.0, |s| s.0)),
            ("its index of refraction", material.refraction.map_or(1.0, |s| s.0)),
        ]);
        let physical = material.physical.clone().unwrap_or_default();
        let amount = |a: &Option<portolan_scene::Amount>, or: f64| a.as_ref().map_or(or, |a| a.value);
        all.extend([
            ("its metalness", amount(&physical.metalness, 0.0)),
            ("its roughness", amount(&physical.roughness, -1.0)),
            ("its clear coat roughness", amount(&physical.clearcoat_roughness, 0.0)),
            ("its sheen roughness", amount(&physical.sheen_roughness, 0.0)),
        ]);
    }
    all
}
