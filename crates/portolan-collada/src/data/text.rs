//! The text of an element, word by word, in place.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use portolan_schema::value::decode::List;
use portolan_schema::value::number;
use portolan_syntax::{Node, NodeKind, Span};

/// The text of an element that holds a list.
///
/// As long as the text stands in one piece, nothing is copied. Comments and CDATA cut it into pieces, and character
/// references have to be resolved; then the text is put together once, and places are still those of the source as far
/// as that can be told.
#[derive(Debug)]
pub struct Text<'a> {
    text: Cow<'a, str>,
    /// The node of a text of which some is only in the file, and all of it once somebody asks for it as one.
    partial: Option<(Node<'a>, OnceLock<String>)>,
    /// Where each piece begins in `text` and in the source (`None` when characters were resolved). Empty: one piece.
    pieces: Vec<(usize, Option<u32>)>,
    start: u32,
    whole: Span,
}

impl<'a> Text<'a> {
    /// The text of an element.
    pub fn of(element: Node<'a>) -> Text<'a> {
        let mut nodes = element.text_nodes();
        match (nodes.next(), nodes.next()) {
            (None, _) => Text::plain("", element.content_span()),
            (Some(only), None) if stands_as_meant(only) => Text::plain(only.tree().slice(only.span()), only.span()),
            (Some(only), None) if only.is_partial() => {
                let whole = element.content_span();
                Text { partial: Some((only, OnceLock::new())), ..Text::plain("", whole) }
            }
            _ => Text::joined(element),
        }
    }

    fn plain(text: &'a str, span: Span) -> Text<'a> {
        Text { text: Cow::Borrowed(text), partial: None, pieces: Vec::new(), start: span.start, whole: span }
    }

    fn joined(element: Node<'a>) -> Text<'a> {
        let mut text = String::new();
        let mut pieces = Vec::new();
        let mut behind = element.open_span().end;
        for child in element.children() {
            let span = child.span();
            // White space between two comments is not a node, but it separates words.
            if span.start > behind {
                text.push(' ');
            }
            behind = span.end;
            match child.kind() {
                NodeKind::Text if stands_as_meant(child) => {
                    pieces.push((text.len(), Some(span.start)));
                    text.push_str(child.tree().slice(span));
                }
                NodeKind::Text | NodeKind::CData => {
                    pieces.push((text.len(), None));
                    text.push_str(&child.text());
                }
                _ => {}
            }
        }
        Text { text: Cow::Owned(text), partial: None, pieces, start: 0, whole: element.content_span() }
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        match &self.partial {
            Some((node, whole)) => whole.get_or_init(|| node.text().into_owned()),
            None => &self.text,
        }
    }

    /// The text as a list of numbers, which need not be in memory.
    pub fn list(&self) -> List<'_> {
        let partial = self.partial.as_ref().and_then(|(node, _)| List::partial(*node));
        partial.unwrap_or_else(|| self.as_str().into())
    }

    /// The place of bytes of the text in the source; of all of it when that cannot be told.
    pub fn span(&self, at: Range<usize>) -> Span {
        if self.partial.is_some() {
            return self.whole;
        }
        let start = match self.pieces.partition_point(|(begin, _)| *begin <= at.start).checked_sub(1) {
            None if self.pieces.is_empty() => self.start + at.start as u32,
            None => return self.whole,
            Some(piece) => match self.pieces.get(piece) {
                Some((begin, Some(source))) => source + (at.start - begin) as u32,
                _ => return self.whole,
            },
        };
        Span::new(start, start + at.len() as u32)
    }

    /// The words, each with its place in the text (see [`Text::span`]).
    pub fn words(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        let text = self.as_str();
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = text.as_bytes().get(at..)?;
            let start = at + rest.iter().position(|b| !is_space(*b))?;
            let word = text.as_bytes().get(start..)?;
            let end = start + word.iter().position(|b| is_space(*b)).unwrap_or(word.len());
            at = end;
            Some((text.get(start..end)?, start..end))
        })
    }

    /// The whole numbers up to the first word that is none.
    pub fn ints(&self) -> impl Iterator<Item = (i64, Range<usize>)> {
        self.words().map_while(|(word, at)| Some((whole(word.as_bytes())?, at)))
    }

    /// The numbers up to the first word that is none.
    pub fn floats(&self) -> impl Iterator<Item = (f64, Range<usize>)> {
        self.words().map_while(|(word, at)| Some((number::float(word.as_bytes())?, at)))
    }
}

/// Line ends do not matter to words, so only references make a difference.
fn stands_as_meant(node: Node<'_>) -> bool {
    let without_references = || !node.tree().slice(node.span()).contains('&');
    node.is_verbatim() || node.kind() == NodeKind::Text && !node.is_partial() && without_references()
}

pub(super) const fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\n' | b'\t' | b'\r')
}

/// A whole number; one beyond the range of 64 bits is the nearest that can be held.
fn whole(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value.saturating_mul(10).saturating_add(i64::from(*digit - b'0'));
    }
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_syntax::{Limits, Source, Tree, xml};

    fn tree(text: &str) -> Tree {
        let limits = Limits::default();
        let source = Source::new("test".to_owned(), text.as_bytes().to_vec(), None, &limits);
        xml::parse(source.unwrap_or_else(|_| unreachable!()), &limits).0
    }

    #[test]
    fn words_keep_their_places() {
        for (written, numbers, third) in [
            ("<p>1 22\r\n-3</p>", vec![1, 22, -3], "-3"),
            ("<p>1 2<!-- c --> <!-- d -->3 4</p>", vec![1, 2, 3, 4], "3"),
            ("<p>1 2<!-- c -->0 3</p>", vec![1, 20, 3], "3"),
            ("<p>1 <![CDATA[2 3]]> 4</p>", vec![1, 2, 3, 4], "1 <![CDATA[2 3]]> 4"),
            ("<p>1 &#50; 3</p>", vec![1, 2, 3], "1 &#50; 3"),
            ("<p> <!-- a -->\n 1 2 3 <!-- b --></p>", vec![1, 2, 3], "3"),
            ("<p/>", vec![], ""),
        ] {
            let tree = tree(written);
            let Some(root) = tree.root() else { continue };
            let text = Text::of(root);
            let read: Vec<i64> = text.ints().map(|(v, _)| v).collect();
            assert_eq!(read, numbers, "{written}");
            let place = text.ints().nth(2).map_or("", |(_, at)| tree.slice(text.span(at)));
            assert_eq!(place, third, "{written}");
        }
    }
}
