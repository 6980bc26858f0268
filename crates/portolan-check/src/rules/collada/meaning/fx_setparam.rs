use hashbrown::HashMap;
use portolan_syntax::{Node, Severity};

use super::scoped::{Scoped, base, target, value};
use crate::{Reporter, rule};

rule! {
    /// Finds materials that set a parameter which their effect does not declare, or to a value of another kind.
    ///
    /// An unknown parameter is ignored, so that a material can serve several effects (for information only). A number
    /// for a sampler, or the reverse, cannot be assigned (a warning).
    "SEM161" "setparam-without-effect" Info, spec "5-128", collada on document, check
}

fn check<'a>(root: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut effects: HashMap<_, Option<Scoped<'a>>> = HashMap::new();
    for instance in root.tree().nodes().filter(|n| n.local_name() == "instance_effect") {
        if instance.child("setparam").is_none() {
            continue;
        }
        let Some(effect) = target(document, instance, "url", "effect") else { continue };
        let params = effects.entry(effect.id()).or_insert_with(|| {
            // Whatever a file elsewhere declares is visible too.
            let closed = effect.child("profile_BRIDGE").is_none();
            closed.then(|| Scoped::of(document, effect, &["newparam"]))
        });
        let Some(params) = params else { continue };
        for set in instance.children_named("setparam") {
            let Some(name) = set.attribute("ref") else { continue };
            let reference = name.value();
            let param = params.anywhere(reference.trim()).or_else(|| params.anywhere(base(&reference)));
            match param {
                None => {
                    let message = format!("the effect has no parameter `{}` to set", reference.trim());
                    report.push(report.finding(set, name.value_span(), message));
                }
                Some(param) => {
                    let whole = !reference.contains(['.', '[']);
                    let (Some(declared), Some(given)) = (value(param).filter(|_| whole), value(set)) else { continue };
                    if let (Some(a), Some(b)) = (Kind::of(declared), Kind::of(given))
                        && a != b
                    {
                        let message = format!(
                            "the parameter `{}` holds a `<{}>` and cannot take a `<{}>`",
                            reference.trim(),
                            declared.local_name(),
                            given.local_name()
                        );
                        let finding = report.finding(set, given.name_span(), message).severity(Severity::Warning);
                        report.push(finding.see(declared.open_span(), "declared here"));
                    }
                }
            }
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
