use hashbrown::HashSet;
use portolan_syntax::Node;

use crate::rules::resolve::written;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds bones that a skeleton refers to twice.
    ///
    /// Each reference is a bone of its own to the skin, so one node would be two bones. Usually the second one was
    /// meant to be another.
    "SEM231" "bone-repeated" Warning, spec "18", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut seen = HashSet::new();
    for written in written(document).filter(|w| w.holder.name().full == "BoneRefArray") {
        let Some(bone) = written.target(document) else { continue };
        if !seen.insert((written.from.id(), bone.id())) {
            let message = format!("the skeleton refers to `{}` twice", document.tree.slice(written.span));
            let finding = report.finding(written.holder, written.span, message);
            report.push(finding);
        }
    }
}
