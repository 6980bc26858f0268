use hashbrown::HashMap;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds passes with two targets, or two clears, of the same kind and number.
    ///
    /// The attribute `index` (0 when absent) distinguishes several render targets; only one can have each number.
    "SEM184" "pass-target-repeated" Error, spec "8-28", on
        ["~fx_evaluate", "profile_GLES2/technique/pass/evaluate", "profile_CG/technique/pass",
         "profile_GLSL/technique/pass"], check
}

fn check<'a>(pass: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut firsts: HashMap<(&str, u64), Node<'a>> = HashMap::new();
    for node in pass.elements() {
        let name = node.local_name();
        if !(name.ends_with("_target") || matches!(name, "color_clear" | "depth_clear" | "stencil_clear")) {
            continue;
        }
        let Some(index) = report.document.bound.given::<u64>(node, "index").sound() else { continue };
        let first = *firsts.entry((name, index)).or_insert(node);
        if first != node {
            let message = format!("the pass has two `<{name}>` with the index {index}");
            report.push(report.finding(node, node.name_span(), message).see(first.open_span(), "the first one"));
        }
    }
}
