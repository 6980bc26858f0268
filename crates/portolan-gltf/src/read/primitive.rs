//! What is drawn between vertices.

use std::ops::Range;

use portolan_scene::{Fate, Primitive, PrimitiveKind};

use super::Reader;
use super::codes::GEOMETRY;
use super::extension::NGONS;
use super::value::At;

impl<'a> Reader<'a> {
    /// A primitive over some of the vertices of its mesh, and its material.
    pub fn primitive(&mut self, at: &At<'a>, vertices: Range<usize>) -> Option<(Primitive, Option<usize>)> {
        let (first, count) = (vertices.start as u32, vertices.len());
        let mut indices: Vec<u32> = match at.get("indices") {
            None => {
                if !self.claim(at, count as u64) {
                    return None;
                }
                (0..count as u32).collect()
            }
            Some(found) => {
                let accessor = self.index(at, "indices", "accessors")?;
                let accessor = self.accessor(accessor)?;
                if accessor.width != 1 {
                    self.tell(&GEOMETRY, Fate::Dropped, &found, "indices are not scalar");
                    return None;
                }
                self.integers(&accessor)?.data
            }
        };
        let mode = self.whole(at, "mode").unwrap_or(4);
        let (kind, corners) = match mode {
            0 => (PrimitiveKind::Points, 1),
            1 => (PrimitiveKind::Lines, 2),
            2 | 3 => (PrimitiveKind::LineStrips, 0),
            4 => (PrimitiveKind::Triangles, 3),
            5 => (PrimitiveKind::TriangleStrips, 0),
            6 => (PrimitiveKind::TriangleFans, 0),
            _ => {
                self.wrong(&at.get("mode").unwrap_or(at.clone()), "a kind of primitive");
                return None;
            }
        };
        if corners > 0 && !indices.len().is_multiple_of(corners) {
            let message = format!("{} corners do not make whole primitives of {corners}", indices.len());
            self.tell(&GEOMETRY, Fate::Dropped, at, message);
            indices.truncate(indices.len() / corners * corners);
        }
        if indices.iter().any(|i| *i as usize >= count) {
            self.outside(at, corners, count, &mut indices);
        }
        if mode == 2 {
            // A loop is a strip that comes back.
            indices.extend(indices.first().copied());
        }
        let least = match kind {
            PrimitiveKind::LineStrips => 2,
            PrimitiveKind::TriangleStrips | PrimitiveKind::TriangleFans => 3,
            _ => 1,
        };
        if indices.len() < least {
            self.tell(&GEOMETRY, Fate::Dropped, at, "the primitive has nothing to draw");
            return None;
        }
        if first > 0 {
            indices.iter_mut().for_each(|i| *i += first);
        }
        let material = self.index(at, "material", "materials");
        let mut meta = self.meta(at);
        meta.name = None;
        let counts = if corners == 0 { vec![indices.len() as u32] } else { Vec::new() };
        let (kind, indices, counts) = match kind {
            PrimitiveKind::Triangles if at.extension(NGONS).is_some() => {
                let (indices, counts) = polygons(&indices);
                (PrimitiveKind::Polygons, indices, counts)
            }
            _ => (kind, indices, counts),
        };
        let primitive = Primitive::plain(meta, kind, indices, counts);
        Some((primitive, material))
    }

    /// Leaves out what is drawn with vertices that are not there.
    fn outside(&mut self, at: &At<'a>, corners: usize, count: usize, indices: &mut Vec<u32>) {
        let there = |i: &u32| (*i as usize) < count;
        let before = indices.len();
        match corners {
            // Behind a vertex that is not there, a strip means something else.
            0 => indices.truncate(indices.iter().position(|i| !there(i)).unwrap_or(before)),
            _ => {
                let kept = indices.chunks_exact(corners).filter(|c| c.iter().all(there));
                *indices = kept.flatten().copied().collect();
            }
        }
        let message = format!("{} vertex indices are out of range: there are {count} vertices", before - indices.len());
        self.tell(&GEOMETRY, Fate::Dropped, at, message);
    }
}

/// Polygons that are written as fans of triangles: each fan begins with another vertex than the one before. A triangle that does not go
/// on where the last one ended begins a polygon as well.
fn polygons(triangles: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut corners, mut counts): (Vec<u32>, Vec<u32>) = (Vec::with_capacity(triangles.len()), Vec::new());
    let mut first = None;
    for triangle in triangles.chunks_exact(3) {
        let &[a, b, c] = triangle else { continue };
        match counts.last_mut() {
            Some(count) if first == Some(a) && corners.last() == Some(&b) => {
                corners.push(c);
                *count += 1;
            }
            _ => {
                corners.extend([a, b, c]);
                counts.push(3);
            }
        }
        first = Some(a);
    }
    (corners, counts)
}

#[cfg(test)]
mod tests {
    use super::polygons;

    #[test]
    fn fans_are_polygons() {
        // A square, a pentagon whose first vertex is another one, a triangle, and two triangles that only share their first vertex.
        let triangles = [0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 6, 1, 6, 2, 7, 8, 9, 10, 11, 12, 10, 13, 14];
        let (corners, counts) = polygons(&triangles);
        assert_eq!(counts, [4, 5, 3, 3, 3]);
        assert_eq!(corners, [0, 1, 2, 3, 1, 4, 5, 6, 2, 7, 8, 9, 10, 11, 12, 10, 13, 14]);
    }
}
