use hashbrown::HashMap;
use portolan_syntax::Node;

use super::scoped::Scoped;
use crate::{Reporter, rule};

rule! {
    /// Finds effects that declare a parameter, a technique or a pass twice in the same scope.
    ///
    /// Bindings name them by SID, and then cannot tell which one is meant; the first counts. A parameter of a profile
    /// may have the SID of one of the effect, and hides it there.
    "SEM155" "effect-duplicate-name" Error, spec "8-45", collada on ["effect"], check
}

fn check<'a>(effect: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let scoped = Scoped::of(report.document, effect, &["newparam"]);
    let mut firsts: HashMap<_, Node<'a>> = HashMap::new();
    let mut repeated = scoped.repeated;
    for node in effect.descendants() {
        let path = report.document.path(node);
        if !path.starts_with("profile_") || !(path.ends_with("/technique") || path.ends_with("/technique/pass")) {
            continue;
        }
        let (Some(sid), Some(scope)) = (node.attribute_value("sid"), node.parent()) else { continue };
        let first = *firsts.entry((scope.id(), sid.trim().to_owned())).or_insert(node);
        if first != node {
            repeated.push((node, first));
        }
    }
    for (node, first) in repeated {
        let Some(sid) = node.attribute("sid") else { continue };
        let what = match node.local_name() {
            "newparam" => "parameter",
            other => other,
        };
        let message = format!("the {what} `{}` is declared twice", sid.value().trim());
        report.push(report.finding(node, sid.value_span(), message).see(first.open_span(), "first declared here"));
    }
}
