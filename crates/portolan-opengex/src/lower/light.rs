//! `LightObject` and `Atten`.

use portolan_scene::{Attenuation, AttenuationInput, Fading, Fate, Light, LightId, LightKind, TextureOwner};
use portolan_syntax::Node;

use super::{Lower, codes, label};

impl<'a> Lower<'a> {
    /// Takes over all lights.
    pub(super) fn lights(&mut self, root: Node<'a>) {
        for structure in root.children_named("LightObject") {
            let id = LightId::next(&self.scene.lights);
            let light = self.light(structure, id);
            self.scene.lights.push(light);
            self.known.lights.insert(structure.id(), id);
        }
    }

    fn light(&mut self, structure: Node<'a>, id: LightId) -> Light {
        let meta = self.meta(structure);
        let kind = self.word(structure, "type");
        if structure.attribute("type").is_none() {
            let message = format!("`{}` has no `type`; it is read as a point light", label(structure));
            self.lose(&codes::INCOMPLETE, Fate::Approximated, structure, message);
        }
        let kind = kind.unwrap_or("point");
        let wanted = if kind == "infinite" { "illuminance" } else { "intensity" };
        let colour = self.unsaid("LightObject/Color", "light");
        let mut light = Light::new(meta, LightKind::Directional, colour, self.unsaid("LightObject/Param", wanted));
        light.photometric = true;
        light.casts_shadow = self.said(structure, "shadow");
        let (mut brightness, mut beside) = (None, None);
        for child in structure.elements() {
            match child.local_name() {
                "Color" => {
                    let Some(attrib) = self.attrib(child) else { continue };
                    if &*attrib != "light" {
                        self.foreign_attribute(child, &attrib);
                    } else if let Some(colour) = self.colour(child) {
                        let [r, g, b, _] = colour;
                        (light.colour, beside) = ([r, g, b], Some(colour));
                    }
                }
                "Param" => {
                    let Some((attrib, value)) = self.param(child) else { continue };
                    match &*attrib {
                        "intensity" | "illuminance" if *attrib != *wanted => {
                            let message = format!("`{attrib}` has no effect on a light of type `{kind}`");
                            self.lose(&codes::NO_EFFECT, Fate::Dropped, child, message);
                        }
                        "intensity" | "illuminance" if value < 0.0 => {
                            let message = format!("`{attrib}` of `{}` cannot be {value}", label(structure));
                            self.lose(&codes::OPTICS, Fate::Dropped, child, message);
                        }
                        "intensity" | "illuminance" => brightness = brightness.or(Some(value)),
                        other => self.foreign_attribute(child, other),
                    }
                }
                "Spectrum" => {
                    let Some(attrib) = self.attrib(child) else { continue };
                    if &*attrib != "light" {
                        self.foreign_attribute(child, &attrib);
                    } else {
                        light.spectrum = self.spectrum(child).map(Box::new);
                    }
                }
                "Texture" => {
                    let Some(attrib) = self.attrib(child) else { continue };
                    if &*attrib != "projection" {
                        self.foreign_attribute(child, &attrib);
                    } else if kind != "spot" {
                        let message = format!("a light of type `{kind}` cannot project a texture");
                        self.lose(&codes::NO_EFFECT, Fate::Dropped, child, message);
                    } else {
                        light.projection = self.texture(child, TextureOwner::Light(id)).map(Box::new);
                    }
                }
                "Atten" if kind == "infinite" => {
                    let message = "attenuation has no effect on an infinite light";
                    self.lose(&codes::NO_EFFECT, Fate::Dropped, child, message);
                }
                "Atten" => light.attenuations.push(self.attenuation(child)),
                _ => {}
            }
        }
        if let Some(spectrum) = &mut light.spectrum {
            spectrum.beside = beside;
            light.colour = self.spectral_colour(spectrum);
        }
        light.intensity = brightness.unwrap_or(light.intensity);
        light.kind = match kind {
            "infinite" => LightKind::Directional,
            "point" => LightKind::Point { attenuation: [1.0, 0.0, 0.0] },
            _ => {
                let angle = light.attenuations.iter().filter_map(Attenuation::cone).reduce(f64::min).unwrap_or(180.0);
                LightKind::Spot { attenuation: [1.0, 0.0, 0.0], angle, exponent: 0.0 }
            }
        };
        light
    }

    /// Lengths stay in the unit of the file, angles become degrees, cosines are numbers. What is missing counts as if it
    /// were written.
    fn attenuation(&mut self, structure: Node<'a>) -> Attenuation {
        let kind = self.word(structure, "kind").unwrap_or_default();
        let curve = self.word(structure, "curve").unwrap_or_default();
        let input = match kind {
            "distance" => AttenuationInput::Distance,
            "angle" => AttenuationInput::Angle,
            _ => AttenuationInput::CosAngle,
        };
        let unit = if kind == "angle" { self.metrics.degrees } else { 1.0 };
        let inverse = matches!(curve, "inverse" | "inverse_square");
        let unsaid = |word: &str| self.unsaid::<f64>("Atten/Param", word);
        let (mut begin, mut end, mut scale) = (unsaid("begin") * unit, unsaid("end") * unit, unsaid("scale") * unit);
        let (mut offset, mut constant, mut quadratic) = (unsaid("offset"), unsaid("constant"), unsaid("quadratic"));
        let no_power = unsaid("power");
        let mut power = no_power;
        // The only default that depends on the curve, which the table cannot say.
        let mut linear = if curve == "inverse" { 1.0 } else { 0.0 };
        for param in structure.children_named("Param") {
            let Some((attrib, value)) = self.param(param) else { continue };
            let (slot, value, used) = match &*attrib {
                "begin" => (&mut begin, value * unit, !inverse),
                "end" => (&mut end, value * unit, !inverse),
                "scale" => (&mut scale, value * unit, inverse),
                "offset" => (&mut offset, value, inverse),
                "constant" => (&mut constant, value, inverse),
                "linear" => (&mut linear, value, inverse),
                "quadratic" => (&mut quadratic, value, curve == "inverse_square"),
                "power" => (&mut power, value, kind != "distance"),
                other => {
                    self.foreign_attribute(param, other);
                    continue;
                }
            };
            *slot = value;
            if !used {
                let message = format!("`{attrib}` has no effect on an attenuation `{curve}` of `{kind}`");
                self.lose(&codes::NO_EFFECT, Fate::Noted, param, message);
                if attrib == "power" {
                    power = no_power;
                }
            }
        }
        let curve = match curve {
            "linear" => Fading::Linear { begin, end },
            "smooth" => Fading::Smooth { begin, end },
            "inverse" => Fading::Inverse { scale, offset, constant, linear },
            _ => Fading::InverseSquare { scale, offset, constant, linear, quadratic },
        };
        if begin == end && !inverse {
            let message = "an attenuation that ends where it begins is read as a cut-off";
            self.lose(&codes::OPTICS, Fate::Noted, structure, message);
        }
        Attenuation { input, curve, power }
    }
}
