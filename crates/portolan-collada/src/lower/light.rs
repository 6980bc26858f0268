//! `<light>`.

use portolan_scene::{Fate, Light, LightField, LightId, LightKind, Part, Target};
use portolan_syntax::Node;

use super::geometry::label;
use super::{Lower, codes};

impl<'a> Lower<'a> {
    /// What a `<light>` became.
    pub(super) fn light(&mut self, element: Node<'a>) -> Option<LightId> {
        let origin = self.origin(element);
        if let Some(known) = self.known.lights.get(&origin) {
            return *known;
        }
        let id = self.read_light(element);
        if id.is_none() {
            self.lose(&codes::INCOMPLETE, Fate::Dropped, element, format!("`{}` is not a light", label(element)));
        }
        self.known.lights.insert(origin, id);
        id
    }

    fn read_light(&mut self, element: Node<'a>) -> Option<LightId> {
        if element.local_name() != "light" {
            return None;
        }
        let common = element.child("technique_common")?;
        let kinds = ["ambient", "directional", "point", "spot"];
        let kind = common.elements().find(|e| kinds.contains(&e.local_name()))?;
        let id = LightId::next(&self.scene.lights);
        let target = |field| Target::Light { light: id, field, part: Part::All };
        let mut colour = [1.0; 3];
        if let Some(child) = kind.child("color") {
            colour = self.colour(child);
            self.drive(child, target(LightField::Colour), 1.0);
        }
        let mut field = |name: &str, field| self.field(kind, name, target(field)).unwrap_or_default();
        let mut attenuation = || {
            [
                field("constant_attenuation", LightField::Constant),
                field("linear_attenuation", LightField::Linear),
                field("quadratic_attenuation", LightField::Quadratic),
            ]
        };
        let kind = match kind.local_name() {
            "ambient" => LightKind::Ambient,
            "directional" => LightKind::Directional,
            "point" => LightKind::Point { attenuation: attenuation() },
            _ => LightKind::Spot {
                attenuation: attenuation(),
                angle: field("falloff_angle", LightField::Angle),
                exponent: field("falloff_exponent", LightField::Exponent),
            },
        };
        let intensity = self.intensity(element, id);
        let meta = self.meta(element);
        self.scene.lights.push(Light::new(meta, kind, colour, intensity));
        Some(id)
    }

    /// Three components; a fourth is alpha and means nothing here.
    fn colour(&mut self, element: Node<'a>) -> [f64; 3] {
        let text = crate::data::Text::of(element);
        let words = text.words().count();
        match words {
            4 => {
                let [r, g, b, _] = self.numbers(element, [1.0; 4]);
                [r, g, b]
            }
            _ => self.numbers(element, [1.0; 3]),
        }
    }

    /// The factor that applications keep apart from the colour.
    fn intensity(&mut self, element: Node<'a>, id: LightId) -> f64 {
        let technique = |e: Node<'a>| e.elements().filter(|t| t.local_name() == "technique");
        let own =
            technique(element).chain(element.elements().filter(|e| e.local_name() == "extra").flat_map(technique));
        for technique in own {
            let profile = technique.attribute_value("profile").unwrap_or_default().into_owned();
            let name = match profile.trim() {
                "FCOLLADA" | "MAYA" | "OpenCOLLADAMaya" => "intensity",
                "MAX3D" | "OpenCOLLADA3dsMax" => "multiplier",
                _ => continue,
            };
            let found = technique.descendants().find(|e| e.is_element() && e.local_name() == name);
            if let Some(found) = found
                && let Ok(value) = found.text().trim().parse::<f64>()
                && value.is_finite()
            {
                self.drive(found, Target::Light { light: id, field: LightField::Intensity, part: Part::All }, 1.0);
                return value;
            }
        }
        1.0
    }
}
