//! Cameras and lights.

use portolan_eval::Overrides;
use portolan_eval::bounds;
use portolan_scene::glam::{DMat3, DVec3};
use portolan_scene::{AttenuationInput, Camera, CameraId, Fading, Fate, LightId, LightKind, NodeId, Projection, Reach};

use super::animation::Follower;
use super::{Raise, codes};
use crate::world::{NodeId as WorldId, Value};

/// Lights of worlds end somewhere; this far nobody sees it.
pub(crate) const FAR: f64 = 1e6;

impl Raise<'_> {
    /// A camera as a viewpoint.
    pub fn camera(&mut self, id: CameraId) -> Option<WorldId> {
        let camera = self.scene.camera(id)?;
        let made = self.node("Viewpoint", camera.meta.origin)?;
        self.name(made, camera.meta.label());
        if let Some(label) = camera.meta.label() {
            self.world.set(made, "description", Value::Text(label.into()));
        }
        self.triple(made, "position", [0.0; 3]);
        let message = "viewpoints have no near and far planes";
        self.lose(&codes::CAMERA, Fate::Dropped, camera.meta.origin, message);
        let angle = self.angle(camera);
        self.number(made, "fieldOfView", angle);
        self.followers.push(Follower::Camera { camera: id, world: made });
        self.has_view = true;
        Some(made)
    }

    /// The smaller of the two view angles, in radians (VP-2).
    fn angle(&mut self, camera: &Camera) -> f64 {
        let origin = camera.meta.origin;
        let label = camera.meta.label().unwrap_or("?");
        match camera.projection {
            Projection::Orthographic { .. } => {
                let message = format!("the orthographic camera `{label}` was converted to a perspective one");
                self.lose(&codes::CAMERA, Fate::Approximated, origin, message);
                std::f64::consts::FRAC_PI_4
            }
            projection => {
                if let Projection::Perspective { x: Some(x), y: Some(y), .. } = projection
                    && (x - y).abs() > 1e-9
                {
                    let message = format!("only the smaller view angle of camera `{label}` is written");
                    self.lose(&codes::CAMERA, Fate::Approximated, origin, message);
                }
                smaller(projection)
            }
        }
    }

    /// Where the eyes are, and a viewpoint if there is none.
    pub fn visitor(&mut self, children: &mut Vec<WorldId>) {
        let Some(avatar) = self.node("Avatar", portolan_scene::Origin::default()) else { return };
        self.name(avatar, Some("Visitor"));
        self.triple(avatar, "cameraOffset", [0.0; 3]);
        self.world.avatars.push(avatar);
        if self.has_view {
            return;
        }
        let Some((least, most)) = bounds(self.scene, &self.stage, &self.rest, &Overrides::default()) else {
            let message = "a world without a viewpoint is seen from its default one; the scene has no camera";
            self.lose(&codes::CAMERA, Fate::Approximated, portolan_scene::Origin::default(), message);
            return;
        };
        let space = self.scene.space.to_si();
        let (a, b) = (space.transform_point3(least), space.transform_point3(most));
        let (centre, radius) = ((a + b) / 2.0, ((b - a).length() / 2.0).max(1e-3));
        let away = radius / libm::sin(std::f64::consts::FRAC_PI_8);
        let Some(view) = self.node("Viewpoint", portolan_scene::Origin::default()) else { return };
        // A few digits are enough for a place that nobody wrote.
        let unit = libm::pow(10.0, libm::floor(libm::log10(radius)) - 2.0);
        let place = (centre + DVec3::Z * away).to_array().map(|v| libm::round(v / unit) * unit);
        self.triple(view, "position", place);
        let message = "a viewpoint was added, because the scene has no camera";
        self.lose(&codes::CAMERA, Fate::Approximated, portolan_scene::Origin::default(), message);
        children.insert(0, view);
    }

    /// A light. Those that shine on everything from infinitely far stand at the root.
    pub fn light(&mut self, id: LightId, at: NodeId) -> Option<WorldId> {
        let light = self.scene.light(id)?;
        let origin = light.meta.origin;
        let label = light.meta.label().unwrap_or("?");
        let faded = light.faded();
        let kind = match faded.kind {
            LightKind::Ambient | LightKind::Directional => "DirectionalLight",
            LightKind::Point { .. } => "PointLight",
            LightKind::Spot { .. } => "SpotLight",
        };
        let made = self.node(kind, origin)?;
        self.name(made, light.meta.label());
        let bright = light.colour.into_iter().fold(0.0, f64::max);
        // A colour beyond 1 is a brightness.
        let factor = if bright > 1.0 { bright } else { 1.0 };
        let [r, g, b] = light.colour.map(|c| (c / factor).clamp(0.0, 1.0));
        self.world.set(made, "color", Value::Numbers([r, g, b, 1.0]));
        let intensity = light.intensity * factor;
        if intensity > 1.0 || light.photometric {
            let message = format!("light `{label}` is brighter than the target format allows; it is dimmed");
            self.lose(&codes::LIGHT, Fate::Approximated, origin, message);
        }
        let intensity = intensity.clamp(0.0, 1.0);
        let unit = libm::cbrt(DMat3::from_mat4(self.world_matrix(at)).determinant().abs()) / self.scene.space.metres;
        let unit = if unit > 0.0 && unit.is_finite() { unit } else { 1.0 };
        match faded.kind {
            LightKind::Ambient => {
                let message = format!("ambient light `{label}` becomes the ambient part of a directional one");
                self.lose(&codes::LIGHT, Fate::Approximated, origin, message);
                self.number(made, "intensity", 0.0);
                self.number(made, "ambientIntensity", intensity);
            }
            kind => {
                self.number(made, "intensity", intensity);
                self.number(made, "ambientIntensity", light.ambient.clamp(0.0, 1.0));
                if let LightKind::Point { attenuation } | LightKind::Spot { attenuation, .. } = kind {
                    let [constant, linear, quadratic] = attenuation;
                    let own = [constant, linear * unit, quadratic * unit * unit].map(|v| v.max(0.0));
                    self.triple(made, "attenuation", own);
                }
                if let LightKind::Spot { angle, exponent, .. } = kind {
                    let cone = (angle.to_radians() / 2.0).clamp(1e-3, std::f64::consts::FRAC_PI_2);
                    self.number(made, "cutOffAngle", cone);
                    self.number(made, "beamWidth", std::f64::consts::FRAC_PI_2);
                    if exponent != 0.0 {
                        let message = format!("the falloff of spot light `{label}` towards its edge is dropped");
                        self.lose(&codes::LIGHT, Fate::Approximated, origin, message);
                    }
                }
            }
        }
        let mut radius = FAR;
        for rest in &faded.rest {
            match (rest.input, rest.curve) {
                (AttenuationInput::Distance, Fading::Linear { begin, end }) if begin == end => radius = begin / unit,
                (AttenuationInput::Angle, Fading::Linear { begin, end }) => {
                    self.number(made, "beamWidth", begin.to_radians());
                    self.number(made, "cutOffAngle", end.to_radians());
                }
                _ => {
                    let message = format!("light `{label}`: falloff approximated");
                    self.lose(&codes::LIGHT, Fate::Approximated, origin, message);
                }
            }
        }
        if kind != "DirectionalLight" {
            self.number(made, "radius", radius);
        }
        if light.projection.is_some() {
            let message = format!("the image that light `{label}` projects is dropped");
            self.lose(&codes::LIGHT, Fate::Dropped, origin, message);
        }
        self.followers.push(Follower::Light { light: id, world: made });
        if kind == "DirectionalLight" && light.reach == Reach::Everything {
            let direction = self.world_matrix(at).transform_vector3(DVec3::NEG_Z).normalize_or(DVec3::NEG_Z);
            self.triple(made, "direction", direction.to_array().map(|v| if v.abs() < 1e-15 { 0.0 } else { v }));
            self.lights.push(made);
            return None;
        }
        Some(made)
    }
}

/// The smaller of two view angles in radians, in pictures that are wider than high.
pub(super) fn smaller(projection: Projection) -> f64 {
    let (x, y) = projection.extents(4.0 / 3.0);
    x.min(y).to_radians().clamp(1e-3, std::f64::consts::PI - 1e-3)
}
