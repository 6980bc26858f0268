//! Materials, ready to be looked at.

use portolan_scene::glam::{DVec2, DVec3};
use portolan_scene::{Colour, Fate, Losses, Material, Opaque, Sampler, Shading, TextureUse, UvTransform};

use crate::codes;
use crate::shading::Finish;
use crate::texture::{Texture, Textures, checker};

/// A material with its pictures.
#[derive(Clone, Debug)]
pub(crate) struct Surface<'a> {
    shading: Shading,
    emission: Slot<'a>,
    ambient: Slot<'a>,
    diffuse: Slot<'a>,
    specular: Slot<'a>,
    /// `None` makes no highlight.
    shininess: Option<f64>,
    transparent: Option<Slot<'a>>,
    transparency: f64,
    opaque: Opaque,
    relief: Option<Relief<'a>>,
    /// Is what lies behind it seen through it?
    pub blended: bool,
    /// Is it not seen at all?
    pub invisible: bool,
}

/// A colour, or a picture times a colour.
#[derive(Clone, Debug)]
struct Slot<'a> {
    value: [f64; 4],
    picture: Option<Used<'a>>,
}

/// A picture as a material uses it.
#[derive(Clone, Debug)]
struct Used<'a> {
    /// `None` is missing.
    texture: Option<&'a Texture>,
    sampler: Sampler,
    transform: Option<UvTransform>,
    /// Which of the part's coordinates; `None`: it has none.
    channel: Option<usize>,
}

#[derive(Clone, Debug)]
struct Relief<'a> {
    picture: Used<'a>,
    amount: f64,
    is_normal_map: bool,
}

/// Coordinates at a place: there, one pixel to the right, one pixel below.
pub(crate) type Coordinates = [[f64; 2]; 3];

/// What a surface wants to know about a place on a face.
pub(crate) trait Place {
    /// Coordinates for textures of a channel.
    fn coordinates(&self, channel: usize) -> Coordinates;
    /// How the world's places change with the coordinates of a channel, where that is known.
    fn tangents(&self, channel: usize) -> Option<(DVec3, DVec3)>;
    /// The colour of the vertices, if they have one.
    fn colour(&self) -> Option<[f64; 4]>;
}

impl<'a> Surface<'a> {
    /// Of a material. `channel` tells which coordinates a name stands for. With `inverted`, opacity counts the other way
    /// round.
    pub fn new(
        material: &Material,
        inverted: bool,
        textures: &'a dyn Textures,
        channel: &mut dyn FnMut(&str) -> Option<usize>,
        notes: &mut Losses,
    ) -> Surface<'a> {
        let label = material.meta.label().unwrap_or("?");
        let origin = material.meta.origin;
        let mut used = |texture: &TextureUse| {
            let found = texture.image.and_then(|i| textures.texture(i));
            let channel = channel(&texture.coordinates);
            if found.is_none() {
                let message = format!("a picture of material `{label}` is missing");
                notes.push(&codes::TEXTURE_MISSING, Fate::Approximated, origin, message);
            } else if channel.is_none() {
                let message = format!("material `{label}` has a texture, but a shape has no texture coordinates");
                notes.push(&codes::NO_COORDINATES, Fate::Approximated, origin, message);
            }
            Used { texture: found, sampler: texture.sampler.clone(), transform: texture.transform, channel }
        };
        let mut slot = |colour: Option<&Colour>| match colour {
            Some(c) => Slot { value: c.value, picture: c.texture.as_ref().map(&mut used) },
            None => Slot { value: [0.0, 0.0, 0.0, 1.0], picture: None },
        };
        let transparent = material.transparent.as_ref().map(|t| slot(Some(t)));
        let (emission, ambient) = (slot(material.emission.as_ref()), slot(material.ambient.as_ref()));
        let (diffuse, specular) = (slot(material.diffuse.as_ref()), slot(material.specular.as_ref()));
        let relief = material.bump.as_ref().map(|b| Relief {
            picture: used(&b.texture),
            amount: b.texture.amount,
            is_normal_map: b.is_normal_map,
        });
        let mut surface = Surface {
            shading: material.shading,
            emission,
            ambient,
            diffuse,
            specular,
            shininess: material.shininess.map(|s| finite(s.0).max(0.0)),
            transparent,
            transparency: finite(material.transparency.map_or(1.0, |s| s.0)),
            opaque: if inverted { invert(material.opaque) } else { material.opaque },
            relief,
            blended: false,
            invisible: false,
        };
        let pictured = surface.transparent.as_ref().is_some_and(|t| t.picture.is_some());
        let given = surface.transparent.as_ref().map_or([1.0; 4], |t| t.value);
        surface.blended = material.is_blended() && (pictured || surface.weigh(given).iter().any(|w| *w < 1.0));
        surface.invisible = surface.blended && !pictured && surface.weigh(given) == [0.0; 4];
        if material.refraction.is_some_and(|r| r.0 != 1.0 && surface.blended) {
            let message = format!("light is not refracted by material `{label}`");
            notes.push(&codes::NOT_SHOWN, Fate::Dropped, origin, message);
        }
        if material.reflective.is_some() && material.reflectivity.is_some_and(|r| r.0 != 0.0) {
            let message = format!("nothing is mirrored by material `{label}`");
            notes.push(&codes::NOT_SHOWN, Fate::Dropped, origin, message);
        }
        surface
    }

    /// What it is like at a place.
    pub fn finish(&self, place: &dyn Place) -> Finish {
        let rgb = |slot: &Slot<'_>| {
            let [r, g, b, _] = slot.at(place);
            DVec3::new(r, g, b)
        };
        let mut diffuse = rgb(&self.diffuse);
        if let Some([r, g, b, _]) = place.colour() {
            diffuse *= DVec3::new(r, g, b);
        }
        Finish {
            shading: self.shading,
            emission: rgb(&self.emission),
            ambient: rgb(&self.ambient),
            diffuse,
            specular: if self.shininess.is_some() { rgb(&self.specular) } else { DVec3::ZERO },
            shininess: self.shininess.unwrap_or(0.0),
        }
    }

    /// How much it counts against what lies behind it: red, green, blue, alpha, from 0 to 1.
    pub fn weights(&self, place: &dyn Place) -> [f64; 4] {
        if !self.blended {
            return [1.0; 4];
        }
        self.weigh(self.transparent.as_ref().map_or([1.0; 4], |t| t.at(place)))
    }

    fn weigh(&self, transparent: [f64; 4]) -> [f64; 4] {
        self.opaque.weights(transparent, self.transparency).map(|w| if w.is_nan() { 1.0 } else { w.clamp(0.0, 1.0) })
    }

    /// The normal with the relief applied.
    pub fn normal(&self, place: &dyn Place, normal: DVec3) -> DVec3 {
        let Some(relief) = &self.relief else { return normal };
        let Some(texture) = relief.picture.texture else { return normal };
        let Some((along_u, along_v)) = relief.picture.channel.and_then(|c| place.tangents(c)) else { return normal };
        let Some(tangent) = (along_u - normal * normal.dot(along_u)).try_normalize() else { return normal };
        let side = if normal.cross(tangent).dot(along_v) < 0.0 { -1.0 } else { 1.0 };
        let binormal = normal.cross(tangent) * side;
        let slope = if relief.is_normal_map {
            let [x, y, z, _] = relief.picture.at(place).map(|c| c * 2.0 - 1.0);
            DVec2::new(x, y) * relief.amount / z.max(1e-3)
        } else {
            // The difference of heights from texel to texel, as if texels were as wide as heights are high.
            let height = |[u, v]: [f64; 2]| {
                let [r, g, b, _] = texture.sample(&relief.picture.sampler, [u, v], [0.0; 2], [0.0; 2]);
                (r + g + b) / 3.0
            };
            let [[u, v], ..] = relief.picture.place(place);
            let (width, tall) = texture.size();
            let (du, dv) = (f64::from(width).recip(), f64::from(tall).recip());
            let across = height([u - du, v]) - height([u + du, v]);
            let up = height([u, v - dv]) - height([u, v + dv]);
            DVec2::new(across, up) * relief.amount
        };
        (normal + tangent * slope.x + binormal * slope.y).normalize_or(normal)
    }
}

impl Slot<'_> {
    fn at(&self, place: &dyn Place) -> [f64; 4] {
        let Some(picture) = &self.picture else { return self.value };
        let [r, g, b, a] = picture.at(place);
        let [p, q, s, t] = self.value;
        [r * p, g * q, b * s, a * t]
    }
}

impl Used<'_> {
    /// Coordinates, changed as the material says.
    fn place(&self, place: &dyn Place) -> Coordinates {
        let there = self.channel.map_or([[0.0; 2]; 3], |c| place.coordinates(c));
        let Some(change) = &self.transform else { return there };
        let angle = change.rotation.to_radians();
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        there.map(|[u, v]| {
            let (u, v) = (u * change.repeat[0], v * change.repeat[1]);
            [u * cosine - v * sine + change.offset[0], u * sine + v * cosine + change.offset[1]]
        })
    }

    fn at(&self, place: &dyn Place) -> [f64; 4] {
        let [at, right, below] = self.place(place);
        let Some(texture) = self.texture else { return checker(at) };
        let across = [right[0] - at[0], right[1] - at[1]];
        let down = [below[0] - at[0], below[1] - at[1]];
        texture.sample(&self.sampler, at, across, down)
    }
}

fn invert(opaque: Opaque) -> Opaque {
    match opaque {
        Opaque::AOne => Opaque::AZero,
        Opaque::AZero => Opaque::AOne,
        Opaque::RgbOne => Opaque::RgbZero,
        Opaque::RgbZero => Opaque::RgbOne,
    }
}

fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}
