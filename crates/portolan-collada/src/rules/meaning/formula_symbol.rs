use hashbrown::{HashMap, HashSet};
use portolan_schema::value::number::is_float;
use portolan_syntax::{Node, NodeId, Severity};

use super::mathml::math;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds formulas that use a symbol which nothing declares.
    ///
    /// A `<csymbol>` (or `<ci>`) names a `<newparam>` of the formula or of the model it belongs to; without a value for
    /// it the formula cannot be computed. A number in a `<ci>` is read as a `<cn>` (for information).
    "SEM142" "formula-symbol" Warning, spec "5-38", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut scopes: HashMap<NodeId, HashSet<String>> = HashMap::new();
    for formula in report.document.named(&["formula"]) {
        let Some(math) = math(formula).filter(|_| report.document.ty(formula).is_some()) else { continue };
        let own = own_names(formula, math);
        for node in math.descendants().filter(|n| n.is_element() && matches!(n.local_name(), "ci" | "csymbol")) {
            let text = node.text();
            let name = text.trim();
            if is_float(name.as_bytes()) {
                let message = format!("the number `{name}` is in a `<{}>`", node.local_name());
                let finding = report.finding(node, node.content_span(), message);
                report.push(finding.severity(Severity::Info).help("write it in a `<cn>`"));
                continue;
            }
            // A path ends with the name that counts.
            let last = name.rsplit('/').next().unwrap_or(name);
            let around = |scope: Node<'a>| {
                let names = scopes.entry(scope.id()).or_insert_with(|| names_of(scope));
                names.contains(name) || names.contains(last)
            };
            if !name.is_empty() && !own.contains(name) && !formula.ancestors().skip(1).any(around) {
                report.at_content(node, format!("the symbol `{name}` of the formula is not declared"));
            }
        }
    }
}

/// Parameters, target and bound variables of a formula.
fn own_names(formula: Node<'_>, math: Node<'_>) -> HashSet<String> {
    let mut names: HashSet<String> = sids(formula.children_named("newparam")).collect();
    names.extend(formula.child("target").and_then(|t| t.child("param")).map(|p| p.text().trim().to_owned()));
    let bound = math.descendants().filter(|n| matches!(n.local_name(), "bvar" | "declare"));
    names.extend(bound.filter_map(|b| b.child("ci").map(|ci| ci.text().trim().to_owned())));
    names
}

/// What a formula sees of an element it stands in: its parameters; of a model also joints and links.
fn names_of(scope: Node<'_>) -> HashSet<String> {
    match scope.local_name() {
        "kinematics_model" => sids(scope.descendants().filter(|n| n.is_element())).collect(),
        _ => sids(scope.children_named("newparam")).collect(),
    }
}

fn sids<'a>(nodes: impl Iterator<Item = Node<'a>>) -> impl Iterator<Item = String> {
    nodes.filter_map(|n| n.attribute_value("sid").map(|s| s.trim().to_owned()))
}
