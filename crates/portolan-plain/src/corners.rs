//! Faces, lines and points as lists of corners.

use portolan_geom::Triangulator;
use portolan_scene::glam::DVec3;
use portolan_scene::{Primitive, PrimitiveKind};

/// What corners of a primitive make up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    Point,
    Line,
    Face,
}

/// Walks primitives; keeps its buffers.
#[derive(Default)]
pub struct Corners {
    triangulator: Triangulator,
    places: Vec<[f32; 3]>,
    cut: Vec<u32>,
    list: Vec<u32>,
}

/// How faces are wanted.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// As triangles only?
    pub triangles: bool,
    /// The other way round?
    pub mirrored: bool,
}

impl Corners {
    /// Calls a function with the corners of every element. Gives back whether any polygon was cut.
    pub fn each(
        &mut self,
        primitive: &Primitive,
        positions: &[DVec3],
        wanted: Wanted,
        mut write: impl FnMut(Element, &[u32]),
    ) -> bool {
        let count = primitive.corners() as u32;
        let mut face = |corners: [u32; 3]| {
            let [a, b, c] = corners;
            write(Element::Face, &if wanted.mirrored { [a, c, b] } else { corners });
        };
        match primitive.kind {
            PrimitiveKind::Points => (0..count).for_each(|c| write(Element::Point, &[c])),
            PrimitiveKind::Lines => (0..count / 2).for_each(|i| write(Element::Line, &[2 * i, 2 * i + 1])),
            PrimitiveKind::LineStrips => {
                for (start, length) in runs(&primitive.counts, count) {
                    self.list.clear();
                    self.list.extend(start..start + length);
                    if length > 1 {
                        write(Element::Line, &self.list);
                    }
                }
            }
            PrimitiveKind::Triangles => (0..count / 3).for_each(|i| face([3 * i, 3 * i + 1, 3 * i + 2])),
            PrimitiveKind::TriangleFans => {
                for (start, length) in runs(&primitive.counts, count) {
                    (2..length).for_each(|i| face([start, start + i - 1, start + i]));
                }
            }
            PrimitiveKind::TriangleStrips => {
                for (start, length) in runs(&primitive.counts, count) {
                    for i in 2..length {
                        let (a, b, c) = (start + i - 2, start + i - 1, start + i);
                        face(if i % 2 == 0 { [a, b, c] } else { [b, a, c] });
                    }
                }
            }
            PrimitiveKind::Polygons => return self.polygons(primitive, positions, wanted, write),
        }
        false
    }

    fn polygons(
        &mut self,
        primitive: &Primitive,
        positions: &[DVec3],
        wanted: Wanted,
        mut write: impl FnMut(Element, &[u32]),
    ) -> bool {
        let mut any = false;
        let mut corner = 0u32;
        let mut ring = 0usize;
        let polygons = if primitive.rings.is_empty() { primitive.counts.len() } else { primitive.rings.len() };
        for polygon in 0..polygons {
            let rings = primitive.rings.get(polygon).map_or(1, |r| *r as usize);
            let Some(counts) = primitive.counts.get(ring..ring.saturating_add(rings)) else { break };
            ring += rings;
            let total = counts.iter().fold(0u32, |sum, c| sum.saturating_add(*c));
            let start = corner;
            corner = corner.saturating_add(total);
            if corner as usize > primitive.corners() {
                break;
            }
            if total < 3 {
                continue;
            }
            if rings == 1 && (!wanted.triangles || total == 3) {
                self.list.clear();
                self.list.extend(start..corner);
                if wanted.mirrored {
                    // The same first corner, the other way round.
                    self.list.reverse();
                    self.list.rotate_right(1);
                }
                write(Element::Face, &self.list);
                continue;
            }
            any = true;
            self.cut(primitive, positions, start..corner, counts);
            for [a, b, c] in self.cut.as_chunks::<3>().0 {
                let [a, b, c] = [start + a, start + b, start + c];
                write(Element::Face, &if wanted.mirrored { [a, c, b] } else { [a, b, c] });
            }
        }
        any
    }

    /// Triangles of a polygon, as numbers of its corners.
    fn cut(&mut self, primitive: &Primitive, positions: &[DVec3], range: std::ops::Range<u32>, counts: &[u32]) {
        self.places.clear();
        self.cut.clear();
        let place = |c: u32| primitive.vertex(c as usize).and_then(|v| positions.get(v as usize)).copied();
        // Far from the origin single precision is too coarse for a small polygon.
        let origin = place(range.start).unwrap_or_default();
        let near = |c: u32| (place(c).unwrap_or(origin) - origin).as_vec3().to_array();
        self.places.extend(range.map(near));
        let rings = if counts.len() > 1 { counts } else { &[] };
        self.triangulator.polygon(&self.places, rings, &mut self.cut);
    }
}

/// First corner and length of every strip or fan.
fn runs(counts: &[u32], corners: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
    let mut start = 0u32;
    counts.iter().map_while(move |count| {
        let from = start;
        start = start.checked_add(*count).filter(|end| *end <= corners)?;
        Some((from, *count))
    })
}

#[cfg(test)]
mod tests {
    use portolan_scene::Meta;

    use super::*;

    fn walk(kind: PrimitiveKind, corners: u32, counts: &[u32], rings: &[u32], wanted: Wanted) -> Vec<Vec<u32>> {
        let primitive = Primitive {
            meta: Meta::default(),
            kind,
            material: None,
            inputs: vec![],
            vertex_column: 0,
            stride: 1,
            indices: (0..corners).collect(),
            counts: counts.to_vec(),
            rings: rings.to_vec(),
        };
        // A square with a square hole.
        let square = |a: f64, b: f64| [[a, a], [b, a], [b, b], [a, b]].map(|[x, y]| DVec3::new(x, y, 0.0));
        let positions: Vec<DVec3> = square(0., 3.).into_iter().chain(square(1., 2.)).collect();
        let mut found = Vec::new();
        Corners::default().each(&primitive, &positions, wanted, |_, list| found.push(list.to_vec()));
        found
    }

    const AS_IS: Wanted = Wanted { triangles: false, mirrored: false };
    const MIRRORED: Wanted = Wanted { triangles: false, mirrored: true };

    #[test]
    fn every_kind_becomes_corners() {
        use PrimitiveKind::*;
        assert_eq!(walk(Points, 2, &[], &[], AS_IS), [[0], [1]]);
        assert_eq!(walk(Lines, 4, &[], &[], AS_IS), [[0, 1], [2, 3]]);
        assert_eq!(walk(LineStrips, 5, &[3, 2], &[], AS_IS), [vec![0, 1, 2], vec![3, 4]]);
        assert_eq!(walk(Triangles, 6, &[], &[], MIRRORED), [[0, 2, 1], [3, 5, 4]]);
        assert_eq!(walk(TriangleFans, 4, &[4], &[], AS_IS), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(walk(TriangleStrips, 5, &[5], &[], AS_IS), [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
        assert_eq!(walk(Polygons, 7, &[4, 3], &[], AS_IS), [vec![0, 1, 2, 3], vec![4, 5, 6]]);
        assert_eq!(walk(Polygons, 4, &[4], &[], MIRRORED), [[0, 3, 2, 1]]);
        assert_eq!(walk(Polygons, 4, &[4], &[], Wanted { triangles: true, ..AS_IS }).len(), 2);
        // A hole is cut in any case: eight corners and two for the bridge, less two.
        assert_eq!(walk(Polygons, 8, &[4, 4], &[2], AS_IS).len(), 8);
        // Counts beyond the corners end the walk.
        assert_eq!(walk(Polygons, 4, &[9], &[], AS_IS).len(), 0);
        assert_eq!(walk(TriangleFans, 4, &[9], &[], AS_IS).len(), 0);
    }
}
