//! Byte ranges of a document's text.

/// A half-open range of byte offsets into [`Source::text`](crate::Source::text).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`; `end` before `start` gives an empty span at `start`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end: if end < start { start } else { end } }
    }

    /// An empty span.
    pub const fn at(offset: u32) -> Span {
        Span { start: offset, end: offset }
    }

    /// Number of bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Does it hold nothing?
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The range for slicing.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
