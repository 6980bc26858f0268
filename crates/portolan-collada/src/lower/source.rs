//! `<source>`: arrays read through their accessors.

use std::borrow::Cow;

use portolan_schema::value::decode;
use portolan_syntax::Node;

use super::Lower;
use super::numbers::comma_free;
use crate::data::{Accessor, ArrayKind, Data, Source, Text};

/// What was spent on things that a few bytes of a document can ask for many times.
#[derive(Default)]
pub(crate) struct Spent {
    /// Bytes of arrays that were decoded for controllers and animations.
    bytes: u64,
    /// Vertices without entry in their skin.
    pub vertices: usize,
    /// What channels drive.
    pub channels: usize,
}

/// Bytes of arrays that may be decoded again for each byte of the documents, and for all of them.
const AGAIN: (u64, u64) = (4, 64 << 20);

/// Rows of numbers.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Rows<T> {
    /// Numbers in a row, above zero.
    pub width: usize,
    /// Row after row.
    pub data: Vec<T>,
    /// Words that were no numbers, rows that the array does not have: told by whoever reads.
    pub faults: Faults,
    /// May the text say a number more exactly than its value does?
    pub long: bool,
}

/// What was wrong with an array.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Faults {
    /// Words that are no numbers; they count as 0.
    pub words: usize,
    /// Rows that the accessor promises and the array does not have.
    pub rows: u64,
    /// The stride is smaller than a row.
    pub narrow: bool,
}

impl<T> Rows<T> {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.data.len().checked_div(self.width).unwrap_or(0)
    }
}

/// A number that arrays are read as.
pub(crate) trait Number: Copy + Default + Send {
    fn decode(list: &decode::List<'_>, hint: usize, out: &mut Vec<Self>) -> decode::Decoded;
}

impl Number for f32 {
    fn decode(list: &decode::List<'_>, hint: usize, out: &mut Vec<f32>) -> decode::Decoded {
        list.f32s(hint, out)
    }
}

impl Number for f64 {
    fn decode(list: &decode::List<'_>, hint: usize, out: &mut Vec<f64>) -> decode::Decoded {
        list.f64s(hint, out)
    }
}

impl<'a> Lower<'a> {
    /// Follows data in the document of an element.
    pub fn data(&self, element: Node<'_>) -> Data<'a> {
        let document = self.document(element);
        Data::of(&document.tree, &document.bound, document.index.id_table())
    }

    /// May the arrays behind the inputs of elements be decoded? Arrays can be shared by many, but not without end.
    pub fn may_decode(&mut self, owners: impl IntoIterator<Item = Node<'a>>) -> bool {
        for owner in owners {
            self.known.spent.bytes += self.bytes_behind(owner);
        }
        let (each, all) = AGAIN;
        let written: u64 = self.documents.iter().map(|d| d.tree.source().size()).sum();
        self.known.spent.bytes <= written.saturating_mul(each).saturating_add(all)
    }

    /// How long the arrays behind the inputs of an element are, as written.
    pub fn bytes_behind(&self, owner: Node<'a>) -> u64 {
        let data = self.data(owner);
        let arrays = data.inputs(owner).filter_map(|i| own_or_target(&data.source(i.target?)?));
        arrays.map(|a| a.tree().source().written_length(a.content_span())).sum()
    }

    /// The `<source>` behind the first input of an element with a semantic. References without `#` are let pass.
    pub fn input_source(&self, owner: Node<'a>, semantic: &str) -> Option<Node<'a>> {
        let input = self.data(owner).input(owner, semantic)?;
        let written = || input.node.attribute_value("source");
        let found = input.target.or_else(|| self.documents.follow(input.node, &written()?).ok());
        found.filter(|s| s.local_name() == "source")
    }
}

/// The numbers of a `<source>`.
///
/// Straight into the buffer that is kept when the accessor reads the array from end to end; otherwise rows are picked
/// from the decoded array.
pub(crate) fn numbers<'a, T: Number>(data: Data<'a>, source: Node<'a>) -> Option<Rows<T>> {
    let source = data.source(source)?;
    let array = own_or_target(&source)?;
    let kind = ArrayKind::of(array.local_name())?;
    if kind == ArrayKind::Bool {
        return Some(bools(&source, array));
    }
    if !kind.is_number() {
        return None;
    }
    let text = Text::of(array);
    let declared = declared(array);
    let mut values = Vec::new();
    let decoded = T::decode(&text.list(), declared, &mut values);
    if decoded.bad_count > 0 && text.as_str().contains(',') {
        values.clear();
        T::decode(&comma_free(text.as_str(), declared).as_str().into(), declared, &mut values);
    }
    let mut rows = pick(&source, values);
    rows.faults.words = decoded.bad_count;
    rows.long = decoded.long;
    Some(rows)
}

/// The numbers of a `<source>` in single precision and, where their text may say more, in double precision as well.
pub(crate) fn both<'a>(data: Data<'a>, source: Node<'a>) -> Option<(Rows<f32>, Option<Rows<f64>>)> {
    let found = data.source(source)?;
    let array = own_or_target(&found)?;
    if ArrayKind::of(array.local_name()).is_some_and(|kind| kind != ArrayKind::Bool && kind.is_number()) {
        let (decoded, singles, doubles) = Text::of(array).list().reals(declared(array));
        if decoded.bad_count == 0 {
            return Some((pick(&found, singles), doubles.map(|doubles| pick(&found, doubles))));
        }
    }
    // What is no number may be one with a comma.
    let rows = numbers::<f32>(data, source)?;
    let exact = if rows.long { numbers::<f64>(data, source) } else { None };
    Some((rows, exact))
}

/// How many numbers an array says that it has.
fn declared(array: Node<'_>) -> usize {
    crate::data::whole_attribute(array, "count").and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
}

/// All numbers of the array of a `<source>`, whatever its accessor says.
pub(crate) fn all_numbers<'a, T: Number>(data: Data<'a>, source: Node<'a>) -> Option<Vec<T>> {
    let array = own_or_target(&data.source(source)?)?;
    ArrayKind::of(array.local_name()).filter(|kind| kind.is_number())?;
    let mut values = Vec::new();
    T::decode(&Text::of(array).list(), 0, &mut values);
    Some(values)
}

/// The array that is read. An accessor that names it wrongly, or by its name, means the source's own.
fn own_or_target<'a>(source: &Source<'a>) -> Option<Node<'a>> {
    let own = || source.node.elements().find(|e| ArrayKind::of(e.local_name()).is_some());
    source.array.map(|a| a.node).or_else(own)
}

fn bools<T: Number>(source: &Source<'_>, array: Node<'_>) -> Rows<T> {
    let text = Text::of(array);
    let mut digits = String::new();
    for (word, _) in text.words() {
        digits.push_str(if matches!(word, "true" | "1") { "1 " } else { "0 " });
    }
    let mut values = Vec::new();
    T::decode(&digits.as_str().into(), 0, &mut values);
    pick(source, values)
}

/// The rows that the accessor reads of an array.
fn pick<T: Number>(source: &Source<'_>, mut values: Vec<T>) -> Rows<T> {
    let Some(mut accessor) = source.accessor else { return Rows { width: 1, data: values, ..Rows::default() } };
    // Rows that overlap are a forgotten stride.
    let narrow = accessor.stride < accessor.slots;
    accessor.stride = accessor.stride.max(accessor.slots);
    let slots = named_slots(&accessor);
    let width = slots.len().max(1);
    let stride = usize::try_from(accessor.stride).unwrap_or(usize::MAX).max(1);
    let offset = usize::try_from(accessor.offset).unwrap_or(usize::MAX);
    let reach = slots.last().map_or(1, |last| last + 1);
    // As many rows as the array has; the last one need not be followed by what its stride skips.
    let available = values.len().saturating_sub(offset);
    let whole = if available >= reach { (available - reach) / stride + 1 } else { 0 };
    let promised = usize::try_from(accessor.count).unwrap_or(usize::MAX);
    let count = promised.min(whole);
    let faults = Faults { words: 0, rows: (promised - count) as u64, narrow };
    let in_place = offset == 0 && stride == width && slots.iter().copied().eq(0..width);
    if in_place {
        values.truncate(count * width);
        return Rows { width, data: values, faults, long: false };
    }
    let mut data = Vec::with_capacity(count.saturating_mul(width));
    for row in 0..count {
        let start = offset + row * stride;
        data.extend(slots.iter().filter_map(|slot| values.get(start + slot)));
    }
    Rows { width, data, faults, long: false }
}

/// Which values of a tuple are read: those of params with a name; if there is no name, all; if there is no param, as
/// many as the stride.
fn named_slots(accessor: &Accessor<'_>) -> Vec<usize> {
    let Some(element) = accessor.node else { return vec![0] };
    let most = usize::try_from(accessor.stride).unwrap_or(0).clamp(1, 1024);
    let mut slots = Vec::new();
    let mut at = 0usize;
    for param in element.elements().filter(|e| e.local_name() == "param") {
        let width = crate::data::param_width(&param.attribute_value("type").unwrap_or_default()) as usize;
        if param.attribute("name").is_some_and(|n| !n.value().is_empty()) {
            slots.extend(at..at + width);
        }
        at += width;
    }
    // Slots beyond the stride would read the next row.
    match (at, slots.is_empty()) {
        (0, _) => (0..most).collect(),
        (_, true) => (0..at.min(most)).collect(),
        _ => {
            slots.retain(|s| *s < most);
            slots
        }
    }
}

/// The words of a `<source>`: names, ids, SIDs, tokens.
pub(crate) fn words<'a>(data: Data<'a>, source: Node<'a>) -> Option<Vec<Box<str>>> {
    let source = data.source(source)?;
    let array = own_or_target(&source)?;
    let text: Text<'a> = Text::of(array);
    let all: Vec<Cow<'_, str>> = text.words().map(|(w, _)| Cow::Borrowed(w)).collect();
    let Some(accessor) = source.accessor else { return Some(all.iter().map(|w| w.as_ref().into()).collect()) };
    let stride = usize::try_from(accessor.stride).unwrap_or(1).max(1);
    let offset = usize::try_from(accessor.offset).unwrap_or(usize::MAX);
    let slot = named_slots(&accessor).first().copied().unwrap_or(0);
    let count = usize::try_from(accessor.count).unwrap_or(usize::MAX);
    Some(all.iter().skip(offset.saturating_add(slot)).step_by(stride).take(count).map(|w| w.as_ref().into()).collect())
}
