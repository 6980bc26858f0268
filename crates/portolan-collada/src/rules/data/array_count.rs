use portolan_syntax::Node;

use super::support::{at_attribute, data, many, with_number};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds arrays whose `count` is not the number of their values.
    ///
    /// Readers that trust `count` read garbage or stop too early; others use what is there. Either values were lost or
    /// the number was not updated: correct the one that is wrong.
    "DAT001" "array-count" Error, spec "5-37", on [
        "float_array", "int_array", "bool_array", "Name_array", "IDREF_array", "SIDREF_array", "token_array",
    ], check
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(array) = data(report.document).array(array) else { return };
    let (Some(run), Some(declared)) = (array.run, array.declared) else { return };
    if run.count != declared {
        let message =
            format!("`count` declares {}, but there {} {}", many(declared, "value"), is_are(run.count), run.count);
        let finding = at_attribute(report, array.node, "count", message);
        report.push(with_number(finding, array.node, "count", run.count));
    }
}

fn is_are(n: u64) -> &'static str {
    if n == 1 { "is" } else { "are" }
}
