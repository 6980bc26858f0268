//! Long lists of numbers that stay in the file.
//!
//! Most bytes of a large document are numbers, which are read once or not at all. A [`Source`] can leave them where they
//! are: its text then has a mark in place of each stretch of plain numbers, with what is known of it, and whoever wants the
//! numbers reads them from the file, piece by piece. So the text needs no memory of its own, and documents may be larger
//! than spans can say.

use std::fmt::Debug;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use portolan_parallel::prelude::*;

use super::{Source, SourceError, line_ends};
use crate::encoding::Encoding;
use crate::{Limits, Span};

/// A file that can be read at any place.
pub trait ReadAt: Send + Sync + Debug {
    /// How many bytes it has.
    fn size(&self) -> u64;

    /// Fills the buffer with the bytes from `offset` on.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Is it certain that nobody has written to it since it was opened?
    fn is_unchanged(&self) -> bool;
}

/// What is known of a stretch of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain {
    /// How many words it has, all of them numbers.
    pub count: u64,
    /// Smallest, largest and sum, if all are whole and somebody wanted to know.
    pub whole: Option<(i64, i64, i64)>,
}

/// Looks at bytes that begin and end with a word; nothing if anything but finite numbers and white space is in them.
pub type Look = fn(&[u8]) -> Option<Plain>;

/// A stretch of numbers that is not in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// Where its mark stands in the text.
    at: u32,
    /// Bytes that it has.
    length: u32,
    /// Where it begins in the file.
    start: u64,
    /// Line ends in it.
    lines: u32,
    /// Characters behind the last of them; all if there is none.
    tail: u32,
    /// What is in it.
    pub plain: Plain,
}

/// A part of a text.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// Text, and its offset.
    Text(&'a str, u32),
    /// Numbers that are in the file.
    Left(Left<'a>),
}

/// A stretch that can be read.
#[derive(Clone, Copy, Debug)]
pub struct Left<'a> {
    stretches: &'a Stretches,
    stretch: &'a Stretch,
}

/// The file of a source, and what was left in it.
#[derive(Debug)]
pub(super) struct Stretches {
    file: Arc<dyn ReadAt>,
    all: Vec<Stretch>,
    /// Could something not be read, or was it not what it was before?
    broken: AtomicBool,
    /// Did somebody need a text with what was left out of it?
    wanted: AtomicBool,
}

/// What stands in the text for a stretch. It is no number, so that nobody takes what is left for the whole.
const MARK: &str = "\u{FFFC}";

/// Bytes that are looked at together.
const WINDOW: usize = 256 << 10;

/// Windows of which the first question is asked.
const SAMPLE: u64 = 16;

/// What a window comes to.
struct Seen {
    /// Its text, without what is left out.
    text: Vec<u8>,
    /// Where the mark belongs in that text, and what it stands for.
    stretch: Option<Stretch>,
}

impl Left<'_> {
    /// What is known of it.
    pub fn plain(self) -> Plain {
        self.stretch.plain
    }

    /// Gives its bytes, in a buffer that may be used again; none if the file cannot be read or has changed, which the source
    /// knows from then on.
    pub fn read(self, buffer: &mut Vec<u8>) -> &[u8] {
        buffer.resize(self.stretch.length as usize, 0);
        if self.stretches.file.read_at(self.stretch.start, buffer).is_err() {
            self.tell_broken();
            buffer.clear();
        }
        buffer
    }

    /// Says that the file does not hold what it held before.
    pub fn tell_broken(self) {
        self.stretches.broken.store(true, Ordering::Relaxed);
    }
}

impl Source {
    /// Reads a document in UTF-8, leaving long lists of plain numbers in its file. `None`: there is little to leave, or it
    /// is no plain text, so that it had better be read as a whole.
    pub fn leaving(
        name: impl Into<String>,
        file: Arc<dyn ReadAt>,
        look: Look,
        limits: &Limits,
    ) -> Result<Option<Source>, SourceError> {
        let size = file.size();
        let most = u64::from(u32::MAX);
        if size > limits.bytes && limits.bytes < most {
            return Err(SourceError::TooLarge { bytes: size, limit: limits.bytes });
        }
        let windows = size.div_ceil(WINDOW as u64);
        let step = (windows / SAMPLE).max(1);
        let sample: Vec<u64> = (0..windows).step_by(usize::try_from(step).unwrap_or(1)).collect();
        let plain = seen(&*file, look, &sample).iter().flatten().filter(|seen| seen.stretch.is_some()).count();
        if 2 * plain < sample.len() {
            return Ok(None);
        }
        let all: Vec<u64> = (0..windows).collect();
        let (mut text, mut stretches) = (Vec::new(), Vec::new());
        for seen in seen(&*file, look, &all) {
            let Some(seen) = seen else { return Ok(None) };
            if text.len() + seen.text.len() > u32::MAX as usize {
                return Err(SourceError::TooLarge { bytes: size, limit: most });
            }
            if let Some(stretch) = seen.stretch {
                stretches.push(Stretch { at: stretch.at + text.len() as u32, ..stretch });
            }
            text.extend_from_slice(&seen.text);
        }
        let declared = Encoding::declared(&text).map(str::to_owned);
        let named = declared.as_deref().and_then(Encoding::for_label);
        if Encoding::sniff(&text).is_some_and(|e| e != Encoding::Utf8) || named.is_some_and(|e| e != Encoding::Utf8) {
            return Ok(None);
        }
        let Ok((text, look)) = crate::utf8::into_text(text) else { return Ok(None) };
        let mut source = Source::of(name.into(), text, look);
        source.declared = declared;
        let (broken, wanted) = (AtomicBool::new(false), AtomicBool::new(false));
        source.stretches = Some(Box::new(Stretches { file, all: stretches, broken, wanted }));
        Ok(Some(source))
    }

    /// Is part of the document only in its file?
    pub fn is_partial(&self) -> bool {
        self.stretches.is_some()
    }

    /// Could something of the file not be read again, or is it not what it was?
    pub fn is_broken(&self) -> bool {
        self.stretches.as_ref().is_some_and(|s| s.broken.load(Ordering::Relaxed) || !s.file.is_unchanged())
    }

    /// Did somebody need a text with what was left out of it? Then places in it were wanted, which spans cannot say.
    pub fn was_put_together(&self) -> bool {
        self.stretches.as_ref().is_some_and(|stretches| stretches.wanted.load(Ordering::Relaxed))
    }

    /// How many bytes the document has.
    pub fn size(&self) -> u64 {
        self.stretches.as_ref().map_or_else(|| self.bytes().len() as u64, |stretches| stretches.file.size())
    }

    /// How many bytes a span of the text has in the document, with what is left out of it.
    pub fn written_length(&self, span: Span) -> u64 {
        let left = self.stretches_in(span).iter().map(|s| u64::from(s.length) - MARK.len() as u64).sum::<u64>();
        u64::from(span.len()) + left
    }

    /// The parts of a span.
    pub fn parts(&self, span: Span) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        let mut from = span.start;
        if let Some(stretches) = &self.stretches {
            for stretch in self.stretches_in(span) {
                parts.push(Part::Text(self.slice(Span::new(from, stretch.at)), from));
                parts.push(Part::Left(Left { stretches, stretch }));
                from = stretch.at + MARK.len() as u32;
            }
        }
        parts.push(Part::Text(self.slice(Span::new(from, span.end)), from));
        parts
    }

    /// The text of a span with what was left out of it.
    pub(crate) fn whole(&self, span: Span) -> String {
        if let Some(stretches) = &self.stretches {
            stretches.wanted.store(true, Ordering::Relaxed);
        }
        let mut text = String::with_capacity(usize::try_from(self.written_length(span)).unwrap_or(0));
        let mut buffer = Vec::new();
        for part in self.parts(span) {
            match part {
                Part::Text(part, _) => text.push_str(part),
                Part::Left(left) => match std::str::from_utf8(left.read(&mut buffer)) {
                    Ok(part) => text.push_str(part),
                    Err(_) => left.tell_broken(),
                },
            }
        }
        text
    }

    /// Where stretches were left out.
    pub(crate) fn marks(&self) -> impl Iterator<Item = u32> {
        self.stretches.iter().flat_map(|stretches| stretches.all.iter().map(|stretch| stretch.at))
    }

    /// What was left out of a span.
    fn stretches_in(&self, span: Span) -> &[Stretch] {
        let all = self.stretches.as_ref().map_or(&[][..], |stretches| &stretches.all);
        let place = |offset: u32| all.partition_point(|stretch| stretch.at < offset);
        all.get(place(span.start)..place(span.end)).unwrap_or_default()
    }

    /// Line ends that were left out before an offset, and characters more (or fewer) that its line has before it, if `line` is
    /// where the line begins in the text. Without stretches: none.
    pub(super) fn left_before(&self, line: u32, offset: u32) -> (u32, i64) {
        let lines = |span| self.stretches_in(span).iter().map(|s| s.lines).fold(0, u32::saturating_add);
        let mut more = 0;
        for stretch in self.stretches_in(Span::new(line, offset)).iter().rev() {
            // The mark is one character.
            more += i64::from(stretch.tail) - 1;
            if stretch.lines > 0 {
                let before = self.slice(Span::new(line, stretch.at)).chars().count();
                more -= before as i64;
                break;
            }
        }
        (lines(Span::new(0, offset)), more)
    }

    /// The offset in the document's bytes of an offset in the text.
    pub(super) fn offset_in_file(&self, offset: u32) -> usize {
        usize::try_from(self.written_length(Span::new(0, offset))).unwrap_or(usize::MAX)
    }

    /// The whole document, read again.
    pub(super) fn read_again(&self) -> Vec<u8> {
        let Some(stretches) = &self.stretches else { return Vec::new() };
        let mut bytes = Vec::new();
        let length = usize::try_from(stretches.file.size()).unwrap_or(usize::MAX);
        if bytes.try_reserve_exact(length).is_ok() {
            bytes.resize(length, 0);
            if stretches.file.read_at(0, &mut bytes).is_ok() {
                return bytes;
            }
        }
        stretches.broken.store(true, Ordering::Relaxed);
        Vec::new()
    }
}

/// Looks at windows on all cores; `None` for those that cannot be read.
fn seen(file: &dyn ReadAt, look: Look, windows: &[u64]) -> Vec<Option<Seen>> {
    let size = file.size();
    let pieces = windows.par_chunks(SAMPLE as usize).map(|windows| {
        let mut buffer = Vec::new();
        let one = |window: &u64| {
            let start = window * WINDOW as u64;
            let length = (size - start).min(WINDOW as u64);
            buffer.resize(length as usize, 0);
            file.read_at(start, &mut buffer).ok()?;
            Some(of_window(&buffer, start, look))
        };
        windows.iter().map(one).collect::<Vec<_>>()
    });
    pieces.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// What is left out of a window: whole words, but for those at both ends, which may go on in other windows.
fn of_window(bytes: &[u8], start: u64, look: Look) -> Seen {
    let all = || Seen { text: bytes.to_vec(), stretch: None };
    let is_space = u8::is_ascii_whitespace;
    let (Some(first), Some(last)) = (bytes.iter().position(is_space), bytes.iter().rposition(is_space)) else {
        return all();
    };
    let middle = bytes.get(first..last).unwrap_or_default();
    let inner = middle.trim_ascii();
    let from = first + middle.len() - middle.trim_ascii_start().len();
    // What is short is not worth it, and words of many kilobytes are no numbers.
    if inner.len() < WINDOW / 2 {
        return all();
    }
    let Some(plain) = look(inner) else { return all() };
    let (lines, tail) = lines_of(inner);
    let mut text = bytes.get(..from).unwrap_or_default().to_vec();
    let at = text.len() as u32;
    text.extend_from_slice(MARK.as_bytes());
    text.extend_from_slice(bytes.get(from + inner.len()..).unwrap_or_default());
    let stretch = Stretch { at, start: start + from as u64, length: inner.len() as u32, lines, tail, plain };
    Seen { text, stretch: Some(stretch) }
}

/// How many line ends there are, and how many bytes behind the last.
fn lines_of(bytes: &[u8]) -> (u32, u32) {
    let Some(last) = memchr::memrchr2(b'\n', b'\r', bytes) else { return (0, bytes.len() as u32) };
    let lines = match memchr::memchr(b'\r', bytes) {
        None => bytes.iter().filter(|b| **b == b'\n').count(),
        Some(_) => line_ends(bytes, 0, bytes.len()).count(),
    };
    (lines as u32, (bytes.len() - last - 1) as u32)
}
