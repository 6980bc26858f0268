use hashbrown::HashMap;
use portolan_syntax::Node;

use crate::{Reporter, rule};

rule! {
    /// Finds material symbols that one instance binds twice.
    ///
    /// A symbol stands for one material; which of the two readers take is not defined. Remove one of them, or give the
    /// primitives different symbols.
    "SEM167" "material-symbol-repeated" Warning, spec "8-68", collada on ["bind_material/technique_common"], check
}

fn check<'a>(common: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut firsts: HashMap<String, Node<'a>> = HashMap::new();
    for material in common.children_named("instance_material") {
        let Some(symbol) = material.attribute("symbol") else { continue };
        let name = symbol.value().trim().to_owned();
        let message = format!("the material symbol `{name}` is bound twice");
        let first = *firsts.entry(name).or_insert(material);
        if first != material {
            report.push(
                report.finding(material, symbol.value_span(), message).see(first.open_span(), "first bound here"),
            );
        }
    }
}
