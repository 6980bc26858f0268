//! Cross sections swept along a line, as VRML97 has it (6.18).

use crate::crease::{Corners, creased};
use crate::solid::Solid;
use crate::vector::{Vec3, add, cross, dot, scale, sub, unit, widen};

/// What is swept along what.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<'a> {
    /// Points (x, z).
    pub section: &'a [[f32; 2]],
    /// The line.
    pub spine: &'a [[f32; 3]],
    /// Factors at the points of the line; the last one goes on.
    pub scale: &'a [[f32; 2]],
    /// Turns at the points of the line, axis and radians; the last one goes on.
    pub orientation: &'a [[f32; 4]],
    /// Are the ends closed: at the beginning, at the end?
    pub caps: [bool; 2],
    /// Edges up to this angle, in radians, are smooth.
    pub crease: f64,
}

/// The surface. Nothing if there are fewer than two points on either line.
#[must_use]
pub fn sweep(given: &Sweep<'_>) -> Solid {
    let mut solid = Solid::default();
    let (around, along) = (given.section.len(), given.spine.len());
    if around < 2 || along < 2 {
        return solid;
    }
    let planes = planes(given.spine);
    for (place, (origin, plane)) in given.spine.iter().zip(&planes).enumerate() {
        let [sx, sz] = at(given.scale, place, [1.0; 2]);
        let [x, y, z, angle] = at(given.orientation, place, [0.0, 0.0, 1.0, 0.0]).map(f64::from);
        let axis = unit([x, y, z]);
        for [px, pz] in given.section {
            let flat = [f64::from(*px) * f64::from(sx), 0.0, f64::from(*pz) * f64::from(sz)];
            let turned = axis.map_or(flat, |axis| turn(flat, axis, angle));
            let [tx, ty, tz] = turned;
            let [ex, ey, ez] = plane;
            let there = add(add(scale(*ex, tx), scale(*ey, ty)), scale(*ez, tz));
            solid.positions.push(add(widen(*origin), there).map(|v| v as f32));
        }
    }
    // Where a line ends where it began, its ends are the same places, so that normals run over the seam.
    let closed_section = given.section.first() == given.section.last() && around > 2;
    let first_ring = solid.positions.get(..around).map(<[_]>::to_vec).unwrap_or_default();
    let last_ring = solid.positions.get((along - 1) * around..).unwrap_or_default();
    let closed_spine = along > 2 && given.spine.first() == given.spine.last() && first_ring == last_ring;
    let vertex = |i: usize, j: usize| {
        let i = if closed_spine && i == along - 1 { 0 } else { i };
        let j = if closed_section && j == around - 1 { 0 } else { j };
        (i * around + j) as u32
    };
    let share = |place: usize, of: usize| place as f32 / (of - 1) as f32;
    for i in 0..along {
        for j in 0..around {
            solid.coordinates.push([share(j, around), share(i, along)]);
        }
    }
    let mut vertices = Vec::with_capacity((around - 1) * (along - 1) * 4);
    for i in 0..along - 1 {
        for j in 0..around - 1 {
            for (i, j) in [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)] {
                vertices.push(vertex(i, j));
                solid.corners.push([vertex(i, j), 0, (i * around + j) as u32]);
            }
            solid.counts.push(4);
        }
    }
    let made = creased(&solid.positions, &vertices, &solid.counts, given.crease);
    solid.normals = made.normals;
    let normals: &mut dyn Iterator<Item = u32> = match made.corners {
        // All of these faces have four corners.
        Corners::Face => &mut (0..).flat_map(|face| [face; 4]),
        Corners::Position => &mut vertices.into_iter(),
        Corners::Each(normals) => &mut normals.into_iter(),
    };
    for ([_, slot, _], normal) in solid.corners.iter_mut().zip(normals) {
        *slot = normal;
    }
    let [begin, end] = given.caps;
    if begin {
        cap(&mut solid, given.section, 0, true);
    }
    if end {
        cap(&mut solid, given.section, (along - 1) * around, false);
    }
    solid
}

/// A flat end; its texture is that of the cross section, its longer side from 0 to 1.
fn cap(solid: &mut Solid, section: &[[f32; 2]], first: usize, turned: bool) {
    let count = match (section.first(), section.last()) {
        (Some(a), Some(b)) if a == b => section.len() - 1,
        _ => section.len(),
    };
    let least = section.iter().fold([f32::MAX; 2], |[a, b], [x, z]| [a.min(*x), b.min(*z)]);
    let most = section.iter().fold([f32::MIN; 2], |[a, b], [x, z]| [a.max(*x), b.max(*z)]);
    let longer = (most[0] - least[0]).max(most[1] - least[1]);
    let ring: Vec<[f32; 3]> = solid.positions.get(first..first + count).map(<[_]>::to_vec).unwrap_or_default();
    if ring.len() < 3 || longer.is_nan() || longer <= 0.0 {
        return;
    }
    let normal = crate::normals::newell(&ring).unwrap_or(crate::normals::FALLBACK);
    let number = solid.normals.len() as u32;
    solid.normals.push(if turned { normal.map(|x| -x) } else { normal });
    let coordinates = solid.coordinates.len() as u32;
    let placed = section.iter().take(count).map(|[x, z]| [(x - least[0]) / longer, (z - least[1]) / longer]);
    solid.coordinates.extend(placed);
    let corner = |place: u32| [first as u32 + place, number, coordinates + place];
    match turned {
        true => solid.corners.extend((0..count as u32).rev().map(corner)),
        false => solid.corners.extend((0..count as u32).map(corner)),
    }
    solid.counts.push(count as u32);
}

/// The item of a list; the last one goes on.
fn at<T: Copy>(list: &[T], place: usize, default: T) -> T {
    list.get(place).or(list.last()).copied().unwrap_or(default)
}

/// A point turned about an axis of length 1.
fn turn(point: Vec3, axis: Vec3, angle: f64) -> Vec3 {
    let (sine, cosine) = libm::sincos(angle);
    let along = scale(axis, dot(axis, point) * (1.0 - cosine));
    add(add(scale(point, cosine), scale(cross(axis, point), sine)), along)
}

/// The axes of the plane of the cross section at each point of a line.
fn planes(spine: &[[f32; 3]]) -> Vec<[Vec3; 3]> {
    let points: Vec<Vec3> = spine.iter().map(|p| widen(*p)).collect();
    let count = points.len();
    let closed = count > 2 && spine.first() == spine.last();
    let point = |i: usize| points.get(i).copied().unwrap_or_default();
    // The nearest points before and behind that are elsewhere; points at the same place have the same plane.
    let elsewhere = |order: &mut dyn Iterator<Item = usize>| {
        let mut found = vec![None; count];
        let (mut last, mut other) = (None, None);
        for i in order {
            if last.is_some_and(|l| l != point(i)) {
                other = last;
            }
            last = Some(point(i));
            if let Some(slot) = found.get_mut(i) {
                *slot = other;
            }
        }
        found
    };
    let (all_before, all_behind) = (elsewhere(&mut (0..count)), elsewhere(&mut (0..count).rev()));
    let before = |i: usize| all_before.get(i).copied().flatten();
    let behind = |i: usize| all_behind.get(i).copied().flatten();
    let neighbours = |i: usize| match (before(i), behind(i)) {
        (None, next) if closed => (before(count - 1), next),
        (last, None) if closed => (last, behind(0)),
        both => both,
    };
    let mut along: Vec<Option<Vec3>> = Vec::with_capacity(count);
    let mut across: Vec<Option<Vec3>> = Vec::with_capacity(count);
    for i in 0..count {
        let (last, next) = neighbours(i);
        along.push(unit(sub(next.unwrap_or(point(i)), last.unwrap_or(point(i)))));
        across.push(match (last, next) {
            (Some(last), Some(next)) => {
                let (a, b) = (sub(next, point(i)), sub(last, point(i)));
                let normal = cross(a, b);
                // Points that are in line but for rounding define no plane.
                let flat = dot(normal, normal) <= 1e-12 * dot(a, a) * dot(b, b);
                if flat { None } else { unit(normal) }
            }
            _ => None,
        });
    }
    let Some(first) = across.iter().flatten().next().copied() else {
        let ends = points.iter().find(|p| **p != point(0)).map(|p| sub(*p, point(0)));
        return vec![straight(ends.and_then(unit).unwrap_or([0.0, 1.0, 0.0])); count];
    };
    let mut before = first;
    let mut planes = Vec::with_capacity(count);
    for (along, across) in along.into_iter().zip(across) {
        let z = across.map_or(before, |z| if dot(z, before) < 0.0 { scale(z, -1.0) } else { z });
        before = z;
        let y = along.unwrap_or([0.0, 1.0, 0.0]);
        // A plane that came from another point need not hold this direction.
        planes.push(match unit(cross(y, z)) {
            Some(x) => [x, y, cross(x, y)],
            None => straight(y),
        });
    }
    planes
}

/// The plane Y = 0, turned the short way so that +Y looks along a line.
fn straight(along: Vec3) -> [Vec3; 3] {
    let up = [0.0, 1.0, 0.0];
    let cosine = dot(up, along);
    let axis = unit(cross(up, along));
    match axis {
        Some(axis) => {
            let angle = libm::acos(cosine.clamp(-1.0, 1.0));
            [[1.0, 0.0, 0.0], up, [0.0, 0.0, 1.0]].map(|v| turn(v, axis, angle))
        }
        None if cosine < 0.0 => [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]],
        None => [[1.0, 0.0, 0.0], up, [0.0, 0.0, 1.0]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [[f32; 2]; 5] = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];

    fn swept(spine: &[[f32; 3]], scale: &[[f32; 2]], orientation: &[[f32; 4]]) -> Solid {
        sweep(&Sweep { section: &SQUARE, spine, scale, orientation, caps: [true; 2], crease: 0.0 })
    }

    fn near(a: [f32; 3], b: [f32; 3]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5)
    }

    #[test]
    fn ex_1_the_default_is_a_box_with_caps() {
        let solid = swept(&[[0.0; 3], [0.0, 1.0, 0.0]], &[[1.0; 2]], &[[0.0, 0.0, 1.0, 0.0]]);
        assert_eq!(solid.counts, [4; 6]);
        assert_eq!(solid.positions[..2], [[1.0, 0.0, 1.0], [1.0, 0.0, -1.0]]);
        let normals: Vec<[f32; 3]> = [0, 4, 16, 20].map(|c| solid.normals[solid.corners[c][1] as usize]).to_vec();
        assert!(near(normals[0], [1.0, 0.0, 0.0]) && near(normals[1], [0.0, 0.0, -1.0]), "{normals:?}");
        assert!(near(normals[2], [0.0, -1.0, 0.0]) && near(normals[3], [0.0, 1.0, 0.0]), "{normals:?}");
        let ring = |face: usize| {
            let at = face * 4;
            solid.corners[at..at + 4].iter().map(|c| solid.positions[c[0] as usize]).collect::<Vec<_>>()
        };
        for (face, looks) in [(4, [0.0, -1.0, 0.0]), (5, [0.0, 1.0, 0.0])] {
            assert!(near(crate::normals::newell(&ring(face)).unwrap(), looks));
        }
    }

    #[test]
    fn ex_1_a_straight_line_turns_the_plane_the_short_way() {
        // Along +X: +Y becomes +X, so +X becomes −Y.
        let solid = swept(&[[0.0; 3], [2.0, 0.0, 0.0]], &[[1.0; 2]], &[]);
        assert!(near(solid.positions[0], [0.0, -1.0, 1.0]), "{:?}", solid.positions[0]);
        // Downwards, and points that repeat.
        let solid = swept(&[[0.0; 3], [0.0; 3], [0.0, -1.0, 0.0]], &[[1.0; 2]], &[]);
        assert!(near(solid.positions[0], [1.0, 0.0, -1.0]) && near(solid.positions[5], [1.0, 0.0, -1.0]));
    }

    #[test]
    fn ex_1_a_bend_has_the_plane_between_its_sides() {
        // A right angle in the XY plane: (0,0) (0,2) (2,2). In the corner Y looks along (1,1), Z along
        // (next − here) × (last − here) = (2,0,0) × (0,−2,0) = (0,0,−4).
        let solid = swept(&[[0.0; 3], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]], &[[1.0; 2]], &[]);
        let root = 0.5f32.sqrt();
        // X = Y × Z = (1,1,0)/√2 × (0,0,−1) = (−1, 1, 0)/√2; the corner (1, 1) is X + Z.
        assert!(near(solid.positions[5], [-root, 2.0 + root, -1.0]), "{:?}", solid.positions[5]);
        // The first point has the Z of the second: X = (0,1,0) × (0,0,−1) = (−1,0,0).
        assert!(near(solid.positions[0], [-1.0, 0.0, -1.0]), "{:?}", solid.positions[0]);
    }

    #[test]
    fn ex_1_scales_and_turns_are_those_of_the_point() {
        let quarter = std::f32::consts::FRAC_PI_2;
        let solid = swept(&[[0.0; 3], [0.0, 1.0, 0.0]], &[[1.0; 2], [2.0, 0.5]], &[[0.0, 1.0, 0.0, quarter]]);
        // A quarter turn about Y takes +X to −Z and +Z to +X.
        assert!(near(solid.positions[0], [1.0, 0.0, -1.0]) && near(solid.positions[5], [0.5, 1.0, -2.0]));
        let tip = swept(&[[0.0; 3], [0.0, 1.0, 0.0]], &[[1.0; 2], [0.0; 2]], &[]);
        assert!(tip.positions[5..].iter().all(|p| *p == [0.0, 1.0, 0.0]));
        assert!(tip.normals.iter().all(|n| n.iter().all(|x| x.is_finite())));
    }

    #[test]
    fn ex_1_a_closed_line_has_no_seam() {
        let ring = [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
        let given =
            Sweep { caps: [false; 2], crease: 4.0, spine: &ring, section: &SQUARE, scale: &[], orientation: &[] };
        let solid = sweep(&given);
        assert!(solid.corners.iter().all(|c| (c[0] as usize) < 4 * 5 && c[0] % 5 != 4));
        assert!(sweep(&Sweep { spine: &ring[..1], ..given }).counts.is_empty());
    }
}
