use hashbrown::HashMap;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds two fields of the same name in a script, in the interface of a prototype or in an instance of one.
    ///
    /// Only one of them can be reached. Give each its own name.
    "DAT317" "repeated-field" Error, spec "VRML97-6.40", on ["Script", "ProtoDeclare/interface", "ProtoInstance"], check
}

fn check<'a>(owner: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut seen: HashMap<String, Node<'a>> = HashMap::new();
    for field in owner.elements().filter(|e| matches!(e.local_name(), "field" | "fieldValue")) {
        let Some(attribute) = field.attribute("name") else { continue };
        let name = attribute.value().trim().to_owned();
        if let Some(first) = seen.get(&name) {
            let finding = report.finding(field, attribute.value_span(), format!("the field `{name}` is given twice"));
            report.push(finding.see(first.open_span(), "first given here"));
        } else {
            seen.insert(name, field);
        }
    }
}
