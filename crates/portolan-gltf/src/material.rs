//! Materials: the common profile in terms of metal and roughness.
//!
//! - Diffuse is the base colour, nothing is metal. Lambert's surfaces have no highlight; `constant` is
//!   `KHR_materials_unlit` with the emission as base colour.
//! - A highlight with exponent `n` is as wide as that of the roughness `(2 / (n + 2))^¼`: Blinn's distribution with
//!   `α² = 2 / (n + 2)`, and glTF has `α = roughness²`. Blinn's 0…1 is `α` itself.
//! - The specular colour is `KHR_materials_specular`, the index of refraction `KHR_materials_ior`.
//! - Metal and roughness are taken as they are, where a material has them; see [`crate::physical`].
//! - Alpha is what [`Opaque::weights`] gives; a texture of it becomes the alpha of the base colour's texture.

use portolan_scene::{
    Colour, ColourSlot, Fate, ImageId, Material, MaterialId, Opaque, Origin, Physical, Scalar, Shading, TextureSlot,
    TextureUse,
};
use serde_json::json;

use crate::extras;
use crate::json::{self, Extension, Extensions, Index, Pbr, TextureInfo};
use crate::physical::pick;
use crate::texture::{MODES, Pick, Source};
use crate::writer::Writer;
use crate::{MATERIAL_PART, TEXTURE_BAKED, TRANSPARENCY};

/// How a material is asked for: primitives without texture coordinates, and shapes with two sides, need their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Wanted {
    pub material: MaterialId,
    pub textured: bool,
    pub double_sided: bool,
}

/// The slots whose textures glTF can show, in the order of their texture coordinates.
const SHOWN: [TextureSlot; 13] = [
    TextureSlot::Colour(ColourSlot::Diffuse),
    TextureSlot::Colour(ColourSlot::Transparent),
    TextureSlot::Colour(ColourSlot::Emission),
    TextureSlot::Colour(ColourSlot::Specular),
    TextureSlot::Bump,
    TextureSlot::Metalness,
    TextureSlot::Roughness,
    TextureSlot::Occlusion,
    TextureSlot::Colour(ColourSlot::Clearcoat),
    TextureSlot::ClearcoatRoughness,
    TextureSlot::ClearcoatNormal,
    TextureSlot::Colour(ColourSlot::Sheen),
    TextureSlot::SheenRoughness,
];

impl<'a> Writer<'a> {
    /// The names of the texture coordinates that a material needs: the n-th is `TEXCOORD_n` of its primitives.
    pub fn coordinates(&self, id: MaterialId) -> Vec<&'a str> {
        let Some(material) = self.scene.material(id) else { return vec![] };
        let mut names: Vec<&str> = Vec::new();
        for texture in SHOWN.iter().filter_map(|s| material.texture(*s)) {
            let shown = texture.image.is_some_and(|i| self.picture(i).is_some());
            if shown && !names.contains(&&*texture.coordinates) {
                names.push(&texture.coordinates);
            }
        }
        names
    }

    /// The material of glTF for one of the scene.
    pub fn material(&mut self, wanted: Wanted) -> Option<Index> {
        if let Some(known) = self.materials.get(&wanted) {
            return Some(*known);
        }
        let material = self.scene.material(wanted.material)?;
        let made = Maker { writer: self, material, wanted, origin: material.meta.origin }.make();
        if self.root.materials.is_empty() {
            self.root.materials.reserve_exact(self.scene.materials.len());
        }
        self.root.materials.push(made);
        let index = self.root.materials.len() as Index - 1;
        self.materials.insert(wanted, index);
        Some(index)
    }
}

pub(crate) struct Maker<'w, 'a> {
    writer: &'w mut Writer<'a>,
    pub material: &'a Material,
    wanted: Wanted,
    origin: Origin,
}

impl<'a> Maker<'_, 'a> {
    fn make(mut self) -> json::Material {
        let material = self.material;
        let unlit = material.shading == Shading::Constant;
        let base = match unlit {
            true => material.emission.as_ref().or(material.diffuse.as_ref()),
            false => material.diffuse.as_ref(),
        };
        let (base_color_texture, alpha, blended) = self.base(base);
        let pictured = base_color_texture.is_some();
        let shown = |c: &Colour| match c.texture {
            Some(_) if !pictured => material.without_picture(c),
            _ => c.value,
        };
        // What is not there adds nothing to the equation (page 8-53).
        let colour = base.map_or([0.0; 3], |c| material.light(shown(c)));
        if colour.iter().any(|c| *c > 1.0) {
            self.tell(&MATERIAL_PART, Fate::Approximated, "a colour brighter than white was clamped");
        }
        let [r, g, b] = colour.map(|c| c.min(1.0));
        let factor = [r, g, b, alpha];
        let mut extensions = Extensions::default();
        let mut written = json::Material {
            name: extras::name(&material.meta),
            alpha_mode: blended.then_some("BLEND"),
            double_sided: self.wanted.double_sided,
            extras: self.kept(),
            ..json::Material::default()
        };
        let cutoff = material.meta.kept().iter().find(|k| k.format == "gltf" && &*k.name == "alphaCutoff");
        if let Some(cutoff) = cutoff.and_then(|k| k.content.parse::<f64>().ok()).filter(|c| c.is_finite()) {
            written.alpha_mode = Some("MASK");
            written.alpha_cutoff = Some(cutoff).filter(|c| *c != 0.5);
        }
        let mut roughness = None;
        if unlit {
            self.use_extension(&mut extensions, "KHR_materials_unlit", json!({}));
            // What readers without the extension see: no sharp highlights.
            roughness = Some(0.9);
        } else {
            self.emission(&mut written, &mut extensions);
            roughness = self.highlight(&mut extensions).or(roughness);
            self.relief(&mut written);
            self.layers(&mut written, &mut extensions);
        }
        let metal = if unlit { None } else { self.metal() };
        self.refraction(unlit, &mut extensions);
        self.leftovers(unlit);
        written.pbr_metallic_roughness = Pbr {
            base_color_factor: (factor != [1.0; 4]).then_some(factor),
            base_color_texture: base_color_texture.map(Box::new),
            metallic_factor: metal.as_ref().map_or(0.0, |(metal, ..)| *metal),
            roughness_factor: metal.as_ref().map_or(roughness, |(_, rough, _)| Some(*rough)),
            metallic_roughness_texture: metal.and_then(|(.., texture)| texture).map(Box::new),
        };
        written.extensions = extensions;
        written
    }

    /// Extras, with what the common profile says and glTF has no place for.
    fn kept(&self) -> Option<json::MaterialExtras> {
        let material = self.material;
        let metal = |p: &Physical| p.metalness.is_some() || p.roughness.is_some();
        let is_metal = material.physical.as_deref().is_some_and(metal);
        let beside = material.specular.is_some() || material.shininess.is_some();
        let common = ((!is_metal || beside) && material.shading != Shading::Constant).then(|| {
            let light = |c: &Colour| {
                let ([r, g, b], [.., a]) = (material.light(c.value), c.value);
                [r, g, b, if a.is_finite() { a } else { 1.0 }]
            };
            let number = |number: Option<Scalar>| number.map(|s| s.0).filter(|n| n.is_finite());
            json::Surface {
                physical: is_metal,
                ambient: material.ambient.as_ref().map(light),
                specular: material.specular.as_ref().map(light),
                reflective: material.reflective.as_ref().map(light),
                shininess: number(material.shininess),
                reflectivity: number(material.reflectivity),
                index_of_refraction: number(material.refraction),
                shading: match material.shading {
                    Shading::Phong => "phong",
                    Shading::Blinn => "blinn",
                    Shading::Lambert | Shading::Constant => "lambert",
                },
            }
        });
        let effect = material.effect.as_ref().filter(|effect| !effect.extras.is_empty());
        let own = extras::of(&material.meta);
        let whole = json::MaterialExtras::Whole;
        match (common, effect) {
            (None, None) => own.map(whole),
            (Some(common), None) if own.is_none() => Some(json::MaterialExtras::Surface { common: Box::new(common) }),
            (common, effect) => {
                let effect = effect.map(|effect| Box::new(extras::full(effect)));
                let common = common.map(json::Common::Surface);
                Some(whole(Box::new(json::Extras { common, effect, ..extras::full(&material.meta) })))
            }
        }
    }

    fn label(&self) -> String {
        self.material.meta.label().unwrap_or("?").to_owned()
    }

    pub fn tell(&mut self, code: &'static portolan_syntax::Code, fate: Fate, what: &str) {
        let message = format!("material `{}`: {what}", self.label());
        self.writer.losses.push(code, fate, self.origin, message);
    }

    pub fn use_extension(&mut self, extensions: &mut Extensions, name: &'static str, value: impl Into<Extension>) {
        self.writer.extension(name);
        extensions.insert(name, value);
    }

    /// The picture of a texture, if it is there and may be used.
    pub fn shown(&self, texture: Option<&'a TextureUse>) -> Option<(&'a TextureUse, ImageId)> {
        let texture = texture.filter(|_| self.wanted.textured)?;
        let image = texture.image.filter(|i| self.writer.picture(*i).is_some())?;
        Some((texture, image))
    }

    pub fn texture(&mut self, source: &Source, texture: &TextureUse) -> Option<TextureInfo> {
        let names = self.writer.coordinates(self.wanted.material);
        let set = names.iter().position(|n| **n == *texture.coordinates).unwrap_or(0);
        self.writer.texture(source, texture, set as u32, self.origin)
    }

    /// Texture and alpha of the base colour, and whether it is blended with what lies behind.
    fn base(&mut self, base: Option<&'a Colour>) -> (Option<TextureInfo>, f64, bool) {
        let material = self.material;
        let colour = self.shown(base.and_then(|c| c.texture.as_deref()));
        let plain = |maker: &mut Self| {
            let (texture, _) = colour?;
            let source = maker.swizzled(texture)?;
            maker.texture(&source, texture)
        };
        let opacity_factor = material.physical.as_ref().and_then(|p| p.opacity.as_ref()).map_or(1.0, |o| o.value);
        if !material.is_blended() {
            return (plain(self), 1.0, false);
        }
        let k = material.transparency.map_or(1.0, |s| s.0);
        let tint = material.transparent.as_ref().map_or([1.0; 4], |c| c.value);
        let written = material.transparent.as_ref().and_then(|c| c.texture.as_deref());
        let opacity = self.shown(written);
        let Some((mask, mask_image)) = opacity else {
            let [r, g, b, weight] = match (written.is_some(), material.opaque) {
                // Nothing is known of a picture that is missing, not even that it makes anything invisible.
                (true, Opaque::AZero | Opaque::RgbZero) => [1.0; 4],
                (_, mode) => mode.weights(tint, k),
            };
            if [r, g, b].iter().any(|c| (c.clamp(0.0, 1.0) - weight.clamp(0.0, 1.0)).abs() > 1.0 / 255.0) {
                self.tell(
                    &TRANSPARENCY,
                    Fate::Approximated,
                    "coloured transparency was replaced by its luminance \
                    as alpha",
                );
            }
            let weight = weight * opacity_factor;
            let alpha = if weight.is_finite() { weight.clamp(0.0, 1.0) } else { 1.0 };
            return (plain(self), alpha, alpha < 1.0 || material.vertex_alpha);
        };
        let placed = |c: &TextureUse| c.matrix() == mask.matrix() && c.coordinates == mask.coordinates;
        let plainly = |t: &TextureUse| t.swizzle.is_identity();
        let same = plainly(mask) && colour.is_some_and(|(c, image)| image == mask_image && placed(c) && plainly(c));
        if same && material.opaque == Opaque::AOne {
            let alpha = (tint[3] * k).clamp(0.0, 1.0);
            let through = self.writer.picture(mask_image).is_some_and(|p| p.alpha);
            return (plain(self), alpha, through || alpha < 1.0);
        }
        if colour.is_some_and(|(c, _)| !placed(c)) {
            self.tell(
                &TEXTURE_BAKED,
                Fate::Approximated,
                "colour and opacity use different texture coordinates; \
                the combined texture is approximate",
            );
        }
        self.tell(&TEXTURE_BAKED, Fate::Baked, "colour and opacity were combined into one texture");
        if matches!(material.opaque, Opaque::RgbOne | Opaque::RgbZero) {
            self.tell(
                &TRANSPARENCY,
                Fate::Approximated,
                "coloured transparency was replaced by its luminance as \
                alpha",
            );
        }
        let [r, g, b, a] = tint.map(f64::to_bits);
        let mode = MODES.iter().position(|m| *m == material.opaque).unwrap_or(0) as u8;
        let picks = |t: &TextureUse| [0, 1, 2, 3].map(|c| pick(t, c).unwrap_or(Pick::Constant(255)));
        let source = Source::Joined {
            colour: colour.map(|(t, _)| picks(t)),
            opacity: picks(mask),
            named: colour.map_or(mask_image, |(_, image)| image),
            mode,
            tint: [r, g, b, a, k.to_bits()],
        };
        let texture = self.texture(&source, colour.map_or(mask, |(c, _)| c));
        let blended = texture.is_some();
        (texture.or_else(|| plain(self)), 1.0, blended)
    }

    fn emission(&mut self, written: &mut json::Material, extensions: &mut Extensions) {
        let Some(emission) = self.material.emission.as_ref() else { return };
        let factor = self.material.light(emission.value);
        if let Some((texture, _)) = self.shown(emission.texture.as_deref()) {
            let info = self.swizzled(texture).and_then(|source| self.texture(&source, texture));
            written.emissive_texture = info.map(Box::new);
        } else if emission.texture.is_some() {
            return;
        }
        let strongest = factor.into_iter().fold(1.0, f64::max);
        written.emissive_factor = factor.map(|c| c / strongest);
        if strongest > 1.0 {
            let value = json!({ "emissiveStrength": strongest });
            self.use_extension(extensions, "KHR_materials_emissive_strength", value);
        }
    }

    /// The specular colour; gives the roughness.
    fn highlight(&mut self, extensions: &mut Extensions) -> Option<f64> {
        let material = self.material;
        let metal = |p: &Physical| p.metalness.is_some() || p.roughness.is_some();
        if material.specular.is_none() && material.physical.as_deref().is_some_and(metal) {
            // A surface told by metal and roughness alone shines as those do.
            return None;
        }
        let specular = material.specular.as_ref().filter(|_| material.shading != Shading::Lambert);
        let factor = specular.map_or([0.0; 3], |c| material.light(c.value));
        const COLOUR: &str = "specularColorFactor";
        let mut said = None;
        if let Some((texture, _)) = self.shown(specular.and_then(|c| c.texture.as_deref()))
            && let Some(source) = self.swizzled(texture)
            && let Some(info) = self.texture(&source, texture)
        {
            let mut value = serde_json::Map::new();
            if factor != [1.0; 3] {
                value.insert(COLOUR.into(), json!(factor));
            }
            value.insert("specularColorTexture".into(), json!(Ordered::from(info)));
            said = Some(serde_json::Value::Object(value).into());
        } else if factor == [0.0; 3] {
            said = Some(Extension::Number("specularFactor", 0.0));
        } else if factor != [1.0; 3] {
            said = Some(Extension::Colour(COLOUR, factor));
        }
        if let Some(said) = said {
            self.use_extension(extensions, "KHR_materials_specular", said);
        }
        specular?;
        let shininess = material.shininess.map(|s| s.0).filter(|n| n.is_finite() && *n >= 0.0)?;
        Some(roughness(material.shading, shininess)).filter(|r| *r < 1.0)
    }

    fn refraction(&mut self, unlit: bool, extensions: &mut Extensions) {
        let Some(index) = self.material.refraction.map(|s| s.0) else { return };
        if index > 1.0 && index.is_finite() && !unlit {
            if index != 1.5 {
                self.use_extension(extensions, "KHR_materials_ior", json!({ "ior": index }));
            }
        } else if index != 1.0 && index != 0.0 {
            let what = format!("the index of refraction {index} is dropped");
            self.tell(&MATERIAL_PART, Fate::Dropped, &what);
        }
    }

    fn relief(&mut self, written: &mut json::Material) {
        let Some(bump) = self.material.bump.as_ref() else { return };
        let Some((texture, image)) = self.shown(Some(&bump.texture)) else { return };
        let amount = if texture.amount.is_finite() { texture.amount } else { 1.0 };
        if bump.is_normal_map {
            let info = self.swizzled(texture).and_then(|source| self.texture(&source, texture));
            let scale = Some(amount).filter(|a| *a != 1.0);
            written.normal_texture = info.map(|i| Box::new(TextureInfo { scale, ..i }));
        } else {
            self.tell(&TEXTURE_BAKED, Fate::Approximated, "the height map was converted to a normal map");
            let info = self.texture(&Source::Normals(image, amount.to_bits()), texture);
            written.normal_texture = info.map(Box::new);
        }
    }

    fn leftovers(&mut self, unlit: bool) {
        let material = self.material;
        let visible = |c: &Colour| c.texture.is_some() || c.value.iter().take(3).any(|v| *v > 0.0);
        match &material.ambient {
            Some(ambient) if !unlit && ambient.texture.is_some() => {
                self.tell(&MATERIAL_PART, Fate::Dropped, "the ambient texture is dropped");
            }
            // Viewers light a scene in their own ways; the share of their ambient light is no part of glTF.
            Some(ambient) if !unlit && visible(ambient) => {
                self.tell(&MATERIAL_PART, Fate::Noted, "the ambient colour is kept in `extras` only");
            }
            _ => {}
        }
        if material.physical.as_deref().is_some_and(|p| !p.spectra.is_empty()) {
            self.tell(&MATERIAL_PART, Fate::Approximated, "spectra were converted to colours");
        }
        let mirrors = material.reflectivity.is_none_or(|s| s.0 > 0.0);
        if mirrors && material.reflective.as_ref().is_some_and(visible) {
            self.tell(&MATERIAL_PART, Fate::Dropped, "reflections (`reflective`) are dropped");
        }
    }
}

/// A texture in an extension, its fields in alphabetical order: the maps of JSON may or may not keep theirs.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ordered {
    #[serde(skip_serializing_if = "Extensions::is_empty")]
    extensions: Extensions,
    index: Index,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tex_coord: Option<u32>,
}

impl From<TextureInfo> for Ordered {
    fn from(info: TextureInfo) -> Ordered {
        let tex_coord = Some(info.tex_coord).filter(|c| *c != 0);
        Ordered { extensions: info.extensions, index: info.index, scale: info.scale, tex_coord }
    }
}

/// Numbers of a material that animations can change: base colour with alpha, emission, roughness.
pub(crate) fn numbers(material: &Material) -> [f64; 8] {
    let unlit = material.shading == Shading::Constant;
    let base = if unlit { material.emission.as_ref().or(material.diffuse.as_ref()) } else { material.diffuse.as_ref() };
    let [r, g, b] = base.map_or([1.0; 3], |c| material.light(c.value));
    let k = material.transparency.map_or(1.0, |s| s.0);
    let tint = material.transparent.as_ref().map_or([1.0; 4], |c| c.value);
    let [.., weight] = material.opaque.weights(tint, k);
    let alpha = if material.is_blended() && weight.is_finite() { weight.clamp(0.0, 1.0) } else { 1.0 };
    let glow = material.emission.as_ref().filter(|_| !unlit).map_or([0.0; 3], |c| material.light(c.value));
    let [er, eg, eb] = glow.map(|c| c.min(1.0));
    let shininess = material.shininess.map(|s| s.0).filter(|n| n.is_finite() && *n >= 0.0);
    let rough = shininess.map_or(1.0, |n| roughness(material.shading, n));
    [r, g, b, alpha, er, eg, eb, rough]
}

/// The roughness of a highlight.
fn roughness(shading: Shading, shininess: f64) -> f64 {
    if shading == Shading::Blinn && shininess <= 1.0 {
        return shininess.sqrt();
    }
    (2.0 / (shininess + 2.0)).sqrt().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_is_decoded() {
        let linear = |c| Material::default().light(c);
        assert_eq!(linear([0.0, 1.0, 0.0404482362771082, 1.0]), [0.0, 1.0, 0.0404482362771082 / 12.92]);
        let [half, ..] = linear([0.5, 0.0, 0.0, 1.0]);
        assert!((half - 0.21404114).abs() < 1e-7);
        assert_eq!(linear([3.0, 0.0, 0.0, 1.0]), [3.0, 0.0, 0.0]);
        assert_eq!(linear([f64::NAN, -1.0, 1.0, 1.0]), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn narrow_highlights_are_smooth() {
        assert_eq!(roughness(Shading::Phong, 0.0), 1.0);
        assert_eq!(roughness(Shading::Phong, 30.0), 0.5);
        assert_eq!(roughness(Shading::Blinn, 0.25), 0.5);
        assert!(roughness(Shading::Blinn, 510.0) < 0.26);
    }
}
