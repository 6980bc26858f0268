//! `Text`: letters as polygons in the plane z = 0.

mod font;
mod layout;

use portolan_scene::{Fate, Justify, Letters, Made, PrimitiveKind, Semantic};

use super::mesh::{Columns, List, Rows};
use super::{Lower, codes};
use crate::world::NodeId as WorldId;

/// Bytes that a letter takes as polygons.
const LETTER: u64 = 1000;

impl Lower<'_> {
    pub(super) fn text(&mut self, id: WorldId) -> Option<(Columns, Option<Made>)> {
        let letters = self.letters(id);
        let count: usize = letters.lines.iter().map(|l| l.chars().count()).sum();
        let total = u64::from(self.glyphs) + count as u64;
        if total > u64::from(self.limits.glyphs) {
            let message = format!("the texts exceed the limit of {} letters", self.limits.glyphs);
            self.lose(&codes::TOO_LARGE, Fate::Dropped, id, message);
            return None;
        }
        self.check_memory(id, total.saturating_mul(LETTER))?;
        self.glyphs = total as u32;
        if letters.size <= 0.0 || !letters.size.is_finite() {
            self.lose(
                &codes::NUMBERS,
                Fate::Dropped,
                id,
                format!("the size of `{}` is not above zero", self.label(id)),
            );
            return None;
        }
        let face = font::face(&letters.family, letters.style);
        let mut font = font::Font::new(face)?;
        let mut columns = Columns {
            kind: PrimitiveKind::Polygons,
            positions: Vec::new(),
            vertices: Vec::new(),
            counts: Vec::new(),
            rings: Vec::new(),
            lists: Vec::new(),
        };
        let mut coordinates: Vec<f32> = Vec::new();
        let (placed, origin) = layout::layout(&letters, &mut font);
        for letter in placed {
            for polygon in font.polygons(letter.glyph) {
                columns.rings.push(polygon.len() as u32);
                for ring in polygon {
                    columns.counts.push(ring.len() as u32);
                    for [x, y] in ring {
                        let place = letter.place([*x, *y]);
                        columns.vertices.push(columns.positions.len() as u32 / 3);
                        let [x, y] = place.map(|v| v as f32);
                        columns.positions.extend([x, y, 0.0]);
                        let [x, y] = place;
                        let [ox, oy] = origin;
                        coordinates.extend([(x - ox) / letters.size, (y - oy) / letters.size].map(|v| v as f32));
                    }
                }
            }
        }
        let flat = List {
            semantic: Semantic::Normal,
            width: 3,
            data: vec![0.0, 0.0, 1.0],
            rows: Rows::Each(vec![0; columns.vertices.len()]),
        };
        let placed = List { semantic: Semantic::TexCoord, width: 2, data: coordinates, rows: Rows::Vertex };
        columns.lists = vec![flat, placed];
        Some((columns, Some(Made::Text(Box::new(letters)))))
    }

    fn letters(&mut self, id: WorldId) -> Letters {
        let world = self.world;
        let lines = world.texts(id, "string").iter().flat_map(|s| s.split('\n')).map(Box::from).collect();
        let family = world.text(id, "family").trim().trim_matches('"').to_owned();
        if !font::is_known(&family) {
            let message = format!("the font `{family}` is unknown; `SERIF` is used");
            self.lose(&codes::FONT, Fate::Noted, id, message);
        }
        let style = world.text(id, "style").to_ascii_uppercase();
        let words: Vec<String> = world
            .texts(id, "justify")
            .iter()
            .flat_map(|t| t.split_whitespace())
            .map(|w| w.trim_matches(['"', ',']).to_ascii_uppercase())
            .collect();
        let justify = |place: usize, default| match words.get(place).map(String::as_str) {
            Some("FIRST") => Justify::First,
            Some("BEGIN") => Justify::Begin,
            Some("MIDDLE") => Justify::Middle,
            Some("END") => Justify::End,
            _ => default,
        };
        Letters {
            lines,
            lengths: world.floats(id, "length").iter().map(|l| f64::from(*l)).collect(),
            longest: world.number(id, "maxExtent").max(0.0),
            family: family.into(),
            style: [style.contains("BOLD"), style.contains("ITALIC")],
            size: world.number(id, "size"),
            spacing: world.number(id, "spacing"),
            way: [world.flag(id, "horizontal"), world.flag(id, "leftToRight"), world.flag(id, "topToBottom")],
            justify: [justify(0, Justify::Begin), justify(1, Justify::First)],
        }
    }
}
