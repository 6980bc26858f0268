//! The fonts of letters in worlds. They are part of the program, or, without the feature `fonts`, given to it: they are half of
//! what a page would have to load, and few files have letters.

#[cfg(feature = "fonts")]
mod tables;
#[cfg(feature = "fonts")]
mod unpack;

/// Number of fonts: three families, each plain, bold, slanted, and both.
pub const COUNT: usize = 12;

/// The fonts as `build.rs` packs them.
#[cfg(feature = "fonts")]
static PACKED: [&[u8]; COUNT] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/font0")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font1")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font2")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font3")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font4")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font5")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font6")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font7")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font8")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font9")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font10")),
    include_bytes!(concat!(env!("OUT_DIR"), "/font11")),
];

/// The file of a font by its number: that of its family (serif, sans, typewriter) times four, plus its style. It is unpacked when
/// it is first asked for.
#[cfg(feature = "fonts")]
pub(crate) fn face(number: usize) -> &'static [u8] {
    use std::io::Read;
    use std::sync::OnceLock;
    static FACES: [OnceLock<Vec<u8>>; COUNT] = [const { OnceLock::new() }; COUNT];
    let number = if number < COUNT { number } else { 0 };
    let (Some(slot), Some(packed)) = (FACES.get(number), PACKED.get(number)) else { return &[] };
    slot.get_or_init(|| {
        let mut parts = Vec::new();
        // They are part of the program, and a test unpacks each.
        let _ = flate2::read::DeflateDecoder::new(*packed).read_to_end(&mut parts);
        // Only letters of fonts with smaller numbers are used again.
        unpack::unpacked(&parts, |earlier| if earlier < number { face(earlier) } else { &[] }).unwrap_or_default()
    })
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

    /// The numbers of an outline.
    struct Outline(Vec<f32>);

    impl ttf_parser::OutlineBuilder for Outline {
        fn move_to(&mut self, x: f32, y: f32) {
            self.0.extend([1.0, x, y]);
        }

        fn line_to(&mut self, x: f32, y: f32) {
            self.0.extend([2.0, x, y]);
        }

        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            self.0.extend([3.0, x1, y1, x, y]);
        }

        fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
            self.0.extend([4.0, x1, y1, x2, y2, x, y]);
        }

        fn close(&mut self) {
            self.0.push(5.0);
        }
    }

    #[test]
    fn letters_of_packed_fonts_are_those_of_the_fonts() {
        use dejavu::{sans, sans_mono, serif};
        let all: [&[u8]; COUNT] = [
            serif::regular(),
            serif::bold(),
            serif::italic(),
            serif::bold_italic(),
            sans::regular(),
            sans::bold(),
            sans::oblique(),
            sans::bold_oblique(),
            sans_mono::regular(),
            sans_mono::bold(),
            sans_mono::oblique(),
            sans_mono::bold_oblique(),
        ];
        for (number, original) in all.into_iter().enumerate() {
            let [one, two] = [original, face(number)].map(|bytes| ttf_parser::Face::parse(bytes, 0).unwrap());
            let about =
                |f: &ttf_parser::Face<'_>| (f.units_per_em(), f.ascender(), f.descender(), f.number_of_glyphs());
            assert_eq!(about(&one), about(&two));
            for glyph in (0..one.number_of_glyphs()).map(ttf_parser::GlyphId) {
                let drawn = |f: &ttf_parser::Face<'_>| {
                    let mut outline = Outline(Vec::new());
                    let bounds = f.outline_glyph(glyph, &mut outline);
                    (outline.0, bounds, f.glyph_hor_advance(glyph))
                };
                assert_eq!(drawn(&one), drawn(&two), "font {number}, {glyph:?}");
            }
            for character in '\0'..'\u{20000}' {
                assert_eq!(one.glyph_index(character), two.glyph_index(character), "font {number}, {character:?}");
            }
        }
    }

    #[test]
    fn a_piece_holds_every_font() {
        let all = packed();
        for number in 0..COUNT {
            assert_eq!(part(&all, number), Some(face(number)));
        }
        assert!(give(all.clone()) && !give(all[..all.len() - 1].to_vec()) && !give(Vec::new()));
    }
}
