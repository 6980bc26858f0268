//! `<inertial>` and `<collision>`: what bodies weigh, and what they collide with.

use portolan_eval::bodies::{Start, node_world};
use portolan_eval::mass::Scales;
use portolan_scene::glam::{DMat3, DMat4, DVec3, DVec4};
use portolan_scene::{Body, Collider, Drawable, Drawn, Fate, Form, Meta, NodeId};
use portolan_syntax::xml::number;

use super::{Robot, words};
use crate::codes;

/// A quarter turn that leads y to −z.
const UPRIGHT: DMat4 = DMat4::from_cols(DVec4::X, DVec4::NEG_Z, DVec4::Y, DVec4::W);

impl<'a> Robot<'a> {
    /// What the body of a link weighs, or what it collides with.
    pub(super) fn inertial_and_collisions(
        &mut self,
        name: &str,
        label: &str,
        node: Option<NodeId>,
        world: DMat4,
        collisions: bool,
    ) {
        let all = || self.scene.physics.iter().flat_map(|p| &p.bodies);
        let moves = |body: &&'a Body| body.node.is_some() && body.node == node;
        let called = |body: &&'a Body| body.meta.name.as_deref() == Some(label);
        let Some(body) = all().find(moves).or_else(|| all().find(called)) else { return };
        // Where the body is seen from its node, then from the link.
        let start = Start::of(self.scene, body, self.stage, self.start);
        let own = body.node.map_or(DMat4::IDENTITY, |n| node_world(self.scene, n, self.stage, self.now));
        let place = world.inverse() * own * start.node.inverse() * start.frame;
        if !collisions {
            return self.inertial(body, place);
        }
        for (nth, collider) in body.colliders.iter().enumerate() {
            self.collision(collider, place * collider.matrix(), &format!("{name}-collision{nth}"), &body.meta);
        }
    }

    fn inertial(&mut self, body: &'a Body, place: DMat4) {
        if !body.dynamic && body.mass.is_none() {
            return;
        }
        let weight = Scales::new(self.scene).weigh(body);
        let turn = DMat3::from_mat4(place);
        let inertia = turn * weight.inertia() * turn.transpose();
        let centre = place.transform_point3(weight.centre);
        self.out.open("inertial");
        self.origin(DMat4::from_translation(centre));
        self.out.open("mass").attribute("value", &number(weight.mass)).close().open("inertia");
        let size = inertia.to_cols_array().into_iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let clean = |v: f64| if v.abs() < 1e-15 * size { 0.0 } else { v };
        for (word, value) in [
            ("ixx", inertia.x_axis.x),
            ("ixy", inertia.y_axis.x),
            ("ixz", inertia.z_axis.x),
            ("iyy", inertia.y_axis.y),
            ("iyz", inertia.z_axis.y),
            ("izz", inertia.z_axis.z),
        ] {
            self.out.attribute(word, &number(clean(value)));
        }
        self.out.close().close();
    }

    fn collision(&mut self, collider: &'a Collider, place: DMat4, file: &str, meta: &'a Meta) {
        // Shapes along y stand along z there.
        let upright = place * UPRIGHT;
        match collider.form {
            Form::Box(half) => {
                self.begin_collision(place);
                self.out.open("box").attribute("size", &words(&half.map(|v| v * 2.0))).close();
                self.end_collision();
            }
            Form::Sphere(radius) => self.ball(place, radius),
            Form::Cylinder { height, radii: [x, z] } if is_round(x, z) => self.cylinder(upright, height, x),
            Form::Capsule { height, radii: [x, y, z] } if is_round(x, z) && is_round(x, y) => {
                // A cylinder with a ball at both ends is the same.
                for end in [-0.5, 0.5] {
                    self.ball(place * DMat4::from_translation(DVec3::new(0.0, end * height, 0.0)), x);
                }
                if height > 0.0 {
                    self.cylinder(upright, height, x);
                }
            }
            Form::Geometry(id) => {
                let drawn = Drawn::new(Meta::default(), Drawable::Geometry(id));
                if let Some(file) = self.mesh_file(file, &[(place, &drawn)]) {
                    self.begin_collision(DMat4::IDENTITY);
                    self.out.open("mesh").attribute("filename", &file).close();
                    self.end_collision();
                }
            }
            _ => {
                let message = format!("URDF does not support a collision shape of `{}`", meta.label().unwrap_or("?"));
                self.losses.push(&codes::SHAPE, Fate::Dropped, collider.origin, message);
            }
        }
    }

    fn ball(&mut self, place: DMat4, radius: f64) {
        self.begin_collision(place);
        self.out.open("sphere").attribute("radius", &number(radius)).close();
        self.end_collision();
    }

    fn cylinder(&mut self, place: DMat4, height: f64, radius: f64) {
        self.begin_collision(place);
        self.out.open("cylinder").attribute("radius", &number(radius)).attribute("length", &number(height)).close();
        self.end_collision();
    }

    fn begin_collision(&mut self, place: DMat4) {
        self.out.open("collision");
        self.origin(place);
        self.out.open("geometry");
    }

    fn end_collision(&mut self) {
        self.out.close().close();
    }
}

fn is_round(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}
