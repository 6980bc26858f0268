//! Words in pictures.

use image::RgbaImage;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

use crate::kind::pixel_over;

/// Height of a line in pixels.
pub const LINE: u32 = HEIGHT.val() as u32;

const HEIGHT: RasterHeight = RasterHeight::Size16;
const WEIGHT: FontWeight = FontWeight::Regular;
/// All letters have the same width.
const ADVANCE: u32 = get_raster_width(WEIGHT, HEIGHT) as u32;
/// What stands where letters were left out.
const GAP: &str = "...";

/// How many letters fit into a width.
pub fn columns(width: u32) -> usize {
    (width / ADVANCE) as usize
}

/// A text with at most so many letters; what is too long loses its middle.
pub fn shorten(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(GAP.len());
    if kept < 2 {
        return letters.into_iter().take(most).collect();
    }
    // The end tells the extension and is worth as much as the beginning.
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    let begin = letters.iter().take(head);
    let end = letters.iter().skip(letters.len() - tail);
    begin.copied().chain(GAP.chars()).chain(end.copied()).collect()
}

/// Writes a line in a colour, centred in a stretch of the picture and shortened to fit. Letters that the font does not
/// have become question marks.
pub fn write(picture: &mut RgbaImage, text: &str, left: u32, top: u32, width: u32, ink: [u8; 3]) {
    let text = shorten(text, columns(width));
    let [red, green, blue] = ink;
    let taken = text.chars().count() as u32 * ADVANCE;
    let start = left + (width - taken.min(width)) / 2;
    for (letter, at) in text.chars().zip(0u32..) {
        let Some(raster) = get_raster(letter, WEIGHT, HEIGHT).or_else(|| get_raster('?', WEIGHT, HEIGHT)) else {
            continue;
        };
        for (row, y) in raster.rows().zip(top..) {
            for (strength, x) in row.iter().zip(start + at * ADVANCE..) {
                if let Some(pixel) = picture.get_pixel_mut_checked(x, y) {
                    pixel.0 = pixel_over([red, green, blue, *strength], pixel.0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shorten("short.dae", 9), "short.dae");
        assert_eq!(shorten("a_rather_long_name.dae", 13), "a_rat...e.dae");
        assert_eq!(shorten("abcdef", 4), "abcd");
        assert_eq!(shorten("äöüäöüäöü", 7), "äö...öü");
        assert_eq!(shorten("abc", 0), "");
    }

    #[test]
    fn letters_are_drawn_in_the_middle_and_never_outside() {
        let mut picture = RgbaImage::from_pixel(100, LINE, Rgba([255; 4]));
        write(&mut picture, "Il", 0, 0, 100, [0; 3]);
        let dark: Vec<u32> = picture.enumerate_pixels().filter(|(_, _, p)| p.0[0] < 128).map(|(x, _, _)| x).collect();
        assert!(!dark.is_empty() && dark.iter().all(|x| (40..60).contains(x)), "{dark:?}");
        assert!(picture.pixels().all(|p| p.0[3] == 255));
        // Beyond the edges, and of letters that no font has.
        write(&mut picture, "\u{10ffff}\n漢字", 90, 10, 50, [0; 3]);
        write(&mut picture, "nothing", 0, 0, 3, [0; 3]);
    }
}
