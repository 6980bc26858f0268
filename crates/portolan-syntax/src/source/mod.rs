//! A document's text, where its lines begin, and the bytes it was read from.

mod stretch;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use stretch::{Left, Look, Part, Plain, ReadAt, Stretch};

use crate::encoding::Encoding;
use crate::{Limits, Span};

/// The text of a document.
#[derive(Debug)]
pub struct Source {
    name: String,
    /// The text, and behind it what entities with markup expand to.
    text: String,
    /// Where the document's own text ends.
    length: usize,
    original: Option<Vec<u8>>,
    encoding: Encoding,
    declared: Option<String>,
    unreadable: Option<(u32, u32)>,
    look: crate::utf8::Look,
    /// Expansions behind the text: where each begins, and where its entity is declared.
    expansions: Vec<(u32, u32)>,
    lines: OnceLock<LineIndex>,
    /// What is not in the text, but in the file.
    stretches: Option<Box<stretch::Stretches>>,
    /// The bytes of such a file, once somebody wants them all.
    again: OnceLock<Vec<u8>>,
}

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Why bytes did not become a [`Source`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceError {
    /// More bytes than [`Limits::bytes`].
    TooLarge {
        /// Their number.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The caller named an encoding that is not known.
    UnknownEncoding(String),
}

impl std::fmt::Display for SourceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SourceError::TooLarge { bytes, limit } => {
                write!(f, "the document has {bytes} bytes, more than the limit of {limit}")
            }
            SourceError::UnknownEncoding(label) => write!(f, "unknown encoding `{label}`"),
        }
    }
}

impl std::error::Error for SourceError {}

impl Source {
    /// Decodes a document.
    ///
    /// The encoding is `encoding` if given, else what the first bytes give away, else what an XML declaration names,
    /// else UTF-8. Bytes that cannot be decoded become U+FFFD in the text and stay as they are in the bytes.
    pub fn new(
        name: impl Into<String>,
        bytes: Vec<u8>,
        encoding: Option<&str>,
        limits: &Limits,
    ) -> Result<Source, SourceError> {
        // Undecodable bytes grow to three bytes each, so the text is measured as well.
        let limit = limits.bytes.min(u64::from(u32::MAX));
        if bytes.len() as u64 > limit {
            return Err(SourceError::TooLarge { bytes: bytes.len() as u64, limit });
        }
        let declared = Encoding::declared(&bytes).map(str::to_owned);
        let encoding = match encoding {
            Some(label) => Encoding::for_label(label).ok_or_else(|| SourceError::UnknownEncoding(label.to_owned()))?,
            None => Encoding::sniff(&bytes)
                .or_else(|| declared.as_deref().and_then(readable_declaration))
                .unwrap_or(Encoding::Utf8),
        };
        let decoded = encoding.decode(bytes);
        if decoded.text.len() as u64 > u64::from(u32::MAX) {
            return Err(SourceError::TooLarge { bytes: decoded.text.len() as u64, limit });
        }
        let mut source = Source::of(name.into(), decoded.text, decoded.look);
        source.original = decoded.original;
        source.encoding = encoding;
        source.declared = declared;
        source.unreadable = decoded.unreadable;
        Ok(source)
    }

    /// Text in UTF-8.
    fn of(name: String, text: String, look: crate::utf8::Look) -> Source {
        Source {
            name,
            length: text.len(),
            text,
            original: None,
            encoding: Encoding::Utf8,
            declared: None,
            unreadable: None,
            look,
            expansions: Vec::new(),
            lines: OnceLock::new(),
            stretches: None,
            again: OnceLock::new(),
        }
    }

    /// A source from text, mostly for tests and tools.
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let look = crate::utf8::look(text.as_bytes());
        Source::of(name.into(), text, look)
    }

    /// The document's name for people: a path or URI.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The document's text. Of a document that [`Source::is_partial`], marks stand in it for what is left in the file.
    pub fn text(&self) -> &str {
        self.text.get(..self.length).unwrap_or_default()
    }

    /// The bytes the document was read from. Where some of them are still in the file, all are read.
    pub fn bytes(&self) -> &[u8] {
        match self.is_partial() {
            true => self.again.get_or_init(|| self.read_again()),
            false => self.held(),
        }
    }

    /// The bytes of the document, or of its text where some of them are still in the file: enough to tell what it is.
    pub fn held(&self) -> &[u8] {
        self.original.as_deref().unwrap_or(self.text().as_bytes())
    }

    /// How the bytes are encoded.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The encoding that the XML declaration names.
    pub fn declared_encoding(&self) -> Option<&str> {
        self.declared.as_deref()
    }

    /// Place and number of byte sequences that could not be decoded.
    pub fn unreadable(&self) -> Option<(u32, u32)> {
        self.unreadable
    }

    /// Offset of the first character that XML forbids, and how many there are.
    pub(crate) fn forbidden(&self) -> Option<(usize, usize)> {
        self.look.forbidden
    }

    /// Long stretches without markup, in order.
    pub(crate) fn quiet(&self) -> &[Span] {
        &self.look.quiet
    }

    /// The text of a span; empty if the span does not fit.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Line and column of an offset.
    pub fn place(&self, offset: u32) -> Place {
        let offset = self.own_offset(offset);
        let place = self.lines.get_or_init(|| LineIndex::new(self.text())).place(self.text(), offset);
        if !self.is_partial() {
            return place;
        }
        let (lines, more) = self.left_before(self.line_span(offset as u32).start, offset as u32);
        let column = u32::try_from(i64::from(place.column) + more).unwrap_or(u32::MAX);
        Place { line: place.line.saturating_add(lines), column }
    }

    /// The span of the line that holds an offset, without its line end.
    pub fn line_span(&self, offset: u32) -> Span {
        let offset = self.own_offset(offset);
        let bytes = self.text().as_bytes();
        let start = memchr::memrchr2(b'\n', b'\r', bytes.get(..offset).unwrap_or_default()).map_or(0, |i| i + 1);
        let rest = bytes.get(offset..).unwrap_or_default();
        let end = memchr::memchr2(b'\n', b'\r', rest).map_or(bytes.len(), |i| offset + i);
        Span::new(start as u32, end as u32)
    }

    /// Offsets in [`Source::bytes`] of offsets in [`Source::text`].
    pub fn original_offsets(&self, offsets: &[u32]) -> Vec<usize> {
        match &self.original {
            None => offsets.iter().map(|&o| self.offset_in_file(o)).collect(),
            Some(bytes) => self.encoding.original_offsets(bytes, offsets),
        }
    }

    /// An offset of the document's own text: for one in an expansion, where the entity is declared.
    fn own_offset(&self, offset: u32) -> usize {
        let behind = offset as usize > self.length;
        let expansion = self.expansions.iter().rev().find(|(start, _)| behind && *start <= offset);
        let own = expansion.map_or(offset, |(_, declared_at)| *declared_at);
        (own as usize).min(self.length)
    }

    /// Puts the replacement text of an entity behind the document and gives its span.
    pub(crate) fn append_expansion(&mut self, text: &str, declared_at: u32) -> Option<Span> {
        let start = u32::try_from(self.text.len()).ok()?;
        let end = u32::try_from(self.text.len() + text.len()).ok()?;
        self.text.push_str(text);
        self.expansions.push((start, declared_at));
        Some(Span::new(start, end))
    }

    /// The text with all expansions behind it.
    pub(crate) fn full_text(&self) -> &str {
        &self.text
    }
}

/// A declaration that was readable as ASCII cannot be right about UTF-16 or UTF-32.
fn readable_declaration(label: &str) -> Option<Encoding> {
    match Encoding::for_label(label)? {
        Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Utf32Le | Encoding::Utf32Be => None,
        encoding => Some(encoding),
    }
}

/// Counts line ends block by block, so that a place costs one block and the index a few bytes per 64 KiB.
#[derive(Debug)]
struct LineIndex {
    /// Line ends before each block.
    blocks: Vec<u32>,
    /// Bytes of long lines that were counted.
    counted: AtomicUsize,
    /// Characters of its line before each block. It is made when counting them again and again has cost as much.
    characters: OnceLock<Vec<u32>>,
}

impl LineIndex {
    const BLOCK: usize = 1 << 16;

    fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let mut blocks = vec![0];
        let mut count = 0;
        for start in (0..bytes.len()).step_by(LineIndex::BLOCK) {
            count += line_ends(bytes, start, (start + LineIndex::BLOCK).min(bytes.len())).count() as u32;
            blocks.push(count);
        }
        LineIndex { blocks, counted: AtomicUsize::new(0), characters: OnceLock::new() }
    }

    /// The line of an offset, and its column.
    fn place(&self, text: &str, offset: usize) -> Place {
        let bytes = text.as_bytes();
        let block = offset / LineIndex::BLOCK;
        let block_start = block * LineIndex::BLOCK;
        let mut line = 1 + self.blocks.get(block).copied().unwrap_or(0);
        let mut start = None;
        for end in line_ends(bytes, block_start, offset) {
            line += 1;
            start = Some(end + 1);
        }
        let before = match (start, self.characters.get()) {
            (Some(start), _) => characters(bytes, start, offset),
            (None, Some(known)) => known.get(block).copied().unwrap_or(0) + characters(bytes, block_start, offset),
            (None, None) => {
                let before = bytes.get(..offset).unwrap_or_default();
                let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |i| i + 1);
                if self.counted.fetch_add(offset - start, Ordering::Relaxed) > bytes.len() {
                    self.characters.get_or_init(|| characters_before_blocks(bytes));
                }
                characters(bytes, start, offset)
            }
        };
        Place { line, column: before + 1 }
    }
}

/// For each block, the characters before it in the line in which it begins.
fn characters_before_blocks(bytes: &[u8]) -> Vec<u32> {
    let mut before = 0;
    let mut all = Vec::new();
    for start in (0..=bytes.len()).step_by(LineIndex::BLOCK) {
        all.push(before);
        let end = (start + LineIndex::BLOCK).min(bytes.len());
        before = match line_ends(bytes, start, end).last() {
            Some(last) => characters(bytes, last + 1, end),
            None => before + characters(bytes, start, end),
        };
    }
    all
}

/// How many characters begin between two offsets.
fn characters(bytes: &[u8], start: usize, end: usize) -> u32 {
    bytes.get(start..end).unwrap_or_default().iter().filter(|&&b| (b as i8) >= -0x40).count() as u32
}

/// Offsets of line ends (`\n`, `\r\n` by its `\n`, lone `\r`) from `start` to `end`.
fn line_ends(bytes: &[u8], start: usize, end: usize) -> impl Iterator<Item = usize> + '_ {
    memchr::memchr2_iter(b'\n', b'\r', bytes.get(start..end).unwrap_or_default())
        .map(move |i| start + i)
        .filter(|&i| bytes.get(i) == Some(&b'\n') || bytes.get(i + 1) != Some(&b'\n'))
}
