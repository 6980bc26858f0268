//! Walks through a data run: values, commas, sub-arrays, states.

use super::Layout;
use super::read::Read;
use crate::ddl::fault::{Fault, FaultKind};
use crate::ddl::lexer::{
    braces_end, identifier_end, is_identifier_start, is_space, quoted_end, skip_blank, skip_space, token_end,
};
use crate::ddl::primitive::Primitive;

/// A step through a data run.
pub(super) enum Event<T> {
    /// A value, where it begins and where it ends.
    Value(T, usize, usize),
    /// A value that cannot be read.
    Bad(Fault),
    /// A fault between values.
    Fault(Fault),
    /// A sub-array begins.
    Open,
    /// A sub-array has ended, perhaps with the wrong number of values.
    Close(Option<Fault>),
    /// The run has ended.
    End,
}

/// What stood before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Comma(usize),
    Value,
}

/// A place in a data run.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    bytes: &'a [u8],
    pub at: usize,
    layout: Layout,
    before: Before,
    /// Where the current sub-array begins, if one is open.
    pub array: Option<usize>,
    /// Values in the current sub-array.
    count: u32,
    /// The data state in force.
    pub state: Option<(usize, usize)>,
    /// Faults of the whole run that are told only once.
    told_braces: bool,
    told_state: bool,
    /// The value before could not be read; what follows it without a comma is part of it.
    spoilt: bool,
    /// Commas are missing or doubled in the current sub-array, so its length says nothing.
    uncountable: bool,
    /// Has the `}` of the structure been reached?
    pub closed: bool,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str, at: usize, layout: Layout) -> Cursor<'a> {
        Cursor {
            text,
            bytes: text.as_bytes(),
            at,
            layout,
            before: Before::Nothing,
            array: None,
            count: 0,
            state: None,
            told_braces: false,
            told_state: false,
            spoilt: false,
            uncountable: false,
            closed: false,
        }
    }

    /// The next step. At the end of the run, `at` is the place of its `}`, or where something else begins.
    #[inline(always)]
    pub fn next<R: Read<'a>>(&mut self, reader: &R) -> Event<R::Out> {
        loop {
            let Some(&byte) = self.bytes.get(self.at) else {
                if R::IS_BASE64 && self.may_be_empty(b'}') {
                    return self.value(reader);
                }
                return self.end(false);
            };
            match byte {
                _ if is_space(byte) => self.at += 1,
                b',' if self.before == Before::Value => {
                    self.before = Before::Comma(self.at);
                    self.spoilt = false;
                    self.at += 1;
                }
                // A number in its place: by far the most frequent case.
                b'0'..=b'9' | b'-' if self.before != Before::Value && self.in_place() && !R::IS_BASE64 => {
                    return self.value(reader);
                }
                _ => {
                    if let Some(event) = self.other(reader, byte) {
                        return event;
                    }
                }
            }
        }
    }

    /// Does a value stand where one may stand: inside of braces if there are sub-arrays, else outside?
    #[inline(always)]
    fn in_place(&self) -> bool {
        self.array.is_some() || self.layout.sub_array.is_none()
    }

    #[inline(always)]
    fn value<R: Read<'a>>(&mut self, reader: &R) -> Event<R::Out> {
        self.before = Before::Value;
        self.count = self.count.saturating_add(1);
        let start = self.at;
        match reader.read(self.text, self.bytes, start) {
            Ok((value, end)) => {
                self.at = end;
                Event::Value(value, start, end)
            }
            Err(bad) => {
                // A literal that takes nothing would never end.
                self.at = bad.end.max(start + usize::from(!R::IS_BASE64));
                self.spoilt = true;
                Event::Bad(Fault::new(bad.kind, bad.start, bad.stop))
            }
        }
    }

    /// Everything but plain numbers, white space and commas behind values.
    #[inline(never)]
    fn other<R: Read<'a>>(&mut self, reader: &R, byte: u8) -> Option<Event<R::Out>> {
        match byte {
            b'/' if !R::IS_BASE64 => {
                let (end, endless) = skip_space(self.bytes, self.at);
                if let Some(start) = endless {
                    self.at = end;
                    return Some(Event::Fault(Fault::new(FaultKind::UnclosedComment, start, end)));
                }
                if end > self.at {
                    self.at = end;
                    return None;
                }
            }
            b',' | b'}' if self.before != Before::Value && R::IS_BASE64 && self.may_be_empty(byte) => {
                // Base64 data may have no characters at all.
                return Some(self.value(reader));
            }
            b',' => {
                self.at += 1;
                self.uncountable = true;
                return Some(Event::Fault(Fault::new(FaultKind::MissingValue, self.at - 1, self.at)));
            }
            b'}' => return Some(self.brace()),
            b'{' => return self.open_brace(),
            _ => {}
        }
        if self.array.is_none() && is_identifier_start(byte) && self.layout.sub_array.is_some() {
            match self.state_or_structure() {
                Looks::State => return self.take_state(),
                Looks::Structure => return Some(self.end(false)),
                Looks::Value => {}
            }
        } else if is_identifier_start(byte) && !R::IS_BASE64 && self.is_structure() {
            return Some(self.structure());
        }
        if self.before == Before::Value && self.spoilt {
            self.at = match byte {
                b'"' | b'\'' => quoted_end(self.bytes, self.at, b'}').0.max(self.at + 1),
                _ => token_end(self.bytes, self.at),
            };
            self.uncountable = true;
            return None;
        }
        if self.before == Before::Value {
            self.before = Before::Nothing;
            self.uncountable = true;
            let end = self.at + self.text.get(self.at..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8);
            return Some(Event::Fault(Fault::new(FaultKind::MissingComma, self.at, end)));
        }
        if !self.in_place() && !self.told_braces {
            self.told_braces = true;
            return Some(Event::Fault(Fault::new(FaultKind::MissingBraces, self.at, self.at + 1)));
        }
        Some(self.value(reader))
    }

    /// An empty Base64 value stands behind or in front of a comma; empty braces hold none.
    fn may_be_empty(&self, byte: u8) -> bool {
        self.in_place() && (byte == b',' || matches!(self.before, Before::Comma(_)))
    }

    fn brace<T>(&mut self) -> Event<T> {
        if let Some(fault) = self.trailing_comma() {
            return Event::Fault(fault);
        }
        let Some(start) = self.array.take() else { return self.end(true) };
        self.at += 1;
        self.before = Before::Value;
        self.spoilt = false;
        Event::Close(self.length_fault(start))
    }

    fn trailing_comma(&mut self) -> Option<Fault> {
        let Before::Comma(comma) = self.before else { return None };
        self.before = Before::Value;
        self.uncountable = true;
        Some(Fault::new(FaultKind::MissingValue, comma, comma + 1))
    }

    fn length_fault(&mut self, start: usize) -> Option<Fault> {
        let found = std::mem::take(&mut self.count);
        let wrong = self.layout.sub_array.is_some_and(|size| size != 0 && size != found);
        (wrong && !self.uncountable).then(|| Fault::new(FaultKind::SubArrayLength { found }, start, self.at))
    }

    fn open_brace<T>(&mut self) -> Option<Event<T>> {
        if self.array.is_some() {
            let fault = Fault::new(FaultKind::NestedBraces, self.at, self.at + 1);
            self.uncountable = true;
            if self.before == Before::Nothing {
                self.at += 1;
                return Some(Event::Fault(fault));
            }
            // Most probably the brace before is missing: the sub-array ends here and the next one begins.
            self.array = None;
            self.before = Before::Nothing;
            return Some(Event::Close(Some(fault)));
        }
        if self.before == Before::Value {
            self.before = Before::Nothing;
            return Some(Event::Fault(Fault::new(FaultKind::MissingComma, self.at, self.at + 1)));
        }
        if self.layout.sub_array.is_none() && !self.told_braces {
            self.told_braces = true;
            return Some(Event::Fault(Fault::new(FaultKind::UnexpectedBraces, self.at, self.at + 1)));
        }
        self.array = Some(self.at);
        self.count = 0;
        self.uncountable = false;
        self.before = Before::Nothing;
        self.at += 1;
        Some(Event::Open)
    }

    fn take_state<T>(&mut self) -> Option<Event<T>> {
        let end = identifier_end(self.bytes, self.at);
        if !self.layout.states && !self.told_state {
            self.told_state = true;
            return Some(Event::Fault(Fault::new(FaultKind::UnexpectedState, self.at, end)));
        }
        if self.before == Before::Value {
            self.before = Before::Nothing;
            return Some(Event::Fault(Fault::new(FaultKind::MissingComma, self.at, end)));
        }
        self.state = Some((self.at, end));
        self.at = end;
        None
    }

    /// What an identifier in front of a sub-array is.
    fn state_or_structure(&self) -> Looks {
        let end = identifier_end(self.bytes, self.at);
        let next = match self.layout.primitive {
            Primitive::Base64 => skip_blank(self.bytes, end),
            _ => skip_space(self.bytes, end).0,
        };
        let brace = self.bytes.get(next) == Some(&b'{');
        if brace && (self.layout.states || self.before != Before::Value) {
            Looks::State
        } else if self.is_structure() {
            Looks::Structure
        } else {
            Looks::Value
        }
    }

    /// Does a structure begin here, because the `}` of this one is missing?
    fn is_structure(&self) -> bool {
        let end = identifier_end(self.bytes, self.at);
        let next = skip_space(self.bytes, end).0;
        match self.bytes.get(next) {
            Some(b'{' | b'(' | b'[') => true,
            // References have these characters themselves.
            Some(b'$' | b'%') => self.layout.primitive != Primitive::Ref,
            _ => false,
        }
    }

    /// A structure begins here. In front of all values it is meant to be inside; behind them, the `}` is missing.
    fn structure<T>(&mut self) -> Event<T> {
        let start = self.at;
        let brace = memchr::memchr2(b'{', b'}', self.bytes.get(start..).unwrap_or_default()).map(|i| start + i);
        match brace {
            Some(brace) if self.before == Before::Nothing && self.array.is_none() => {
                self.at = braces_end(self.bytes, brace);
                Event::Fault(Fault::new(FaultKind::Structure, start, identifier_end(self.bytes, start)))
            }
            _ => self.end(false),
        }
    }

    #[inline(never)]
    fn end<T>(&mut self, closed: bool) -> Event<T> {
        if let Some(fault) = self.trailing_comma() {
            return Event::Fault(fault);
        }
        if self.array.take().is_some() {
            // The run is not complete, and that is told elsewhere.
            return Event::Close(None);
        }
        self.closed = closed;
        Event::End
    }
}

enum Looks {
    State,
    Structure,
    Value,
}
