//! Bodies as extensions: `KHR_physics_rigid_bodies` with the shapes of `KHR_implicit_shapes`, as their drafts have them.

use portolan_eval::bodies::Start;
use portolan_eval::mass::{Scales, Weight};
use portolan_eval::{Pose, Stage};
use portolan_scene::glam::{DMat3, DMat4, DQuat, DVec3};
use portolan_scene::{
    Attachment, Body, Collider, Constraint, Contact, End, Fate, Form, GeometryId, Limit, PhysicsScene, Shape, Spring,
};
use serde_json::{Map, Value, json};

use crate::PHYSICS;
use crate::json::{self, Index};
use crate::node::put_trs;
use crate::transform::decompose;
use crate::writer::Writer;

const BODIES: &str = "KHR_physics_rigid_bodies";
const SHAPES: &str = "KHR_implicit_shapes";

/// A plane has no end; a box with this side stands for it, in metres.
const PLANE: f64 = 1e4;

/// What all bodies share.
#[derive(Default)]
pub(crate) struct Bodies {
    shapes: Vec<Value>,
    materials: Vec<Value>,
    joints: Vec<Value>,
    /// Nodes that show geometries.
    pub shown: std::collections::BTreeMap<GeometryId, Index>,
}

/// Where things stand while a view is written.
pub(crate) struct Standing<'s> {
    pub stage: &'s Stage,
    pub rest: &'s Pose,
    pub placed: &'s [Index],
}

/// A body in the file.
struct Written {
    node: Index,
    /// From the body to the node.
    frame: DMat4,
}

impl Writer<'_> {
    /// Writes the bodies that move nodes of a view.
    pub fn bodies(&mut self, standing: &Standing<'_>, roots: &mut Vec<Index>) {
        let scene = self.scene;
        let mut scales = Scales::new(scene);
        for physics in &scene.physics {
            let mut written = Vec::with_capacity(physics.bodies.len());
            for body in &physics.bodies {
                let weight = scales.weigh(body);
                written.push(self.body(body, &weight, standing));
            }
            for constraint in physics.constraints.iter().filter(|c| c.enabled) {
                self.constraint(constraint, &written, standing, roots);
            }
            self.tell_scene(physics);
        }
        if !self.bodies.shapes.is_empty() {
            self.extension(SHAPES);
            self.root.extensions.insert(SHAPES, json!({ "shapes": self.bodies.shapes }));
        }
        let lists = [("physicsMaterials", &self.bodies.materials), ("physicsJoints", &self.bodies.joints)];
        let lists: Map<String, Value> =
            lists.into_iter().filter(|(_, l)| !l.is_empty()).map(|(name, l)| (name.to_owned(), json!(l))).collect();
        if !lists.is_empty() {
            self.root.extensions.insert(BODIES, Value::Object(lists));
        }
    }

    fn tell_scene(&mut self, physics: &PhysicsScene) {
        if physics.gravity.is_some_and(|g| g != [0.0; 3]) || physics.step.is_some() {
            let message = "gravity and time step of a physics scene have no place in the extension";
            self.losses.push(&PHYSICS, Fate::Noted, physics.meta.origin, message);
        }
    }

    fn body(&mut self, body: &Body, weight: &Weight, standing: &Standing<'_>) -> Option<Written> {
        let start = Start::of(self.scene, body, standing.stage, standing.rest);
        let Some(node) = start.place.and_then(|place| standing.placed.get(place as usize)).copied() else {
            let message = format!("the body `{}` moves no node and is not written", body.label());
            self.losses.push(&PHYSICS, Fate::Dropped, body.meta.origin, message);
            return None;
        };
        let frame = start.node.inverse() * start.frame;
        let frame = if frame.is_finite() { frame } else { DMat4::IDENTITY };
        let animated = body.node.is_some_and(|n| self.moving.contains(&n));
        if body.dynamic || animated {
            let motion = self.motion(body, weight, frame, start.node);
            self.put(node, "motion", motion);
        }
        for collider in &body.colliders {
            self.collider(collider, body, node, frame);
        }
        Some(Written { node, frame })
    }

    fn motion(&self, body: &Body, weight: &Weight, frame: DMat4, node: DMat4) -> Value {
        let mut motion = Map::new();
        if !body.dynamic {
            motion.insert("isKinematic".into(), json!(true));
            return Value::Object(motion);
        }
        let metres = self.scene.space.metres;
        let turn = DQuat::from_mat3(&(rotation(frame) * weight.axes)).normalize();
        motion.insert("mass".into(), json!(weight.mass));
        motion.insert("centerOfMass".into(), json!(plain(frame.transform_point3(weight.centre))));
        if weight.moments.iter().all(|m| *m > 0.0) {
            motion.insert("inertiaDiagonal".into(), json!(weight.moments.map(|m| m * metres * metres)));
            motion.insert("inertiaOrientation".into(), json!(turn.to_array()));
        }
        // Velocities are those of the world, and told in the axes of the node.
        let inside = rotation(node).transpose();
        for (name, value, scale) in
            [("linearVelocity", body.velocity, metres), ("angularVelocity", body.angular_velocity, 1.0)]
        {
            if value != [0.0; 3] {
                motion.insert(name.into(), json!(plain(inside * DVec3::from_array(value) * scale)));
            }
        }
        Value::Object(motion)
    }

    fn collider(&mut self, collider: &Collider, body: &Body, node: Index, frame: DMat4) {
        let Some((geometry, place)) = self.geometry(collider, body) else { return };
        let matrix = frame * collider.matrix() * place;
        let material = self.contact(body.material_of(collider));
        let value = json!({ "geometry": geometry, "physicsMaterial": material });
        let has = |w: &Self| w.root.nodes.get(node as usize).is_none_or(|n| has_part(n, "collider"));
        let holder = match matrix.abs_diff_eq(DMat4::IDENTITY, 1e-9) && !has(self) {
            true => node,
            false => self.below(node, matrix),
        };
        self.put(holder, "collider", value);
    }

    /// A new node below another one.
    fn below(&mut self, parent: Index, matrix: DMat4) -> Index {
        let mut node = json::Node::default();
        put_trs(&mut node, &decompose(matrix).0.rounded());
        let index = self.node(node);
        self.put_below(index, Some(parent), &mut Vec::new());
        index
    }

    /// What a shape is in the extension, and what leads from there to the shape.
    fn geometry(&mut self, collider: &Collider, body: &Body) -> Option<(Value, DMat4)> {
        let scaled = |x: f64, y: f64, z: f64| DMat4::from_scale(DVec3::new(x, y, z));
        let none = DMat4::IDENTITY;
        let (kind, value, place) = match collider.form {
            Form::Box(half) => ("box", json!({ "size": half.map(|h| 2.0 * h) }), none),
            Form::Sphere(radius) => ("sphere", json!({ "radius": radius }), none),
            Form::Cylinder { height, radii: [x, z] } => ("cylinder", round(height, x, x), scaled(1.0, 1.0, z / x)),
            Form::TaperedCylinder { height, top, bottom } => {
                let wide = if top[0] > bottom[0] { top } else { bottom };
                self.same_oval(collider, top, bottom);
                ("cylinder", round(height, top[0], bottom[0]), scaled(1.0, 1.0, wide[1] / wide[0]))
            }
            Form::Capsule { height: 0.0, radii: [x, y, z] } => ("sphere", json!({ "radius": 1.0 }), scaled(x, y, z)),
            Form::Capsule { height, radii: [x, y, z] } => ("capsule", round(height, y, y), scaled(x / y, 1.0, z / y)),
            Form::TaperedCapsule { height, top, bottom } => {
                let wide = if top[0] > bottom[0] { top } else { bottom };
                self.same_oval(collider, top, bottom);
                ("capsule", round(height, top[0], bottom[0]), scaled(1.0, 1.0, wide[1] / wide[0]))
            }
            Form::Plane([a, b, c, d]) => {
                let message = "a plane has no end; it is written as a large box";
                self.losses.push(&PHYSICS, Fate::Approximated, collider.origin, message);
                let (normal, side) = (DVec3::new(a, b, c), PLANE / self.scene.space.metres);
                let (up, along) = (normal.normalize(), normal.normalize().any_orthonormal_vector());
                let turn = DQuat::from_mat3(&DMat3::from_cols(along, up, along.cross(up)));
                let point = normal * (-d / normal.length_squared()) - normal.normalize() * side / 200.0;
                let place = DMat4::from_rotation_translation(turn, point);
                ("box", json!({ "size": [side, side / 100.0, side] }), place)
            }
            Form::Geometry(id) => {
                let hull = matches!(self.scene.geometry(id).map(|g| &g.shape), Some(Shape::Mesh(m)) if m.convex);
                let Some(node) = self.bodies.shown.get(&id) else {
                    let message = "a mesh that only a body has is not written";
                    self.losses.push(&PHYSICS, Fate::Dropped, collider.origin, message);
                    return None;
                };
                return Some((json!({ "node": node, "convexHull": hull || body.dynamic }), none));
            }
        };
        let shape = json!({ "type": kind, kind: value });
        Some((json!({ "shape": listed(&mut self.bodies.shapes, shape) }), place))
    }

    /// Tells of ends that are oval in different ways.
    fn same_oval(&mut self, collider: &Collider, top: [f64; 2], bottom: [f64; 2]) {
        if (top[0] * bottom[1] - top[1] * bottom[0]).abs() > 1e-6 * (top[0] * bottom[1]).abs() {
            let message = "a tapered shape is oval in different ways at its ends; it is written with one of them";
            self.losses.push(&PHYSICS, Fate::Approximated, collider.origin, message);
        }
    }

    fn contact(&mut self, contact: Contact) -> usize {
        let material = json!({
            "staticFriction": contact.static_friction,
            "dynamicFriction": contact.dynamic_friction,
            // The document says a share of the energy, glTF one of the speed.
            "restitution": contact.restitution.clamp(0.0, 1.0).sqrt(),
            "frictionCombine": "average",
            "restitutionCombine": "average",
        });
        listed(&mut self.bodies.materials, material)
    }

    fn constraint(
        &mut self,
        constraint: &Constraint,
        written: &[Option<Written>],
        standing: &Standing<'_>,
        roots: &mut Vec<Index>,
    ) {
        let ends = [&constraint.ends[0], &constraint.ends[1]];
        let [Some(first), Some(second)] = ends.map(|end| self.end(end, written, standing, roots)) else {
            let message = "a constraint of something that is not written is dropped";
            self.losses.push(&PHYSICS, Fate::Dropped, constraint.meta.origin, message);
            return;
        };
        let joint = self.joint(constraint);
        let joint = listed(&mut self.bodies.joints, joint);
        let value = json!({
            "connectedNode": second, "joint": joint, "enableCollision": !constraint.interpenetrate,
        });
        self.put(first, "joint", value);
    }

    /// A node where an end of a constraint is.
    fn end(
        &mut self,
        end: &Attachment,
        written: &[Option<Written>],
        standing: &Standing<'_>,
        roots: &mut Vec<Index>,
    ) -> Option<Index> {
        let matrix = Some(end.matrix()).filter(DMat4::is_finite)?;
        match end.to {
            End::Body(body) => {
                let body = written.get(body as usize)?.as_ref()?;
                let (node, matrix) = (body.node, body.frame * matrix);
                Some(self.below(node, matrix))
            }
            End::Node(node) => {
                let place = standing.stage.places(node).first()?;
                let node = standing.placed.get(*place as usize).copied()?;
                Some(self.below(node, matrix))
            }
            End::World => {
                let mut node = json::Node::default();
                put_trs(&mut node, &decompose(matrix).0.rounded());
                let node = self.node(node);
                roots.push(node);
                Some(node)
            }
        }
    }

    fn joint(&self, constraint: &Constraint) -> Value {
        let (metres, degree) = (self.scene.space.metres, std::f64::consts::PI / 180.0);
        let mut limits = Vec::new();
        for (axes, list, unit) in
            [("linearAxes", &constraint.linear, metres), ("angularAxes", &constraint.angular, degree)]
        {
            limits.extend(list.iter().zip(0..).filter_map(|(limit, axis)| limited(axes, *limit, axis, unit)));
        }
        let mut drives = Vec::new();
        let kinds = [
            ("linear", constraint.linear_spring, &constraint.linear, metres, 1.0),
            ("angular", constraint.angular_spring, &constraint.angular, degree, metres * metres / degree),
        ];
        for (kind, spring, list, unit, force) in kinds {
            let Some(Spring { stiffness, damping, target }) = spring else { continue };
            let free = list.iter().zip(0..).filter(|(limit, _)| limit[0].is_none() || limit[0] != limit[1]);
            drives.extend(free.map(|(_, axis)| {
                json!({
                    "type": kind, "mode": "force", "axis": axis, "positionTarget": target * unit,
                    "stiffness": stiffness.max(0.0) * force, "damping": damping.max(0.0) * force,
                })
            }));
        }
        let mut joint = Map::new();
        joint.insert("limits".into(), json!(limits));
        if !drives.is_empty() {
            joint.insert("drives".into(), json!(drives));
        }
        Value::Object(joint)
    }

    /// Gives a node a part of the extension.
    fn put(&mut self, node: Index, part: &str, value: Value) {
        self.extension(BODIES);
        let Some(node) = self.root.nodes.get_mut(node as usize) else { return };
        if let Some(parts) = node.extensions.members(BODIES) {
            parts.insert(part.to_owned(), value);
        }
    }
}

fn has_part(node: &json::Node, part: &str) -> bool {
    node.extensions.get(BODIES).is_some_and(|parts| parts.get(part).is_some())
}

/// What a joint allows along or about an axis; nothing if that is everything.
fn limited(axes: &str, limit: Limit, axis: u8, unit: f64) -> Option<Value> {
    let [low, high] = limit.map(|side| side.map(|v| v * unit));
    if low.is_none() && high.is_none() {
        return None;
    }
    let mut value = Map::new();
    value.insert(axes.to_owned(), json!([axis]));
    for (name, side) in [("min", low), ("max", high)] {
        if let Some(side) = side {
            value.insert(name.to_owned(), json!(side));
        }
    }
    Some(Value::Object(value))
}

fn round(height: f64, top: f64, bottom: f64) -> Value {
    json!({ "height": height, "radiusTop": top, "radiusBottom": bottom })
}

/// The place of a value in a list that has each once.
fn listed(list: &mut Vec<Value>, value: Value) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

/// How a matrix turns.
fn rotation(matrix: DMat4) -> DMat3 {
    DMat3::from_quat(decompose(matrix).0.rotation)
}

/// Without the sign of zero.
fn plain(v: DVec3) -> [f64; 3] {
    v.to_array().map(|x| x + 0.0)
}
