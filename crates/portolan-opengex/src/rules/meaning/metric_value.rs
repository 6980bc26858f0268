use portolan_syntax::Node;

use crate::rules::read::{Series, word};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds metrics that no unit or colour can have.
    ///
    /// `distance`, `angle` and `time` are factors to metres, radians and seconds and must be above zero. The
    /// chromaticities of primary colours and white point are divided by their second coordinate, which must be above
    /// zero too.
    "SEM203" "metric-value" Warning, spec "46", on ["Metric"], check
}

fn check<'a>(metric: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(key), Some(series)) = (word(report.document, metric, "key"), Series::of(report.document, metric)) else {
        return;
    };
    let judged = match &*key {
        "distance" | "angle" | "time" => series.floats().first().copied(),
        "red" | "green" | "blue" | "white" => series.floats().get(1).copied(),
        _ => return,
    };
    if let Some(value) = judged.filter(|v| v.is_nan() || *v <= 0.0) {
        report.at_content(series.node, format!("the metric `{key}` is {value}, but must be above zero"));
    }
}
