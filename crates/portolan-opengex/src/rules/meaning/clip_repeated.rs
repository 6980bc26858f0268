use hashbrown::HashMap;
use portolan_syntax::Node;

use crate::rules::read::integer;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `Clip` structures that share an index.
    ///
    /// A clip gives the name and frame rate of all animations with its index, which is 0 by default. With two of them
    /// the result is ambiguous.
    "SEM207" "clip-index-repeated" Warning, spec "23", on document, check
}

fn check<'a>(file: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut seen: HashMap<i128, Node<'a>> = HashMap::new();
    for clip in file.children_named("Clip") {
        let Some(index) = integer(report.document, clip, "index") else { continue };
        if let Some(first) = seen.get(&index) {
            let message = format!("two `Clip` structures have the index {index}");
            let span = clip.attribute("index").map_or(clip.name_span(), |a| a.value_span());
            let finding = report.finding(clip, span, message).see(first.name_span(), "the first one");
            report.push(finding);
        } else {
            seen.insert(index, clip);
        }
    }
}
