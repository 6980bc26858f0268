//! What of a scene no format has a place for that scenes are written in so far.

use portolan_scene::{Fate, Losses, Origin, Reach, Role, Scene, ViewId};

use crate::codes;

/// Tells what stays behind when a scene is written. What is shown and hidden is decided already and comes over.
pub fn tell(scene: &Scene) -> Losses {
    let mut losses = Losses::default();
    for background in &scene.backgrounds {
        let plain = background.sky.angles.is_empty()
            && background.sky.colours.iter().all(|[r, g, b, _]| [*r, *g, *b] == [0.0; 3])
            && background.ground.colours.is_empty()
            && background.panorama.iter().all(Option::is_none);
        // A black sky is what everybody sees where nothing is.
        if !plain {
            let message = "a background is not written";
            losses.push(&codes::SURROUNDINGS, Fate::Dropped, background.meta.origin, message);
        }
    }
    for fog in scene.fogs.iter().filter(|f| f.range > 0.0) {
        losses.push(&codes::SURROUNDINGS, Fate::Dropped, fog.meta.origin, "a fog is not written");
    }
    if let Some(view) = scene.view(scene.default_view.unwrap_or(ViewId(0))).filter(|v| v.headlight) {
        let message = "the light that whoever looks carries is not written";
        losses.push(&codes::LIGHTING, Fate::Dropped, view.meta.origin, message);
    }
    for light in &scene.lights {
        if light.reach == Reach::Group {
            let message = "a light that shines on its group shines on everything";
            losses.push(&codes::LIGHTING, Fate::Approximated, light.meta.origin, message);
        }
        if light.ambient != 0.0 {
            let message = "what a light adds from everywhere is not written";
            losses.push(&codes::LIGHTING, Fate::Dropped, light.meta.origin, message);
        }
    }
    for node in &scene.nodes {
        if let Some(role) = node.role.as_deref() {
            roles(role, node.meta.origin, &mut losses);
        }
    }
    losses
}

fn roles(role: &Role, origin: Origin, losses: &mut Losses) {
    let (fate, message) = match role {
        Role::Billboard { .. } => (Fate::Baked, "a billboard is turned to the first camera and stays so"),
        Role::Levels { .. } => (Fate::Baked, "of levels of detail, that of the first camera is shown"),
        Role::Choice { .. } => (Fate::Baked, "of several choices the one that is chosen is shown"),
        Role::Link { .. } => (Fate::Dropped, "a link is not written"),
        Role::Obstacle { .. } => (Fate::Dropped, "what visitors run into is not written"),
        Role::Included { .. } => return,
    };
    losses.push(&codes::ROLE, fate, origin, message);
}

#[cfg(test)]
mod tests {
    use portolan_scene::{Background, Fog, FogKind, Light, LightKind, Meta, Node, Rings, View};

    use super::*;

    #[test]
    fn everything_that_stays_behind_is_told() {
        let mut light = Light::new(Meta::default(), LightKind::Directional, [1.0; 3], 1.0);
        light.reach = Reach::Group;
        let role = Some(Box::new(Role::Choice { chosen: None }));
        let sky = Rings { angles: vec![], colours: vec![[0.0, 0.0, 1.0, 1.0]] };
        let fog = Fog { meta: Meta::default(), holder: None, colour: [1.0; 3], kind: FogKind::Linear, range: 5.0 };
        let scene = Scene {
            lights: vec![light],
            nodes: vec![Node { role, ..Node::default() }, Node::default()],
            backgrounds: vec![Background { sky, ..Background::default() }, Background::default()],
            fogs: vec![fog],
            views: vec![View { headlight: true, ..View::default() }],
            ..Scene::default()
        };
        let told: Vec<&str> = tell(&scene).iter().map(|l| l.code.id).collect();
        assert_eq!(told, ["CNV892", "CNV892", "CNV894", "CNV894", "CNV893"]);
        assert_eq!(tell(&Scene::default()).iter().count(), 0);
    }
}
