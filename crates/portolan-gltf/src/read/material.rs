//! Materials: metal and roughness as they are, and the common profile where our own files have it in `extras`.

use portolan_scene::{
    Amount, Bump, Colour, Content, Fate, Kept, Material, MaterialId, Meta, Opaque, Origin, Scalar, ScalarSlot, Shading,
    Source,
};
use serde_json::{Map, Value};

use super::Reader;
use super::codes::MASK;
use super::value::At;

impl<'a> Reader<'a> {
    pub fn read_materials(&mut self) {
        for at in self.list("materials") {
            let material = self.material(&at);
            self.materials.push(MaterialId::next(&self.scene.materials));
            self.scene.materials.push(material);
        }
    }

    fn material(&mut self, at: &At<'a>) -> Material {
        let mut material = Material {
            meta: self.meta(at),
            shading: Shading::Lambert,
            linear: true,
            double_sided: Some(self.flag(at, "doubleSided").unwrap_or(false)),
            ..Material::default()
        };
        let common = at.get("extras").and_then(|e| e.get("common")).filter(|c| c.value.is_object());
        // Metal and roughness stand for the common profile, unless a material has both.
        let both = common.as_ref().is_some_and(|c| c.value.get("physical").and_then(|p| p.as_bool()) == Some(true));
        let physical = common.is_none() || both;
        let effect = at.get("extras").and_then(|e| e.get("effect")).and_then(|e| e.value.as_object());
        material.effect = effect.map(|members| self.effect(members, material.meta.origin).into());
        let pbr = at.get("pbrMetallicRoughness");
        let alpha = match (&pbr, at.extension("KHR_materials_pbrSpecularGlossiness")) {
            (_, Some(glossy)) => self.glossy(&glossy, &mut material),
            (Some(pbr), None) => self.metal(pbr, &mut material, physical),
            (None, None) => plain(&mut material, physical),
        };
        self.alpha(at, alpha, &mut material);
        self.emission(at, &mut material);
        if let Some(texture) = self.texture(at, "normalTexture") {
            let amount = at.get("normalTexture").and_then(|t| self.number(&t, "scale")).unwrap_or(1.0);
            let texture = portolan_scene::TextureUse { amount, ..texture };
            material.bump = Some(Bump { texture, is_normal_map: true }.into());
        }
        if let Some(texture) = self.channel(at, "occlusionTexture", Source::Red) {
            let amount = at.get("occlusionTexture").and_then(|t| self.number_within(&t, "strength", 0.0, 1.0));
            let amount = amount.unwrap_or(1.0);
            material.physical_mut().occlusion = Some(portolan_scene::TextureUse { amount, ..texture });
        }
        self.layers(at, &mut material);
        if at.extension("KHR_materials_unlit").is_some() {
            unlit(&mut material);
        } else if let Some(common) = common {
            self.common(&common, &mut material);
        }
        material
    }

    /// What our own files say of what a material is made of. Materials that share it all have its id; the first keeps it.
    fn effect(&mut self, members: &Map<String, Value>, origin: Origin) -> Meta {
        let id = members.get("id").and_then(Value::as_str).filter(|id| !id.is_empty());
        let id = id.filter(|id| self.ids.insert((*id).into())).map(Box::from);
        Meta { id, origin, extras: super::meta::listed(members), ..Meta::default() }
    }

    /// Base colour, metal and roughness; gives alpha.
    fn metal(&mut self, pbr: &At<'a>, material: &mut Material, physical: bool) -> f64 {
        let [r, g, b, alpha] = self.numbers(pbr, "baseColorFactor").unwrap_or([1.0; 4]);
        let texture = self.texture(pbr, "baseColorTexture");
        material.diffuse = Some(Colour::new([r, g, b, 1.0], texture));
        let metal = self.number_within(pbr, "metallicFactor", 0.0, 1.0).unwrap_or(1.0);
        let rough = self.number_within(pbr, "roughnessFactor", 0.0, 1.0).unwrap_or(1.0);
        if physical {
            let key = "metallicRoughnessTexture";
            let (blue, green) = (self.channel(pbr, key, Source::Blue), self.channel(pbr, key, Source::Green));
            let physical = material.physical_mut();
            physical.metalness = Some(Amount { value: metal, texture: blue });
            physical.roughness = Some(Amount { value: rough, texture: green });
        }
        alpha
    }

    /// Weighs the material against what lies behind it.
    fn alpha(&mut self, at: &At<'a>, alpha: f64, material: &mut Material) {
        let mode = self.text(at, "alphaMode").unwrap_or("OPAQUE");
        match mode {
            "BLEND" => {}
            "MASK" => {
                let cutoff = self.number_within(at, "alphaCutoff", 0.0, f64::INFINITY).unwrap_or(0.5);
                let label = material.meta.label().unwrap_or("?");
                let message = format!(
                    "the alpha cutoff {cutoff} of material `{label}` is kept, but not part of the \
                    scene"
                );
                let origin = material.meta.origin;
                material.meta.aside_mut().kept.push(Kept {
                    format: "gltf",
                    version: "2.0",
                    place: "".into(),
                    name: "alphaCutoff".into(),
                    content: cutoff.to_string().into(),
                    origin,
                    what: Content::AlphaCutoff,
                });
                self.tell(&MASK, Fate::Approximated, at, message);
            }
            "OPAQUE" => return,
            _ => {
                self.wrong(&at.get("alphaMode").unwrap_or(at.clone()), "`OPAQUE`, `MASK` or `BLEND`");
                return;
            }
        }
        let texture = material.diffuse.as_ref().and_then(|d| d.texture.clone());
        material.transparent = Some(Colour { value: [1.0; 4], texture });
        material.transparency = Some(Scalar(alpha));
        material.opaque = Opaque::AOne;
    }

    fn emission(&mut self, at: &At<'a>, material: &mut Material) {
        let factor = self.numbers(at, "emissiveFactor").unwrap_or([0.0; 3]);
        let texture = self.texture(at, "emissiveTexture");
        let strength = at
            .extension("KHR_materials_emissive_strength")
            .and_then(|e| self.number_within(&e, "emissiveStrength", 0.0, f64::INFINITY))
            .unwrap_or(1.0);
        if texture.is_some() || factor != [0.0; 3] {
            let [r, g, b] = factor.map(|c| c * strength);
            material.emission = Some(Colour::new([r, g, b, 1.0], texture));
        }
    }

    /// What the common profile says beyond what glTF has, as our own files keep it.
    fn common(&mut self, at: &At<'a>, material: &mut Material) {
        material.shading = match self.text(at, "shading") {
            Some("constant") => Shading::Constant,
            Some("phong") => Shading::Phong,
            Some("blinn") => Shading::Blinn,
            _ => Shading::Lambert,
        };
        let mut colour = |key: &str| self.numbers::<4>(at, key);
        let colours = [colour("ambient"), colour("specular"), colour("reflective")];
        let [ambient, specular, reflective] = colours;
        let plain = |value: [f64; 4]| Colour { value, texture: None };
        material.ambient = ambient.map(plain);
        material.reflective = reflective.map(plain);
        if let Some(value) = specular {
            let texture = material.specular.take().and_then(|s| s.texture);
            material.specular = Some(Colour { value, texture });
        } else {
            material.specular = None;
        }
        for (key, slot) in [
            ("shininess", ScalarSlot::Shininess),
            ("reflectivity", ScalarSlot::Reflectivity),
            ("indexOfRefraction", ScalarSlot::Refraction),
        ] {
            *material.scalar_mut(slot) = self.number(at, key).map(Scalar);
        }
    }
}

/// A surface that light does not matter for has its colour as light of its own.
fn unlit(material: &mut Material) {
    material.shading = Shading::Constant;
    material.emission = material.diffuse.take();
    material.specular = None;
    material.refraction = None;
    material.bump = None;
    material.physical = None;
}

/// A material that does not say anything is white, and metal.
fn plain(material: &mut Material, physical: bool) -> f64 {
    material.diffuse = Some(Colour { value: [1.0; 4], texture: None });
    if physical {
        material.physical_mut().metalness = Some(Amount { value: 1.0, texture: None });
        material.physical_mut().roughness = Some(Amount { value: 1.0, texture: None });
    }
    1.0
}
