use portolan_syntax::Node;

use super::mathml::math;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds symbols in formulas that do not say that COLLADA defines them.
    ///
    /// A `<csymbol>` is defined outside of MathML, and its attribute `encoding` says where: `COLLADA` for parameters.
    /// Others are also read as parameters.
    "SEM143" "formula-symbol-encoding" Warning, spec "5-38", on ["formula"], check
}

fn check<'a>(formula: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(math) = math(formula) else { return };
    for symbol in math.descendants().filter(|n| n.local_name() == "csymbol") {
        // A definition elsewhere on the web is a function of its own.
        if symbol.attribute("encoding").is_none() && symbol.attribute("definitionURL").is_none() {
            let finding = report.finding(symbol, symbol.name_span(), "`<csymbol>` has no `encoding`");
            report.push(finding.help("write `encoding=\"COLLADA\"`"));
        }
    }
}
