//! Functions of parameters, after the content markup of MathML.

use crate::{FormulaId, Meta, Target};

/// A function: its target parameter becomes the value of its expression.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Names and origin.
    pub meta: Meta,
    /// Its parameters, each with the value it has if nobody gives one.
    pub parameters: Vec<Parameter>,
    /// The parameter that holds the result; `None`: the result is only given back.
    pub target: Option<Box<str>>,
    /// How the result is computed.
    pub expression: Expression,
}

/// A parameter of a formula.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// What it is called.
    pub name: Box<str>,
    /// Its value.
    pub value: f64,
}

/// A formula in use.
#[derive(Clone, PartialEq, Debug)]
pub struct FormulaInstance {
    /// The formula.
    pub formula: FormulaId,
    /// What its parameters are.
    pub bindings: Vec<(Box<str>, Binding)>,
}

impl crate::Scene {
    /// All formulas in use: those that always hold, then those of clips.
    pub fn formulas_in_use(&self) -> impl Iterator<Item = &FormulaInstance> {
        self.standing.iter().chain(self.clips.iter().flat_map(|clip| &clip.formulas))
    }
}

/// What a parameter is.
#[derive(Clone, PartialEq, Debug)]
pub enum Binding {
    /// A number.
    Value(f64),
    /// A number of the scene: read as an argument, written as a result. Its part is one number.
    Target(Target),
    /// The same for a number of degrees, which the formula sees in radians.
    Angle(Target),
}

impl Binding {
    /// The number of the scene that it is.
    pub fn target(&self) -> Option<&Target> {
        match self {
            Binding::Value(_) => None,
            Binding::Target(target) | Binding::Angle(target) => Some(target),
        }
    }

    /// The same, to be led elsewhere.
    pub fn target_mut(&mut self) -> Option<&mut Target> {
        match self {
            Binding::Value(_) => None,
            Binding::Target(target) | Binding::Angle(target) => Some(target),
        }
    }
}

/// A formula's expression. Angles are radians, as in MathML; relations and logic give 1 or 0.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// A constant with a name.
    Constant(Constant),
    /// A parameter.
    Parameter(Box<str>),
    /// A function of arguments.
    Apply(Function, Vec<Expression>),
    /// The value of the first pair (value, condition) whose condition is true, else the last value, else not a number.
    Piecewise(Vec<(Expression, Expression)>, Option<Box<Expression>>),
}

/// A constant with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant {
    /// π.
    Pi,
    /// Euler's number.
    E,
    /// 1.
    True,
    /// 0.
    False,
    /// Not a number.
    NotANumber,
    /// Infinity.
    Infinity,
    /// Euler's constant γ.
    EulerGamma,
}

/// A function of MathML.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are those of MathML's elements")]
pub enum Function {
    Plus,
    Minus,
    Times,
    Divide,
    Power,
    /// `root(x)` or `root(degree, x)`.
    Root,
    Exp,
    Ln,
    /// `log(x)` to the base of ten or `log(base, x)`.
    Log,
    Abs,
    Floor,
    Ceiling,
    Min,
    Max,
    Rem,
    Quotient,
    Factorial,
    Gcd,
    Lcm,
    Sin,
    Cos,
    Tan,
    Sec,
    Csc,
    Cot,
    Sinh,
    Cosh,
    Tanh,
    Sech,
    Csch,
    Coth,
    Arcsin,
    Arccos,
    Arctan,
    /// `atan2(y, x)`: no operator of MathML, but one that formulas of mechanisms call by its name.
    Atan2,
    Arcsec,
    Arccsc,
    Arccot,
    Arcsinh,
    Arccosh,
    Arctanh,
    Arcsech,
    Arccsch,
    Arccoth,
    Eq,
    Neq,
    Gt,
    Lt,
    Geq,
    Leq,
    And,
    Or,
    Xor,
    Not,
    Implies,
}
