//! What MathML content markup means, as far as formulas use it.

use portolan_syntax::Node;

/// How many operands an operator takes.
#[derive(Clone, Copy)]
pub struct Operands {
    /// At least.
    pub min: usize,
    /// At most; `None` is any number.
    pub max: Option<usize>,
}

/// The operators with which a formula can be computed, and how many operands each takes.
pub fn operands(operator: &str) -> Option<Operands> {
    let (min, max) = match operator {
        "abs" | "floor" | "ceiling" | "factorial" | "exp" | "ln" | "log" | "root" | "not" | "sin" | "cos" | "tan"
        | "sec" | "csc" | "cot" | "arcsin" | "arccos" | "arctan" | "arcsec" | "arccsc" | "arccot" | "sinh" | "cosh"
        | "tanh" | "sech" | "csch" | "coth" | "arcsinh" | "arccosh" | "arctanh" | "arcsech" | "arccsch" | "arccoth" => {
            (1, Some(1))
        }
        "minus" => (1, Some(2)),
        "divide" | "power" | "rem" | "quotient" | "neq" | "implies" => (2, Some(2)),
        "plus" | "times" | "min" | "max" | "gcd" | "lcm" | "and" | "or" | "xor" | "mean" => (1, None),
        "eq" | "lt" | "gt" | "leq" | "geq" | "equivalent" | "approx" => (2, None),
        _ => return None,
    };
    Some(Operands { min, max })
}

/// Operators of MathML that a formula about numbers has no use for.
pub fn beyond_numbers(operator: &str) -> bool {
    matches!(
        operator,
        "sum"
            | "product"
            | "conjugate"
            | "arg"
            | "real"
            | "imaginary"
            | "factorof"
            | "exists"
            | "forall"
            | "compose"
            | "domain"
            | "codomain"
            | "image"
            | "ident"
            | "inverse"
            | "union"
            | "intersect"
            | "in"
            | "notin"
            | "subset"
            | "prsubset"
            | "notsubset"
            | "notprsubset"
            | "setdiff"
            | "card"
            | "cartesianproduct"
            | "diff"
            | "int"
            | "partialdiff"
            | "limit"
            | "determinant"
            | "transpose"
            | "selector"
            | "vectorproduct"
            | "scalarproduct"
            | "outerproduct"
            | "divergence"
            | "grad"
            | "curl"
            | "laplacian"
            | "sdev"
            | "variance"
            | "median"
            | "mode"
            | "moment"
            | "tendsto"
            | "set"
            | "list"
            | "vector"
            | "matrix"
            | "lambda"
            | "interval"
            | "declare"
    )
}

/// Qualifiers stand among the operands of an `apply` and are none.
pub fn is_qualifier(name: &str) -> bool {
    matches!(
        name,
        "degree" | "logbase" | "bvar" | "lowlimit" | "uplimit" | "condition" | "domainofapplication" | "momentabout"
    )
}

/// The expressions of a formula: its `math` element, if it has one in the common profile.
pub fn math(formula: Node<'_>) -> Option<Node<'_>> {
    formula.child("technique_common")?.child("math")
}

/// All `apply` elements of a formula.
pub fn applications<'a>(formula: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    math(formula).into_iter().flat_map(|m| m.descendants()).filter(|n| n.local_name() == "apply")
}

/// The operands of an `apply`, without its operator and qualifiers.
pub fn arguments<'a>(apply: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    apply.elements().skip(1).filter(|e| !is_qualifier(e.local_name()))
}
