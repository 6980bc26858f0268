//! Where words begin and end.

use wide::u8x16;

use super::super::number::is_space;

/// Bytes looked at together: one bit of a word of the machine for each.
const BLOCK: usize = 64;

/// Calls `visit` with the start and end of each word.
#[inline(always)]
pub fn each(text: &[u8], mut visit: impl FnMut(usize, usize)) {
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    // The last block is filled up with at least one space, at which the last word ends.
    let mut last = [b' '; BLOCK];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    let mut blocks = blocks.iter();
    let mut start = 0;
    let mut base = 0;
    // Whether the byte before the block belongs to a word.
    let mut inside = 0;
    // One loop for all blocks, so that there is one copy of what is done with a word.
    while base <= text.len() {
        let spaces = spaces(blocks.next().unwrap_or(&last));
        let mut ends = spaces & (!spaces << 1 | inside);
        inside = !spaces >> (BLOCK - 1);
        while ends != 0 {
            let end = base + ends.trailing_zeros() as usize;
            ends &= ends - 1;
            while text.get(start).is_some_and(|b| is_space(*b)) {
                start += 1;
            }
            visit(start, end);
            start = end + 1;
        }
        base += BLOCK;
    }
}

/// One bit for each byte that is white space, the first in the lowest.
#[inline(always)]
fn spaces(block: &[u8; BLOCK]) -> u64 {
    let (sixteens, _) = block.as_chunks::<16>();
    sixteens.iter().rev().fold(0, |bits, sixteen| {
        let bytes = u8x16::new(*sixteen);
        let is = |space: u8| bytes.cmp_eq(u8x16::splat(space));
        let flags = (is(b' ') | is(b'\n')) | (is(b'\t') | is(b'\r'));
        bits << 16 | u64::from(flags.move_mask() as u16)
    })
}

/// White space found without jumps, so that many bytes can be looked at at once.
#[inline]
const fn is_space_flat(b: u8) -> bool {
    (b == b' ') | (b == b'\n') | (b == b'\t') | (b == b'\r')
}

/// How many words there are.
pub fn count(text: &[u8]) -> usize {
    /// A counter of one byte holds what so many bytes can add.
    const ROUND: usize = 240;
    let begins = usize::from(text.first().is_some_and(|b| !is_space(*b)));
    let behind = text.split_at(text.len().min(1)).1;
    let rounds = text.chunks(ROUND).zip(behind.chunks(ROUND));
    let begun = |(before, these): (&[u8], &[u8])| {
        let count = before.iter().zip(these).fold(0u8, |count, (before, this)| {
            count.wrapping_add(u8::from(is_space_flat(*before) & !is_space_flat(*this)))
        });
        usize::from(count)
    };
    begins + rounds.map(begun).sum::<usize>()
}

/// The text cut into pieces of about `length` bytes, never within a word.
pub fn pieces(text: &[u8], length: usize) -> Vec<&[u8]> {
    let mut pieces = Vec::with_capacity(text.len() / length + 1);
    let mut rest = text;
    while rest.len() > length {
        let behind = rest.split_at(length).1;
        let more = behind.iter().position(|b| is_space(*b)).unwrap_or(behind.len());
        let (piece, after) = rest.split_at(length + more);
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}
