use portolan_syntax::Node;

use crate::rules::read::Series;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds vertices whose bone weights do not add up to 1, or that no bone influences.
    ///
    /// The position of a vertex is the weighted sum of what its bones make of it. With a sum below 1 it is drawn
    /// towards the origin, above 1 away from it; without any bone it collapses to the origin. Normalise the weights.
    "DAT208" "bone-weights-sum" Warning, spec "66", on ["Skin"], check
}

/// Exporters round weights to a few digits.
const TOLERANCE: f64 = 0.01;

fn check<'a>(skin: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let series = |name| skin.child(name).and_then(|a| Series::of(report.document, a));
    let (Some(counts), Some(weights)) = (series("BoneCountArray"), series("BoneWeightArray")) else { return };
    let Some(run) = counts.run() else { return };
    let values = weights.floats();
    let mut rest = values.as_slice();
    let mut first = None;
    let mut wrong = 0u64;
    for (vertex, bones) in run.integers().flatten().map(|(bones, _)| bones).enumerate() {
        // Another number of weights is another rule's matter.
        let Some((own, behind)) = usize::try_from(bones).ok().and_then(|n| rest.split_at_checked(n)) else { return };
        rest = behind;
        let sum = own.iter().fold(0.0, |sum, weight| sum + weight);
        if (sum - 1.0).abs() > TOLERANCE {
            wrong += 1;
            first.get_or_insert((vertex, sum, own.is_empty()));
        }
    }
    let Some((vertex, sum, alone)) = first.filter(|_| rest.is_empty()) else { return };
    let more = match wrong - 1 {
        0 => String::new(),
        n => format!("; the same applies to {}", portolan_syntax::counted(n, "more vertex", "more vertices")),
    };
    let sum = (sum * 1000.0).round() / 1000.0;
    report.at(
        weights.node,
        match alone {
            true => format!("no bone influences vertex {vertex}{more}"),
            false => format!("the weights of vertex {vertex} add up to {sum} instead of 1{more}"),
        },
    );
}
