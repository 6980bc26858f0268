//! What several rules read: properties with their defaults, data with its counts.

use std::borrow::Cow;

use portolan_schema::Decode;
use portolan_schema::bind::Bind;
use portolan_syntax::Node;
use portolan_syntax::ddl::{Layout, Run, Summary};

use portolan_format::Document;

/// The value of a property, or its default; `None` if it is missing without one, or wrong (which the schema tells).
fn property<'a, T: Decode<'a>>(document: &Document, node: Node<'a>, name: &str) -> Option<T> {
    // Looking through thousands of properties again for each structure inside would take forever; nobody writes so many.
    const MOST: usize = 256;
    match node.attributes().size_hint().0 <= MOST {
        true => document.bound.given(node, name).sound(),
        false => document.bound.default_of(node, name),
    }
}

/// A property that is a word.
pub(crate) fn word<'a>(document: &Document, node: Node<'a>, name: &str) -> Option<Cow<'a, str>> {
    property(document, node, name)
}

/// A property that is a whole number.
pub(crate) fn integer(document: &Document, node: Node<'_>, name: &str) -> Option<i128> {
    property(document, node, name)
}

/// A property that is a number.
pub(crate) fn float(document: &Document, node: Node<'_>, name: &str) -> Option<f64> {
    property(document, node, name)
}

/// The number that holds when a structure of this path with this word is missing.
pub(crate) fn unsaid(document: &Document, path: &str, word: &str) -> Option<f64> {
    document.bound.data_at(path, word)?.value()
}

/// The material index of a mesh without index arrays, which counts as one with default properties.
pub(crate) fn unwritten_material(document: &Document) -> Option<i128> {
    document.bound.default_at("IndexArray", "material")
}

/// The data of a structure, if the schema has nothing against it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series<'a> {
    /// The primitive structure.
    pub node: Node<'a>,
    /// What its head says.
    pub layout: Layout,
    /// What reading it told.
    pub summary: Summary,
    entries: u64,
}

impl<'a> Series<'a> {
    /// The data of a structure.
    pub fn of(document: &Document, holder: Node<'a>) -> Option<Series<'a>> {
        let node = holder.elements().find(|n| matches!(document.bound.bind(n.id()), Bind::Data(_)))?;
        let summary = node.tree().summary(node.id()).filter(|s| s.sound && node.is_closed())?;
        let layout = Layout::of(node)?;
        let count = if layout.sub_array.is_some() { summary.sub_arrays } else { summary.values };
        Some(Series { node, layout, summary, entries: u64::from(count) })
    }

    /// Number of values, or of sub-arrays if there are some.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Size of the sub-arrays, 0 if there are none.
    pub fn size(&self) -> u32 {
        self.layout.sub_array.unwrap_or(0)
    }

    /// The data itself.
    pub fn run(&self) -> Option<Run<'a>> {
        Run::of(self.node)
    }

    /// All numbers.
    pub fn floats(&self) -> Vec<f64> {
        let mut values = Vec::with_capacity(self.summary.values as usize);
        if let Some(run) = self.run() {
            run.decode(&mut values);
        }
        values
    }
}

/// The only number of a structure such as `Param`.
pub(crate) fn number(document: &Document, holder: Node<'_>) -> Option<f64> {
    Series::of(document, holder)?.run()?.floats().next()?.ok().map(|(value, _)| value)
}

/// What a vertex array describes, and which of several it is. Old writers spelled the index `texcoord[1]`.
pub(crate) fn vertex_attribute(document: &Document, array: Node<'_>) -> Option<(String, i128)> {
    let attrib = word(document, array, "attrib")?;
    let (name, in_brackets) = split_index(&attrib);
    let index = integer(document, array, "index")?;
    Some((name.to_owned(), in_brackets.unwrap_or(index)))
}

/// `texcoord[1]` taken apart.
pub(crate) fn split_index(attrib: &str) -> (&str, Option<i128>) {
    let inner = attrib.strip_suffix(']').and_then(|a| a.split_once('['));
    match inner.and_then(|(name, digits)| Some((name, digits.parse::<u32>().ok()?))) {
        Some((name, index)) => (name, Some(i128::from(index))),
        None => (attrib, None),
    }
}

/// Number of vertices of a mesh: that of its positions, or of its first array that can be read.
pub(crate) fn vertex_count(document: &Document, mesh: Node<'_>) -> Option<u64> {
    let arrays = || mesh.children_named("VertexArray");
    let is_position = |a: &Node<'_>| word(document, *a, "attrib").is_some_and(|w| w == "position");
    let entries = |a: Node<'_>| Series::of(document, a).map(|s| s.entries());
    arrays().filter(is_position).find_map(entries).or_else(|| arrays().find_map(entries))
}
