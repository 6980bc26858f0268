//! `<light>`.

use portolan_scene::{Faded, Fate, Light, LightField, LightId, LightKind, Part, Target};
use portolan_syntax::xml::number;

use super::{Raise, codes, label};
use crate::kept::keeps;

impl<'a> Raise<'a> {
    pub(super) fn lights(&mut self) {
        for (place, light) in (0..).zip(&self.scene.lights) {
            self.light(LightId(place), light);
        }
    }

    fn light(&mut self, id: LightId, light: &'a Light) {
        let meta = &light.meta;
        let own = self.ids.lights.get(id.index()).cloned().flatten();
        self.head("light", own.as_deref(), meta);
        self.asset(meta);
        let faded = light.faded();
        let shape = faded.kind;
        let (kind, attenuation) = match shape {
            LightKind::Ambient => ("ambient", None),
            LightKind::Directional => ("directional", None),
            LightKind::Point { attenuation } => ("point", Some(attenuation)),
            LightKind::Spot { attenuation, .. } => ("spot", Some(attenuation)),
        };
        let target = |field| Target::Light { light: id, field, part: Part::All };
        // The factor has no element of its own; applications put it into theirs.
        let said = ["intensity", "multiplier"].iter().any(|word| keeps(meta, word, |e| e.local_name().contains(word)));
        let factor = light.intensity != 1.0 && !said;
        self.out.open("technique_common").open(kind);
        self.field("color", &target(LightField::Colour), &light.colour);
        if let Some([constant, linear, quadratic]) = attenuation {
            self.field("constant_attenuation", &target(LightField::Constant), &[constant]);
            self.field("linear_attenuation", &target(LightField::Linear), &[linear]);
            self.field("quadratic_attenuation", &target(LightField::Quadratic), &[quadratic]);
        }
        if let LightKind::Spot { angle, exponent, .. } = shape {
            self.field("falloff_angle", &target(LightField::Angle), &[angle]);
            self.field("falloff_exponent", &target(LightField::Exponent), &[exponent]);
        }
        self.out.close().close();
        if factor {
            self.out.open("technique").attribute("profile", "FCOLLADA");
            let sid = self.addresses.sid(&target(LightField::Intensity));
            self.out.open("intensity").maybe("sid", sid).text(&number(light.intensity)).close();
            self.out.close();
        }
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
        self.tell_light(light, &faded);
    }

    fn tell_light(&mut self, light: &Light, faded: &Faded) {
        let name = label(&light.meta);
        if faded.near > 0 {
            let message = format!("the falloff functions of light `{name}` were approximated by attenuation factors");
            self.lose(&codes::LIGHT, Fate::Approximated, &light.meta, message);
        }
        let unsaid = [
            (!faded.rest.is_empty(), "has falloff functions"),
            (light.projection.is_some(), "projects a texture"),
            (light.casts_shadow.is_some(), "has a shadow setting"),
            (light.photometric, "has a physical unit (candela or lux)"),
            (light.spectrum.is_some(), "has a spectrum"),
        ];
        for (_, what) in unsaid.into_iter().filter(|(is, _)| *is) {
            let message = format!("light `{name}` {what}, which COLLADA does not support");
            self.lose(&codes::LIGHT, Fate::Dropped, &light.meta, message);
        }
    }
}
