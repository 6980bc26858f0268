//! Normals of polygons that are smooth where faces meet at small angles.

use crate::normals::{FALLBACK, narrow};
use crate::vector::{self, Vec3, add, cross, dot, scale, sub, unit, widen};

/// Normals and, for each corner, which of them it has.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Creased {
    /// Of length 1.
    pub normals: Vec<[f32; 3]>,
    /// One for each corner.
    pub corners: Vec<u32>,
}

/// Normals for polygons of `counts` corners each, which are indices of positions.
///
/// Two faces are smooth over an edge that they share if their normals are at most `crease` radians apart. At a vertex, all
/// faces that smooth edges lead to from one to the next share one normal: the mean of theirs, weighted by their angle
/// there. Faces without area take part with no weight.
#[must_use]
pub fn creased(positions: &[[f32; 3]], corners: &[u32], counts: &[u32], crease: f64) -> Creased {
    // Only faces in one plane share a normal then, and they have the same one anyway.
    if crease.is_nan() || crease <= 0.0 {
        return flat(positions, corners, counts);
    }
    let faces = Faces::new(positions, corners, counts);
    let smooth = if crease >= std::f64::consts::PI { -2.0 } else { libm::cos(crease) - 1e-9 };
    let mut out = Creased { normals: Vec::new(), corners: vec![0; corners.len()] };
    let around = Around::new(positions.len(), corners);
    let mut groups = Groups::default();
    for vertex in 0..positions.len() {
        let here = around.of(vertex);
        groups.reset(here.len());
        faces.join(here, smooth, &mut groups);
        let first = out.normals.len() as u32;
        let mut sums: Vec<(u32, Vec3)> = Vec::new();
        for (place, corner) in (0..).zip(here) {
            let group = groups.root(place);
            let weighted = faces.weighted(*corner);
            let number = match sums.iter().position(|(g, _)| *g == group) {
                Some(at) => at,
                None => {
                    sums.push((group, [0.0; 3]));
                    sums.len() - 1
                }
            };
            if let Some((_, sum)) = sums.get_mut(number) {
                *sum = add(*sum, weighted);
            }
            if let Some(slot) = out.corners.get_mut(*corner as usize) {
                *slot = first + number as u32;
            }
        }
        out.normals.extend(sums.iter().map(|(_, sum)| unit(*sum).map_or(FALLBACK, narrow)));
    }
    out
}

/// One normal for each face.
fn flat(positions: &[[f32; 3]], corners: &[u32], counts: &[u32]) -> Creased {
    let mut out = Creased { normals: Vec::with_capacity(counts.len()), corners: Vec::with_capacity(corners.len()) };
    let place = |vertex: &u32| positions.get(*vertex as usize).copied().unwrap_or_default();
    let mut ring = Vec::new();
    let mut rest = corners;
    for (count, face) in counts.iter().zip(0..) {
        let (own, behind) = rest.split_at_checked(*count as usize).unwrap_or((rest, &[]));
        rest = behind;
        let normal = match own {
            // Of a triangle it is the product of two sides.
            [a, b, c] => {
                let [a, b, c] = [a, b, c].map(|v| widen(place(v)));
                cross(sub(b, a), sub(c, a))
            }
            _ => {
                ring.clear();
                ring.extend(own.iter().map(place));
                vector::newell(&ring)
            }
        };
        out.normals.push(unit(normal).map_or(FALLBACK, narrow));
        out.corners.extend(std::iter::repeat_n(face, own.len()));
    }
    out
}

/// Faces with their normals.
struct Faces<'a> {
    positions: &'a [[f32; 3]],
    corners: &'a [u32],
    normals: Vec<Option<Vec3>>,
    /// For each corner its face.
    of: Vec<u32>,
    /// For each face its first corner; one more at the end.
    starts: Vec<u32>,
}

impl<'a> Faces<'a> {
    fn new(positions: &'a [[f32; 3]], corners: &'a [u32], counts: &[u32]) -> Faces<'a> {
        let mut faces = Faces {
            positions,
            corners,
            normals: Vec::with_capacity(counts.len()),
            of: Vec::with_capacity(corners.len()),
            starts: Vec::with_capacity(counts.len() + 1),
        };
        let mut ring = Vec::new();
        let mut start = 0;
        for (count, face) in counts.iter().zip(0..) {
            let end = (start + *count as usize).min(corners.len());
            ring.clear();
            let places = corners.get(start..end).unwrap_or_default().iter();
            ring.extend(places.map(|v| positions.get(*v as usize).copied().unwrap_or_default()));
            faces.normals.push(unit(vector::newell(&ring)));
            faces.starts.push(start as u32);
            faces.of.extend(std::iter::repeat_n(face, end - start));
            start = end;
        }
        faces.starts.push(start as u32);
        faces
    }

    fn face(&self, corner: u32) -> usize {
        self.of.get(corner as usize).map_or(usize::MAX, |f| *f as usize)
    }

    /// The vertices before and behind a corner in its face.
    fn beside(&self, corner: u32) -> [u32; 2] {
        let face = self.face(corner);
        let (start, end) = match (self.starts.get(face), self.starts.get(face.saturating_add(1))) {
            (Some(start), Some(end)) => (*start, *end),
            _ => return [u32::MAX; 2],
        };
        let before = if corner > start { corner - 1 } else { end.saturating_sub(1) };
        let behind = if corner + 1 < end { corner + 1 } else { start };
        [before, behind].map(|c| self.corners.get(c as usize).copied().unwrap_or(u32::MAX))
    }

    /// The normal of the face of a corner times its angle there.
    fn weighted(&self, corner: u32) -> Vec3 {
        let Some(Some(normal)) = self.normals.get(self.face(corner)) else { return [0.0; 3] };
        let place = |vertex: u32| self.positions.get(vertex as usize).copied().map_or([0.0; 3], widen);
        let here = self.corners.get(corner as usize).map_or([0.0; 3], |v| place(*v));
        let [a, b] = self.beside(corner).map(|v| unit(sub(place(v), here)));
        let angle = match (a, b) {
            (Some(a), Some(b)) => libm::atan2(dot(cross(a, b), cross(a, b)).sqrt(), dot(a, b)),
            _ => 0.0,
        };
        scale(*normal, angle)
    }

    /// Joins those corners of a vertex whose faces are smooth over an edge there.
    fn join(&self, corners: &[u32], smooth: f64, groups: &mut Groups) {
        let mut ends: Vec<(u32, u32)> = Vec::with_capacity(corners.len() * 2);
        for (place, corner) in (0..).zip(corners) {
            ends.extend(self.beside(*corner).map(|vertex| (vertex, place)));
        }
        ends.sort_unstable();
        let normal = |place: u32| {
            let corner = corners.get(place as usize).copied().unwrap_or(u32::MAX);
            self.normals.get(self.face(corner)).copied().flatten()
        };
        for edge in ends.chunk_by(|a, b| a.0 == b.0) {
            // An edge of many faces is no sound surface; each is held against the one before it.
            for pair in edge.windows(2) {
                let [(_, a), (_, b)] = *pair else { continue };
                if let (Some(m), Some(n)) = (normal(a), normal(b))
                    && dot(m, n) >= smooth
                {
                    groups.join(a, b);
                }
            }
        }
    }
}

/// For each vertex the corners that are there.
struct Around {
    starts: Vec<u32>,
    corners: Vec<u32>,
}

impl Around {
    fn new(vertices: usize, corners: &[u32]) -> Around {
        let mut starts = vec![0u32; vertices + 1];
        for vertex in corners {
            if let Some(count) = starts.get_mut(*vertex as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut sorted = vec![0u32; sum as usize];
        for (vertex, corner) in corners.iter().zip(0..) {
            let Some(place) = next.get_mut(*vertex as usize) else { continue };
            if (*vertex as usize) < vertices
                && let Some(slot) = sorted.get_mut(*place as usize)
            {
                *slot = corner;
                *place += 1;
            }
        }
        Around { starts, corners: sorted }
    }

    fn of(&self, vertex: usize) -> &[u32] {
        match (self.starts.get(vertex), self.starts.get(vertex + 1)) {
            (Some(from), Some(to)) => self.corners.get(*from as usize..*to as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

/// Corners that belong together.
#[derive(Default)]
struct Groups(Vec<u32>);

impl Groups {
    fn reset(&mut self, count: usize) {
        self.0.clear();
        self.0.extend(0..count as u32);
    }

    fn root(&mut self, mut at: u32) -> u32 {
        while let Some(above) = self.0.get(at as usize).copied()
            && above != at
        {
            let higher = self.0.get(above as usize).copied().unwrap_or(above);
            if let Some(slot) = self.0.get_mut(at as usize) {
                *slot = higher;
            }
            at = higher;
        }
        at
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(slot) = self.0.get_mut(a.max(b) as usize) {
            *slot = a.min(b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fan of quarter turns about the Y axis: faces at 0°, 30°, 60°, 90° around a common edge.
    fn fan() -> (Vec<[f32; 3]>, Vec<u32>, Vec<u32>) {
        // Four wall strips that bend by 30° each.
        let mut positions = Vec::new();
        let mut place = [0.0f64, 0.0];
        for i in 0..5 {
            positions.push([place[0] as f32, 0.0, place[1] as f32]);
            positions.push([place[0] as f32, 1.0, place[1] as f32]);
            let turned = (f64::from(i) * 30.0).to_radians();
            place = [place[0] + turned.cos(), place[1] - turned.sin()];
        }
        let corners = (0..4u32).flat_map(|i| [2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1]).collect();
        (positions, corners, vec![4; 4])
    }

    #[test]
    fn gp_2_edges_up_to_the_crease_are_smooth() {
        let (positions, corners, counts) = fan();
        let sharp = creased(&positions, &corners, &counts, 29f64.to_radians());
        assert_eq!(sharp.normals.len(), 4 * 4, "each face has its own at each corner");
        let smooth = creased(&positions, &corners, &counts, 31f64.to_radians());
        assert_eq!(smooth.normals.len(), positions.len());
        // Between faces that look 0° and 30° away the normal looks 15° away.
        let normal = smooth.normals[smooth.corners[1] as usize];
        assert!((f64::from(normal[0]) - 15f64.to_radians().sin()).abs() < 1e-6, "{normal:?}");
        // Nothing but flat faces without a crease.
        let flat = creased(&positions, &corners, &counts, 0.0);
        assert_eq!((flat.normals.len(), &flat.corners[..5]), (4, &[0, 0, 0, 0, 1][..]));
        assert_eq!(flat.normals[0], [0.0, 0.0, 1.0]);
    }

    #[test]
    fn gp_2_smoothing_is_transitive_round_a_vertex() {
        // A pyramid of eight sides: neighbours are 29.4° apart, the first and the last but one far more.
        let mut positions = vec![[0.0, 1.0, 0.0]];
        for i in 0..8 {
            let turned = (f64::from(i) * 45.0).to_radians();
            positions.push([turned.cos() as f32, 0.0, -turned.sin() as f32]);
        }
        let corners: Vec<u32> = (0..8u32).flat_map(|i| [0, i + 1, (i + 1) % 8 + 1]).collect();
        let all = creased(&positions, &corners, &[3; 8], 35f64.to_radians());
        let tips: Vec<u32> = (0..8).map(|i| all.corners[i * 3]).collect();
        assert!(tips.iter().all(|t| *t == tips[0]), "{tips:?}");
        let tip = all.normals[tips[0] as usize];
        assert!(tip[0].abs() < 1e-6 && (tip[1] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn bad_input_gives_what_is_defined() {
        let odd = creased(&[[f32::NAN; 3], [0.0; 3]], &[0, 1, 7, 1, 1, 1], &[3, 9], 1.0);
        assert_eq!(odd.corners.len(), 6);
        assert!(odd.normals.iter().all(|n| *n == FALLBACK));
        assert_eq!(creased(&[], &[], &[], 0.0), Creased::default());
    }
}
