//! Addresses of what animations and formulas drive: ids, SIDs and members.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};
use portolan_scene::{
    CameraField, ColourSlot, Fed, LightField, Material, NodeId, Operation, Part, PhysicsField, Projection, ScalarSlot,
    Scene, SpringNumber, Target, TextureField,
};

use portolan_syntax::Unique;

use super::Raise;
use super::effect::Effects;

/// What has to have a name so that it can be addressed.
#[derive(Default)]
pub(crate) struct Addresses {
    /// SIDs of fields, by the whole field of the first material of an effect.
    fields: BTreeMap<Target, Box<str>>,
    /// SIDs of transforms that have none of their own.
    transforms: HashMap<(NodeId, u32), Box<str>>,
    /// SIDs of the transforms of nodes.
    sids: HashMap<NodeId, Unique>,
    /// Transforms that are driven.
    driven: HashSet<(NodeId, u32)>,
    /// Nodes that need an id.
    nodes: HashSet<usize>,
}

impl Addresses {
    pub fn wanted(scene: &Scene, effects: &Effects) -> Addresses {
        let mut wanted = Addresses::default();
        for (target, sid) in &scene.field_names {
            wanted.fields.entry(whole(target, effects)).or_insert_with(|| super::name::ncname(sid).into());
        }
        for node in &scene.nodes {
            for instance in &node.instances {
                wanted.nodes.insert(instance.node.index());
                wanted.nodes.extend(instance.proxy.map(NodeId::index));
            }
            for skeleton in node.drawn.iter().flat_map(|d| &d.skeletons) {
                let by_id = scene.controller(skeleton.controller).is_some_and(|c| c.meta.word().is_none());
                for joint in skeleton.joints.iter().flatten() {
                    wanted.nodes.extend(joint.root.map(NodeId::index));
                    wanted.nodes.extend(by_id.then_some(joint.node.index()));
                }
            }
        }
        let mut rooted: HashSet<NodeId> = scene.nodes.iter().flat_map(|n| n.children.iter().copied()).collect();
        for root in scene.views.iter().flat_map(|v| &v.roots) {
            if !rooted.insert(*root) {
                wanted.nodes.insert(root.index());
            }
        }
        let renderings = scene.views.iter().flat_map(|v| &v.evaluations).flat_map(|e| &e.renderings);
        wanted.nodes.extend(renderings.filter_map(|r| r.camera).map(NodeId::index));
        let (nodes, driven) = super::kinematics::wanted(scene);
        wanted.nodes.extend(nodes.into_iter().chain(super::physics::wanted(scene)).map(NodeId::index));
        driven.iter().for_each(|target| wanted.want(scene, effects, target));
        let channels = scene.animations.iter().flat_map(|a| &a.channels).map(|c| &c.target);
        let bindings = scene.formulas_in_use().flat_map(|f| &f.bindings);
        let bound = bindings.filter_map(|(_, b)| b.target());
        for target in channels.chain(bound) {
            wanted.want(scene, effects, target);
        }
        wanted
    }

    fn want(&mut self, scene: &Scene, effects: &Effects, target: &Target) {
        match *target {
            Target::Transform { node, transform, .. } => {
                self.nodes.insert(node.index());
                self.driven.insert((node, transform));
                let Some(steps) = scene.node(node).map(|n| &n.transforms) else { return };
                let Some(step) = steps.get(transform as usize) else { return };
                if step.sid.is_none() && !self.transforms.contains_key(&(node, transform)) {
                    let word = operation_word(&step.operation);
                    let own = || steps.iter().filter_map(|s| s.sid.as_deref()).collect();
                    let free = self.sids.entry(node).or_insert_with(own).take(word, |n| format!("{word}{n}"));
                    self.transforms.insert((node, transform), free.into());
                }
            }
            Target::Visibility { node } => {
                self.nodes.insert(node.index());
                self.fields.entry(target.clone()).or_insert_with(|| "visibility".into());
            }
            _ => {
                let field = whole(target, effects);
                if let Some(word) = field_word(scene, &field) {
                    self.fields.entry(field).or_insert_with(|| word.into());
                }
            }
        }
    }

    pub fn needs_node(&self, node: usize) -> bool {
        self.nodes.contains(&node)
    }

    /// What a transform is called that has no name of its own.
    pub fn transform_sid(&self, node: NodeId, transform: u32) -> Option<&str> {
        self.transforms.get(&(node, transform)).map(|s| &**s)
    }

    pub fn is_driven(&self, node: NodeId, transform: u32) -> bool {
        self.driven.contains(&(node, transform))
    }

    /// What a field is called.
    pub fn sid(&self, target: &Target) -> Option<&str> {
        self.fields.get(target).map(|s| &**s)
    }
}

/// The field that a target is, or is a part of; of materials that share an effect, that of the first.
fn whole(target: &Target, effects: &Effects) -> Target {
    let mut target = target.with_part(Part::All);
    match &mut target {
        Target::Colour { material, .. } | Target::Scalar { material, .. } | Target::Texture { material, .. } => {
            *material = effects.first(*material);
        }
        _ => {}
    }
    target
}

fn operation_word(operation: &Operation) -> &'static str {
    match operation {
        Operation::Matrix(_) | Operation::Quaternion(_) => "matrix",
        Operation::Translate(_) => "translate",
        Operation::Rotate(_) => "rotate",
        Operation::Scale(_) => "scale",
        Operation::Skew(_) => "skew",
        Operation::LookAt(_) => "lookat",
    }
}

/// The SID of a field that the document gave none.
fn field_word(scene: &Scene, target: &Target) -> Option<&'static str> {
    Some(match target {
        Target::Camera { camera, field } => {
            let perspective = matches!(scene.camera(*camera)?.projection, Projection::Perspective { .. });
            match (field, perspective) {
                (CameraField::X, true) => "xfov",
                (CameraField::Y, true) => "yfov",
                (CameraField::X, false) => "xmag",
                (CameraField::Y, false) => "ymag",
                (CameraField::Aspect, _) => "aspect_ratio",
                (CameraField::Near, _) => "znear",
                (CameraField::Far, _) => "zfar",
            }
        }
        Target::Light { field, .. } => match field {
            LightField::Colour => "color",
            LightField::Intensity => "intensity",
            LightField::Constant => "constant_attenuation",
            LightField::Linear => "linear_attenuation",
            LightField::Quadratic => "quadratic_attenuation",
            LightField::Angle => "falloff_angle",
            LightField::Exponent => "falloff_exponent",
        },
        Target::Colour { slot, .. } => match slot {
            ColourSlot::Emission => "emission",
            ColourSlot::Ambient => "ambient",
            ColourSlot::Diffuse => "diffuse",
            ColourSlot::Specular => "specular",
            ColourSlot::Reflective => "reflective",
            ColourSlot::Transparent => "transparent",
            ColourSlot::Clearcoat | ColourSlot::Sheen => return None,
        },
        Target::Scalar { slot, .. } => match slot {
            ScalarSlot::Shininess => "shininess",
            ScalarSlot::Reflectivity => "reflectivity",
            ScalarSlot::Transparency => "transparency",
            ScalarSlot::Refraction => "index_of_refraction",
        },
        Target::Texture { field, .. } => match field {
            TextureField::OffsetU => "offsetU",
            TextureField::OffsetV => "offsetV",
            TextureField::Rotation => "rotateUV",
            TextureField::RepeatU => "repeatU",
            TextureField::RepeatV => "repeatV",
        },
        Target::Physics { field, .. } => match field {
            PhysicsField::Gravity => "gravity",
            PhysicsField::Mass(_) => "mass",
            PhysicsField::Enabled(_) => "enabled",
            PhysicsField::Limit { angular: false, upper: false, .. } => "linear_min",
            PhysicsField::Limit { angular: false, upper: true, .. } => "linear_max",
            PhysicsField::Limit { angular: true, upper: false, .. } => "angular_min",
            PhysicsField::Limit { angular: true, upper: true, .. } => "angular_max",
            PhysicsField::Spring { angular, number, .. } => match (angular, number) {
                (false, SpringNumber::Stiffness) => "linear_stiffness",
                (false, SpringNumber::Damping) => "linear_damping",
                (false, SpringNumber::Target) => "linear_target",
                (true, SpringNumber::Stiffness) => "angular_stiffness",
                (true, SpringNumber::Damping) => "angular_damping",
                (true, SpringNumber::Target) => "angular_target",
            },
        },
        _ => return None,
    })
}

impl Raise<'_> {
    /// The address of a target; `None` if COLLADA has none for it.
    pub(super) fn address(&self, target: &Target) -> Option<String> {
        let field = whole(target, &self.effects);
        let id = |list: &[Option<Box<str>>], place: usize| list.get(place)?.as_deref().map(str::to_owned);
        let part = target.part();
        let (owner, sid, members): (String, &str, &[&str]) = match *target {
            Target::Transform { node, transform, .. } => {
                let step = self.scene.node(node)?.transforms.get(transform as usize)?;
                let sid = self.addresses.transform_sid(node, transform).or(step.sid.as_deref())?;
                let address = format!("{}/{}", id(&self.ids.nodes, node.index())?, super::name::ncname(sid));
                return Some(address + &transform_member(&step.operation, part)?);
            }
            Target::Weight { controller, .. } => {
                let (_, array) = self.ids.weights.get(controller.index())?.as_ref()?;
                return Some(format!("{array}{}", position(part)));
            }
            Target::Stream { geometry, stream, .. } => {
                let (_, array) = self.ids.streams.get(geometry.index())?.get(stream as usize)?;
                return Some(format!("{array}{}", position(part)));
            }
            Target::Visibility { node } => (id(&self.ids.nodes, node.index())?, self.addresses.sid(target)?, &[]),
            Target::Camera { camera, .. } => (id(&self.ids.cameras, camera.index())?, self.addresses.sid(&field)?, &[]),
            Target::Light { light, field: LightField::Colour, .. } => {
                (id(&self.ids.lights, light.index())?, self.addresses.sid(&field)?, &["R", "G", "B"])
            }
            Target::Light { light, .. } => (id(&self.ids.lights, light.index())?, self.addresses.sid(&field)?, &[]),
            Target::Colour { material, slot, .. } => {
                let (effect, first) = self.effect_of(material)?;
                let sid = first.parameter(Fed::Colour(slot)).or(self.addresses.sid(&field))?;
                (effect, sid, &["R", "G", "B", "A"])
            }
            Target::Scalar { material, slot } => {
                let (effect, first) = self.effect_of(material)?;
                (effect, first.parameter(Fed::Scalar(slot)).or(self.addresses.sid(&field))?, &[])
            }
            Target::Texture { material, .. } => (self.effect_of(material)?.0, self.addresses.sid(&field)?, &[]),
            Target::Physics { scene, field: of, .. } => {
                let members: &[&str] = if of.width() == 3 { &["X", "Y", "Z"] } else { &[] };
                (self.physics_path(scene, of)?, self.addresses.sid(&field)?, members)
            }
            // What kinematics says is kept as it was written.
            Target::TextureStep { .. } | Target::Freedom { .. } => return None,
        };
        let member = match part {
            Some(Part::At(n)) if !members.is_empty() => format!(".{}", members.get(n as usize)?),
            _ => String::new(),
        };
        Some(format!("{owner}/{sid}{member}"))
    }

    /// The id of a material's effect, and the material that stands for it.
    fn effect_of(&self, material: portolan_scene::MaterialId) -> Option<(String, &Material)> {
        let effect = self.effects.of.get(material.index()).copied().flatten()?;
        let id = self.ids.effects.get(effect)?.as_deref()?.to_owned();
        Some((id, self.scene.material(self.effects.first(material))?))
    }
}

fn position(part: Option<Part>) -> String {
    match part {
        Some(Part::At(n)) => format!("({n})"),
        _ => String::new(),
    }
}

/// Which number of a transform; `None` if it cannot be said.
fn transform_member(operation: &Operation, part: Option<Part>) -> Option<String> {
    let Some(Part::At(n)) = part else { return Some(String::new()) };
    let named = |names: &[&str]| names.get(n as usize).map(|name| format!(".{name}"));
    match operation {
        Operation::Translate(_) | Operation::Scale(_) => named(&["X", "Y", "Z"]),
        Operation::Rotate(_) => named(&["X", "Y", "Z", "ANGLE"]),
        // Column, then row.
        Operation::Matrix(_) => Some(format!("({})({})", n % 4, n / 4)),
        Operation::LookAt(_) => Some(format!("({})({})", n % 3, n / 3)),
        Operation::Skew(_) if n == 0 => Some(".ANGLE".to_owned()),
        Operation::Skew(_) => Some(format!("({n})")),
        Operation::Quaternion(_) => None,
    }
}
