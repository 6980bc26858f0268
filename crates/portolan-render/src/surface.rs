//! Materials, ready to be looked at.

use std::borrow::Cow;

use portolan_scene::glam::DVec3;
use portolan_scene::{Amount, Colour, Fate, Losses, Material, Opaque, Shading, TextureUse};

use crate::codes;
use crate::microfacet::{Coat, Fibres, straight, width};
use crate::render::Subject;
use crate::shading::{Finish, Highlight};
use crate::used::{Number, Place, Relief, Slot, Used};

/// A material with its pictures.
#[derive(Clone, Debug)]
pub(crate) struct Surface<'a> {
    lit: bool,
    emission: Slot<'a>,
    ambient: Slot<'a>,
    diffuse: Slot<'a>,
    specular: Slot<'a>,
    highlight: Highlight,
    /// A factor of the exponent of the highlight.
    sharpness: Option<Used<'a>>,
    /// A factor of ambient light.
    occlusion: Option<Used<'a>>,
    metal: Option<Metal<'a>>,
    coat: Option<(Slot<'a>, Number<'a>)>,
    coat_normal: Option<Used<'a>>,
    fibres: Option<(Slot<'a>, Number<'a>)>,
    transparent: Option<Slot<'a>>,
    transparency: f64,
    opaque: Opaque,
    opacity: Option<Number<'a>>,
    relief: Vec<(Used<'a>, Relief)>,
    /// Does the alpha of the colours of vertices count?
    vertex_alpha: bool,
    /// Is what lies behind it seen through it?
    pub blended: bool,
}

/// A surface of small mirrors.
#[derive(Clone, Debug)]
struct Metal<'a> {
    metalness: Number<'a>,
    roughness: Number<'a>,
    /// What an insulator mirrors; `None`: its specular colour.
    straight: Option<f64>,
}

impl<'a> Surface<'a> {
    /// Of a material. `channel` tells which coordinates a name stands for.
    pub fn new(
        material: &Material,
        subject: &Subject<'a>,
        channel: &mut dyn FnMut(&str) -> Option<usize>,
        notes: &mut Losses,
    ) -> Surface<'a> {
        let label = material.meta.label().unwrap_or("?");
        let origin = material.meta.origin;
        let mut used = |texture: &TextureUse| {
            let found = texture.image.and_then(|i| subject.textures.texture(i));
            let channel = channel(&texture.coordinates);
            if found.is_none() {
                let message = format!("a texture image of material `{label}` is missing");
                notes.push(&codes::TEXTURE_MISSING, Fate::Approximated, origin, message);
            } else if channel.is_none() {
                let message = format!("material `{label}` has a texture, but a shape has no texture coordinates");
                notes.push(&codes::NO_COORDINATES, Fate::Approximated, origin, message);
            }
            Used::new(texture, found, channel)
        };
        let physical = material.physical.as_deref();
        // Pictures are computed in the space that screens show; amounts of light are encoded for it.
        let mut shown = Cow::Borrowed(material);
        if subject.encode && material.linear {
            let shown = shown.to_mut();
            shown.encode();
            // What an insulator mirrors is a share of the light, not a colour.
            if physical.is_some() {
                shown.specular.clone_from(&material.specular);
            }
        }
        let sharpness = physical.and_then(|p| p.shininess.as_ref()).map(&mut used);
        let occlusion = physical.and_then(|p| p.occlusion.as_ref()).map(&mut used);
        let coat_normal = physical.and_then(|p| p.clearcoat_normal.as_ref()).map(&mut used);
        let mut relief = Vec::new();
        let heights = if shown.linear { Relief::First } else { Relief::Heights };
        if let Some(bump) = &material.bump {
            relief.push((used(&bump.texture), if bump.is_normal_map { Relief::Normals } else { heights }));
        }
        if let Some(height) = physical.and_then(|p| p.height.as_ref()) {
            relief.push((used(height), heights));
        }
        let mut number = |amount: Option<&Amount>, default: f64| {
            let (value, texture) = amount.map_or((default, None), |a| (a.value, a.texture.as_ref()));
            Number { value: finite(value), picture: texture.map(&mut used) }
        };
        let coat_roughness = number(physical.and_then(|p| p.clearcoat_roughness.as_ref()), 0.0);
        let fibre_roughness = number(physical.and_then(|p| p.sheen_roughness.as_ref()), 0.0);
        let opacity = physical.and_then(|p| p.opacity.as_ref()).map(|o| number(Some(o), 1.0));
        let metal = physical.filter(|p| p.metalness.is_some() || p.roughness.is_some()).map(|p| Metal {
            metalness: number(p.metalness.as_ref(), 0.0),
            roughness: number(p.roughness.as_ref(), 0.0),
            straight: material.specular.is_none().then(|| straight(material.refraction.map_or(1.0, |r| r.0))),
        });
        let mut slot = |colour: Option<&Colour>| match colour {
            Some(c) => Slot { value: c.value, picture: c.texture.as_deref().map(&mut used) },
            None => Slot { value: [0.0, 0.0, 0.0, 1.0], picture: None },
        };
        let transparent = shown.transparent.as_ref().map(|t| slot(Some(t)));
        let (emission, diffuse) = (slot(shown.emission.as_ref()), slot(shown.diffuse.as_ref()));
        let specular = slot(shown.specular.as_ref());
        // Formats without an ambient colour have one colour for all light.
        let without = shown.linear || material.linear && metal.is_some();
        let ambient = if without { shown.ambient.as_ref().or(shown.diffuse.as_ref()) } else { None };
        let ambient = slot(ambient.or(shown.ambient.as_ref()));
        let layer = |colour: Option<&Colour>, slot: &mut dyn FnMut(Option<&Colour>) -> Slot<'a>| {
            let seen = colour.filter(|c| c.texture.is_some() || c.value.iter().take(3).any(|v| *v != 0.0));
            seen.map(|c| slot(Some(c)))
        };
        let coat = layer(physical.and_then(|p| p.clearcoat.as_ref()), &mut slot).map(|c| (c, coat_roughness));
        let fibres = layer(physical.and_then(|p| p.sheen.as_ref()), &mut slot).map(|c| (c, fibre_roughness));
        let mut surface = Surface {
            lit: material.shading != Shading::Constant,
            emission,
            ambient,
            diffuse,
            specular,
            highlight: if metal.is_some() { Highlight::Facets(0.0) } else { highlight(&shown) },
            sharpness,
            occlusion,
            metal,
            coat,
            coat_normal,
            fibres,
            transparent,
            transparency: finite(material.transparency.map_or(1.0, |s| s.0)),
            opaque: material.opaque,
            opacity,
            relief,
            vertex_alpha: material.vertex_alpha,
            blended: false,
        };
        let pictured = |slot: &Slot<'_>| slot.picture.is_some();
        let pictured = surface.transparent.as_ref().is_some_and(pictured)
            || surface.opacity.as_ref().is_some_and(|o| o.picture.is_some());
        let given = surface.transparent.as_ref().map_or([1.0; 4], |t| t.value);
        let opacity = surface.opacity.as_ref().map_or(1.0, |o| o.value);
        let weights = surface.weigh(given, opacity);
        surface.blended =
            material.is_blended() && (material.vertex_alpha || pictured || weights.iter().any(|w| *w < 1.0));
        if material.refraction.is_some_and(|r| r.0 != 1.0 && surface.blended) {
            let message = format!("refraction of material `{label}` is not rendered");
            notes.push(&codes::NOT_SHOWN, Fate::Dropped, origin, message);
        }
        if material.reflective.is_some() && material.reflectivity.is_some_and(|r| r.0 != 0.0) {
            let message = format!("reflections of material `{label}` are not rendered");
            notes.push(&codes::NOT_SHOWN, Fate::Dropped, origin, message);
        }
        surface
    }

    /// Is it black without lamps, though it has a colour?
    pub fn needs_light(&self) -> bool {
        let seen = |slot: &Slot<'_>| slot.picture.is_some() || slot.value.iter().take(3).any(|c| *c > 0.0);
        self.lit && seen(&self.diffuse) && !seen(&self.emission)
    }

    /// What it is like at a place.
    pub fn finish(&self, place: &dyn Place) -> Finish {
        let (mut diffuse, mut emission) = (self.diffuse.rgb(place), self.emission.rgb(place));
        if let Some([r, g, b, _]) = place.colour() {
            diffuse *= DVec3::new(r, g, b);
            if !self.lit {
                emission *= DVec3::new(r, g, b);
            }
        }
        let first = |used: &Option<Used<'_>>| used.as_ref().map_or(1.0, |u| u.at(place)[0]);
        let mut highlight = match self.highlight {
            Highlight::Mirrored(n) => Highlight::Mirrored(n * first(&self.sharpness)),
            Highlight::Half(n) => Highlight::Half(n * first(&self.sharpness)),
            other => other,
        };
        let mut specular = if highlight == Highlight::None { DVec3::ZERO } else { self.specular.rgb(place) };
        if let Some(metal) = &self.metal {
            let share = metal.metalness.share(place);
            highlight = Highlight::Facets(width(metal.roughness.share(place)));
            let insulator = metal.straight.map_or(specular, DVec3::splat);
            specular = insulator.lerp(diffuse, share);
            diffuse *= 1.0 - share;
        }
        Finish {
            lit: self.lit,
            emission,
            ambient: self.ambient.rgb(place) * first(&self.occlusion),
            diffuse,
            specular,
            highlight,
            coat: self.coat.as_ref().map(|(c, r)| Coat { colour: c.rgb(place), alpha: width(r.share(place)) }),
            fibres: self.fibres.as_ref().map(|(c, r)| Fibres { colour: c.rgb(place), alpha: width(r.share(place)) }),
        }
    }

    /// How much it counts against what lies behind it: red, green, blue, alpha, from 0 to 1.
    pub fn weights(&self, place: &dyn Place) -> [f64; 4] {
        if !self.blended {
            return [1.0; 4];
        }
        let mut opacity = self.opacity.as_ref().map_or(1.0, |o| o.at(place));
        if let (true, Some([.., alpha])) = (self.vertex_alpha, place.colour()) {
            opacity *= alpha;
        }
        self.weigh(self.transparent.as_ref().map_or([1.0; 4], |t| t.at(place)), opacity)
    }

    fn weigh(&self, transparent: [f64; 4], opacity: f64) -> [f64; 4] {
        let weights = match &self.transparent {
            // Nothing but its opacity makes it transparent.
            None if self.opacity.is_some() => [self.transparency; 4],
            _ => self.opaque.weights(transparent, self.transparency),
        };
        weights.map(|w| w * opacity).map(|w| if w.is_nan() { 1.0 } else { w.clamp(0.0, 1.0) })
    }

    /// The normal with the relief applied: slopes of all pictures are added.
    pub fn normal(&self, place: &dyn Place, normal: DVec3) -> DVec3 {
        if self.relief.is_empty() {
            return normal;
        }
        let bend = self.relief.iter().fold(DVec3::ZERO, |sum, (used, kind)| sum + used.relief(*kind, place, normal));
        (normal + bend).normalize_or(normal)
    }

    /// The normal of what lies upon it, which has a relief of its own.
    pub fn coat_normal(&self, place: &dyn Place, normal: DVec3) -> DVec3 {
        match &self.coat_normal {
            Some(used) => (normal + used.relief(Relief::Normals, place, normal)).normalize_or(normal),
            None => normal,
        }
    }
}

/// What the equation of a material makes of its shininess; without one there is no highlight.
fn highlight(material: &Material) -> Highlight {
    let Some(shininess) = material.shininess else { return Highlight::None };
    let shininess = finite(shininess.0).max(0.0);
    match material.shading {
        Shading::Constant | Shading::Lambert => Highlight::None,
        // What has colours of light has no other equation than the power of N·H.
        Shading::Phong | Shading::Blinn if material.linear => Highlight::Half(shininess),
        Shading::Phong => Highlight::Mirrored(shininess),
        Shading::Blinn if shininess > 0.0 && shininess < 1.0 => Highlight::Dull(shininess),
        Shading::Blinn => Highlight::Half(shininess),
    }
}

fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}
