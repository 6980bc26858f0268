//! Surfaces, after the common profile of COLLADA; what goes beyond it is in [`Physical`].

use glam::{DMat4, DVec3};

use crate::{ImageId, MaterialId, Meta, Physical, Sampler, TextureSlot, Transform};

/// A surface.
#[derive(Clone, Default, Debug)]
pub struct Material {
    /// Names and origin.
    pub meta: Meta,
    /// Names and origin of the effect behind it, if it has one of its own.
    pub effect: Option<Box<Meta>>,
    /// Equation.
    pub shading: Shading,
    /// Light of its own.
    pub emission: Option<Colour>,
    /// Part of the ambient light that is thrown back.
    pub ambient: Option<Colour>,
    /// Part of light that is thrown back to all sides.
    pub diffuse: Option<Colour>,
    /// Part of light that is mirrored.
    pub specular: Option<Colour>,
    /// Width of the highlight: an exponent, or from 0 to 1 a roughness of Blinn's model.
    pub shininess: Option<Scalar>,
    /// Colour of mirror images.
    pub reflective: Option<Colour>,
    /// Amount of mirror images.
    pub reflectivity: Option<Scalar>,
    /// What lets light through; see [`Opaque`].
    pub transparent: Option<Colour>,
    /// Factor on it.
    pub transparency: Option<Scalar>,
    /// How the two make it transparent.
    pub opaque: Opaque,
    /// Index of refraction.
    pub refraction: Option<Scalar>,
    /// Relief.
    pub bump: Option<Box<Bump>>,
    /// Are both sides drawn? `None`: the document does not say.
    pub double_sided: Option<bool>,
    /// Does the alpha of the colours of vertices let light through?
    pub vertex_alpha: bool,
    /// Are its colours amounts of light, not encoded as sRGB? See [`Material::light`].
    pub linear: bool,
    /// What it has beyond the common profile.
    pub physical: Option<Box<Physical>>,
    /// Which of its fields have their value from a parameter of the effect, and from which one.
    pub fed: Vec<(Fed, Box<str>)>,
    /// The material it is a variant of: one whose parameters an instance feeds with numbers of the scene.
    pub base: Option<MaterialId>,
}

impl Material {
    /// The parameter of the effect that a field has its value from.
    pub fn parameter(&self, field: Fed) -> Option<&str> {
        self.fed.iter().find(|(f, _)| *f == field).map(|(_, name)| &**name)
    }

    /// A colour of it.
    pub fn colour(&self, slot: ColourSlot) -> Option<&Colour> {
        match slot {
            ColourSlot::Emission => self.emission.as_ref(),
            ColourSlot::Ambient => self.ambient.as_ref(),
            ColourSlot::Diffuse => self.diffuse.as_ref(),
            ColourSlot::Specular => self.specular.as_ref(),
            ColourSlot::Reflective => self.reflective.as_ref(),
            ColourSlot::Transparent => self.transparent.as_ref(),
            ColourSlot::Clearcoat => self.physical.as_ref()?.clearcoat.as_ref(),
            ColourSlot::Sheen => self.physical.as_ref()?.sheen.as_ref(),
        }
    }

    /// A colour of it, to be changed or given.
    pub fn colour_mut(&mut self, slot: ColourSlot) -> &mut Option<Colour> {
        match slot {
            ColourSlot::Emission => &mut self.emission,
            ColourSlot::Ambient => &mut self.ambient,
            ColourSlot::Diffuse => &mut self.diffuse,
            ColourSlot::Specular => &mut self.specular,
            ColourSlot::Reflective => &mut self.reflective,
            ColourSlot::Transparent => &mut self.transparent,
            ColourSlot::Clearcoat => &mut self.physical_mut().clearcoat,
            ColourSlot::Sheen => &mut self.physical_mut().sheen,
        }
    }

    /// A number of it.
    pub fn scalar(&self, slot: ScalarSlot) -> Option<Scalar> {
        match slot {
            ScalarSlot::Shininess => self.shininess,
            ScalarSlot::Reflectivity => self.reflectivity,
            ScalarSlot::Transparency => self.transparency,
            ScalarSlot::Refraction => self.refraction,
        }
    }

    /// A number of it, to be changed or given.
    pub fn scalar_mut(&mut self, slot: ScalarSlot) -> &mut Option<Scalar> {
        match slot {
            ScalarSlot::Shininess => &mut self.shininess,
            ScalarSlot::Reflectivity => &mut self.reflectivity,
            ScalarSlot::Transparency => &mut self.transparency,
            ScalarSlot::Refraction => &mut self.refraction,
        }
    }

    /// What it has beyond the common profile, to be changed or given.
    pub fn physical_mut(&mut self) -> &mut Physical {
        self.physical.get_or_insert_default()
    }

    /// All textures with the slot they are in: those of colours, the relief, then the others.
    pub fn textures(&self) -> impl Iterator<Item = (TextureSlot, &TextureUse)> {
        TextureSlot::ALL.into_iter().filter_map(|slot| Some((slot, self.texture(slot)?)))
    }

    /// The texture in a slot.
    pub fn texture(&self, slot: TextureSlot) -> Option<&TextureUse> {
        match slot {
            TextureSlot::Colour(slot) => self.colour(slot)?.texture.as_deref(),
            TextureSlot::Bump => Some(&self.bump.as_ref()?.texture),
            other => self.physical.as_ref()?.texture(other),
        }
    }

    /// The texture in a slot, to be changed.
    pub fn texture_mut(&mut self, slot: TextureSlot) -> Option<&mut TextureUse> {
        match slot {
            TextureSlot::Colour(slot) => {
                self.colour(slot)?;
                self.colour_mut(slot).as_mut()?.texture.as_deref_mut()
            }
            TextureSlot::Bump => Some(&mut self.bump.as_mut()?.texture),
            other => self.physical.as_mut()?.texture_mut(other),
        }
    }

    /// Does it ask to be blended with what lies behind?
    pub fn is_blended(&self) -> bool {
        let opacity = self.physical.as_ref().is_some_and(|p| p.opacity.is_some());
        self.transparent.is_some() || self.transparency.is_some() || opacity || self.vertex_alpha
    }

    /// Encodes its colours as sRGB if they are amounts of light ([`Material::linear`]). What lets light through, and layers above
    /// the surface, stay what they are.
    pub fn encode(&mut self) {
        if !self.linear {
            return;
        }
        for slot in ColourSlot::ALL.into_iter().filter(|slot| slot.is_reflected()) {
            if let Some(colour) = self.colour_mut(slot).as_mut() {
                let [r, g, b, a] = colour.value;
                let [r, g, b] = encode_light([r, g, b]);
                colour.value = [r, g, b, a];
            }
        }
        self.linear = false;
    }

    /// Are the numbers of a colour amounts of light, which a format of sRGB colours encodes ([`Material::encode`])?
    pub fn is_light(&self, slot: ColourSlot) -> bool {
        self.linear && slot.is_reflected()
    }

    /// The colour to show where the picture of a colour is missing: a colour that the document gives beside it, else its
    /// ambient colour, else grey. White would look as if nothing were missing.
    pub fn without_picture(&self, colour: &Colour) -> [f64; 4] {
        let [r, g, b, _] = colour.value;
        if [r, g, b] != [1.0; 3] {
            return colour.value;
        }
        let visible = |c: &&Colour| c.texture.is_none() && c.value.iter().take(3).any(|v| *v > 0.02);
        let grey = if self.linear { crate::decode_srgb(0.5) } else { 0.5 };
        self.ambient.as_ref().filter(visible).map_or([grey, grey, grey, 1.0], |ambient| ambient.value)
    }

    /// A colour of it as amounts of red, green and blue light: as it is if they are ([`Material::linear`]), else decoded
    /// from sRGB. What exceeds 1 keeps its hue; nothing is negative.
    pub fn light(&self, colour: [f64; 4]) -> [f64; 3] {
        let [r, g, b, _] = colour;
        let rgb = [r, g, b].map(|c| if c.is_finite() { c.max(0.0) } else { 0.0 });
        if self.linear {
            return rgb;
        }
        let strongest = rgb.into_iter().fold(1.0, f64::max);
        rgb.map(|c| strongest * crate::decode_srgb(c / strongest))
    }
}

/// Amounts of red, green and blue light as an sRGB colour. What exceeds 1 keeps its hue, as [`Material::light`] reads it.
pub fn encode_light(light: [f64; 3]) -> [f64; 3] {
    let strongest = light.into_iter().fold(1.0, f64::max);
    light.map(|c| strongest * crate::encode_srgb(c / strongest))
}

/// A field of a material that can have its value from a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fed {
    /// A colour.
    Colour(ColourSlot),
    /// A number.
    Scalar(ScalarSlot),
    /// The picture of a texture and how it is sampled.
    Texture(TextureSlot),
}

/// The equation of a surface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Shading {
    /// Light does not matter.
    Constant,
    /// Dull.
    #[default]
    Lambert,
    /// Highlights from the mirrored ray.
    Phong,
    /// Highlights from the half vector.
    Blinn,
}

/// A number, with what animations call it.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Scalar(pub f64);

/// A colour, or a texture in its place.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Colour {
    /// Red, green, blue, alpha. With a texture it is the factor on it, white if the document gives none.
    pub value: [f64; 4],
    /// In place of the colour.
    pub texture: Option<Box<TextureUse>>,
}

impl Colour {
    /// A colour with the texture in its place.
    pub fn new(value: [f64; 4], texture: Option<TextureUse>) -> Colour {
        Colour { value, texture: texture.map(Box::new) }
    }
}

/// A texture as a material uses it.
#[derive(Clone, PartialEq, Debug)]
pub struct TextureUse {
    /// The picture, if it is known.
    pub image: Option<ImageId>,
    /// How it is sampled.
    pub sampler: Sampler,
    /// The name of its coordinates, bound by the instance ([`crate::MaterialBinding::inputs`]).
    pub coordinates: Box<str>,
    /// How coordinates are changed before use.
    pub transform: Option<UvTransform>,
    /// Factor of an application. Default 1.
    pub amount: f64,
    /// Which channels of the picture become those of the texture.
    pub swizzle: Swizzle,
    /// Steps that change coordinates (u, v, w) before use, multiplied from left to right and applied behind
    /// [`TextureUse::transform`]. They stay apart because animations name them.
    pub steps: Vec<Transform>,
}

impl TextureUse {
    /// A picture as it is.
    pub fn new(image: Option<ImageId>, sampler: Sampler, coordinates: impl Into<Box<str>>) -> TextureUse {
        TextureUse {
            image,
            sampler,
            coordinates: coordinates.into(),
            transform: None,
            amount: 1.0,
            swizzle: Swizzle::default(),
            steps: Vec::new(),
        }
    }

    /// What leads from the coordinates of the mesh to those of the picture; `None` changes nothing.
    pub fn matrix(&self) -> Option<DMat4> {
        if self.transform.is_none() && self.steps.is_empty() {
            return None;
        }
        let first = self.transform.map_or(DMat4::IDENTITY, |t| t.matrix());
        Some(self.steps.iter().fold(DMat4::IDENTITY, |m, step| m * step.operation.matrix()) * first)
    }
}

/// Which channel of a picture becomes a channel of the texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Source {
    /// The one at the same place.
    #[default]
    Same,
    /// The first.
    Red,
    /// The second; zero if the picture has one only.
    Green,
    /// The third; zero if the picture has fewer.
    Blue,
    /// The fourth; one if the picture has fewer.
    Alpha,
    /// Always zero.
    Zero,
    /// Always one.
    One,
}

/// Where red, green, blue and alpha of a texture come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Swizzle(pub [Source; 4]);

impl Swizzle {
    /// Does it change nothing?
    pub fn is_identity(&self) -> bool {
        let same = [Source::Red, Source::Green, Source::Blue, Source::Alpha];
        self.0.iter().zip(same).all(|(s, own)| *s == Source::Same || *s == own)
    }

    /// The channels of a texel, given those of the picture.
    pub fn apply<T: Copy + From<u8>>(&self, [r, g, b, a]: [T; 4]) -> [T; 4] {
        let [sr, sg, sb, sa] = self.0;
        let pick = |source: Source, same: T| match source {
            Source::Same => same,
            Source::Red => r,
            Source::Green => g,
            Source::Blue => b,
            Source::Alpha => a,
            Source::Zero => 0.into(),
            Source::One => 1.into(),
        };
        [pick(sr, r), pick(sg, g), pick(sb, b), pick(sa, a)]
    }
}

/// Changes texture coordinates: first scaled, then turned about the origin, then moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UvTransform {
    /// Added at the end.
    pub offset: [f64; 2],
    /// Degrees, counter-clockwise.
    pub rotation: f64,
    /// Multiplied first.
    pub repeat: [f64; 2],
}

impl UvTransform {
    /// Changes nothing.
    pub const IDENTITY: UvTransform = UvTransform { offset: [0.0; 2], rotation: 0.0, repeat: [1.0; 2] };

    /// As a matrix for column vectors.
    pub fn matrix(&self) -> DMat4 {
        let ([u, v], [du, dv]) = (self.offset, self.repeat);
        DMat4::from_translation(DVec3::new(u, v, 0.0))
            * crate::node::turn(DVec3::Z, self.rotation)
            * DMat4::from_scale(DVec3::new(du, dv, 1.0))
    }

    /// The placement that a matrix is: scaled, turned, moved; and whether it is nothing else.
    pub fn near(matrix: &DMat4) -> (UvTransform, bool) {
        let (u, v, offset) = (matrix.x_axis, matrix.y_axis, matrix.w_axis);
        let du = libm::hypot(u.x, u.y);
        let rotation = if du > 0.0 { libm::atan2(u.y, u.x) } else { libm::atan2(-v.x, v.y) };
        let (sin, cos) = libm::sincos(rotation);
        let dv = v.y * cos - v.x * sin;
        let size = [u.x, u.y, v.x, v.y].iter().fold(1.0f64, |most, x| most.max(x.abs()));
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * size;
        let flat = near(matrix.z_axis.x, 0.0) && near(matrix.z_axis.y, 0.0) && near(u.w, 0.0) && near(v.w, 0.0);
        let exact = flat && near(offset.w, 1.0) && near(v.x, -sin * dv) && near(v.y, cos * dv);
        (UvTransform { offset: [offset.x, offset.y], rotation: rotation.to_degrees(), repeat: [du, dv] }, exact)
    }
}

/// A relief from a texture.
#[derive(Clone, PartialEq, Debug)]
pub struct Bump {
    /// The picture.
    pub texture: TextureUse,
    /// Does it hold normals, not heights?
    pub is_normal_map: bool,
}

/// How the colour `t` of [`Material::transparent`] and the factor `k` of [`Material::transparency`] weigh the material
/// against what lies behind it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Opaque {
    /// Alpha 1 is opaque: `t.a·k`.
    #[default]
    AOne,
    /// Alpha 0 is opaque: `1 − t.a·k`.
    AZero,
    /// White is opaque: `t.rgb·k`.
    RgbOne,
    /// Black is opaque: `1 − t.rgb·k`.
    RgbZero,
}

impl Opaque {
    /// The weight of the material for each channel, alpha last (page 7-5), not limited to 0…1.
    pub fn weights(self, t: [f64; 4], k: f64) -> [f64; 4] {
        let [r, g, b, a] = t;
        let luminance = 0.212671 * r + 0.715160 * g + 0.072169 * b;
        match self {
            Opaque::AOne => [a * k; 4],
            Opaque::AZero => [1.0 - a * k; 4],
            Opaque::RgbOne => [r, g, b, luminance].map(|c| c * k),
            Opaque::RgbZero => [r, g, b, luminance].map(|c| 1.0 - c * k),
        }
    }
}

/// The colours of a material.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ColourSlot {
    /// [`Material::emission`].
    Emission,
    /// [`Material::ambient`].
    Ambient,
    /// [`Material::diffuse`].
    Diffuse,
    /// [`Material::specular`].
    Specular,
    /// [`Material::reflective`].
    Reflective,
    /// [`Material::transparent`].
    Transparent,
    /// [`Physical::clearcoat`].
    Clearcoat,
    /// [`Physical::sheen`].
    Sheen,
}

impl ColourSlot {
    /// All of them.
    pub const ALL: [ColourSlot; 8] = [
        ColourSlot::Emission,
        ColourSlot::Ambient,
        ColourSlot::Diffuse,
        ColourSlot::Specular,
        ColourSlot::Reflective,
        ColourSlot::Transparent,
        ColourSlot::Clearcoat,
        ColourSlot::Sheen,
    ];

    /// Does it say how the surface itself looks, and not what shines through it or lies above it?
    fn is_reflected(self) -> bool {
        !matches!(self, ColourSlot::Clearcoat | ColourSlot::Sheen | ColourSlot::Transparent)
    }
}

/// The numbers of a material.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ScalarSlot {
    /// [`Material::shininess`].
    Shininess,
    /// [`Material::reflectivity`].
    Reflectivity,
    /// [`Material::transparency`].
    Transparency,
    /// [`Material::refraction`].
    Refraction,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opaque_modes_follow_the_table() {
        // The computed vector of chapter 16: what lies behind, the material, t and k.
        let (behind, material) = ([0.2, 0.4, 0.6, 1.0], [1.0, 0.5, 0.0, 1.0]);
        let (t, k) = ([0.8, 0.6, 0.4, 0.25], 0.5);
        for (mode, expected) in [
            (Opaque::AOne, [0.3, 0.4125, 0.525]),
            (Opaque::AZero, [0.9, 0.4875, 0.075]),
            (Opaque::RgbZero, [0.68, 0.47, 0.12]),
            (Opaque::RgbOne, [0.52, 0.43, 0.48]),
        ] {
            let w = mode.weights(t, k);
            for c in 0..3 {
                let mixed: f64 = behind[c] * (1.0 - w[c]) + material[c] * w[c];
                assert!((mixed - expected[c]).abs() < 1e-12, "{mode:?} {c}: {mixed}");
            }
        }
        let luminance = |rgb: [f64; 3]| Opaque::RgbOne.weights([rgb[0], rgb[1], rgb[2], 0.0], 1.0)[3];
        assert!((luminance([1.0, 1.0, 1.0]) - 1.0).abs() < 1e-12);
        assert!((luminance([1.0, 0.0, 0.5]) - 0.2487555).abs() < 1e-7);
        assert_eq!(Opaque::RgbZero.weights([1.0; 4], 1.0)[0], 0.0);
        assert_eq!(Opaque::AOne.weights([1.0, 0.0, 0.5, 0.0], 1.0), [0.0; 4]);
    }
}
