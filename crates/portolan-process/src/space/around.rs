//! What nodes do beside placing things, and what is around everything.

use portolan_scene::glam::{DMat3, DQuat, DVec3};
use portolan_scene::turn::axis_angle;
use portolan_scene::{Operation, Role, Scene};

use super::Change;

impl Change<'_> {
    /// Converts roles of nodes, backgrounds and fogs. What shapes were made from has no words for other axes and goes.
    pub(super) fn surroundings(&mut self, scene: &mut Scene) {
        let frame = self.frame;
        let turned = |[x, y, z]: [f64; 3]| frame.direction(DVec3::new(x, y, z)).to_array();
        for node in &mut scene.nodes {
            match node.role.as_deref_mut() {
                Some(Role::Billboard { axis }) => *axis = turned(*axis),
                Some(Role::Levels { centre, ranges }) => {
                    *centre = frame.point(DVec3::from_array(*centre)).to_array();
                    ranges.iter_mut().for_each(|r| *r = frame.length(*r));
                }
                _ => {}
            }
        }
        for fog in &mut scene.fogs {
            fog.range = frame.length(fog.range);
        }
        for background in &mut scene.backgrounds {
            // Its rings stay about its own Y axis, which has another place now.
            let own = DMat3::from_mat4(Operation::Rotate(background.rotation).matrix());
            let (axis, angle) = axis_angle(DQuat::from_mat3(&(frame.turn * own)));
            let [x, y, z] = axis.to_array();
            background.rotation = [x, y, z, angle.to_degrees()];
        }
        for geometry in &mut scene.geometries {
            geometry.made = None;
        }
    }
}
