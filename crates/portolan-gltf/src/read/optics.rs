//! Cameras and lights.

use portolan_scene::{Camera, CameraId, Fate, Light, LightId, LightKind, Meta, NodeId, Projection};
use serde_json::Value;

use super::Reader;
use super::codes::LIGHT;
use super::value::At;

impl<'a> Reader<'a> {
    pub fn read_cameras(&mut self) {
        for at in self.list("cameras") {
            let camera = self.camera(&at);
            let id = camera.map(|camera| {
                let id = CameraId::next(&self.scene.cameras);
                self.scene.cameras.push(camera);
                id
            });
            self.cameras.push(id);
        }
    }

    fn camera(&mut self, at: &At<'a>) -> Option<Camera> {
        let meta = self.meta(at);
        let most = f64::INFINITY;
        let kind = self.text(at, "type");
        match (kind, at.get("perspective"), at.get("orthographic")) {
            (Some("perspective") | None, Some(lens), _) => {
                let angle = self.number_within(&lens, "yfov", 0.0, std::f64::consts::PI).filter(|a| *a > 0.0);
                if angle.is_none() {
                    self.wrong(&lens, "a projection with a field of view");
                }
                let aspect = self.number_within(&lens, "aspectRatio", 0.0, most).filter(|a| *a > 0.0);
                let near = self.number_within(&lens, "znear", 0.0, most).unwrap_or(0.01);
                // Without a farthest distance it sees for ever.
                let far = self.number_within(&lens, "zfar", 0.0, most).unwrap_or(most);
                let y = angle.map_or(45.0, f64::to_degrees);
                let plain = Projection::Perspective { x: None, y: Some(y), aspect };
                let projection = given(at).filter(|given| {
                    // Somebody may have changed the file since.
                    (given.extents(aspect.unwrap_or(1.0)).1 - y).abs() < 1e-6
                });
                Some(Camera { meta, projection: projection.unwrap_or(plain), near, far })
            }
            (Some("orthographic") | None, _, Some(lens)) => {
                let x = self.number(&lens, "xmag").map(f64::abs).filter(|x| *x > 0.0);
                let y = self.number(&lens, "ymag").map(f64::abs).filter(|y| *y > 0.0);
                if x.is_none() || y.is_none() {
                    self.wrong(&lens, "a projection with a width and a height");
                }
                let near = self.number_within(&lens, "znear", 0.0, most).unwrap_or(0.0);
                let far = self.number_within(&lens, "zfar", 0.0, most).unwrap_or(near + 1000.0);
                let projection = Projection::Orthographic { x, y, aspect: None };
                Some(Camera { meta, projection, near, far })
            }
            _ => {
                self.wrong(at, "a camera with a projection");
                None
            }
        }
    }

    pub fn read_lights(&mut self) {
        let list = self.root.extension("KHR_lights_punctual").and_then(|e| e.get("lights"));
        for at in list.map(|l| l.items()).unwrap_or_default() {
            let light = self.light(&at);
            let id = light.map(|light| {
                let id = LightId::next(&self.scene.lights);
                self.scene.lights.push(light);
                id
            });
            self.lights.push(id);
        }
    }

    fn light(&mut self, at: &At<'a>) -> Option<Light> {
        let meta = self.meta(at);
        // Light falls off with the square of the distance.
        let attenuation = [0.0, 0.0, 1.0];
        let kind = match self.text(at, "type") {
            Some("directional") => LightKind::Directional,
            Some("point") => LightKind::Point { attenuation },
            Some("spot") => {
                let (angle, exponent) = self.cone(at);
                LightKind::Spot { attenuation, angle, exponent }
            }
            _ => {
                self.wrong(at, "a light of a known type");
                return None;
            }
        };
        let colour = self.numbers(at, "color").unwrap_or([1.0; 3]);
        let intensity = self.number_within(at, "intensity", 0.0, f64::INFINITY).unwrap_or(1.0);
        if self.number_within(at, "range", 0.0, f64::INFINITY).is_some() {
            self.tell(&LIGHT, Fate::Dropped, at, "the range of a light is ignored");
        }
        Some(Light::new(meta, kind, colour, intensity))
    }

    /// Whole angle in degrees and power of the cosine of a spot.
    fn cone(&mut self, at: &At<'a>) -> (f64, f64) {
        let right = std::f64::consts::FRAC_PI_2;
        let spot = at.get("spot");
        let mut angle =
            |key: &str, usual: f64| spot.as_ref().and_then(|s| self.number_within(s, key, 0.0, right)).unwrap_or(usual);
        let outer = angle("outerConeAngle", std::f64::consts::FRAC_PI_4);
        let inner = angle("innerConeAngle", 0.0);
        let whole = 2.0 * outer.to_degrees();
        if inner >= outer * 0.9985 {
            return (whole, 0.0);
        }
        self.tell(
            &LIGHT,
            Fate::Approximated,
            at,
            "the soft edge of a spot light is approximated by a falloff \
            exponent",
        );
        // Where the light of glTF has fallen to a half, the power of the cosine has, too; but no sooner than to nine
        // tenths at the inner angle, which is how spots are written.
        let half = libm::cos(outer) + (libm::cos(inner) - libm::cos(outer)) * 0.5f64.sqrt();
        let soft = libm::log(0.5) / libm::log(half);
        let written = libm::log(0.9) / libm::log(libm::cos(inner));
        let power = if written.is_finite() && written < soft { written } else { soft };
        (whole, if power.is_finite() { power } else { 0.0 })
    }

    /// Ambient lights that our own files keep in the `extras` of a scene, below a node of their own.
    pub fn ambient(&mut self, at: &At<'a>) -> Option<NodeId> {
        let list = at.get("extras")?.get("ambientLights").filter(|l| l.value.is_array())?;
        let mut lights = Vec::new();
        for light in list.items() {
            let number = |v: &Value| v.as_f64().filter(|n| n.is_finite() && *n >= 0.0);
            let colour = light.value.get("color").and_then(Value::as_array);
            let colour: Option<Vec<f64>> = colour.and_then(|c| c.iter().map(number).collect());
            let Some(colour) = colour.and_then(|c| <[f64; 3]>::try_from(c).ok()) else { continue };
            let intensity = light.value.get("intensity").and_then(number).unwrap_or(1.0);
            let word = |key: &str| light.value.get(key).and_then(Value::as_str);
            let id = word("id").filter(|id| self.ids.insert((*id).into())).map(Box::from);
            let meta = Meta { id, name: word("name").map(Box::from), origin: self.origin(&light), ..Meta::default() };
            let next = LightId::next(&self.scene.lights);
            self.scene.lights.push(Light::new(meta, LightKind::Ambient, colour, intensity));
            let holder = light.value.get("node").and_then(Value::as_u64);
            match holder.and_then(|n| self.scene.nodes.get_mut(n as usize)) {
                Some(node) => node.lights.push(next),
                None => lights.push(next),
            }
        }
        if lights.is_empty() {
            return None;
        }
        let id = NodeId::next(&self.scene.nodes);
        let meta = Meta { origin: self.origin(&list), ..Meta::default() };
        self.scene.nodes.push(portolan_scene::Node { meta, lights, ..portolan_scene::Node::default() });
        Some(id)
    }
}

/// The angles of a camera as its document gave them, from our own files.
fn given(at: &At<'_>) -> Option<Projection> {
    let common = at.value.get("extras")?.get("common")?;
    let number = |key: &str| common.get(key)?.as_f64().filter(|n| n.is_finite() && *n > 0.0);
    Some(Projection::Perspective { x: Some(number("xfov")?), y: number("yfov"), aspect: number("aspectRatio") })
}
