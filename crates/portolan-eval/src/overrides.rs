//! What differs from the scene as it was written.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use portolan_scene::glam::DMat4;
use portolan_scene::{CameraField, ColourSlot, LightField};
use portolan_scene::{
    CameraId, ControllerId, GeometryId, LightId, MaterialId, NodeId, Operation, Part, ScalarSlot, Target, TextureField,
    TextureOwner, TextureSlot,
};

/// Numbers that stand in place of those of the scene, at a time or by somebody's hand.
///
/// The last one set wins. Numbers that are not finite change nothing.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Overrides {
    /// Apart from the others because most of what moves is a transform: for each node, its transforms.
    transforms: HashMap<NodeId, Vec<(u32, Numbers)>>,
    /// Numbers of streams, by place.
    streams: BTreeMap<(GeometryId, u32), BTreeMap<u32, f64>>,
    /// All others, every part being a single place.
    others: BTreeMap<Target, f64>,
    /// Where places of the stage are put.
    places: BTreeMap<u32, Placement>,
}

/// Where one place of a stage is put, whatever the transforms of its node say. What is below it follows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Placement {
    /// From the place to the one above it.
    Local(DMat4),
    /// From the place to the world.
    World(DMat4),
}

/// Those of up to sixteen numbers that are set.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Numbers {
    set: u16,
    values: [f64; 16],
}

impl Overrides {
    /// Sets numbers. A part that is all takes them in order, one that is a place takes the first of them. A target that
    /// is a single number takes the first.
    pub fn set(&mut self, target: &Target, values: &[f64]) {
        match target {
            Target::Transform { node, transform, part } => {
                let all = self.transforms.entry(*node).or_default();
                let at = all.iter().position(|(t, _)| t == transform).unwrap_or_else(|| {
                    all.push((*transform, Numbers::default()));
                    all.len() - 1
                });
                let Some((_, numbers)) = all.get_mut(at) else { return };
                for (place, value) in places(*part, values) {
                    if let Some(slot) = numbers.values.get_mut(place as usize) {
                        *slot = value;
                        numbers.set |= 1 << place;
                    }
                }
            }
            Target::Stream { geometry, stream, part } => {
                self.streams.entry((*geometry, *stream)).or_default().extend(places(*part, values));
            }
            Target::Weight { part, .. }
            | Target::Light { part, .. }
            | Target::Colour { part, .. }
            | Target::Physics { part, .. }
            | Target::TextureStep { part, .. } => {
                self.others
                    .extend(places(*part, values).map(|(place, value)| (target.with_part(Part::At(place)), value)));
            }
            Target::Camera { .. }
            | Target::Scalar { .. }
            | Target::Texture { .. }
            | Target::Visibility { .. }
            | Target::Freedom { .. } => {
                self.others.extend(places(Part::At(0), values).map(|(_, value)| (target.clone(), value)));
            }
        }
    }

    /// Puts one place of a stage somewhere, and none of the other places of its node. A matrix that is not finite changes
    /// nothing.
    pub fn place(&mut self, at: u32, placement: Placement) {
        let (Placement::Local(matrix) | Placement::World(matrix)) = placement;
        if matrix.is_finite() {
            self.places.insert(at, placement);
        }
    }

    /// All places of the stage that are put somewhere, in order.
    pub fn placements(&self) -> &BTreeMap<u32, Placement> {
        &self.places
    }

    /// Places of another stage: each is what the function gives, or is left out.
    pub(crate) fn move_places(&mut self, to: impl Fn(u32) -> Option<u32>) {
        self.places = self.places.iter().filter_map(|(at, placement)| Some((to(*at)?, *placement))).collect();
    }

    /// The number that is set for a target; of several, the first.
    pub fn get(&self, target: &Target) -> Option<f64> {
        match target {
            Target::Transform { node, transform, part } => {
                let (_, numbers) = self.transforms.get(node)?.iter().find(|(t, _)| t == transform)?;
                let place = first(*part);
                numbers.values.get(place as usize).copied().filter(|_| numbers.set & (1 << place) != 0)
            }
            Target::Stream { geometry, stream, part } => {
                self.streams.get(&(*geometry, *stream))?.get(&first(*part)).copied()
            }
            Target::Weight { part, .. }
            | Target::Light { part, .. }
            | Target::Colour { part, .. }
            | Target::Physics { part, .. }
            | Target::TextureStep { part, .. } => self.others.get(&target.with_part(Part::At(first(*part)))).copied(),
            _ => self.others.get(target).copied(),
        }
    }

    /// Is nothing set?
    pub fn is_empty(&self) -> bool {
        self.transforms.is_empty() && self.streams.is_empty() && self.others.is_empty() && self.places.is_empty()
    }

    /// Adds others, which win where both set a number.
    pub fn merge(&mut self, later: &Overrides) {
        for (node, transforms) in &later.transforms {
            for (transform, numbers) in transforms {
                for (place, value) in numbers.iter() {
                    let part = Part::At(place);
                    self.set(&Target::Transform { node: *node, transform: *transform, part }, &[value]);
                }
            }
        }
        for (stream, numbers) in &later.streams {
            self.streams.entry(*stream).or_default().extend(numbers);
        }
        self.others.extend(later.others.iter().map(|(target, value)| (target.clone(), *value)));
        self.places.extend(&later.places);
    }

    /// Does it set a number of any transform of a node?
    pub fn moves(&self, node: NodeId) -> bool {
        self.transforms.contains_key(&node)
    }

    /// A transform of a node with what is set.
    pub fn operation<'a>(&self, node: NodeId, transform: u32, written: &'a Operation) -> Cow<'a, Operation> {
        let numbers = self.transforms.get(&node).and_then(|all| all.iter().find(|(t, _)| *t == transform));
        let Some((_, numbers)) = numbers else { return Cow::Borrowed(written) };
        let mut changed = written.clone();
        for (place, value) in numbers.iter() {
            if let Some(slot) = changed.values_mut().get_mut(place as usize) {
                *slot = value;
            }
        }
        Cow::Owned(changed)
    }

    /// Is a node shown, if something is set about it?
    pub fn visibility(&self, node: NodeId) -> Option<bool> {
        if self.others.is_empty() {
            return None;
        }
        self.others.get(&Target::Visibility { node }).map(|v| *v > 0.5)
    }

    /// Is the value of an axis of a mechanism set?
    pub fn has_freedoms(&self) -> bool {
        self.others.keys().next_back().is_some_and(|last| matches!(last, Target::Freedom { .. }))
    }

    /// Weights of a morph with what is set.
    pub fn weights(&self, controller: ControllerId, written: &[f64]) -> Vec<f64> {
        let mut weights = written.to_vec();
        let from = Target::Weight { controller, part: Part::All };
        for (target, value) in self.others.range(from..) {
            match target {
                Target::Weight { controller: c, part: Part::At(place) } if *c == controller => {
                    if let Some(slot) = weights.get_mut(*place as usize) {
                        *slot = *value;
                    }
                }
                _ => break,
            }
        }
        weights
    }

    /// What is set of a stream, by place, rows joined.
    pub fn stream(&self, geometry: GeometryId, stream: u32) -> Option<&BTreeMap<u32, f64>> {
        self.streams.get(&(geometry, stream))
    }

    /// The streams of a shape of which something is set.
    pub fn streams(&self, geometry: GeometryId) -> impl Iterator<Item = u32> + '_ {
        self.streams.range((geometry, 0)..=(geometry, u32::MAX)).map(|((_, stream), _)| *stream)
    }

    pub(crate) fn of_camera(&self, camera: CameraId) -> impl Iterator<Item = (CameraField, f64)> + '_ {
        self.from(Target::Camera { camera, field: CameraField::X }).map_while(move |(t, v)| match t {
            Target::Camera { camera: c, field } if *c == camera => Some((*field, v)),
            _ => None,
        })
    }

    pub(crate) fn of_light(&self, light: LightId) -> impl Iterator<Item = (LightField, u32, f64)> + '_ {
        let from = Target::Light { light, field: LightField::Colour, part: Part::All };
        self.from(from).map_while(move |(t, v)| match t {
            Target::Light { light: l, field, part } if *l == light => Some((*field, first(*part), v)),
            _ => None,
        })
    }

    pub(crate) fn colours(&self, material: MaterialId) -> impl Iterator<Item = (ColourSlot, u32, f64)> + '_ {
        let from = Target::Colour { material, slot: ColourSlot::Emission, part: Part::All };
        self.from(from).map_while(move |(t, v)| match t {
            Target::Colour { material: m, slot, part } if *m == material => Some((*slot, first(*part), v)),
            _ => None,
        })
    }

    pub(crate) fn scalars(&self, material: MaterialId) -> impl Iterator<Item = (ScalarSlot, f64)> + '_ {
        self.from(Target::Scalar { material, slot: ScalarSlot::Shininess }).map_while(move |(t, v)| match t {
            Target::Scalar { material: m, slot } if *m == material => Some((*slot, v)),
            _ => None,
        })
    }

    pub(crate) fn textures(&self, material: MaterialId) -> impl Iterator<Item = (TextureSlot, TextureField, f64)> + '_ {
        let from = Target::Texture { material, slot: TextureSlot::FIRST, field: TextureField::OffsetU };
        self.from(from).map_while(move |(t, v)| match t {
            Target::Texture { material: m, slot, field } if *m == material => Some((*slot, *field, v)),
            _ => None,
        })
    }

    /// What is set of the steps that change the coordinates of a material's textures.
    pub(crate) fn texture_steps(
        &self,
        owner: TextureOwner,
    ) -> impl Iterator<Item = (TextureOwner, u32, u32, f64)> + '_ {
        let from = Target::TextureStep { texture: owner, step: 0, part: Part::All };
        self.from(from).map_while(move |(t, v)| match t {
            Target::TextureStep { texture, step, part } if same_owner(*texture, owner) => {
                Some((*texture, *step, first(*part), v))
            }
            _ => None,
        })
    }

    fn from(&self, target: Target) -> impl Iterator<Item = (&Target, f64)> + '_ {
        self.others.range(target..).map(|(t, v)| (t, *v))
    }
}

impl Numbers {
    fn iter(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        (0..).zip(self.values).filter(|(place, _)| self.set & (1 << place) != 0)
    }
}

/// Do both belong to one material, or one light?
fn same_owner(a: TextureOwner, b: TextureOwner) -> bool {
    match (a, b) {
        (TextureOwner::Material { material: a, .. }, TextureOwner::Material { material: b, .. }) => a == b,
        (a, b) => a == b,
    }
}

/// Which numbers go where.
fn places(part: Part, values: &[f64]) -> impl Iterator<Item = (u32, f64)> + '_ {
    let (start, most) = match part {
        Part::All => (0, usize::MAX),
        Part::At(place) => (place, 1),
    };
    (start..).zip(values.iter().copied().take(most)).filter(|(_, value)| value.is_finite())
}

pub(crate) fn first(part: Part) -> u32 {
    match part {
        Part::All => 0,
        Part::At(place) => place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transform(part: Part) -> Target {
        Target::Transform { node: NodeId(3), transform: 1, part }
    }

    #[test]
    fn the_last_number_wins_and_others_stay() {
        let mut overrides = Overrides::default();
        assert!(overrides.is_empty());
        overrides.set(&transform(Part::All), &[1.0, 2.0, 3.0]);
        overrides.set(&transform(Part::At(1)), &[7.0]);
        overrides.set(&transform(Part::At(2)), &[f64::NAN]);
        overrides.set(&transform(Part::At(99)), &[4.0]);
        let written = Operation::Translate([0.0; 3]);
        assert_eq!(*overrides.operation(NodeId(3), 1, &written), Operation::Translate([1.0, 7.0, 3.0]));
        assert_eq!(*overrides.operation(NodeId(3), 0, &written), written);
        assert_eq!(overrides.get(&transform(Part::At(1))), Some(7.0));
        assert_eq!(overrides.get(&transform(Part::At(5))), None);
        let mut later = Overrides::default();
        later.set(&transform(Part::At(0)), &[-1.0]);
        overrides.merge(&later);
        assert_eq!(*overrides.operation(NodeId(3), 1, &written), Operation::Translate([-1.0, 7.0, 3.0]));
        assert!(overrides.moves(NodeId(3)) && !overrides.moves(NodeId(1)));
    }

    #[test]
    fn weights_are_those_of_one_controller() {
        let mut overrides = Overrides::default();
        let weight = |controller, part| Target::Weight { controller: ControllerId(controller), part };
        overrides.set(&weight(1, Part::At(1)), &[0.5]);
        overrides.set(&weight(2, Part::All), &[0.25, 0.75]);
        assert_eq!(overrides.weights(ControllerId(1), &[0.1, 0.2]), [0.1, 0.5]);
        assert_eq!(overrides.weights(ControllerId(2), &[0.0]), [0.25]);
        assert_eq!(overrides.weights(ControllerId(3), &[9.0]), [9.0]);
    }
}
