//! Index lists: tuples of numbers, one column for each offset of the inputs.

use portolan_parallel::prelude::*;
use portolan_syntax::Node;

use super::text::is_space;
use super::{Data, Input, Text};

/// Lists are read in parallel in pieces of this many bytes.
const PIECE: usize = 1 << 18;
/// Wider tuples are not worth a table of columns.
const WIDEST: u64 = 64;

/// How the index lists of an element are laid out.
#[derive(Clone, Debug)]
pub struct Indices<'a> {
    /// Numbers in a tuple: the largest offset and one.
    pub width: u64,
    /// The columns that an input with a known number of rows uses, in the order of their offsets.
    pub columns: Vec<Column<'a>>,
}

/// One column of an index list.
#[derive(Clone, Debug)]
pub struct Column<'a> {
    /// Its offset.
    pub offset: u64,
    /// The input with the fewest rows among those that use it.
    pub input: Input<'a>,
    /// How many rows that input has.
    pub rows: u64,
}

impl<'a> Data<'a> {
    /// The layout that the inputs of an element give its index lists; `None` when there are none or one of them does not
    /// say its column.
    pub fn indices(self, of: Node<'a>) -> Option<Indices<'a>> {
        let mut width = 0;
        let mut columns: Vec<Column<'a>> = Vec::new();
        for input in self.inputs(of) {
            let offset = input.offset?;
            width = width.max(offset.saturating_add(1));
            if let Some(rows) = input.target.and_then(|t| self.rows(t)) {
                columns.push(Column { offset, input, rows });
            }
        }
        columns.sort_by_key(|c| (c.offset, c.rows));
        columns.dedup_by_key(|c| c.offset);
        (width > 0).then_some(Indices { width, columns })
    }
}

impl<'a> Indices<'a> {
    /// The column that the number at this place of a list belongs to.
    pub fn column(&self, place: u64) -> Option<&Column<'a>> {
        let offset = place.checked_rem(self.width)?;
        let at = self.columns.binary_search_by_key(&offset, |c| c.offset).ok()?;
        self.columns.get(at)
    }

    /// The fewest rows of all columns: an index below it is right in any of them.
    pub fn fewest_rows(&self) -> Option<u64> {
        self.columns.iter().map(|c| c.rows).min()
    }

    /// Is every index of a list one that its column has? A quick answer for large lists, read on all cores; `false` also
    /// when it cannot be given.
    pub fn all_fit(&self, text: &Text<'_>) -> bool {
        if self.width > WIDEST {
            return false;
        }
        let width = self.width as usize;
        let pieces: Vec<Option<Piece>> =
            cut(text.as_str().as_bytes()).par_iter().map(|piece| read_piece(piece, width)).collect();
        let mut before = 0;
        for piece in pieces {
            let Some(piece) = piece else { return false };
            // A piece may begin in the middle of a tuple.
            for (place, largest) in (before..).zip(&piece.largest) {
                if *largest > 0 && self.column(place).is_some_and(|c| *largest > c.rows) {
                    return false;
                }
            }
            before += piece.count;
        }
        true
    }
}

/// What a piece of an index list holds.
struct Piece {
    count: u64,
    /// The number behind the largest index of every column, counted from the first index of the piece; 0 if there is none.
    largest: Vec<u64>,
}

/// Reads a piece; `None` when it holds anything but plain digits.
fn read_piece(bytes: &[u8], width: usize) -> Option<Piece> {
    let mut largest = [0u64; WIDEST as usize];
    let columns = largest.get_mut(..width)?;
    let mut count = 0;
    let mut rest = bytes;
    loop {
        for column in columns.iter_mut() {
            while let [first, tail @ ..] = rest {
                if !is_space(*first) {
                    break;
                }
                rest = tail;
            }
            if rest.is_empty() {
                return Some(Piece { count, largest: columns.to_vec() });
            }
            let before = rest.len();
            let mut value = 0u64;
            while let [digit @ b'0'..=b'9', tail @ ..] = rest {
                value = value.wrapping_mul(10).wrapping_add(u64::from(*digit - b'0'));
                rest = tail;
            }
            let digits = before - rest.len();
            // More digits might overflow.
            if digits == 0 || digits > 18 || rest.first().is_some_and(|b| !is_space(*b)) {
                return None;
            }
            *column = (*column).max(value + 1);
            count += 1;
        }
    }
}

/// Cuts a text into pieces that end where a word ends.
fn cut(mut rest: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    while rest.len() > PIECE {
        let behind = rest.get(PIECE..).unwrap_or_default();
        let at = PIECE + behind.iter().position(|b| is_space(*b)).unwrap_or(behind.len());
        let (piece, tail) = rest.split_at(at);
        pieces.push(piece);
        rest = tail;
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_piece() {
        let piece = read_piece(b" 1 20\n3 4 7", 2);
        assert_eq!(piece.map(|p| (p.count, p.largest)), Some((5, vec![8, 21])));
        assert!(read_piece(b"1 -1", 2).is_none());
        assert_eq!(read_piece(b"  ", 3).map(|p| p.count), Some(0));
    }
}
