//! What is around everything: background and fog.

use portolan_scene::{Background, Fog, FogKind, Origin, Rings, ViewId};

use super::Raise;
use crate::world::{NodeId as WorldId, Value};

/// The pictures of a panorama in the order of the scene.
const SIDES: [&str; 6] = ["frontUrl", "backUrl", "rightUrl", "leftUrl", "topUrl", "bottomUrl"];

impl Raise<'_> {
    /// Background, fog and headlight of a view; the ones that it shows come first.
    pub fn surroundings(&mut self, view: ViewId, children: &mut Vec<WorldId>) {
        let shown = self.scene.view(view);
        let (first, fog) = (shown.and_then(|v| v.background), shown.and_then(|v| v.fog));
        let lit = !self.scene.lights.is_empty();
        self.world.headlight = shown.map(|v| v.headlight || !lit);
        let all = self.scene.backgrounds.iter().enumerate();
        let (now, later): (Vec<_>, Vec<_>) = all.partition(|(place, _)| first.is_some_and(|f| f.index() == *place));
        for (_, background) in now.into_iter().chain(later) {
            // A black sky is what everybody sees where nothing is.
            let written = background.meta.id.is_some() || !is_plain(background);
            if written && let Some(made) = self.background(background) {
                self.world.backgrounds.push(made);
            }
        }
        if let Some(fog) = fog.and_then(|f| self.scene.fogs.get(f.index()))
            && let Some(made) = self.fog(fog)
        {
            children.insert(0, made);
        }
    }

    fn background(&mut self, from: &Background) -> Option<WorldId> {
        let made = self.node("Background", from.meta.origin)?;
        self.name(made, from.meta.label());
        let [x, y, z, degrees] = from.rotation;
        if degrees != 0.0 {
            self.world.set(made, "rotation", Value::Numbers([x, y, z, degrees.to_radians()]));
        }
        self.rings(made, &from.sky, "skyAngle", "skyColor");
        self.rings(made, &from.ground, "groundAngle", "groundColor");
        for (image, side) in from.panorama.iter().zip(SIDES) {
            if let Some(url) = image.and_then(|image| self.image(image)) {
                self.world.set(made, side, Value::Text(url.into()));
            }
        }
        Some(made)
    }

    fn rings(&mut self, made: WorldId, rings: &Rings, angles: &str, colours: &str) {
        if rings.colours.is_empty() {
            return;
        }
        let radians = rings.angles.iter().map(|a| a.to_radians() as f32).collect();
        self.world.set(made, angles, Value::Floats(radians));
        let all = rings.colours.iter().flatten().map(|c| *c as f32).collect();
        self.world.set(made, colours, Value::Floats(all));
    }

    fn fog(&mut self, from: &Fog) -> Option<WorldId> {
        let made = self.node("Fog", from.meta.origin)?;
        self.name(made, from.meta.label());
        let [r, g, b] = from.colour;
        self.world.set(made, "color", Value::Numbers([r, g, b, 1.0]));
        if from.kind == FogKind::Exponential {
            self.world.set(made, "fogType", Value::Text("EXPONENTIAL".into()));
        }
        // Distances count in the unit of what it stands in.
        let matrix = from.holder.map_or_else(|| self.scene.space.to_si(), |holder| self.world_matrix(holder));
        let unit = matrix.x_axis.truncate().length();
        self.number(made, "visibilityRange", from.range * unit);
        Some(made)
    }
}

fn is_plain(background: &Background) -> bool {
    background.meta.origin != Origin::default()
        && background.sky.angles.is_empty()
        && background.sky.colours.iter().all(|[r, g, b, _]| [*r, *g, *b] == [0.0; 3])
        && background.ground.colours.is_empty()
        && background.panorama.iter().all(Option::is_none)
}
