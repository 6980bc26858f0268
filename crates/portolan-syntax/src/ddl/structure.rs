//! OpenDDL structures that are made by a program, not read from a text.

use std::borrow::Cow;

use super::Primitive;

/// A structure to be written: its type, its name, its properties, and what is in it.
///
/// ```
/// use portolan_syntax::ddl::{Structure, Style, write};
///
/// let vertex = Structure::new("Vertex").global("apex").property("lod", 2u32).with(Structure::arrays(3, [1.0f32, 2.0, 3.0]));
/// assert_eq!(write(&[vertex], &Style::default()).unwrap(), "Vertex $apex (lod = 2) {float[3] {{1.0, 2.0, 3.0}}}\n");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Structure<'a> {
    /// The type of a derived structure; that of a primitive one follows from its data.
    pub identifier: Cow<'a, str>,
    /// Its name.
    pub name: Option<Name<'a>>,
    /// Its properties, in the order in which they are written.
    pub properties: Vec<(Cow<'a, str>, Literal<'a>)>,
    /// What is in it.
    pub body: Body<'a>,
    /// Words for people, written behind its head.
    pub comment: Option<Cow<'a, str>>,
}

/// The name of a structure, without `$` or `%`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Name<'a> {
    /// `$name`: unique in the document.
    Global(Cow<'a, str>),
    /// `%name`: unique among its siblings.
    Local(Cow<'a, str>),
}

/// What is in a structure.
#[derive(Clone, PartialEq, Debug)]
pub enum Body<'a> {
    /// Structures, in order.
    Structures(Vec<Structure<'a>>),
    /// Data.
    Data(Data<'a>),
}

/// The data of a primitive structure.
#[derive(Clone, PartialEq, Debug)]
pub struct Data<'a> {
    /// Numbers in each sub-array, above zero; `None` is a flat list.
    pub sub_array: Option<u32>,
    /// The states that sub-arrays begin with: which sub-array, counted from 0 and increasing, and its state.
    pub states: Vec<(usize, Cow<'a, str>)>,
    /// The values, sub-arrays joined.
    pub values: Values<'a>,
}

/// Values of one type.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "each is the type of its name")]
pub enum Values<'a> {
    Bool(Cow<'a, [bool]>),
    Int8(Cow<'a, [i8]>),
    Int16(Cow<'a, [i16]>),
    Int32(Cow<'a, [i32]>),
    Int64(Cow<'a, [i64]>),
    Uint8(Cow<'a, [u8]>),
    Uint16(Cow<'a, [u16]>),
    Uint32(Cow<'a, [u32]>),
    Uint64(Cow<'a, [u64]>),
    /// Halves as floats; those that no half can hold are rounded when they are written as bits.
    Float16(Cow<'a, [f32]>),
    Float32(Cow<'a, [f32]>),
    Float64(Cow<'a, [f64]>),
    String(Vec<Cow<'a, str>>),
    /// As written: `$a%b`, `%a`, `null`.
    Ref(Vec<Cow<'a, str>>),
    Type(Vec<Primitive>),
    Base64(Vec<Cow<'a, [u8]>>),
}

impl Values<'_> {
    /// Their type.
    pub fn primitive(&self) -> Primitive {
        match self {
            Values::Bool(_) => Primitive::Bool,
            Values::Int8(_) => Primitive::Int8,
            Values::Int16(_) => Primitive::Int16,
            Values::Int32(_) => Primitive::Int32,
            Values::Int64(_) => Primitive::Int64,
            Values::Uint8(_) => Primitive::Uint8,
            Values::Uint16(_) => Primitive::Uint16,
            Values::Uint32(_) => Primitive::Uint32,
            Values::Uint64(_) => Primitive::Uint64,
            Values::Float16(_) => Primitive::Float16,
            Values::Float32(_) => Primitive::Float32,
            Values::Float64(_) => Primitive::Float64,
            Values::String(_) => Primitive::String,
            Values::Ref(_) => Primitive::Ref,
            Values::Type(_) => Primitive::Type,
            Values::Base64(_) => Primitive::Base64,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::Bool(v) => v.len(),
            Values::Int8(v) => v.len(),
            Values::Int16(v) => v.len(),
            Values::Int32(v) => v.len(),
            Values::Int64(v) => v.len(),
            Values::Uint8(v) => v.len(),
            Values::Uint16(v) => v.len(),
            Values::Uint32(v) => v.len(),
            Values::Uint64(v) => v.len(),
            Values::Float16(v) | Values::Float32(v) => v.len(),
            Values::Float64(v) => v.len(),
            Values::String(v) | Values::Ref(v) => v.len(),
            Values::Type(v) => v.len(),
            Values::Base64(v) => v.len(),
        }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The value of a property.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "each is the type of its name")]
pub enum Literal<'a> {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float32(f32),
    Float64(f64),
    String(Cow<'a, str>),
    /// As written: `$a%b`, `%a`, `null`.
    Ref(Cow<'a, str>),
    Type(Primitive),
    Base64(Cow<'a, [u8]>),
    /// Any literal but a string, as it is written: a pattern of bits, characters, Base64. What is read is kept so where
    /// another literal of its value would be another text, for only the format knows its type.
    Raw(Cow<'a, str>),
}

impl<'a> Structure<'a> {
    /// A derived structure with nothing in it.
    pub fn new(identifier: impl Into<Cow<'a, str>>) -> Structure<'a> {
        let body = Body::Structures(Vec::new());
        Structure { identifier: identifier.into(), name: None, properties: Vec::new(), body, comment: None }
    }

    /// A primitive structure with a flat list of values.
    pub fn data(values: impl Into<Values<'a>>) -> Structure<'a> {
        Structure::of_data(Data { sub_array: None, states: Vec::new(), values: values.into() })
    }

    /// A primitive structure with sub-arrays of a size.
    pub fn arrays(size: u32, values: impl Into<Values<'a>>) -> Structure<'a> {
        Structure::of_data(Data { sub_array: Some(size), states: Vec::new(), values: values.into() })
    }

    /// A primitive structure.
    pub fn of_data(data: Data<'a>) -> Structure<'a> {
        Structure { body: Body::Data(data), ..Structure::new("") }
    }

    /// One string, the data of many a structure.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Structure<'a> {
        Structure::data(Values::String(vec![text.into()]))
    }

    /// References, each as written.
    pub fn references<T: Into<Cow<'a, str>>>(targets: impl IntoIterator<Item = T>) -> Structure<'a> {
        Structure::data(Values::Ref(targets.into_iter().map(Into::into).collect()))
    }

    /// With a name that is unique in the document, given without `$`.
    #[must_use]
    pub fn global(mut self, name: impl Into<Cow<'a, str>>) -> Structure<'a> {
        self.name = Some(Name::Global(name.into()));
        self
    }

    /// With a name that is unique among its siblings, given without `%`.
    #[must_use]
    pub fn local(mut self, name: impl Into<Cow<'a, str>>) -> Structure<'a> {
        self.name = Some(Name::Local(name.into()));
        self
    }

    /// With one more property.
    #[must_use]
    pub fn property(mut self, name: impl Into<Cow<'a, str>>, value: impl Into<Literal<'a>>) -> Structure<'a> {
        self.properties.push((name.into(), value.into()));
        self
    }

    /// With words for people.
    #[must_use]
    pub fn comment(mut self, words: impl Into<Cow<'a, str>>) -> Structure<'a> {
        self.comment = Some(words.into());
        self
    }

    /// With one more structure in it. Data has no structures in it; it is replaced.
    #[must_use]
    pub fn with(mut self, structure: Structure<'a>) -> Structure<'a> {
        self.push(structure);
        self
    }

    /// With more structures in it.
    #[must_use]
    pub fn with_all(mut self, structures: impl IntoIterator<Item = Structure<'a>>) -> Structure<'a> {
        for structure in structures {
            self.push(structure);
        }
        self
    }

    /// Puts one more structure into it. Data has no structures in it; it is replaced.
    pub fn push(&mut self, structure: Structure<'a>) {
        match &mut self.body {
            Body::Structures(all) => all.push(structure),
            Body::Data(_) => self.body = Body::Structures(vec![structure]),
        }
    }

    /// The structures in it.
    pub fn structures(&self) -> &[Structure<'a>] {
        match &self.body {
            Body::Structures(all) => all,
            Body::Data(_) => &[],
        }
    }
}

macro_rules! values {
    ($($item:ty => $variant:ident;)+) => {$(
        impl<'a> From<Vec<$item>> for Values<'a> {
            fn from(values: Vec<$item>) -> Values<'a> {
                Values::$variant(Cow::Owned(values))
            }
        }

        impl<'a> From<&'a [$item]> for Values<'a> {
            fn from(values: &'a [$item]) -> Values<'a> {
                Values::$variant(Cow::Borrowed(values))
            }
        }

        impl<'a, const N: usize> From<[$item; N]> for Values<'a> {
            fn from(values: [$item; N]) -> Values<'a> {
                Values::$variant(Cow::Owned(values.to_vec()))
            }
        }

        impl<'a> From<$item> for Values<'a> {
            fn from(value: $item) -> Values<'a> {
                Values::$variant(Cow::Owned(vec![value]))
            }
        }
    )+};
}

values! {
    bool => Bool;
    i8 => Int8;
    i16 => Int16;
    i32 => Int32;
    i64 => Int64;
    u8 => Uint8;
    u16 => Uint16;
    u32 => Uint32;
    u64 => Uint64;
    f32 => Float32;
    f64 => Float64;
}

macro_rules! literals {
    ($($item:ty => |$value:ident| $literal:expr;)+) => {$(
        impl<'a> From<$item> for Literal<'a> {
            fn from($value: $item) -> Literal<'a> {
                $literal
            }
        }
    )+};
}

literals! {
    bool => |v| Literal::Bool(v);
    i32 => |v| Literal::Int(i64::from(v));
    i64 => |v| Literal::Int(v);
    u32 => |v| Literal::Uint(u64::from(v));
    u64 => |v| Literal::Uint(v);
    f32 => |v| Literal::Float32(v);
    f64 => |v| Literal::Float64(v);
    &'a str => |v| Literal::String(Cow::Borrowed(v));
    String => |v| Literal::String(Cow::Owned(v));
}
