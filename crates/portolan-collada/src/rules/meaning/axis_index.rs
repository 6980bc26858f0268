use hashbrown::HashMap;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds axes that share a place in the joint map.
    ///
    /// The `<index>` of an axis is the position of its value in the list that a controller receives; two axes with the
    /// same number (and the same `semantic`) cannot be told apart.
    "SEM172" "axis-index-repeated" Warning, spec "10-11", on ["kinematics/technique_common"], check
}

fn check<'a>(system: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut firsts: HashMap<(String, i64), Node<'a>> = HashMap::new();
    for index in system.children_named("axis_info").flat_map(|axis| axis.children_named("index")) {
        // A negative number keeps an axis out of the map.
        let number = index.child("int").and_then(|i| i.text().trim().parse::<i64>().ok()).filter(|n| *n >= 0);
        let Some(number) = number else { continue };
        let semantic = index.attribute_value("semantic").unwrap_or_default().trim().to_owned();
        let message = format!("two axes have the index {number}");
        let first = *firsts.entry((semantic, number)).or_insert(index);
        if first != index {
            report.push(report.finding(index, index.name_span(), message).see(first.span(), "the first one"));
        }
    }
}
