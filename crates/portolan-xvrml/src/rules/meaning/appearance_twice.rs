use portolan_syntax::Node;

use crate::rules::support::use_target;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds shapes with two materials or two textures.
    ///
    /// A shape has one of each at most. Which one is used depends on the reader.
    "SEM310" "appearance-twice" Error, spec "VRML97-6.41", on ["Shape/appearance"], check
}

fn check<'a>(appearance: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut seen: Vec<(&str, Node<'a>)> = Vec::new();
    for child in appearance.elements().take(4) {
        let shown = match child.local_name() {
            "Use" => use_target(report.document, child).unwrap_or(child),
            _ => child,
        };
        let kind = shown.local_name();
        if !matches!(kind, "Material" | "Texture") {
            continue;
        }
        if let Some((_, first)) = seen.iter().find(|(k, _)| *k == kind) {
            let finding = report.finding(child, child.open_span(), format!("the shape has a second `<{kind}>`"));
            report.push(finding.see(first.open_span(), "the first one"));
        }
        seen.push((kind, child));
    }
}
