use portolan_syntax::Node;

use super::mathml::{applications, arguments, operands};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds formulas that apply an operator to too few or too many operands, or apply nothing at all.
    ///
    /// In MathML an `<apply>` begins with the operator, such as `<divide/>`, and its operands follow. A division has
    /// two, a sine one, a sum any number.
    "SEM140" "formula-operands" Error, spec "5-38", on ["formula"], check
}

fn check<'a>(formula: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for apply in applications(formula) {
        let Some(operator) = apply.elements().next() else {
            report.at(apply, "`<apply>` is empty");
            continue;
        };
        let name = operator.local_name();
        if name == "cn" {
            report.at(operator, "a number is used as an operator");
            continue;
        }
        let Some(wanted) = operands(name) else { continue };
        let count = arguments(apply).count();
        if count < wanted.min || wanted.max.is_some_and(|max| count > max) {
            let takes = match (wanted.min, wanted.max) {
                (1, Some(1)) => "one operand".to_owned(),
                (min, Some(max)) if min == max => format!("{min} operands"),
                (min, Some(max)) => format!("{min} or {max} operands"),
                (min, None) => format!("{min} or more operands"),
            };
            report.at(operator, format!("`{name}` needs {takes}, but has {count}"));
        }
    }
}
