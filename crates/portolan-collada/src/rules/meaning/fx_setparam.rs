use hashbrown::HashMap;
use portolan_syntax::Node;

use super::scoped::{Scoped, target, value};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds materials that set a parameter of their effect to a value of another kind.
    ///
    /// Numbers are converted among each other, but a number for a sampler, or the reverse, cannot be assigned, and the
    /// parameter keeps its value.
    "SEM161" "setparam-type" Warning, spec "5-128", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut effects: HashMap<_, Scoped<'a>> = HashMap::new();
    for set in document.named(&["setparam"]).filter(|n| document.path(*n) == "instance_effect/setparam") {
        let Some(effect) = set.parent().and_then(|i| target(document, i, "url", "effect")) else { continue };
        let params = effects.entry(effect.id()).or_insert_with(|| Scoped::of(document, effect, &["newparam"]));
        let name = set.attribute_value("ref").unwrap_or_default();
        let (Some(declared), Some(given)) = (params.anywhere(name.trim()).and_then(value), value(set)) else {
            continue;
        };
        if let (Some(a), Some(b)) = (Kind::of(declared), Kind::of(given))
            && a != b
        {
            let message = format!(
                "the parameter `{}` is a `<{}>` and cannot be set to a `<{}>`",
                name.trim(),
                declared.local_name(),
                given.local_name()
            );
            report.push(report.finding(set, given.name_span(), message).see(declared.open_span(), "declared here"));
        }
    }
}

/// What can be assigned to what; numbers are converted among each other.
#[derive(PartialEq)]
enum Kind {
    Number,
    Sampler,
    Surface,
}

impl Kind {
    fn of(value: Node<'_>) -> Option<Kind> {
        match value.local_name() {
            name if name.starts_with("sampler") => Some(Kind::Sampler),
            "surface" => Some(Kind::Surface),
            name if ["bool", "int", "float", "fixed", "half"].iter().any(|t| name.starts_with(t)) => Some(Kind::Number),
            _ => None,
        }
    }
}
