//! `Material`: Table 2.1.

use portolan_scene::{
    Amount, Bump, Colour, ColourSlot, Fate, Material, MaterialId, Opaque, Scalar, Shading, Source, Spectrum, Swizzle,
    TextureOwner, TextureSlot, TextureUse,
};
use portolan_syntax::Node;

use super::{Lower, codes, label};

/// The attributes of Table 2.1 and which structures may give them: colour, parameter, spectrum, texture.
const ATTRIBUTES: [(&str, [bool; 4]); 18] = [
    ("diffuse", [true, false, true, true]),
    ("specular", [true, false, true, true]),
    ("specular_power", [false, true, false, true]),
    ("emission", [true, false, true, true]),
    ("opacity", [false, true, false, true]),
    ("transparency", [true, false, true, true]),
    ("normal", [false, false, false, true]),
    ("height", [false, false, false, true]),
    ("height_scale", [false, true, false, false]),
    ("occlusion", [false, false, false, true]),
    ("roughness", [false, true, false, true]),
    ("metalness", [false, true, false, true]),
    ("clearcoat", [true, false, true, true]),
    ("clearcoat_roughness", [false, true, false, true]),
    ("clearcoat_normal", [false, false, false, true]),
    ("sheen", [true, false, true, true]),
    ("sheen_roughness", [false, true, false, true]),
    ("ior", [false, true, false, false]),
];

fn material_label(material: &Material) -> &str {
    material.meta.label().unwrap_or("?")
}

/// The type of the numbers of a material.
const PARAM: &str = "Material/Param";

/// What a material says of one attribute.
#[derive(Default)]
struct Given<'a> {
    colour: Option<[f64; 4]>,
    param: Option<f64>,
    spectrum: Option<Spectrum>,
    texture: Option<Node<'a>>,
}

impl Given<'_> {
    fn is_empty(&self) -> bool {
        self.colour.is_none() && self.param.is_none() && self.spectrum.is_none() && self.texture.is_none()
    }
}

impl<'a> Lower<'a> {
    /// Takes over all materials.
    pub(super) fn materials(&mut self, root: Node<'a>) {
        for structure in root.children_named("Material") {
            let id = MaterialId::next(&self.scene.materials);
            let material = self.material(structure, id);
            self.scene.materials.push(material);
            self.known.materials.insert(structure.id(), id);
        }
    }

    fn material(&mut self, structure: Node<'a>, id: MaterialId) -> Material {
        let meta = self.meta(structure);
        let double_sided = self.property(structure, "two_sided");
        let mut material = Material { meta, double_sided, linear: true, ..Material::default() };
        let mut given = self.given(structure);
        let mut take = |name: &str| {
            let place = ATTRIBUTES.iter().position(|(n, _)| *n == name).unwrap_or(0);
            given.get_mut(place).map(std::mem::take).unwrap_or_default()
        };
        let base = take("diffuse");
        material.diffuse = self.surface(id, ColourSlot::Diffuse, base, &mut material);
        if material.diffuse.is_none() {
            let [r, g, b] = self.unsaid("Material/Color", "diffuse");
            material.diffuse = Some(Colour { value: [r, g, b, 1.0], texture: None });
        }
        let emission = take("emission");
        let strength = emission.param;
        material.emission = self.surface(id, ColourSlot::Emission, emission, &mut material);
        if let (Some(strength), Some(emission)) = (strength, &mut material.emission) {
            emission.value.iter_mut().take(3).for_each(|c| *c *= strength);
        }
        let specular = take("specular");
        material.specular = self.surface(id, ColourSlot::Specular, specular, &mut material);
        let power = take("specular_power");
        if material.specular.is_some() || !power.is_empty() {
            let n = power.param.unwrap_or_else(|| self.unsaid(PARAM, "specular_power"));
            material.shininess = Some(Scalar(n));
            // To 1 the exponent of Blinn's model would be taken as a roughness.
            material.shading = if n > 1.0 { Shading::Blinn } else { Shading::Phong };
            if let Some(texture) = self.texture_in(id, TextureSlot::Shininess, power.texture) {
                material.physical_mut().shininess = Some(texture);
            }
        }
        let (transparency, opacity) = (take("transparency"), take("opacity"));
        self.transparency(id, transparency, opacity, &mut material);
        self.relief(id, take("normal"), take("height"), take("height_scale"), &mut material);
        if let Some(index) = take("ior").param {
            material.refraction = Some(Scalar(index));
        }
        for (name, slot) in [
            ("metalness", TextureSlot::Metalness),
            ("roughness", TextureSlot::Roughness),
            ("clearcoat_roughness", TextureSlot::ClearcoatRoughness),
            ("sheen_roughness", TextureSlot::SheenRoughness),
        ] {
            let given = take(name);
            if given.is_empty() {
                continue;
            }
            let amount = self.amount(id, slot, given);
            let physical = material.physical_mut();
            match slot {
                TextureSlot::Metalness => physical.metalness = amount,
                TextureSlot::Roughness => physical.roughness = amount,
                TextureSlot::ClearcoatRoughness => physical.clearcoat_roughness = amount,
                _ => physical.sheen_roughness = amount,
            }
        }
        for (name, slot) in [("clearcoat", ColourSlot::Clearcoat), ("sheen", ColourSlot::Sheen)] {
            let given = take(name);
            if let Some(colour) = self.surface(id, slot, given, &mut material) {
                *material.colour_mut(slot) = Some(colour);
            }
        }
        for (name, slot) in [("occlusion", TextureSlot::Occlusion), ("clearcoat_normal", TextureSlot::ClearcoatNormal)]
        {
            let given = take(name);
            let Some(texture) = self.texture_in(id, slot, given.texture) else { continue };
            match slot {
                TextureSlot::Occlusion => material.physical_mut().occlusion = Some(texture),
                _ => material.physical_mut().clearcoat_normal = Some(texture),
            }
        }
        material
    }

    /// What all parts of a material say, by the place of their attribute in [`ATTRIBUTES`].
    fn given(&mut self, structure: Node<'a>) -> Vec<Given<'a>> {
        let mut all: Vec<Given<'a>> = ATTRIBUTES.iter().map(|_| Given::default()).collect();
        for child in structure.elements() {
            let form = match child.local_name() {
                "Color" => 0,
                "Param" => 1,
                "Spectrum" => 2,
                "Texture" => 3,
                _ => continue,
            };
            let Some(attrib) = self.attrib(child) else { continue };
            let Some(place) = ATTRIBUTES.iter().position(|(name, _)| *name == attrib) else {
                self.foreign_attribute(child, &attrib);
                continue;
            };
            let legal = ATTRIBUTES.get(place).and_then(|(_, forms)| forms.get(form)).copied().unwrap_or(false);
            // Before 3.0 opacity was a colour; and the luminance of an emission is a parameter by the text (page 68).
            let lenient = matches!((&*attrib, form), ("opacity", 0) | ("emission", 1));
            if !legal && !lenient {
                let message = format!("`{attrib}` cannot be a `{}`", child.local_name());
                self.lose(&codes::ATTRIBUTE, Fate::Dropped, child, message);
                continue;
            }
            let Some(given) = all.get_mut(place) else { continue };
            let repeated = match form {
                0 => given.colour.is_some(),
                1 => given.param.is_some(),
                2 => given.spectrum.is_some(),
                _ => given.texture.is_some(),
            };
            if repeated {
                let message =
                    format!("`{attrib}` of `{}` is given more than once; the first is used", label(structure));
                self.lose(&codes::REPEATED, Fate::Dropped, child, message);
                continue;
            }
            match form {
                0 => given.colour = self.colour(child),
                1 => given.param = self.material_number(child, &attrib),
                2 => given.spectrum = self.spectrum(child),
                _ => given.texture = Some(child),
            }
        }
        all
    }

    fn material_number(&mut self, param: Node<'a>, attrib: &str) -> Option<f64> {
        let value = self.number(param)?;
        let share = matches!(attrib, "roughness" | "metalness" | "clearcoat_roughness" | "sheen_roughness");
        if share && !(0.0..=1.0).contains(&value) {
            let message = format!("`{attrib}` is {value}, outside 0 to 1; it is clamped");
            self.lose(&codes::VALUE, Fate::Approximated, param, message);
            return Some(value.clamp(0.0, 1.0));
        }
        Some(value)
    }

    /// A colour of the file, in the colours of the scene; without alpha it is opaque.
    pub(super) fn colour(&mut self, structure: Node<'a>) -> Option<[f64; 4]> {
        let numbers = self.numbers(structure, &[3, 4])?;
        self.only(structure, &numbers);
        let [r, g, b, ref rest @ ..] = *numbers.values else { return None };
        let alpha = rest.first().copied().filter(|_| numbers.width == 4).unwrap_or(1.0);
        let [r, g, b] = self.metrics.colour([r, g, b]);
        Some([r, g, b, alpha])
    }

    /// A colour: the spectrum's before the one that is written, and times the texture.
    fn surface(
        &mut self,
        id: MaterialId,
        slot: ColourSlot,
        given: Given<'a>,
        material: &mut Material,
    ) -> Option<Colour> {
        let mut value = given.colour;
        if let Some(mut spectrum) = given.spectrum {
            spectrum.beside = given.colour;
            let [r, g, b] = self.spectral_colour(&spectrum);
            value = Some([r, g, b, 1.0]);
            material.physical_mut().spectra.push((slot, spectrum));
        }
        let texture = self.texture_in(id, TextureSlot::Colour(slot), given.texture);
        if value.is_none() && texture.is_none() {
            return None;
        }
        // A texture without a colour counts as it is, whatever the default of the colour.
        Some(Colour::new(value.unwrap_or([1.0; 4]), texture))
    }

    fn amount(&mut self, id: MaterialId, slot: TextureSlot, given: Given<'a>) -> Option<Amount> {
        let texture = self.texture_in(id, slot, given.texture);
        if given.param.is_none() && texture.is_none() {
            return None;
        }
        // A texture without a number counts as it is, whatever the default of the number.
        Some(Amount { value: given.param.unwrap_or(1.0), texture })
    }

    fn texture_in(
        &mut self,
        material: MaterialId,
        slot: TextureSlot,
        structure: Option<Node<'a>>,
    ) -> Option<TextureUse> {
        self.texture(structure?, TextureOwner::Material { material, slot })
    }

    /// Opacity is a transparent white of that alpha, transparency what a colour lets through. With both, opacity stands
    /// beside it.
    fn transparency(&mut self, id: MaterialId, transparency: Given<'a>, opacity: Given<'a>, material: &mut Material) {
        if !transparency.is_empty() {
            material.transparent = self.surface(id, ColourSlot::Transparent, transparency, material);
            material.opaque = Opaque::RgbZero;
            if !opacity.is_empty() {
                let amount = self.amount(id, TextureSlot::Opacity, opacity);
                material.physical_mut().opacity = amount;
            }
            return;
        }
        if opacity.is_empty() {
            return;
        }
        if let (Some(colour), None) = (opacity.colour, opacity.param) {
            material.opaque = Opaque::RgbOne;
            let texture = self.texture_in(id, TextureSlot::Colour(ColourSlot::Transparent), opacity.texture);
            material.transparent = Some(Colour::new(colour, texture));
            return;
        }
        let mut texture = self.texture_in(id, TextureSlot::Colour(ColourSlot::Transparent), opacity.texture);
        if let Some(texture) = &mut texture {
            // Opacity is in the first channel, and the scene takes it from alpha.
            let Swizzle([first, ..]) = texture.swizzle;
            let first = if first == Source::Same { Source::Red } else { first };
            texture.swizzle = Swizzle([Source::Same, Source::Same, Source::Same, first]);
        }
        let opacity = opacity.param.unwrap_or_else(|| self.unsaid(PARAM, "opacity"));
        material.opaque = Opaque::AOne;
        material.transparent = Some(Colour::new([1.0, 1.0, 1.0, opacity], texture));
    }

    fn relief(
        &mut self,
        id: MaterialId,
        normal: Given<'a>,
        height: Given<'a>,
        scale: Given<'a>,
        material: &mut Material,
    ) {
        if scale.param.is_some() && height.texture.is_none() {
            let message = format!("`height_scale` of material `{}` has no heights to scale", material_label(material));
            self.losses.push(&codes::NO_EFFECT, Fate::Dropped, material.meta.origin, message);
        }
        let scale = scale.param.unwrap_or_else(|| self.unsaid(PARAM, "height_scale"));
        let normals = self.texture_in(id, TextureSlot::Bump, normal.texture);
        let slot = if normals.is_some() { TextureSlot::Height } else { TextureSlot::Bump };
        let mut heights = self.texture_in(id, slot, height.texture);
        if let Some(heights) = &mut heights {
            heights.amount = scale;
        }
        match (normals, heights) {
            (Some(texture), heights) => {
                material.bump = Some(Bump { texture, is_normal_map: true }.into());
                if heights.is_some() {
                    material.physical_mut().height = heights;
                }
            }
            (None, Some(texture)) => material.bump = Some(Bump { texture, is_normal_map: false }.into()),
            (None, None) => {}
        }
    }
}
