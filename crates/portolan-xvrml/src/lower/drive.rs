//! Where the fields of a world are in its scene.

use hashbrown::HashMap;
use portolan_eval::Overrides;
use portolan_scene::glam::{DMat4, DQuat};
use portolan_scene::{Part, Target};

use super::group::quaternion;
use crate::world::{NodeId, Value, World};

/// How the value of a field becomes numbers of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Give {
    /// As it is.
    Same,
    /// Times a factor.
    Times(f64),
    /// A rotation becomes a quaternion.
    Turn,
    /// It becomes the opposite quaternion.
    TurnBack,
    /// Red, green and blue.
    Rgb,
    /// Red, green and blue times a factor; opaque.
    RgbTimes(f64),
    /// Alpha times a factor.
    Alpha(f64),
    /// What a transparency leaves of a factor.
    Opacity(f64),
}

impl Give {
    /// The numbers of the scene for a value.
    pub fn apply(self, value: &[f64]) -> Vec<f64> {
        let four = || {
            let mut all = [0.0, 0.0, 0.0, 1.0];
            all.iter_mut().zip(value).for_each(|(to, from)| *to = *from);
            all
        };
        let first = || value.first().copied().unwrap_or(0.0);
        match self {
            Give::Same => value.to_vec(),
            Give::Times(factor) => value.iter().map(|v| v * factor).collect(),
            Give::Turn => quaternion(four()).to_array().to_vec(),
            Give::TurnBack => DQuat::conjugate(quaternion(four())).to_array().to_vec(),
            Give::Rgb => value.iter().take(3).copied().collect(),
            Give::RgbTimes(factor) => {
                let [r, g, b, _] = four();
                vec![r * factor, g * factor, b * factor, 1.0]
            }
            Give::Alpha(factor) => {
                let [.., a] = four();
                vec![a * factor]
            }
            Give::Opacity(factor) => vec![factor * (1.0 - first())],
        }
    }

    /// Is it a rotation?
    pub fn turns(self) -> bool {
        matches!(self, Give::Turn | Give::TurnBack)
    }
}

/// Fields of the world that are numbers of the scene.
#[derive(Default, Debug)]
pub(crate) struct Drives {
    of: HashMap<(NodeId, &'static str), Vec<Drive>>,
    /// Does nothing ask for them? Then none is noted.
    pub idle: bool,
}

/// Where fields of a world that runs are in its scene.
#[derive(Default, Debug)]
pub struct Table {
    /// The node of the viewer.
    pub(super) viewer: Option<portolan_scene::NodeId>,
    pub(super) drives: Drives,
}

impl Table {
    /// Sets the numbers of the scene that a field is; `false` if it is none.
    pub fn set(&self, world: &World, node: NodeId, field: u16, overrides: &mut Overrides) -> bool {
        let Some(name) = world.node(node).and_then(|n| n.kind.get().fields.get(usize::from(field))).map(|f| f.name)
        else {
            return false;
        };
        let drives = self.drives.of(node, name);
        // What is left of an opacity depends on two fields.
        if drives.is_empty() || name == "transparency" {
            return false;
        }
        let value = match world.value_at(node, field) {
            Some(Value::Numbers(numbers)) => *numbers,
            Some(Value::Bool(on)) => [f64::from(u8::from(*on)), 0.0, 0.0, 0.0],
            _ => return false,
        };
        for Drive { target, give, first } in drives {
            let numbers = give.apply(&value);
            overrides.set(target, numbers.get(*first..).unwrap_or_default());
        }
        true
    }

    /// Puts the eyes of the viewer somewhere.
    pub fn set_eye(&self, eye: DMat4, overrides: &mut Overrides) {
        if let Some(node) = self.viewer {
            let target = Target::Transform { node, transform: 0, part: Part::All };
            overrides.set(&target, &eye.transpose().to_cols_array());
        }
    }
}

/// Numbers of the scene that a field is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Drive {
    /// What it drives.
    pub target: Target,
    /// How.
    pub give: Give,
    /// Which of the numbers that it gives comes first.
    pub first: usize,
}

impl Drives {
    pub fn add(&mut self, node: NodeId, field: &'static str, target: Target, give: Give) {
        self.add_part(node, field, target, give, 0);
    }

    /// The same where the numbers begin at another one than the first.
    pub fn add_part(&mut self, node: NodeId, field: &'static str, target: Target, give: Give, first: usize) {
        if self.idle {
            return;
        }
        let all = self.of.entry((node, field)).or_default();
        let drive = Drive { target, give, first };
        if !all.contains(&drive) {
            all.push(drive);
        }
    }

    /// Everything that a field is.
    pub fn of(&self, node: NodeId, field: &'static str) -> &[Drive] {
        self.of.get(&(node, field)).map(Vec::as_slice).unwrap_or_default()
    }
}
