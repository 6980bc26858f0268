use portolan_syntax::Node;

use crate::rules::read::Series;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds bone indices or bone weights whose number differs from the sum of the bone counts.
    ///
    /// For each vertex there are as many indices and weights as its bone count says. If the numbers do not match,
    /// influences are given to wrong vertices or read beyond the array.
    "DAT206" "influences-differ" Error, spec "16,19,65", on ["Skin"], check
}

fn check<'a>(skin: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let counts = skin.child("BoneCountArray").and_then(|a| Series::of(report.document, a));
    let Some(run) = counts.and_then(|s| s.run()) else { return };
    let sum: i128 = run.integers().flatten().map(|(count, _)| count).sum();
    for array in skin.elements().filter(|e| matches!(e.name().full, "BoneIndexArray" | "BoneWeightArray")) {
        let Some(series) = Series::of(report.document, array) else { continue };
        if i128::from(series.entries()) != sum {
            let found = match array.name().full {
                "BoneIndexArray" => portolan_syntax::counted(series.entries(), "bone index", "bone indices"),
                _ => portolan_syntax::counted(series.entries(), "bone weight", "bone weights"),
            };
            let message = format!("the bone counts add up to {sum}, which does not match {found}");
            report.at(series.node, message);
        }
    }
}
