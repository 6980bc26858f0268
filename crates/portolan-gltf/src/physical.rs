//! What materials have beyond the common profile: metal and roughness as they are, clear coat and sheen as extensions.

use portolan_scene::{Amount, Fate, Source as Channel, Swizzle, TextureUse};
use serde_json::json;

use crate::json::{self, Extensions, TextureInfo};
use crate::material::{Maker, Ordered};
use crate::texture::{Pick, Source};
use crate::{MATERIAL_PART, TEXTURE_BAKED};

/// Where a channel of a texture comes from, as a texture uses its picture.
pub(crate) fn pick(texture: &TextureUse, channel: usize) -> Option<Pick> {
    let image = texture.image?;
    let Swizzle(sources) = texture.swizzle;
    Some(match sources.get(channel).copied().unwrap_or_default() {
        Channel::Same => Pick::Channel(image, channel as u8),
        Channel::Red => Pick::Channel(image, 0),
        Channel::Green => Pick::Channel(image, 1),
        Channel::Blue => Pick::Channel(image, 2),
        Channel::Alpha => Pick::Channel(image, 3),
        Channel::Zero => Pick::Constant(0),
        Channel::One => Pick::Constant(255),
    })
}

impl<'a> Maker<'_, 'a> {
    /// The picture of a texture with its channels where the texture has them.
    pub fn swizzled(&mut self, texture: &TextureUse) -> Option<Source> {
        let image = texture.image?;
        if texture.swizzle.is_identity() {
            return Some(Source::Image(image));
        }
        self.tell(&TEXTURE_BAKED, Fate::Baked, "a texture with swizzled channels was stored as a new image");
        let [r, g, b, a] = [0, 1, 2, 3].map(|channel| pick(texture, channel).unwrap_or(Pick::Constant(0)));
        Some(Source::Packed([r, g, b, a]))
    }

    /// A texture of one number, which glTF takes from this channel.
    fn scalar(&mut self, texture: Option<&'a TextureUse>, channel: usize) -> Option<TextureInfo> {
        let (texture, image) = self.shown(texture)?;
        let first = pick(texture, 0)?;
        if first == Pick::Channel(image, channel as u8) {
            return self.texture(&Source::Image(image), texture);
        }
        let mut picks = [Pick::Constant(255); 4];
        picks.iter_mut().skip(channel).take(1).for_each(|p| *p = first);
        self.tell(&TEXTURE_BAKED, Fate::Baked, "a texture channel was moved to the one that glTF uses");
        self.texture(&Source::Packed(picks), texture)
    }

    /// Metal and roughness, if the material has them: factors and the texture of both.
    pub fn metal(&mut self) -> Option<(f64, f64, Option<TextureInfo>)> {
        let physical = self.material.physical.as_deref()?;
        let (metal, rough) = (physical.metalness.as_ref(), physical.roughness.as_ref());
        if metal.is_none() && rough.is_none() {
            return None;
        }
        let value = |amount: Option<&Amount>| amount.map_or(0.0, |a| a.value.clamp(0.0, 1.0));
        let metal_texture = self.shown(metal.and_then(|a| a.texture.as_ref()));
        let rough_texture = self.shown(rough.and_then(|a| a.texture.as_ref()));
        let info = match (metal_texture, rough_texture) {
            (None, None) => None,
            (metal, rough) => {
                let of = |found: Option<(&TextureUse, _)>| {
                    found.and_then(|(t, _)| pick(t, 0)).unwrap_or(Pick::Constant(255))
                };
                let (green, blue) = (of(rough), of(metal));
                let (texture, image) = rough.or(metal)?;
                if let (Some((a, _)), Some((b, _))) = (metal, rough)
                    && (a.matrix() != b.matrix() || a.coordinates != b.coordinates)
                {
                    let what = "metalness and roughness use different texture coordinates; the combined texture is \
                        approximate";
                    self.tell(&TEXTURE_BAKED, Fate::Approximated, what);
                }
                let as_it_is = (rough.is_none() || green == Pick::Channel(image, 1))
                    && (metal.is_none() || blue == Pick::Channel(image, 2))
                    && rough.is_some() == metal.is_some();
                if as_it_is {
                    self.texture(&Source::Image(image), texture)
                } else {
                    self.tell(&TEXTURE_BAKED, Fate::Baked, "metalness and roughness were combined into one texture");
                    self.texture(&Source::Packed([Pick::Constant(255), green, blue, Pick::Constant(255)]), texture)
                }
            }
        };
        Some((value(metal), value(rough), info))
    }

    /// Occlusion, clear coat and sheen; what has no place is told.
    pub fn layers(&mut self, written: &mut json::Material, extensions: &mut Extensions) {
        let Some(physical) = self.material.physical.as_deref() else { return };
        let strength = physical.occlusion.as_ref().map(|o| o.amount.clamp(0.0, 1.0)).filter(|a| *a < 1.0);
        let occlusion = self.scalar(physical.occlusion.as_ref(), 0);
        written.occlusion_texture = occlusion.map(|info| Box::new(TextureInfo { strength, ..info }));
        self.clearcoat(extensions);
        self.sheen(extensions);
        for (there, what) in [
            (physical.shininess.is_some(), "the shininess texture is dropped"),
            (physical.height.is_some(), "the height map is dropped because there is a normal map"),
        ] {
            if there {
                self.tell(&MATERIAL_PART, Fate::Dropped, what);
            }
        }
        if physical.opacity.as_ref().is_some_and(|o| o.texture.is_some()) {
            self.tell(
                &MATERIAL_PART,
                Fate::Dropped,
                "the opacity texture is dropped because there is coloured \
                transparency",
            );
        }
    }

    fn clearcoat(&mut self, extensions: &mut Extensions) {
        let Some(physical) = self.material.physical.as_deref() else { return };
        let Some(coat) = &physical.clearcoat else { return };
        let [r, g, b] = self.material.light(coat.value);
        if r != g || g != b {
            self.tell(&MATERIAL_PART, Fate::Approximated, "the clear coat colour is dropped");
        }
        let mut value = serde_json::Map::new();
        value.insert("clearcoatFactor".into(), json!((0.2126 * r + 0.7152 * g + 0.0722 * b).clamp(0.0, 1.0)));
        let rough = physical.clearcoat_roughness.as_ref();
        value.insert("clearcoatRoughnessFactor".into(), json!(rough.map_or(0.0, |a| a.value.clamp(0.0, 1.0))));
        let textures = [
            ("clearcoatTexture", coat.texture.as_deref(), 0),
            ("clearcoatRoughnessTexture", rough.and_then(|a| a.texture.as_ref()), 1),
        ];
        for (name, texture, channel) in textures {
            if let Some(info) = self.scalar(texture, channel) {
                value.insert(name.into(), json!(Ordered::from(info)));
            }
        }
        if let Some((texture, _)) = self.shown(physical.clearcoat_normal.as_ref())
            && let Some(source) = self.swizzled(texture)
            && let Some(info) = self.texture(&source, texture)
        {
            let scale = Some(texture.amount).filter(|a| *a != 1.0 && a.is_finite());
            value.insert("clearcoatNormalTexture".into(), json!(Ordered::from(TextureInfo { scale, ..info })));
        }
        self.use_extension(extensions, "KHR_materials_clearcoat", serde_json::Value::Object(value));
    }

    fn sheen(&mut self, extensions: &mut Extensions) {
        let Some(physical) = self.material.physical.as_deref() else { return };
        let Some(sheen) = &physical.sheen else { return };
        let mut value = serde_json::Map::new();
        let factor = self.material.light(sheen.value).map(|c| c.min(1.0));
        value.insert("sheenColorFactor".into(), json!(factor));
        let rough = physical.sheen_roughness.as_ref();
        value.insert("sheenRoughnessFactor".into(), json!(rough.map_or(0.0, |a| a.value.clamp(0.0, 1.0))));
        if let Some((texture, _)) = self.shown(sheen.texture.as_deref())
            && let Some(source) = self.swizzled(texture)
            && let Some(info) = self.texture(&source, texture)
        {
            value.insert("sheenColorTexture".into(), json!(Ordered::from(info)));
        }
        if let Some(info) = self.scalar(rough.and_then(|a| a.texture.as_ref()), 3) {
            value.insert("sheenRoughnessTexture".into(), json!(Ordered::from(info)));
        }
        self.use_extension(extensions, "KHR_materials_sheen", serde_json::Value::Object(value));
    }
}
