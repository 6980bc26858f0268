//! Outlines of letters.

use hashbrown::HashMap;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Closed lines of a letter, in units of its height: an outer one, then its holes.
type Polygon = Vec<Vec<[f64; 2]>>;

/// Is it one of the three families that every reader has?
pub(super) fn is_known(family: &str) -> bool {
    matches!(family.to_ascii_uppercase().as_str(), "" | "SERIF" | "SANS" | "TYPEWRITER")
}

/// The file of a family and a style: bold, italic.
pub(super) fn face(family: &str, [bold, italic]: [bool; 2]) -> &'static [u8] {
    let family = match family.to_ascii_uppercase().as_str() {
        "SANS" => 1,
        "TYPEWRITER" => 2,
        _ => 0,
    };
    crate::fonts::face(4 * family + usize::from(bold) + 2 * usize::from(italic))
}

/// A font, with the letters that were asked for.
pub(super) struct Font {
    face: Face<'static>,
    /// Units of the font in its height.
    unit: f64,
    known: HashMap<GlyphId, Vec<Polygon>>,
}

impl Font {
    pub fn new(bytes: &'static [u8]) -> Option<Font> {
        let face = Face::parse(bytes, 0).ok()?;
        let unit = f64::from(face.units_per_em()).max(1.0);
        Some(Font { face, unit, known: HashMap::new() })
    }

    /// The letter for a character; one that is not there has a shape of its own.
    pub fn glyph(&self, character: char) -> GlyphId {
        self.face.glyph_index(character).unwrap_or(GlyphId(0))
    }

    /// How far the next letter is.
    pub fn advance(&self, glyph: GlyphId) -> f64 {
        self.face.glyph_hor_advance(glyph).map_or(0.5, |a| f64::from(a) / self.unit)
    }

    /// How far letters reach above and below the line they stand on.
    pub fn reach(&self) -> (f64, f64) {
        (f64::from(self.face.ascender()) / self.unit, -f64::from(self.face.descender()) / self.unit)
    }

    /// What a letter is made of.
    pub fn polygons(&mut self, glyph: GlyphId) -> &[Polygon] {
        let (face, unit) = (&self.face, self.unit);
        self.known.entry(glyph).or_insert_with(|| {
            let mut pen = Pen { unit, rings: Vec::new(), open: Vec::new() };
            face.outline_glyph(glyph, &mut pen);
            pen.close();
            sorted(pen.rings)
        })
    }
}

/// Follows an outline and leaves points.
struct Pen {
    unit: f64,
    rings: Vec<Vec<[f64; 2]>>,
    open: Vec<[f64; 2]>,
}

/// How far a straight piece may be from its curve, in heights of a letter.
const NEAR: f64 = 1.0 / 600.0;

impl Pen {
    fn at(&self, x: f32, y: f32) -> [f64; 2] {
        [f64::from(x) / self.unit, f64::from(y) / self.unit]
    }

    /// Leaves points on a curve: `bend` is how far its middle is from a straight line, at most.
    fn curve(&mut self, bend: f64, at: impl Fn(f64) -> [f64; 2]) {
        let pieces = (bend / NEAR).sqrt().ceil().clamp(1.0, 16.0) as u32;
        self.open.extend((1..=pieces).map(|i| at(f64::from(i) / f64::from(pieces))));
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.close();
        let at = self.at(x, y);
        self.open.push(at);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let at = self.at(x, y);
        self.open.push(at);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (b, c) = (self.at(x1, y1), self.at(x, y));
        let a = self.open.last().copied().unwrap_or(b);
        let mix = |t: f64, a: f64, b: f64, c: f64| (1.0 - t) * ((1.0 - t) * a + t * b) + t * ((1.0 - t) * b + t * c);
        let bend = libm::hypot(a[0] - 2.0 * b[0] + c[0], a[1] - 2.0 * b[1] + c[1]) / 4.0;
        self.curve(bend, |t| [mix(t, a[0], b[0], c[0]), mix(t, a[1], b[1], c[1])]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (b, c, d) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        let a = self.open.last().copied().unwrap_or(b);
        let mix = |t: f64, a: f64, b: f64, c: f64, d: f64| {
            let s = 1.0 - t;
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        let bend = libm::hypot(a[0] - b[0] - c[0] + d[0], a[1] - b[1] - c[1] + d[1]);
        self.curve(bend, |t| [mix(t, a[0], b[0], c[0], d[0]), mix(t, a[1], b[1], c[1], d[1])]);
    }

    fn close(&mut self) {
        let mut ring = std::mem::take(&mut self.open);
        ring.dedup();
        if ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        if ring.len() > 2 {
            self.rings.push(ring);
        }
    }
}

/// Twice the area that a ring runs around counter-clockwise.
fn area(ring: &[[f64; 2]]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
}

/// Rings as polygons: in these fonts an outer one runs clockwise and a hole the other way. Outer ones are turned over, so that
/// they are seen from the front.
fn sorted(rings: Vec<Vec<[f64; 2]>>) -> Vec<Polygon> {
    let (outer, holes): (Vec<_>, Vec<_>) = rings.into_iter().partition(|r| area(r) < 0.0);
    let mut polygons: Vec<Polygon> = outer
        .into_iter()
        .map(|mut ring| {
            ring.reverse();
            vec![ring]
        })
        .collect();
    for mut hole in holes {
        let Some(point) = hole.first().copied() else { continue };
        let size = |p: &Polygon| p.first().map_or(f64::MAX, |r| area(r));
        let around = polygons.iter_mut().filter(|p| p.first().is_some_and(|r| holds(r, point)));
        // Of several around each other the innermost has the hole.
        match around.min_by(|a, b| size(a).total_cmp(&size(b))) {
            Some(polygon) => {
                hole.reverse();
                polygon.push(hole);
            }
            // What is a hole in nothing is drawn.
            None => polygons.push(vec![hole]),
        }
    }
    polygons
}

/// Is a point within a ring?
fn holds(ring: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crosses = |([ax, ay], [bx, by]): &(&[f64; 2], &[f64; 2])| {
        (*ay > y) != (*by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
    };
    ring.iter().zip(next).filter(crosses).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_holes() {
        for (letter, polygons, holes) in [('I', 1, 0), ('O', 1, 1), ('B', 1, 2), ('i', 2, 0), (' ', 0, 0), ('%', 3, 2)]
        {
            let mut font = Font::new(face("SANS", [false; 2])).unwrap();
            let glyph = font.glyph(letter);
            let made = font.polygons(glyph);
            let found: usize = made.iter().map(|p| p.len() - 1).sum();
            assert_eq!((made.len(), found), (polygons, holes), "{letter}");
            assert!(made.iter().all(|p| area(&p[0]) > 0.0 && p[1..].iter().all(|h| area(h) < 0.0)));
        }
    }

    #[test]
    fn all_twelve_faces_are_there() {
        let mut seen = std::collections::BTreeSet::new();
        for family in ["SERIF", "SANS", "TYPEWRITER"] {
            for style in [[false, false], [true, false], [false, true], [true, true]] {
                let bytes = face(family, style);
                assert!(Font::new(bytes).is_some());
                seen.insert(bytes.as_ptr() as usize);
            }
        }
        assert_eq!(seen.len(), 12);
        assert!(is_known("sans") && !is_known("Comic"));
        assert_eq!(face("Comic", [false; 2]).as_ptr(), face("SERIF", [false; 2]).as_ptr());
    }
}
