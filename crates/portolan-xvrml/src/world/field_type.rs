//! Types of fields, by their VRML97 names.

use std::fmt;

use portolan_schema::{Range, Schema, Value, ValueId};

/// The type of a field. Of each pair the first is a single value, the second a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FieldType {
    Bool,
    Color,
    Float,
    Int32,
    Node,
    Rotation,
    String,
    Time,
    Vec2f,
    Vec3f,
    Colors,
    Floats,
    Int32s,
    Nodes,
    Rotations,
    Strings,
    Times,
    Vec2fs,
    Vec3fs,
}

use FieldType::*;

const NAMES: [(&str, FieldType); 19] = [
    ("SFBool", Bool),
    ("SFColor", Color),
    ("SFFloat", Float),
    ("SFInt32", Int32),
    ("SFNode", Node),
    ("SFRotation", Rotation),
    ("SFString", String),
    ("SFTime", Time),
    ("SFVec2f", Vec2f),
    ("SFVec3f", Vec3f),
    ("MFColor", Colors),
    ("MFFloat", Floats),
    ("MFInt32", Int32s),
    ("MFNode", Nodes),
    ("MFRotation", Rotations),
    ("MFString", Strings),
    ("MFTime", Times),
    ("MFVec2f", Vec2fs),
    ("MFVec3f", Vec3fs),
];

impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES.iter().find(|(_, ty)| ty == self).map_or("", |(name, _)| name))
    }
}

impl FieldType {
    /// The type with this name.
    pub fn named(name: &str) -> Option<FieldType> {
        NAMES.iter().find(|(n, _)| *n == name).map(|(_, ty)| *ty)
    }

    /// Can an event of this type arrive at a field of the other?
    pub fn fits(self, other: FieldType) -> bool {
        self == other || self.is_node() && other.is_node()
    }

    /// Can an event of this type arrive at a field of the other in X3D and VRML97? Fields that are lists of addresses there, or
    /// lengths of time, are one address or a number here.
    pub fn reaches(self, other: FieldType) -> bool {
        let alike = [(String, Strings), (Strings, String), (Time, Float), (Float, Time)];
        self.fits(other) || alike.contains(&(self, other))
    }

    /// Does it hold nodes?
    pub fn is_node(self) -> bool {
        matches!(self, Node | Nodes)
    }

    /// Numbers of one value; 0 where it is not made of numbers.
    pub fn width(self) -> usize {
        match self {
            Float | Floats | Time | Times => 1,
            Vec2f | Vec2fs => 2,
            Vec3f | Vec3fs => 3,
            Color | Colors | Rotation | Rotations => 4,
            Bool | Int32 | Int32s | Node | Nodes | String | Strings => 0,
        }
    }

    /// The type that a value of the table has.
    pub(crate) fn of(schema: &Schema, value: ValueId) -> FieldType {
        let unit = Range { min: Some((0.0, true)), max: Some((1.0, true)) };
        match schema.value(value) {
            Value::Bool => Bool,
            Value::Float(_) => Float,
            Value::Int { .. } => Int32,
            Value::DateTime => Time,
            Value::Union(alternatives) => match alternatives.first() {
                Some(first) if *first != value => FieldType::of(schema, *first),
                _ => String,
            },
            Value::List { item, length } => match schema.value(*item) {
                Value::Int { .. } => Int32s,
                Value::Float(range) => match (length.min == length.max, length.max, length.multiple) {
                    (true, 4, _) if *range == unit => Color,
                    (true, 4, _) => Rotation,
                    (true, 3, _) => Vec3f,
                    (true, 2, _) => Vec2f,
                    (_, _, 4) if *range == unit => Colors,
                    (_, _, 4) => Rotations,
                    (_, _, 3) => Vec3fs,
                    (_, _, 2) => Vec2fs,
                    _ => Floats,
                },
                _ => Strings,
            },
            _ => String,
        }
    }

    /// The type of a child element that is a field; `None` for one that is a node itself.
    pub(crate) fn of_child(
        schema: &'static Schema,
        owner: &portolan_schema::Type,
        child: &portolan_schema::Child,
    ) -> Option<FieldType> {
        use portolan_schema::Content;
        let row = schema.ty(child.ty)?;
        match &row.content {
            Content::Text(text) => {
                let single = FieldType::of(schema, text.value);
                // Lists of strings are written as repeated elements.
                Some(if single == String && owner.path != "Script" { Strings } else { single })
            }
            Content::Elements(_)
                if schema.name(child.name).starts_with(char::is_lowercase) && row.attributes.is_empty() =>
            {
                Some(Nodes)
            }
            _ => None,
        }
    }
}

/// Which way an event goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Out of a node.
    Out,
    /// Into a node.
    In,
}

/// A name as names of fields and events are compared: without `-` and `_`, in lower case.
pub fn folded(name: &str) -> std::string::String {
    letters(name).collect()
}

/// Is a name this one, once it is folded?
pub fn folds_to(name: &str, folded: &str) -> bool {
    letters(name).eq(folded.chars())
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase)
}
