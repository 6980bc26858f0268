//! What surfaces have beyond the common profile: metal, roughness, layers upon them.

use crate::{Colour, ColourSlot, TextureUse};

/// Parts of a surface that the common profile does not have.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Physical {
    /// From 0 (an insulator) to 1 (a metal, whose highlights have the diffuse colour).
    pub metalness: Option<Amount>,
    /// From 0 (a mirror) to 1.
    pub roughness: Option<Amount>,
    /// From 0 (invisible) to 1, beside what [`crate::Material::transparent`] says; both are multiplied.
    pub opacity: Option<Amount>,
    /// A texture in its first channel, multiplied with [`crate::Material::shininess`].
    pub shininess: Option<TextureUse>,
    /// How much ambient light reaches a place, in the first channel.
    pub occlusion: Option<TextureUse>,
    /// Heights beside the normals of [`crate::Material::bump`]; [`TextureUse::amount`] is what 1 means.
    pub height: Option<TextureUse>,
    /// Colour of a clear layer upon the surface.
    pub clearcoat: Option<Colour>,
    /// Roughness of that layer.
    pub clearcoat_roughness: Option<Amount>,
    /// Normals of that layer.
    pub clearcoat_normal: Option<TextureUse>,
    /// Colour of soft fibres, as of velvet.
    pub sheen: Option<Colour>,
    /// Roughness of the fibres.
    pub sheen_roughness: Option<Amount>,
    /// Spectra that colours were computed from.
    pub spectra: Vec<(ColourSlot, Spectrum)>,
}

/// A number, multiplied with the first channel of a texture if there is one.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Amount {
    /// The number, or the factor on the texture.
    pub value: f64,
    /// The texture.
    pub texture: Option<TextureUse>,
}

/// Light of all wavelengths: values at even distances from `min` to `max` nanometres, both included.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Spectrum {
    /// The shortest wavelength in nanometres.
    pub min: f64,
    /// The longest.
    pub max: f64,
    /// For each nanometre, at least two.
    pub values: Vec<f64>,
    /// The colour that the document gives beside it, for readers that do not know spectra, with alpha.
    pub beside: Option<[f64; 4]>,
}

/// Where a texture of a material is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TextureSlot {
    /// That of a colour.
    Colour(ColourSlot),
    /// [`crate::Material::bump`].
    Bump,
    /// [`Physical::metalness`].
    Metalness,
    /// [`Physical::roughness`].
    Roughness,
    /// [`Physical::opacity`].
    Opacity,
    /// [`Physical::shininess`].
    Shininess,
    /// [`Physical::occlusion`].
    Occlusion,
    /// [`Physical::height`].
    Height,
    /// [`Physical::clearcoat_roughness`].
    ClearcoatRoughness,
    /// [`Physical::clearcoat_normal`].
    ClearcoatNormal,
    /// [`Physical::sheen_roughness`].
    SheenRoughness,
}

impl TextureSlot {
    /// The least of them.
    pub const FIRST: TextureSlot = TextureSlot::Colour(ColourSlot::Emission);

    /// All of them, in order.
    pub const ALL: [TextureSlot; 18] = [
        TextureSlot::Colour(ColourSlot::Emission),
        TextureSlot::Colour(ColourSlot::Ambient),
        TextureSlot::Colour(ColourSlot::Diffuse),
        TextureSlot::Colour(ColourSlot::Specular),
        TextureSlot::Colour(ColourSlot::Reflective),
        TextureSlot::Colour(ColourSlot::Transparent),
        TextureSlot::Colour(ColourSlot::Clearcoat),
        TextureSlot::Colour(ColourSlot::Sheen),
        TextureSlot::Bump,
        TextureSlot::Metalness,
        TextureSlot::Roughness,
        TextureSlot::Opacity,
        TextureSlot::Shininess,
        TextureSlot::Occlusion,
        TextureSlot::Height,
        TextureSlot::ClearcoatRoughness,
        TextureSlot::ClearcoatNormal,
        TextureSlot::SheenRoughness,
    ];
}

impl Physical {
    pub(crate) fn texture(&self, slot: TextureSlot) -> Option<&TextureUse> {
        match slot {
            TextureSlot::Metalness => self.metalness.as_ref()?.texture.as_ref(),
            TextureSlot::Roughness => self.roughness.as_ref()?.texture.as_ref(),
            TextureSlot::Opacity => self.opacity.as_ref()?.texture.as_ref(),
            TextureSlot::Shininess => self.shininess.as_ref(),
            TextureSlot::Occlusion => self.occlusion.as_ref(),
            TextureSlot::Height => self.height.as_ref(),
            TextureSlot::ClearcoatRoughness => self.clearcoat_roughness.as_ref()?.texture.as_ref(),
            TextureSlot::ClearcoatNormal => self.clearcoat_normal.as_ref(),
            TextureSlot::SheenRoughness => self.sheen_roughness.as_ref()?.texture.as_ref(),
            TextureSlot::Colour(_) | TextureSlot::Bump => None,
        }
    }

    pub(crate) fn texture_mut(&mut self, slot: TextureSlot) -> Option<&mut TextureUse> {
        match slot {
            TextureSlot::Metalness => self.metalness.as_mut()?.texture.as_mut(),
            TextureSlot::Roughness => self.roughness.as_mut()?.texture.as_mut(),
            TextureSlot::Opacity => self.opacity.as_mut()?.texture.as_mut(),
            TextureSlot::Shininess => self.shininess.as_mut(),
            TextureSlot::Occlusion => self.occlusion.as_mut(),
            TextureSlot::Height => self.height.as_mut(),
            TextureSlot::ClearcoatRoughness => self.clearcoat_roughness.as_mut()?.texture.as_mut(),
            TextureSlot::ClearcoatNormal => self.clearcoat_normal.as_mut(),
            TextureSlot::SheenRoughness => self.sheen_roughness.as_mut()?.texture.as_mut(),
            TextureSlot::Colour(_) | TextureSlot::Bump => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bump, Fault, ImageId, Material, Sampler, Scene, Source, Swizzle};

    #[test]
    fn every_slot_has_its_texture() {
        let texture = |i: u32| TextureUse::new(Some(ImageId(i)), Sampler::default(), "uv");
        let amount = |i| Some(Amount { value: 1.0, texture: Some(texture(i)) });
        let mut material =
            Material { bump: Some(Bump { texture: texture(8), is_normal_map: true }.into()), ..Material::default() };
        for (i, slot) in ColourSlot::ALL.into_iter().enumerate() {
            *material.colour_mut(slot) = Some(Colour::new([1.0; 4], Some(texture(i as u32))));
        }
        let physical = material.physical_mut();
        physical.metalness = amount(9);
        physical.roughness = amount(10);
        physical.opacity = amount(11);
        physical.shininess = Some(texture(12));
        physical.occlusion = Some(texture(13));
        physical.height = Some(texture(14));
        physical.clearcoat_roughness = amount(15);
        physical.clearcoat_normal = Some(texture(16));
        physical.sheen_roughness = amount(17);
        let found: Vec<u32> = material.textures().map(|(_, t)| t.image.unwrap().0).collect();
        assert_eq!(found, (0..18).collect::<Vec<u32>>());
        assert!(TextureSlot::ALL.is_sorted());
        for (i, slot) in TextureSlot::ALL.into_iter().enumerate() {
            assert_eq!(material.texture_mut(slot).unwrap().image, Some(ImageId(i as u32)));
            assert_eq!(Material::default().texture_mut(slot), None);
        }
        let scene = Scene { materials: vec![material], ..Scene::default() };
        assert_eq!(scene.check(), [Fault("material 0: image".into())]);
    }

    #[test]
    fn swizzles_pick_channels() {
        let swizzle = Swizzle([Source::Alpha, Source::Same, Source::One, Source::Red]);
        assert_eq!(swizzle.apply([0.1, 0.2, 0.3, 0.4]), [0.4, 0.2, 1.0, 0.1]);
        assert!(!swizzle.is_identity() && Swizzle::default().is_identity());
        assert!(Swizzle([Source::Red, Source::Green, Source::Blue, Source::Alpha]).is_identity());
    }
}
