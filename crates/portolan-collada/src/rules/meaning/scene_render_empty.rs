use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Notes rendering steps that say nothing.
    ///
    /// Without a camera, layers or a material the step draws everything with a camera that the application chooses,
    /// just as if there were no `<evaluate_scene>`.
    "SEM152" "render-without-content" Info, spec "8-105", on ["visual_scene/evaluate_scene/render"], check
}

fn check<'a>(render: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if render.attribute("camera_node").is_none() && render.elements().next().is_none() {
        report.at(render, "`<render>` names neither camera nor layer nor material");
    }
}
