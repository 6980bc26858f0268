use crate::data::Text;
use portolan_syntax::Node;

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds negative weights in skins.
    ///
    /// A vertex then moves away from its joint, and the weights cannot always be normalized.
    "DAT087" "negative-weight" Warning, spec "5-154", on ["skin/vertex_weights"], check
}

fn check<'a>(weights: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(source) = data(report.document).input_source(weights, "WEIGHT") else { return };
    let Some(array) = source.array.filter(|a| a.kind.is_number() && a.run.is_some()) else { return };
    let Some(accessor) = source.accessor else { return };
    let text = Text::of(array.node);
    let negative = |(index, (word, _)): &(u64, (&str, _))| {
        // Only words with a sign need a closer look, which spares reading all the others.
        word.starts_with('-') && accessor.place(*index).is_some() && word.parse::<f64>().is_ok_and(|w| w < 0.0)
    };
    let found = (0u64..).zip(text.words()).find(negative);
    if let Some((_, (word, at))) = found {
        let finding = report.finding(array.node, text.span(at), format!("the weight `{word}` is negative"));
        report.push(finding);
    }
}
