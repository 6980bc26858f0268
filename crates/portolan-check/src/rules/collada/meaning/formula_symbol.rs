use hashbrown::HashSet;
use portolan_schema::value::number::is_float;
use portolan_syntax::{Node, Severity};

use super::mathml::math;
use crate::{Reporter, rule};

rule! {
    /// Finds formulas that use a symbol which nothing declares.
    ///
    /// A `<csymbol>` (or `<ci>`) names a `<newparam>` of the formula or of the model it belongs to; without a value for
    /// it the formula cannot be computed. A number in a `<ci>` is read as a `<cn>` (for information).
    "SEM142" "formula-symbol" Warning, spec "5-38", collada on ["formula"], check
}

fn check<'a>(formula: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(math) = math(formula) else { return };
    let declared = declared(formula, math);
    for node in math.descendants().filter(|n| n.is_element() && matches!(n.local_name(), "ci" | "csymbol")) {
        let text = node.text();
        let name = text.trim();
        if is_float(name.as_bytes()) {
            let finding = report.finding(node, node.content_span(), format!("the number `{name}` stands in a `<{}>`", node.local_name()));
            report.push(finding.severity(Severity::Info).help("write it in a `<cn>`"));
        } else if !name.is_empty() && !declared.contains(name) && !declared.contains(last_step(name)) {
            report.at_content(node, format!("nothing declares the symbol `{name}` of the formula"));
        }
    }
}

/// The SIDs of parameters that the formula sees, and its bound variables.
fn declared(formula: Node<'_>, math: Node<'_>) -> HashSet<String> {
    let mut names = HashSet::new();
    for scope in formula.ancestors() {
        names.extend(scope.children_named("newparam").filter_map(|p| p.attribute_value("sid").map(|s| s.trim().to_owned())));
        // The model's parameters and joints are in sight of a formula within it.
        if scope.local_name() == "kinematics_model" {
            names.extend(scope.descendants().filter_map(|n| n.attribute_value("sid").map(|s| s.trim().to_owned())));
        }
    }
    names.extend(formula.child("target").and_then(|t| t.child("param")).map(|p| p.text().trim().to_owned()));
    let bound = math.descendants().filter(|n| matches!(n.local_name(), "bvar" | "declare"));
    names.extend(bound.filter_map(|b| b.child("ci").map(|ci| ci.text().trim().to_owned())));
    names
}

fn last_step(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
