//! Parts of a value: `.X`, `(3)`, `(1)(2)`.

use portolan_schema::{Bound, Content, Type, Value, ValueId};
use portolan_syntax::Node;

use super::path::Positions;

/// How the values of an element are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// It has no value of its own, only children.
    Nothing,
    /// One value.
    Scalar,
    /// A row of values.
    Vector(u32),
    /// Rows of values, written one after the other.
    Matrix {
        /// Number of rows.
        rows: u32,
        /// Values in a row.
        columns: u32,
    },
    /// Free content, or of unknown length: anything may be in it.
    Unknown,
}

/// Which values of an element are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// All of them.
    All,
    /// The value at this place of the text, counted from 0.
    At(u32),
    /// A name that only an application can tell the place of.
    Named(String),
}

/// What the first of two positions in a matrix counts.
///
/// DEVIATION(spec 3-3): the text does not say. Loaders in use read column, then row, and so do we.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MatrixOrder {
    /// `(column)(row)`.
    #[default]
    ColumnFirst,
    /// `(row)(column)`.
    RowFirst,
}

/// Why a part cannot be selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemberFault {
    /// The element has no value of its own.
    NoValue,
    /// The element has one value and no parts.
    Scalar,
    /// The position is beyond the end.
    Beyond(Shape),
    /// A matrix needs two positions.
    NeedsTwo,
    /// A row of values takes one position.
    NeedsOne,
    /// The value has no such part, though values of another width do (`.Z` of two values).
    NoSuch(Shape),
    /// The common names are written in capitals.
    Case(String),
}

/// Member names of the common profile, each with its place in a vector.
const NAMES: [(&str, u32); 14] = [
    ("X", 0),
    ("Y", 1),
    ("Z", 2),
    ("W", 3),
    ("R", 0),
    ("G", 1),
    ("B", 2),
    ("A", 3),
    ("U", 0),
    ("V", 1),
    ("S", 0),
    ("T", 1),
    ("P", 2),
    ("Q", 3),
];

/// Is it a member name of the common profile?
pub fn is_common_name(name: &str) -> bool {
    matches!(name, "ANGLE" | "TIME") || NAMES.iter().any(|(n, _)| *n == name)
}

/// The layout of an element's values, as its type tells it.
pub fn shape(bound: &Bound, node: Node<'_>) -> Shape {
    let Some(ty) = bound.ty(node.id()) else { return Shape::Unknown };
    match &ty.content {
        Content::Text(text) => text_shape(bound, ty, text.value, node),
        Content::Elements(_) => holder_shape(bound, node),
        Content::Any | Content::Bag(_) | Content::Empty => Shape::Unknown,
    }
}

/// A parameter has its value in a child; other elements with children have none.
fn holder_shape(bound: &Bound, node: Node<'_>) -> Shape {
    if !matches!(node.local_name(), "newparam" | "setparam" | "param") {
        return Shape::Nothing;
    }
    let about = |name: &str| matches!(name, "annotate" | "semantic" | "modifier");
    let Some(child) = node.elements().find(|e| !about(e.local_name())) else { return Shape::Unknown };
    match bound.ty(child.id()) {
        Some(ty) => match &ty.content {
            Content::Text(text) => text_shape(bound, ty, text.value, child),
            _ => Shape::Unknown,
        },
        None => Shape::Unknown,
    }
}

fn text_shape(bound: &Bound, ty: &Type, value: ValueId, node: Node<'_>) -> Shape {
    match bound.schema.value(value) {
        Value::List { length, .. } if length.min == length.max => {
            match matrix(ty.name(), node.local_name(), length.min) {
                Some((rows, columns)) => Shape::Matrix { rows, columns },
                None => Shape::Vector(length.min),
            }
        }
        Value::List { .. } => {
            let count = node.attribute_value("count").and_then(|c| c.trim().parse().ok());
            count.map_or(Shape::Unknown, Shape::Vector)
        }
        Value::Float(_) | Value::Int { .. } | Value::Bool | Value::Enum(_) => Shape::Scalar,
        _ => Shape::Unknown,
    }
}

/// Rows and columns of a matrix type (`matrix`, `float3x4`, `mat2`) of so many values.
fn matrix(ty: &str, element: &str, values: u32) -> Option<(u32, u32)> {
    let square = |n: u32| (n * n == values).then_some((n, n));
    let name = if element.is_empty() { ty } else { element };
    match name {
        "matrix" | "bind_shape_matrix" => return square(4),
        "lookat" => return square(3),
        _ => {}
    }
    if let Some(n) = name.strip_prefix("mat").and_then(|n| n.parse().ok()) {
        return square(n);
    }
    let (before, columns) = name.rsplit_once('x')?;
    let rows: u32 = before.get(before.len().checked_sub(1)?..)?.parse().ok()?;
    let columns: u32 = columns.parse().ok()?;
    (rows.checked_mul(columns) == Some(values)).then_some((rows, columns))
}

/// The values that positions mean.
pub fn at_positions(shape: Shape, positions: Positions, order: MatrixOrder) -> Result<Selection, MemberFault> {
    match (positions, shape) {
        (Positions::None, _) => Ok(Selection::All),
        (_, Shape::Nothing) => Err(MemberFault::NoValue),
        (_, Shape::Scalar) => Err(MemberFault::Scalar),
        (Positions::One(_), Shape::Matrix { .. }) => Err(MemberFault::NeedsTwo),
        (Positions::Two(..), Shape::Vector(_)) => Err(MemberFault::NeedsOne),
        (Positions::One(n), Shape::Vector(width)) if n >= width => Err(MemberFault::Beyond(shape)),
        (Positions::One(n), _) => Ok(Selection::At(n)),
        (Positions::Two(first, second), Shape::Matrix { rows, columns }) => {
            let (row, column) = match order {
                MatrixOrder::ColumnFirst => (second, first),
                MatrixOrder::RowFirst => (first, second),
            };
            if row >= rows || column >= columns {
                return Err(MemberFault::Beyond(shape));
            }
            Ok(Selection::At(row * columns + column))
        }
        (Positions::Two(first, second), Shape::Unknown) => Ok(Selection::Named(format!("({first})({second})"))),
    }
}

/// The value that a member name means.
pub fn at_name(shape: Shape, element: &str, name: &str) -> Result<Selection, MemberFault> {
    let named = || Ok(Selection::Named(name.to_owned()));
    match shape {
        Shape::Nothing => return Err(MemberFault::NoValue),
        Shape::Unknown => return named(),
        Shape::Scalar => return Err(MemberFault::Scalar),
        _ => {}
    }
    if !is_common_name(name) {
        let capital = name.to_ascii_uppercase();
        return if is_common_name(&capital) { Err(MemberFault::Case(capital)) } else { named() };
    }
    let place = match (name, element) {
        ("ANGLE", "rotate" | "orient") => Some(3),
        ("ANGLE", "skew") => Some(0),
        ("ANGLE", _) => None,
        ("TIME", _) => return named(),
        _ => NAMES.iter().find(|(n, _)| *n == name).map(|(_, place)| *place),
    };
    let width = match shape {
        // The fourth value of a rotation is its angle, not a W; the values of skew and of arrays have no common names.
        Shape::Vector(_) if matches!(element, "rotate" | "orient") && name != "ANGLE" => 3,
        Shape::Vector(width) => width,
        _ => 0,
    };
    match place {
        Some(place) if place < width => Ok(Selection::At(place)),
        _ => Err(MemberFault::NoSuch(shape)),
    }
}

impl Shape {
    /// In words: `3 values`, `a matrix of 4 rows and 4 columns`.
    pub fn describe(self) -> String {
        match self {
            Shape::Nothing => "no value".to_owned(),
            Shape::Scalar | Shape::Vector(1) => "one value".to_owned(),
            Shape::Vector(width) => format!("{width} values"),
            Shape::Matrix { rows, columns } => format!("{rows} rows of {columns} values"),
            Shape::Unknown => "values of an unknown layout".to_owned(),
        }
    }
}
