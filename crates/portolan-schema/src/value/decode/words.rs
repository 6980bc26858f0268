//! Where words begin and end.

use super::super::number::is_space;

/// Bytes looked at together: one bit of a word of the machine for each.
const BLOCK: usize = 64;

/// Calls `visit` with the start and end of each word.
#[inline]
pub fn each(text: &[u8], mut visit: impl FnMut(usize, usize)) {
    let mut start = 0;
    let mut base = 0;
    // Whether the byte before the block belongs to a word.
    let mut inside = 0;
    let mut block_ends = |block: &[u8; BLOCK]| {
        let spaces = spaces(block);
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
    };
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    blocks.iter().for_each(&mut block_ends);
    // The last block is filled up with at least one space, at which the last word ends.
    let mut last = [b' '; BLOCK];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    block_ends(&last);
}

/// One bit for each byte that is white space, the first in the lowest.
#[inline]
fn spaces(block: &[u8; BLOCK]) -> u64 {
    let flags = block.map(|b| u8::from(is_space_flat(b)));
    let (eights, _) = flags.as_chunks::<8>();
    eights.iter().rev().fold(0, |bits, eight| {
        // The product moves the lowest bit of each byte to its place in the highest byte.
        bits << 8 | u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
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
