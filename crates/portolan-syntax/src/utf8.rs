//! Bytes become text: one pass over the memory for everything that concerns each byte.
//!
//! Validating UTF-8 and looking for forbidden characters are both limited by how fast memory is read, so they share one
//! pass over blocks that stay in the cache, on all cores when the document is large. The same pass notes long stretches
//! without any markup, so that the XML reader need not touch the numbers of a mesh again.

use portolan_parallel::prelude::*;

use crate::Span;

/// What a look at all bytes told.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    invalid: bool,
    /// Offset of the first character that XML forbids, and how many there are.
    pub forbidden: Option<(usize, usize)>,
    /// Stretches without `<`, `&` and `]`, in order.
    pub quiet: Vec<Span>,
}

/// Pieces for the cores.
const PIECE: usize = 1 << 21;
/// Blocks for the cache.
const BLOCK: usize = 1 << 13;

/// The text of the bytes and what was seen in it; the bytes back when they are not UTF-8.
pub(crate) fn into_text(bytes: Vec<u8>) -> Result<(String, Look), Vec<u8>> {
    let look = look(&bytes);
    if look.invalid {
        return Err(bytes);
    }
    Ok((valid_text(bytes), look))
}

/// Here the project trusts itself instead of the compiler: a second pass over a large document would
/// cost as much as reading it into the tree.
#[allow(unsafe_code, reason = "checked by `look` just before; tests compare it with the standard library")]
fn valid_text(bytes: Vec<u8>) -> String {
    debug_assert!(std::str::from_utf8(&bytes).is_ok());
    // SAFETY: `look` has run `std::str::from_utf8` or `is_ascii` over every byte, in blocks cut at character starts.
    unsafe { String::from_utf8_unchecked(bytes) }
}

/// Looks at all bytes.
pub(crate) fn look(bytes: &[u8]) -> Look {
    let pieces = cut(bytes, PIECE);
    let looks: Vec<Look> = match pieces.as_slice() {
        [only] => vec![look_at_piece(only)],
        _ => pieces.par_iter().map(|piece| look_at_piece(piece)).collect(),
    };
    join(looks.into_iter().zip(pieces.iter().map(|p| p.len())))
}

fn look_at_piece(piece: &[u8]) -> Look {
    let blocks = cut(piece, BLOCK);
    join(blocks.iter().map(|block| (look_at_block(block), block.len())))
}

fn join(looks: impl Iterator<Item = (Look, usize)>) -> Look {
    let mut all = Look::default();
    let mut offset = 0;
    for (look, length) in looks {
        all.invalid |= look.invalid;
        for span in look.quiet {
            let span = Span::new(span.start + offset as u32, span.end + offset as u32);
            match all.quiet.last_mut().filter(|last| last.end == span.start) {
                Some(last) => last.end = span.end,
                None => all.quiet.push(span),
            }
        }
        all.forbidden = match (all.forbidden, look.forbidden) {
            (Some((first, count)), more) => Some((first, count + more.map_or(0, |(_, n)| n))),
            (None, Some((first, count))) => Some((offset + first, count)),
            (None, None) => None,
        };
        offset += length;
    }
    all
}

/// Cuts into pieces of about `size` that begin where a character begins.
fn cut(bytes: &[u8], size: usize) -> Vec<&[u8]> {
    let mut pieces = Vec::with_capacity(bytes.len() / size + 1);
    let mut rest = bytes;
    while rest.len() > size {
        // At most three continuation bytes follow in valid text; in invalid text any cut will do.
        let behind = rest.get(size..).unwrap_or_default();
        let continuation = behind.iter().take(3).take_while(|b| **b & 0xC0 == 0x80).count();
        let (piece, tail) = rest.split_at(size + continuation);
        pieces.push(piece);
        rest = tail;
    }
    pieces.push(rest);
    pieces
}

/// Does a block hold control characters other than tab, line feed and carriage return, and the union of all bits.
fn control_and_bits(block: &[u8]) -> (bool, u8) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[allow(unsafe_code, reason = "safe code, compiled for a processor that was asked just before")]
        // SAFETY: the function needs nothing but AVX2.
        return unsafe { control_and_bits_avx2(block) };
    }
    control_and_bits_anywhere(block)
}

/// The same code with vectors of twice the width: on files that fit the cache it decides the reading speed.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn control_and_bits_avx2(block: &[u8]) -> (bool, u8) {
    control_and_bits_anywhere(block)
}

#[inline(always)]
fn control_and_bits_anywhere(block: &[u8]) -> (bool, u8) {
    // Three ranges are forbidden: below 9, from 11 to 12, from 14 to 31. Each is a subtraction and a minimum, without
    // branches, so that it becomes vector instructions.
    let (mut low, mut middle, mut high, mut bits) = (u8::MAX, u8::MAX, u8::MAX, 0);
    for &b in block {
        low = low.min(b);
        middle = middle.min(b.wrapping_sub(11));
        high = high.min(b.wrapping_sub(14));
        bits |= b;
    }
    (low < 9 || middle < 2 || high < 18, bits)
}

fn look_at_block(block: &[u8]) -> Look {
    let (control, bits) = control_and_bits(block);
    let markup = memchr::memchr3(b'<', b'&', b']', block).is_some();
    let ascii = bits < 0x80;
    let invalid = !ascii && std::str::from_utf8(block).is_err();
    let quiet = if markup || block.len() < BLOCK { Vec::new() } else { vec![Span::new(0, block.len() as u32)] };
    let mut forbidden: Option<(usize, usize)> = None;
    if control || !ascii {
        for (i, window) in (0..).zip(block.iter()) {
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
            let wide = *window == 0xEF && matches!(block.get(i + 1..i + 3), Some([0xBF, 0xBE | 0xBF]));
            if wide || (*window < 0x20 && !matches!(window, b'\t' | b'\n' | b'\r')) {
                forbidden.get_or_insert((i, 0)).1 += 1;
            }
        }
    }
    Look { invalid, forbidden, quiet }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_characters_are_counted_from_the_first() {
        let forbidden = |text: &str| look(text.as_bytes()).forbidden;
        for b in 0..0x80u8 {
            let allowed = b >= 0x20 || matches!(b, b'\t' | b'\n' | b'\r');
            let text = format!("{}{}", " ".repeat(40), char::from(b));
            assert_eq!(forbidden(&text).is_none(), allowed, "{b}");
        }
        assert_eq!(forbidden("a\u{1}b\u{0}"), Some((1, 2)));
        for lead in [BLOCK - 2, BLOCK - 1, BLOCK, PIECE - 1, PIECE] {
            let long = format!("{}\u{FFFE}{}", " ".repeat(lead), "é".repeat(PIECE));
            assert_eq!(forbidden(&long), Some((lead, 1)));
        }
    }

    #[test]
    fn quiet_stretches_are_joined() {
        let text = format!("<a>{}</a>{}", "1 ".repeat(3 * BLOCK), "2 ".repeat(PIECE));
        let quiet = look(text.as_bytes()).quiet;
        for span in &quiet {
            assert!(!text[span.range()].contains(['<', '&', ']']));
        }
        assert_eq!(quiet.len(), 2);
    }

    #[test]
    fn it_agrees_with_the_standard_library() {
        let mut samples: Vec<Vec<u8>> = Vec::new();
        for lead in [0, 1, BLOCK - 3, BLOCK - 2, BLOCK - 1, BLOCK, PIECE - 2, PIECE - 1, PIECE] {
            let tails: [&[u8]; 9] = [
                "é".as_bytes(),
                "日本".as_bytes(),
                "\u{1F600}".as_bytes(),
                b"\xFF",
                b"\xC3",
                b"\xE6\x97",
                b"\x80",
                b"\x80\x80\x80\x80\x80",
                b"\xED\xA0\x80",
            ];
            for tail in tails {
                let mut bytes = vec![b'x'; lead];
                bytes.extend_from_slice(tail);
                bytes.extend_from_slice(&[b'y'; 40]);
                samples.push(bytes);
            }
        }
        for bytes in samples {
            let expected = String::from_utf8(bytes.clone()).map_err(|e| e.into_bytes());
            assert_eq!(into_text(bytes).map(|(text, _)| text), expected);
        }
    }
}
