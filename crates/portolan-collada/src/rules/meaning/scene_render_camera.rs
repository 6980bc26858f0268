use portolan_syntax::Node;

use super::scoped::target;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds rendering steps whose camera node holds no camera, or several.
    ///
    /// `camera_node` refers to the node in which a camera is instantiated, not to the camera, and it is undefined which
    /// of several cameras is used.
    "SEM151" "render-camera" Warning, spec "8-105", on ["visual_scene/evaluate_scene/render"], check
}

fn check<'a>(render: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(node) = target(report.document, render, "camera_node", "node") else { return };
    // What another node brings along is looked for by few readers, and is not followed here.
    if node.child("instance_node").is_some() {
        return;
    }
    let message = match node.children_named("instance_camera").take(2).count() {
        1 => return,
        0 => "the camera node contains no camera",
        _ => "the camera node contains several cameras",
    };
    let Some(attribute) = render.attribute("camera_node") else { return };
    report.push(report.finding(render, attribute.value_span(), message).see(node.open_span(), "this node"));
}
