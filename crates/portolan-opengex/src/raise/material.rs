//! Surfaces.

use portolan_scene::glam::DVec3;
use portolan_scene::{
    Amount, Colour, ColourSlot, Fate, Material, MaterialId, Opaque, Physical, Primaries, Shading, Source, Spectrum,
    Swizzle, TextureOwner, TextureSlot, TextureUse,
};
use portolan_syntax::ddl::Structure;

use super::{Raise, Version, codes, label, number, single, with_name};

/// A material as shapes use it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Wanted {
    pub material: MaterialId,
    /// For each of its textures the set of texture coordinates, in the order of the slots.
    pub sets: Vec<u32>,
    pub two_sided: bool,
}

impl<'a> Raise<'a> {
    /// The name of a material.
    pub fn material(&mut self, wanted: Wanted) -> Option<String> {
        if let Some((name, _)) = self.materials.get(&wanted) {
            return Some(name.clone());
        }
        let material = self.scene.material(wanted.material)?;
        let name = self.names.of_id(material.meta.id.as_deref(), "material");
        let mut structure = with_name(Structure::new("Material").global(name.clone()), &material.meta);
        if wanted.two_sided {
            structure = structure.property("two_sided", true);
        }
        let mut maker = Maker { raise: self, material, wanted: &wanted, made: Vec::new() };
        maker.make();
        let made = maker.made;
        let extras = self.extras(&material.meta.extras, material.meta.origin);
        if let Some(effect) = &material.effect {
            self.tell_extras(effect);
        }
        self.materials.insert(wanted, (name.clone(), structure.with_all(made).with_all(extras)));
        Some(name)
    }

    /// A colour of the scene in the colours of the file.
    pub fn colour(&self, rgb: [f64; 3]) -> [f64; 3] {
        match Primaries::SRGB.to(&self.primaries()) {
            Some(turn) if self.primaries() != Primaries::SRGB => (turn * DVec3::from(rgb)).to_array(),
            _ => rgb,
        }
    }
}

struct Maker<'r, 'a> {
    raise: &'r mut Raise<'a>,
    material: &'a Material,
    wanted: &'r Wanted,
    made: Vec<Structure<'a>>,
}

impl<'a> Maker<'_, 'a> {
    fn make(&mut self) {
        let material = self.material;
        if material.shading == Shading::Constant {
            self.tell(Fate::Approximated, "it is unlit, which OpenGEX does not support");
        }
        let slots = [
            ("diffuse", ColourSlot::Diffuse),
            ("specular", ColourSlot::Specular),
            ("emission", ColourSlot::Emission),
            ("clearcoat", ColourSlot::Clearcoat),
            ("sheen", ColourSlot::Sheen),
        ];
        for (word, slot) in slots {
            let Some(colour) = material.colour(slot) else {
                // What is not there adds nothing; in the file it would be white.
                if slot == ColourSlot::Diffuse {
                    self.put_colour(word, [0.0; 3], 1.0);
                }
                continue;
            };
            let late = matches!(slot, ColourSlot::Clearcoat | ColourSlot::Sheen);
            if late && !self.since(word) {
                continue;
            }
            self.colour(word, slot, colour);
        }
        for (word, slot) in [("ambient", ColourSlot::Ambient), ("reflective", ColourSlot::Reflective)] {
            let seen = |c: &Colour| c.texture.is_some() || c.value.iter().take(3).any(|x| *x > 0.0);
            if material.colour(slot).is_some_and(seen) {
                self.tell(Fate::Dropped, &format!("its `{word}` part is not supported"));
            }
        }
        if material.reflectivity.is_some_and(|r| r.0 > 0.0) {
            self.tell(Fate::Dropped, "its `reflectivity` is not supported");
        }
        if let Some(power) = material.shininess.filter(|s| s.0.is_finite()) {
            self.made.push(number("Param", "specular_power", power.0));
        }
        if let Some(refraction) = material.refraction.filter(|r| r.0.is_finite())
            && self.since("the index of refraction")
        {
            self.made.push(number("Param", "ior", refraction.0));
        }
        self.transparency();
        self.relief();
        if let Some(physical) = material.physical.as_deref() {
            self.physical(physical);
        }
    }

    fn colour(&mut self, word: &'static str, slot: ColourSlot, colour: &'a Colour) {
        let [.., alpha] = colour.value;
        let spectra = self.material.physical.iter().flat_map(|p| &p.spectra);
        let known = spectra.filter(|(s, _)| *s == slot).find_map(|(_, s)| Some((spectrum(word, s)?, s.beside)));
        let old = self.raise.options.version < Version::V3_0;
        if known.is_some() && old {
            self.tell(Fate::Approximated, &format!("the spectrum of its `{word}` part was converted to a colour"));
        }
        match known {
            Some((spectrum, beside)) if !old || beside.is_some() => {
                if let Some([r, g, b, alpha]) = beside {
                    self.put_colour(word, self.raise.colour([r, g, b]), alpha);
                }
                self.made.extend(Some(spectrum).filter(|_| !old));
            }
            _ if colour.texture.as_ref().is_some_and(|t| t.image.is_some()) && colour.value == [1.0; 4] => {
                // Black is usual for all but the diffuse colour, and would darken the texture.
                if slot != ColourSlot::Diffuse {
                    self.put_colour(word, [1.0; 3], 1.0);
                }
            }
            _ => {
                let light = self.material.light(colour.value);
                self.put_colour(word, self.raise.colour(light), alpha);
            }
        }
        if let Some(texture) = &colour.texture {
            self.texture(word, TextureSlot::Colour(slot), texture);
        }
    }

    fn put_colour(&mut self, word: &'static str, [r, g, b]: [f64; 3], alpha: f64) {
        let data = match alpha == 1.0 || !alpha.is_finite() {
            true => Structure::arrays(3, [r, g, b].map(single)),
            false => Structure::arrays(4, [r, g, b, alpha].map(single)),
        };
        self.made.push(Structure::new("Color").property("attrib", word).with(data));
    }

    fn texture(&mut self, word: &'static str, slot: TextureSlot, texture: &'a TextureUse) {
        let set = self.material.textures().position(|(s, _)| s == slot).and_then(|at| self.wanted.sets.get(at));
        let owner = TextureOwner::Material { material: self.wanted.material, slot };
        let set = set.copied().unwrap_or(0);
        let made = self.raise.texture(word, texture, set, owner, self.material.meta.origin);
        self.made.extend(made);
    }

    /// Coloured transparency is a colour, anything else an opacity.
    fn transparency(&mut self) {
        let material = self.material;
        let new = self.raise.options.version >= Version::V3_0;
        let mut opacity = 1.0;
        // The texture, and the channel of it.
        let mut mask: Option<(TextureSlot, &'a TextureUse, Option<char>)> = None;
        if material.transparent.is_some() || material.transparency.is_some() {
            let k = material.transparency.map_or(1.0, |s| s.0);
            let (tint, texture) = match &material.transparent {
                Some(colour) => (colour.value, colour.texture.as_deref()),
                None => ([1.0; 4], None),
            };
            let slot = TextureSlot::Colour(ColourSlot::Transparent);
            let [r, g, b, a] = tint.map(|c| c * k);
            match (material.opaque, texture) {
                (Opaque::RgbZero, texture) => {
                    self.put_colour("transparency", [r, g, b], 1.0);
                    if let Some(texture) = texture {
                        self.texture("transparency", slot, texture);
                    }
                }
                (Opaque::RgbOne, None) => self.put_colour("transparency", [1.0 - r, 1.0 - g, 1.0 - b], 1.0),
                (Opaque::AZero, None) => opacity = 1.0 - a,
                (Opaque::AOne, texture) => {
                    opacity = a;
                    mask = texture.map(|t| (slot, t, Some(alpha_source(&t.swizzle))));
                }
                (Opaque::RgbOne | Opaque::AZero, Some(_)) => {
                    let message = "its transparency is an inverted texture, which is not supported";
                    self.tell_code(&codes::TRANSPARENCY, Fate::Dropped, message);
                }
            }
        }
        if let Some(given) = material.physical.as_deref().and_then(|p| p.opacity.as_ref()) {
            opacity *= given.value;
            if let Some(texture) = &given.texture {
                if mask.is_some() {
                    self.tell_code(
                        &codes::TRANSPARENCY,
                        Fate::Dropped,
                        "only one of its two opacity textures is supported",
                    );
                }
                mask = Some((TextureSlot::Opacity, texture, None));
            }
        }
        if opacity != 1.0 && opacity.is_finite() {
            let opacity = opacity.clamp(0.0, 1.0);
            match new {
                true => self.made.push(number("Param", "opacity", opacity)),
                // It was a colour then.
                false => self.put_colour("opacity", [opacity; 3], 1.0),
            }
        }
        if let Some((slot, texture, channel)) = mask {
            let start = self.made.len();
            self.texture("opacity", slot, texture);
            // The first channel is the usual one.
            if let Some(channel) = channel {
                match self.made.get_mut(start).filter(|_| new) {
                    Some(made) => {
                        made.properties.retain(|(name, _)| name != "swizzle");
                        if channel != 'r' {
                            made.properties.push(("swizzle".into(), channel.to_string().into()));
                        }
                    }
                    None if channel == 'r' => {}
                    None => self.tell_code(
                        &codes::TRANSPARENCY,
                        Fate::Approximated,
                        "its opacity is in the alpha channel of a texture, which readers of this version may ignore",
                    ),
                }
            }
        }
    }

    fn relief(&mut self) {
        let Some(bump) = &self.material.bump else { return };
        if bump.is_normal_map {
            self.texture("normal", TextureSlot::Bump, &bump.texture);
            if bump.texture.amount != 1.0 {
                self.tell(Fate::Dropped, "the strength of the normal map is not supported");
            }
        } else if self.since("a height map") {
            self.heights(TextureSlot::Bump, &bump.texture);
        }
    }

    fn heights(&mut self, slot: TextureSlot, texture: &'a TextureUse) {
        self.texture("height", slot, texture);
        if texture.amount != 1.0 && texture.amount.is_finite() {
            self.made.push(number("Param", "height_scale", texture.amount));
        }
    }

    fn physical(&mut self, physical: &'a Physical) {
        let amounts: [(&'static str, TextureSlot, &'a Option<Amount>); 4] = [
            ("roughness", TextureSlot::Roughness, &physical.roughness),
            ("metalness", TextureSlot::Metalness, &physical.metalness),
            ("clearcoat_roughness", TextureSlot::ClearcoatRoughness, &physical.clearcoat_roughness),
            ("sheen_roughness", TextureSlot::SheenRoughness, &physical.sheen_roughness),
        ];
        for (word, slot, amount) in amounts {
            let Some(amount) = amount else { continue };
            if !self.since(word) {
                continue;
            }
            self.made.push(number("Param", word, amount.value.clamp(0.0, 1.0)));
            if let Some(texture) = &amount.texture {
                self.texture(word, slot, texture);
            }
        }
        let textures = [
            ("specular_power", TextureSlot::Shininess, &physical.shininess),
            ("occlusion", TextureSlot::Occlusion, &physical.occlusion),
            ("clearcoat_normal", TextureSlot::ClearcoatNormal, &physical.clearcoat_normal),
        ];
        for (word, slot, texture) in textures {
            let Some(texture) = texture else { continue };
            if slot == TextureSlot::Shininess || self.since(word) {
                self.texture(word, slot, texture);
            }
        }
        if let Some(height) = &physical.height
            && self.since("a height map")
        {
            let taken = self.material.bump.as_ref().is_some_and(|b| !b.is_normal_map);
            match taken {
                true => self.tell(Fate::Dropped, "only one of two height maps is supported"),
                false => self.heights(TextureSlot::Height, height),
            }
        }
    }

    fn since(&mut self, what: &str) -> bool {
        let what = format!("`{what}` of material `{}`", label(&self.material.meta));
        self.raise.since(Version::V3_0, &what, self.material.meta.origin)
    }

    fn tell(&mut self, fate: Fate, message: &str) {
        self.tell_code(&codes::MATERIAL_PART, fate, message);
    }

    fn tell_code(&mut self, code: &'static portolan_syntax::Code, fate: Fate, message: &str) {
        let message = format!("material `{}`: {message}", label(&self.material.meta));
        self.raise.lose(code, fate, &self.material.meta, message);
    }
}

/// Which channel of a picture is the alpha of the texture.
fn alpha_source(swizzle: &Swizzle) -> char {
    let Swizzle([.., alpha]) = swizzle;
    match alpha {
        Source::Same => 'a',
        other => super::texture::letter(other),
    }
}

/// A spectrum, if its limits are whole numbers as the format wants them.
pub(super) fn spectrum<'a>(word: &'static str, spectrum: &Spectrum) -> Option<Structure<'a>> {
    let whole = |v: f64| (v >= 0.0 && v.fract() == 0.0 && v <= f64::from(u32::MAX)).then_some(v as u32);
    let (min, max) = (whole(spectrum.min)?, whole(spectrum.max)?);
    let values: Vec<f32> = spectrum.values.iter().map(|v| single(*v)).collect();
    let made = Structure::new("Spectrum").property("attrib", word).property("min", min).property("max", max);
    (values.len() > 1).then(|| made.with(Structure::data(values)))
}
