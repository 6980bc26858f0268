use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds `Metric` structures after other structures.
    ///
    /// Metrics tell how all numbers of the file are to be read, so they must come before everything else. A reader that
    /// works from top to bottom has already used the wrong unit. Move them to the beginning.
    "SEM201" "metric-too-late" Error, spec "46", on document, check
}

fn check<'a>(file: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut other: Option<Node<'a>> = None;
    for structure in file.elements() {
        match (structure.name().full, other) {
            ("Metric", None) => {}
            ("Metric", Some(other)) => {
                let message = "a `Metric` comes after other structures";
                let finding = report.finding(structure, structure.name_span(), message);
                report.push(finding.see(other.name_span(), "the first other structure"));
            }
            _ => other = other.or(Some(structure)),
        }
    }
}
