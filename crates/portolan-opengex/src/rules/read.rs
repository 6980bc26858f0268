//! What several rules read: properties with their defaults, data with its counts.

use std::borrow::Cow;

use portolan_schema::bind::Bind;
use portolan_syntax::Node;
use portolan_syntax::ddl::{self, Layout, Primitive, Property, Run, Summary};

use portolan_format::Document;

/// The value of a property.
pub(crate) fn property<'a>(node: Node<'a>, name: &str) -> Option<Property<'a>> {
    // Looking through thousands of properties again for each structure inside would take forever; nobody writes so many.
    const MOST: usize = 256;
    (node.attributes().size_hint().0 <= MOST).then(|| node.attribute(name)).flatten().map(ddl::property)
}

/// A property that is a word; `None` if it is missing without a default, or not a string (which the schema tells).
pub(crate) fn word<'a>(node: Node<'a>, property: &str, default: Option<&'static str>) -> Option<Cow<'a, str>> {
    match self::property(node, property) {
        Some(Property::String(word)) => Some(word),
        Some(_) => None,
        None => default.map(Cow::Borrowed),
    }
}

/// A property that is a whole number; `None` if it is missing without a default, or not one.
pub(crate) fn integer(node: Node<'_>, property: &str, default: Option<i128>) -> Option<i128> {
    match self::property(node, property) {
        Some(Property::Literal(text)) => ddl::literal::integer(text, Primitive::Uint64).ok(),
        Some(_) => None,
        None => default,
    }
}

/// A property that is a number.
pub(crate) fn float(node: Node<'_>, property: &str) -> Option<f64> {
    match self::property(node, property)? {
        Property::Literal(text) => ddl::literal::float(text, Primitive::Float32).ok(),
        _ => None,
    }
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
pub(crate) fn vertex_attribute(array: Node<'_>) -> Option<(String, i128)> {
    let attrib = word(array, "attrib", None)?;
    let (name, in_brackets) = split_index(&attrib);
    let index = integer(array, "index", Some(0))?;
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
    let is_position = |a: &Node<'_>| word(*a, "attrib", None).is_some_and(|w| w == "position");
    let entries = |a: Node<'_>| Series::of(document, a).map(|s| s.entries());
    arrays().filter(is_position).find_map(entries).or_else(|| arrays().find_map(entries))
}

/// A number with its noun: "1 bone", "2 bones".
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
