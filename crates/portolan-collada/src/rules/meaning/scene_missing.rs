use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Notes documents that contain several visual scenes, or a `<scene>`, and show none of them.
    ///
    /// An `<instance_visual_scene>` in `<scene>` says which one is shown when the document is opened. Without it many
    /// viewers stay empty; that is fine for documents that only hold parts for others.
    "SEM153" "no-scene-shown" Info, spec "5-126", on ["COLLADA"], check
}

fn check<'a>(root: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(library) = root.child("library_visual_scenes") else { return };
    let (scene, scenes) = (root.child("scene"), library.children_named("visual_scene").take(2).count());
    let shown = scene.is_some_and(|s| s.child("instance_visual_scene").is_some());
    // One scene alone without more ado is what a part for other documents looks like.
    if !shown && (scene.is_some() || scenes > 1) {
        report.at(library, "no `<instance_visual_scene>` shows any of the visual scenes");
    }
}
