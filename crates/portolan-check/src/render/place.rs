//! Lines and columns of many offsets.

use portolan_syntax::{Place, Source};

/// Gives places of offsets that are near each other, by counting from one to the next.
///
/// [`Source::place`] counts from the beginning of a block, which costs more where thousands of findings are in one.
#[derive(Debug)]
pub struct Places<'a> {
    source: &'a Source,
    at: u32,
    place: Place,
}

impl<'a> Places<'a> {
    /// Places of a source.
    pub fn new(source: &'a Source) -> Places<'a> {
        Places { source, at: 0, place: Place { line: 1, column: 1 } }
    }

    /// Line and column of an offset.
    pub fn of(&mut self, offset: u32) -> Place {
        /// Farther off than this, the source counts less: it knows where its blocks begin.
        const FAR: u32 = 1 << 14;
        let text = self.source.text().as_bytes();
        let (from, to) = (self.at.min(offset), self.at.max(offset));
        let between = text.get(from as usize..to as usize);
        let near = between.filter(|_| to - from <= FAR);
        match near.filter(|b| !b.iter().any(|c| matches!(c, b'\n' | b'\r'))) {
            Some(between) => {
                let characters = between.iter().filter(|&&b| (b as i8) >= -0x40).count() as u32;
                self.place.column = match offset < self.at {
                    true => self.place.column - characters.min(self.place.column - 1),
                    false => self.place.column + characters,
                };
            }
            None => self.place = self.source.place(offset),
        }
        // An offset behind the text lies in an entity and must not be counted on from.
        self.at = if offset as usize <= text.len() { offset } else { u32::MAX };
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_agree_with_the_source() {
        let source = Source::from_text("t", "aä\nb ü c\r\nd\re");
        let mut places = Places::new(&source);
        for offset in [0, 1, 3, 4, 5, 6, 8, 4, 12, 13, 14, 99, 2] {
            assert_eq!(places.of(offset), source.place(offset), "offset {offset}");
        }
        let source = Source::from_text("t", "ä ".repeat(50_000));
        let mut places = Places::new(&source);
        for offset in [3, 100_000, 6, 120_000, 120_003, 149_998, 0] {
            assert_eq!(places.of(offset), source.place(offset), "offset {offset}");
        }
    }
}
