//! `IndexedFaceSet` and `ElevationGrid`.

use portolan_geom::crease::{Corners, creased};
use portolan_parallel::prelude::*;
use portolan_scene::{Fate, Made, PrimitiveKind, Semantic};
use portolan_syntax::memory::prefer_large_pages;

use super::mesh::{Columns, List, Rows};
use super::shape::Needs;
use super::{Lower, codes};
use crate::world::NodeId as WorldId;

/// Polygons as they are written.
struct Polygons {
    vertices: Vec<u32>,
    counts: Vec<u32>,
    /// For each corner its place in the list of indices.
    slots: Vec<u32>,
    /// For each corner the number of its face.
    numbers: Vec<u32>,
    dropped: u32,
}

impl Polygons {
    /// Polygons of at least three corners whose places are known; clockwise ones are turned over.
    fn read(indices: &[i32], points: &[[f32; 3]], ccw: bool, [slotted, numbered]: [bool; 2]) -> Polygons {
        if !slotted
            && !numbered
            && let Some(all) = Polygons::even(indices, points, ccw)
        {
            return all;
        }
        let mut all = Polygons {
            vertices: Vec::with_capacity(indices.len()),
            counts: Vec::with_capacity(indices.len() / 4),
            slots: Vec::new(),
            numbers: Vec::new(),
            dropped: 0,
        };
        let (mut start, mut number) = (0usize, 0u32);
        let sound = |i: &i32| {
            usize::try_from(*i).ok().and_then(|i| points.get(i)).is_some_and(|p| p.iter().all(|v| v.is_finite()))
        };
        for run in indices.split(|i| *i < 0) {
            let first = start as u32;
            start += run.len() + 1;
            if run.is_empty() {
                continue;
            }
            number += 1;
            if run.len() < 3 || !run.iter().all(sound) {
                all.dropped += 1;
                continue;
            }
            let count = run.len() as u32;
            match ccw {
                true => all.vertices.extend(run.iter().map(|i| *i as u32)),
                false => all.vertices.extend(run.iter().rev().map(|i| *i as u32)),
            }
            match ccw {
                _ if !slotted => {}
                true => all.slots.extend(first..first + count),
                false => all.slots.extend((first..first + count).rev()),
            }
            if numbered {
                all.numbers.extend(std::iter::repeat_n(number - 1, run.len()));
            }
            all.counts.push(count);
        }
        all
    }
}

impl Polygons {
    /// Many sound polygons that all have as many corners, read on all cores; `None` if they are not such.
    fn even(indices: &[i32], points: &[[f32; 3]], ccw: bool) -> Option<Polygons> {
        const PIECE: usize = 1 << 12;
        let size = indices.iter().position(|i| *i < 0).filter(|size| *size >= 3 && indices.len() > PIECE * 16)?;
        let (step, count) = (size + 1, indices.len().div_ceil(size + 1));
        // The last one may stand alone.
        let whole = indices.len() == count * step || indices.len() + 1 == count * step;
        if !whole || !points.par_iter().with_min_len(PIECE).all(|p| p.iter().all(|v| v.is_finite())) {
            return None;
        }
        let mut vertices = vec![0; count * size];
        prefer_large_pages(&mut vertices);
        let sound = vertices.par_chunks_mut(PIECE * size).enumerate().all(|(at, piece)| {
            let runs = indices.get(at * PIECE * step..).unwrap_or_default().chunks(step);
            piece.chunks_exact_mut(size).zip(runs).all(|(corners, run)| {
                let Some((own, [] | [..=-1])) = run.split_at_checked(size) else { return false };
                let mut sound = true;
                for (corner, index) in corners.iter_mut().zip(own) {
                    // What is below zero is too large.
                    *corner = *index as u32;
                    sound &= (*corner as usize) < points.len();
                }
                if !ccw {
                    corners.reverse();
                }
                sound
            })
        });
        let (slots, numbers) = (Vec::new(), Vec::new());
        sound.then(|| Polygons { vertices, counts: vec![size as u32; count], slots, numbers, dropped: 0 })
    }
}

/// What a list of a shape is called, and what it is.
struct Wanted {
    field: &'static str,
    index: &'static str,
    per_vertex: &'static str,
    semantic: Semantic,
    width: u32,
}

impl Lower<'_> {
    pub(super) fn face_set(&mut self, id: WorldId, needs: Needs) -> Option<Columns> {
        let positions = self.world.floats(id, "coord");
        let points = positions.as_chunks::<3>().0;
        let ccw = self.world.flag(id, "ccw");
        let Polygons { vertices, counts, slots, numbers, dropped } =
            Polygons::read(self.world.ints(id, "coordIndex"), points, ccw, self.lists_of(id));
        self.tell_dropped(id, dropped, ["face", "faces"]);
        let mut lists = vec![self.normals(id, points, &vertices, &counts, &slots, &numbers)];
        if needs.colours {
            lists.extend(self.colours(id, &vertices, &slots, &numbers));
        }
        if needs.texture {
            let wanted = Wanted {
                field: "texCoord",
                index: "texCoordIndex",
                per_vertex: "",
                semantic: Semantic::TexCoord,
                width: 2,
            };
            let given = self.list(id, &wanted, &vertices, &slots, &numbers);
            lists.push(given.unwrap_or_else(|| spread(points, &vertices)));
        }
        Some(Columns {
            kind: PrimitiveKind::Polygons,
            positions: positions.to_vec(),
            vertices,
            counts,
            rings: vec![],
            lists,
        })
    }

    /// Is any list of a shape picked by places in the list of indices, and any by numbers of faces?
    fn lists_of(&self, id: WorldId) -> [bool; 2] {
        let indexed = |field: &str| !self.world.ints(id, field).is_empty();
        let per_face = |field: &str, flag: &str| !self.world.floats(id, field).is_empty() && !self.world.flag(id, flag);
        let slotted = ["colorIndex", "normalIndex", "texCoordIndex"].iter().any(|f| indexed(f));
        [slotted, per_face("normal", "normalPerVertex") || per_face("color", "colorPerVertex")]
    }

    /// The normals that are written, else those that the crease angle gives.
    fn normals(
        &mut self,
        id: WorldId,
        points: &[[f32; 3]],
        vertices: &[u32],
        counts: &[u32],
        slots: &[u32],
        numbers: &[u32],
    ) -> List {
        let wanted = Wanted {
            field: "normal",
            index: "normalIndex",
            per_vertex: "normalPerVertex",
            semantic: Semantic::Normal,
            width: 3,
        };
        if let Some(given) = self.list(id, &wanted, vertices, slots, numbers) {
            return given;
        }
        let made = creased(points, vertices, counts, self.world.number(id, "creaseAngle"));
        let rows = match made.corners {
            Corners::Face => Rows::Face,
            Corners::Position => Rows::Vertex,
            Corners::Each(rows) => Rows::Each(rows),
        };
        List { semantic: Semantic::Normal, width: 3, data: made.normals.into_flattened(), rows }
    }

    pub(super) fn colours(&mut self, id: WorldId, vertices: &[u32], slots: &[u32], numbers: &[u32]) -> Option<List> {
        let wanted = Wanted {
            field: "color",
            index: "colorIndex",
            per_vertex: "colorPerVertex",
            semantic: Semantic::Color,
            width: 4,
        };
        self.list(id, &wanted, vertices, slots, numbers)
    }

    /// A list of a shape with the row of each corner; `None` if it is not written, or too short, which is told.
    fn list(&mut self, id: WorldId, wanted: &Wanted, vertices: &[u32], slots: &[u32], numbers: &[u32]) -> Option<List> {
        let data = self.world.floats(id, wanted.field);
        if data.is_empty() {
            return None;
        }
        let indices = self.world.ints(id, wanted.index);
        let per_vertex = wanted.per_vertex.is_empty() || self.world.flag(id, wanted.per_vertex);
        let through = |places: &[u32]| -> Vec<u32> {
            let row = |place: &u32| indices.get(*place as usize).copied().unwrap_or(-1);
            places.iter().map(|place| u32::try_from(row(place)).unwrap_or(u32::MAX)).collect()
        };
        let rows = match (per_vertex, indices.is_empty()) {
            (true, true) => Rows::Vertex,
            (true, false) => Rows::Each(through(slots)),
            (false, true) => Rows::Each(numbers.to_vec()),
            (false, false) => Rows::Each(through(numbers)),
        };
        let count = data.len() as u32 / wanted.width;
        let asked = if let Rows::Each(rows) = &rows { rows } else { vertices };
        let short = asked.iter().any(|row| *row >= count);
        if short {
            let message = format!("`{}` of `{}` is too short", wanted.field, self.label(id));
            self.lose(&codes::LISTS, Fate::Dropped, id, message);
            return None;
        }
        Some(List { semantic: wanted.semantic.clone(), width: wanted.width, data: data.to_vec(), rows })
    }

    pub(super) fn grid(&mut self, id: WorldId, needs: Needs) -> Option<(Columns, Option<Made>)> {
        let side = |name| u64::try_from(self.world.int(id, name)).unwrap_or(0);
        let (wide, deep) = (side("xDimension"), side("zDimension"));
        let (dx, dz) = (self.world.number(id, "xSpacing"), self.world.number(id, "zSpacing"));
        let points = wide.saturating_mul(deep);
        self.check_points(id, points)?;
        let heights = self.world.floats(id, "height");
        if wide < 2 || deep < 2 || (heights.len() as u64) < points {
            let message = match wide < 2 || deep < 2 {
                true => format!("`{}` has no grid cells", self.label(id)),
                false => format!(
                    "`{}` has {} instead of {points}",
                    self.label(id),
                    portolan_syntax::counted(heights.len(), "height", "heights")
                ),
            };
            self.lose(&codes::FACES, Fate::Dropped, id, message);
            return None;
        }
        let (wide, deep) = (wide as u32, deep as u32);
        let mut positions = Vec::with_capacity(points as usize * 3);
        for (place, height) in (0..points as u32).zip(heights) {
            let (i, j) = (place % wide, place / wide);
            positions.extend([(dx * f64::from(i)) as f32, *height, (dz * f64::from(j)) as f32]);
        }
        let ccw = self.world.flag(id, "ccw");
        let squares = (wide as usize - 1) * (deep as usize - 1);
        let mut vertices = Vec::with_capacity(squares * 4);
        let mut numbers = Vec::new();
        let [_, numbered] = self.lists_of(id);
        for j in 0..deep - 1 {
            for i in 0..wide - 1 {
                let at = j * wide + i;
                let square = [at, at + wide, at + wide + 1, at + 1];
                let [a, b, c, d] = square;
                vertices.extend(if ccw { square } else { [d, c, b, a] });
                if numbered {
                    numbers.extend([j * (wide - 1) + i; 4]);
                }
            }
        }
        let counts = vec![4; squares];
        let sound = heights.iter().take(points as usize).all(|h| h.is_finite());
        if !sound {
            let message = format!("`{}` has heights that are not finite", self.label(id));
            self.lose(&codes::FACES, Fate::Dropped, id, message);
            return None;
        }
        let mut lists = vec![self.normals(id, positions.as_chunks::<3>().0, &vertices, &counts, &vertices, &numbers)];
        if needs.colours {
            lists.extend(self.colours(id, &vertices, &vertices, &numbers));
        }
        if needs.texture {
            let given = self.world.floats(id, "texCoord");
            let data = match given.len() as u64 / 2 >= points {
                true => given.to_vec(),
                false => {
                    let share = |at: u32, of: u32| at as f32 / (of - 1) as f32;
                    let place = |place: u32| [share(place % wide, wide), share(place / wide, deep)];
                    (0..points as u32).flat_map(place).collect()
                }
            };
            lists.push(List { semantic: Semantic::TexCoord, width: 2, data, rows: Rows::Vertex });
        }
        let crease = self.world.number(id, "creaseAngle").to_degrees();
        let made = Made::Grid { size: [wide, deep], spacing: [dx, dz], crease };
        Some((Columns { kind: PrimitiveKind::Polygons, positions, vertices, counts, rings: vec![], lists }, Some(made)))
    }
}

/// The texture of a shape that says nothing about it: over the box around it, from 0 to 1 along its longest side (IF-1).
fn spread(points: &[[f32; 3]], vertices: &[u32]) -> List {
    let (mut low, mut high) = ([f32::MAX; 3], [f32::MIN; 3]);
    for point in vertices.iter().filter_map(|v| points.get(*v as usize)) {
        for ((low, high), v) in low.iter_mut().zip(&mut high).zip(point) {
            *low = low.min(*v);
            *high = high.max(*v);
        }
    }
    let mut sides: Vec<(usize, f32)> = low.iter().zip(high).map(|(l, h)| h - l).enumerate().collect();
    // Of equal sides the first goes first.
    sides.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let axis = |place: usize| sides.get(place).map_or(0, |(axis, _)| *axis);
    let (s, t) = (axis(0), axis(1));
    let length = sides.first().map_or(1.0, |(_, length)| *length).max(f32::MIN_POSITIVE);
    let at = |point: &[f32; 3], axis: usize| match (point.get(axis), low.get(axis)) {
        (Some(v), Some(low)) => (v - low) / length,
        _ => 0.0,
    };
    let data = points.iter().flat_map(|p| [at(p, s), at(p, t)]).collect();
    List { semantic: Semantic::TexCoord, width: 2, data, rows: Rows::Vertex }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn if_1_textures_are_spread_along_the_longest_side() {
        let points = [[0.0, 1.0, 0.0], [0.0, 5.0, 0.0], [2.0, 5.0, 1.0]];
        // 4 along Y, 2 along X, 1 along Z: S is Y, T is X, both by 4.
        assert_eq!(spread(&points, &[0, 1, 2]).data, [0.0, 0.0, 1.0, 0.0, 1.0, 0.5]);
        // X goes before Y where both are equal.
        assert_eq!(spread(&[[0.0; 3], [2.0, 2.0, 1.0]], &[0, 1]).data, [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn gp_2_clockwise_faces_are_turned_over() {
        let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let read = |ccw| Polygons::read(&[0, 1, 2, -1, 0, 1, -1, 2, 1, 9, -1, -1, 2, 1, 0], &points, ccw, [true; 2]);
        let all = read(false);
        assert_eq!(
            (all.vertices.as_slice(), all.counts.as_slice(), all.dropped),
            (&[2, 1, 0, 0, 1, 2][..], &[3, 3][..], 2)
        );
        assert_eq!(
            (all.slots.as_slice(), all.numbers.as_slice()),
            (&[2, 1, 0, 14, 13, 12][..], &[0, 0, 0, 3, 3, 3][..])
        );
        assert_eq!(read(true).slots, [0, 1, 2, 12, 13, 14]);
    }
}
