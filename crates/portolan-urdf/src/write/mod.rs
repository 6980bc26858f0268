//! Scenes as robots.
//!
//! Links stand where they stand in the scene: where the transforms of a link would put the axis of its joint beside it, a link
//! without a body is put between both.

mod body;
mod chain;
mod shape;

use hashbrown::{HashMap, HashSet};
use portolan_eval::kinematics::{Kinematics, link_nodes, links, stand};
use portolan_eval::{Overrides, Pose, Stage, bodies, pose};
use portolan_format::Job;
use portolan_process::space;
use portolan_resources::Companions;
use portolan_scene::glam::DMat4;
use portolan_scene::turn::roll_pitch_yaw;
use portolan_scene::{
    Fate, FreedomKind, Link, Losses, Mechanism, MechanismId, Meta, NodeId, Origin, Scene, UpAxis, ViewId,
};
use portolan_syntax::Unique;
use portolan_syntax::xml::{Writer, number};

use crate::codes;

/// Places of one view.
const MOST: usize = 1 << 20;

/// Writes the robot, and its meshes beside it.
pub(crate) fn robot(job: &Job<'_>) -> (Vec<(String, Vec<u8>)>, Losses) {
    let mut scene = job.scene.clone();
    // What is told of the unit is a matter of course here.
    _ = space::convert(&mut scene, Some(1.0), Some(UpAxis::Z));
    let scene = &scene;
    let view = job.view.or(scene.default_view).unwrap_or(ViewId(0));
    let stage = Stage::new(scene, view, MOST);
    let kinematics = Kinematics::new(scene);
    let mut overrides = Overrides::default();
    kinematics.apply(&mut overrides);
    let now = pose(scene, &stage, &overrides);
    let mut written = Overrides::default();
    bodies::as_written(scene, &mut written);
    let start = pose(scene, &stage, &written);
    let mut robot = Robot {
        job,
        scene,
        kinematics: &kinematics,
        now: &now,
        start: &start,
        stage: &stage,
        out: Writer::new(),
        losses: Losses::default(),
        companions: Companions::new(job.conversion.names.clone()),
        beside: Vec::new(),
        parts: Vec::new(),
        names: Unique::default(),
    };
    robot.gather(&overrides);
    robot.write();
    let Robot { out, losses, companions, beside, .. } = robot;
    let mut files = vec![(format!("{}.urdf", job.conversion.name), out.finish().into_bytes())];
    files.extend(companions.into_files());
    for (name, bytes) in beside {
        if files.iter().all(|(known, _)| *known != name) {
            files.push((name, bytes));
        }
    }
    (files, losses)
}

/// A robot on its way out.
pub(crate) struct Robot<'a> {
    job: &'a Job<'a>,
    scene: &'a Scene,
    kinematics: &'a Kinematics<'a>,
    /// Where everything is, and where it was before joints moved it.
    now: &'a Pose,
    start: &'a Pose,
    stage: &'a Stage,
    out: Writer,
    losses: Losses,
    companions: Companions,
    /// Pictures of meshes.
    beside: Vec<(String, Vec<u8>)>,
    parts: Vec<Member>,
    names: Unique,
}

/// A link on its way out.
struct Member {
    name: String,
    mechanism: Option<usize>,
    link: usize,
    node: Option<NodeId>,
    /// From the link to the world.
    world: DMat4,
    /// Places of the stage that are seen of it.
    seen: Vec<u32>,
}

impl<'a> Robot<'a> {
    /// Finds all links, and what is seen of each.
    fn gather(&mut self, overrides: &Overrides) {
        let mut owner: HashMap<NodeId, usize> = HashMap::new();
        for (at, mechanism) in self.scene.mechanisms.iter().enumerate() {
            let id = MechanismId(at as u32);
            let values = self.kinematics.values(id, overrides);
            let base = stand(mechanism, self.stage, self.now);
            let nodes = self.nodes(id, mechanism);
            for ((link, place), node) in mechanism.links.iter().zip(links(mechanism, &values)).zip(nodes) {
                let name = self.claim(link_label(link));
                if let Some(node) = node {
                    owner.entry(node).or_insert(self.parts.len());
                }
                let number = self.parts.iter().filter(|p| p.mechanism == Some(at)).count();
                let world = base * place;
                self.parts.push(Member { name, mechanism: Some(at), link: number, node, world, seen: Vec::new() });
            }
        }
        if self.parts.is_empty() {
            let name = self.claim("base_link");
            let member =
                Member { name, mechanism: None, link: 0, node: None, world: DMat4::IDENTITY, seen: Vec::new() };
            self.parts.push(member);
            self.losses.push(
                &codes::RIGID,
                Fate::Noted,
                Origin::default(),
                "the scene has no joints; it becomes one link",
            );
        }
        let mut of: Vec<Option<usize>> = Vec::with_capacity(self.stage.placed.len());
        let mut loose = 0;
        for (place, at) in self.stage.placed.iter().zip(0u32..) {
            let above = place.parent.and_then(|p| of.get(p as usize).copied().flatten());
            let own = owner.get(&place.node).copied().or(above);
            of.push(own);
            if self.scene.node(place.node).is_none_or(|n| n.drawn.is_empty()) || !self.now.shown(at) {
                continue;
            }
            loose += usize::from(own.is_none() && !owner.is_empty());
            self.parts.iter_mut().skip(own.unwrap_or(0)).take(1).for_each(|part| part.seen.push(at));
        }
        if loose > 0 {
            let message = portolan_syntax::counted(
                loose,
                "shape that belongs to no link is added to the first one",
                "shapes that belong to no link are added to the first one",
            );
            self.losses.push(&codes::POSED, Fate::Approximated, Origin::default(), message);
        }
    }

    /// The nodes of links: those that joints move, else those of the same name below the link before.
    fn nodes(&self, id: MechanismId, mechanism: &Mechanism) -> Vec<Option<NodeId>> {
        let mut nodes = link_nodes(self.scene, id);
        let taken: HashSet<NodeId> = nodes.iter().flatten().copied().collect();
        for (slot, link) in nodes.iter_mut().zip(&mechanism.links) {
            if slot.is_none() {
                let label = link_label(link);
                let named = |n: &portolan_scene::Node| n.meta.name.as_deref() == Some(label);
                let at = self.scene.nodes.iter().position(named).map(|at| NodeId(at as u32));
                *slot = at.filter(|node| !taken.contains(node));
            }
        }
        nodes
    }

    fn write(&mut self) {
        let first = self.scene.mechanisms.first().map(|m| &m.meta);
        let name = first.and_then(Meta::label).unwrap_or(&self.job.conversion.name).to_owned();
        self.out.open("robot").attribute("name", &name);
        let is_root = |robot: &Robot<'a>, part: &Member| robot.link(part).is_none_or(|l| l.parent.is_none());
        let roots: Vec<usize> =
            (0..self.parts.len()).filter(|at| self.parts.get(*at).is_some_and(|p| is_root(self, p))).collect();
        let world = (roots.len() > 1).then(|| self.claim("world"));
        if let Some(world) = &world {
            self.out.open("link").attribute("name", world).close();
        }
        for at in 0..self.parts.len() {
            self.write_link(at);
        }
        if let Some(world) = world {
            for at in roots {
                let Some((child, place)) = self.parts.get(at).map(|p| (p.name.clone(), p.world)) else { continue };
                let joint = self.claim(&format!("{world}_to_{child}"));
                self.fixed(&joint, &world, &child, place);
            }
        }
        for at in 0..self.parts.len() {
            self.write_joint(at);
        }
        for mechanism in &self.scene.mechanisms {
            self.data(&mechanism.meta);
            for closed in &mechanism.loops {
                let message = format!("a loop of `{}` is opened; URDF has trees only", mechanism.label());
                self.losses.push(&codes::JOINT, Fate::Dropped, closed.origin, message);
            }
        }
        self.out.close();
    }

    fn link(&self, part: &Member) -> Option<&'a Link> {
        self.scene.mechanisms.get(part.mechanism?)?.links.get(part.link)
    }

    /// The link that another one hangs on, among those that are written.
    fn parent(&self, part: &Member) -> Option<&Member> {
        let parent = self.link(part)?.parent? as usize;
        self.parts.iter().find(|p| p.mechanism == part.mechanism && p.link == parent)
    }

    fn write_link(&mut self, at: usize) {
        let Some(part) = self.parts.get_mut(at) else { return };
        let (name, seen, world, node) = (part.name.clone(), std::mem::take(&mut part.seen), part.world, part.node);
        let label = self.parts.get(at).and_then(|p| self.link(p)).map(link_label).unwrap_or_default();
        self.out.open("link").attribute("name", &name);
        self.inertial_and_collisions(&name, label, node, world, false);
        self.visuals(&name, &seen, world);
        self.inertial_and_collisions(&name, label, node, world, true);
        self.out.close();
    }

    /// What the document says beyond scenes.
    fn data(&mut self, meta: &Meta) {
        for extra in meta.extras.iter().filter(|e| &*e.profile == crate::PROFILE) {
            let content = without_effort(&extra.content);
            if !content.is_empty() {
                self.out.markup(content);
            }
        }
    }

    /// A place that differs from none.
    fn origin(&mut self, place: DMat4) {
        let (_, turn, shift) = place.to_scale_rotation_translation();
        let [roll, pitch, yaw] = roll_pitch_yaw(turn);
        let clean = |v: f64| if v.abs() < 1e-15 { 0.0 } else { v };
        let xyz = shift.to_array().map(clean);
        let rpy = [roll, pitch, yaw].map(clean);
        if xyz != [0.0; 3] || rpy != [0.0; 3] {
            self.out.open("origin").attribute("xyz", &words(&xyz)).attribute("rpy", &words(&rpy)).close();
        }
    }

    /// A name that nothing else has.
    fn claim(&mut self, wanted: &str) -> String {
        let base = if wanted.trim().is_empty() { "link" } else { wanted.trim() };
        self.names.underscored(base)
    }
}

fn link_label(link: &Link) -> &str {
    link.meta.name.as_deref().or(link.meta.sid.as_deref()).unwrap_or("link")
}

/// What is kept of a joint, without the force that it has, which stands with its limits.
fn without_effort(content: &str) -> &str {
    let rest = content.trim_start();
    match rest.strip_prefix("<effort").and_then(|r| r.split_once("/>")) {
        Some((_, behind)) => behind.trim(),
        None => rest.trim_end(),
    }
}

/// The force that a joint has, as it was written.
fn effort(content: &str) -> Option<&str> {
    let inner = content.trim_start().strip_prefix("<effort")?.split_once("/>")?.0;
    inner.split_once('"')?.1.split_once('"').map(|(value, _)| value)
}

fn words(values: &[f64]) -> String {
    values.iter().map(|v| number(*v)).collect::<Vec<String>>().join(" ")
}

/// A value of an axis in the unit of the format.
fn in_radians(kind: FreedomKind, value: f64) -> f64 {
    if kind == FreedomKind::Revolute { value.to_radians() } else { value }
}
