use crate::resolve::resolver;
use portolan_syntax::Node;

use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds hints for a technique that the effect does not have.
    ///
    /// The hint is ignored. `ref` is the `sid` of a `<technique>` of the effect.
    "REF044" "unresolved-technique" Warning, spec "8-131", on ["instance_effect/technique_hint"], check
}

fn check<'a>(hint: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let resolver = resolver(document);
    let effect = hint.parent().and_then(|i| resolver.instantiated(i)).filter(|e| e.local_name() == "effect");
    let (Some(effect), Some(attr)) = (effect, hint.attribute("ref")) else { return };
    let name = attr.value();
    let mut found = resolver.index().all_below(effect, name.trim()).filter_map(|n| document.tree.node(n));
    if !found.any(|n| n.local_name() == "technique") {
        report.at_attribute(hint, "ref", format!("the effect has no technique `{}`", shown(name.trim())));
    }
}
