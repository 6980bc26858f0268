//! Formulas' expressions as numbers.

use portolan_scene::{Constant, Expression, Function};

/// Levels of an expression that are evaluated; anything deeper is not a number.
pub const DEPTH: u32 = 500;

/// The value of an expression, with parameters by name; one that is not known is not a number.
///
/// Nothing fails: a division by zero is infinite or not a number, as are functions outside their range and with the
/// wrong number of arguments. Conditions are true when they are neither zero nor not a number.
pub fn evaluate(expression: &Expression, parameter: &dyn Fn(&str) -> Option<f64>) -> f64 {
    at_depth(expression, parameter, 0)
}

/// The names of the parameters that an expression uses, in order, with repeats.
pub fn parameters(expression: &Expression) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open = vec![expression];
    while let Some(next) = open.pop() {
        match next {
            Expression::Number(_) | Expression::Constant(_) => {}
            Expression::Parameter(name) => found.push(&**name),
            Expression::Apply(_, arguments) => open.extend(arguments.iter().rev()),
            Expression::Piecewise(pieces, otherwise) => {
                open.extend(otherwise.as_deref());
                open.extend(pieces.iter().rev().flat_map(|(value, condition)| [condition, value]));
            }
        }
    }
    found
}

fn at_depth(expression: &Expression, parameter: &dyn Fn(&str) -> Option<f64>, depth: u32) -> f64 {
    if depth >= DEPTH {
        return f64::NAN;
    }
    let value = |e: &Expression| at_depth(e, parameter, depth + 1);
    match expression {
        Expression::Number(number) => *number,
        Expression::Constant(constant) => match constant {
            Constant::Pi => std::f64::consts::PI,
            Constant::E => std::f64::consts::E,
            Constant::True => 1.0,
            Constant::False => 0.0,
            Constant::NotANumber => f64::NAN,
            Constant::Infinity => f64::INFINITY,
            Constant::EulerGamma => 0.577_215_664_901_532_9,
        },
        Expression::Parameter(name) => parameter(name).unwrap_or(f64::NAN),
        Expression::Apply(function, arguments) => {
            let arguments: Vec<f64> = arguments.iter().map(value).collect();
            apply(*function, &arguments)
        }
        Expression::Piecewise(pieces, otherwise) => {
            match pieces.iter().find(|(_, condition)| is_true(value(condition))) {
                Some((piece, _)) => value(piece),
                None => otherwise.as_deref().map_or(f64::NAN, value),
            }
        }
    }
}

fn is_true(value: f64) -> bool {
    value != 0.0 && !value.is_nan()
}

fn apply(function: Function, arguments: &[f64]) -> f64 {
    use Function::*;
    let truth = |b: bool| f64::from(u8::from(b));
    let chain = |holds: fn(f64, f64) -> bool| {
        let pairs = arguments.iter().zip(arguments.iter().skip(1));
        truth(arguments.len() > 1 && pairs.into_iter().all(|(a, b)| holds(*a, *b)))
    };
    match (function, arguments) {
        (Plus, _) => arguments.iter().sum(),
        (Times, _) => arguments.iter().product(),
        (Min, [_, ..]) => arguments.iter().copied().fold(f64::INFINITY, f64::min),
        (Max, [_, ..]) => arguments.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        (Gcd, [_, ..]) => arguments.iter().copied().fold(0.0, gcd),
        (Lcm, [_, ..]) => arguments.iter().copied().fold(1.0, lcm),
        (Eq, _) => chain(|a, b| a == b),
        (Gt, _) => chain(|a, b| a > b),
        (Lt, _) => chain(|a, b| a < b),
        (Geq, _) => chain(|a, b| a >= b),
        (Leq, _) => chain(|a, b| a <= b),
        (And, _) => truth(arguments.iter().all(|a| is_true(*a))),
        (Or, _) => truth(arguments.iter().any(|a| is_true(*a))),
        (Xor, _) => truth(arguments.iter().filter(|a| is_true(**a)).count() % 2 == 1),
        (_, [x]) => unary(function, *x),
        (Neq, [a, b]) => truth(a != b),
        (Implies, [a, b]) => truth(!is_true(*a) || is_true(*b)),
        (Minus, [a, b]) => a - b,
        (Divide, [a, b]) => a / b,
        (Power, [a, b]) => libm::pow(*a, *b),
        (Root, [degree, x]) => root(*degree, *x),
        (Log, [base, x]) => libm::log(*x) / libm::log(*base),
        (Rem, [a, b]) => a % b,
        (Atan2, [y, x]) => libm::atan2(*y, *x),
        (Quotient, [a, b]) => (a / b).trunc(),
        _ => f64::NAN,
    }
}

fn unary(function: Function, x: f64) -> f64 {
    use Function::*;
    match function {
        Minus => -x,
        Root => x.sqrt(),
        Exp => libm::exp(x),
        Ln => libm::log(x),
        Log => libm::log10(x),
        Abs => x.abs(),
        Floor => x.floor(),
        Ceiling => x.ceil(),
        Factorial => factorial(x),
        Not => f64::from(u8::from(!is_true(x))),
        Sin => libm::sin(x),
        Cos => libm::cos(x),
        Tan => libm::tan(x),
        Sec => libm::cos(x).recip(),
        Csc => libm::sin(x).recip(),
        Cot => libm::tan(x).recip(),
        Sinh => libm::sinh(x),
        Cosh => libm::cosh(x),
        Tanh => libm::tanh(x),
        Sech => libm::cosh(x).recip(),
        Csch => libm::sinh(x).recip(),
        Coth => libm::tanh(x).recip(),
        Arcsin => libm::asin(x),
        Arccos => libm::acos(x),
        Arctan => libm::atan(x),
        Arcsec => libm::acos(x.recip()),
        Arccsc => libm::asin(x.recip()),
        Arccot => libm::atan(x.recip()),
        Arcsinh => libm::asinh(x),
        Arccosh => libm::acosh(x),
        Arctanh => libm::atanh(x),
        Arcsech => libm::acosh(x.recip()),
        Arccsch => libm::asinh(x.recip()),
        Arccoth => libm::atanh(x.recip()),
        _ => f64::NAN,
    }
}

/// Odd roots of negative numbers are negative.
fn root(degree: f64, x: f64) -> f64 {
    if x < 0.0 && degree.rem_euclid(2.0) == 1.0 { -libm::pow(-x, degree.recip()) } else { libm::pow(x, degree.recip()) }
}

/// Of whole numbers; 171! is already infinite.
fn factorial(x: f64) -> f64 {
    if x < 0.0 || x.fract() != 0.0 || x.is_nan() {
        return f64::NAN;
    }
    if x > 170.0 { f64::INFINITY } else { (1..=x as u32).map(f64::from).product() }
}

fn gcd(a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    if a.fract() != 0.0 || b.fract() != 0.0 || !(a + b).is_finite() {
        return f64::NAN;
    }
    while b > 0.0 {
        (a, b) = (b, a % b);
    }
    a
}

fn lcm(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { (a / gcd(a, b) * b).abs() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: f64) -> Expression {
        Expression::Number(n)
    }

    fn call(function: Function, arguments: &[f64]) -> f64 {
        let arguments = arguments.iter().copied().map(number).collect();
        evaluate(&Expression::Apply(function, arguments), &|_| None)
    }

    #[test]
    fn the_pitch_of_a_screw() {
        // (value / 360) · pitch, page 5-39.
        let parameter = |name: &str| Expression::Parameter(name.into());
        let turns = Expression::Apply(Function::Divide, vec![parameter("value"), number(360.0)]);
        let screw = Expression::Apply(Function::Times, vec![turns, parameter("pitch")]);
        let values = |name: &str| match name {
            "value" => Some(180.0),
            "pitch" => Some(5.0),
            _ => None,
        };
        assert_eq!(evaluate(&screw, &values), 2.5);
        assert_eq!(parameters(&screw), ["value", "pitch"]);
        assert!(evaluate(&screw, &|_| None).is_nan());
    }

    #[test]
    fn functions_of_numbers() {
        use Function::*;
        for (function, arguments, expected) in [
            (Plus, &[1.0, 2.0, 3.0][..], 6.0),
            (Plus, &[], 0.0),
            (Minus, &[5.0], -5.0),
            (Minus, &[5.0, 3.0], 2.0),
            (Times, &[2.0, 3.0, 4.0], 24.0),
            (Divide, &[1.0, 0.0], f64::INFINITY),
            (Power, &[2.0, 10.0], 1024.0),
            (Root, &[16.0], 4.0),
            (Root, &[3.0, -27.0], -3.0),
            (Log, &[1000.0], 3.0),
            (Log, &[2.0, 8.0], 3.0),
            (Rem, &[7.0, 4.0], 3.0),
            (Atan2, &[1.0, -1.0], 0.75 * std::f64::consts::PI),
            (Quotient, &[7.0, 4.0], 1.0),
            (Factorial, &[5.0], 120.0),
            (Factorial, &[1e9], f64::INFINITY),
            (Gcd, &[12.0, 18.0, 27.0], 3.0),
            (Lcm, &[4.0, 6.0], 12.0),
            (Min, &[3.0, 1.0, 2.0], 1.0),
            (Max, &[3.0, 1.0, 2.0], 3.0),
            (Floor, &[-1.5], -2.0),
            (Ceiling, &[-1.5], -1.0),
            (Cos, &[std::f64::consts::PI], -1.0),
            (Sec, &[0.0], 1.0),
            (Arcsec, &[2.0], std::f64::consts::FRAC_PI_3),
            (Arccot, &[1.0], std::f64::consts::FRAC_PI_4),
            (Lt, &[1.0, 2.0, 3.0], 1.0),
            (Lt, &[1.0, 3.0, 2.0], 0.0),
            (Neq, &[1.0, 1.0], 0.0),
            (And, &[1.0, 0.0], 0.0),
            (Xor, &[1.0, 1.0, 1.0], 1.0),
            (Not, &[0.0], 1.0),
            (Implies, &[1.0, 0.0], 0.0),
        ] {
            let got = call(function, arguments);
            assert!(got == expected || (got - expected).abs() < 1e-12, "{function:?} {arguments:?}: {got}");
        }
        for (function, arguments) in
            [(Divide, &[0.0, 0.0][..]), (Divide, &[1.0]), (Power, &[1.0, 2.0, 3.0]), (Factorial, &[-1.0]), (Min, &[])]
        {
            assert!(call(function, arguments).is_nan(), "{function:?} {arguments:?}");
        }
    }

    #[test]
    fn pieces_are_tried_in_order() {
        let when = |c: f64| Expression::Apply(Function::Gt, vec![Expression::Parameter("x".into()), number(c)]);
        let pieces = vec![(number(10.0), when(1.0)), (number(20.0), when(0.0))];
        let at = |e: &Expression, x: f64| evaluate(e, &|_| Some(x));
        let with = Expression::Piecewise(pieces.clone(), Some(Box::new(number(30.0))));
        assert_eq!((at(&with, 2.0), at(&with, 0.5), at(&with, -1.0)), (10.0, 20.0, 30.0));
        assert!(at(&Expression::Piecewise(pieces, None), -1.0).is_nan());
    }

    #[test]
    fn depth_is_limited() {
        let nest = |levels: u32| (0..levels).fold(number(1.0), |e, _| Expression::Apply(Function::Minus, vec![e]));
        assert_eq!(evaluate(&nest(DEPTH - 2), &|_| None).abs(), 1.0);
        assert!(evaluate(&nest(DEPTH + 1), &|_| None).is_nan());
    }
}
