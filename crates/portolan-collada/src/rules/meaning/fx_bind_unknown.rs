use hashbrown::{HashMap, HashSet};
use portolan_syntax::Node;

use super::scoped::target;
use portolan_format::{Document, Reporter, rule};

rule! {
    /// Notes bindings of scene values to something that the effect does not have.
    ///
    /// The `semantic` of a `<bind>` is looked for among the semantics and the SIDs of the effect's parameters. Without
    /// a match the value has no effect, unless a shader knows it by that name.
    "SEM174" "bind-without-parameter" Info, spec "8-13", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut effects: HashMap<_, Option<HashSet<String>>> = HashMap::new();
    for bind in document.named(&["bind"]).filter(|n| document.path(*n) == "instance_material/bind") {
        let effect = bind
            .parent()
            .and_then(|m| target(document, m, "target", "material"))
            .and_then(|m| m.child("instance_effect"))
            .and_then(|i| target(document, i, "url", "effect"));
        let (Some(effect), Some(semantic)) = (effect, bind.attribute("semantic")) else { continue };
        let Some(known) = effects.entry(effect.id()).or_insert_with(|| names_of(document, effect)) else { continue };
        let name = semantic.value();
        if !known.contains(name.trim()) {
            let message = format!("the effect has no parameter for the binding `{}`", name.trim());
            report.push(report.finding(bind, semantic.value_span(), message));
        }
    }
}

/// Whatever a binding may mean; `None` when shaders may know more names.
fn names_of(document: &Document, effect: Node<'_>) -> Option<HashSet<String>> {
    let mut names = HashSet::new();
    for node in effect.descendants().filter(|n| document.ty(*n).is_some()) {
        match node.local_name() {
            "newparam" => names.extend(node.attribute_value("sid").map(|s| s.trim().to_owned())),
            "semantic" => drop(names.insert(node.text().trim().to_owned())),
            "texture" => names.extend(node.attribute_value("texcoord").map(|s| s.trim().to_owned())),
            "shader" | "program" | "profile_BRIDGE" => return None,
            _ => {}
        }
    }
    Some(names)
}
