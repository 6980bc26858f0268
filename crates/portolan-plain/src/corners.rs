//! Faces, lines and points as lists of corners.

use portolan_mesh::{Cutter, Elements, Faces, Polygons, runs};
use portolan_scene::glam::DVec3;
use portolan_scene::{Primitive, PrimitiveKind};

/// How faces are wanted.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// As triangles only?
    pub triangles: bool,
    /// The other way round?
    pub mirrored: bool,
}

/// Calls a function with the corners of every point, line and face of a primitive: strips of lines are one line, and
/// polygons stay whole unless they have holes or triangles are wanted. Gives back whether any polygon was cut.
pub fn each(
    primitive: &Primitive,
    positions: &[DVec3],
    wanted: Wanted,
    mut write: impl FnMut(Elements, &[u32]),
) -> bool {
    let place = |corners: std::ops::Range<u32>, out: &mut Vec<[f32; 3]>| {
        let place = |c: u32| primitive.vertex(c as usize).and_then(|v| positions.get(v as usize)).copied();
        // Far from the origin single precision is too coarse for a small polygon.
        let origin = place(corners.start).unwrap_or_default();
        out.extend(corners.map(|c| (place(c).unwrap_or(origin) - origin).as_vec3().to_array()));
    };
    let mut list: Vec<u32> = Vec::new();
    match primitive.kind {
        PrimitiveKind::LineStrips => {
            for (start, length) in runs(primitive).filter(|(_, length)| *length > 1) {
                list.clear();
                list.extend(start..start + length);
                write(Elements::Lines, &list);
            }
            false
        }
        PrimitiveKind::Polygons => {
            let mut cutter = Cutter::default();
            let mut any = false;
            for polygon in Polygons::new(primitive).filter(|p| p.corners > 2) {
                list.clear();
                if polygon.rings.len() == 1 && (!wanted.triangles || polygon.is_triangle()) {
                    list.extend(polygon.range());
                    if wanted.mirrored {
                        // The same first corner, the other way round.
                        list.reverse();
                        list.rotate_right(1);
                    }
                    write(Elements::Triangles, &list);
                    continue;
                }
                any = true;
                cutter.cut(polygon, place, &mut list);
                list.as_chunks().0.iter().for_each(|t| write(Elements::Triangles, &turned(*t, wanted.mirrored)));
            }
            any
        }
        _ => {
            let faces = Faces::placed(primitive, place);
            for element in 0..faces.count {
                let corners = faces.corners(element);
                match faces.kind {
                    Elements::Triangles => write(faces.kind, &turned(corners, wanted.mirrored)),
                    kind => write(kind, corners.get(..kind.corners()).unwrap_or_default()),
                }
            }
            false
        }
    }
}

fn turned([a, b, c]: [u32; 3], mirrored: bool) -> [u32; 3] {
    if mirrored { [a, c, b] } else { [a, b, c] }
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
        each(&primitive, &positions, wanted, |_, list| found.push(list.to_vec()));
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
