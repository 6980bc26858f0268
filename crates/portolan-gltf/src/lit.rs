//! How far lamps are from what they shine on.

use std::collections::BTreeMap;

use portolan_eval::{LIMIT, Overrides, Stage, bounds, pose};
use portolan_scene::{LightId, LightKind, Scene, ViewId};

/// Distances of lamps to the midst of what is drawn, in metres. Light in glTF falls off with the square of the distance; other
/// lamps are as bright there as they were.
#[derive(Clone, Default, Debug)]
pub(crate) struct Distances(BTreeMap<LightId, f64>);

impl Distances {
    /// Those of the default view. Nothing is measured if no lamp needs it.
    pub fn of(scene: &Scene) -> Distances {
        let mut found = BTreeMap::new();
        if !scene.lights.iter().any(|light| matches!(light.kind, LightKind::Point { .. } | LightKind::Spot { .. })) {
            return Distances(found);
        }
        let view = scene.default_view.unwrap_or(ViewId(0));
        let (stage, rest) = (Stage::new(scene, view, LIMIT), Overrides::default());
        let posed = pose(scene, &stage, &rest);
        let Some((low, high)) = bounds(scene, &stage, &posed, &rest) else { return Distances(found) };
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
        Distances(found)
    }

    /// The distance of a lamp; `None` if it stands nowhere, or nothing is drawn.
    pub fn get(&self, light: LightId) -> Option<f64> {
        self.0.get(&light).copied()
    }
}
