//! A pose as JSON, with the fields of the contract.

use portolan_eval::kinematics::{ends, foot_place, frames, link_nodes};
use portolan_eval::{Stage, pose as pose_stage};
use portolan_scene::glam::DMat4;
use portolan_scene::{FreedomKind, Mechanism, NodeId, Scene};
use portolan_syntax::Severity;
use serde_json::{Value, json};

use super::{Model, Posed, Told};
use crate::import::Imported;
use crate::sample::{MOST_PLACES, Track, tracks};
use crate::{Error, File};

impl Posed {
    /// As JSON.
    pub fn to_json(&self, file: &File) -> Result<Value, Error> {
        let imported = file.imported()?;
        let scene = &imported.scene;
        let stage = Stage::new(scene, self.view, MOST_PLACES);
        let now = pose_stage(scene, &stage, &self.overrides);
        let tracks = tracks(scene, &stage, 0, &imported.resources.budget())?;
        let nodes: Vec<Value> = tracks
            .iter()
            .zip(&now.world)
            .map(|(t, world)| json!({"id": t.id, "name": t.name, "path": t.path, "world": numbers(*world)}))
            .collect();
        let places = Places { scene, stage: &stage, tracks: &tracks };
        let models: Vec<Value> = self.models.iter().map(|m| places.model(m)).collect();
        Ok(json!({
            "file": file.path(),
            "unit": {"name": scene.space.unit, "meters": scene.space.metres},
            "up_axis": scene.space.up.letter(),
            "models": models,
            "nodes": nodes,
            "findings": findings(imported, &self.told),
        }))
    }
}

/// What was found when the document was read, then what is told besides.
pub(crate) fn findings(imported: &Imported, told: &[Told]) -> Vec<Value> {
    let line = |origin| imported.written(origin).map(|w| w.place.line);
    let finding = |code: &str, severity: Severity, message: &str, line: Option<_>| json!({"code": code, "severity": severity.to_string(), "message": message, "line": line});
    let read = imported.losses.iter().map(|l| finding(l.code.id, l.code.severity, &l.message, line(l.origin)));
    let told = told.iter().map(|t| finding(t.code.id, t.severity, &t.message, line(t.origin)));
    read.chain(told).collect()
}

struct Places<'a> {
    scene: &'a Scene,
    stage: &'a Stage,
    tracks: &'a [Track],
}

impl Places<'_> {
    fn path(&self, place: Option<u32>) -> Option<&str> {
        self.tracks.get(place? as usize).map(|t| t.path.as_str())
    }

    fn of_node(&self, node: NodeId) -> Option<&str> {
        self.path(self.stage.places(node).first().copied())
    }

    fn model(&self, model: &Model) -> Value {
        let Some(mechanism) = self.scene.mechanism(model.id) else { return Value::Null };
        let world: Vec<DMat4> = model.links.iter().map(|m| model.stand * *m).collect();
        let joint_of = |at: Option<u32>| at.and_then(|at| mechanism.joints.get(at as usize));
        let name = |at: Option<u32>| joint_of(at).and_then(|j| j.meta.sid.as_deref().or(j.meta.label()));
        let joints: Vec<Value> = mechanism
            .joints
            .iter()
            .map(|joint| {
                let axes: Vec<Value> = joint.freedoms.clone().map(|axis| self.axis(mechanism, model, axis)).collect();
                json!({"sid": joint.meta.sid, "id": joint.meta.id, "name": joint.meta.name, "axes": axes})
            })
            .collect();
        let nodes = self.link_nodes(mechanism, model);
        let links: Vec<Value> = mechanism
            .links
            .iter()
            .zip(model.links.iter().zip(&world))
            .zip(&nodes)
            .map(|((link, (own, world)), node)| {
                let parent = link.parent.and_then(|p| mechanism.links.get(p as usize));
                json!({
                    "sid": link.meta.sid,
                    "name": link.meta.name,
                    "parent": parent.and_then(|p| p.meta.sid.as_deref().or(p.meta.label())),
                    "joint": name(link.joint),
                    "model": numbers(*own),
                    "world": numbers(*world),
                    "node": node,
                })
            })
            .collect();
        let [origin, tip, tcp, object] = frames(mechanism, &world).map(|f| f.map(numbers));
        let manipulators: Vec<Value> = mechanism
            .manipulators
            .iter()
            .map(|m| {
                let [origin, tip] = ends(m, &world).map(|f| f.map(numbers));
                json!({"name": m.name, "origin": origin, "tip": tip, "direction": m.direction})
            })
            .collect();
        let loops = mechanism.loops.iter().zip(&model.gaps);
        let loops: Vec<Value> = loops.map(|(l, gap)| json!({"joint": name(Some(l.joint)), "gap": gap})).collect();
        json!({
            "id": mechanism.meta.id,
            "name": mechanism.meta.name,
            "instance": mechanism.instance,
            "node": mechanism.base.as_ref().map(|b| &b.written),
            "joints": joints,
            "links": links,
            "frames": {"origin": origin, "tip": tip, "tcp": tcp, "object": object},
            "manipulators": manipulators,
            "loops": loops,
        })
    }

    fn axis(&self, mechanism: &Mechanism, model: &Model, at: u32) -> Value {
        let Some(freedom) = mechanism.freedoms.get(at as usize) else { return Value::Null };
        let kind = match freedom.kind {
            FreedomKind::Revolute => "revolute",
            FreedomKind::Prismatic => "prismatic",
        };
        let ([min, max], [soft_min, soft_max], motion) = (freedom.limits, freedom.soft, &freedom.motion);
        let targets: Vec<String> = freedom
            .targets
            .iter()
            .map(|bound| {
                let step = self.scene.node(bound.node).and_then(|n| n.transforms.get(bound.transform as usize));
                let sid = step.and_then(|s| s.sid.as_deref()).unwrap_or_default();
                format!("{}/{sid}", self.of_node(bound.node).unwrap_or_default())
            })
            .collect();
        json!({
            "sid": freedom.sid,
            "kind": kind,
            "axis": freedom.axis.map(|v| v + 0.0),
            "min": min,
            "max": max,
            "soft_min": soft_min,
            "soft_max": soft_max,
            "active": freedom.active,
            "locked": freedom.locked,
            "index": freedom.index,
            "speed": motion.speed,
            "acceleration": motion.acceleration,
            "deceleration": motion.deceleration,
            "jerk": motion.jerk,
            "value": model.values.get(at as usize).map(|v| v + 0.0),
            "given": model.given.contains(&at),
            "formula": mechanism.is_computed(model.id, at),
            "targets": targets,
        })
    }

    /// The paths of the nodes that stand for the links.
    fn link_nodes(&self, mechanism: &Mechanism, model: &Model) -> Vec<Option<&str>> {
        let nodes = link_nodes(self.scene, model.id).into_iter().enumerate();
        let path = |(at, node): (usize, Option<NodeId>)| match (at, &mechanism.base) {
            (0, Some(foot)) => self.path(foot_place(self.stage, foot).filter(|_| foot.is_link)),
            _ => node.and_then(|node| self.of_node(node)),
        };
        nodes.map(path).collect()
    }
}

/// Column by column.
pub(crate) fn numbers(matrix: DMat4) -> Vec<f64> {
    matrix.to_cols_array().to_vec()
}
