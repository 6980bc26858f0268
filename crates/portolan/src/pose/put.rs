//! Scenes that are posed: with the values of joints as their own, or moving through them.

use portolan_eval::kinematics::Kinematics;
use portolan_scene::{Animation, Channel, Content, Curve, CurveId, MechanismId, Meta, Operation, Part, Scene, Target};

use super::{Posed, joint};
use crate::{Error, File};

/// A joint that moves from one value to another.
#[derive(Clone, PartialEq, Debug)]
pub struct Sweep {
    /// The joint by name, SID or id.
    pub joint: String,
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// The number of poses, including both ends; at least two.
    pub steps: u32,
}

/// How long a sweep takes, in seconds.
const SECONDS: f64 = 2.0;
/// Most poses of a sweep.
pub const MOST_STEPS: u32 = 10_000;

impl Posed {
    /// Returns the file with these joint values. With a sweep it gets an animation.
    pub fn put(&self, file: &File, sweep: Option<&Sweep>) -> Result<File, Error> {
        let ids: Vec<MechanismId> = self.models.iter().map(|m| m.id).collect();
        let mut scene = file.scene()?.clone();
        let axis = sweep.map(|s| joint::find(&scene, &ids, &s.joint)).transpose();
        let axis = axis.map_err(|why| Error::usage(why.to_string()))?;
        let motion = axis.zip(sweep).map(|(axis, sweep)| self.motion(&scene, axis, sweep));
        let scene = &mut scene;
        for model in &self.models {
            let Some(mechanism) = scene.mechanisms.get_mut(model.id.index()) else { continue };
            for (freedom, value) in mechanism.freedoms.iter_mut().zip(&model.values) {
                freedom.value = *value;
            }
        }
        for (node, transform) in bound(scene) {
            let step = scene.nodes.get_mut(node.index()).and_then(|n| n.transforms.get_mut(transform as usize));
            if let Some(step) = step {
                step.operation = self.overrides.operation(node, transform, &step.operation).into_owned();
            }
        }
        if let Some(motion) = motion {
            add(scene, motion);
        }
        // Its bindings are written with the new values.
        portolan_collada::kept::forget_words(scene, Content::Kinematics);
        file.with_scene(std::mem::take(scene))
    }

    /// What every bound transform does while a joint is swept.
    fn motion(&self, scene: &Scene, (mechanism, freedom): (MechanismId, u32), sweep: &Sweep) -> Vec<(Target, Curve)> {
        let kinematics = Kinematics::new(scene);
        let steps = sweep.steps.clamp(2, MOST_STEPS);
        let share = |nth: u32| f64::from(nth) / f64::from(steps - 1);
        let mut rows: Vec<(Target, Vec<f64>, usize)> = Vec::new();
        for (node, transform) in bound(scene) {
            let target = Target::Transform { node, transform, part: Part::All };
            rows.push((
                target,
                Vec::new(),
                portolan_eval::width(scene, &Target::Transform { node, transform, part: Part::All }),
            ));
        }
        for nth in 0..steps {
            let value = sweep.from + (sweep.to - sweep.from) * share(nth);
            let mut overrides = self.overrides.clone();
            overrides.set(&Target::Freedom { mechanism, freedom }, &[value]);
            kinematics.apply(&mut overrides);
            for (target, values, width) in &mut rows {
                let number = |place| portolan_eval::value(scene, &overrides, &target.with_part(Part::At(place)));
                values.extend((0..*width as u32).map(|place| number(place).unwrap_or(0.0)));
            }
        }
        let keys: Vec<f64> = (0..steps).map(|nth| SECONDS * share(nth)).collect();
        let moves = |values: &[f64], width: usize| {
            values.chunks_exact(width.max(1)).any(|row| Some(row) != values.get(..width))
        };
        let moving = rows.into_iter().filter(|(_, values, width)| moves(values, *width));
        moving.map(|(target, values, width)| (target, Curve::linear(width as u32, keys.clone(), values))).collect()
    }
}

/// All transforms that joints drive.
fn bound(scene: &Scene) -> Vec<(portolan_scene::NodeId, u32)> {
    let targets = scene.mechanisms.iter().flat_map(|m| &m.freedoms).flat_map(|f| &f.targets);
    let is_there = |node: portolan_scene::NodeId, transform: u32| {
        let step = scene.node(node).and_then(|n| n.transforms.get(transform as usize));
        step.is_some_and(|s| matches!(s.operation, Operation::Rotate(_) | Operation::Translate(_)))
    };
    targets.map(|b| (b.node, b.transform)).filter(|(node, transform)| is_there(*node, *transform)).collect()
}

fn add(scene: &mut Scene, motion: Vec<(Target, Curve)>) {
    let mut animation =
        Animation { meta: Meta { name: Some("sweep".into()), ..Meta::default() }, ..Animation::default() };
    for (target, curve) in motion {
        let id = CurveId::next(&scene.curves);
        scene.curves.push(curve);
        animation.curves.push(id);
        animation.channels.push(Channel { curve: id, first: 0, target, factor: 1.0 });
    }
    scene.animations.push(animation);
}
