use hashbrown::HashMap;
use portolan_syntax::Node;

use crate::rules::read::integer;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds material references, morph weights and morph targets that share an index.
    ///
    /// The `index` of each `MaterialRef` and `MorphWeight` must be unique within its node, that of each `Morph` within
    /// its object; it is 0 where none is given. Only one of two can take effect. Number them.
    "SEM206" "index-not-unique" Error, spec "42,50,52", on ["GeometryNode", "GeometryObject"], check
}

fn check<'a>(holder: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let names: &[&'static str] = match holder.name().full {
        "GeometryObject" => &["Morph"],
        _ => &["MaterialRef", "MorphWeight"],
    };
    for name in names {
        let mut seen: HashMap<i128, Node<'a>> = HashMap::new();
        for item in holder.children_named(name) {
            let Some(index) = integer(report.document, item, "index") else { continue };
            if let Some(first) = seen.get(&index) {
                let message = format!("two `{name}` structures have the index {index}");
                let span = item.attribute("index").map_or(item.name_span(), |a| a.value_span());
                let finding = report.finding(item, span, message).see(first.name_span(), "the first one");
                report.push(finding);
            } else {
                seen.insert(index, item);
            }
        }
    }
}
