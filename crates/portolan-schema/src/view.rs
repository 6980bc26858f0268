//! Typed views: what the generated `views` of each format stand on.
//!
//! A view is a node with a name for its type; it holds nothing else, so that it is copied like a number and can be
//! made for any node. What it tells is read from the document when it is asked for:
//!
//! - what is absent or cannot be read is `None`; nothing is guessed, and `…_or_default` accessors exist only where the
//!   format has a default;
//! - a list of a fixed, small length is an array, read whole or not at all; a longer one is an iterator that reads
//!   word by word in place and is empty when the list is absent. Its items are `None` where a word is no number, so
//!   that positions keep their meaning;
//! - of a child that may stand once only, the first counts.
//!
//! Every accessor of a child looks through the children again. Ask once and keep the answer.

use std::borrow::Cow;
use std::marker::PhantomData;

use portolan_syntax::ddl::{self, Primitive, Property, literal};
use portolan_syntax::tree::{AttrKind, Elements};
use portolan_syntax::{Syntax, Tree};

pub use portolan_syntax::Node;
pub use portolan_syntax::ddl::{Reference, Run};

use crate::Bound;
use crate::value::number;

/// A text of the document, borrowed whenever it stands there as it is meant.
pub type Str<'a> = Cow<'a, str>;

/// A node and its type.
pub trait View<'a>: Copy {
    /// The type paths that have this view.
    const PATHS: &'static [&'static str];

    /// The view of a node, whatever its type.
    fn wrap(node: Node<'a>) -> Self;

    /// The node.
    fn node(self) -> Node<'a>;

    /// The view of a node if the node has one of its types.
    fn cast(node: Node<'a>, bound: &Bound) -> Option<Self> {
        let ty = bound.ty(node.id())?;
        Self::PATHS.contains(&ty.path).then(|| Self::wrap(node))
    }
}

/// All nodes of a view's types, in document order.
pub fn all<'a, V: View<'a>>(tree: &'a Tree, bound: &'a Bound) -> impl Iterator<Item = V> + use<'a, V> {
    tree.nodes().filter(|n| n.is_element()).filter_map(|n| V::cast(n, bound))
}

/// Declares the struct of a view and what every view can do.
#[macro_export]
#[doc(hidden)]
macro_rules! view {
    ($(#[$doc:meta])* $name:ident: $($path:literal)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name<'a>($crate::view::Node<'a>);

        impl<'a> $crate::view::View<'a> for $name<'a> {
            const PATHS: &'static [&'static str] = &[$($path),+];

            fn wrap(node: $crate::view::Node<'a>) -> Self {
                $name(node)
            }

            fn node(self) -> $crate::view::Node<'a> {
                self.0
            }
        }
    };
}

/// What can be read from an element's text or from an attribute.
pub trait Read<'a>: Sized {
    /// Reads a text of an XML document.
    fn read(text: Str<'a>) -> Option<Self>;

    /// Reads an element's text.
    fn of_node(node: Node<'a>) -> Option<Self> {
        Self::read(words_of(node))
    }

    /// Reads an OpenDDL property.
    fn of_property(property: Property<'a>) -> Option<Self>;
}

/// An element's text as far as its words go: line ends may differ from what [`Node::text`] gives.
fn words_of(node: Node<'_>) -> Str<'_> {
    let mut pieces = node.text_nodes();
    match (pieces.next(), pieces.next()) {
        (Some(one), None) if one.is_verbatim() => Cow::Borrowed(node.tree().slice(one.span())),
        _ => node.text(),
    }
}

/// Without white space at both ends.
pub fn trim(text: Str<'_>) -> Str<'_> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

impl<'a> Read<'a> for Str<'a> {
    fn read(text: Str<'a>) -> Option<Self> {
        Some(text)
    }

    fn of_node(node: Node<'a>) -> Option<Self> {
        Some(node.text())
    }

    fn of_property(property: Property<'a>) -> Option<Self> {
        match property {
            Property::Flag => None,
            Property::String(text) => Some(text),
            Property::Literal(text) => Some(Cow::Borrowed(text)),
        }
    }
}

impl<'a> Read<'a> for Reference<'a> {
    fn read(_: Str<'a>) -> Option<Self> {
        None
    }

    fn of_property(property: Property<'a>) -> Option<Self> {
        match property {
            Property::Literal(text) => Reference::parse(text),
            _ => None,
        }
    }
}

/// A number or truth value, written as one word.
pub trait Word: Copy + Default {
    /// Reads a word of an XML document.
    fn word(word: &[u8]) -> Option<Self>;

    /// Reads an OpenDDL literal.
    fn literal(literal: &str) -> Option<Self>;

    /// What a property without a value means.
    const FLAG: Option<Self> = None;
}

impl Word for f64 {
    fn word(word: &[u8]) -> Option<f64> {
        match word {
            // Nothing that begins so is `INF` or `NaN`, so the reader of numbers need not be watched.
            [b'0'..=b'9' | b'.', ..] | [b'-', b'0'..=b'9' | b'.', ..] => fast_float2::parse(word).ok(),
            _ => number::float(word),
        }
    }

    fn literal(text: &str) -> Option<f64> {
        literal::float(text, Primitive::Float64).ok()
    }
}

impl Word for i64 {
    fn word(word: &[u8]) -> Option<i64> {
        number::int(word)
    }

    fn literal(text: &str) -> Option<i64> {
        literal::integer(text, Primitive::Int64).ok()?.try_into().ok()
    }
}

impl Word for u64 {
    fn word(word: &[u8]) -> Option<u64> {
        std::str::from_utf8(word).ok()?.parse().ok()
    }

    fn literal(text: &str) -> Option<u64> {
        literal::integer(text, Primitive::Uint64).ok()?.try_into().ok()
    }
}

impl Word for bool {
    fn word(word: &[u8]) -> Option<bool> {
        match word {
            b"true" | b"1" => Some(true),
            b"false" | b"0" => Some(false),
            _ => None,
        }
    }

    fn literal(text: &str) -> Option<bool> {
        literal::boolean(text).ok()
    }

    const FLAG: Option<bool> = Some(true);
}

macro_rules! read_words {
    ($($ty:ty)*) => {$(
        impl<'a> Read<'a> for $ty {
            fn read(text: Str<'a>) -> Option<Self> {
                <$ty>::word(text.trim().as_bytes())
            }

            fn of_property(property: Property<'a>) -> Option<Self> {
                match property {
                    Property::Flag => <$ty>::FLAG,
                    Property::Literal(text) => <$ty>::literal(text),
                    Property::String(_) => None,
                }
            }
        }
    )*};
}

read_words! { f64 i64 u64 bool }

impl<'a, T: Word, const N: usize> Read<'a> for [T; N] {
    fn read(text: Str<'a>) -> Option<Self> {
        let mut numbers = Numbers::<T>::new(text);
        let mut all = [T::default(); N];
        for slot in &mut all {
            *slot = numbers.next()??;
        }
        numbers.next().is_none().then_some(all)
    }

    fn of_property(_: Property<'a>) -> Option<Self> {
        None
    }
}

/// The words of a text, cut at white space.
#[derive(Clone, Default, Debug)]
pub struct Words<'a> {
    text: Str<'a>,
    at: usize,
}

impl<'a> Words<'a> {
    /// The words of a text.
    pub fn new(text: impl Into<Str<'a>>) -> Words<'a> {
        Words { text: text.into(), at: 0 }
    }

    /// Where the next word stands.
    fn advance(&mut self) -> Option<std::ops::Range<usize>> {
        let is_space = |b: &u8| matches!(b, b' ' | b'\n' | b'\t' | b'\r');
        let rest = self.text.as_bytes().get(self.at..)?;
        let start = rest.iter().position(|b| !is_space(b))?;
        let length = rest.iter().skip(start).position(is_space).unwrap_or(rest.len() - start);
        let start = self.at + start;
        self.at = start + length;
        Some(start..self.at)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Str<'a>;

    fn next(&mut self) -> Option<Str<'a>> {
        let at = self.advance()?;
        match &self.text {
            Cow::Borrowed(text) => text.get(at).map(Cow::Borrowed),
            Cow::Owned(text) => text.get(at).map(|word| Cow::Owned(word.to_owned())),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some((self.text.len() - self.at).div_ceil(2)))
    }
}

impl<'a> Read<'a> for Words<'a> {
    fn read(text: Str<'a>) -> Option<Self> {
        Some(Words::new(text))
    }

    fn of_property(_: Property<'a>) -> Option<Self> {
        None
    }
}

/// The numbers (or truth values) of a text; `None` stands for a word that is none.
#[derive(Clone, Debug)]
pub struct Numbers<'a, T> {
    words: Words<'a>,
    item: PhantomData<T>,
}

impl<'a, T> Numbers<'a, T> {
    /// The numbers of a text.
    pub fn new(text: impl Into<Str<'a>>) -> Numbers<'a, T> {
        Numbers { words: Words::new(text), item: PhantomData }
    }
}

impl<T> Default for Numbers<'_, T> {
    fn default() -> Self {
        Numbers::new("")
    }
}

impl<T: Word> Iterator for Numbers<'_, T> {
    type Item = Option<T>;

    fn next(&mut self) -> Option<Option<T>> {
        let at = self.words.advance()?;
        Some(self.words.text.as_bytes().get(at).and_then(T::word))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.words.size_hint()
    }
}

impl<'a, T> Read<'a> for Numbers<'a, T> {
    fn read(text: Str<'a>) -> Option<Self> {
        Some(Numbers::new(text))
    }

    fn of_property(_: Property<'a>) -> Option<Self> {
        None
    }
}

/// The child elements of one name.
#[derive(Clone, Debug)]
pub struct Nodes<'a> {
    elements: Elements<'a>,
    name: &'static str,
    /// Children of the format stand in their parent's namespace, or in none.
    namespace: &'a str,
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        self.elements.by_ref().find(|e| {
            let name = e.name();
            name.local == self.name && (name.namespace == self.namespace || name.namespace.is_empty())
        })
    }
}

/// The child elements of one name, each as its view.
#[derive(Clone, Debug)]
pub struct Children<'a, V> {
    nodes: Nodes<'a>,
    view: PhantomData<V>,
}

impl<'a, V: View<'a>> Iterator for Children<'a, V> {
    type Item = V;

    fn next(&mut self) -> Option<V> {
        self.nodes.next().map(V::wrap)
    }
}

/// The children of this name.
pub fn elements<'a>(node: Node<'a>, name: &'static str) -> Nodes<'a> {
    Nodes { elements: node.elements(), name, namespace: node.name().namespace }
}

/// The first child of this name.
pub fn element<'a>(node: Node<'a>, name: &'static str) -> Option<Node<'a>> {
    elements(node, name).next()
}

/// The children of this name in another namespace than their parent's.
pub fn foreign<'a, V: View<'a>>(node: Node<'a>, namespace: &'static str, name: &'static str) -> Children<'a, V> {
    Children { nodes: Nodes { elements: node.elements(), name, namespace }, view: PhantomData }
}

/// The children of this name as views.
pub fn children<'a, V: View<'a>>(node: Node<'a>, name: &'static str) -> Children<'a, V> {
    Children { nodes: elements(node, name), view: PhantomData }
}

/// The first child of this name as a view.
pub fn child<'a, V: View<'a>>(node: Node<'a>, name: &'static str) -> Option<V> {
    element(node, name).map(V::wrap)
}

/// The element's own text.
pub fn text<'a, T: Read<'a>>(node: Node<'a>) -> Option<T> {
    T::of_node(node)
}

/// The text of the first child of this name.
pub fn element_text<'a, T: Read<'a>>(node: Node<'a>, name: &'static str) -> Option<T> {
    element(node, name).and_then(T::of_node)
}

/// The value of an attribute or property.
pub fn attribute<'a, T: Read<'a>>(node: Node<'a>, name: &'static str) -> Option<T> {
    let attribute = node.attribute(name)?;
    match node.tree().syntax() {
        Syntax::Xml => T::read(attribute.value()),
        Syntax::Ddl => T::of_property(ddl::property(attribute)),
    }
}

/// The name of an OpenDDL structure, with its `$` or `%`.
pub fn structure_name(node: Node<'_>) -> Option<&str> {
    let attribute = node.attributes().find(|a| matches!(a.kind(), AttrKind::GlobalName | AttrKind::LocalName))?;
    Some(attribute.raw())
}

/// The primitive structure in an OpenDDL structure.
pub fn data(node: Node<'_>) -> Option<Node<'_>> {
    node.elements().find(|e| ddl::primitive_type(e.name().full).is_some())
}

/// The data of the primitive structure in an OpenDDL structure.
pub fn run(node: Node<'_>) -> Option<Run<'_>> {
    data(node).and_then(Run::of)
}

/// The only value, or the only sub-array, of the primitive structure in an OpenDDL structure.
pub fn datum<'a, T: Datum<'a>>(node: Node<'a>) -> Option<T> {
    run(node).and_then(T::of_run)
}

/// What can be read from OpenDDL data.
pub trait Datum<'a>: Sized {
    /// Reads the first value, or the first few.
    fn of_run(run: Run<'a>) -> Option<Self>;
}

impl Datum<'_> for f64 {
    fn of_run(run: Run<'_>) -> Option<f64> {
        run.floats().next()?.ok().map(|(value, _)| value)
    }
}

impl Datum<'_> for u64 {
    fn of_run(run: Run<'_>) -> Option<u64> {
        run.integers().next()?.ok().and_then(|(value, _)| value.try_into().ok())
    }
}

impl Datum<'_> for i64 {
    fn of_run(run: Run<'_>) -> Option<i64> {
        run.integers().next()?.ok().and_then(|(value, _)| value.try_into().ok())
    }
}

impl Datum<'_> for bool {
    fn of_run(run: Run<'_>) -> Option<bool> {
        run.bools().next()?.ok().map(|(value, _)| value)
    }
}

impl<'a> Datum<'a> for Str<'a> {
    fn of_run(run: Run<'a>) -> Option<Str<'a>> {
        run.strings().next()?.ok().map(|(value, _)| value)
    }
}

impl<'a> Datum<'a> for Reference<'a> {
    fn of_run(run: Run<'a>) -> Option<Reference<'a>> {
        run.references().next()?.ok().map(|(value, _)| value)
    }
}

impl<const N: usize> Datum<'_> for [f64; N] {
    fn of_run(run: Run<'_>) -> Option<[f64; N]> {
        let mut values = run.floats();
        let mut all = [0.0; N];
        for slot in &mut all {
            *slot = values.next()?.ok()?.0;
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_places() {
        let all: Vec<Option<f64>> = Numbers::new(" 1\n-2.5e1\tx INF ").collect();
        assert_eq!(all, [Some(1.0), Some(-25.0), None, Some(f64::INFINITY)]);
        assert_eq!(Numbers::<u64>::new("").count(), 0);
        let signed: Vec<Option<u64>> = Numbers::new("3 -1").collect();
        assert_eq!(signed, [Some(3), None]);
    }

    #[test]
    fn what_no_number_is_is_not_read() {
        for word in ["inf", "nan", "infinity", "1.0f", "0x10", "", "-", "."] {
            assert_eq!(f64::word(word.as_bytes()), None, "{word}");
        }
        assert_eq!(f64::word(b"+1.5"), Some(1.5));
        assert_eq!(f64::word(b"-INF"), Some(f64::NEG_INFINITY));
    }

    #[test]
    fn arrays_are_read_whole_or_not_at_all() {
        let read = |text: &'static str| <[f64; 3]>::read(Cow::Borrowed(text));
        assert_eq!(read("1 2 3"), Some([1.0, 2.0, 3.0]));
        assert_eq!(read("1 2"), None);
        assert_eq!(read("1 2 3 4"), None);
        assert_eq!(read("1 x 3"), None);
    }
}
