use portolan_syntax::Node;

use crate::rules::read::Series;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds indices of bones that the skeleton does not have.
    ///
    /// A bone index counts the references of the `BoneRefArray`, from 0. Readers crash at a larger index, or move the
    /// vertex with a wrong bone.
    "DAT207" "bone-index-out-of-range" Error, spec "65", on ["Skin"], check
}

fn check<'a>(skin: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let bones = skin.child("Skeleton").and_then(|s| s.child("BoneRefArray"));
    let Some(bones) = bones.and_then(|b| Series::of(document, b)).map(|s| s.entries()) else { return };
    for array in skin.children_named("BoneIndexArray") {
        let Some(series) = Series::of(document, array) else { continue };
        // Reading has noted the largest index, so only arrays with a wrong one are walked through.
        if series.summary.limits.is_none_or(|(_, largest)| (largest as u64) < bones) {
            continue;
        }
        let mut indices = series.run().into_iter().flat_map(|r| r.integers()).flatten();
        let Some((value, span)) = indices.find(|(value, _)| *value >= i128::from(bones)) else { continue };
        let message = format!(
            "bone index {value} is out of range: the skeleton has {}",
            portolan_syntax::counted(bones, "bone", "bones")
        );
        let finding = report.finding(array, span, message);
        report.push(finding);
    }
}
