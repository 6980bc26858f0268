//! All numbers in another unit, with another axis up.
//!
//! Positions, directions, transforms, bind matrices, clipping planes, attenuations, mechanisms, bodies and everything that drives
//! them are converted; angles, factors, weights, colours, textures and places on Earth are not. Turns only move numbers and change
//! their signs. Lengths are computed in double precision and rounded once.

mod around;
mod formula;
mod kinematics;
mod motion;
mod optics;
mod shape;
mod told;
mod unwrap;

#[cfg(test)]
mod tests;

use portolan_scene::{Direction, Fate, Frame, Losses, Origin, Scene, Space, Transform, UpAxis};

pub use unwrap::unwrap;

use crate::codes;

/// The units that a scene can be brought into: those whose numbers single precision can hold, with room for any scene.
pub const METRES: std::ops::RangeInclusive<f64> = 1e-18..=1e18;

/// Brings a scene into a unit of so many metres, with this axis up; what is `None` stays.
///
/// A unit that is no length, or not within [`METRES`], is told and changes nothing.
pub fn convert(scene: &mut Scene, metres: Option<f64>, up: Option<UpAxis>) -> Losses {
    let mut losses = Losses::default();
    let old = scene.space.clone();
    let mut new = Space { up: up.unwrap_or(old.up), ..old.clone() };
    match metres {
        Some(metres) if METRES.contains(&metres) => {
            if metres != old.metres {
                new.unit = unit_name(metres).into();
            }
            new.metres = metres;
        }
        Some(_) => {
            let message = "the requested unit is not a valid length";
            losses.push(&codes::SPACE_RANGE, Fate::Approximated, Origin::default(), message);
        }
        None => {}
    }
    if new.metres == old.metres && new.up == old.up {
        return losses;
    }
    let mut frame = old.to(&new);
    if new.metres == old.metres {
        frame.scale = 1.0;
    }
    let change = Change { frame, losses: &mut losses };
    change.apply(scene);
    new.forward = new.forward.map(|f| turned(f, &frame));
    let message = format!(
        "the unit changed to {} m from {} m, the up axis to {} from {}",
        new.metres,
        old.metres,
        new.up.letter(),
        old.up.letter()
    );
    losses.push(&codes::SPACE, Fate::Noted, Origin::default(), message);
    scene.space = new;
    losses
}

/// What people call a unit of so many metres; `unit` if they have no name for it.
pub fn unit_name(metres: f64) -> &'static str {
    const NAMES: [(f64, &str); 11] = [
        (1.0, "meter"),
        (0.1, "decimeter"),
        (0.01, "centimeter"),
        (0.001, "millimeter"),
        (1e-6, "micrometer"),
        (1e-9, "nanometer"),
        (1000.0, "kilometer"),
        (0.0254, "inch"),
        (0.3048, "foot"),
        (0.9144, "yard"),
        (1609.344, "mile"),
    ];
    NAMES.iter().find(|(m, _)| *m == metres).map_or("unit", |(_, name)| name)
}

/// A scene on its way into another space.
struct Change<'a> {
    frame: Frame,
    losses: &'a mut Losses,
}

impl Change<'_> {
    fn apply(mut self, scene: &mut Scene) {
        let streams = self.shapes(scene);
        // What drives a transform is told by its kind, which does not change; its number may.
        let places = self.transforms(scene);
        self.cameras_and_lights(scene);
        self.surroundings(scene);
        self.motions(scene, &streams, &places);
        self.mechanisms(scene, &places);
        scene.physics.iter_mut().for_each(|physics| physics.convert(&self.frame));
        if !self.frame.keeps_axes() {
            self.facing(scene);
        }
        self.tell_extras(scene);
    }

    /// Converts the transforms of all nodes, and tells where each is now, for nodes where that has changed.
    fn transforms(&mut self, scene: &mut Scene) -> Vec<Option<Vec<u32>>> {
        let mut places = vec![None; scene.nodes.len()];
        for (node, place) in scene.nodes.iter_mut().zip(&mut places) {
            let grows = node.transforms.iter().any(|t| self.frame.behind(&t.operation).is_some());
            if !grows {
                node.transforms.iter_mut().for_each(|t| t.operation = self.frame.operation(&t.operation));
                continue;
            }
            let (mut now, mut all) = (Vec::new(), Vec::new());
            for step in node.transforms.drain(..) {
                now.push(all.len() as u32);
                let behind = self.frame.behind(&step.operation);
                all.push(Transform { operation: self.frame.operation(&step.operation), sid: step.sid });
                all.extend(behind.map(|operation| Transform { sid: None, operation }));
            }
            node.transforms = all;
            *place = Some(now);
        }
        places
    }
}

fn turned(direction: Direction, frame: &Frame) -> Direction {
    let there = frame.direction(direction.vector());
    let all = [Direction::X, Direction::MinusX, Direction::Y, Direction::MinusY, Direction::Z, Direction::MinusZ];
    all.into_iter().find(|d| d.vector() == there).unwrap_or(direction)
}
