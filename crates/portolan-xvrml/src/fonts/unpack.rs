//! Puts a font together from the parts that `build.rs` took it apart into.

use super::tables::{EMPTY, HEADER, KEPT, MADE, PARTS, REPEATED, SAME, long, made_lengths, table, width};

/// A font by its parts; `earlier` gives a font by its number. How far letters reach is not said for each: nothing here asks.
pub fn unpacked(packed: &[u8], earlier: impl Fn(usize) -> &'static [u8]) -> Option<Vec<u8>> {
    let mut parts = split(packed)?.into_iter();
    let kept: Vec<&[u8]> = parts.by_ref().take(KEPT.len()).collect();
    let letters = Letters { rest: parts.collect::<Vec<_>>().try_into().ok()?, from: (0, 0) };
    let (glyf, loca) = letters.all(earlier)?;
    let mut tables: Vec<([u8; 4], &[u8])> = KEPT.into_iter().copied().zip(kept).collect();
    tables.extend([(*b"glyf", &*glyf), (*b"loca", &*loca)]);
    tables.sort_unstable_by_key(|(name, _)| *name);
    Some(file(&tables))
}

/// Parts, behind their lengths.
fn split(packed: &[u8]) -> Option<Vec<&[u8]>> {
    let mut at = 4 * (KEPT.len() + PARTS);
    let mut part = |number: usize| {
        let end = at.checked_add(long(packed, 4 * number)?)?;
        let part = packed.get(at..end)?;
        at = end;
        Some(part)
    };
    (0..KEPT.len() + PARTS).map(&mut part).collect()
}

/// A file of tables.
fn file(tables: &[([u8; 4], &[u8])]) -> Vec<u8> {
    let mut font = vec![0, 1, 0, 0, 0, tables.len() as u8, 0, 0, 0, 0, 0, 0];
    let mut start = font.len() + 16 * tables.len();
    for (name, table) in tables {
        font.extend(name);
        [0, start, table.len()].into_iter().for_each(|number| font.extend((number as u32).to_be_bytes()));
        start += table.len();
    }
    tables.iter().for_each(|(_, table)| font.extend(*table));
    font
}

/// What is left of the parts of letters, and the letter of another font that was the last one to be the same.
struct Letters<'a> {
    rest: [&'a [u8]; PARTS],
    from: (usize, u16),
}

impl<'a> Letters<'a> {
    /// All letters, and where each begins.
    fn all(mut self, earlier: impl Fn(usize) -> &'static [u8]) -> Option<(Vec<u8>, Vec<u8>)> {
        let [kinds, ..] = self.rest;
        let (mut letters, mut places) = (Vec::new(), vec![0; 4]);
        for kind in kinds {
            match *kind {
                EMPTY => {}
                MADE => {
                    letters.extend((-1i16).to_be_bytes());
                    letters.extend([0; HEADER - 2]);
                    let length = made_lengths(self.rest[5])?.iter().sum();
                    letters.extend(self.take(5, length)?);
                }
                SAME => {
                    let (font, number) = self.same()?;
                    letters.extend(letter(earlier(font), number)?);
                }
                lines => self.lines(lines, &mut letters)?,
            }
            places.extend((letters.len() as u32).to_be_bytes());
        }
        Some((letters, places))
    }

    fn take(&mut self, part: usize, count: usize) -> Option<&'a [u8]> {
        let rest = self.rest.get_mut(part)?;
        let (taken, left) = rest.split_at_checked(count)?;
        *rest = left;
        Some(taken)
    }

    /// Which letter the next one is the same as: its font, and by how much its number is larger than the one before.
    fn same(&mut self) -> Option<(usize, usize)> {
        let &[font, high, low] = self.take(6, 3)? else { return None };
        self.from = (font.into(), self.from.1.wrapping_add(u16::from_be_bytes([high, low])));
        Some((self.from.0, self.from.1.into()))
    }

    /// A letter of lines.
    fn lines(&mut self, count: u8, letters: &mut Vec<u8>) -> Option<()> {
        letters.extend([0, count]);
        letters.extend([0; HEADER - 2]);
        let mut points = 0;
        for _ in 0..count {
            let mut more = 0;
            while let &[byte] = self.take(1, 1)? {
                more = more << 7 | usize::from(byte & 0x7f);
                if byte & 0x80 == 0 {
                    break;
                }
            }
            points += more;
            letters.extend(u16::try_from(points.checked_sub(1)?).ok()?.to_be_bytes());
        }
        // No instructions.
        letters.extend([0, 0]);
        let flags = self.take(2, points)?;
        for same in flags.chunk_by(|a, b| a == b) {
            for run in same.chunks(256) {
                match run {
                    [one] => letters.push(*one),
                    [one, more @ ..] => letters.extend([one | REPEATED, more.len() as u8]),
                    [] => {}
                }
            }
        }
        letters.extend(self.take(3, flags.iter().map(|f| width(*f)).sum())?);
        letters.extend(self.take(4, flags.iter().map(|f| width(f >> 1)).sum())?);
        Some(())
    }
}

/// A letter of a font.
fn letter(font: &'static [u8], number: usize) -> Option<&'static [u8]> {
    let places = table(font, b"loca")?;
    table(font, b"glyf")?.get(long(places, 4 * number)?..long(places, 4 * number + 4)?)
}
