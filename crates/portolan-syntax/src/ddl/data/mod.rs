//! The data of primitive structures, decoded on demand.
//!
//! A [`Run`] is the text between the braces of a primitive structure and what its head says about it. It can be
//! scanned (how many values, what is wrong), walked value by value with their places, taken apart into sub-arrays, or
//! decoded into a buffer at once.

mod cursor;
mod read;

use std::borrow::Cow;

use portolan_parallel::prelude::*;

use super::fault::Fault;
use super::lexer::is_space;
use super::primitive::{Primitive, primitive_type};
use super::reference::Reference;
use crate::tree::AttrKind;
use crate::{Node, NodeKind, Span};
use cursor::{Cursor, Event};
use read::Read;

pub use read::Number;

/// What the head of a primitive structure says about its data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// The type of the values.
    pub primitive: Primitive,
    /// Number of values in each sub-array; `None` if there are no sub-arrays, 0 if their size is not known.
    pub sub_array: Option<u32>,
    /// May data states stand in front of sub-arrays?
    pub states: bool,
}

impl Layout {
    /// Values without sub-arrays.
    pub const fn flat(primitive: Primitive) -> Layout {
        Layout { primitive, sub_array: None, states: false }
    }

    /// Sub-arrays of `size` values, without states.
    pub const fn arrays(primitive: Primitive, size: u32) -> Layout {
        Layout { primitive, sub_array: Some(size), states: false }
    }

    /// The layout that a structure's head gives; `None` if it is not a primitive structure.
    pub fn of(node: Node<'_>) -> Option<Layout> {
        let mut layout = Layout::flat(primitive_type(node.name().full).filter(|_| node.is_element())?);
        for attribute in node.attributes() {
            match attribute.kind() {
                AttrKind::SubArray => layout.sub_array = Some(size_value(attribute.raw()).unwrap_or(0)),
                AttrKind::States => layout.states = true,
                _ => {}
            }
        }
        Some(layout)
    }
}

/// The value of a sub-array size, if it is a positive integer that makes sense.
pub(super) fn size_value(literal: &str) -> Option<u32> {
    let value = super::literal::integer(literal, Primitive::Int64).ok()?;
    u32::try_from(value).ok().filter(|&v| v > 0)
}

/// The data of a primitive structure.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    text: &'a str,
    base: u32,
    layout: Layout,
}

/// Faults that a [`Scan`] keeps; further ones are only counted.
const FAULTS: usize = 16;

/// What a run holds, without its values.
#[derive(Clone, Default, Debug)]
pub struct Scan {
    /// Number of values, in and outside of sub-arrays, faulty ones included.
    pub values: u64,
    /// Number of sub-arrays.
    pub sub_arrays: u64,
    /// The first faults.
    pub faults: Vec<Fault>,
    /// Number of all faults.
    pub fault_count: u64,
    /// Smallest and largest value of an integer run; values beyond 64 bits with sign count as the nearest there is.
    pub limits: Option<(i64, i64)>,
}

/// What reading the data of a primitive structure told; kept with the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Number of values, in and outside of sub-arrays, faulty ones included.
    pub values: u32,
    /// Number of sub-arrays.
    pub sub_arrays: u32,
    /// Is there no fault in it?
    pub sound: bool,
    /// Smallest and largest value of an integer run.
    pub limits: Option<(i64, i64)>,
}

impl Summary {
    /// The short form of a scan. A text holds at most 2³² bytes, so the numbers fit.
    pub(crate) fn of(scan: &Scan) -> Summary {
        Summary {
            values: scan.values as u32,
            sub_arrays: scan.sub_arrays as u32,
            sound: scan.fault_count == 0,
            limits: scan.limits,
        }
    }
}

/// One pair of inner braces.
#[derive(Clone, Copy, Debug)]
pub struct SubArray<'a> {
    /// Its state, or that of the nearest sub-array before it that has one.
    pub state: Option<&'a str>,
    /// From `{` to `}`.
    pub span: Span,
    /// Its values.
    pub run: Run<'a>,
}

impl<'a> Run<'a> {
    /// Data from anywhere; spans count from its beginning.
    pub const fn new(text: &'a str, layout: Layout) -> Run<'a> {
        Run { text, base: 0, layout }
    }

    /// The data of a primitive structure (empty if it has none); spans are those of the document.
    pub fn of(node: Node<'a>) -> Option<Run<'a>> {
        let layout = Layout::of(node)?;
        let span = node.children().find(|c| c.kind() == NodeKind::Text).map(Node::span);
        let span = span.unwrap_or_else(|| Span::at(node.open_span().end));
        Some(Run { text: node.tree().slice(span), base: span.start, layout })
    }

    /// The data as written.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// What is known about it.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The type of its values.
    pub const fn primitive(&self) -> Primitive {
        self.layout.primitive
    }

    /// Counts and checks the values without keeping them.
    pub fn scan(&self) -> Scan {
        let mut scan = scan_from(self.text, 0, self.layout).0;
        for fault in &mut scan.faults {
            fault.span = self.place(fault.span.start as usize, fault.span.end as usize);
        }
        scan
    }

    /// The values of a floating-point or integer run as doubles, with their places.
    ///
    /// A decimal number is the nearest double, whatever the type of the run; a bit pattern is the number it stands for.
    pub fn floats(&self) -> impl Iterator<Item = Result<(f64, Span), Fault>> + use<'a> {
        self.iterate(read::Numbers::<f64>::new(self.layout.primitive))
    }

    /// The values of an integer run, with their places.
    pub fn integers(&self) -> impl Iterator<Item = Result<(i128, Span), Fault>> + use<'a> {
        self.iterate(read::Numbers::<i128>::new(self.layout.primitive))
    }

    /// The values of a `bool` run, with their places.
    pub fn bools(&self) -> impl Iterator<Item = Result<(bool, Span), Fault>> + use<'a> {
        self.iterate(read::Bools)
    }

    /// The values of a `string` run, with their places.
    pub fn strings(&self) -> impl Iterator<Item = Result<(Cow<'a, str>, Span), Fault>> + use<'a> {
        self.iterate(read::Strings)
    }

    /// The values of a `ref` run, with their places.
    pub fn references(&self) -> impl Iterator<Item = Result<(Reference<'a>, Span), Fault>> + use<'a> {
        self.iterate(read::References)
    }

    /// The values of a `type` run, with their places.
    pub fn types(&self) -> impl Iterator<Item = Result<(Primitive, Span), Fault>> + use<'a> {
        self.iterate(read::Types)
    }

    /// The values of a `base64` run, with their places.
    pub fn bytes(&self) -> impl Iterator<Item = Result<(Vec<u8>, Span), Fault>> + use<'a> {
        self.iterate(read::Bytes)
    }

    /// Where its values stand, whatever they are; of one that cannot be read, the place of the fault.
    pub fn literals(&self) -> Box<dyn Iterator<Item = Span> + 'a> {
        fn spans<'a, T: 'a>(
            values: impl Iterator<Item = Result<(T, Span), Fault>> + 'a,
        ) -> Box<dyn Iterator<Item = Span> + 'a> {
            Box::new(values.map(|value| value.map_or_else(|fault| fault.span, |(_, span)| span)))
        }
        match self.primitive() {
            Primitive::Bool => spans(self.bools()),
            Primitive::String => spans(self.strings()),
            Primitive::Ref => spans(self.references()),
            Primitive::Type => spans(self.types()),
            Primitive::Base64 => spans(self.bytes()),
            p if p.is_float() => spans(self.floats()),
            _ => spans(self.integers()),
        }
    }

    /// Decodes all numbers behind what `out` holds and gives the number of those that could not be read; each of them
    /// is there as [`Number::FAULTY`].
    pub fn decode<T: Number>(&self, out: &mut Vec<T>) -> u64 {
        let reader = read::Numbers::<T>::new(self.layout.primitive);
        let mut cursor = Cursor::new(self.text, 0, self.layout);
        let mut faulty = 0;
        loop {
            match cursor.next(&reader) {
                Event::Value(value, ..) => out.push(value),
                Event::Bad(_) => {
                    faulty += 1;
                    out.push(T::FAULTY);
                }
                Event::End => return faulty,
                Event::Open | Event::Close(_) | Event::Fault(_) => {}
            }
        }
    }

    /// As [`Run::decode`], and tells whether there is no fault at all: no bad value, no wrong size, no missing comma.
    pub fn decode_checked<T: Number>(&self, out: &mut Vec<T>) -> bool {
        let reader = read::Numbers::<T>::new(self.layout.primitive);
        let mut cursor = Cursor::new(self.text, 0, self.layout);
        let mut sound = true;
        loop {
            match cursor.next(&reader) {
                Event::Value(value, ..) => out.push(value),
                Event::Bad(_) => {
                    sound = false;
                    out.push(T::FAULTY);
                }
                Event::End => return sound,
                Event::Fault(_) | Event::Close(Some(_)) => sound = false,
                Event::Open | Event::Close(None) => {}
            }
        }
    }

    /// The sub-arrays, in order.
    pub fn sub_arrays(&self) -> impl Iterator<Item = SubArray<'a>> + use<'a> {
        let run = *self;
        let mut cursor = Cursor::new(run.text, 0, run.layout);
        let mut open = 0;
        std::iter::from_fn(move || {
            loop {
                match step(&mut cursor, run.layout.primitive) {
                    Event::Open => open = cursor.at - 1,
                    Event::Close(_) => {
                        let array = run.text.get(open..cursor.at).unwrap_or_default();
                        let inner = array.strip_prefix('{').unwrap_or(array);
                        return Some(SubArray {
                            state: cursor.state.and_then(|(start, end)| run.text.get(start..end)),
                            span: run.place(open, cursor.at),
                            run: Run {
                                text: inner.strip_suffix('}').unwrap_or(inner),
                                base: run.base + open as u32 + 1,
                                layout: Layout::flat(run.layout.primitive),
                            },
                        });
                    }
                    Event::End => return None,
                    Event::Value(..) | Event::Bad(_) | Event::Fault(_) => {}
                }
            }
        })
    }

    /// Divides a large run of numbers into about `parts` runs that can be decoded independently, in this order.
    ///
    /// Gives the run itself where that is not possible: comments and quotes hide commas, and states reach on.
    pub fn split(&self, parts: usize) -> Vec<Run<'a>> {
        let bytes = self.text.as_bytes();
        let numeric = self.primitive().is_float() || self.primitive().is_integer();
        if parts < 2 || !numeric || self.layout.states || memchr::memchr3(b'/', b'"', b'\'', bytes).is_some() {
            return vec![*self];
        }
        let size = (bytes.len() / parts).max(1);
        let mut runs = Vec::with_capacity(parts);
        let mut start = 0;
        while start < bytes.len() {
            let mut cut = start + size;
            if self.layout.sub_array.is_some() {
                cut += bytes.get(cut..).and_then(|rest| memchr::memchr(b'}', rest)).unwrap_or(bytes.len());
            }
            let rest = bytes.get(cut.min(bytes.len())..).unwrap_or_default();
            let cut = memchr::memchr(b',', rest).map_or(bytes.len(), |i| cut + i);
            runs.push(Run {
                text: self.text.get(start..cut).unwrap_or_default(),
                base: self.base + start as u32,
                layout: self.layout,
            });
            start = cut + 1;
        }
        runs
    }

    /// What the run holds, if it holds something and all of it is sound.
    fn sound(&self) -> Option<Scan> {
        let (scan, end, closed) = scan_from(self.text, 0, self.layout);
        (scan.fault_count == 0 && scan.values > 0 && end == self.text.len() && !closed).then_some(scan)
    }

    fn place(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    /// Only faults that cost a value appear as errors; a missing comma does not.
    fn iterate<R: Read<'a>>(&self, reader: R) -> impl Iterator<Item = Result<(R::Out, Span), Fault>> + use<'a, R> {
        let run = *self;
        let mut cursor = Cursor::new(run.text, 0, run.layout);
        std::iter::from_fn(move || {
            loop {
                match cursor.next(&reader) {
                    Event::Value(value, start, end) => return Some(Ok((value, run.place(start, end)))),
                    Event::Bad(mut fault) => {
                        fault.span = run.place(fault.span.start as usize, fault.span.end as usize);
                        return Some(Err(fault));
                    }
                    Event::End => return None,
                    Event::Open | Event::Close(_) | Event::Fault(_) => {}
                }
            }
        })
    }
}

/// Data of at least so many bytes may be passed over.
const LARGE: usize = 4096;

/// The end (its `}`) of large numeric data that begins at `at`, found by its braces alone; `None` if it is small, or
/// anything in it asks for a closer look.
pub(super) fn pass(bytes: &[u8], at: usize, layout: Layout) -> Option<usize> {
    let numeric = layout.primitive.is_float() || layout.primitive.is_integer();
    if !numeric || layout.states {
        return None;
    }
    let end = match layout.sub_array {
        Some(_) => last_brace(bytes, at)?,
        None => at + memchr::memchr2(b'{', b'}', bytes.get(at..)?)?,
    };
    let run = bytes.get(at..end).filter(|_| bytes.get(end) == Some(&b'}'))?;
    if run.len() < LARGE {
        return None;
    }
    let looked: Vec<(bool, usize, usize)> = run.par_chunks(PIECE).map(look).collect();
    // Comments and quotes hide braces.
    let hidden = looked.iter().any(|(hides, ..)| *hides);
    let (opened, closed) = looked.iter().fold((0, 0), |(opened, closed), (_, o, c)| (opened + o, closed + c));
    (!hidden && opened == closed).then_some(end)
}

/// Scans large numeric data on all cores, if nothing is wrong with it; gives also where it ends (its `}`). `None` says
/// nothing: it has to be scanned from its beginning.
pub(super) fn scan_in_pieces(text: &str, at: usize, layout: Layout) -> Option<(Scan, usize)> {
    let end = pass(text.as_bytes(), at, layout)?;
    if end - at < 2 * PIECE {
        return None;
    }
    let whole = Run { text: text.get(at..end)?, base: at as u32, layout };
    let parts = whole.split((end - at) / PIECE);
    // A comma at the very end belongs to no part.
    parts.last().filter(|last| last.base as usize + last.text.len() == end)?;
    let scans: Vec<Option<Scan>> = parts.par_iter().map(Run::sound).collect();
    let mut all = Scan::default();
    for scan in scans {
        let scan = scan?;
        all.values += scan.values;
        all.sub_arrays += scan.sub_arrays;
        all.limits = match (all.limits, scan.limits) {
            (Some((low, high)), Some((lower, higher))) => Some((low.min(lower), high.max(higher))),
            (known, new) => known.or(new),
        };
    }
    Some((all, end))
}

/// Bytes that one core looks at at a time.
const PIECE: usize = 256 << 10;

/// Looks for what hides braces, and counts those that open and close.
fn look(bytes: &[u8]) -> (bool, usize, usize) {
    /// A counter of one byte holds what so many bytes can add.
    const ROUND: usize = 240;
    let (mut hides, mut opened, mut closed) = (0, 0, 0);
    for round in bytes.chunks(ROUND) {
        let (mut open, mut close) = (0u8, 0u8);
        for b in round {
            hides |= u8::from(*b == b'/') | u8::from(*b == b'"') | u8::from(*b == b'\'');
            open = open.wrapping_add(u8::from(*b == b'{'));
            close = close.wrapping_add(u8::from(*b == b'}'));
        }
        opened += usize::from(open);
        closed += usize::from(close);
    }
    (hides != 0, opened, closed)
}

/// The first `}` behind another one with nothing but white space between: the end of sub-arrays.
fn last_brace(bytes: &[u8], mut at: usize) -> Option<usize> {
    const BLOCK: usize = 64;
    loop {
        // Nearly every `}` stands in front of a comma; blocks without any other are passed at once.
        while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>)
            && let Some(next) = bytes.get(at + 1..).and_then(<[u8]>::first_chunk::<BLOCK>)
        {
            let other =
                block.iter().zip(next).fold(0, |any, (a, b)| any | (u8::from(*a == b'}') & u8::from(*b != b',')));
            if other != 0 {
                break;
            }
            at += BLOCK;
        }
        let brace = at + memchr::memchr(b'}', bytes.get(at..)?)?;
        let behind = bytes.get(brace + 1..)?.iter().position(|b| !is_space(*b))? + brace + 1;
        match bytes.get(behind)? {
            b'}' => return Some(behind),
            b',' => at = behind,
            _ => return None,
        }
    }
}

/// Counts and checks the values of a data run; spans count from its beginning.
pub fn scan(text: &str, layout: Layout) -> Scan {
    scan_from(text, 0, layout).0
}

/// Scans the run that begins at `at`. Gives also where it ends and whether a `}` stands there.
pub(super) fn scan_from(text: &str, at: usize, layout: Layout) -> (Scan, usize, bool) {
    let cursor = Cursor::new(text, at, layout);
    match layout.primitive {
        p if p.is_float() => scan_with(cursor, &read::CheckFloat::new(p)),
        p if p.is_integer() => scan_with(cursor, &read::CheckInteger::new(p)),
        Primitive::String => scan_with(cursor, &read::CheckString),
        Primitive::Ref => scan_with(cursor, &read::Check(read::References)),
        Primitive::Type => scan_with(cursor, &read::Check(read::Types)),
        Primitive::Base64 => scan_with(cursor, &read::CheckBase64),
        _ => scan_with(cursor, &read::Check(read::Bools)),
    }
}

fn scan_with<'a, R: Read<'a>>(mut cursor: Cursor<'a>, reader: &R) -> (Scan, usize, bool) {
    let mut scan = Scan::default();
    loop {
        let fault = match cursor.next(reader) {
            Event::Value(value, ..) => {
                scan.values += 1;
                reader.note(&value, &mut scan.limits);
                continue;
            }
            Event::Open => continue,
            Event::Close(fault) => {
                scan.sub_arrays += 1;
                fault
            }
            Event::Bad(fault) => {
                scan.values += 1;
                Some(fault)
            }
            Event::Fault(fault) => Some(fault),
            Event::End => return (scan, cursor.at, cursor.closed),
        };
        if let Some(fault) = fault {
            scan.fault_count += 1;
            if scan.faults.len() < FAULTS {
                scan.faults.push(fault);
            }
        }
    }
}

/// One step through a run of any type, when the values do not matter.
fn step(cursor: &mut Cursor<'_>, primitive: Primitive) -> Event<()> {
    match primitive {
        p if p.is_float() => cursor.next(&read::CheckFloat::new(p)),
        p if p.is_integer() => cursor.next(&read::Check(read::CheckInteger::new(p))),
        Primitive::String => cursor.next(&read::CheckString),
        Primitive::Ref => cursor.next(&read::Check(read::References)),
        Primitive::Type => cursor.next(&read::Check(read::Types)),
        Primitive::Base64 => cursor.next(&read::CheckBase64),
        _ => cursor.next(&read::Check(read::Bools)),
    }
}

#[cfg(test)]
mod tests;
