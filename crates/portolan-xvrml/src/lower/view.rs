//! Viewpoints, and what is around everything.

use portolan_eval::{LIMIT, Overrides, Stage, bounds, pose};
use portolan_scene::glam::DVec3;
use portolan_scene::{
    Background, BackgroundId, Camera, CameraField, CameraId, Fate, Fog, FogId, FogKind, Meta, Node as Placed, NodeId,
    Operation, Projection, Rings, Target, ViewId,
};

use super::drive::Give;
use super::group::{offset, viewpoint};
use super::{Lower, Seen, codes};
use crate::world::NodeId as WorldId;

/// The pictures of a panorama in the order of the scene.
const SIDES: [&str; 6] = ["frontUrl", "backUrl", "rightUrl", "leftUrl", "topUrl", "bottomUrl"];

impl Lower<'_> {
    /// A viewpoint: the eye stands at `T(position) · T(cameraOffset) · R(orientation)` (AV-1).
    // Apart from what calls itself, so that deep worlds need little stack.
    #[inline(never)]
    pub(super) fn view(&mut self, id: WorldId) -> NodeId {
        let mut meta = self.meta(id);
        let description = self.world.text(id, "description");
        if !description.is_empty() {
            meta.name = Some(description.into());
        }
        let made = self.push(Placed { meta: meta.clone(), ..Placed::default() });
        for (field, operation) in viewpoint(self.world, id) {
            match field {
                "position" => self.moved(id, made, "position", self.world.triple(id, "position"), 1.0),
                "orientation" => {
                    self.turned(id, made, "orientation", self.world.numbers(id, "orientation"), Give::Turn);
                }
                _ => {
                    self.step(made, "cameraOffset", operation);
                }
            }
        }
        let angle = self.world.number(id, "fieldOfView");
        let degrees = match angle > 0.0 && angle < std::f64::consts::PI {
            true => angle.to_degrees(),
            false => {
                let message = format!("`{}` has an invalid field of view of {angle}", self.label(id));
                self.lose(&codes::NUMBERS, Fate::Approximated, id, message);
                45.0
            }
        };
        let camera = self.camera(Meta { id: None, ..meta }, degrees, made);
        if self.survey.first_view.is_some_and(|(first, _)| first == id) {
            self.first_eye.get_or_insert((made, camera));
        }
        for field in [CameraField::X, CameraField::Y] {
            self.drives.add(id, "fieldOfView", Target::Camera { camera, field }, Give::Times(1f64.to_degrees()));
        }
        made
    }

    /// The view of a world that has none (AV-7).
    pub(super) fn plain_view(&mut self) -> NodeId {
        let [x, y, z] = offset(self.world);
        let meta = self.beside(self.world.root);
        let made = self.push(Placed { meta: meta.clone(), ..Placed::default() });
        self.step(made, "", Operation::Translate([x, y, z + 10.0]));
        let camera = self.camera(meta, std::f64::consts::FRAC_PI_4.to_degrees(), made);
        self.first_eye.get_or_insert((made, camera));
        made
    }

    /// The eyes of who walks through a world that runs.
    pub(super) fn viewer(&mut self, seen: &Seen) -> NodeId {
        let meta = Meta { name: Some("viewer".into()), ..self.beside(self.world.root) };
        let made = self.push(Placed { meta: meta.clone(), ..Placed::default() });
        let rows = seen.eye.transpose().to_cols_array();
        self.step(made, "", Operation::Matrix(Box::new(rows)));
        self.camera(meta, seen.field_of_view.to_degrees(), made);
        made
    }

    /// A camera that sees so many degrees along the shorter side of the picture (VP-2).
    fn camera(&mut self, meta: Meta, degrees: f64, at: NodeId) -> CameraId {
        let id = CameraId::next(&self.scene.cameras);
        let projection = Projection::Perspective { x: Some(degrees), y: Some(degrees), aspect: None };
        self.scene.cameras.push(Camera { meta, projection, near: 0.1, far: 1000.0 });
        if let Some(node) = self.scene.nodes.get_mut(at.index()) {
            node.cameras.push(id);
        }
        id
    }

    /// Lets all cameras see everything that is there.
    pub(super) fn planes(&mut self) {
        let stage = Stage::new(&self.scene, ViewId(0), LIMIT);
        if !stage.complete {
            let message =
                format!("the world has nodes at more than {} places; the others are left out", stage.placed.len());
            self.lose(&codes::TOO_LARGE, Fate::Dropped, self.world.root, message);
        }
        let rest = Overrides::default();
        let posed = pose(&self.scene, &stage, &rest);
        let Some((least, most)) = bounds(&self.scene, &stage, &posed, &rest) else { return };
        // Whatever moves may go as far as its keys lead.
        let moves = self
            .scene
            .animations
            .iter()
            .flat_map(|a| &a.channels)
            .filter(|c| matches!(c.target, Target::Transform { .. }));
        let curves = moves.filter_map(|c| self.scene.curve(c.curve)).filter(|c| c.width == 3);
        let away = curves.flat_map(|c| &c.values).fold(0f64, |most, v| most.max(v.abs()));
        let mut far = vec![0f64; self.scene.cameras.len()];
        for (placed, at) in stage.placed.iter().zip(0..) {
            let Some(node) = self.scene.node(placed.node).filter(|n| !n.cameras.is_empty()) else { continue };
            let eye = posed.world(at).w_axis.truncate();
            let farthest = (eye - least).abs().max((eye - most).abs()).length();
            for camera in &node.cameras {
                if let Some(slot) = far.get_mut(camera.index()) {
                    *slot = slot.max(farthest);
                }
            }
        }
        for (camera, far) in self.scene.cameras.iter_mut().zip(far) {
            // Room for what moves; whole numbers of two digits, so that they look like what somebody wrote.
            let far = far + away;
            let far = if far.is_finite() { (far * 2.0).max(1000.0) } else { 1000.0 };
            let step = libm::pow(10.0, libm::floor(libm::log10(far)) - 1.0);
            camera.far = libm::ceil(far / step) * step;
            camera.near = (camera.far / 10_000.0).clamp(1e-3, 0.1);
        }
    }

    /// A fog, in the unit of the node that it stands in.
    // Apart from what calls itself, so that deep worlds need little stack.
    #[inline(never)]
    pub(super) fn fog(&mut self, id: WorldId, holder: Option<NodeId>) {
        let [r, g, b, _] = self.world.numbers(id, "color");
        let kind = match self.world.text(id, "fogType").trim().to_ascii_uppercase().as_str() {
            "EXPONENTIAL" => FogKind::Exponential,
            _ => FogKind::Linear,
        };
        let range = self.world.number(id, "visibilityRange").max(0.0);
        let number = FogId::next(&self.scene.fogs);
        let meta = self.meta(id);
        self.scene.fogs.push(Fog { meta, holder, colour: [r, g, b], kind, range });
        if self.survey.first_fog == Some(id) {
            self.survey.first_fog = None;
            self.first_fog = Some(number);
        }
    }

    /// Background, fog and headlight of the view.
    pub(super) fn surroundings(&mut self, shown: Option<WorldId>) {
        for id in self.world.backgrounds.clone() {
            let made = self.background(id);
            self.scene.backgrounds.push(made);
        }
        let headlight = self.world.headlight.unwrap_or(!self.survey.lit);
        // Without a background the sky is black, as that of one without colours (BG-10).
        if self.scene.backgrounds.is_empty() {
            let sky = Rings { angles: Vec::new(), colours: vec![[0.0, 0.0, 0.0, 1.0]] };
            let meta = self.beside(self.world.root);
            let rotation = [0.0, 0.0, 1.0, 0.0];
            self.scene.backgrounds.push(Background { meta, rotation, sky, ..Background::default() });
        }
        if let Some(view) = self.scene.views.first_mut() {
            let place = self.world.backgrounds.iter().position(|b| Some(*b) == shown).unwrap_or(0);
            view.background = Some(BackgroundId(place as u32));
            view.fog = self.first_fog;
            view.headlight = headlight;
        }
    }

    fn background(&mut self, id: WorldId) -> Background {
        let [x, y, z, angle] = self.world.numbers(id, "rotation");
        let axis = if DVec3::new(x, y, z).length_squared() > 1e-24 { [x, y, z] } else { [0.0, 0.0, 1.0] };
        let [x, y, z] = axis;
        let sky = self.rings(id, "skyAngle", "skyColor");
        let mut ground = self.rings(id, "groundAngle", "groundColor");
        // A ground without angles is none (BG-4).
        if ground.angles.is_empty() {
            ground.colours.clear();
        }
        let mut panorama = [None; 6];
        for (slot, side) in panorama.iter_mut().zip(SIDES) {
            let url = self.world.text(id, side).to_owned();
            *slot = self.picture_at(id, &url).and_then(|p| p.image);
        }
        let meta = self.meta(id);
        Background { meta, holder: None, rotation: [x, y, z, angle.to_degrees()], sky, ground, panorama }
    }

    fn rings(&mut self, id: WorldId, angles: &str, colours: &str) -> Rings {
        let degrees: Vec<f64> = self.world.floats(id, angles).iter().map(|a| f64::from(*a).to_degrees()).collect();
        let list = self.world.floats(id, colours).as_chunks::<4>().0;
        let mut list: Vec<[f64; 4]> = list.iter().map(|c| c.map(|v| f64::from(v).clamp(0.0, 1.0))).collect();
        let mut rings = Vec::new();
        let mut last = 0.0;
        for angle in degrees {
            last = if angle.is_finite() { angle.clamp(last, 180.0) } else { last };
            rings.push(last);
        }
        if list.len() != rings.len() + 1 && !list.is_empty() {
            let message = format!(
                "`{colours}` has {} instead of {}",
                portolan_syntax::counted(list.len(), "colour", "colours"),
                rings.len() + 1
            );
            self.lose(&codes::LISTS, Fate::Approximated, id, message);
            rings.truncate(list.len().saturating_sub(1));
            list.truncate(rings.len() + 1);
        }
        if list.is_empty() {
            rings.clear();
        }
        Rings { angles: rings, colours: list }
    }
}
