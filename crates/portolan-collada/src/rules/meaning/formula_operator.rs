use portolan_syntax::Node;

use super::mathml::{beyond_numbers, math};
use portolan_format::{Reporter, rule};

rule! {
    /// Notes formulas with parts of MathML that are not about numbers, such as sets, integrals and matrices.
    ///
    /// A formula computes one number from others. What goes beyond arithmetic, elementary functions, comparisons and
    /// cases is kept, but few applications can compute it.
    "SEM141" "formula-operator" Info, spec "5-38", on ["formula"], check
}

fn check<'a>(formula: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(math) = math(formula) else { return };
    for node in math.descendants().filter(|n| n.is_element() && beyond_numbers(n.local_name())) {
        report.at(node, format!("`{}` is not supported by most applications", node.local_name()));
    }
}
