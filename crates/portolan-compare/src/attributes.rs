//! What corners have beside their place: normals, texture coordinates, colours.

use portolan_mesh::{Data, Sides};
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{Semantic, TextureSlot};

use crate::cast::{Part, Posed};
use crate::matching::Table;
use crate::report::Report;
use crate::side::Side;
use crate::words::short;
use crate::{Kind, Options};

/// Two parts that belong together.
pub(crate) struct Attributes<'s, 'a> {
    pub a: &'s Side<'a>,
    pub b: &'s Side<'a>,
    pub here: &'s Posed<'s, 'a>,
    pub there: &'s Posed<'s, 'a>,
    pub own: &'s Part<'a>,
    pub other: &'s Part<'a>,
    pub place: &'s str,
}

/// How far normals may be apart: they are rounded more than places.
pub(crate) fn normal_limit(options: &Options) -> f64 {
    (options.tolerance * 100.0).min(0.1)
}

impl<'a> Attributes<'_, 'a> {
    pub fn compare(&self, pairs: &[(u32, u32)], normals: bool, report: &mut Report<'_>) {
        if normals && self.own.size == 3 {
            self.normals(pairs, report);
        }
        self.coordinates(pairs, report);
        self.colours(pairs, report);
        if report.options.details {
            self.others(report);
            self.sides(report);
        }
    }

    fn normals(&self, pairs: &[(u32, u32)], report: &mut Report<'_>) {
        let first = |part: &Part<'a>| part.all(&Semantic::Normal).first().copied();
        let (n, m) = (first(self.own), first(self.other));
        if n.is_none() && m.is_none() {
            return;
        }
        let (mut worst, mut missing, mut new, mut opposite) = (0.0f64, 0usize, 0usize, 0usize);
        for (p, q) in pairs {
            // Without normals a face is flat.
            let flat = |posed: &Posed<'_, '_>, part: &Part<'_>, corner: u32| face(posed, part, corner);
            let own = self.here.normal(*p, n);
            let other = self.there.normal(*q, m);
            let (x, y) = match (own, other) {
                (Some(x), Some(y)) => (x, y),
                (Some(x), None) => {
                    missing += 1;
                    let Some(y) = flat(self.there, self.other, *q) else { continue };
                    (x, y)
                }
                (None, Some(y)) => {
                    new += 1;
                    let Some(x) = flat(self.here, self.own, *p) else { continue };
                    (x, y)
                }
                (None, None) => continue,
            };
            let apart = (x - y).length();
            opposite += usize::from((x + y).length() < 0.01);
            worst = worst.max(apart);
        }
        let limit = normal_limit(report.options);
        if worst > limit {
            let what = match (missing, new) {
                (0, 0) if opposite == pairs.len() => "its normals are flipped".to_owned(),
                (0, 0) => format!("a normal differs by {}", short(worst)),
                (0, 1) => "1 normal was added".to_owned(),
                (0, new) => format!("{new} normals were added"),
                (1, _) => "1 normal is missing".to_owned(),
                (missing, _) => format!("{missing} normals are missing"),
            };
            report.tell(Kind::Normal, self.place, what, Some(worst));
        } else if missing + new > 0 {
            report.remark(Kind::Normal, self.place, "one has flat normals, the other has no normals");
        }
    }

    fn coordinates(&self, pairs: &[(u32, u32)], report: &mut Report<'_>) {
        let materials =
            |side: &Side<'a>, part: &Part<'a>| part.material.and_then(|id| side.scene.material(id).cloned());
        let textured = materials(self.a, self.own).zip(materials(self.b, self.other));
        let mut used: Vec<(Option<u32>, Option<u32>)> = Vec::new();
        for slot in TextureSlot::ALL {
            let Some((s, t)) = textured.as_ref().and_then(|(m, n)| m.texture(slot).zip(n.texture(slot))) else {
                continue;
            };
            let sets = (self.own.coordinates(self.a, slot), self.other.coordinates(self.b, slot));
            let key = (sets.0.map(|d| d.attribute.stream), sets.1.map(|d| d.attribute.stream));
            let plain = s.matrix().is_none() && t.matrix().is_none();
            if plain && used.contains(&key) {
                continue;
            }
            used.push(key);
            let what = format!("texture coordinates of its {} texture", crate::surface::slot(slot));
            self.set(pairs, sets, (s.matrix(), t.matrix()), &what, false, report);
        }
        let rest = |part: &Part<'a>, first: bool| -> Vec<Data<'a>> {
            let is_used = |d: &Data<'a>| {
                let stream = Some(d.attribute.stream);
                used.iter().any(|(s, t)| if first { *s == stream } else { *t == stream })
            };
            part.all(&Semantic::TexCoord).into_iter().filter(|d| !is_used(d)).collect()
        };
        let (own, others) = (rest(self.own, true), rest(self.other, false));
        for number in 0..own.len().max(others.len()) {
            // Without a texture the first ones count all the same: somebody made them for one.
            let minor = number > 0 || !used.is_empty();
            let words = if minor { "texture coordinates that no texture uses" } else { "texture coordinates" };
            let sets = (own.get(number).copied(), others.get(number).copied());
            self.set(pairs, sets, (None, None), words, minor, report);
        }
    }

    fn set(
        &self,
        pairs: &[(u32, u32)],
        (p, q): (Option<Data<'a>>, Option<Data<'a>>),
        (m, n): (Option<DMat4>, Option<DMat4>),
        words: &str,
        minor: bool,
        report: &mut Report<'_>,
    ) {
        let mut tell = |what: String, amount: Option<f64>| {
            report.add(Kind::Coordinates, self.place.to_owned(), what, amount, minor, [None; 2]);
        };
        let (p, q) = match (p, q) {
            (Some(p), Some(q)) => (p, q),
            (Some(_), None) => return tell(format!("{words} are missing"), None),
            (None, Some(_)) => return tell(format!("{words} were added"), None),
            (None, None) => return,
        };
        let point = |row: &[f32], matrix: Option<DMat4>| {
            let at = |i: usize| f64::from(row.get(i).copied().unwrap_or(0.0));
            let place = DVec3::new(at(0), at(1), 0.0);
            matrix.map_or(place, |m| m.transform_point3(place)).truncate()
        };
        let mut worst = 0.0f64;
        let mut count = 0usize;
        for (c, d) in pairs {
            let (Some(x), Some(y)) = (self.row(self.here, self.own, *c, p), self.row(self.there, self.other, *d, q))
            else {
                continue;
            };
            let (x, y) = (point(x, m), point(y, n));
            let apart = (x - y).abs().max_element() / x.abs().max_element().max(1.0);
            worst = worst.max(apart);
            count += usize::from(apart > report.options.tolerance);
        }
        if worst > report.options.tolerance {
            let what = format!("{words} differ by up to {} at {count} of {} corners", short(worst), pairs.len());
            report.add(Kind::Coordinates, self.place.to_owned(), what, Some(worst), minor, [None; 2]);
        }
    }

    fn row(&self, posed: &Posed<'_, 'a>, part: &Part<'a>, corner: u32, data: Data<'a>) -> Option<&'a [f32]> {
        let own = posed.cast.corners.get(corner as usize)?.1;
        Some(part.row(data, own))
    }

    fn colours(&self, pairs: &[(u32, u32)], report: &mut Report<'_>) {
        let (own, others) = (self.own.all(&Semantic::Color), self.other.all(&Semantic::Color));
        for number in 0..own.len().max(others.len()).min(if report.options.details { 8 } else { 1 }) {
            let sets = (own.get(number).copied(), others.get(number).copied());
            let four = |row: &[f32]| {
                let at = |i: usize| f64::from(row.get(i).copied().unwrap_or(1.0));
                [at(0), at(1), at(2), at(3)]
            };
            let mut worst = 0.0f64;
            for (c, d) in pairs {
                // No colour is white, which changes nothing.
                let of = |posed: &Posed<'_, 'a>, part: &Part<'a>, corner: u32, data: Option<Data<'a>>| {
                    four(data.and_then(|d| self.row(posed, part, corner, d)).unwrap_or_default())
                };
                let x = of(self.here, self.own, *c, sets.0);
                let y = of(self.there, self.other, *d, sets.1);
                let apart = x.iter().zip(y).map(|(x, y)| (x - y).abs() / x.abs().max(1.0));
                worst = apart.fold(worst, f64::max);
            }
            // Most formats keep eight bits of them.
            if worst > report.options.tolerance.max(0.51 / 255.0) {
                let what = match sets {
                    (Some(_), None) => "its vertex colours are missing".to_owned(),
                    (None, _) => "its vertex colours were added".to_owned(),
                    _ => format!("a vertex colour differs by {}", short(worst)),
                };
                report.add(Kind::Colour, self.place.to_owned(), what, Some(worst), number > 0, [None; 2]);
            }
        }
    }

    /// Data that drawing does not use.
    fn others(&self, report: &mut Report<'_>) {
        let words = |part: &Part<'a>| -> Vec<String> {
            let crate::cast::Form::Mesh(_, _, data) = &part.shape else { return Vec::new() };
            let drawn = [Semantic::Position, Semantic::Normal, Semantic::TexCoord, Semantic::Color];
            let rest = data.iter().filter(|d| !drawn.contains(&d.attribute.semantic));
            let mut words: Vec<String> = rest.map(|d| d.attribute.semantic.word().to_owned()).collect();
            words.sort();
            words
        };
        let (own, others) = (words(self.own), words(self.other));
        if own != others {
            let list = |words: &[String]| if words.is_empty() { "none".to_owned() } else { words.join(" ") };
            let what = format!("its other corner data differs: {} vs {}", list(&own), list(&others));
            report.remark(Kind::Shape, self.place, what);
        }
    }

    /// Are both sides drawn?
    fn sides(&self, report: &mut Report<'_>) {
        let both = |side: &Side<'a>, part: &Part<'a>| {
            let material = part.material.and_then(|id| side.scene.material(id));
            Sides::of(part.mesh(), material)
        };
        let word = |sides: Sides| match sides {
            Sides::Both => "both sides",
            Sides::Front => "front only",
            Sides::Unsaid => "unspecified sides",
        };
        let (own, other) = (both(self.a, self.own), both(self.b, self.other));
        if own != other && self.own.size == 3 {
            let what = format!("the sides drawn differ: {} vs {}", word(own), word(other));
            let minor = own == Sides::Unsaid || other == Sides::Unsaid;
            report.add(Kind::Winding, self.place.to_owned(), what, None, minor, [None; 2]);
        }
    }
}

/// The normal of the triangle that a corner is of, towards its front.
fn face(posed: &Posed<'_, '_>, part: &Part<'_>, corner: u32) -> Option<DVec3> {
    let first = part.first + (corner as usize).checked_sub(part.first)? / 3 * 3;
    let [p, q, r] = [0, 1, 2].map(|i| posed.position((first + i) as u32));
    let normal = (q - p).cross(r - p).try_normalize()?;
    Some(if posed.mirrored(part) { -normal } else { normal })
}

/// How much two corners at one place differ, to choose between several.
pub(crate) fn apart(a: &Table<'_, '_>, b: &Table<'_, '_>, one: &Side<'_>, two: &Side<'_>, p: u32, q: u32) -> f64 {
    let (Some(own), Some(other)) = (a.cast.part(p), b.cast.part(q)) else { return 1.0 };
    let label = |side: &Side<'_>, part: &Part<'_>| {
        part.material.and_then(|id| side.scene.material(id)?.meta.label().map(str::to_owned))
    };
    let material = if label(one, own) == label(two, other) { 0.0 } else { 0.1 };
    let normal = |table: &Table<'_, '_>, part: &Part<'_>, c: u32| {
        table.posed.normal(c, part.all(&Semantic::Normal).first().copied())
    };
    let normals = match (normal(a, own, p), normal(b, other, q)) {
        (Some(n), Some(m)) => (n - m).length(),
        (None, None) => 0.0,
        _ => 0.2,
    };
    let row = |table: &Table<'_, '_>, part: &Part<'_>, c: u32| -> Option<[f32; 2]> {
        let corner = table.cast.corners.get(c as usize)?.1;
        let row = part.row(*part.all(&Semantic::TexCoord).first()?, corner).get(..2)?;
        row.try_into().ok()
    };
    let coordinates = match (row(a, own, p), row(b, other, q)) {
        (Some([s, t]), Some([u, v])) => f64::from((s - u).abs().max((t - v).abs())).min(1.0),
        (None, None) => 0.0,
        _ => 0.2,
    };
    // Rounding is no difference.
    let noise = |value: f64| if value < 1e-3 { value * 1e-5 } else { value };
    material + noise(normals) + noise(coordinates)
}
