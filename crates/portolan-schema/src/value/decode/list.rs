//! A list of numbers, be it text or partly still in its file.

use portolan_syntax::{Node, Part};

use portolan_syntax::source::{Left, Plain};

use super::words;
use crate::value::number::{self, Run};

/// A list of numbers.
#[derive(Clone, Debug)]
pub struct List<'a> {
    parts: Vec<Part<'a>>,
}

impl<'a> From<&'a str> for List<'a> {
    fn from(text: &'a str) -> List<'a> {
        List { parts: vec![Part::Text(text, 0)] }
    }
}

impl<'a> List<'a> {
    /// The text of a node, if some of it is only in the file.
    pub fn partial(text: Node<'a>) -> Option<List<'a>> {
        text.is_partial().then(|| List { parts: text.tree().source().parts(text.span()) })
    }

    /// About the least and the most words it can have: those that were counted, and those that its bytes leave room for.
    pub(super) fn most(&self) -> usize {
        let most = |part: &Part<'_>| match part {
            Part::Text(text, _) => text.len() / 2 + 1,
            Part::Left(left) => usize::try_from(left.plain().count).unwrap_or(usize::MAX),
        };
        self.parts.iter().map(most).sum()
    }

    /// Its text, if all of it is.
    pub(super) fn only_text(&self) -> Option<&'a str> {
        match self.parts.as_slice() {
            [Part::Text(text, _)] => Some(text),
            _ => None,
        }
    }

    /// Pieces that are worth a core: text of about `length` bytes, or what is read at once.
    pub(super) fn pieces(&self, length: usize) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        for part in &self.parts {
            match part {
                Part::Text(text, _) => {
                    pieces.extend(words::pieces(text.as_bytes(), length).into_iter().map(Piece::Text));
                }
                Part::Left(left) => pieces.push(Piece::Left(*left)),
            }
        }
        pieces
    }
}

/// A piece of a list.
#[derive(Clone, Copy)]
pub(super) enum Piece<'a> {
    /// Text.
    Text(&'a [u8]),
    /// Numbers in the file.
    Left(Left<'a>),
}

impl Piece<'_> {
    /// How many words it has.
    pub fn count(self) -> usize {
        match self {
            Piece::Text(text) => words::count(text),
            Piece::Left(left) => usize::try_from(left.plain().count).unwrap_or(usize::MAX),
        }
    }

    /// Bytes that it takes in the text.
    pub fn written(self) -> usize {
        match self {
            Piece::Text(text) => text.len(),
            Piece::Left(_) => 0,
        }
    }

    /// Does something with its bytes.
    pub fn with<T>(self, work: impl FnOnce(&[u8]) -> T) -> T {
        match self {
            Piece::Text(text) => work(text),
            Piece::Left(left) => work(left.read(&mut Vec::new())),
        }
    }

    /// Says how many words there were; a file must not have changed.
    pub fn found(self, count: usize) {
        if let Piece::Left(left) = self
            && left.plain().count != count as u64
        {
            left.tell_broken();
        }
    }
}

/// Looks at numbers that may stay in their file: are there nothing but finite numbers?
pub fn plain(bytes: &[u8]) -> Option<Plain> {
    let count = number::plain_floats(bytes)?;
    Some(Plain { count, whole: None })
}

/// The same, with what is to be known of whole numbers.
pub fn plain_with_limits(bytes: &[u8]) -> Option<Plain> {
    let head = bytes.get(..HEAD.min(bytes.len())).unwrap_or_default();
    if memchr::memchr(b'.', head).is_none()
        && let Some((count, (smallest, largest), sum)) = number::plain_ints(bytes)
    {
        return Some(Plain { count, whole: Some((smallest, largest, sum)) });
    }
    plain(bytes)
}

/// Bytes in which a list of decimals has a point.
const HEAD: usize = 256;

/// What reading a stretch as numbers of a type would tell, if nothing in it is wrong. `limits` are the smallest and largest
/// whole number of the type; nothing for floats without limits.
pub fn run_of(plain: Plain, limits: Option<(i128, i128)>) -> Option<Run> {
    let known = Run { count: plain.count, ..Run::default() };
    let Some((min, max)) = limits else { return Some(known) };
    let (smallest, largest, sum) = plain.whole?;
    let fits = i128::from(smallest) >= min && i128::from(largest) <= max;
    fits.then_some(Run { limits: Some((smallest, largest)), sum, ..known })
}
