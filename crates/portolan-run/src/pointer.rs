//! The pointer: what it is over, what it presses, what it drags (PS-1 to PS-3, TO-1).

use portolan_scene::glam::{DMat4, DVec3};
use portolan_xvrml::lower::placed;
use portolan_xvrml::world::{NodeId, Value};

use crate::drag::Drag;
use crate::run::Run;
use crate::solid::Hit;
use crate::trace::Cause;

/// The pointer.
#[derive(Default, Debug)]
pub(crate) struct Pointer {
    /// Where it points, seen by the viewer; `None`: nowhere.
    bearing: Option<DVec3>,
    /// What it is over: sensors that have told so.
    over: Vec<NodeId>,
    /// What holds it until it is released.
    grabbed: Vec<Grab>,
    /// What it is over now, with where the sensors stand.
    hit: Option<(Hit, Vec<(NodeId, DMat4)>)>,
    /// Up to which change that is known.
    looked_at: Option<u64>,
    /// Outputs that are false, but have sent something else with the same stamp: they tell so with the next one.
    owed: Vec<(NodeId, &'static str)>,
}

/// A sensor that holds the pointer.
#[derive(Debug)]
struct Grab {
    sensor: NodeId,
    drag: Option<Drag>,
}

/// The sensors that a pointer moves or presses.
const POINTING: [&str; 4] = ["CylinderSensor", "PlaneSensor", "SphereSensor", "TouchSensor"];

impl Run {
    /// Points at a place of the world.
    pub(crate) fn move_pointer(&mut self, to: [f64; 3]) {
        let eye = self.eye();
        let bearing = eye.inverse().transform_vector3(DVec3::from_array(to) - eye.w_axis.truncate());
        self.pointer.bearing = bearing.try_normalize();
        self.look(true);
        self.drag();
    }

    /// Points nowhere.
    pub(crate) fn leave_pointer(&mut self) {
        self.pointer.bearing = None;
        self.look(true);
    }

    /// Presses the button: the sensors under the pointer hold it from now on.
    pub(crate) fn press(&mut self) {
        if !self.pointer.grabbed.is_empty() {
            return;
        }
        self.look(false);
        let Some((hit, sensors)) = self.pointer.hit.clone() else { return };
        let (_, direction) = self.ray();
        for (sensor, frame) in sensors {
            let drag = Drag::new(&self.live.world, sensor, frame, hit.point, direction);
            self.pointer.grabbed.push(Grab { sensor, drag });
            self.emit(sensor, "is-active", Value::Bool(true), Cause::Pointer);
        }
    }

    /// Releases the button.
    pub(crate) fn release(&mut self) {
        for grab in std::mem::take(&mut self.pointer.grabbed) {
            let Grab { sensor, drag } = grab;
            self.emit(sensor, "is-active", Value::Bool(false), Cause::Pointer);
            if let Some(drag) = drag {
                self.keep_offset(sensor, &drag);
            }
            let over = self.pointer.over.contains(&sensor);
            match self.live.world.kind(sensor) {
                "TouchSensor" if over => {
                    self.emit(sensor, "touch-time", Value::Numbers([self.now.time, 0.0, 0.0, 0.0]), Cause::Pointer);
                }
                "Anchor" if over => {
                    self.follow(sensor);
                    return;
                }
                _ => {}
            }
        }
        self.drain();
        self.begin();
        self.pointer.looked_at = None;
        self.look(false);
    }

    /// The offset of a sensor becomes what it told last (DS-1).
    fn keep_offset(&mut self, sensor: NodeId, drag: &Drag) {
        let Some(last) = drag.last().filter(|_| self.live.world.flag(sensor, "autoOffset")) else { return };
        let Some(field) = self.live.world.node(sensor).and_then(|n| n.kind.get().field("offset")) else { return };
        self.write(sensor, field, last, Cause::Pointer);
    }

    /// Looks what is under the pointer, if something changed since or it moved.
    pub(crate) fn look(&mut self, moved: bool) {
        let known = self.pointer.looked_at == Some(self.changes) || self.pointer.bearing.is_none();
        if known && !moved {
            return;
        }
        self.pointer.looked_at = Some(self.changes);
        let hit = self.pointer.bearing.and_then(|_| {
            let (origin, direction) = self.ray();
            self.pick(origin, direction)
        });
        let hit = hit.map(|hit| (hit, self.sensors_of(&hit)));
        let mut now: Vec<NodeId> = hit.iter().flat_map(|(_, sensors)| sensors.iter().map(|(s, _)| *s)).collect();
        // While one holds the pointer the others hear nothing of it.
        if !self.pointer.grabbed.is_empty() {
            now.retain(|s| self.pointer.grabbed.iter().any(|g| g.sensor == *s));
        }
        self.pointer.hit = hit;
        let before = std::mem::replace(&mut self.pointer.over, now.clone());
        for sensor in before.iter().filter(|s| !now.contains(s)) {
            self.emit(*sensor, "is-over", Value::Bool(false), Cause::Pointer);
        }
        for sensor in now.iter().filter(|s| !before.contains(s)) {
            self.emit(*sensor, "is-over", Value::Bool(true), Cause::Pointer);
        }
        for sensor in now {
            if (moved || !before.contains(&sensor)) && self.live.world.kind(sensor) == "TouchSensor" {
                self.tell_hit(sensor);
            }
        }
    }

    /// Tells where a sensor's geometry is hit, in the frame of the sensor.
    fn tell_hit(&mut self, sensor: NodeId) {
        let Some((hit, sensors)) = &self.pointer.hit else { return };
        let Some((_, frame)) = sensors.iter().find(|(s, _)| *s == sensor) else { return };
        let back = frame.inverse();
        let point = back.transform_point3(hit.point);
        // Normals go by the inverse transpose; that of the inverse is the transpose.
        let normal = frame.transpose().transform_vector3(hit.normal).normalize_or_zero();
        let [s, t] = hit.texture;
        let vector = |v: DVec3| Value::Numbers([v.x, v.y, v.z, 0.0]);
        self.emit(sensor, "hit-point-changed", vector(point), Cause::Pointer);
        self.emit(sensor, "hit-normal-changed", vector(normal), Cause::Pointer);
        self.emit(sensor, "hit-tex-coord-changed", Value::Numbers([s, t, 0.0, 0.0]), Cause::Pointer);
    }

    /// The innermost sensors around what is hit, with their frames: those of one group act together.
    fn sensors_of(&mut self, hit: &Hit) -> Vec<(NodeId, DMat4)> {
        let space = self.space();
        let world = &self.live.world;
        for (_, place) in space.above(hit.place) {
            let works = |id: &NodeId| POINTING.contains(&world.kind(*id)) && world.flag(*id, "enabled");
            let mut found: Vec<(NodeId, DMat4)> =
                placed(world, place.node).filter(works).map(|id| (id, place.here)).collect();
            if world.kind(place.node) == "Anchor" {
                found.push((place.node, place.here));
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Where the pointer is in the world, and where it points.
    fn ray(&mut self) -> (DVec3, DVec3) {
        let eye = self.eye();
        let bearing = self.pointer.bearing.unwrap_or(DVec3::NEG_Z);
        (eye.w_axis.truncate(), eye.transform_vector3(bearing).normalize_or(DVec3::NEG_Z))
    }

    /// Lets all sensors that hold the pointer follow it.
    fn drag(&mut self) {
        if self.pointer.bearing.is_none() {
            return;
        }
        let (origin, direction) = self.ray();
        let mut grabbed = std::mem::take(&mut self.pointer.grabbed);
        for Grab { sensor, drag } in &mut grabbed {
            let Some((track, name, value)) =
                drag.as_mut().and_then(|d| d.to(&self.live.world, *sensor, origin, direction))
            else {
                continue;
            };
            self.emit(*sensor, "track-point-changed", track, Cause::Pointer);
            self.emit(*sensor, name, value, Cause::Pointer);
        }
        self.pointer.grabbed = grabbed;
    }

    /// A sensor that does not work any more lets the pointer go.
    pub(crate) fn after_enabled(&mut self, node: NodeId) {
        if self.live.world.flag(node, "enabled") {
            return;
        }
        if let Some(at) = self.pointer.grabbed.iter().position(|g| g.sensor == node) {
            self.pointer.grabbed.remove(at);
            self.tell_off(node, "is-active");
        }
        if let Some(at) = self.pointer.over.iter().position(|s| *s == node) {
            self.pointer.over.remove(at);
            self.tell_off(node, "is-over");
        }
    }

    /// An output becomes false, in the cascade in which it may have become true.
    fn tell_off(&mut self, node: NodeId, output: &'static str) {
        if !self.emit(node, output, Value::Bool(false), Cause::Pointer) {
            self.pointer.owed.push((node, output));
        }
    }

    /// Tells what could not be told in the cascade before.
    pub(crate) fn tell_owed(&mut self) {
        if self.pointer.owed.is_empty() {
            return;
        }
        self.begin();
        for (node, output) in std::mem::take(&mut self.pointer.owed) {
            self.emit(node, output, Value::Bool(false), Cause::Pointer);
        }
        self.drain();
    }
}
