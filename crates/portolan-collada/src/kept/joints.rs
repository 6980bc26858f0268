//! What is kept says the values that joints have now.

use hashbrown::HashMap;
use portolan_scene::{Origin, Scene};
use portolan_syntax::xml::number;
use portolan_syntax::{Edit, Node};

use super::Fragment;

/// Gives the bindings of axes that are kept from the document (`<bind_joint_axis>`) the values that the axes have now, so that
/// who reads the document again finds them.
pub fn say_joint_values(scene: &mut Scene) {
    let mut values: HashMap<Origin, f64> = HashMap::new();
    for freedom in scene.mechanisms.iter().flat_map(|m| &m.freedoms) {
        values.extend(freedom.targets.iter().map(|bound| (bound.origin, freedom.value)));
    }
    for kept in scene.aside.kept.iter_mut().filter(|k| &*k.name == "instance_kinematics_scene") {
        let Some(fragment) = Fragment::read(kept) else { continue };
        let Some(root) = fragment.root() else { continue };
        // The element is written as it stood, so that its parts are as far from it as they were.
        let origin = |element: Node<'_>| Origin {
            document: kept.origin.document,
            element: kept.origin.element + (element.id().0 - root.id().0),
        };
        let mut edits = Vec::new();
        for bind in root.elements().filter(|e| e.local_name() == "bind_joint_axis") {
            let (Some(value), Some(said)) = (values.get(&origin(bind)), bind.child("value")) else { continue };
            let prefix = match said.name().prefix {
                "" => String::new(),
                prefix => format!("{prefix}:"),
            };
            let text = format!("<{prefix}value><{prefix}float>{}</{prefix}float></{prefix}value>", number(*value));
            edits.push(Edit::replace(said.span(), text));
        }
        if let Some(edited) = fragment.edited(&edits).filter(|_| !edits.is_empty()) {
            kept.content = edited;
        }
    }
}
