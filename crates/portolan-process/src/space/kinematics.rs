//! Mechanisms in another space: links, axes, and the limits and values of what moves along.

use portolan_scene::glam::DVec3;
use portolan_scene::{Freedom, FreedomKind, Mechanism, NodeId, Place, Scene, Target, Transform};

use super::Change;
use super::formula::{Factors, converted};

impl Change<'_> {
    /// Converts all mechanisms. What is said about speeds is in metres whatever the unit is (page 10-11), and stays.
    pub(super) fn mechanisms(&self, scene: &mut Scene, places: &[Option<Vec<u32>>]) {
        let mut mechanisms = std::mem::take(&mut scene.mechanisms);
        let kinds: Vec<Vec<FreedomKind>> =
            mechanisms.iter().map(|m| m.freedoms.iter().map(|f| f.kind).collect()).collect();
        let is_length = |target: &Target| match target {
            Target::Freedom { mechanism, freedom } => {
                let kind = kinds.get(mechanism.index()).and_then(|m| m.get(*freedom as usize));
                kind == Some(&FreedomKind::Prismatic)
            }
            _ => false,
        };
        for mechanism in &mut mechanisms {
            for steps in transforms(mechanism) {
                steps.iter_mut().for_each(|step| step.operation = self.frame.operation(&step.operation));
            }
            mechanism.freedoms.iter_mut().for_each(|freedom| self.freedom(freedom, places));
            for (node, transform, written) in &mut mechanism.written {
                *written = self.frame.operation(written);
                *transform = moved(places, *node, *transform);
            }
            for manipulator in &mut mechanism.manipulators {
                let turned = |d: [f64; 3]| self.frame.direction(DVec3::from_array(d)).to_array();
                manipulator.direction = manipulator.direction.map(turned);
            }
            for own in mechanism.formulas.iter_mut().filter(|_| self.frame.scale != 1.0) {
                let lengths = own.bindings.iter().filter(|(_, b)| b.target().is_some_and(is_length));
                let factors: Factors = lengths.map(|(name, _)| (name.clone(), self.frame.scale)).collect();
                if !factors.is_empty() {
                    own.formula = converted(&own.formula, &factors);
                }
            }
        }
        scene.mechanisms = mechanisms;
    }

    fn freedom(&self, freedom: &mut Freedom, places: &[Option<Vec<u32>>]) {
        freedom.axis = self.frame.direction(DVec3::from_array(freedom.axis)).to_array();
        if freedom.kind == FreedomKind::Prismatic {
            freedom.value = self.frame.length(freedom.value);
            let limits = freedom.limits.iter_mut().chain(&mut freedom.soft).flatten();
            limits.for_each(|limit| *limit = self.frame.length(*limit));
        }
        for bound in &mut freedom.targets {
            bound.transform = moved(places, bound.node, bound.transform);
        }
    }
}

/// Which transform of a node it is now.
fn moved(places: &[Option<Vec<u32>>], node: NodeId, transform: u32) -> u32 {
    let now = places.get(node.index()).and_then(|now| now.as_ref()?.get(transform as usize).copied());
    now.unwrap_or(transform)
}

/// All transforms of a mechanism.
fn transforms(mechanism: &mut Mechanism) -> impl Iterator<Item = &mut Vec<Transform>> {
    let links = mechanism.links.iter_mut().map(|l| &mut l.transforms);
    let frames = &mut mechanism.frames;
    let ends = [&mut frames.origin, &mut frames.tip].into_iter();
    let ends = ends.chain(mechanism.manipulators.iter_mut().flat_map(|m| [&mut m.origin, &mut m.tip]));
    let loops = mechanism.loops.iter_mut().flat_map(|l| [&mut l.start, &mut l.end]);
    let places = ends.flatten().chain(loops).map(|place: &mut Place| &mut place.transforms);
    let offsets = [&mut frames.tcp, &mut frames.object].into_iter().flatten().map(|o| &mut o.transforms);
    links.chain(places).chain(offsets)
}
