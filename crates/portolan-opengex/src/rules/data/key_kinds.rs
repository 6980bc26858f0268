use std::borrow::Cow;

use portolan_syntax::Node;

use crate::rules::read::word;
use portolan_format::{Document, Reporter, rule};

rule! {
    /// Finds `Key` structures that are missing for the curve, doubled, or of a kind that the curve does not have.
    ///
    /// Every curve needs keys of kind `value`; `bezier` also `-control` and `+control`; `tcb` also `tension`,
    /// `continuity` and `bias`. Without them the curve cannot be evaluated. Add the keys, or choose another `curve`.
    "DAT211" "key-kinds" Error, spec "32,76,86", on ["Time", "Value"], check
}

pub(super) fn kind<'a>(document: &Document, key: Node<'a>) -> Option<Cow<'a, str>> {
    word(document, key, "kind")
}

/// The kinds of keys that values can have; times have the first three.
const KINDS: [&str; 6] = ["value", "-control", "+control", "tension", "continuity", "bias"];

fn check<'a>(curve: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(name) = word(report.document, curve, "curve") else { return };
    let wanted: &[&str] = match &*name {
        "constant" | "linear" => &["value"],
        "bezier" => &["value", "-control", "+control"],
        "tcb" if curve.name().full == "Value" => &["value", "tension", "continuity", "bias"],
        _ => return,
    };
    let is_time = curve.name().full == "Time";
    let (kinds, most) = if is_time { (KINDS.get(..3).unwrap_or_default(), 3) } else { (KINDS.as_slice(), 4) };
    // Too many altogether is the schema's matter.
    if curve.children_named("Key").count() > most {
        return;
    }
    let mut seen: Vec<Cow<'_, str>> = Vec::new();
    for key in curve.children_named("Key") {
        // A word that no key has is the schema's matter, and may be meant as the one that is missing.
        let Some(kind) = kind(report.document, key).filter(|k| kinds.contains(&&**k)) else { return };
        if seen.contains(&kind) {
            report.at(key, format!("`{}` has two `Key` structures of kind `{kind}`", curve.name().full));
        } else if !wanted.contains(&&*kind) {
            let belongs = if kind.ends_with("control") { "bezier" } else { "tcb" };
            report.at(key, format!("keys of kind `{kind}` belong to the curve `{belongs}`, not to `{name}`"));
        }
        seen.push(kind);
    }
    let missing: Vec<&str> = wanted.iter().copied().filter(|w| !seen.iter().any(|s| s == w)).collect();
    if !missing.is_empty() && !seen.is_empty() && curve.is_closed() {
        let missing = missing.join("`, `");
        report.at(curve, format!("the curve `{name}` of `{}` is missing keys of kind `{missing}`", curve.name().full));
    }
}
