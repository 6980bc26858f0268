use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds physics models inside other models that have a parent node.
    ///
    /// `parent` places a model in the visual scene and is meaningful only directly in a `<physics_scene>`; elsewhere it
    /// is ignored.
    "SEM185" "physics-model-parent" Warning, spec "6-13", on ["instance_physics_model"], check
}

fn check<'a>(instance: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let nested = instance.parent_element().is_some_and(|p| p.local_name() == "physics_model");
    if nested && instance.attribute("parent").is_some() {
        report.at_attribute(instance, "parent", "`parent` has no effect in a model inside another model");
    }
}
