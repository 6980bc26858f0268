use crate::resolve::Instantiated;
use crate::resolve::resolver;
use hashbrown::HashSet;
use portolan_syntax::Node;

use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds names of parameters in kinematics and formulas that nothing in the document declares.
    ///
    /// A parameter is declared by a `<newparam>` with the `sid`, or gets the name by a `<bind>` with the `symbol`. What
    /// depends on it has no value.
    "REF045" "unresolved-parameter" Warning, spec "10-13", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let resolver = resolver(report.document);
    let index = resolver.index();
    // Parameters of other documents cannot be known here.
    if resolver.instances().iter().any(|i| i.target == Instantiated::Elsewhere) {
        return;
    }
    let mut symbols: Option<HashSet<String>> = None;
    for node in
        report.document.named(&["param", "setparam", "connect_param"]).filter(|n| report.document.ty(*n).is_some())
    {
        let name = match node.local_name() {
            "param" if !node.attributes().any(|a| matches!(a.name().full, "type" | "ref")) => node.text(),
            "param" | "setparam" | "connect_param" => node.attribute_value("ref").unwrap_or_default(),
            _ => continue,
        };
        let name = name.trim();
        if name.is_empty()
            || !is_kinematics(node)
            || index.has_sid(node.tree(), name)
            || resolver.path(name, node).is_ok()
        {
            continue;
        }
        let symbols = symbols.get_or_insert_with(|| {
            let binds = report.document.named(&["bind"]);
            binds.filter_map(|n| n.attribute_value("symbol")).map(|s| s.trim().to_owned()).collect()
        });
        if symbols.contains(name) {
            continue;
        }
        let span = match node.attribute("ref") {
            Some(attr) => attr.value_span(),
            None => node.content_span(),
        };
        report.push(report.finding(node, span, format!("the parameter `{}` is not declared", shown(name))));
    }
}

/// Does it stand in kinematics or a formula, and not in an effect or an accessor?
fn is_kinematics(node: Node<'_>) -> bool {
    let deciding = node.ancestors().skip(1).map(|a| a.local_name()).find(|name| {
        matches!(*name, "effect" | "material" | "accessor" | "bind_material" | "formula" | "instance_formula")
            || name.contains("kinematics")
            || name.contains("articulated")
    });
    deciding.is_some_and(|name| !matches!(name, "effect" | "material" | "accessor" | "bind_material"))
}
