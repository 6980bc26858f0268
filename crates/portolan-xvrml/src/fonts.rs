//! The fonts of letters in worlds. They are part of the program, or, without the feature `fonts`, given to it: they are half of
//! what a page would have to load, and few files have letters.

/// Number of fonts: three families, each plain, bold, slanted, and both.
pub const COUNT: usize = 12;

/// The file of a font by its number: that of its family (serif, sans, typewriter) times four, plus its style.
#[cfg(feature = "fonts")]
pub(crate) fn face(number: usize) -> &'static [u8] {
    use dejavu::{sans, sans_mono, serif};
    match number {
        1 => serif::bold(),
        2 => serif::italic(),
        3 => serif::bold_italic(),
        4 => sans::regular(),
        5 => sans::bold(),
        6 => sans::oblique(),
        7 => sans::bold_oblique(),
        8 => sans_mono::regular(),
        9 => sans_mono::bold(),
        10 => sans_mono::oblique(),
        11 => sans_mono::bold_oblique(),
        _ => serif::regular(),
    }
}

#[cfg(not(feature = "fonts"))]
static GIVEN: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();

/// The file of a font by its number; nothing if none was given.
#[cfg(not(feature = "fonts"))]
pub(crate) fn face(number: usize) -> &'static [u8] {
    GIVEN.get().and_then(|all| part(all, number)).unwrap_or_default()
}

/// Gives all fonts in one piece, as [`packed`] makes it. Says whether it is one. Only the first one counts, and none where
/// they are part of the program.
pub fn give(packed: Vec<u8>) -> bool {
    let whole = (0..COUNT).all(|number| part(&packed, number).is_some());
    #[cfg(not(feature = "fonts"))]
    if whole {
        let _ = GIVEN.set(packed);
    }
    whole
}

/// All fonts in one piece: their lengths, then their bytes.
#[cfg(feature = "fonts")]
pub fn packed() -> Vec<u8> {
    let faces = || (0..COUNT).map(face);
    let mut all: Vec<u8> = faces().flat_map(|face| (face.len() as u32).to_le_bytes()).collect();
    faces().for_each(|face| all.extend(face));
    all
}

/// One of the fonts of a piece.
fn part(packed: &[u8], number: usize) -> Option<&[u8]> {
    let (lengths, bytes) = packed.split_at_checked(4 * COUNT)?;
    let (lengths, _) = lengths.as_chunks::<4>();
    let mut lengths = lengths.iter().map(|four| u32::from_le_bytes(*four) as usize);
    let start = lengths.by_ref().take(number).try_fold(0usize, usize::checked_add)?;
    bytes.get(start..start.checked_add(lengths.next()?)?)
}

#[cfg(all(test, feature = "fonts"))]
mod tests {
    use super::*;

    #[test]
    fn a_piece_holds_every_font() {
        let all = packed();
        for number in 0..COUNT {
            assert_eq!(part(&all, number), Some(face(number)));
        }
        assert!(give(all.clone()) && !give(all[..all.len() - 1].to_vec()) && !give(Vec::new()));
    }
}
