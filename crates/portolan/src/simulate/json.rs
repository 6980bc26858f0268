//! A simulation as JSON, with the fields of the contract.

use portolan_eval::{Stage, pose};
use portolan_scene::glam::DVec3;
use portolan_scene::{Body, BodyFrame, Constraint, Limit, Scene, Spring};
use serde_json::{Value, json};

use super::{Moved, Simulated, World};
use crate::pose::json::{findings, numbers};
use crate::sample::{MOST_PLACES, Track, pieces, track_json, track_pieces, tracks};
use crate::{Error, File};

impl Simulated {
    /// As JSON.
    pub fn to_json(&self, file: &File) -> Result<Value, Error> {
        let nodes = self.tracks(file)?.iter().map(track_json).collect();
        self.head(file, nodes)
    }

    /// The same as text, piece by piece, which takes no memory for the whole.
    pub fn json_pieces(&self, file: &File) -> Result<impl Iterator<Item = String> + use<>, Error> {
        let tracks = self.tracks(file)?;
        Ok(pieces(self.head(file, Vec::new())?, "nodes", tracks.into_iter().map(track_pieces)))
    }

    fn tracks(&self, file: &File) -> Result<Vec<Track>, Error> {
        let imported = file.imported()?;
        let scene = &imported.scene;
        let stage = Stage::new(scene, self.view, MOST_PLACES);
        let mut tracks = tracks(scene, &stage, self.times.len(), &imported.resources.budget())?;
        for overrides in &self.overrides {
            let now = pose(scene, &stage, overrides);
            tracks.iter_mut().zip(&now.world).for_each(|(track, world)| track.world.push(world.to_cols_array()));
        }
        Ok(tracks)
    }

    fn head(&self, file: &File, nodes: Vec<Value>) -> Result<Value, Error> {
        let imported = file.imported()?;
        let scene = &imported.scene;
        let scenes: Vec<Value> = self.scenes.iter().map(|world| of_world(scene, world)).collect();
        Ok(json!({
            "file": file.path(),
            "unit": {"name": scene.space.unit, "meters": scene.space.metres},
            "up_axis": scene.space.up.letter(),
            "times": self.times,
            "step": self.scenes.first().map(|s| s.step),
            "engine": self.engine,
            "scenes": scenes,
            "nodes": nodes,
            "findings": findings(imported, &self.told),
        }))
    }
}

fn of_world(scene: &Scene, world: &World) -> Value {
    let Some(physics) = scene.physics.get(world.number) else { return Value::Null };
    let bodies: Vec<Value> = physics.bodies.iter().zip(&world.bodies).map(|(b, m)| of_body(scene, b, m)).collect();
    let constraints: Vec<Value> = physics.constraints.iter().map(of_constraint).collect();
    let fields: Vec<Value> = physics.force_fields.iter().map(|f| json!({"id": f.id, "name": f.name})).collect();
    json!({
        "id": physics.meta.id,
        "name": physics.meta.name,
        "gravity": physics.gravity.map(plain),
        "step": world.step,
        "bodies": bodies,
        "constraints": constraints,
        "force_fields": fields,
    })
}

fn of_body(scene: &Scene, body: &Body, moved: &Moved) -> Value {
    let weight = &moved.weight;
    let contact = body.colliders.first().map(|c| body.material_of(c));
    let contact = contact.or(body.material.as_ref().map(|m| m.contact)).unwrap_or_default();
    let shapes: Vec<Value> = weight
        .shapes
        .iter()
        .map(|s| {
            json!({
                "kind": s.kind,
                "hollow": s.hollow,
                "mass": s.mass,
                "density": s.density,
                "volume": s.volume,
                "area": s.area,
            })
        })
        .collect();
    let vectors = |list: &[DVec3]| list.iter().map(|v| plain(v.to_array()).to_vec()).collect::<Vec<_>>();
    json!({
        "sid": body.meta.sid.as_deref().or(body.meta.label()),
        "name": body.meta.name,
        "instance": body.instance,
        "model": body.around,
        "node": body.node.and_then(|n| scene.node(n)).and_then(|n| n.meta.id.as_deref().or(n.meta.label())),
        "dynamic": body.dynamic,
        "mass": weight.mass,
        "mass_rule": weight.rule.name(),
        "center_of_mass": plain(weight.centre.to_array()),
        "inertia": {"moments": plain(weight.moments), "axes": weight.axes.to_cols_array().map(|v| v + 0.0)},
        "frame": if matches!(body.frame, BodyFrame::Parent(..)) { "parent" } else { "target" },
        "velocity": plain(body.velocity),
        "angular_velocity": plain(body.angular_velocity),
        "material": {
            "static_friction": contact.static_friction,
            "dynamic_friction": contact.dynamic_friction,
            "restitution": contact.restitution,
        },
        "shapes": shapes,
        "world": moved.world.iter().map(|m| numbers(*m)).collect::<Vec<_>>(),
        "velocities": vectors(&moved.velocities),
        "angular_velocities": vectors(&moved.angular_velocities),
    })
}

fn of_constraint(constraint: &Constraint) -> Value {
    let sides = |limits: &[Limit; 3]| [limits.map(|[low, _]| low), limits.map(|[_, high]| high)];
    let spring = |s: Spring| json!({"stiffness": s.stiffness, "damping": s.damping, "target_value": s.target});
    let springs = (constraint.linear_spring, constraint.angular_spring);
    let spring = match springs {
        (None, None) => Value::Null,
        (linear, angular) => json!({"linear": linear.map(spring), "angular": angular.map(spring)}),
    };
    let [first, second] = &constraint.ends;
    json!({
        "sid": constraint.meta.sid.as_deref().or(constraint.meta.label()),
        "bodies": [first.called, second.called],
        "enabled": constraint.enabled,
        "interpenetrate": constraint.interpenetrate,
        "linear": sides(&constraint.linear),
        "angular": sides(&constraint.angular),
        "spring": spring,
        "ref_frame": numbers(first.matrix()),
        "frame": numbers(second.matrix()),
    })
}

/// Without the sign of zero.
fn plain(vector: [f64; 3]) -> [f64; 3] {
    vector.map(|v| v + 0.0)
}
