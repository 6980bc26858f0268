//! What of a scene no format has a place for that scenes are written in so far.

use portolan_scene::{Fate, Losses, Origin, Reach, Role, Scene, ViewId};

use crate::codes;

/// Tells what stays behind when a scene is written. What is shown and hidden is decided already and comes over.
pub fn tell(scene: &Scene) -> Losses {
    let mut losses = Losses::default();
    for background in scene.backgrounds.iter().filter(|b| !b.is_plain()) {
        let message = "backgrounds are not supported by the target format";
        losses.push(&codes::SURROUNDINGS, Fate::Dropped, background.meta.origin, message);
    }
    for fog in scene.fogs.iter().filter(|f| f.range > 0.0) {
        losses.push(&codes::SURROUNDINGS, Fate::Dropped, fog.meta.origin, "fog is not supported by the target format");
    }
    if let Some(view) = scene.view(scene.default_view.unwrap_or(ViewId(0))).filter(|v| v.headlight) {
        let message = "the headlight is not supported by the target format";
        losses.push(&codes::LIGHTING, Fate::Dropped, view.meta.origin, message);
    }
    for light in &scene.lights {
        if light.reach == Reach::Group {
            let message = "a light limited to its group lights everything";
            losses.push(&codes::LIGHTING, Fate::Approximated, light.meta.origin, message);
        }
        if light.ambient != 0.0 {
            let message = "the ambient part of a light is dropped";
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
        Role::Billboard { .. } => (Fate::Baked, "a billboard keeps its orientation towards the first camera"),
        Role::Levels { .. } => (Fate::Baked, "only the level of detail for the first camera is written"),
        Role::Choice { .. } => (Fate::Baked, "only the selected child of a switch is written"),
        Role::Link { .. } => (Fate::Dropped, "hyperlinks are not supported by the target format"),
        Role::Obstacle { .. } => (Fate::Dropped, "collision settings are not supported by the target format"),
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
