use hashbrown::{HashMap, HashSet};
use portolan_syntax::Node;

use super::scoped::target;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds materials and render steps that request a technique which the profile or effect does not have.
    ///
    /// `<technique_hint>` and `<technique_override>` name a technique by its SID, the hint perhaps in one profile only.
    /// Readers fall back to a technique of their own choice.
    "SEM162" "technique-of-profile" Warning, spec "8-131", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut techniques: HashMap<_, Option<HashSet<(String, String)>>> = HashMap::new();
    for node in document.named(&["technique_hint", "technique_override"]) {
        let hint = node.local_name() == "technique_hint";
        let effect = match node.local_name() {
            "technique_hint" => node.parent().and_then(|p| target(document, p, "url", "effect")),
            "technique_override" => node
                .parent()
                .and_then(|p| target(document, p, "url", "material"))
                .and_then(|m| m.child("instance_effect"))
                .and_then(|i| target(document, i, "url", "effect")),
            _ => continue,
        };
        let (Some(effect), Some(name)) = (effect, node.attribute("ref")) else { continue };
        let Some(known) = techniques.entry(effect.id()).or_insert_with(|| techniques_of(effect)) else { continue };
        let sid = name.value();
        let has = |profile: &str| known.contains(&(profile.to_owned(), sid.trim().to_owned()));
        let message = match node.attribute_value("profile").filter(|_| hint) {
            // A hint for what is nowhere in the effect is an unresolved reference.
            Some(profile) if has("") && !has(profile.trim()) => {
                format!("the technique `{}` is not in a `profile_{}`", sid.trim(), profile.trim())
            }
            None if !hint && !has("") => format!("the effect has no technique `{}` for this step", sid.trim()),
            _ => continue,
        };
        report.push(report.finding(node, name.value_span(), message));
    }
}

/// Profile (without `profile_`) and SID of each technique, and without the profile; `None` when not all are known.
fn techniques_of(effect: Node<'_>) -> Option<HashSet<(String, String)>> {
    let mut found = HashSet::new();
    for profile in effect.elements() {
        let Some(name) = profile.local_name().strip_prefix("profile_") else { continue };
        if name == "BRIDGE" {
            return None;
        }
        for sid in profile.children_named("technique").filter_map(|t| t.attribute_value("sid")) {
            found.insert((name.to_owned(), sid.trim().to_owned()));
            found.insert((String::new(), sid.trim().to_owned()));
        }
    }
    Some(found)
}
