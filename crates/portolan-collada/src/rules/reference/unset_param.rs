use crate::resolve::resolver;
use portolan_syntax::Node;

use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `<setparam>`s of a material for which the effect has no parameter.
    ///
    /// They are ignored, as the format wants it: a material may set what only some effects have.
    "REF043" "unset-param" Info, spec "5-128", on ["instance_effect/setparam"], check
}

fn check<'a>(setparam: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let resolver = resolver(document);
    let effect = setparam.parent().and_then(|i| resolver.instantiated(i)).filter(|e| e.local_name() == "effect");
    let (Some(effect), Some(attr)) = (effect, setparam.attribute("ref")) else { return };
    let name = attr.value();
    let name = name.trim();
    let base = name.split(['.', '[', '/']).next().unwrap_or(name);
    let index = resolver.index();
    if index.below(effect, name).is_none() && index.below(effect, base).is_none() {
        report.at_attribute(setparam, "ref", format!("the effect has no parameter `{}`; it is ignored", shown(name)));
    }
}
