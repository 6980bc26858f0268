use hashbrown::HashMap;
use portolan_syntax::Node;

use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds two materials for one symbol in one `<bind_material>`.
    ///
    /// Only one can be shown; readers differ in which they take.
    "REF032" "repeated-symbol" Warning, spec "8-68", on ["bind_material/technique_common"], check
}

fn check<'a>(common: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut first: HashMap<String, Node<'a>> = HashMap::new();
    for material in common.children_named("instance_material") {
        let Some(attr) = material.attribute("symbol") else { continue };
        let symbol = attr.value().trim().to_owned();
        match first.get(&symbol) {
            Some(earlier) => {
                let message = format!("the symbol `{}` is bound to a second material", shown(&symbol));
                let finding = report.finding(material, attr.value_span(), message);
                report.push(finding.see(earlier.open_span(), "the first one"));
            }
            None => drop(first.insert(symbol, material)),
        }
    }
}
