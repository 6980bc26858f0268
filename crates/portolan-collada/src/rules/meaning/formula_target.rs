use portolan_syntax::Node;

use super::mathml::math;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds formulas without a valid target, or whose result is one of their operands.
    ///
    /// The `<target>` names the parameter that receives the result; a number there receives nothing. A formula that
    /// needs its own result can never be computed.
    "SEM144" "formula-target" Warning, spec "5-38", on ["formula"], check
}

fn check<'a>(formula: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(target) = formula.child("target") else { return };
    if let Some(number) = target.child("float") {
        report.at(number, "the target of the formula is a number, not a parameter");
        return;
    }
    let (Some(param), Some(math)) = (target.child("param"), math(formula)) else { return };
    let text = param.text();
    let name = text.trim();
    let symbols = math.descendants().filter(|n| matches!(n.local_name(), "ci" | "csymbol"));
    // `target = …` may be written out as an equation, with the target on its left.
    let is_left_side = |n: &Node<'a>| {
        let operator = n.parent_element().and_then(|p| p.elements().next());
        operator.is_some_and(|o| o.local_name() == "eq")
            && n.parent_element().and_then(|p| p.parent_element()).is_some_and(|p| p.local_name() == "math")
    };
    if let Some(symbol) = symbols.into_iter().find(|n| n.text().trim() == name && !is_left_side(n)) {
        let finding =
            report.finding(symbol, symbol.content_span(), format!("the formula depends on its own result `{name}`"));
        report.push(finding.see(param.span(), "the target"));
    }
}
