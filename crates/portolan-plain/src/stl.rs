//! STL: triangles.

use portolan_mesh::Elements;
use portolan_scene::glam::{DVec3, Vec3};
use portolan_scene::{Fate, Losses, Scene, Semantic};

use crate::corners::{Wanted, each};
use crate::gather::{Form, Piece, Posed, tell_no_materials};
use crate::{Options, Written, codes};

/// Bytes before the triangles: a comment and their number.
const HEAD: usize = 84;

/// A scene as a binary STL file.
///
/// STL has no unit; readers take millimetres, metres or whatever they like.
pub fn stl(scene: &Scene, options: &Options) -> Written {
    let mut losses = Losses::default();
    let posed = Posed::new(scene, options, &mut losses);
    let mut out = vec![b' '; HEAD];
    let comment = b"binary STL";
    for (slot, byte) in out.iter_mut().zip(comment) {
        *slot = *byte;
    }
    let mut count = 0u32;
    posed.each(&mut losses, |piece, losses| {
        tell(piece, losses);
        let Form::Mesh(body) = &piece.form else { return };
        let wanted = Wanted { triangles: true, mirrored: piece.mirrored };
        for primitive in &body.mesh.primitives {
            let cut = each(primitive, &body.positions, wanted, |element, list| {
                let (Elements::Triangles, &[a, b, c]) = (element, list) else { return };
                let place = |c: u32| primitive.vertex(c as usize).and_then(|v| body.positions.get(v as usize)).copied();
                if let (Some(a), Some(b), Some(c)) = (place(a), place(b), place(c))
                    && let Some(next) = count.checked_add(1)
                {
                    triangle(&mut out, [a, b, c]);
                    count = next;
                }
            });
            if cut {
                let message = "polygons are triangulated";
                losses.push(&codes::TRIANGULATED, Fate::Baked, primitive.meta.origin, message);
            }
        }
    });
    if let Some(slot) = out.get_mut(HEAD - 4..HEAD) {
        slot.copy_from_slice(&count.to_le_bytes());
    }
    (vec![(format!("{}.stl", options.name), out)], losses)
}

fn triangle(out: &mut Vec<u8>, [a, b, c]: [DVec3; 3]) {
    let normal = (b - a).cross(c - a).normalize_or_zero();
    for vector in [normal, a, b, c] {
        let finite = |v: f32| if v.is_finite() { v } else { 0.0 };
        let Vec3 { x, y, z } = vector.as_vec3();
        for value in [x, y, z] {
            out.extend_from_slice(&finite(value).to_le_bytes());
        }
    }
    out.extend_from_slice(&[0, 0]);
}

fn tell(piece: &Piece<'_>, losses: &mut Losses) {
    tell_no_materials(piece, losses);
    let origin = piece.drawn.meta.origin;
    let Form::Mesh(body) = &piece.form else {
        return losses.push(&codes::LINES, Fate::Dropped, origin, "curves are not supported by this format");
    };
    for primitive in &body.mesh.primitives {
        let origin = primitive.meta.origin;
        if primitive.triangles() == 0 && primitive.corners() > 0 {
            losses.push(&codes::LINES, Fate::Dropped, origin, "lines and points are not supported by this format");
        }
        for source in body.data(primitive) {
            let (code, message) = match source.attribute.semantic {
                Semantic::TexCoord => (&codes::COORDINATES, "texture coordinates are not supported by this format"),
                Semantic::Color => (&codes::COLOURS, "vertex colours are not supported by this format"),
                Semantic::Normal => (&codes::NORMALS, "vertex normals are not supported by this format"),
                _ => (&codes::ATTRIBUTES, "other vertex data is not supported by this format"),
            };
            losses.push(code, Fate::Dropped, origin, message);
        }
    }
}
