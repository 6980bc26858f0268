//! Sensors of the viewer: where it is (PX-1), and what it sees (VS-1).

use portolan_scene::glam::{DMat4, DVec3};
use portolan_xvrml::lower::axis_angle;
use portolan_xvrml::world::{NodeId, Value};

use crate::run::Run;
use crate::trace::Cause;
use crate::viewer::rotation;

/// What a sensor told last.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Sensed {
    active: bool,
    /// Position and orientation of the viewer.
    viewer: Option<([f64; 3], [f64; 4])>,
}

/// Width by height of what is seen, as far as anybody knows.
const ASPECT: f64 = 4.0 / 3.0;

impl Run {
    /// Lets all sensors of the viewer look.
    pub(crate) fn sense_viewer(&mut self) {
        if !self.kinds.viewer_sensors || self.sensed_at == Some(self.changes) {
            return;
        }
        self.sensed_at = Some(self.changes);
        let space = self.space();
        let eye = self.eye();
        let seen = self.seen();
        let world = &self.live.world;
        // A sensor with several places is active if it is at one of them.
        let mut found: Vec<(NodeId, bool, Option<DMat4>, bool)> = Vec::new();
        for place in &space.places {
            let near = match world.kind(place.node) {
                "ProximitySensor" => true,
                "VisibilitySensor" => false,
                _ => continue,
            };
            let (centre, size) = (world.triple(place.node, "center"), world.triple(place.node, "size"));
            let enabled = world.flag(place.node, "enabled");
            let local = place.here.inverse() * eye;
            let inside = enabled
                && if near {
                    local.is_finite() && holds(centre, size, local.w_axis.truncate())
                } else {
                    may_see(seen.eye.inverse() * place.here, seen.field_of_view, centre, size)
                };
            let local = inside.then_some(local);
            match found.iter_mut().find(|(node, ..)| *node == place.node) {
                Some((_, active, at, _)) if inside && !*active => (*active, *at) = (true, local),
                Some(_) => {}
                None => found.push((place.node, inside, local.or(Some(place.here.inverse() * eye)), near)),
            }
        }
        for (node, active, local, near) in found {
            self.tell_sensed(node, active, local, near);
        }
    }

    fn tell_sensed(&mut self, node: NodeId, active: bool, local: Option<DMat4>, near: bool) {
        let before = self.sensed.get(&node).copied().unwrap_or_default();
        let place = |local: DMat4| {
            let turn = rotation(local);
            // The shorter way round.
            let turn = if turn.w < 0.0 { -turn } else { turn };
            (local.w_axis.truncate().to_array(), axis_angle(turn, [0.0, 0.0, 1.0, 0.0]))
        };
        let viewer = local.filter(|l| near && l.is_finite()).map(place);
        if active != before.active {
            self.emit(node, "is-active", Value::Bool(active), Cause::Viewer);
            let time = Value::Numbers([self.now.time, 0.0, 0.0, 0.0]);
            self.emit(node, if active { "enter-time" } else { "exit-time" }, time, Cause::Viewer);
        }
        // Also when it enters and when it leaves.
        if let Some((position @ [x, y, z], orientation)) = viewer.filter(|_| active || before.active) {
            let moved = active != before.active || before.viewer.is_none_or(|(p, _)| p != position);
            let turned = active != before.active || before.viewer.is_none_or(|(_, o)| o != orientation);
            if moved {
                self.emit(node, "position-changed", Value::Numbers([x, y, z, 0.0]), Cause::Viewer);
            }
            if turned {
                self.emit(node, "orientation-changed", Value::Numbers(orientation), Cause::Viewer);
            }
        }
        self.sensed.insert(node, Sensed { active, viewer });
    }
}

/// Is a point in a box? One without a size holds nothing.
fn holds(centre: [f64; 3], size: [f64; 3], point: DVec3) -> bool {
    let near = |((c, s), p): ((f64, f64), f64)| (p - c).abs() <= s / 2.0;
    size.iter().all(|s| *s > 0.0) && centre.into_iter().zip(size).zip(point.to_array()).all(near)
}

/// May any of a box be seen? `to` leads from the box to the viewer.
fn may_see(to: DMat4, angle: f64, centre: [f64; 3], size: [f64; 3]) -> bool {
    let half = DVec3::from_array(size) / 2.0;
    let corner = |bits: u8| {
        let sign = |bit: u8| if bits & bit == 0 { -1.0 } else { 1.0 };
        to.transform_point3(DVec3::from_array(centre) + half * DVec3::new(sign(1), sign(2), sign(4)))
    };
    let corners: [DVec3; 8] = [0, 1, 2, 3, 4, 5, 6, 7].map(corner);
    let wide = libm::tan(angle / 2.0);
    // How far a point is outside of each side of what is seen.
    let sides: [fn(DVec3, f64) -> f64; 5] = [
        |p, _| p.z,
        |p, w| p.x + p.z * w * ASPECT,
        |p, w| -p.x + p.z * w * ASPECT,
        |p, w| p.y + p.z * w,
        |p, w| -p.y + p.z * w,
    ];
    corners.iter().all(|c| c.is_finite())
        && !sides.iter().any(|outside| corners.iter().all(|c| outside(*c, wide) > 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn px_1_boxes_hold_what_is_on_their_faces() {
        let holds = |x: f64| holds([0.0, 0.0, 6.0], [20.0, 10.0, 8.0], DVec3::new(0.0, 0.0, x));
        assert_eq!([holds(1.9), holds(2.0), holds(10.0), holds(10.1)], [false, true, true, false]);
        assert!(!super::holds([0.0; 3], [0.0; 3], DVec3::ZERO));
    }

    #[test]
    fn vs_1_boxes_are_seen_unless_they_are_outside_of_one_side() {
        let see = |x: f64, y: f64, z: f64| may_see(DMat4::IDENTITY, std::f64::consts::FRAC_PI_2, [x, y, z], [2.0; 3]);
        // Up to 45° above and below: at a distance of 10 the middle may be 11 high, for the nearer edge is at 9.
        assert!(see(0.0, 0.0, -10.0) && !see(0.0, 0.0, 10.0));
        assert!(see(0.0, 11.9, -10.0) && !see(0.0, 12.1, -10.0) && !see(0.0, -12.1, -10.0));
        assert!(see(15.0, 0.0, -10.0) && !see(16.0, 0.0, -10.0));
        // The viewer is in it.
        assert!(see(0.0, 0.0, 0.0));
    }
}
