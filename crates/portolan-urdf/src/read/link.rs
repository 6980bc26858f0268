//! `<link>`: its node, what is seen of it, what it weighs and what it collides with.

use portolan_geom::moments::principal;
use portolan_scene::glam::{DMat3, DQuat, DVec3};
use portolan_scene::{
    Body, Collider, Drawable, Drawn, Fate, Form, Link, Meta, Node as SceneNode, NodeId, Operation, Transform,
};
use portolan_syntax::Node;

use super::mesh::Part;
use super::tree::{Hung, Place};
use super::{Reader, origin, step};
use crate::codes;

/// From a shape along y to one along z.
pub(super) const UPRIGHT: Operation = Operation::Rotate([1.0, 0.0, 0.0, 90.0]);

impl<'a> Reader<'a> {
    /// Takes over a link: to the mechanism, with a node of its own.
    pub(super) fn link(&mut self, element: Node<'a>, name: &str, place: &Place, hung: &Hung<'a>) -> NodeId {
        let mut transforms = Vec::new();
        let mut moved = 0..0;
        if let Some(joint) = place.joint.and_then(|at| hung.joints.get(at)) {
            transforms = self.place(joint.element);
            let start = transforms.len() as u32;
            let own = place.joint.and_then(|at| self.mechanism.joints.get(at)).map_or(0..0, |j| j.freedoms.clone());
            for freedom in own.filter_map(|at| self.mechanism.freedoms.get(at as usize)) {
                transforms.push(Transform { sid: freedom.sid.clone(), operation: freedom.operation(0.0) });
            }
            moved = start..transforms.len() as u32;
        }
        let sid: Box<str> = name.into();
        let meta = Meta { sid: Some(sid.clone()), name: Some(sid), origin: origin(element), ..Meta::default() };
        let node = self.add_node(meta.clone(), transforms.clone());
        for visual in element.children_named("visual") {
            self.visual(visual, node);
        }
        self.body(element, &meta, node);
        for other in element.elements() {
            if !matches!(other.local_name(), "visual" | "collision" | "inertial") {
                let message = format!("`{}` of link `{name}` is dropped", other.local_name());
                self.lose(&codes::KEPT, Fate::Dropped, other, message);
            }
        }
        let joint = place.joint.map(|joint| joint as u32);
        self.mechanism.links.push(Link { meta, parent: place.parent, joint, transforms, moved, node: Some(node) });
        node
    }

    fn add_node(&mut self, meta: Meta, transforms: Vec<Transform>) -> NodeId {
        let id = NodeId::next(&self.scene.nodes);
        self.scene.nodes.push(SceneNode { meta, transforms, ..SceneNode::default() });
        id
    }

    fn visual(&mut self, visual: Node<'a>, link: NodeId) {
        let material = visual.child("material").and_then(|m| self.material(m));
        let Some(shape) = self.shape(visual) else { return };
        let mut transforms = self.place(visual);
        let name = visual.attribute_value("name").map(|n| n.trim().into());
        let meta = Meta { name, origin: origin(visual), ..Meta::default() };
        let mut parts = match shape {
            Found::Mesh(parts) => parts,
            Found::Form(form) => {
                if matches!(form, Form::Cylinder { .. } | Form::Capsule { .. }) {
                    transforms.push(step(UPRIGHT));
                }
                self.solid(&form, visual).into_iter().collect()
            }
        };
        // What a mesh file says about its looks counts more.
        for part in &mut parts {
            if let Some(material) = material.filter(|_| part.drawn.materials.is_empty()) {
                self.dress(&mut part.drawn, material);
            }
        }
        let node = self.add_node(meta, transforms);
        self.scene.nodes.iter_mut().skip(link.index()).take(1).for_each(|n| n.children.push(node));
        for Part { matrix, drawn } in parts {
            let is_here = matrix.abs_diff_eq(portolan_scene::glam::DMat4::IDENTITY, 0.0);
            let holder = match is_here {
                true => node,
                false => {
                    let rows = matrix.transpose().to_cols_array();
                    let inner = self.add_node(
                        Meta { origin: origin(visual), ..Meta::default() },
                        vec![step(Operation::Matrix(Box::new(rows)))],
                    );
                    self.scene.nodes.iter_mut().skip(node.index()).take(1).for_each(|n| n.children.push(inner));
                    inner
                }
            };
            self.scene.nodes.iter_mut().skip(holder.index()).take(1).for_each(|n| n.drawn.push(drawn.clone()));
        }
    }

    /// The shape of a visual or collision element.
    fn shape(&mut self, holder: Node<'a>) -> Option<Found> {
        let form = holder.child("geometry").and_then(|g| g.elements().next());
        let Some(form) = form else {
            self.lose(&codes::KIND, Fate::Dropped, holder, format!("`{}` has no shape", holder.local_name()));
            return None;
        };
        let mut size = |name: &str| {
            let [value] = self.numbers(form, name, [0.0]);
            if value <= 0.0 {
                let message = format!("`{name}` of a {} must be above 0", form.local_name());
                self.lose(&codes::NUMBER, Fate::Dropped, form, message);
            }
            Some(value).filter(|v| *v > 0.0)
        };
        let found = match form.local_name() {
            "sphere" => Form::Sphere(size("radius")?),
            "cylinder" => {
                let (height, radius) = (size("length")?, size("radius")?);
                Form::Cylinder { height, radii: [radius; 2] }
            }
            "capsule" => {
                let (height, radius) = (size("length")?, size("radius")?);
                Form::Capsule { height, radii: [radius; 3] }
            }
            "box" => {
                let whole = self.numbers(form, "size", [0.0; 3]);
                if whole.iter().any(|v| *v <= 0.0) {
                    self.lose(&codes::NUMBER, Fate::Dropped, form, "`size` of a box must be above 0");
                    return None;
                }
                Form::Box(whole.map(|v| v / 2.0))
            }
            "mesh" => return self.mesh(form).map(Found::Mesh),
            other => {
                self.lose(&codes::KIND, Fate::Dropped, form, format!("`{other}` is not a shape of URDF"));
                return None;
            }
        };
        Some(Found::Form(found))
    }

    fn body(&mut self, element: Node<'a>, meta: &Meta, node: NodeId) {
        let mut body = Body::new(Meta { extras: Vec::new(), ..meta.clone() });
        body.node = Some(node);
        body.model = self.mechanism.meta.name.clone();
        match element.child("inertial") {
            Some(inertial) => self.inertial(inertial, &mut body),
            // What weighs nothing is not moved by forces.
            None => body.dynamic = false,
        }
        for collision in element.children_named("collision") {
            let Some(shape) = self.shape(collision) else { continue };
            let place = self.place(collision);
            let add = |form: Form, turned: bool, body: &mut Body| {
                let mut collider = Collider::new(form);
                collider.origin = origin(collision);
                collider.transforms = place.clone();
                collider.transforms.extend(turned.then(|| step(UPRIGHT)));
                body.colliders.push(collider);
            };
            match shape {
                Found::Form(form) => {
                    add(form, matches!(form, Form::Cylinder { .. } | Form::Capsule { .. }), &mut body);
                }
                Found::Mesh(parts) => {
                    for part in parts {
                        if let Some(geometry) = self.baked(&part) {
                            add(Form::Geometry(geometry), false, &mut body);
                        }
                    }
                }
            }
        }
        if body.dynamic || !body.colliders.is_empty() {
            self.physics.bodies.push(body);
        }
    }

    fn inertial(&mut self, inertial: Node<'a>, body: &mut Body) {
        let mass = inertial.child("mass").and_then(|m| self.number(m, "value"));
        if mass.is_none_or(|m| m < 0.0) {
            self.lose(&codes::NUMBER, Fate::Dropped, inertial, "the mass of a link must not be negative");
        }
        body.mass = Some(mass.filter(|m| *m >= 0.0).unwrap_or(0.0));
        let mut frame = self.place(inertial);
        if let Some(inertia) = inertial.child("inertia") {
            let [xx, yy, zz, xy, xz, yz] =
                ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"].map(|name| self.number(inertia, name).unwrap_or(0.0));
            let (moments, axes) = match [xy, xz, yz] == [0.0; 3] {
                true => ([xx, yy, zz], None),
                false => {
                    let (moments, axes) = principal([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]);
                    let [a, b, c] = axes.map(DVec3::from_array);
                    let turn = DQuat::from_mat3(&DMat3::from_cols(a, b, c));
                    (moments, Some(portolan_scene::turn::axis_angle(turn)))
                }
            };
            if let Some((axis, angle)) = axes {
                frame.push(step(Operation::Rotate([axis.x, axis.y, axis.z, angle.to_degrees()])));
            }
            if moments.iter().any(|m| *m < 0.0) {
                self.lose(&codes::NUMBER, Fate::Dropped, inertia, "a moment of inertia is negative");
            } else {
                body.inertia = Some(moments);
            }
        }
        body.mass_frame = Some(frame);
    }

    /// Gives a shape a material.
    pub(super) fn dress(&mut self, drawn: &mut Drawn, material: portolan_scene::MaterialId) {
        let Drawable::Geometry(geometry) = drawn.what else { return };
        self.name_faces(geometry);
        drawn.materials.push(portolan_scene::MaterialBinding {
            symbol: super::mesh::SYMBOL.into(),
            material,
            inputs: vec![(super::material::COORDINATES.into(), portolan_scene::Semantic::TexCoord, None)],
            meta: Meta::default(),
        });
    }
}

/// A shape that was found.
enum Found {
    Form(Form),
    Mesh(Vec<Part>),
}
