use hashbrown::{HashMap, HashSet};
use portolan_syntax::{Node, Severity};

use crate::rules::read::integer;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds morph targets whose base is itself relative, or does not exist.
    ///
    /// A morph target with a `base` is a difference to the target of that index, which must be absolute: it must not
    /// have a `base`. A base for which the meshes have no vertex array is a warning.
    "SEM208" "morph-base" Error, spec "50", on ["GeometryObject"], check
}

fn check<'a>(object: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut relative: HashMap<i128, Node<'a>> = HashMap::new();
    for morph in object.children_named("Morph").filter(|m| m.attribute("base").is_some()) {
        if let Some(index) = integer(report.document, morph, "index") {
            relative.entry(index).or_insert(morph);
        }
    }
    if relative.is_empty() {
        return;
    }
    let mut arrays = HashSet::new();
    for array in object.children_named("Mesh").flat_map(|m| m.children_named("VertexArray")) {
        arrays.extend(integer(report.document, array, "morph"));
    }
    for morph in object.children_named("Morph") {
        let (Some(base), Some(span)) =
            (integer(report.document, morph, "base"), morph.attribute("base").map(|a| a.value_span()))
        else {
            continue;
        };
        if let Some(other) = relative.get(&base) {
            let message = format!("the base {base} is not an absolute morph target");
            let finding = report.finding(morph, span, message).see(other.name_span(), "it has a base of its own");
            report.push(finding);
        } else if !arrays.contains(&base) {
            let message = format!("there is no vertex array for the base {base}");
            let finding = report.finding(morph, span, message).severity(Severity::Warning);
            report.push(finding);
        }
    }
}
