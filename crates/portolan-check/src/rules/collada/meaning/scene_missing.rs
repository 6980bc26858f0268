use portolan_syntax::Node;

use crate::{Reporter, rule};

rule! {
    /// Notes documents that contain visual scenes and show none of them.
    ///
    /// An `<instance_visual_scene>` in `<scene>` says which one is shown when the document is opened. Without it many
    /// viewers stay empty; that is fine for documents that only hold parts for others.
    "SEM153" "no-scene-shown" Info, spec "5-126", collada on ["COLLADA"], check
}

fn check<'a>(root: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(library) = root.child("library_visual_scenes") else { return };
    if root.child("scene").is_none_or(|s| s.child("instance_visual_scene").is_none()) {
        report.at(library, "no `<instance_visual_scene>` shows any of the visual scenes");
    }
}
