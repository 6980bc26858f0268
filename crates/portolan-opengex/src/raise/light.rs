//! Lights and how they fade.

use portolan_scene::{Attenuation, AttenuationInput, Fading, Fate, Light, LightId, LightKind, TextureOwner};
use portolan_syntax::ddl::Structure;

use super::{Raise, Version, codes, label, number, single};

impl<'a> Raise<'a> {
    /// The name of a light object; `None` for lights that OpenGEX does not have.
    pub fn light(&mut self, id: LightId) -> Option<String> {
        if let Some(known) = self.lights.get(&id) {
            return known.as_ref().map(|(name, _)| name.clone());
        }
        let made = self.make_light(id);
        let name = made.as_ref().map(|(name, _)| name.clone());
        self.lights.insert(id, made);
        name
    }

    fn make_light(&mut self, id: LightId) -> Option<(String, Structure<'a>)> {
        let light = self.scene.light(id)?;
        let (kind, brightness) = match light.kind {
            LightKind::Ambient => {
                let message = format!("ambient light `{}` is not written", label(&light.meta));
                self.lose(&codes::AMBIENT_LIGHT, Fate::Dropped, &light.meta, message);
                return None;
            }
            LightKind::Directional => ("infinite", "illuminance"),
            LightKind::Point { .. } => ("point", "intensity"),
            LightKind::Spot { .. } => ("spot", "intensity"),
        };
        let name = self.names.of_id(light.meta.id.as_deref(), "light");
        let mut object = Structure::new("LightObject").global(name.clone()).property("type", kind);
        if let Some(words) = light.meta.name.as_deref() {
            object = object.comment(words);
        }
        if let Some(shadow) = light.casts_shadow {
            object = object.property("shadow", shadow);
        }
        let spectrum = light.spectrum.as_deref().and_then(|s| Some((super::material::spectrum("light", s)?, s.beside)));
        let old = self.options.version < Version::V3_0;
        if spectrum.is_some() && old {
            let message = format!("the spectrum of light `{}` was converted to a colour", label(&light.meta));
            self.lose(&codes::LIGHT, Fate::Approximated, &light.meta, message);
        }
        let (spectrum, beside) = spectrum.map_or((None, None), |(spectrum, beside)| (Some(spectrum), beside));
        if spectrum.is_none() || old || beside.is_some() {
            let colour = beside.map_or(light.colour, |[r, g, b, _]| [r, g, b]);
            let colour = self.colour(colour).map(single);
            object.push(Structure::new("Color").property("attrib", "light").with(Structure::arrays(3, colour)));
        }
        object = object.with_all(spectrum.filter(|_| !old));
        if light.intensity != 1.0 {
            object.push(number("Param", brightness, light.intensity));
        }
        if !light.photometric {
            let message = format!(
                "the brightness of light `{}` is written as a physical unit ({brightness})",
                label(&light.meta)
            );
            self.lose(&codes::LIGHT, Fate::Noted, &light.meta, message);
        }
        if let Some(projection) = light.projection.as_deref() {
            let owner = TextureOwner::Light(id);
            object = object.with_all(self.texture("projection", projection, 0, owner, light.meta.origin));
        }
        for atten in self.attenuations(light) {
            object.push(atten);
        }
        let extras = self.extras(&light.meta.extras, light.meta.origin);
        Some((name, object.with_all(extras)))
    }

    fn attenuations(&mut self, light: &Light) -> Vec<Structure<'a>> {
        let mut all = Vec::new();
        let (distance, cone) = match light.kind {
            LightKind::Point { attenuation } => (attenuation, None),
            LightKind::Spot { attenuation, angle, exponent } => (attenuation, Some((angle, exponent))),
            LightKind::Ambient | LightKind::Directional => return all,
        };
        let [constant, linear, quadratic] = distance;
        if distance != [1.0, 0.0, 0.0] {
            if constant < 1.0 {
                let message = format!(
                    "light `{}`: its attenuation is limited to full brightness at its source",
                    label(&light.meta)
                );
                self.lose(&codes::LIGHT, Fate::Approximated, &light.meta, message);
            }
            // The square of the distance alone is told by the distance where it begins to count.
            let plain = (constant, linear) == (0.0, 0.0) && quadratic > 0.0;
            let (scale, quadratic) = if plain { (quadratic.sqrt().recip(), 1.0) } else { (1.0, quadratic) };
            let curve = Fading::InverseSquare { scale, offset: 0.0, constant, linear, quadratic };
            all.push(atten(&Attenuation { input: AttenuationInput::Distance, curve, power: 1.0 }));
        }
        if let Some((angle, exponent)) = cone {
            if exponent != 0.0 {
                let curve = Fading::Linear { begin: 1.0, end: 0.0 };
                all.push(atten(&Attenuation { input: AttenuationInput::CosAngle, curve, power: exponent }));
            }
            // The functions of the light may say the same.
            let said = light.attenuations.iter().filter_map(Attenuation::cone).reduce(f64::min);
            if angle < 180.0 && said.is_none_or(|said| said > angle * (1.0 + 1e-6)) {
                // A sharp edge: between two numbers that lie beside each other there is nothing.
                let end = single(angle / 2.0);
                let curve = Fading::Linear { begin: f64::from(end), end: f64::from(end.next_up()) };
                all.push(atten(&Attenuation { input: AttenuationInput::Angle, curve, power: 1.0 }));
            }
        }
        all.extend(light.attenuations.iter().map(atten));
        all
    }
}

/// An attenuation; what is as usual is not written.
fn atten<'a>(attenuation: &Attenuation) -> Structure<'a> {
    let kind = match attenuation.input {
        AttenuationInput::Distance => "distance",
        AttenuationInput::Angle => "angle",
        AttenuationInput::CosAngle => "cos_angle",
    };
    let (curve, parameters): (_, Vec<(&'static str, f64, f64)>) = match attenuation.curve {
        Fading::Linear { begin, end } => ("linear", vec![("begin", begin, 0.0), ("end", end, 1.0)]),
        Fading::Smooth { begin, end } => ("smooth", vec![("begin", begin, 0.0), ("end", end, 1.0)]),
        Fading::Inverse { scale, offset, constant, linear } => (
            "inverse",
            vec![("scale", scale, 1.0), ("offset", offset, 0.0), ("constant", constant, 0.0), ("linear", linear, 1.0)],
        ),
        Fading::InverseSquare { scale, offset, constant, linear, quadratic } => (
            "inverse_square",
            vec![
                ("scale", scale, 1.0),
                ("offset", offset, 0.0),
                ("constant", constant, 0.0),
                ("linear", linear, 0.0),
                ("quadratic", quadratic, 1.0),
            ],
        ),
    };
    let mut made = Structure::new("Atten").property("kind", kind).property("curve", curve);
    // The default of a length is one metre of the text, whatever the unit: lengths are always written.
    let length = attenuation.input == AttenuationInput::Distance;
    for (word, value, usual) in parameters {
        if value != usual || length && matches!(word, "scale" | "end") {
            made.push(number("Param", word, value));
        }
    }
    if attenuation.power != 1.0 && !length {
        made.push(number("Param", "power", attenuation.power));
    }
    made
}
