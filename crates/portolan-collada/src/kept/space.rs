//! What is kept says its own unit and axes, so that it means the same in a document of others.

use portolan_scene::{Kept, Origin, Scene, UpAxis};
use portolan_syntax::xml::escape::in_text;
use portolan_syntax::xml::number;
use portolan_syntax::{Edit, Node, NodeKind};

use super::Fragment;

/// Something kept that may hold lengths or directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spaced {
    /// What its element is called.
    pub name: Box<str>,
    /// Where it was written.
    pub origin: Origin,
    /// Does it say its own unit and axes now? Otherwise it can only be taken to be in those of its document.
    pub says: bool,
}

/// Lets kept elements say the unit and axes that they are written in: those of the scene as it is now. What says its own
/// already is left alone; everything else that may hold lengths or directions is given back.
pub fn say_space(scene: &mut Scene) -> Vec<Spaced> {
    let space = Said::of(scene);
    let mut all = Vec::new();
    for kept in &mut scene.aside.kept {
        let Some(fragment) = Fragment::read(kept) else { continue };
        let edits = fragment.root().and_then(|root| space.edits(root));
        match edits {
            Some(edits) if edits.is_empty() => {}
            Some(edits) => {
                let edited = fragment.edited(&edits);
                let says = edited.is_some();
                kept.content = edited.unwrap_or_else(|| std::mem::take(&mut kept.content));
                all.push(Spaced { name: kept.name.clone(), origin: kept.origin, says });
            }
            None => all.extend(left(kept, &fragment)),
        }
    }
    for kept in scene.placed().flat_map(|meta| meta.kept()) {
        all.extend(Fragment::read(kept).and_then(|fragment| left(kept, &fragment)));
    }
    all
}

/// What stays in the unit and axes of its document, if that makes a difference.
fn left(kept: &Kept, fragment: &Fragment) -> Option<Spaced> {
    let spaced = Spaced { name: kept.name.clone(), origin: kept.origin, says: false };
    may_measure(&kept.name, fragment.root()?).then_some(spaced)
}

/// Unit and axes in the words of the format.
struct Said {
    created: String,
    metres: String,
    axis: &'static str,
}

impl Said {
    fn of(scene: &Scene) -> Said {
        Said {
            created: in_text(scene.asset.created.as_deref().unwrap_or("1970-01-01T00:00:00Z")).into_owned(),
            metres: number(scene.space.metres),
            axis: match scene.space.up {
                UpAxis::X => "X_UP",
                UpAxis::Y => "Y_UP",
                UpAxis::Z => "Z_UP",
            },
        }
    }

    /// What makes an element say unit and axes; nothing if it says both; `None` if it is none that can, or is empty.
    fn edits(&self, element: Node<'_>) -> Option<Vec<Edit>> {
        if !may_say(element.local_name()) || element.elements().next().is_none() {
            return None;
        }
        let prefix = match element.name().prefix {
            "" => String::new(),
            prefix => format!("{prefix}:"),
        };
        let unit = format!("<{prefix}unit meter=\"{}\"/>", self.metres);
        let axis = format!("<{prefix}up_axis>{}</{prefix}up_axis>", self.axis);
        let asset = element.elements().next().filter(|first| first.local_name() == "asset");
        let Some(asset) = asset.filter(|asset| !asset.is_self_closed()) else {
            let date = &self.created;
            let dates = format!("<{prefix}created>{date}</{prefix}created><{prefix}modified>{date}</{prefix}modified>");
            let text = format!("<{prefix}asset>{dates}{unit}{axis}</{prefix}asset>");
            return Some(vec![match asset {
                Some(empty) => Edit::replace(empty.span(), text),
                None => Edit::insert(element.open_span().end, text),
            }]);
        };
        // The unit stands before the axes, and both before what applications add.
        let extra = asset.child("extra").map(|e| e.span().start);
        let end = extra.unwrap_or(asset.content_span().end);
        Some(match (asset.child("unit"), asset.child("up_axis")) {
            (Some(_), Some(_)) => Vec::new(),
            (Some(unit), None) => vec![Edit::insert(unit.span().end, axis)],
            (None, Some(axis)) => vec![Edit::insert(axis.span().start, unit)],
            (None, None) => vec![Edit::insert(end, format!("{unit}{axis}"))],
        })
    }
}

/// Elements with an `<asset>` of their own (page 5-17) that may hold lengths.
fn may_say(name: &str) -> bool {
    let of_physics = ["physics_model", "physics_scene", "force_field"].contains(&name);
    let of_kinematics = ["kinematics_model", "kinematics_scene", "articulated_system"].contains(&name);
    let library = ["library_physics_", "library_kinematics_", "library_force_fields", "library_articulated_systems"];
    of_physics || of_kinematics || library.iter().any(|l| name.starts_with(l))
}

/// Elements without lengths or directions in them.
const PLAIN: [&str; 12] = [
    "extra",
    "technique",
    "asset",
    "bind_material",
    "instance_material",
    "skeleton",
    "annotate",
    "newparam",
    "setparam",
    "bind",
    "bind_vertex_input",
    "channel",
];

/// Can an element hold lengths or directions? The format writes them as text between tags.
fn may_measure(name: &str, element: Node<'_>) -> bool {
    let surface = name.starts_with("profile_") || name.contains("effect") || name.contains("image");
    let instance = name.starts_with("instance_") && !name.contains("physics") && !name.contains("rigid");
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let is_text = |n: &Node<'_>| matches!(n.kind(), NodeKind::Text | NodeKind::CData);
    !PLAIN.contains(&name)
        && !surface
        && !instance
        && element.descendants().filter(is_text).any(|n| has_digit(&n.text()))
}
