use hashbrown::HashMap;
use portolan_syntax::Node;

use crate::rules::read::word;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds metrics that are defined twice.
    ///
    /// A metric holds for the whole file, so there can be only one of each key. Which of several a reader takes is not
    /// certain. Remove all but one.
    "SEM202" "metric-repeated" Warning, spec "46", on document, check
}

fn check<'a>(file: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut seen: HashMap<String, Node<'a>> = HashMap::new();
    for metric in file.children_named("Metric") {
        let Some(key) = word(report.document, metric, "key") else { continue };
        if let Some(first) = seen.get(&*key) {
            let message = format!("the metric `{key}` is defined twice");
            let finding = report.finding(metric, metric.name_span(), message);
            report.push(finding.see(first.name_span(), "first defined here"));
        } else {
            seen.insert(key.into_owned(), metric);
        }
    }
}
