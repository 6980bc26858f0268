//! PLY: vertices with everything about them, and triangles.

use portolan_mesh::{Data, Elements, first, triple};
use portolan_scene::glam::DVec3;
use portolan_scene::{Fate, Losses, Primitive, PrimitiveKind, Scene, Semantic};

use crate::corners::{Wanted, each};
use crate::gather::{Body, Form, Piece, Posed, tell_no_materials};
use crate::{Options, Written, codes};

/// A scene as a binary (little endian) PLY file: positions, normals if all shapes have them, texture coordinates `s`
/// and `t` and colours if any has. Points are vertices that no triangle uses.
pub fn ply(scene: &Scene, options: &Options) -> Written {
    let mut losses = Losses::default();
    let posed = Posed::new(scene, options, &mut losses);
    let mut content = Content { all_normals: true, ..Content::default() };
    posed.each(&mut losses, |piece, losses| {
        tell_no_materials(piece, losses);
        match &piece.form {
            Form::Mesh(body) => content.add(piece, body, losses),
            Form::Curve => {
                let origin = piece.drawn.meta.origin;
                losses.push(&codes::LINES, Fate::Dropped, origin, "curves are not supported by this format");
            }
        }
    });
    if content.any_normals && !content.all_normals {
        let message = "normals are dropped because some shapes have none";
        losses.push(&codes::NORMALS, Fate::Dropped, Default::default(), message);
    }
    (vec![(format!("{}.ply", options.name), content.write())], losses)
}

#[derive(Default)]
struct Content {
    vertices: Vec<Vertex>,
    triangles: Vec<[i32; 3]>,
    any_normals: bool,
    all_normals: bool,
    coordinates: bool,
    colours: bool,
    /// Are positions written in double precision?
    exact: bool,
}

struct Vertex {
    position: [f64; 3],
    normal: [f32; 3],
    coordinates: [f32; 2],
    colour: [u8; 4],
}

/// Where a primitive's corners find what is written.
struct Sources<'a> {
    normal: Option<Data<'a>>,
    coordinates: Option<Data<'a>>,
    colour: Option<Data<'a>>,
}

impl Content {
    fn add(&mut self, piece: &Piece<'_>, body: &Body<'_>, losses: &mut Losses) {
        self.exact |= body.exact;
        for primitive in &body.mesh.primitives {
            let origin = primitive.meta.origin;
            if matches!(primitive.kind, PrimitiveKind::Lines | PrimitiveKind::LineStrips) {
                losses.push(&codes::LINES, Fate::Dropped, origin, "lines are not supported by this format");
                continue;
            }
            let data = body.data(primitive);
            let sources = Sources {
                normal: first(body.mesh, &data, &Semantic::Normal, 1),
                coordinates: first(body.mesh, &data, &Semantic::TexCoord, 1),
                colour: first(body.mesh, &data, &Semantic::Color, 1),
            };
            tell_rest(&data, primitive, losses);
            self.any_normals |= sources.normal.is_some();
            self.all_normals &= sources.normal.is_some();
            self.coordinates |= sources.coordinates.is_some();
            self.colours |= sources.colour.is_some();
            let used = [sources.normal, sources.coordinates, sources.colour].into_iter().flatten().map(|s| s.column);
            let columns = std::iter::once(primitive.vertex_column).chain(used).map(|c| c as usize);
            let columns: Vec<usize> = columns.collect();
            let stride = primitive.stride as usize;
            let weld = portolan_geom::weld(&primitive.indices, stride, &columns, body.positions.len());
            // Indices are signed in most readers.
            if self.vertices.len() + weld.vertices.len() > i32::MAX as usize {
                losses.push(
                    &codes::TOO_MUCH,
                    Fate::Dropped,
                    origin,
                    "the number of vertices exceeds the limit of the format",
                );
                continue;
            }
            let first = self.vertices.len() as i32;
            self.vertices.extend(weld.vertices.iter().map(|corner| vertex(body, primitive, &sources, *corner)));
            let wanted = Wanted { triangles: true, mirrored: piece.mirrored };
            let cut = each(primitive, &body.positions, wanted, |element, list| {
                if let (Elements::Triangles, &[a, b, c]) = (element, list) {
                    let new = |c: u32| weld.indices.get(c as usize).map_or(first, |v| first + *v as i32);
                    self.triangles.push([new(a), new(b), new(c)]);
                }
            });
            if cut {
                losses.push(&codes::TRIANGULATED, Fate::Baked, origin, "polygons are triangulated");
            }
        }
    }

    fn write(&self) -> Vec<u8> {
        let normals = self.any_normals && self.all_normals;
        let mut head = String::from("ply\nformat binary_little_endian 1.0\n");
        head += &format!("element vertex {}\n", self.vertices.len());
        let mut properties = |kind: &str, names: &[&str]| {
            for name in names {
                head += &format!("property {kind} {name}\n");
            }
        };
        properties(if self.exact { "double" } else { "float" }, &["x", "y", "z"]);
        if normals {
            properties("float", &["nx", "ny", "nz"]);
        }
        if self.coordinates {
            properties("float", &["s", "t"]);
        }
        if self.colours {
            properties("uchar", &["red", "green", "blue", "alpha"]);
        }
        head += &format!("element face {}\n", self.triangles.len());
        head += "property list uchar int vertex_indices\nend_header\n";
        let mut out = head.into_bytes();
        for vertex in &self.vertices {
            match self.exact {
                true => vertex.position.iter().for_each(|v| out.extend_from_slice(&v.to_le_bytes())),
                false => vertex.position.iter().for_each(|v| out.extend_from_slice(&(*v as f32).to_le_bytes())),
            }
            let mut floats = |values: &[f32]| values.iter().for_each(|v| out.extend_from_slice(&v.to_le_bytes()));
            if normals {
                floats(&vertex.normal);
            }
            if self.coordinates {
                floats(&vertex.coordinates);
            }
            if self.colours {
                out.extend_from_slice(&vertex.colour);
            }
        }
        for triangle in &self.triangles {
            out.push(3);
            triangle.iter().for_each(|v| out.extend_from_slice(&v.to_le_bytes()));
        }
        out
    }
}

fn vertex(body: &Body<'_>, primitive: &Primitive, sources: &Sources<'_>, corner: u32) -> Vertex {
    let index = |column: u32| primitive.row(corner as usize, column).map_or(0, |i| i as usize);
    let row = |source: &Option<Data<'_>>| source.as_ref().map_or(&[][..], |s| body.row(s, index(s.column)));
    let at = index(primitive.vertex_column);
    let position = body.positions.get(at).copied().unwrap_or_default();
    let normal = sources.normal.map_or(DVec3::ZERO, |_| body.normal(triple(row(&sources.normal)), at));
    let [s, t, _] = triple(row(&sources.coordinates));
    let colour = match *row(&sources.colour) {
        [] => [1.0; 4],
        [r, g, b, a, ..] => [r, g, b, a],
        ref rest => {
            let [r, g, b] = triple(rest);
            [r, g, b, 1.0]
        }
    };
    Vertex {
        position: position.to_array(),
        normal: normal.as_vec3().to_array(),
        coordinates: [s, t],
        colour: colour.map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8),
    }
}

fn tell_rest(data: &[Data<'_>], primitive: &Primitive, losses: &mut Losses) {
    let origin = primitive.meta.origin;
    let many = |semantic: Semantic| data.iter().filter(|s| s.attribute.semantic == semantic).count();
    if many(Semantic::TexCoord) > 1 {
        let message = "only one set of texture coordinates is supported; the others are dropped";
        losses.push(&codes::COORDINATES, Fate::Dropped, origin, message);
    }
    if many(Semantic::Color) > 1 {
        let message = "only one set of colours is supported; the others are dropped";
        losses.push(&codes::COLOURS, Fate::Dropped, origin, message);
    }
    let known = [Semantic::TexCoord, Semantic::Color, Semantic::Normal];
    if data.iter().any(|s| !known.contains(&s.attribute.semantic)) {
        let message = "other vertex data is not supported by this format";
        losses.push(&codes::ATTRIBUTES, Fate::Dropped, origin, message);
    }
}
