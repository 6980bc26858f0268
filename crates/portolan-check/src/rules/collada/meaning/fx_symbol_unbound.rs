use hashbrown::HashSet;
use portolan_syntax::{Node, Severity};

use super::binding::{Surfaces, uses};
use crate::{Reporter, rule};

rule! {
    /// Finds primitives that are shown without the material they ask for.
    ///
    /// The attribute `material` of a primitive is a symbol that every instance of the geometry binds to a material of
    /// its own choice, with an `<instance_material>`. Unbound ones are drawn with a default material. When an instance
    /// binds nothing at all, that is probably meant, and only noted.
    "SEM168" "material-symbol-unbound" Warning, spec "8-68", collada on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut surfaces = Surfaces::new(document);
    for shown in uses(document) {
        let bound: HashSet<String> =
            shown.materials().filter_map(|m| m.attribute_value("symbol").map(|s| s.trim().to_owned())).collect();
        let mut unbound: Vec<&String> = surfaces.of(shown.geometry).keys().filter(|s| !bound.contains(*s)).collect();
        unbound.sort();
        let id = shown.geometry.attribute_value("id").unwrap_or_default();
        let bare = shown.instance.child("bind_material").is_none();
        for symbol in unbound.into_iter().filter(|s| !s.is_empty()) {
            let finding = match bare {
                true => {
                    let message = format!("`{id}` is shown without any material");
                    report.finding(shown.instance, shown.instance.name_span(), message).severity(Severity::Info)
                }
                false => {
                    let message = format!("the material symbol `{symbol}` of `{id}` is not bound");
                    report.finding(shown.instance, shown.instance.name_span(), message)
                }
            };
            report.push(finding);
            if bare {
                break;
            }
        }
    }
}
