use portolan_syntax::Node;

use crate::rules::read::Series;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds skeletons with another number of bind-pose transforms than bones.
    ///
    /// The `Transform` of a skeleton holds one matrix for each reference of its `BoneRefArray`, in the same order.
    "DAT209" "bind-transforms-differ" Error, spec "64,81", on ["Skeleton"], check
}

fn check<'a>(skeleton: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let series = |name| skeleton.child(name).and_then(|s| Series::of(report.document, s));
    let (Some(bones), Some(matrices)) = (series("BoneRefArray"), series("Transform")) else { return };
    if bones.entries() != matrices.entries() {
        let transforms = portolan_syntax::counted(matrices.entries(), "bind-pose transform", "bind-pose transforms");
        let message = format!("found {transforms} for {}", portolan_syntax::counted(bones.entries(), "bone", "bones"));
        report.at(matrices.node, message);
    }
}
