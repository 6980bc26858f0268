//! The content markup of MathML.

use std::cell::Cell;

use hashbrown::HashMap;
use portolan_scene::{Constant, Expression, Function};
use portolan_schema::Bound;
use portolan_syntax::Node;

use crate::documents::Documents;

/// Expressions within expressions that are followed.
const DEEPEST: usize = 200;
/// Expressions that a formula may consist of, those of the functions that it calls counted as often as it calls them.
const MOST: usize = 1 << 16;

/// The expression in an element that holds a `<math>`, or the expression itself. What functions of the document do is put
/// in their place.
pub(in super::super) fn expression<'a>(holder: Node<'a>, documents: &'a Documents) -> Result<Expression, String> {
    let reader = Reader { documents, left: Cell::new(MOST) };
    reader.read(body(holder)?, 0, &HashMap::new())
}

/// The one expression in an element.
fn body(holder: Node<'_>) -> Result<Node<'_>, String> {
    let math = holder.child("math").unwrap_or(holder);
    let mut inner = math.elements();
    match (inner.next(), inner.next()) {
        (Some(first), None) => Ok(first),
        (None, _) => Err("it contains no expression".into()),
        _ => Err("it contains several expressions".into()),
    }
}

/// Calls `visit` with each symbol of an expression.
pub(in super::super) fn symbols<'e>(expression: &'e Expression, visit: &mut impl FnMut(&'e str)) {
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

/// What the parameters of a function are where it is called.
type Given = HashMap<Box<str>, Expression>;

struct Reader<'a> {
    /// Where the formulas are that symbols call.
    documents: &'a Documents,
    /// Expressions that may still be made.
    left: Cell<usize>,
}

impl<'a> Reader<'a> {
    fn read(&self, element: Node<'a>, depth: usize, given: &Given) -> Result<Expression, String> {
        if depth > DEEPEST {
            return Err(format!("its expressions are nested more than {DEEPEST} deep"));
        }
        self.spend(1)?;
        Ok(match element.local_name() {
            "cn" => Expression::Number(number(element, &self.documents.of(element).bound)?),
            "ci" | "csymbol" => match symbol(element)? {
                Expression::Parameter(name) => match given.get(&name) {
                    Some(argument) => {
                        self.spend(size(argument))?;
                        argument.clone()
                    }
                    None => Expression::Parameter(name),
                },
                number => number,
            },
            "apply" | "reln" => self.apply(element, depth, given)?,
            "piecewise" => self.piecewise(element, depth, given)?,
            // A container of an expression and notes on it.
            "semantics" => self.read(element.elements().next().ok_or("`semantics` is empty")?, depth + 1, given)?,
            name => match constant(name) {
                Some(constant) => Expression::Constant(constant),
                None if function(name).is_some() => return Err(format!("the operator `{name}` is not applied")),
                None => return Err(format!("`{name}` is not supported")),
            },
        })
    }

    fn spend(&self, expressions: usize) -> Result<(), String> {
        let left = self.left.get().checked_sub(expressions);
        self.left.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or_else(|| format!("it consists of more than {MOST} expressions"))
    }

    fn apply(&self, element: Node<'a>, depth: usize, given: &Given) -> Result<Expression, String> {
        let mut inner = element.elements();
        let operator = inner.next().ok_or("an `apply` is empty")?;
        let name = operator.local_name();
        if matches!(name, "ci" | "csymbol") {
            let arguments: Result<Vec<Expression>, String> = inner.map(|a| self.read(a, depth + 1, given)).collect();
            return self.call(operator, arguments?, depth);
        }
        let function = function(name).ok_or_else(|| format!("the operator `{name}` is not supported"))?;
        let mut arguments = Vec::new();
        if operator.elements().next().is_some() {
            return Err(format!("the operator `{name}` contains its arguments; they must follow it"));
        }
        for argument in inner {
            match argument.local_name() {
                // These come first, whatever their place.
                "degree" if function == Function::Root => {
                    arguments.insert(0, self.read(only(argument)?, depth + 1, given)?);
                }
                "logbase" if function == Function::Log => {
                    arguments.insert(0, self.read(only(argument)?, depth + 1, given)?);
                }
                _ => arguments.push(self.read(argument, depth + 1, given)?),
            }
        }
        let (least, most) = arity(function);
        if arguments.len() < least || arguments.len() > most {
            return Err(format!("`{name}` has {}", portolan_syntax::counted(arguments.len(), "argument", "arguments")));
        }
        Ok(Expression::Apply(function, arguments))
    }

    /// A function that is called by its name: one that mechanisms use everywhere, or a formula of the document.
    fn call(&self, operator: Node<'a>, arguments: Vec<Expression>, depth: usize) -> Result<Expression, String> {
        let text = operator.text();
        let name = text.trim();
        self.spend(8 * arguments.iter().map(size).sum::<usize>())?;
        if let Some(known) = named(name, &arguments) {
            return known;
        }
        let formula = super::definition(self.documents, operator)
            .ok_or_else(|| format!("the function `{name}` is not supported"))?;
        let target = formula.child("target").and_then(|t| t.child("param"));
        let result = target.map(|p| p.attribute_value("ref").unwrap_or_else(|| p.text()).trim().to_owned());
        let declared = formula.children_named("newparam").filter_map(|p| Some((p, p.attribute_value("sid")?)));
        let declared: Vec<(Node<'a>, Box<str>)> = declared.map(|(p, sid)| (p, sid.trim().into())).collect();
        let all = declared.len() <= arguments.len();
        let is_argument = |sid: &str| all || result.as_deref() != Some(sid);
        let mut given = Given::new();
        let mut arguments = arguments.into_iter();
        for (param, sid) in &declared {
            let own = || param.elements().find_map(super::number).map(Expression::Number);
            let argument = if is_argument(sid) { arguments.next() } else { None };
            if let Some(value) = argument.or_else(own) {
                given.insert(sid.clone(), value);
            }
        }
        if arguments.next().is_some() {
            return Err(format!("the function `{name}` has {} arguments", declared.len()));
        }
        let common = formula.child("technique_common").ok_or_else(|| format!("the function `{name}` is empty"))?;
        self.read(body(common)?, depth + 1, &given)
    }

    fn piecewise(&self, element: Node<'a>, depth: usize, given: &Given) -> Result<Expression, String> {
        let (mut pieces, mut otherwise) = (Vec::new(), None);
        let read = |element: &Node<'a>| self.read(*element, depth + 1, given);
        for piece in element.elements() {
            let inner: Vec<Node<'a>> = piece.elements().take(3).collect();
            match (piece.local_name(), inner.as_slice()) {
                ("piece", [value, condition]) => pieces.push((read(value)?, read(condition)?)),
                ("otherwise", [value]) => otherwise = Some(Box::new(read(value)?)),
                (name, _) => return Err(format!("a `{name}` of `piecewise` has the wrong content")),
            }
        }
        Ok(Expression::Piecewise(pieces, otherwise))
    }
}

/// How many expressions an expression consists of.
fn size(expression: &Expression) -> usize {
    match expression {
        Expression::Number(_) | Expression::Constant(_) | Expression::Parameter(_) => 1,
        Expression::Apply(_, all) => 1 + all.iter().map(size).sum::<usize>(),
        Expression::Piecewise(pieces, otherwise) => {
            let pieces: usize = pieces.iter().map(|(value, condition)| size(value) + size(condition)).sum();
            1 + pieces + otherwise.as_deref().map_or(0, size)
        }
    }
}

/// Functions that formulas of mechanisms call by name, whether the document says what they do or not: the angle of a
/// direction, sides and angles of a triangle by two sides with the angle between them or by three sides, and whether a
/// number lies between two others.
fn named(name: &str, arguments: &[Expression]) -> Option<Result<Expression, String>> {
    let call =
        |function, arguments: &[&Expression]| Expression::Apply(function, arguments.iter().copied().cloned().collect());
    let square = |a: &Expression| call(Function::Times, &[a, a]);
    let root = |a: Expression| Expression::Apply(Function::Root, vec![a]);
    let both = |function, a: Expression, b: Expression| Expression::Apply(function, vec![a, b]);
    Some(Ok(match (name, arguments) {
        ("atan2", [y, x]) => call(Function::Atan2, &[y, x]),
        ("SASA", [a, gamma, b]) => {
            let across = both(Function::Times, a.clone(), call(Function::Sin, &[gamma]));
            let along = both(Function::Times, a.clone(), call(Function::Cos, &[gamma]));
            both(Function::Atan2, across, both(Function::Minus, b.clone(), along))
        }
        ("SASS", [a, gamma, b]) => {
            let sides = both(Function::Plus, square(a), square(b));
            let twice = vec![Expression::Number(2.0), a.clone(), b.clone(), call(Function::Cos, &[gamma])];
            root(both(Function::Minus, sides, Expression::Apply(Function::Times, twice)))
        }
        ("SSSA", [a, b, c]) => {
            let sides = both(Function::Minus, both(Function::Plus, square(a), square(b)), square(c));
            let foot = both(Function::Divide, sides, both(Function::Times, Expression::Number(2.0), b.clone()));
            let height = root(both(Function::Minus, square(a), square(&foot)));
            both(Function::Atan2, height, both(Function::Minus, b.clone(), foot))
        }
        ("INRANGE", [value, low, high]) => {
            both(Function::And, call(Function::Geq, &[value, low]), call(Function::Leq, &[value, high]))
        }
        ("atan2" | "SASA" | "SASS" | "SSSA" | "INRANGE", _) => {
            return Some(Err(format!(
                "`{name}` has {}",
                portolan_syntax::counted(arguments.len(), "argument", "arguments")
            )));
        }
        _ => return None,
    }))
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

/// A number of any of MathML's types; a complex one if it is real.
fn number(element: Node<'_>, bound: &Bound) -> Result<f64, String> {
    let kind = element.attribute_value("type").unwrap_or_default();
    let mut parts = vec![String::new()];
    for child in element.children() {
        match (child.is_element(), parts.last_mut()) {
            (true, _) if child.local_name() == "sep" => parts.push(String::new()),
            (true, _) => return Err(format!("a number contains a `{}`", child.local_name())),
            (false, Some(part)) => part.push_str(&child.text()),
            (false, None) => {}
        }
    }
    let wrong = || format!("`{}` is not a number", element.text().trim());
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
        ("complex-cartesian", [real_part, imaginary]) => match real(imaginary) {
            Some(0.0) => real(real_part),
            Some(_) => return Err("complex numbers are not supported".to_owned()),
            None => None,
        },
        ("complex-polar", [length, angle]) => match real(length).zip(real(angle)) {
            Some((length, angle)) if libm::sin(angle).abs() * length.abs() <= 1e-12 * length.abs() => {
                Some(length * libm::cos(angle))
            }
            Some(_) => return Err("complex numbers are not supported".to_owned()),
            None => None,
        },
        ("e-notation", [mantissa, exponent]) => format!("{}e{}", mantissa.trim(), exponent.trim()).parse().ok(),
        ("constant", [name]) => match name.trim() {
            "π" | "pi" | "&pi;" => Some(std::f64::consts::PI),
            "ⅇ" | "e" | "&ee;" | "&exponentiale;" => Some(std::f64::consts::E),
            "γ" | "&gamma;" => Some(EULER_GAMMA),
            "∞" | "&infin;" => return Ok(f64::INFINITY),
            _ => None,
        },
        ("" | "real" | "double", [digits]) => real(digits),
        (other, _) => return Err(format!("numbers of the type `{other}` are not supported")),
    };
    value.filter(|v| v.is_finite()).ok_or_else(wrong)
}

/// The limit of the difference of the harmonic series and the logarithm.
const EULER_GAMMA: f64 = 0.577_215_664_901_532_9;

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
        And, Atan2, Divide, Eq, Gcd, Geq, Gt, Implies, Lcm, Leq, Log, Lt, Max, Min, Minus, Neq, Or, Plus, Power,
        Quotient, Rem, Root, Times, Xor,
    };
    match function {
        Plus | Times | And | Or | Xor => (0, usize::MAX),
        Gcd | Lcm | Min | Max => (1, usize::MAX),
        Eq | Gt | Lt | Geq | Leq => (2, usize::MAX),
        Neq | Divide | Power | Rem | Quotient | Implies | Atan2 => (2, 2),
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
