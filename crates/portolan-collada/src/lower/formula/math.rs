//! The content markup of MathML.

use portolan_scene::{Constant, Expression, Function};
use portolan_schema::Bound;
use portolan_syntax::Node;

/// Expressions within expressions that are followed.
const DEEPEST: usize = 200;

/// The expression in an element that holds a `<math>`, or the expression itself.
pub(super) fn expression(holder: Node<'_>, bound: &Bound) -> Result<Expression, String> {
    let math = holder.child("math").unwrap_or(holder);
    let mut inner = math.elements();
    let (Some(first), more) = (inner.next(), inner.next()) else { return Err("it holds no expression".into()) };
    match more {
        None => read(first, bound, 0),
        Some(_) => Err("it holds several expressions".into()),
    }
}

/// Calls `visit` with each symbol of an expression.
pub(super) fn symbols<'e>(expression: &'e Expression, visit: &mut impl FnMut(&'e str)) {
    match expression {
        Expression::Number(_) | Expression::Constant(_) => {}
        Expression::Parameter(name) => visit(name),
        Expression::Apply(_, all) => all.iter().for_each(|e| symbols(e, visit)),
        Expression::Piecewise(pieces, otherwise) => {
            pieces.iter().flat_map(|(value, condition)| [value, condition]).for_each(|e| symbols(e, visit));
            otherwise.iter().for_each(|e| symbols(e, visit));
        }
    }
}

fn read(element: Node<'_>, bound: &Bound, depth: usize) -> Result<Expression, String> {
    if depth > DEEPEST {
        return Err(format!("its expressions are nested more than {DEEPEST} deep"));
    }
    Ok(match element.local_name() {
        "cn" => Expression::Number(number(element, bound)?),
        "ci" | "csymbol" => symbol(element)?,
        "apply" | "reln" => apply(element, bound, depth)?,
        "piecewise" => piecewise(element, bound, depth)?,
        // A container of an expression and notes on it.
        "semantics" => read(element.elements().next().ok_or("`semantics` is empty")?, bound, depth + 1)?,
        name => match constant(name) {
            Some(constant) => Expression::Constant(constant),
            None if function(name).is_some() => return Err(format!("the operator `{name}` is not applied")),
            None => return Err(format!("`{name}` is not known")),
        },
    })
}

/// A parameter; a number where one was meant, as in the example of the specification.
fn symbol(element: Node<'_>) -> Result<Expression, String> {
    let text = element.text();
    let name = text.trim();
    if name.is_empty() {
        return Err(format!("a `{}` is empty", element.local_name()));
    }
    let is_number = element.local_name() == "ci" && name.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    Ok(match name.parse::<f64>().ok().filter(|v| is_number && v.is_finite()) {
        Some(value) => Expression::Number(value),
        None => Expression::Parameter(name.into()),
    })
}

/// A number of any of MathML's types but the complex ones.
fn number(element: Node<'_>, bound: &Bound) -> Result<f64, String> {
    let kind = element.attribute_value("type").unwrap_or_default();
    let mut parts = vec![String::new()];
    for child in element.children() {
        match (child.is_element(), parts.last_mut()) {
            (true, _) if child.local_name() == "sep" => parts.push(String::new()),
            (true, _) => return Err(format!("a number holds a `{}`", child.local_name())),
            (false, Some(part)) => part.push_str(&child.text()),
            (false, None) => {}
        }
    }
    let wrong = || format!("`{}` is no number", element.text().trim());
    let real = |part: &String| part.trim().parse::<f64>().ok();
    let value = match (kind.trim(), parts.as_slice()) {
        ("integer", [digits]) => {
            let base = bound.given::<u32>(element, "base").sound();
            let base = base.filter(|b| (2..=36).contains(b)).ok_or_else(wrong)?;
            i64::from_str_radix(digits.trim(), base)
                .ok()
                .map(|v| v as f64)
                .or_else(|| real(digits).filter(|_| base == 10))
        }
        ("rational", [above, below]) => real(above).zip(real(below)).map(|(a, b)| a / b),
        ("e-notation", [mantissa, exponent]) => format!("{}e{}", mantissa.trim(), exponent.trim()).parse().ok(),
        ("constant", [name]) => match name.trim() {
            "π" | "pi" | "&pi;" => Some(std::f64::consts::PI),
            "ⅇ" | "e" | "&ee;" | "&exponentiale;" => Some(std::f64::consts::E),
            "γ" | "&gamma;" => Some(EULER_GAMMA),
            "∞" | "&infin;" => return Ok(f64::INFINITY),
            _ => None,
        },
        ("" | "real" | "double", [digits]) => real(digits),
        (other, _) => return Err(format!("numbers of the type `{other}` are not known")),
    };
    value.filter(|v| v.is_finite()).ok_or_else(wrong)
}

/// The limit of the difference of the harmonic series and the logarithm.
const EULER_GAMMA: f64 = 0.577_215_664_901_532_9;

fn apply(element: Node<'_>, bound: &Bound, depth: usize) -> Result<Expression, String> {
    let mut inner = element.elements();
    let operator = inner.next().ok_or("an `apply` is empty")?;
    let name = operator.local_name();
    let function = function(name).ok_or_else(|| format!("the operator `{name}` is not known"))?;
    let mut arguments = Vec::new();
    if operator.elements().next().is_some() {
        return Err(format!("the operator `{name}` holds its arguments; they stand behind it"));
    }
    for argument in inner {
        match argument.local_name() {
            // These come first, whatever their place.
            "degree" if function == Function::Root => arguments.insert(0, read(only(argument)?, bound, depth + 1)?),
            "logbase" if function == Function::Log => arguments.insert(0, read(only(argument)?, bound, depth + 1)?),
            _ => arguments.push(read(argument, bound, depth + 1)?),
        }
    }
    let (least, most) = arity(function);
    if arguments.len() < least || arguments.len() > most {
        return Err(format!("`{name}` has {} arguments", arguments.len()));
    }
    Ok(Expression::Apply(function, arguments))
}

fn piecewise(element: Node<'_>, bound: &Bound, depth: usize) -> Result<Expression, String> {
    let (mut pieces, mut otherwise) = (Vec::new(), None);
    for piece in element.elements() {
        let inner: Vec<Node<'_>> = piece.elements().take(3).collect();
        match (piece.local_name(), inner.as_slice()) {
            ("piece", [value, condition]) => {
                pieces.push((read(*value, bound, depth + 1)?, read(*condition, bound, depth + 1)?))
            }
            ("otherwise", [value]) => otherwise = Some(Box::new(read(*value, bound, depth + 1)?)),
            (name, _) => return Err(format!("a `{name}` of `piecewise` has the wrong content")),
        }
    }
    Ok(Expression::Piecewise(pieces, otherwise))
}

fn only(element: Node<'_>) -> Result<Node<'_>, String> {
    element.elements().next().ok_or_else(|| format!("a `{}` is empty", element.local_name()))
}

fn constant(name: &str) -> Option<Constant> {
    Some(match name {
        "pi" => Constant::Pi,
        "exponentiale" => Constant::E,
        "true" => Constant::True,
        "false" => Constant::False,
        "notanumber" => Constant::NotANumber,
        "infinity" => Constant::Infinity,
        "eulergamma" => Constant::EulerGamma,
        _ => return None,
    })
}

/// The least and the most arguments.
fn arity(function: Function) -> (usize, usize) {
    use Function::{
        And, Divide, Eq, Gcd, Geq, Gt, Implies, Lcm, Leq, Log, Lt, Max, Min, Minus, Neq, Or, Plus, Power, Quotient,
        Rem, Root, Times, Xor,
    };
    match function {
        Plus | Times | And | Or | Xor => (0, usize::MAX),
        Gcd | Lcm | Min | Max => (1, usize::MAX),
        Eq | Gt | Lt | Geq | Leq => (2, usize::MAX),
        Neq | Divide | Power | Rem | Quotient | Implies => (2, 2),
        Minus | Root | Log => (1, 2),
        _ => (1, 1),
    }
}

fn function(name: &str) -> Option<Function> {
    Some(match name {
        "plus" => Function::Plus,
        "minus" => Function::Minus,
        "times" => Function::Times,
        "divide" => Function::Divide,
        "power" => Function::Power,
        "root" => Function::Root,
        "exp" => Function::Exp,
        "ln" => Function::Ln,
        "log" => Function::Log,
        "abs" => Function::Abs,
        "floor" => Function::Floor,
        "ceiling" => Function::Ceiling,
        "min" => Function::Min,
        "max" => Function::Max,
        "rem" => Function::Rem,
        "quotient" => Function::Quotient,
        "factorial" => Function::Factorial,
        "gcd" => Function::Gcd,
        "lcm" => Function::Lcm,
        "sin" => Function::Sin,
        "cos" => Function::Cos,
        "tan" => Function::Tan,
        "sec" => Function::Sec,
        "csc" => Function::Csc,
        "cot" => Function::Cot,
        "sinh" => Function::Sinh,
        "cosh" => Function::Cosh,
        "tanh" => Function::Tanh,
        "sech" => Function::Sech,
        "csch" => Function::Csch,
        "coth" => Function::Coth,
        "arcsin" => Function::Arcsin,
        "arccos" => Function::Arccos,
        "arctan" => Function::Arctan,
        "arcsec" => Function::Arcsec,
        "arccsc" => Function::Arccsc,
        "arccot" => Function::Arccot,
        "arcsinh" => Function::Arcsinh,
        "arccosh" => Function::Arccosh,
        "arctanh" => Function::Arctanh,
        "arcsech" => Function::Arcsech,
        "arccsch" => Function::Arccsch,
        "arccoth" => Function::Arccoth,
        "eq" => Function::Eq,
        "neq" => Function::Neq,
        "gt" => Function::Gt,
        "lt" => Function::Lt,
        "geq" => Function::Geq,
        "leq" => Function::Leq,
        "and" => Function::And,
        "or" => Function::Or,
        "xor" => Function::Xor,
        "not" => Function::Not,
        "implies" => Function::Implies,
        _ => return None,
    })
}
