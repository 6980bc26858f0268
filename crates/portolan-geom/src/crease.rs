//! Normals of polygons that are smooth where faces meet at small angles.

use portolan_parallel::prelude::*;

use crate::normals::{FALLBACK, narrow};
use crate::vector::{self, Vec3, add, cross, dot, scale, sub, unit, widen};

/// Normals and, for each corner, which of them it has.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Creased {
    /// Of length 1.
    pub normals: Vec<[f32; 3]>,
    /// Which of them each corner has.
    pub corners: Corners,
}

/// Which normal each corner has.
#[derive(Clone, PartialEq, Default, Debug)]
pub enum Corners {
    /// That of its face: each has one, in the same order.
    #[default]
    Face,
    /// That of its position: each has one, in the same order.
    Position,
    /// One for each.
    Each(Vec<u32>),
}

/// Positions or faces that are looked at together. Enough of them, so that starting on them costs nothing beside it.
const PIECE: usize = 4096;

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
    let around = Around::new(positions.len(), corners);
    let starts: Vec<usize> = (0..positions.len()).step_by(PIECE).collect();
    let piece = |from: &usize| Piece::new(&faces, &around, *from..(*from + PIECE).min(positions.len()), smooth);
    let pieces: Vec<Piece> = starts.par_iter().map(piece).collect();
    let all: usize = pieces.iter().map(|p| p.normals.len()).sum();
    let mut normals = Vec::with_capacity(all);
    let everywhere = around.corners.len() == corners.len();
    if everywhere && pieces.iter().all(|p| p.one_each) {
        pieces.iter().for_each(|p| normals.extend_from_slice(&p.normals));
        return Creased { normals, corners: Corners::Position };
    }
    let mut numbers = vec![0; corners.len()];
    let mut sorted = around.corners.iter();
    for (piece, from) in pieces.iter().zip(starts) {
        let first = normals.len() as u32;
        let own = match piece.one_each {
            true => &around.one_each(from..(from + PIECE).min(positions.len())),
            false => &piece.numbers,
        };
        for (number, corner) in own.iter().zip(sorted.by_ref()) {
            if let Some(slot) = numbers.get_mut(*corner as usize) {
                *slot = first + number;
            }
        }
        normals.extend_from_slice(&piece.normals);
    }
    Creased { normals, corners: Corners::Each(numbers) }
}

/// The normals of some positions.
struct Piece {
    normals: Vec<[f32; 3]>,
    /// For each corner there, in the order of [`Around`], which of them it has; empty if each position has exactly one.
    numbers: Vec<u32>,
    /// Has each position exactly one?
    one_each: bool,
}

impl Piece {
    fn new(faces: &Faces<'_>, around: &Around, vertices: std::ops::Range<usize>, smooth: f64) -> Piece {
        let mut piece = Piece { normals: Vec::with_capacity(vertices.len()), numbers: Vec::new(), one_each: true };
        let (mut groups, mut ends, mut spokes) = (Groups::default(), Vec::new(), Vec::new());
        let (mut sums, mut own): (Vec<(u32, Vec3)>, Vec<u32>) = (Vec::new(), Vec::new());
        for vertex in vertices.clone() {
            spokes.clear();
            spokes.extend(around.of(vertex).iter().map(|corner| faces.spoke(*corner)));
            groups.reset(spokes.len());
            join(&spokes, smooth, &mut groups, &mut ends);
            let first = piece.normals.len() as u32;
            let here = faces.place(vertex as u32);
            sums.clear();
            own.clear();
            for (place, spoke) in (0..).zip(&spokes) {
                let group = groups.root(place);
                let weighted = faces.weighted(here, spoke);
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
                own.push(first + number as u32);
            }
            if piece.one_each && sums.len() != 1 {
                piece.one_each = false;
                piece.numbers = around.one_each(vertices.start..vertex);
            }
            if !piece.one_each {
                piece.numbers.extend_from_slice(&own);
            }
            piece.normals.extend(sums.iter().map(|(_, sum)| unit(*sum).map_or(FALLBACK, narrow)));
        }
        piece
    }
}

/// A corner as it is seen from its vertex.
struct Spoke {
    /// The normal of its face; zeros if that has no area.
    normal: Vec3,
    /// The vertices before and behind it in its face.
    beside: [u32; 2],
}

impl Spoke {
    fn has_area(&self) -> bool {
        self.normal != [0.0; 3]
    }
}

/// Vertices with more corners than this sort the edges there; those with fewer compare each with the others.
const FEW: usize = 16;

/// Joins those corners of a vertex whose faces are smooth over an edge there. An edge of many faces is no sound surface; each is
/// held against the one before it.
fn join(spokes: &[Spoke], smooth: f64, groups: &mut Groups, ends: &mut Vec<(u32, u32)>) {
    let mut meet = |a: u32, b: u32| {
        let (Some(m), Some(n)) = (spokes.get(a as usize), spokes.get(b as usize)) else { return };
        if m.has_area() && n.has_area() && dot(m.normal, n.normal) >= smooth {
            groups.join(a, b);
        }
    };
    if spokes.len() <= FEW {
        for (place, spoke) in spokes.iter().enumerate() {
            for vertex in spoke.beside {
                let earlier = spokes.get(..place).unwrap_or_default();
                if let Some(before) = earlier.iter().rposition(|s| s.beside.contains(&vertex)) {
                    meet(before as u32, place as u32);
                }
            }
        }
        return;
    }
    ends.clear();
    for (place, spoke) in (0..).zip(spokes) {
        ends.extend(spoke.beside.map(|vertex| (vertex, place)));
    }
    ends.sort_unstable();
    for pair in ends.windows(2) {
        if let [(v, a), (w, b)] = *pair
            && v == w
        {
            meet(a, b);
        }
    }
}

/// One normal for each face.
fn flat(positions: &[[f32; 3]], corners: &[u32], counts: &[u32]) -> Creased {
    let layout = Layout::new(corners.len(), counts);
    let normal = |own: &[u32], ring: &mut Vec<[f32; 3]>| unit(area(positions, own, ring)).map_or(FALLBACK, narrow);
    Creased { normals: layout.each(corners, counts.len(), normal), corners: Corners::Face }
}

/// Twice the area vector of a face; it has a list to work with.
fn area(positions: &[[f32; 3]], own: &[u32], ring: &mut Vec<[f32; 3]>) -> Vec3 {
    let place = |vertex: &u32| positions.get(*vertex as usize).copied().unwrap_or_default();
    match own {
        // Of a triangle it is the product of two sides.
        [a, b, c] => {
            let [a, b, c] = [a, b, c].map(|v| widen(place(v)));
            cross(sub(b, a), sub(c, a))
        }
        _ => {
            ring.clear();
            ring.extend(own.iter().map(place));
            vector::newell(ring)
        }
    }
}

/// How many corners each face has, if all have as many and there are no others.
#[must_use]
pub fn even(corners: usize, counts: &[u32]) -> Option<usize> {
    let size = *counts.first().filter(|size| **size > 0)?;
    let all = corners == counts.len().checked_mul(size as usize)? && counts.iter().all(|c| *c == size);
    all.then_some(size as usize)
}

/// Which corners belong to which face.
enum Layout {
    /// All faces have as many, and there are no others.
    Even { size: u32 },
    /// Any number.
    Mixed {
        /// For each corner its face.
        of: Vec<u32>,
        /// For each face its first corner; one more at the end.
        starts: Vec<u32>,
    },
}

impl Layout {
    fn new(corners: usize, counts: &[u32]) -> Layout {
        if let Some(size) = even(corners, counts) {
            return Layout::Even { size: size as u32 };
        }
        let (mut of, mut starts) = (Vec::with_capacity(corners), Vec::with_capacity(counts.len() + 1));
        let mut start = 0;
        for (count, face) in counts.iter().zip(0..) {
            let end = (start + *count as usize).min(corners);
            starts.push(start as u32);
            of.extend(std::iter::repeat_n(face, end - start));
            start = end;
        }
        starts.push(start as u32);
        Layout::Mixed { of, starts }
    }

    /// The face of a corner, its first corner and the one behind its last.
    #[inline]
    fn around(&self, corner: u32) -> Option<(usize, u32, u32)> {
        match self {
            // The usual numbers apart, because dividing by them is fast.
            Layout::Even { size } => {
                let face = match size {
                    3 => corner / 3,
                    4 => corner / 4,
                    size => corner / size,
                };
                let start = face * size;
                Some((face as usize, start, start.saturating_add(*size)))
            }
            Layout::Mixed { of, starts } => {
                let face = *of.get(corner as usize)? as usize;
                Some((face, *starts.get(face)?, *starts.get(face + 1)?))
            }
        }
    }

    /// What a function makes of the corners of each face; it has a list to work with.
    fn each<T, F>(&self, corners: &[u32], faces: usize, make: F) -> Vec<T>
    where
        T: Copy + Default + Send,
        F: Fn(&[u32], &mut Vec<[f32; 3]>) -> T + Sync,
    {
        let mut made = vec![T::default(); faces];
        made.par_chunks_mut(PIECE).enumerate().for_each(|(at, piece)| {
            let mut ring = Vec::new();
            for (face, slot) in (at * PIECE..).zip(piece) {
                let own = match self {
                    Layout::Even { size } => face * *size as usize..(face + 1) * *size as usize,
                    Layout::Mixed { starts, .. } => match (starts.get(face), starts.get(face + 1)) {
                        (Some(from), Some(to)) => *from as usize..*to as usize,
                        _ => 0..0,
                    },
                };
                *slot = make(corners.get(own).unwrap_or_default(), &mut ring);
            }
        });
        made
    }
}

/// Faces with their normals.
struct Faces<'a> {
    positions: &'a [[f32; 3]],
    corners: &'a [u32],
    /// Of length 1; zeros if a face has no area.
    normals: Vec<Vec3>,
    layout: Layout,
}

impl<'a> Faces<'a> {
    fn new(positions: &'a [[f32; 3]], corners: &'a [u32], counts: &[u32]) -> Faces<'a> {
        let layout = Layout::new(corners.len(), counts);
        let normals =
            layout.each(corners, counts.len(), |own, ring| unit(area(positions, own, ring)).unwrap_or([0.0; 3]));
        Faces { positions, corners, normals, layout }
    }

    /// A corner with what is around it.
    fn spoke(&self, corner: u32) -> Spoke {
        let Some((face, start, end)) = self.layout.around(corner) else {
            return Spoke { normal: [0.0; 3], beside: [u32::MAX; 2] };
        };
        let before = if corner > start { corner - 1 } else { end.saturating_sub(1) };
        let behind = if corner + 1 < end { corner + 1 } else { start };
        let beside = [before, behind].map(|c| self.corners.get(c as usize).copied().unwrap_or(u32::MAX));
        Spoke { normal: self.normals.get(face).copied().unwrap_or_default(), beside }
    }

    fn place(&self, vertex: u32) -> Vec3 {
        self.positions.get(vertex as usize).copied().map_or([0.0; 3], widen)
    }

    /// The normal of the face of a corner times its angle there.
    fn weighted(&self, here: Vec3, spoke: &Spoke) -> Vec3 {
        if !spoke.has_area() {
            return [0.0; 3];
        }
        let [a, b] = spoke.beside.map(|v| sub(self.place(v), here));
        let across = cross(a, b);
        // Both are products of the lengths of the sides, which need not be known; a side without length gives 0.
        scale(spoke.normal, angle(dot(across, across).sqrt(), dot(a, b)))
    }
}

/// The angle of a corner by its sine and cosine, both times the same length: to a few parts in 10^10, which is far below what a
/// normal can show, and several times as fast as to the last digit.
fn angle(sine: f64, cosine: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    // The tangent of an eighth of a half turn: what is beyond it is turned back by a quarter or an eighth of a turn.
    const EIGHTH: f64 = std::f64::consts::SQRT_2 - 1.0;
    let across = cosine.abs();
    let (over, under, turned) = match () {
        () if sine < across * EIGHTH => (sine, across, 0.0),
        () if across < sine * EIGHTH => (-across, sine, FRAC_PI_2),
        () => (sine - across, sine + across, FRAC_PI_4),
    };
    if under == 0.0 {
        return 0.0;
    }
    let t = over / under;
    let z = t * t;
    // Coefficients that keep the largest error small between both eighths.
    let series = -0.333_333_011_583_848_8
        + z * (0.199_978_161_319_646_66
            + z * (-0.142_333_332_138_452_06 + z * (0.105_288_890_085_408_26 - z * 0.059_325_522_474_110_125)));
    let first = turned + t + t * z * series;
    if cosine < 0.0 { PI - first } else { first }
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

    /// For each corner of some vertices which of these it is at.
    fn one_each(&self, vertices: std::ops::Range<usize>) -> Vec<u32> {
        (0..).zip(vertices).flat_map(|(number, v)| std::iter::repeat_n(number, self.of(v).len())).collect()
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
        assert_eq!(smooth.corners, Corners::Position, "one each");
        let normal = smooth.normals[corners[1] as usize];
        assert!((f64::from(normal[0]) - 15f64.to_radians().sin()).abs() < 1e-6, "{normal:?}");
        // Nothing but flat faces without a crease.
        let flat = creased(&positions, &corners, &counts, 0.0);
        assert_eq!((flat.normals.len(), flat.corners), (4, Corners::Face));
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
        // All eight share the normal at the tip, and two that at each corner below.
        assert_eq!((all.normals.len(), all.corners), (9, Corners::Position));
        let tip = all.normals[0];
        assert!(tip[0].abs() < 1e-6 && (tip[1] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn angles_are_near_enough() {
        for step in 0..=20_000 {
            let wanted = f64::from(step) / 20_000.0 * std::f64::consts::PI;
            let (sine, cosine) = libm::sincos(wanted);
            let found = angle(sine.abs() * 3.0, cosine * 3.0);
            assert!((found - wanted).abs() < 1e-9, "{found} instead of {wanted}");
        }
        assert_eq!(angle(0.0, 0.0), 0.0);
        assert!(angle(f64::NAN, 1.0).is_nan());
    }

    #[test]
    fn bad_input_gives_what_is_defined() {
        let odd = creased(&[[f32::NAN; 3], [0.0; 3]], &[0, 1, 7, 1, 1, 1], &[3, 9], 1.0);
        assert!(matches!(&odd.corners, Corners::Each(c) if c.len() == 6));
        assert!(odd.normals.iter().all(|n| *n == FALLBACK));
        assert_eq!(creased(&[], &[], &[], 0.0), Creased::default());
    }
}
