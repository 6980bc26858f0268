//! What extensions add to materials.

use portolan_scene::{Amount, Colour, Fate, Material, Scalar, Shading, Source};

use super::Reader;
use super::codes::MATERIAL;
use super::value::At;

impl<'a> Reader<'a> {
    /// Clear coat, sheen, highlights and refraction.
    pub fn layers(&mut self, at: &At<'a>, material: &mut Material) {
        if let Some(coat) = at.extension("KHR_materials_clearcoat") {
            self.clearcoat(&coat, material);
        }
        if let Some(sheen) = at.extension("KHR_materials_sheen") {
            self.sheen(&sheen, material);
        }
        if let Some(specular) = at.extension("KHR_materials_specular") {
            self.specular(&specular, material);
        }
        if let Some(ior) = at.extension("KHR_materials_ior") {
            let index = self.number(&ior, "ior").unwrap_or(1.5);
            material.refraction = Some(Scalar(index));
        }
    }

    fn clearcoat(&mut self, at: &At<'a>, material: &mut Material) {
        let factor = self.number_within(at, "clearcoatFactor", 0.0, 1.0).unwrap_or(0.0);
        let texture = self.channel(at, "clearcoatTexture", Source::Red);
        let rough = self.number_within(at, "clearcoatRoughnessFactor", 0.0, 1.0).unwrap_or(0.0);
        let roughness = self.channel(at, "clearcoatRoughnessTexture", Source::Green);
        let normal = self.texture(at, "clearcoatNormalTexture");
        let scale = at.get("clearcoatNormalTexture").and_then(|t| self.number(&t, "scale"));
        let physical = material.physical_mut();
        physical.clearcoat = Some(Colour::new([factor, factor, factor, 1.0], texture));
        physical.clearcoat_roughness = Some(Amount { value: rough, texture: roughness });
        physical.clearcoat_normal = normal.map(|t| portolan_scene::TextureUse { amount: scale.unwrap_or(1.0), ..t });
    }

    fn sheen(&mut self, at: &At<'a>, material: &mut Material) {
        let [r, g, b] = self.numbers(at, "sheenColorFactor").unwrap_or([0.0; 3]);
        let texture = self.texture(at, "sheenColorTexture");
        let rough = self.number_within(at, "sheenRoughnessFactor", 0.0, 1.0).unwrap_or(0.0);
        let roughness = self.channel(at, "sheenRoughnessTexture", Source::Alpha);
        let physical = material.physical_mut();
        physical.sheen = Some(Colour::new([r, g, b, 1.0], texture));
        physical.sheen_roughness = Some(Amount { value: rough, texture: roughness });
    }

    fn specular(&mut self, at: &At<'a>, material: &mut Material) {
        let amount = self.number_within(at, "specularFactor", 0.0, 1.0).unwrap_or(1.0);
        let colour = self.numbers(at, "specularColorFactor").unwrap_or([1.0; 3]);
        if at.get("specularTexture").is_some() {
            let message = "the specular strength texture is ignored";
            self.tell(&MATERIAL, Fate::Dropped, at, message);
        }
        let texture = self.texture(at, "specularColorTexture");
        let [r, g, b] = colour.map(|c| c * amount);
        material.specular = Some(Colour::new([r, g, b, 1.0], texture));
        material.shading = Shading::Blinn;
    }

    /// The older way to say colours: diffuse, specular, and how smooth the surface is. Gives alpha.
    pub fn glossy(&mut self, at: &At<'a>, material: &mut Material) -> f64 {
        let [r, g, b, alpha] = self.numbers(at, "diffuseFactor").unwrap_or([1.0; 4]);
        let texture = self.texture(at, "diffuseTexture");
        material.diffuse = Some(Colour::new([r, g, b, 1.0], texture));
        let [r, g, b] = self.numbers(at, "specularFactor").unwrap_or([1.0; 3]);
        let texture = self.texture(at, "specularGlossinessTexture");
        if texture.is_some() {
            let message = "the glossiness in the alpha channel of a texture is ignored";
            self.tell(&MATERIAL, Fate::Dropped, at, message);
        }
        material.specular = Some(Colour::new([r, g, b, 1.0], texture));
        material.shading = Shading::Blinn;
        let gloss = self.number_within(at, "glossinessFactor", 0.0, 1.0).unwrap_or(1.0);
        let physical = material.physical_mut();
        physical.metalness = Some(Amount { value: 0.0, texture: None });
        physical.roughness = Some(Amount { value: 1.0 - gloss, texture: None });
        alpha
    }
}
