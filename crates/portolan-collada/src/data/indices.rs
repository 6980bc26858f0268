//! Index lists: tuples of numbers, one column for each offset of the inputs.

use portolan_syntax::Node;

use super::{Data, Input};

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
}
