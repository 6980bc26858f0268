//! `<rigid_body>`: its mass, its material and its shapes.

use portolan_scene::{Body, BodyFrame, Collider, Fate, Form, Meta, PhysicsField, PhysicsMaterial, Transform};
use portolan_syntax::xml::number;

use super::{Bodies, of_scene};
use crate::raise::{Raise, codes, fragment};

/// From the space of a model to that of a body in it, where models within models said that they stand elsewhere. It is a
/// part of everything that the body has.
pub(super) fn offset(body: &Body) -> &[Transform] {
    match &body.frame {
        BodyFrame::Parent(_, steps) => steps,
        BodyFrame::Target => &[],
    }
}

impl<'a> Raise<'a> {
    pub(super) fn body(&mut self, body: &'a Body, sid: &str, (scene, at): (u32, u32), bodies: &Bodies) {
        let meta = &body.meta;
        let name = self.name_text(meta.name.as_deref(), meta.origin);
        self.out.open("rigid_body").attribute("sid", sid);
        if self.is_new() {
            let id = meta.id.as_deref().map(|id| self.names.claim(id));
            self.out.maybe("id", id.as_deref());
        }
        self.out.maybe("name", name.as_deref()).open("technique_common");
        self.out.leaf("dynamic", if body.dynamic { "true" } else { "false" });
        if let Some(mass) = body.mass {
            self.driven("mass", &of_scene(scene, PhysicsField::Mass(at)), &number(mass));
        }
        let offset = offset(body);
        let frame = body.mass_frame.as_deref();
        if let Some(frame) = frame.or((body.inertia.is_some() && !offset.is_empty()).then_some(&[])) {
            self.out.open("mass_frame");
            self.rigid(offset, meta);
            self.rigid(frame, meta);
            if offset.is_empty() && frame.is_empty() {
                self.out.leaf("translate", "0 0 0");
            }
            self.out.close();
        }
        if let Some(inertia) = &body.inertia {
            self.out.open("inertia").numbers(inertia).close();
        }
        self.material_use(body.material.as_ref(), bodies);
        for collider in &body.colliders {
            self.collider(collider, offset, meta, bodies);
        }
        self.out.close();
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }

    fn material_use(&mut self, material: Option<&'a PhysicsMaterial>, bodies: &Bodies) {
        let Some(material) = material else { return };
        match material.meta.id.as_deref().and_then(|id| bodies.materials.get(id)) {
            Some(id) => _ = self.out.open("instance_physics_material").attribute("url", &fragment(id)).close(),
            None => self.physics_material(material, None),
        }
    }

    pub(super) fn physics_material(&mut self, material: &'a PhysicsMaterial, id: Option<&str>) {
        let meta = &material.meta;
        self.head("physics_material", id, meta);
        self.asset(meta);
        self.out.open("technique_common");
        let contact = &material.contact;
        self.out.leaf("dynamic_friction", &number(contact.dynamic_friction));
        self.out.leaf("restitution", &number(contact.restitution));
        self.out.leaf("static_friction", &number(contact.static_friction)).close();
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }

    fn collider(&mut self, collider: &'a Collider, offset: &'a [Transform], meta: &'a Meta, bodies: &Bodies) {
        self.out.open("shape").leaf("hollow", if collider.hollow { "true" } else { "false" });
        for (word, value) in [("mass", collider.mass), ("density", collider.density)] {
            value.into_iter().for_each(|v| _ = self.out.leaf(word, &number(v)));
        }
        self.material_use(collider.material.as_ref(), bodies);
        self.form(&collider.form, meta);
        self.rigid(offset, meta);
        self.rigid(&collider.transforms, meta);
        self.out.close();
    }

    fn form(&mut self, form: &Form, meta: &'a Meta) {
        match form {
            Form::Box(half) => _ = self.out.open("box").open("half_extents").numbers(half).close().close(),
            Form::Sphere(radius) => _ = self.out.open("sphere").leaf("radius", &number(*radius)).close(),
            Form::Plane(equation) => _ = self.out.open("plane").open("equation").numbers(equation).close().close(),
            Form::Cylinder { height, radii } => self.sized("cylinder", *height, &[("radius", radii)]),
            Form::Capsule { height, radii } if self.is_new() => self.sized("capsule", *height, &[("radius", radii)]),
            Form::Capsule { height, radii: [x, y, z] } => {
                self.sized("capsule", *height, &[("radius", &[*x, *z])]);
                if (y - (x + z) / 2.0).abs() > 1e-9 * y {
                    let message = "the height of the caps of a capsule is dropped; COLLADA 1.4 does not support it";
                    self.lose(&codes::PHYSICS, Fate::Approximated, meta, message);
                }
            }
            Form::TaperedCylinder { height, top, bottom } | Form::TaperedCapsule { height, top, bottom } => {
                let (tapered, plain) = match form {
                    Form::TaperedCapsule { .. } => ("tapered_capsule", "capsule"),
                    _ => ("tapered_cylinder", "cylinder"),
                };
                if !self.is_new() {
                    return self.sized(tapered, *height, &[("radius1", top), ("radius2", bottom)]);
                }
                let [x, z] = [0, 1].map(|i: usize| top.iter().chain(bottom).skip(i).step_by(2).sum::<f64>() / 2.0);
                let radii: &[f64] = if plain == "capsule" { &[x, (x + z) / 2.0, z] } else { &[x, z] };
                self.sized(plain, *height, &[("radius", radii)]);
                let message = "a tapered shape is written with its mean radii; COLLADA 1.5 has no tapered shapes";
                self.lose(&codes::PHYSICS, Fate::Approximated, meta, message);
            }
            Form::Geometry(id) => {
                let url = self.ids.geometries.get(id.index()).cloned().flatten().unwrap_or_default();
                self.out.open("instance_geometry").attribute("url", &fragment(&url)).close();
            }
        }
    }

    fn sized(&mut self, word: &str, height: f64, radii: &[(&str, &[f64])]) {
        self.out.open(word).leaf("height", &number(height));
        for (word, values) in radii {
            self.out.open(word).numbers(values).close();
        }
        self.out.close();
    }
}
