//! Where letters stand.

use portolan_scene::{Justify, Letters};
use ttf_parser::GlyphId;

use super::font::Font;

/// A letter at its place.
pub(super) struct Letter {
    pub glyph: GlyphId,
    /// Where its outline begins.
    at: [f64; 2],
    /// How much its outline is enlarged.
    scale: [f64; 2],
}

impl Letter {
    /// Where a point of its outline is.
    pub fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let ([ax, ay], [sx, sy]) = (self.at, self.scale);
        [ax + x * sx, ay + y * sy]
    }
}

/// All letters, and where the first line begins.
pub(super) fn layout(letters: &Letters, font: &mut Font) -> (Vec<Letter>, [f64; 2]) {
    let lines: Vec<Vec<GlyphId>> =
        letters.lines.iter().map(|l| l.chars().filter(|c| !c.is_control()).map(|c| font.glyph(c)).collect()).collect();
    let [across, ..] = letters.way;
    let size = letters.size;
    let natural = |line: &Vec<GlyphId>| match across {
        true => line.iter().map(|g| font.advance(*g)).sum::<f64>() * size,
        false => line.len() as f64 * size,
    };
    // How much each line is stretched, and how long it is then.
    let mut stretched: Vec<(f64, f64)> = Vec::with_capacity(lines.len());
    for (line, wanted) in lines.iter().zip(letters.lengths.iter().copied().chain(std::iter::repeat(0.0))) {
        let own = natural(line);
        let factor = if wanted > 0.0 && own > 0.0 { wanted / own } else { 1.0 };
        stretched.push((factor, own * factor));
    }
    let longest = stretched.iter().fold(0.0, |most: f64, (_, length)| most.max(*length));
    if letters.longest > 0.0 && longest > letters.longest {
        let factor = letters.longest / longest;
        stretched.iter_mut().for_each(|(f, length)| (*f, *length) = (*f * factor, *length * factor));
    }
    if across { rows(letters, font, &lines, &stretched) } else { columns(letters, font, &lines, &stretched) }
}

/// Where something of a length begins that runs one way or the other.
fn begin(justify: Justify, length: f64, forwards: bool) -> f64 {
    let before = match justify {
        Justify::First | Justify::Begin => 0.0,
        Justify::Middle => length / 2.0,
        Justify::End => length,
    };
    if forwards { -before } else { before }
}

/// Lines from left to right or from right to left, below or above each other.
fn rows(letters: &Letters, font: &Font, lines: &[Vec<GlyphId>], stretched: &[(f64, f64)]) -> (Vec<Letter>, [f64; 2]) {
    let ([_, right, down], [along, across]) = (letters.way, letters.justify);
    let size = letters.size;
    let (above, below) = font.reach();
    let step = letters.spacing * size;
    let others = lines.len().saturating_sub(1) as f64 * step;
    // How far all lines reach above and below the first one.
    let (top, bottom) = match down {
        true => (above * size, -others - below * size),
        false => (others + above * size, -below * size),
    };
    let shift = match (across, down) {
        (Justify::First, _) => 0.0,
        (Justify::Begin, true) | (Justify::End, false) => -top,
        (Justify::Middle, _) => -(top + bottom) / 2.0,
        (Justify::End, true) | (Justify::Begin, false) => -bottom,
    };
    let mut all = Vec::new();
    let mut origin = [0.0, shift];
    for (number, (line, (factor, length))) in lines.iter().zip(stretched).enumerate() {
        let y = shift + number as f64 * if down { -step } else { step };
        let mut x = begin(along, *length, right);
        if number == 0 {
            origin = [if right { x } else { x - length }, y];
        }
        for glyph in line {
            let wide = font.advance(*glyph) * size * factor;
            if !right {
                x -= wide;
            }
            all.push(Letter { glyph: *glyph, at: [x, y], scale: [size * factor, size] });
            if right {
                x += wide;
            }
        }
    }
    (all, origin)
}

/// Columns of letters, each as high as the size, beside each other.
fn columns(
    letters: &Letters,
    font: &Font,
    lines: &[Vec<GlyphId>],
    stretched: &[(f64, f64)],
) -> (Vec<Letter>, [f64; 2]) {
    let ([_, right, down], [along, across]) = (letters.way, letters.justify);
    let size = letters.size;
    let (above, below) = font.reach();
    let step = letters.spacing * size;
    let width = lines.len().saturating_sub(1) as f64 * step + size;
    let left = begin(across, width, right);
    let mut all = Vec::new();
    let mut origin = [0.0; 2];
    for (number, (line, (factor, length))) in lines.iter().zip(stretched).enumerate() {
        let away = number as f64 * step;
        // The left side of the column.
        let x = if right { left + away } else { left - away - size };
        let mut y = begin(along, *length, !down);
        let high = size * factor;
        for (place, glyph) in line.iter().enumerate() {
            let bottom = if down { y - high } else { y };
            let wide = font.advance(*glyph) * size;
            // The line that a letter stands on: its height is shared out above and below.
            let rest = (1.0 - above - below) / 2.0 + below;
            let at = [x + (size - wide) / 2.0, bottom + rest * high];
            if number == 0 && place == 0 {
                origin = at;
            }
            all.push(Letter { glyph: *glyph, at, scale: [size, high] });
            y += if down { -high } else { high };
        }
    }
    (all, origin)
}

#[cfg(test)]
mod tests {
    use super::super::font::face;
    use super::*;

    fn letters(lines: &[&str]) -> Letters {
        Letters {
            lines: lines.iter().map(|l| Box::from(*l)).collect(),
            size: 2.0,
            spacing: 1.5,
            way: [true; 3],
            justify: [Justify::Begin, Justify::First],
            ..Letters::default()
        }
    }

    /// Where the letters of a text in a font of even width begin; that is 0.602 of the size.
    fn places(letters: &Letters) -> Vec<[f64; 2]> {
        let mut font = Font::new(face("TYPEWRITER", [false; 2])).unwrap();
        layout(letters, &mut font).0.iter().map(|l| l.at).collect()
    }

    fn close(a: &[[f64; 2]], b: &[[f64; 2]]) -> bool {
        a.len() == b.len() && a.iter().flatten().zip(b.iter().flatten()).all(|(a, b)| (a - b).abs() < 2e-3)
    }

    #[test]
    fn tx_1_lines_stand_below_each_other() {
        // 0.602 · 2 = 1.204 a letter, 1.5 · 2 = 3 a line.
        assert!(close(&places(&letters(&["ab", "c"])), &[[0.0, 0.0], [1.204, 0.0], [0.0, -3.0]]));
        let up = Letters { way: [true, true, false], ..letters(&["a", "b"]) };
        assert!(close(&places(&up), &[[0.0, 0.0], [0.0, 3.0]]));
        // From right to left, a letter ends where the one before it begins.
        let left = Letters { way: [true, false, true], ..letters(&["ab"]) };
        assert!(close(&places(&left), &[[-1.204, 0.0], [-2.408, 0.0]]));
    }

    #[test]
    fn tx_1_lines_are_adjusted() {
        let with = |along, across| Letters { justify: [along, across], ..letters(&["ab", "c"]) };
        let middle = places(&with(Justify::Middle, Justify::First));
        assert!(close(&middle, &[[-1.204, 0.0], [0.0, 0.0], [-0.602, -3.0]]), "{middle:?}");
        let end = places(&with(Justify::End, Justify::First));
        assert!(close(&end, &[[-2.408, 0.0], [-1.204, 0.0], [-1.204, -3.0]]), "{end:?}");
        // The font reaches 0.928 above and 0.236 below its line: 1.856 and 0.472 here.
        assert!((places(&with(Justify::Begin, Justify::Begin))[0][1] + 1.856).abs() < 2e-3);
        assert!((places(&with(Justify::Begin, Justify::End))[0][1] - 3.472).abs() < 2e-3);
        assert!((places(&with(Justify::Begin, Justify::Middle))[0][1] - (3.472 - 1.856) / 2.0).abs() < 2e-3);
    }

    #[test]
    fn tx_1_lines_are_stretched() {
        let long = Letters { lengths: vec![4.0], ..letters(&["ab", "ab"]) };
        assert!(close(&places(&long), &[[0.0, 0.0], [2.0, 0.0], [0.0, -3.0], [1.204, -3.0]]));
        // No line is longer, and all shrink alike.
        let short = Letters { longest: 1.204, ..letters(&["ab", "ab"]) };
        assert!(close(&places(&short)[..2], &[[0.0, 0.0], [0.602, 0.0]]));
    }

    #[test]
    fn tx_1_columns_run_down_or_up() {
        let down = Letters { way: [false, true, true], ..letters(&["ab", "c"]) };
        let found = places(&down);
        assert!((found[0][1] - found[1][1] - 2.0).abs() < 1e-9 && (found[2][0] - found[0][0] - 3.0).abs() < 1e-9);
        let up = places(&Letters { way: [false, false, false], ..down });
        assert!((up[1][1] - up[0][1] - 2.0).abs() < 1e-9 && (up[2][0] - up[0][0] + 3.0).abs() < 1e-9);
    }
}
