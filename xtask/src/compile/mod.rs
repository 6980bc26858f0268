//! From the syntax tree to the rows that are emitted and audited.

pub mod automaton;
pub mod resolve;
pub mod rows;
pub mod values;

#[cfg(test)]
mod tests;

use crate::notation::ast::{Length, Mask};
use automaton::{Automaton, Regex};
use values::{Value, ValueId};

/// Everything about one format. Mirrors `portolan_schema::Schema`, with names instead of name indices.
#[derive(Debug)]
pub struct Table {
    /// `collada`
    pub format: String,
    /// Versions, oldest first.
    pub versions: Vec<String>,
    /// Namespaces.
    pub namespaces: Vec<(Mask, String)>,
    /// Types of the roots of other documents of the format.
    pub other_roots: Vec<usize>,
    /// Path prefixes of types in other namespaces.
    pub foreign: Vec<(String, String)>,
    /// The root type.
    pub root: usize,
    /// Types, sorted by path.
    pub types: Vec<Type>,
    /// Value types.
    pub values: Vec<Value>,
}

/// An element type.
#[derive(Debug)]
pub struct Type {
    /// Its path.
    pub path: String,
    /// Documentation.
    pub doc: String,
    /// Place in the specification.
    pub spec: String,
    /// How certain it is.
    pub status: String,
    /// Versions that have it.
    pub versions: Mask,
    /// What stands between the tags.
    pub content: Content,
    /// Name, versions and type of each child.
    pub children: Vec<(String, Mask, usize)>,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// Name, input?, value.
    pub events: Vec<(String, bool, ValueId)>,
    /// Name of the structure.
    pub naming: crate::notation::ast::Naming,
    /// Primitive substructures.
    pub data: Vec<Data>,
}

/// What stands between the tags.
#[derive(Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A value.
    Text(Text),
    /// Anything.
    Any,
    /// Children in order; one model for each version.
    Elements(Vec<(Regex, Automaton)>),
    /// Children in any order: names, versions, least, most.
    Bag(Vec<(Vec<String>, Mask, u32, u32)>),
}

/// A value with unit and default.
#[derive(Debug, Clone)]
pub struct Text {
    /// Value type.
    pub value: ValueId,
    /// Unit, or empty.
    pub unit: String,
    /// Default.
    pub default: Option<String>,
}

/// An attribute.
#[derive(Debug)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Versions that have it.
    pub versions: Mask,
    /// Must it be there?
    pub required: bool,
    /// Its value.
    pub text: Text,
    /// Documentation.
    pub doc: String,
}

/// Primitive substructures.
#[derive(Debug)]
pub struct Data {
    /// Long type names.
    pub types: Vec<String>,
    /// Sub-array sizes.
    pub sizes: Vec<u32>,
    /// Versions that have it.
    pub versions: Mask,
    /// Least number of structures.
    pub min: u32,
    /// Greatest number of structures.
    pub max: u32,
    /// Number of entries in each.
    pub length: Length,
    /// Unit, or empty.
    pub unit: String,
    /// What holds when the whole structure is left out.
    pub default: Option<String>,
    /// Only for these values of a property.
    pub when: Option<(String, Vec<String>)>,
    /// Documentation.
    pub doc: String,
    /// More about each datum.
    pub value: Option<ValueId>,
}
