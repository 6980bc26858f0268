//! Mechanisms as COLLADA 1.5 has them: a model for each, a system that says what is known of its axes, one that says how fast
//! they are, and scenes that bind both to nodes.
//!
//! Every mechanism has a model of its own, so that its id leads to its joints without a doubt.

mod model;
mod system;

use portolan_scene::{Fate, Freedom, Mechanism, Meta, NodeId, Scene, Target};
use portolan_syntax::Unique;
use portolan_syntax::xml::number;

use super::name::ncname;
use super::{Raise, codes, fragment};
use crate::kept::is_worded;

/// What is written of all mechanisms is called.
#[derive(Default)]
pub(super) struct Robots {
    pub all: Vec<Called>,
    /// Kinematics scenes: their ids, and the mechanisms in them.
    pub scenes: Vec<(Box<str>, Vec<usize>)>,
}

/// What is written of a mechanism is called.
pub(super) struct Called {
    /// The id of its model.
    pub model: Box<str>,
    /// The SID of the instance of its model.
    pub instance: Box<str>,
    /// Ids of the systems around it, with the SIDs of their instances: kinematics, then motion.
    pub system: Option<(Box<str>, Box<str>)>,
    pub motion: Option<(Box<str>, Box<str>)>,
    /// SIDs of joints, of the axes in them, and of links.
    pub joints: Vec<Box<str>>,
    pub axes: Vec<Box<str>>,
    pub links: Vec<Box<str>>,
}

impl Called {
    /// The path to an axis.
    pub fn axis(&self, mechanism: &Mechanism, freedom: u32) -> Option<String> {
        let joint = self.joints.get(mechanism.joint_of(freedom)? as usize)?;
        Some(format!("{}/{joint}/{}", self.model, self.axes.get(freedom as usize)?))
    }

    /// The path to a link.
    pub fn link(&self, link: u32) -> Option<String> {
        Some(format!("{}/{}", self.model, self.links.get(link as usize)?))
    }
}

/// Is the kinematics of a scene written from its mechanisms? Otherwise it is kept in the words of the document.
pub(super) fn is_raised(scene: &Scene) -> bool {
    !scene.mechanisms.is_empty() && !is_worded(scene, portolan_scene::Content::Kinematics)
}

/// Nodes that bindings of mechanisms name, and transforms that axes drive.
pub(super) fn wanted(scene: &Scene) -> (Vec<NodeId>, Vec<Target>) {
    if !is_raised(scene) {
        return (Vec::new(), Vec::new());
    }
    let feet = scene.mechanisms.iter().filter_map(|m| m.base.as_ref());
    let nodes = feet.flat_map(|foot| [Some(foot.node), foot.below.map(|(holder, _)| holder)]);
    let bound = scene.mechanisms.iter().flat_map(|m| &m.freedoms).flat_map(|f| &f.targets);
    let target = |node, transform| Target::Transform { node, transform, part: portolan_scene::Part::All };
    (nodes.flatten().collect(), bound.map(|b| target(b.node, b.transform)).collect())
}

impl<'a> Raise<'a> {
    /// Finds names for everything that is written of mechanisms.
    pub(super) fn name_robots(&mut self) -> Robots {
        let mut robots = Robots::default();
        if !is_raised(self.scene) {
            return robots;
        }
        if !self.is_new() {
            for mechanism in &self.scene.mechanisms {
                let message = format!("the mechanism `{}` needs COLLADA 1.5", mechanism.label());
                self.lose(&codes::KINEMATICS, Fate::Dropped, &mechanism.meta, message);
            }
            return robots;
        }
        let mut scenes: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
        for (place, mechanism) in self.scene.mechanisms.iter().enumerate() {
            let called = self.name_robot(mechanism);
            robots.all.push(called);
            let scene = mechanism.scene.as_deref();
            match scenes.iter_mut().find(|(known, _)| *known == scene) {
                Some((_, members)) => members.push(place),
                None => scenes.push((scene, vec![place])),
            }
        }
        for (id, members) in scenes {
            robots.scenes.push((self.names.claim(id.unwrap_or("kinematics")), members));
        }
        robots
    }

    fn name_robot(&mut self, mechanism: &'a Mechanism) -> Called {
        let named = |meta: &'a Meta| meta.id.as_deref().or(meta.name.as_deref());
        let model = self.names.claim(named(&mechanism.meta).unwrap_or("model"));
        let around = |raise: &mut Raise<'_>, meta: Option<&'a Meta>, word: &str| {
            let id = meta.and_then(named).map_or_else(|| format!("{model}-{word}"), str::to_owned);
            let sid = meta.and_then(|m| m.sid.as_deref()).map_or_else(|| format!("{word}_inst"), ncname);
            (raise.names.claim(&id), Box::from(sid))
        };
        let (inner, outer) = match mechanism.systems.as_slice() {
            [] => (None, None),
            [only] => (Some(only), None),
            [outer, .., inner] => (Some(inner), Some(outer)),
        };
        let has_motion = outer.is_some() || system::moves(mechanism);
        let has_system = inner.is_some() || has_motion || system::is_controlled(mechanism);
        let system = has_system.then(|| around(self, inner, "kinematics"));
        let motion = has_motion.then(|| around(self, outer, "motion"));
        let instance = mechanism.instance.as_deref().map_or_else(|| format!("{model}_inst"), ncname).into();
        let joints = mechanism.joints.iter().map(|j| j.meta.sid.as_deref().or(named(&j.meta)));
        let links = mechanism.links.iter().map(|l| l.meta.sid.as_deref().or(named(&l.meta)));
        let axes = mechanism.joints.iter().flat_map(|joint| {
            let own = mechanism.freedoms.get(joint.freedoms.start as usize..joint.freedoms.end as usize);
            unique(own.unwrap_or_default().iter().map(|f| f.sid.as_deref()), "axis")
        });
        Called {
            joints: unique(joints, "joint"),
            links: unique(links, "link"),
            axes: axes.collect(),
            model,
            instance,
            system,
            motion,
        }
    }

    /// Libraries of models, systems and scenes.
    pub(super) fn kinematics(&mut self, robots: &Robots) {
        if robots.all.is_empty() {
            return;
        }
        let all = || self.scene.mechanisms.iter().zip(&robots.all);
        let has_systems = all().any(|(_, called)| called.system.is_some());
        self.library("library_kinematics_models", true, |raise| {
            for (mechanism, called) in raise.scene.mechanisms.iter().zip(&robots.all) {
                raise.model(mechanism, called);
            }
        });
        self.library("library_articulated_systems", has_systems, |raise| raise.systems(robots));
        self.library("library_kinematics_scenes", true, |raise| {
            for (id, members) in &robots.scenes {
                raise.out.open("kinematics_scene").attribute("id", id);
                let members = members.iter().filter_map(|place| robots.all.get(*place));
                // Models come before systems.
                let (with, without): (Vec<&Called>, Vec<&Called>) = members.partition(|c| c.system.is_some());
                for called in without {
                    raise.out.open("instance_kinematics_model").attribute("url", &fragment(&called.model));
                    raise.out.attribute("sid", &called.instance).close();
                }
                for (id, sid) in with.iter().filter_map(|c| c.motion.as_ref().or(c.system.as_ref())) {
                    raise.out.open("instance_articulated_system").attribute("url", &fragment(id));
                    raise.out.attribute("sid", sid).close();
                }
                raise.out.close();
            }
        });
    }

    /// Binds models and axes to nodes.
    pub(super) fn kinematics_instances(&mut self, robots: &Robots) {
        for (id, members) in &robots.scenes {
            self.out.open("instance_kinematics_scene").attribute("url", &fragment(id));
            let members = || members.iter().filter_map(|at| self.scene.mechanisms.get(*at).zip(robots.all.get(*at)));
            let pairs: Vec<(&'a Mechanism, &Called)> = members().collect();
            for (mechanism, called) in &pairs {
                let Some(node) = self.foot(mechanism) else { continue };
                let holder = called.system.as_ref().map_or(id, |(system, _)| system);
                self.out.open("bind_kinematics_model").attribute("node", &node);
                self.out.leaf("SIDREF", &format!("{holder}/{}", called.instance)).close();
            }
            for (mechanism, called) in pairs {
                for (freedom, at) in mechanism.freedoms.iter().zip(0..) {
                    if let Some(axis) = called.axis(mechanism, at) {
                        self.bind_axis(freedom, &axis);
                    }
                }
            }
            self.out.close();
        }
    }

    /// The node that a mechanism stands at.
    fn foot(&self, mechanism: &Mechanism) -> Option<String> {
        let foot = mechanism.base.as_ref()?;
        let id = |node: NodeId| self.ids.nodes.get(node.index())?.as_deref();
        if let Some((holder, place)) = foot.below {
            let instance = self.scene.node(holder).and_then(|n| n.instances.get(place as usize));
            if let Some((id, sid)) = id(holder).zip(instance.and_then(|i| i.meta.sid.as_deref())) {
                return Some(format!("{id}/{sid}"));
            }
        }
        id(foot.node).map(str::to_owned)
    }

    fn bind_axis(&mut self, freedom: &Freedom, axis: &str) {
        let mut targets: Vec<Option<String>> = Vec::new();
        for bound in &freedom.targets {
            let (node, transform) = (bound.node, bound.transform);
            targets.push(self.address(&Target::Transform { node, transform, part: portolan_scene::Part::All }));
        }
        if targets.is_empty() && freedom.value != 0.0 {
            // The binding is what holds the value.
            targets.push(None);
        }
        for target in targets {
            self.out.open("bind_joint_axis").maybe("target", target.as_deref());
            self.out.open("axis").leaf("SIDREF", axis).close();
            self.out.open("value").leaf("float", &number(freedom.value)).close().close();
        }
    }
}

/// SIDs that differ: what is wanted, else a word, with numbers where they are needed.
pub(super) fn unique<'n>(wanted: impl Iterator<Item = Option<&'n str>>, word: &str) -> Vec<Box<str>> {
    let mut names = Unique::default();
    let own = |(place, name): (usize, Option<&str>)| {
        let base = name.map(ncname).filter(|n| !n.is_empty()).unwrap_or_else(|| format!("{word}{place}"));
        names.underscored(&base).into()
    };
    wanted.enumerate().map(own).collect()
}
