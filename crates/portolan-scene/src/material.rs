//! Surfaces, after the common profile of COLLADA.

use crate::{ImageId, Meta, Sampler};

/// A surface.
#[derive(Clone, Default, Debug)]
pub struct Material {
    /// Names and origin.
    pub meta: Meta,
    /// Names and origin of the effect behind it, if it has one of its own.
    pub effect: Option<Meta>,
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
    pub bump: Option<Bump>,
    /// Are both sides drawn? `None`: the document does not say.
    pub double_sided: Option<bool>,
}

impl Material {
    /// A colour of it.
    pub fn colour(&self, slot: ColourSlot) -> Option<&Colour> {
        match slot {
            ColourSlot::Emission => self.emission.as_ref(),
            ColourSlot::Ambient => self.ambient.as_ref(),
            ColourSlot::Diffuse => self.diffuse.as_ref(),
            ColourSlot::Specular => self.specular.as_ref(),
            ColourSlot::Reflective => self.reflective.as_ref(),
            ColourSlot::Transparent => self.transparent.as_ref(),
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

    /// All textures with the slot they are in.
    pub fn textures(&self) -> impl Iterator<Item = (Option<ColourSlot>, &TextureUse)> {
        let slots = ColourSlot::ALL.into_iter();
        let colours = slots.filter_map(|s| Some((Some(s), self.colour(s)?.texture.as_ref()?)));
        colours.chain(self.bump.iter().map(|b| (None, &b.texture)))
    }

    /// Does it ask to be blended with what lies behind?
    pub fn is_blended(&self) -> bool {
        self.transparent.is_some() || self.transparency.is_some()
    }
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
    pub texture: Option<TextureUse>,
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
}

impl ColourSlot {
    /// All of them.
    pub const ALL: [ColourSlot; 6] = [
        ColourSlot::Emission,
        ColourSlot::Ambient,
        ColourSlot::Diffuse,
        ColourSlot::Specular,
        ColourSlot::Reflective,
        ColourSlot::Transparent,
    ];
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
