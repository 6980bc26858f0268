use portolan_syntax::Node;

use super::mathml::{applications, arguments};
use super::values::number;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds formulas that divide by the number zero.
    ///
    /// The result is infinite or undefined whatever the parameters are.
    "SEM145" "formula-division-by-zero" Error, spec "5-38", on ["formula"], check
}

fn check<'a>(formula: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for apply in applications(formula) {
        let divides = apply.elements().next().is_some_and(|o| matches!(o.local_name(), "divide" | "rem" | "quotient"));
        let divisor = arguments(apply).nth(1).filter(|d| divides && matches!(d.local_name(), "cn" | "ci"));
        if let Some(divisor) = divisor.filter(|d| number(*d) == Some(0.0)) {
            report.at_content(divisor, "the formula divides by zero");
        }
    }
}
