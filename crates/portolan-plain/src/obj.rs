//! OBJ: polygons, lines and points in a text.

use std::collections::HashMap;

use portolan_mesh::{Data, Elements, first, texture_set, triple};
use portolan_scene::glam::DVec3;
use portolan_scene::{ColourSlot, Fate, GeometryId, Losses, Primitive, Scene, Semantic};

use crate::corners::{Wanted, each};
use crate::gather::{Body, Form, Piece, Posed, material};
use crate::mtl::Library;
use crate::names::{Names, exact_number, line, line_of, number, whole};
use crate::{Options, Written, codes};

/// A scene as an OBJ file, an MTL file if there are materials, and the pictures that the scene holds itself.
///
/// Every shape at a place is an object, in a group called as its node. Polygons stay polygons unless they have holes.
/// Texture coordinates and normals keep their indices.
pub fn obj(scene: &Scene, options: &Options) -> Written {
    let mut losses = Losses::default();
    let posed = Posed::new(scene, options, &mut losses);
    let mut writer = Writer {
        triangles: options.triangulate,
        text: String::new(),
        names: Names::default(),
        library: Library::new(options),
        places: 0,
        coordinates: 0,
        normals: 0,
        shared: HashMap::new(),
    };
    posed.each(&mut losses, |piece, losses| writer.piece(&posed, piece, losses));
    let (library, companions) = writer.library.finish(&mut losses);
    let head = library.map(|name| format!("mtllib {name}\n")).unwrap_or_default();
    let main = (format!("{}.obj", options.name), (head + &writer.text).into_bytes());
    (std::iter::once(main).chain(companions).collect(), losses)
}

struct Writer {
    triangles: bool,
    text: String,
    names: Names,
    library: Library,
    /// How many of each were written.
    places: u64,
    coordinates: u64,
    normals: u64,
    /// Texture coordinates that were written: how many there were before. They are the same at all places.
    shared: HashMap<(GeometryId, u32), u64>,
}

/// Normals of a shape that were written.
enum Normals {
    /// All rows, behind so many others.
    Rows(u64),
    /// By vertex and row, because each vertex is turned on its own.
    Pairs(HashMap<(u32, u32), u64>),
}

impl Writer {
    fn piece(&mut self, posed: &Posed<'_>, piece: &Piece<'_>, losses: &mut Losses) {
        let label = piece.node.meta.label();
        let name = self.names.unique(label, "node");
        let group = Names::default().unique(label, "node");
        self.text += &format!("o {name}\ng {group}\n");
        match &piece.form {
            Form::Curve => self.curve(posed, piece, losses),
            Form::Mesh(body) => {
                let first = self.places;
                let written = if body.exact { exact_number } else { number };
                for place in &body.positions {
                    line_of(&mut self.text, "v", place.to_array(), written);
                }
                self.places += body.positions.len() as u64;
                let mut normals = HashMap::new();
                for primitive in &body.mesh.primitives {
                    let data = body.data(primitive);
                    tell_rest(&data, primitive, losses);
                    self.primitive(posed, piece, (body, primitive, &data), first, &mut normals, losses);
                }
            }
        }
    }

    fn primitive<'a>(
        &mut self,
        posed: &Posed<'_>,
        piece: &Piece<'_>,
        (body, primitive, data): (&Body<'a>, &'a Primitive, &[Data<'a>]),
        first_place: u64,
        normals: &mut HashMap<(u32, bool), Normals>,
        losses: &mut Losses,
    ) {
        let binding = piece.drawn.binding(primitive);
        let bound = binding.and_then(|b| Some((b, material(posed, b)?)));
        let diffuse = bound.as_ref().and_then(|(_, material)| material.colour(ColourSlot::Diffuse)?.texture.as_ref());
        let texture = match diffuse {
            Some(texture) => texture_set(data, &texture.coordinates, binding).and_then(|at| data.get(at)).copied(),
            None => first(body.mesh, data, &Semantic::TexCoord, 1),
        };
        let texture = texture.map(|source| (source, self.texture_rows(piece.geometry, body, &source)));
        let normal = first(body.mesh, data, &Semantic::Normal, 1);
        let normal = normal.map(|source| {
            let key = (source.attribute.stream, source.of_vertex);
            (source, normals.entry(key).or_insert_with(|| self.normal_rows(body, &source)))
        });
        // Primitives without a material must not take the one before.
        let known = bound.as_ref().map(|(b, m)| (b.material, &**m));
        let name = self.library.material(posed.scene, known, losses);
        if let Some(name) = name {
            self.text += &format!("usemtl {name}\n");
        }
        let Writer { text, normals: written, triangles, .. } = self;
        let wanted = Wanted { triangles: *triangles, mirrored: piece.mirrored };
        // Normals that are made on the way come before the face that uses them.
        let mut element_text = String::new();
        let mut normal = normal;
        let cut = each(primitive, &body.positions, wanted, |element, list| {
            element_text.clear();
            element_text.push_str(match element {
                Elements::Points => "p",
                Elements::Lines => "l",
                Elements::Triangles => "f",
            });
            for corner in list {
                let index = |column: u32| primitive.row(*corner as usize, column).unwrap_or(0);
                let vertex = index(primitive.vertex_column);
                whole(&mut element_text, ' ', first_place + u64::from(vertex) + 1);
                let texture = texture.map(|(source, before)| before + u64::from(index(source.column)) + 1);
                let normal = normal.as_mut().map(|(source, normals)| {
                    let row = index(source.column);
                    match normals {
                        Normals::Rows(before) => *before + u64::from(row) + 1,
                        Normals::Pairs(known) => *known.entry((vertex, row)).or_insert_with(|| {
                            let turned = body.normal(triple(body.row(source, row as usize)), vertex as usize);
                            line(text, "vn", turned.to_array());
                            *written += 1;
                            *written
                        }),
                    }
                });
                if let Some(texture) = texture.filter(|_| element != Elements::Points) {
                    whole(&mut element_text, '/', texture);
                }
                if let Some(normal) = normal.filter(|_| element == Elements::Triangles) {
                    if texture.is_none() {
                        element_text.push('/');
                    }
                    whole(&mut element_text, '/', normal);
                }
            }
            text.push_str(&element_text);
            text.push('\n');
        });
        if cut {
            let message = "polygons are triangulated";
            losses.push(&codes::TRIANGULATED, Fate::Baked, primitive.meta.origin, message);
        }
    }

    /// Writes texture coordinates unless they are there; tells how many stand before them.
    fn texture_rows(&mut self, geometry: GeometryId, body: &Body<'_>, source: &Data<'_>) -> u64 {
        let key = (geometry, source.attribute.stream);
        if body.deformed.is_none()
            && let Some(before) = self.shared.get(&key)
        {
            return *before;
        }
        let before = self.coordinates;
        let (width, data) = body.rows(source);
        for row in data.chunks_exact(width) {
            let [u, v, _] = triple(row);
            line(&mut self.text, "vt", [f64::from(u), f64::from(v)]);
            self.coordinates += 1;
        }
        if body.deformed.is_none() {
            self.shared.insert(key, before);
        }
        before
    }

    fn normal_rows(&mut self, body: &Body<'_>, source: &Data<'_>) -> Normals {
        if body.turns_each_vertex() {
            return Normals::Pairs(HashMap::new());
        }
        let before = self.normals;
        let (width, data) = body.rows(source);
        for row in data.chunks_exact(width) {
            line(&mut self.text, "vn", body.normal(triple(row), usize::MAX).to_array());
            self.normals += 1;
        }
        Normals::Rows(before)
    }

    fn curve(&mut self, posed: &Posed<'_>, piece: &Piece<'_>, losses: &mut Losses) {
        let places = posed.curves.points(piece.geometry);
        let first = self.places;
        for place in places {
            line(&mut self.text, "v", piece.world.transform_point3(DVec3::from_array(*place)).to_array());
        }
        self.places += places.len() as u64;
        if places.len() > 1 {
            self.text.push('l');
            for index in first..self.places {
                whole(&mut self.text, ' ', index + 1);
            }
            self.text.push('\n');
            let message = "a curve is written as line segments";
            losses.push(&codes::CURVES, Fate::Approximated, piece.drawn.meta.origin, message);
        }
    }
}

fn tell_rest(data: &[Data<'_>], primitive: &Primitive, losses: &mut Losses) {
    let origin = primitive.meta.origin;
    let sets = data.iter().filter(|s| s.attribute.semantic == Semantic::TexCoord).count();
    if sets > 1 {
        let message = "only one set of texture coordinates is supported; the others are dropped";
        losses.push(&codes::COORDINATES, Fate::Dropped, origin, message);
    }
    for source in data {
        match source.attribute.semantic {
            Semantic::TexCoord | Semantic::Normal => {}
            Semantic::Color => {
                let message = "vertex colours are not supported by this format";
                losses.push(&codes::COLOURS, Fate::Dropped, origin, message);
            }
            _ => {
                let message = "other vertex data is not supported by this format";
                losses.push(&codes::ATTRIBUTES, Fate::Dropped, origin, message);
            }
        }
    }
}
