//! What a schema table is made of.
//!
//! All of it is `'static` data generated from the notation in `schema/`; nothing here is built at run time.
//! References between rows are indices ([`TypeId`], [`ValueId`], [`ModelId`], [`NameId`]) into the slices of
//! [`Schema`].

/// The documentation of a row.
pub(crate) use portolan_syntax::told;

/// A set of versions of one format: bit *i* stands for `Schema::versions[i]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Versions(pub u8);

impl Versions {
    /// Every version of the format.
    pub const ALL: Versions = Versions(u8::MAX);

    /// Does the set hold the version with this index?
    pub const fn contains(self, version: Version) -> bool {
        self.0 & (1 << version.0) != 0
    }

    /// One version alone.
    pub const fn only(version: Version) -> Versions {
        Versions(1 << version.0)
    }

    /// All versions of two sets.
    pub const fn or(self, other: Versions) -> Versions {
        Versions(self.0 | other.0)
    }

    /// Have the two sets a version in common?
    pub const fn intersects(self, other: Versions) -> bool {
        self.0 & other.0 != 0
    }
}

/// One version of a format: an index into [`Schema::versions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Version(pub u8);

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u16);

        impl $name {
            /// The index as a `usize`.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A row of [`Schema::types`].
    TypeId
    /// A row of [`Schema::values`].
    ValueId
    /// A row of [`Schema::models`].
    ModelId
    /// A row of [`Schema::names`].
    NameId
}

/// The whole table of one format.
#[derive(Debug)]
pub struct Schema {
    /// `collada`, `opengex`, `xvrml`.
    pub format: &'static str,
    /// Versions, oldest first.
    pub versions: &'static [&'static str],
    /// The XML namespace of each version.
    pub namespaces: &'static [(Versions, &'static str)],
    /// Types whose path begins so belong to another XML namespace: MathML inside COLLADA formulas.
    pub foreign: &'static [(&'static str, &'static str)],
    /// The type of the root element; for OpenDDL the pseudo type of the file itself.
    pub root: TypeId,
    /// Roots of other documents of the format, such as the manifest of a COLLADA archive. They have no namespace.
    pub other_roots: &'static [TypeId],
    /// All element, attribute and event names, sorted.
    pub names: &'static [&'static str],
    /// All element types, sorted by path.
    pub types: &'static [Type],
    /// All value types, without repetition.
    pub values: &'static [Value],
    /// All content automata, without repetition.
    pub models: &'static [Model],
}

/// One element type: what may stand in and on an element at one place of a document.
#[derive(Debug)]
pub struct Type {
    /// The path the type is keyed by, such as `camera/optics`; `~word` for a shape used in several places.
    pub path: &'static str,
    /// One sentence of documentation.
    pub doc: &'static str,
    /// Place in the specification (`5-106`), or empty.
    pub spec: &'static str,
    /// For xVRML `GIVEN`, `NAMED` or `INFERRED`; else empty.
    pub status: &'static str,
    /// The versions that have this type.
    pub versions: Versions,
    /// What stands between the tags.
    pub content: Content,
    /// Type of each possible child, sorted by name (a name may occur several times with disjoint versions).
    pub children: &'static [Child],
    /// Attributes (XML) or properties (OpenDDL), sorted by name.
    pub attributes: &'static [Attribute],
    /// xVRML events.
    pub events: &'static [Event],
    /// OpenDDL: may the structure have a name?
    pub naming: Naming,
    /// OpenDDL: primitive substructures.
    pub data: &'static [Data],
}

/// What stands between the tags of an element.
#[derive(Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A value.
    Text(Text),
    /// Anything; kept and not judged.
    Any,
    /// Children in the order of an automaton, one per version (`models[version]`).
    Elements(&'static [ModelId]),
    /// Children in any order (OpenDDL): each item limits how often any of its names occurs.
    Bag(&'static [BagItem]),
}

/// A value written as text, with what is known about it.
#[derive(Debug)]
pub struct Text {
    /// Its value type.
    pub value: ValueId,
    /// Its unit (`length`, `angle(deg)` …), or empty.
    pub unit: &'static str,
    /// The value that holds when it is absent.
    pub default: Option<&'static str>,
}

/// A possible child and its type.
#[derive(Debug)]
pub struct Child {
    /// Name of the child element.
    pub name: NameId,
    /// Versions in which the row holds.
    pub versions: Versions,
    /// Its type there.
    pub ty: TypeId,
}

/// A limit on the number of children in an unordered content.
#[derive(Debug)]
pub struct BagItem {
    /// The names counted together (more than one: a choice).
    pub names: &'static [NameId],
    /// Versions in which the row holds.
    pub versions: Versions,
    /// At least so many.
    pub min: u32,
    /// At most so many; `u32::MAX` is no limit.
    pub max: u32,
}

/// An attribute or property.
#[derive(Debug)]
pub struct Attribute {
    /// Its name; a prefixed one as written (`xml:base`).
    pub name: NameId,
    /// Versions in which the row holds.
    pub versions: Versions,
    /// Must it be there?
    pub required: bool,
    /// Value type, unit, default.
    pub text: Text,
    /// One sentence, or empty.
    pub doc: &'static str,
}

/// An event that an xVRML node takes or sends.
#[derive(Debug)]
pub struct Event {
    /// Its name (`set-fraction`).
    pub name: NameId,
    /// Taken by the node, or sent by it?
    pub input: bool,
    /// What it carries.
    pub value: ValueId,
}

/// May an OpenDDL structure have a name, and of which kind?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Naming {
    /// `$name` allowed.
    pub global: bool,
    /// `%name` allowed.
    pub local: bool,
    /// A name is required.
    pub required: bool,
}

/// Primitive substructures of an OpenDDL structure.
#[derive(Debug)]
pub struct Data {
    /// OpenDDL type names allowed, in their long form (`float32`).
    pub types: &'static [&'static str],
    /// Allowed sub-array sizes; 0 stands for flat data. Empty: flat data only.
    pub sizes: &'static [u32],
    /// Versions in which the row holds.
    pub versions: Versions,
    /// At least so many primitive structures.
    pub min: u32,
    /// At most so many; `u32::MAX` is no limit.
    pub max: u32,
    /// Number of values (or sub-arrays) in each.
    pub length: Length,
    /// The unit of the values (`length`, `angle(metric)` …), or empty.
    pub unit: &'static str,
    /// What holds when the whole structure is left out: the values of one entry.
    pub default: Option<&'static str>,
    /// The row holds only if this property has, written or by default, one of these values.
    pub when: Option<(NameId, &'static [&'static str])>,
    /// Value type of each datum when more is known than its OpenDDL type (`ref<GeometryObject>`, a range).
    pub value: Option<ValueId>,
    /// One sentence, or empty.
    pub doc: &'static str,
}

/// A deterministic automaton over child names. State 0 is the start.
#[derive(Debug)]
pub struct Model {
    /// The content as a person would write it, for messages: `asset, optics, imager?, extra*`.
    pub written: &'static str,
    /// The states.
    pub states: &'static [State],
}

/// A state of a [`Model`].
#[derive(Debug)]
pub struct State {
    /// May the element end here?
    pub accepting: bool,
    /// Where each child name leads, sorted by name.
    pub next: &'static [(NameId, u16)],
}

/// A value type.
#[derive(Debug)]
pub enum Value {
    /// `true`, `false`, `1`, `0`.
    Bool,
    /// A 64-bit float, `INF`, `-INF`, `NaN`.
    Float(Range),
    /// A whole number from `min` to `max`.
    Int {
        /// Smallest.
        min: i128,
        /// Largest.
        max: i128,
    },
    /// Any text.
    String,
    /// Text without line breaks and tabs (they count as spaces).
    Normalized,
    /// Text with white space collapsed.
    Token,
    /// XML `Nmtoken`.
    NmToken,
    /// XML `Name`.
    Name,
    /// XML `NCName`.
    NcName,
    /// Language tag.
    Language,
    /// URI reference.
    Uri,
    /// XML Schema `dateTime`.
    DateTime,
    /// XML Schema `date`.
    Date,
    /// Hexadecimal octets.
    Hex,
    /// Base64 octets.
    Base64,
    /// Declares an id (NCName, unique in the document).
    Id,
    /// Declares a scoped id.
    Sid,
    /// An NCName that is bound elsewhere.
    Symbol,
    /// An OpenDDL data type name.
    DdlType,
    /// Refers to something of one of the types (empty: of any).
    Reference(ReferenceKind, &'static [TypeId]),
    /// Exactly one of the words: white space counts.
    Enum(&'static [(&'static str, Versions)]),
    /// One of the words, white space around it passed over.
    Word(&'static [(&'static str, Versions)]),
    /// One of the words, or something of the application's.
    Open(&'static [(&'static str, Versions)]),
    /// White-space separated items.
    List {
        /// Type of the items.
        item: ValueId,
        /// How many.
        length: Length,
    },
    /// The first that fits.
    Union(&'static [ValueId]),
    /// A lexical rule of its own (`value::pattern`), by name.
    Pattern(&'static str),
}

/// How a reference is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReferenceKind {
    /// `uri#id`.
    Uri,
    /// `#id`, same document.
    Fragment,
    /// `id` (xs:IDREF).
    Id,
    /// An entry of a list of names (xs:Name).
    Name,
    /// A SID path held in a token.
    Sid,
    /// A SID path checked against the schema's own pattern.
    SidStrict,
    /// An OpenDDL reference (`$a%b`).
    Ddl,
}

/// Limits of a float.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    /// Lower limit and whether it is itself allowed.
    pub min: Option<(f64, bool)>,
    /// Upper limit and whether it is itself allowed.
    pub max: Option<(f64, bool)>,
}

/// Limits of a number of items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Length {
    /// At least.
    pub min: u32,
    /// At most; `u32::MAX` is no limit.
    pub max: u32,
    /// The number must be a multiple of this (1: any).
    pub multiple: u32,
}
