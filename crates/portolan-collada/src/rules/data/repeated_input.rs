use hashbrown::HashMap;
use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds two inputs of one primitive with the same semantic and the same `set`.
    ///
    /// They cannot be told apart, so bindings to a set are ambiguous. Number them with `set`.
    "DAT032" "repeated-input" Warning, spec "5-47", on [
        "lines", "linestrips", "polygons", "polylist", "triangles", "trifans", "tristrips", "vertices",
    ], check
}

fn check<'a>(primitive: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut seen = HashMap::new();
    for input in data(report.document).inputs(primitive) {
        if input.semantic.is_empty() || matches!(&*input.semantic, "VERTEX" | "POSITION") {
            continue;
        }
        let key = (input.semantic.clone(), input.set);
        let Some(first) = seen.insert(key, input.node) else { continue };
        let semantic = portolan_schema::value::shown(&input.semantic);
        let message = match input.set {
            Some(set) => format!("two inputs have the semantic `{semantic}` and the set {set}"),
            None => format!("two inputs have the semantic `{semantic}` and no set"),
        };
        let span = input.node.attribute("semantic").map_or(input.node.name_span(), |a| a.value_span());
        let finding = report.finding(input.node, span, message).see(first.open_span(), "the other one");
        report.push(finding);
    }
}
