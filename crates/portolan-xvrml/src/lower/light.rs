//! Lights.

use portolan_scene::glam::{DMat3, DMat4, DVec3};
use portolan_scene::{
    Attenuation, AttenuationInput, Fading, Fate, Light, LightField, LightId, LightKind, Node as Placed, NodeId,
    Operation, Part, Reach, Target,
};

use super::drive::Give;
use super::{Lower, codes};
use crate::world::NodeId as WorldId;

impl Lower<'_> {
    /// A light at its place; one that is off is hidden.
    // Apart from what calls itself, so that deep worlds need little stack.
    #[inline(never)]
    pub(super) fn light(&mut self, id: WorldId, at: DMat4) -> NodeId {
        let hidden = !self.world.flag(id, "on");
        let meta = self.meta(id);
        let made = self.push(Placed { meta, hidden, ..Placed::default() });
        self.drives.add(id, "on", Target::Visibility { node: made }, Give::Same);
        let directional = self.world.kind(id) == "DirectionalLight";
        if !directional {
            self.moved(id, made, "location", self.world.triple(id, "location"), 1.0);
        }
        if self.world.kind(id) != "PointLight" {
            self.aim(id, made);
        }
        let light = match self.known.lights.get(&id) {
            Some(known) => *known,
            None => self.new_light(id, at),
        };
        if let Some(node) = self.scene.nodes.get_mut(made.index()) {
            node.lights.push(light);
        }
        made
    }

    /// Turns −Z of a node to where a light goes.
    fn aim(&mut self, id: WorldId, made: NodeId) {
        let direction = DVec3::from_array(self.world.triple(id, "direction"));
        let Some(to) = direction.try_normalize() else {
            let message = format!("`{}` has a direction of length 0", self.label(id));
            return self.lose(&codes::NUMBERS, Fate::Approximated, id, message);
        };
        let turn = portolan_scene::turn::arc(DVec3::NEG_Z, to);
        if to != DVec3::NEG_Z {
            self.step(made, "direction", Operation::Quaternion(turn.to_array()));
        }
    }

    fn new_light(&mut self, id: WorldId, at: DMat4) -> LightId {
        let number = LightId::next(&self.scene.lights);
        let attenuation = self.world.triple(id, "attenuation");
        // Distances count in the unit of the node, those of the scene in that of the world.
        let unit = libm::cbrt(DMat3::from_mat4(at).determinant().abs());
        let unit = if unit > 0.0 && unit.is_finite() { unit } else { 1.0 };
        let [constant, linear, quadratic] = attenuation;
        let scaled = [constant, linear / unit, quadratic / (unit * unit)];
        // `1 / max(a₀ + a₁·r + a₂·r², 1)` (LI-3) is what its parts say, unless they begin below 1.
        let own = if constant >= 1.0 { scaled } else { [1.0, 0.0, 0.0] };
        let mut attenuations = Vec::new();
        let kind = match self.world.kind(id) {
            "PointLight" => LightKind::Point { attenuation: own },
            "SpotLight" => {
                let (beam, cone) = (self.world.number(id, "beamWidth"), self.world.number(id, "cutOffAngle"));
                if beam < cone {
                    attenuations.push(Attenuation {
                        input: AttenuationInput::Angle,
                        curve: Fading::Linear { begin: beam.to_degrees(), end: cone.to_degrees() },
                        power: 1.0,
                    });
                }
                LightKind::Spot { attenuation: own, angle: 2.0 * cone.to_degrees(), exponent: 0.0 }
            }
            _ => LightKind::Directional,
        };
        if kind != LightKind::Directional {
            if constant < 1.0 {
                let [constant, linear, quadratic] = scaled;
                let curve = Fading::InverseSquare { scale: 1.0, offset: 0.0, constant, linear, quadratic };
                attenuations.push(Attenuation { input: AttenuationInput::Distance, curve, power: 1.0 });
            }
            let radius = self.world.number(id, "radius");
            if radius < crate::raise::FAR {
                let curve = Fading::Linear { begin: radius * unit, end: radius * unit };
                attenuations.push(Attenuation { input: AttenuationInput::Distance, curve, power: 1.0 });
            }
        }
        let [r, g, b, _] = self.world.numbers(id, "color");
        let meta = self.meta(id);
        let mut light = Light::new(meta, kind, [r, g, b], self.world.number(id, "intensity"));
        light.attenuations = attenuations;
        light.ambient = self.world.number(id, "ambientIntensity");
        light.reach = if kind == LightKind::Directional { Reach::Group } else { Reach::Everything };
        self.scene.lights.push(light);
        self.known.lights.insert(id, number);
        let target = |field| Target::Light { light: number, field, part: Part::All };
        self.drives.add(id, "color", target(LightField::Colour), Give::Rgb);
        self.drives.add(id, "intensity", target(LightField::Intensity), Give::Same);
        number
    }
}
