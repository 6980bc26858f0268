//! What is kept from a COLLADA document says its own unit and axes, so that it means the same in a document of others.

use portolan_scene::{Fate, Losses, Scene, UpAxis};
use portolan_syntax::xml::number;

/// Elements with an `<asset>` of their own (page 5-17) that may hold lengths.
fn may_say(name: &str) -> bool {
    let of_physics = ["physics_model", "physics_scene", "force_field"].contains(&name);
    let of_kinematics = ["kinematics_model", "kinematics_scene", "articulated_system"].contains(&name);
    let library = ["library_physics_", "library_kinematics_", "library_force_fields", "library_articulated_systems"];
    of_physics || of_kinematics || library.iter().any(|l| name.starts_with(l))
}

/// Lets kept elements say the unit and axes that they are written in: those of the scene as it is now.
pub(super) fn say(scene: &mut Scene) -> Losses {
    let mut losses = Losses::default();
    let created = scene.asset.created.as_deref().unwrap_or("1970-01-01T00:00:00Z").to_owned();
    let axis = match scene.space.up {
        UpAxis::X => "X_UP",
        UpAxis::Y => "Y_UP",
        UpAxis::Z => "Z_UP",
    };
    let space = format!(r#"<unit meter="{}"/><up_axis>{axis}</up_axis>"#, number(scene.space.metres));
    let asset = format!("<asset><created>{created}</created><modified>{created}</modified>{space}</asset>");
    for kept in scene.aside.kept.iter_mut().filter(|k| k.format == portolan_collada::FORMAT.id && may_say(&k.name)) {
        // The first `>` ends the start tag; attributes of these elements are ids and names.
        let Some((head, rest)) = kept.content.split_once('>').filter(|(head, _)| !head.ends_with('/')) else {
            continue;
        };
        if rest.trim_start().starts_with("<asset") {
            continue;
        }
        kept.content = format!("{head}>{asset}{rest}").into();
        let message = format!("`{}` is kept as it was written and says its own unit and axes", kept.name);
        losses.push(&portolan_process::codes::SPACE_KEPT, Fate::Noted, kept.origin, message);
    }
    losses
}

#[cfg(test)]
mod tests {
    use portolan_scene::{Kept, Origin, Space};

    use super::*;

    fn kept(name: &str, content: &str) -> Kept {
        let (format, version) = (portolan_collada::FORMAT.id, "1.4.1");
        let origin = Origin::default();
        Kept { format, version, place: "".into(), name: name.into(), content: content.into(), origin }
    }

    #[test]
    fn only_what_may_says_its_space() {
        let mut scene = Scene { space: Space { metres: 0.01, up: UpAxis::Z, ..Space::default() }, ..Scene::default() };
        scene.aside.kept = vec![
            kept(
                "library_physics_models",
                r#"<library_physics_models id="l"><physics_model/></library_physics_models>"#,
            ),
            kept("library_physics_scenes", "<library_physics_scenes><asset/></library_physics_scenes>"),
            kept("physics_model", "<physics_model/>"),
            kept("rigid_body", "<rigid_body>1</rigid_body>"),
        ];
        let losses = say(&mut scene);
        assert_eq!(losses.iter().count(), 1);
        let date = "1970-01-01T00:00:00Z";
        let expected = format!(
            r#"<library_physics_models id="l"><asset><created>{date}</created><modified>{date}</modified><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset><physics_model/></library_physics_models>"#
        );
        assert_eq!(&*scene.aside.kept[0].content, expected);
        assert_eq!(&*scene.aside.kept[3].content, "<rigid_body>1</rigid_body>");
    }
}
