//! Bodies, what holds them together and the scenes that they live in, as COLLADA 1.4.1 and 1.5 have them.
//!
//! Bodies that were of one model, and stand in the space of the same node, are of one model again.

mod body;
mod constraint;

use hashbrown::HashMap;
use portolan_scene::{
    Body, BodyFrame, Content, End, Form, GeometryId, Meta, NodeId, Part, PhysicsField, PhysicsMaterial, PhysicsScene,
    Scene, Target,
};
use portolan_syntax::xml::number;

use super::kinematics::unique;
use super::name::ncname;
use super::{Raise, fragment};
use crate::kept::is_worded;

/// What is written of all bodies is called.
#[derive(Default)]
pub(super) struct Bodies {
    /// Physics scenes: their ids and models.
    pub scenes: Vec<(Box<str>, Vec<Model>)>,
    /// Ids of materials that have one, by that of the document.
    pub materials: HashMap<Box<str>, Box<str>>,
}

/// A model that is written.
pub(super) struct Model {
    pub id: Box<str>,
    /// The SID of its instance.
    pub instance: Option<Box<str>>,
    /// The node in whose space it stands.
    pub parent: Option<NodeId>,
    /// Bodies of the physics scene, with their SIDs.
    pub bodies: Vec<(u32, Box<str>)>,
    /// Constraints of the physics scene, with their SIDs.
    pub constraints: Vec<(u32, Box<str>)>,
}

impl Model {
    /// What a body is called in it.
    pub fn sid(&self, body: u32) -> Option<&str> {
        self.bodies.iter().find(|(known, _)| *known == body).map(|(_, sid)| &**sid)
    }
}

/// Is the physics of a scene written from its bodies? Otherwise it is kept in the words of the document.
pub(super) fn is_raised(scene: &Scene) -> bool {
    !scene.physics.is_empty() && !is_worded(scene, Content::Physics)
}

/// Nodes that bodies name.
pub(super) fn wanted(scene: &Scene) -> Vec<NodeId> {
    if !is_raised(scene) {
        return Vec::new();
    }
    let mut nodes = Vec::new();
    for physics in &scene.physics {
        for body in &physics.bodies {
            nodes.extend(body.node);
            nodes.extend(parent(body));
        }
        let ends = physics.constraints.iter().flat_map(|c| &c.ends);
        nodes.extend(ends.filter_map(|end| if let End::Node(node) = end.to { Some(node) } else { None }));
    }
    nodes
}

/// Shapes that bodies name.
pub(super) fn shapes(scene: &Scene) -> impl Iterator<Item = GeometryId> + '_ {
    let bodies = scene.physics.iter().flat_map(|p| &p.bodies).filter(|_| is_raised(scene));
    bodies.flat_map(|b| &b.colliders).filter_map(|collider| match collider.form {
        Form::Geometry(id) => Some(id),
        _ => None,
    })
}

fn parent(body: &Body) -> Option<NodeId> {
    match &body.frame {
        BodyFrame::Parent(node, _) => Some(*node),
        BodyFrame::Target => None,
    }
}

impl<'a> Raise<'a> {
    /// Finds names for everything that is written of bodies.
    pub(super) fn name_bodies(&mut self) -> Bodies {
        let mut bodies = Bodies::default();
        if !is_raised(self.scene) {
            return bodies;
        }
        for physics in &self.scene.physics {
            let id = self.names.claim(physics.meta.id.as_deref().unwrap_or("physics"));
            let models = self.name_models(physics);
            bodies.scenes.push((id, models));
            for material in materials(physics) {
                if let Some(id) = material.meta.id.as_deref().filter(|id| !bodies.materials.contains_key(*id)) {
                    bodies.materials.insert(id.into(), self.names.claim(id));
                }
            }
        }
        bodies
    }

    fn name_models(&mut self, physics: &'a PhysicsScene) -> Vec<Model> {
        type Key<'k> = (Option<&'k str>, &'k [Box<str>], Option<NodeId>);
        let mut groups: Vec<(Key<'a>, Vec<u32>)> = Vec::new();
        let mut found: HashMap<Key<'a>, usize> = HashMap::new();
        for (body, at) in physics.bodies.iter().zip(0u32..) {
            let key = (body.model.as_deref(), body.around.as_slice(), parent(body));
            let place = *found.entry(key).or_insert(groups.len());
            match groups.get_mut(place) {
                Some((_, members)) => members.push(at),
                None => groups.push((key, vec![at])),
            }
        }
        let mut models: Vec<Model> = Vec::new();
        for ((id, around, parent), members) in groups {
            let labels = members.iter().map(|at| physics.bodies.get(*at as usize).map(Body::label));
            let sids = unique(labels, "body");
            models.push(Model {
                id: self.names.claim(id.unwrap_or("bodies")),
                instance: around.last().map(|sid| ncname(sid).into()),
                parent,
                bodies: members.into_iter().zip(sids).collect(),
                constraints: Vec::new(),
            });
        }
        self.assign_constraints(physics, &mut models);
        models
    }

    /// What leads to the element that holds a number of a physics scene.
    pub(super) fn physics_path(&self, scene: u32, field: PhysicsField) -> Option<String> {
        let physics = self.scene.physics.get(scene as usize)?;
        if let Some((id, models)) = self.bodies.scenes.get(scene as usize) {
            let in_model = |list: fn(&Model) -> &[(u32, Box<str>)], wanted: u32| {
                let named = |model: &Model| {
                    let (_, sid) = list(model).iter().find(|(at, _)| *at == wanted)?;
                    Some(format!("{}/{sid}", model.id))
                };
                models.iter().find_map(named)
            };
            return match (field, field.constraint()) {
                (PhysicsField::Mass(body), _) => in_model(|model| &model.bodies, body),
                (_, Some(constraint)) => in_model(|model| &model.constraints, constraint),
                _ => Some(id.to_string()),
            };
        }
        // In the words of the document.
        let now = |id: &str, meta: &Meta| self.names.now(meta.origin.document, id).to_owned();
        let inner = |body: u32, meta: &Meta| {
            let model = physics.bodies.get(body as usize)?.model.as_deref()?;
            Some(format!("{}/{}", now(model, meta), meta.sid.as_deref()?))
        };
        match (field, field.constraint()) {
            (PhysicsField::Mass(body), _) => inner(body, &physics.bodies.get(body as usize)?.meta),
            (_, Some(constraint)) => {
                let constraint = physics.constraints.get(constraint as usize)?;
                let body = constraint.ends.iter().find_map(|end| match end.to {
                    End::Body(body) => Some(body),
                    _ => None,
                });
                inner(body?, &constraint.meta)
            }
            _ => Some(now(physics.meta.id.as_deref()?, &physics.meta)),
        }
    }

    /// An element whose numbers animations may drive.
    fn driven(&mut self, word: &str, target: &Target, text: &str) {
        let sid = self.addresses.sid(target).map(str::to_owned);
        self.out.open(word).maybe("sid", sid.as_deref()).text(text).close();
    }

    /// Materials, models and scenes.
    pub(super) fn physics(&mut self, bodies: &Bodies) {
        if bodies.scenes.is_empty() {
            return;
        }
        self.library("library_physics_materials", !bodies.materials.is_empty(), |raise| {
            let mut left: Vec<&str> = bodies.materials.keys().map(|id| &**id).collect();
            for material in raise.scene.physics.iter().flat_map(materials) {
                let own = material.meta.id.as_deref();
                if let Some(place) = left.iter().position(|id| Some(*id) == own) {
                    let id = bodies.materials.get(left.swap_remove(place));
                    raise.physics_material(material, id.map(|id| &**id));
                }
            }
        });
        let pairs = || self.scene.physics.iter().zip(&bodies.scenes);
        let has_models = pairs().any(|(_, (_, models))| !models.is_empty());
        self.library("library_physics_models", has_models, |raise| {
            for (at, (_, models)) in (0..).zip(&bodies.scenes) {
                for model in models {
                    raise.physics_model(at, model, bodies);
                }
            }
        });
        self.library("library_physics_scenes", true, |raise| {
            for (at, (id, models)) in (0..).zip(&bodies.scenes) {
                raise.physics_scene(at, id, models);
            }
        });
    }

    fn physics_model(&mut self, scene: u32, model: &Model, bodies: &Bodies) {
        let Some(physics) = self.scene.physics.get(scene as usize) else { return };
        self.out.open("physics_model").attribute("id", &model.id);
        for (at, sid) in &model.bodies {
            if let Some(body) = physics.bodies.get(*at as usize) {
                self.body(body, sid, (scene, *at), bodies);
            }
        }
        for (at, sid) in &model.constraints {
            if let Some(constraint) = physics.constraints.get(*at as usize) {
                self.constraint(constraint, (scene, *at), sid, model);
            }
        }
        self.out.close();
    }

    fn physics_scene(&mut self, scene: u32, id: &str, models: &[Model]) {
        let Some(physics) = self.scene.physics.get(scene as usize) else { return };
        let meta = &physics.meta;
        self.head("physics_scene", Some(id), meta);
        self.asset(meta);
        for field in &physics.force_fields {
            if let Some(id) = &field.id {
                let id = self.names.now(field.origin.document, id).to_owned();
                self.out.open("instance_force_field").attribute("url", &fragment(&id)).close();
            }
        }
        for model in models {
            let parent = model.parent.and_then(|node| self.ids.nodes.get(node.index())).cloned().flatten();
            self.out.open("instance_physics_model").attribute("url", &fragment(&model.id));
            self.out.maybe("sid", model.instance.as_deref());
            self.out.maybe("parent", parent.map(|id| fragment(&id)).as_deref());
            for (at, sid) in &model.bodies {
                let Some(body) = physics.bodies.get(*at as usize) else { continue };
                let target = body.node.and_then(|node| self.ids.nodes.get(node.index())).cloned().flatten();
                self.out.open("instance_rigid_body").attribute("body", sid);
                self.out.maybe("sid", body.instance.as_deref().map(ncname).as_deref());
                self.out.maybe("target", target.map(|id| fragment(&id)).as_deref()).open("technique_common");
                for (word, vector) in [("angular_velocity", body.angular_velocity), ("velocity", body.velocity)] {
                    if vector != [0.0; 3] {
                        self.out.open(word).numbers(&vector).close();
                    }
                }
                // What an instance leaves out it may have by default.
                if !body.dynamic {
                    self.out.leaf("dynamic", "false");
                }
                self.out.close().close();
            }
            for (_, sid) in &model.constraints {
                self.out.open("instance_rigid_constraint").attribute("constraint", sid).close();
            }
            self.out.close();
        }
        self.out.open("technique_common");
        if let Some(gravity) = &physics.gravity {
            self.driven("gravity", &of_scene(scene, PhysicsField::Gravity), &joined(gravity));
        }
        if let Some(step) = physics.step {
            self.out.leaf("time_step", &number(step));
        }
        self.out.close();
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }
}

/// A field of a physics scene.
fn of_scene(scene: u32, field: PhysicsField) -> Target {
    Target::Physics { scene, field, part: Part::All }
}

fn joined(numbers: &[f64]) -> String {
    numbers.iter().map(|v| number(*v)).collect::<Vec<String>>().join(" ")
}

/// All materials of a physics scene, those of shapes included.
fn materials(physics: &PhysicsScene) -> impl Iterator<Item = &PhysicsMaterial> {
    physics.bodies.iter().flat_map(|body| body.material.iter().chain(body.colliders.iter().flat_map(|c| &c.material)))
}
