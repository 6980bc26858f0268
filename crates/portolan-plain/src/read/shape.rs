//! From corners of the whole file to shapes with vertices of their own.

use std::collections::HashMap;

use portolan_scene::{
    Asset, Attribute, Drawable, Drawn, Geometry, GeometryId, Image, Input, Material, MaterialBinding, MaterialId, Mesh,
    Meta, Node, NodeId, Origin, Primitive, PrimitiveKind, Scene, Semantic, Shape, Stream, View, ViewId,
};

/// Vertices, texture coordinates and normals of the whole file.
#[derive(Default)]
pub(super) struct Pool {
    pub places: Vec<f64>,
    pub coordinates: Vec<f32>,
    pub normals: Vec<f32>,
    /// Of all vertices, white where none is given; empty if none has any.
    colours: Vec<f32>,
}

impl Pool {
    /// The colour of the vertex added last.
    pub fn colour(&mut self, colour: Option<[f32; 3]>) {
        if colour.is_some() || !self.colours.is_empty() {
            self.colours.resize(self.places.len().saturating_sub(3), 1.0);
            self.colours.extend(colour.unwrap_or([1.0; 3]));
        }
    }
}

/// What corners make up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Face,
    Line,
    Point,
}

/// What is drawn alike: by its material, its kind, and whether it has texture coordinates and normals.
type Key = (Option<u32>, Kind, bool, bool);

#[derive(Default)]
struct Part {
    /// For each corner the places of its data in the pool.
    indices: Vec<u32>,
    counts: Vec<u32>,
    origin: Origin,
}

#[derive(Default)]
struct Object {
    name: Option<String>,
    parts: Vec<(Key, Part)>,
    known: HashMap<Key, usize>,
}

/// All shapes of a file.
#[derive(Default)]
pub(super) struct Shapes {
    list: Vec<Object>,
    known: HashMap<Option<String>, usize>,
    /// The names of the shape at hand, and its place.
    last: Option<(Option<String>, Option<String>, usize)>,
}

impl Shapes {
    fn place(&mut self, (object, group): (Option<&str>, Option<&str>)) -> usize {
        if let Some((o, g, place)) = &self.last
            && o.as_deref() == object
            && g.as_deref() == group
        {
            return *place;
        }
        let name = match (object, group) {
            (Some(o), Some(g)) if o != g => Some(format!("{o}/{g}")),
            (o, g) => o.or(g).map(str::to_owned),
        };
        let next = self.list.len();
        let place = *self.known.entry(name.clone()).or_insert(next);
        if place == next {
            self.list.push(Object { name, ..Object::default() });
        }
        self.last = Some((object.map(str::to_owned), group.map(str::to_owned), place));
        place
    }

    /// Adds a face, a line or points.
    pub fn add(
        &mut self,
        names: (Option<&str>, Option<&str>),
        material: Option<u32>,
        kind: Kind,
        corners: &[[Option<u32>; 3]],
        origin: Origin,
    ) {
        let place = self.place(names);
        let Some(object) = self.list.get_mut(place) else { return };
        // All corners or none.
        let textured = corners.iter().all(|[_, t, _]| t.is_some());
        let normal = corners.iter().all(|[.., n]| n.is_some());
        let key = (material, kind, textured, normal);
        let next = object.parts.len();
        let place = *object.known.entry(key).or_insert(next);
        if place == next {
            object.parts.push((key, Part { origin, ..Part::default() }));
        }
        let Some((_, part)) = object.parts.get_mut(place) else { return };
        for [v, t, n] in corners {
            part.indices.extend(v.iter().chain(t.iter().filter(|_| textured)).chain(n.iter().filter(|_| normal)));
        }
        part.counts.push(corners.len() as u32);
    }

    /// All shapes as nodes of one view.
    pub fn scene(self, pool: &Pool, materials: Vec<Material>, images: Vec<Image>, name: &str) -> Scene {
        let mut scene = Scene { materials, images, asset: Asset::default(), ..Scene::default() };
        let mut compact = [
            Compact::new(pool.places.len() / 3),
            Compact::new(pool.coordinates.len() / 2),
            Compact::new(pool.normals.len() / 3),
        ];
        for object in self.list {
            let origin = object.parts.first().map_or(Origin::default(), |(_, p)| p.origin);
            let name = object.name.as_deref().unwrap_or(name);
            let meta = Meta { name: Some(name.into()), origin, ..Meta::default() };
            let used: Vec<Option<u32>> = object.parts.iter().map(|((m, ..), _)| *m).collect();
            let mesh = mesh(object.parts, pool, &mut compact);
            let id = GeometryId::next(&scene.geometries);
            scene.geometries.push(Geometry::new(meta.clone(), Shape::Mesh(mesh)));
            let mut drawn = Drawn::new(Meta { origin, ..Meta::default() }, Drawable::Geometry(id));
            for material in used.into_iter().flatten() {
                if drawn.materials.iter().all(|b| b.material.0 != material) {
                    let inputs = vec![(super::mtl::COORDINATES.into(), Semantic::TexCoord, Some(0))];
                    let (symbol, material) = (symbol(material), MaterialId(material));
                    drawn.materials.push(MaterialBinding { symbol, material, inputs, meta: Meta::default() });
                }
            }
            scene.nodes.push(Node { meta, drawn: vec![drawn], ..Node::default() });
        }
        let roots = (0..scene.nodes.len() as u32).map(NodeId).collect();
        scene.views.push(View { roots, ..View::default() });
        scene.default_view = Some(ViewId(0));
        scene
    }
}

fn symbol(material: u32) -> Box<str> {
    format!("material{material}").into()
}

/// Gives rows of the pool that a shape uses places of its own. Made once, so that many small shapes cost little.
struct Compact {
    /// The place of each row in the shape at hand, one more than it is; 0 is not used.
    places: Vec<u32>,
    used: Vec<u32>,
}

impl Compact {
    fn new(rows: usize) -> Compact {
        Compact { places: vec![0; rows], used: Vec::new() }
    }

    fn place(&mut self, row: u32) -> u32 {
        let Some(place) = self.places.get_mut(row as usize) else { return 0 };
        if *place == 0 {
            self.used.push(row);
            *place = self.used.len() as u32;
        }
        *place - 1
    }

    /// The rows that were used, and forgets them.
    fn finish(&mut self) -> Vec<u32> {
        let used = std::mem::take(&mut self.used);
        for row in &used {
            if let Some(place) = self.places.get_mut(*row as usize) {
                *place = 0;
            }
        }
        used
    }
}

fn mesh(parts: Vec<(Key, Part)>, pool: &Pool, compact: &mut [Compact; 3]) -> Mesh {
    let [places, coordinates, normals] = compact;
    let mut primitives = Vec::with_capacity(parts.len());
    for ((material, kind, textured, normal), mut part) in parts {
        let stride = 1 + usize::from(textured) + usize::from(normal);
        for corner in part.indices.chunks_exact_mut(stride) {
            let mut slots = corner.iter_mut();
            if let Some(v) = slots.next() {
                *v = places.place(*v);
            }
            if let Some(t) = slots.next().filter(|_| textured) {
                *t = coordinates.place(*t);
            } else if let (true, Some(n)) = (normal, corner.get_mut(1)) {
                *n = normals.place(*n);
                continue;
            }
            if let (true, Some(n)) = (normal && textured, corner.get_mut(2)) {
                *n = normals.place(*n);
            }
        }
        let column = |semantic, set, stream, column| Input { attribute: Attribute { semantic, set, stream }, column };
        let mut inputs = Vec::new();
        if textured {
            inputs.push(column(Semantic::TexCoord, Some(0), 1, 1));
        }
        if normal {
            inputs.push(column(Semantic::Normal, None, 2, stride as u32 - 1));
        }
        let triangles = part.counts.iter().all(|c| *c == 3);
        let (kind, counts) = match kind {
            Kind::Face if triangles => (PrimitiveKind::Triangles, Vec::new()),
            Kind::Face => (PrimitiveKind::Polygons, part.counts),
            Kind::Line => (PrimitiveKind::LineStrips, part.counts),
            Kind::Point => (PrimitiveKind::Points, Vec::new()),
        };
        primitives.push(Primitive {
            meta: Meta { origin: part.origin, ..Meta::default() },
            kind,
            material: material.map(symbol),
            inputs,
            vertex_column: 0,
            stride: stride as u32,
            indices: part.indices,
            counts,
            rings: Vec::new(),
        });
    }
    let own = places.finish();
    let mut streams = vec![
        Stream::precise(3, pick(&own, &pool.places, 3)),
        Stream::new(2, pick(&coordinates.finish(), &pool.coordinates, 2)),
        Stream::new(3, pick(&normals.finish(), &pool.normals, 3)),
    ];
    let mut vertices = vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }];
    if !pool.colours.is_empty() {
        vertices.push(Attribute { semantic: Semantic::Color, set: Some(0), stream: 3 });
        streams.push(Stream::new(3, pick(&own, &pool.colours, 3)));
    }
    Mesh { streams, vertices, primitives, ..Mesh::default() }
}

/// Some rows of the pool.
fn pick<T: Copy>(rows: &[u32], data: &[T], width: usize) -> Vec<T> {
    let row = |r: &u32| data.get(*r as usize * width..(*r as usize + 1) * width).unwrap_or_default();
    rows.iter().flat_map(row).copied().collect()
}
