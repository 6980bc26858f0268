//! The syntax tree of the notation.

use crate::diagnostics::Pos;

/// A set of versions, bit *i* for the *i*-th version of the format.
pub type Mask = u8;

/// No upper limit of an occurrence.
pub const UNBOUNDED: u32 = u32::MAX;

/// What `format.schema` says about the format as a whole.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// `collada`
    pub format: String,
    /// Versions, oldest first.
    pub versions: Vec<String>,
    /// Namespace of each set of versions.
    pub namespaces: Vec<(Mask, String)>,
    /// Types whose path begins so belong to another namespace.
    pub foreign: Vec<(String, String)>,
    /// Path of the root type.
    pub root: String,
    /// Roots of other documents that belong to the format.
    pub other_roots: Vec<String>,
    /// Where the root was named.
    pub root_pos: Pos,
    /// `order free`: children in any order.
    pub free: bool,
}

impl Header {
    /// All versions.
    pub fn all(&self) -> Mask {
        ((1u16 << self.versions.len()) - 1) as Mask
    }

    /// The versions a mask stands for, for messages.
    pub fn show(&self, mask: Mask) -> String {
        let named: Vec<&str> =
            self.versions.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0).map(|(_, v)| v.as_str()).collect();
        named.join(", ")
    }
}

/// All declarations of one format.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The header.
    pub header: Header,
    /// `type NAME = …`
    pub types: Vec<NamedType>,
    /// `group NAME = …`
    pub groups: Vec<Group>,
    /// `attributes NAME { … }`
    pub attribute_sets: Vec<AttributeSet>,
    /// Element types.
    pub blocks: Vec<Block>,
}

/// A value type with a name.
#[derive(Clone, Debug)]
pub struct NamedType {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub ty: TypeExpr,
    /// Where it is declared.
    pub pos: Pos,
}

/// A piece of content with a name.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub content: Particle,
    /// Where it is declared.
    pub pos: Pos,
}

/// Attributes with a common name.
#[derive(Clone, Debug)]
pub struct AttributeSet {
    /// Its name.
    pub name: String,
    /// The attributes.
    pub items: Vec<AttributeItem>,
    /// Where it is declared.
    pub pos: Pos,
}

/// One path of a block.
#[derive(Clone, Debug)]
pub struct BlockPath {
    /// The path as written.
    pub path: String,
    /// Versions.
    pub gate: Option<Mask>,
    /// Where it stands.
    pub pos: Pos,
}

/// An element type.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The paths that share it.
    pub paths: Vec<BlockPath>,
    /// One line of documentation.
    pub doc: String,
    /// Place in the specification.
    pub spec: String,
    /// `GIVEN`, `NAMED`, `INFERRED`, or empty.
    pub status: String,
    /// Children.
    pub content: Option<Particle>,
    /// `any`
    pub any: bool,
    /// The element's own text.
    pub text: Option<TypeUse>,
    /// Children that hold only text, or borrow a type.
    pub leaves: Vec<Leaf>,
    /// Attributes.
    pub attributes: Vec<AttributeItem>,
    /// xVRML events.
    pub events: Vec<Event>,
    /// OpenDDL name.
    pub naming: Naming,
    /// OpenDDL primitive substructures.
    pub data: Vec<Data>,
}

/// An OpenDDL structure's name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Naming {
    /// `$name` allowed.
    pub global: bool,
    /// `%name` allowed.
    pub local: bool,
    /// Must have one.
    pub required: bool,
}

/// A piece of content.
#[derive(Clone, Debug)]
pub struct Particle {
    /// What it is.
    pub term: Term,
    /// At least so often.
    pub min: u32,
    /// At most so often.
    pub max: u32,
    /// Versions.
    pub gate: Option<Mask>,
    /// Where it stands.
    pub pos: Pos,
}

/// What a piece of content is.
#[derive(Clone, Debug)]
pub enum Term {
    /// A child.
    Name(String),
    /// A named group.
    Group(String),
    /// One after the other.
    Sequence(Vec<Particle>),
    /// One of them.
    Choice(Vec<Particle>),
}

/// Leaf children.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Names, each with its place.
    pub names: Vec<(String, Pos)>,
    /// What they hold.
    pub kind: LeafKind,
    /// `animatable`: has a sid.
    pub animatable: bool,
    /// Attributes.
    pub attributes: Vec<AttributeItem>,
}

/// What a leaf child holds.
#[derive(Clone, Debug)]
pub enum LeafKind {
    /// A value.
    Text(TypeUse),
    /// Whatever another type holds (its path, with the `~`).
    Borrowed(String, Option<Mask>),
    /// Anything.
    Any(Option<Mask>, String),
    /// Nothing.
    Empty(Option<Mask>, String),
}

impl LeafKind {
    /// Its versions.
    pub fn gate(&self) -> Option<Mask> {
        match self {
            LeafKind::Text(text) => text.gate,
            LeafKind::Borrowed(_, gate) | LeafKind::Any(gate, _) | LeafKind::Empty(gate, _) => *gate,
        }
    }
}

/// An attribute, or a set of them.
#[derive(Clone, Debug)]
pub enum AttributeItem {
    /// `@name : TYPE`
    One {
        /// Its name.
        name: String,
        /// No `?`.
        required: bool,
        /// Its value.
        text: TypeUse,
        /// Where it stands.
        pos: Pos,
    },
    /// `@&name`
    Set {
        /// The set's name.
        name: String,
        /// Versions.
        gate: Option<Mask>,
        /// Where it stands.
        pos: Pos,
    },
}

/// `in` or `out`.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// `in`
    pub input: bool,
    /// What it carries.
    pub ty: TypeExpr,
    /// Where it stands.
    pub pos: Pos,
}

/// Primitive substructures.
#[derive(Clone, Debug)]
pub struct Data {
    /// Long type names.
    pub types: Vec<String>,
    /// Sub-array sizes.
    pub sizes: Vec<u32>,
    /// At least so many structures.
    pub min: u32,
    /// At most so many structures.
    pub max: u32,
    /// Items in each.
    pub length: Length,
    /// Unit, or empty.
    pub unit: String,
    /// What holds when the whole structure is left out.
    pub default: Option<String>,
    /// Only when a property has one of these values.
    pub when: Option<(String, Vec<String>)>,
    /// Documentation.
    pub doc: String,
    /// Versions.
    pub gate: Option<Mask>,
    /// More about each datum.
    pub value: Option<TypeExpr>,
    /// Where it stands.
    pub pos: Pos,
}

/// A value type with what may follow it.
#[derive(Clone, Debug)]
pub struct TypeUse {
    /// The value type.
    pub ty: TypeExpr,
    /// Its unit, or empty.
    pub unit: String,
    /// Its default.
    pub default: Option<String>,
    /// Versions.
    pub gate: Option<Mask>,
    /// Documentation.
    pub doc: String,
}

/// A value type and where it stands.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub pos: Pos,
}

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The number as written.
    pub number: String,
    /// Is it itself allowed?
    pub inclusive: bool,
}

/// A value type.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A built-in or named type, with a range.
    Plain {
        /// Its name.
        name: String,
        /// Lower end.
        min: Option<Bound>,
        /// Upper end.
        max: Option<Bound>,
    },
    /// `ref<…>` and its kin.
    Reference {
        /// `ref`, `idref`, `fragment`, `nameref`, `sidref`, `sidref_strict`.
        kind: String,
        /// Names or paths.
        targets: Vec<(String, Pos)>,
    },
    /// `enum{…}`, `word{…}` or `open{…}`.
    Words {
        /// Which of them.
        kind: WordKind,
        /// The words.
        words: Vec<(String, Option<Mask>)>,
    },
    /// `list<…>`
    List(Box<TypeExpr>, Length),
    /// `A | B`
    Union(Vec<TypeExpr>),
    /// `pattern(NAME)`
    Pattern(String),
}

/// Limits of a number of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Length {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
    /// A multiple of.
    pub multiple: u32,
}

impl Length {
    /// Any number.
    pub const ANY: Length = Length { min: 0, max: UNBOUNDED, multiple: 1 };
}

/// How a set of words is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum WordKind {
    /// `enum`: exactly the word, white space counts.
    Exact,
    /// `word`: white space around it is passed over.
    Token,
    /// `open`: other words are allowed.
    Open,
}
