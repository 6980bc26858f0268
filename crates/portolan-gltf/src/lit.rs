//! How far lamps are from what they shine on.

use std::collections::BTreeMap;

use portolan_eval::{LIMIT, Overrides, Stage, bounds, pose};
use portolan_scene::{LightField, LightId, LightKind, Scene, Target, ViewId};

/// Distances of lamps to the midst of what is drawn, in metres. Light in glTF falls off with the square of the distance; other
/// lamps are as bright there as they were.
#[derive(Clone, Default, Debug)]
pub(crate) struct Surroundings {
    distances: BTreeMap<LightId, f64>,
    peaks: BTreeMap<LightId, f64>,
}

/// What a lamp shines on, and how bright it becomes.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Lit {
    /// How far away that is, in metres; `None` if the lamp stands nowhere, or nothing is drawn.
    pub at: Option<f64>,
    /// The largest component that its colour ever has, if it is animated: so that what changes is the colour alone.
    pub peak: Option<f64>,
}

impl Surroundings {
    /// Those of the default view.
    pub fn of(scene: &Scene) -> Surroundings {
        Surroundings { distances: distances(scene), peaks: peaks(scene) }
    }

    /// Those of one lamp.
    pub fn of_light(&self, light: LightId) -> Lit {
        Lit { at: self.distances.get(&light).copied(), peak: self.peaks.get(&light).copied() }
    }
}

/// How far away is what lamps shine on. Nothing is measured if no lamp needs it.
fn distances(scene: &Scene) -> BTreeMap<LightId, f64> {
    let mut found = BTreeMap::new();
    if !scene.lights.iter().any(|light| matches!(light.kind, LightKind::Point { .. } | LightKind::Spot { .. })) {
        return found;
    }
    let view = scene.default_view.unwrap_or(ViewId(0));
    let (stage, rest) = (Stage::new(scene, view, LIMIT), Overrides::default());
    let posed = pose(scene, &stage, &rest);
    let Some((low, high)) = bounds(scene, &stage, &posed, &rest) else { return found };
    let (midst, radius) = ((low + high) / 2.0, (high - low).length() / 2.0);
    for (placed, at) in stage.placed.iter().zip(0..) {
        for light in scene.node(placed.node).into_iter().flat_map(|node| &node.lights) {
            let place = posed.world(at).transform_point3(Default::default());
            // A lamp amidst everything shines on what is around it.
            let metres = place.distance(midst).max(radius / 2.0) * scene.space.metres;
            if metres.is_finite() && metres > 0.0 {
                found.entry(*light).or_insert(metres);
            }
        }
    }
    found
}

/// The largest components of colours that are animated.
fn peaks(scene: &Scene) -> BTreeMap<LightId, f64> {
    let mut found = BTreeMap::new();
    for channel in scene.animations.iter().flat_map(|a| &a.channels) {
        let Target::Light { light, field: LightField::Colour, .. } = channel.target else { continue };
        let (Some(lamp), Some(curve)) = (scene.light(light), scene.curve(channel.curve)) else { continue };
        let rows = curve.values.chunks(curve.width.max(1) as usize);
        let driven = rows.flat_map(|row| row.iter().skip(channel.first as usize).take(3)).map(|v| v * channel.factor);
        let peak = driven.chain(lamp.colour).filter(|v| v.is_finite()).fold(0.0, f64::max);
        let known = found.entry(light).or_insert(0.0f64);
        *known = known.max(peak);
    }
    found
}
