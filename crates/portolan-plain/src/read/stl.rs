//! STL: triangles, as text or binary.

use std::collections::HashMap;

use portolan_scene::{
    Attribute, Drawable, Drawn, Fate, Geometry, GeometryId, Losses, Mesh, Meta, Node, NodeId, Origin, Primitive,
    PrimitiveKind, Scene, Semantic, Shape, Stream, View, ViewId,
};

use super::{COLOURS, Document, LENGTH, NUMBER, Read, TEXT, stem};

const HEAD: usize = 84;
const FACET: usize = 50;

/// Is it as long as a binary file says that it is, or a text with facets?
pub fn is_stl(bytes: &[u8]) -> bool {
    is_binary(bytes) || {
        let head = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
        let text = String::from_utf8_lossy(head);
        text.trim_start().starts_with("solid") && (text.contains("facet") || text.contains("endsolid"))
    }
}

fn count(bytes: &[u8]) -> Option<usize> {
    let four: [u8; 4] = bytes.get(80..84)?.try_into().ok()?;
    Some(u32::from_le_bytes(four) as usize)
}

/// Binary files may begin with `solid` all the same; their length tells.
fn is_binary(bytes: &[u8]) -> bool {
    count(bytes).and_then(|n| n.checked_mul(FACET)?.checked_add(HEAD)) == Some(bytes.len())
}

/// Reads a file.
pub fn stl(location: &str, bytes: &[u8]) -> Read {
    let mut reader = Reader { scene: Scene::default(), losses: Losses::default(), solid: Solid::default() };
    let text = !is_binary(bytes) && bytes.trim_ascii_start().starts_with(b"solid");
    let source = match text {
        true => {
            let source = String::from_utf8_lossy(bytes).into_owned();
            reader.text(&source, stem(location));
            source
        }
        false => {
            reader.binary(bytes, stem(location));
            String::new()
        }
    };
    let Reader { mut scene, losses, .. } = reader;
    let roots = (0..scene.nodes.len() as u32).map(NodeId).collect();
    scene.views.push(View { roots, ..View::default() });
    scene.default_view = Some(ViewId(0));
    Read { scene, losses, document: Document::new(location, source, bytes.len() as u64) }
}

struct Reader {
    scene: Scene,
    losses: Losses,
    solid: Solid,
}

/// Triangles whose equal corners are one vertex.
#[derive(Default)]
struct Solid {
    places: Vec<f32>,
    indices: Vec<u32>,
    known: HashMap<[u32; 3], u32>,
}

impl Solid {
    /// Adds a triangle; `false` if a number of it is not finite.
    fn triangle(&mut self, corners: [[f32; 3]; 3]) -> bool {
        if corners.iter().flatten().any(|x| !x.is_finite()) {
            return false;
        }
        for corner in corners {
            // Minus zero is zero.
            let key = corner.map(|x| (x + 0.0).to_bits());
            let next = self.known.len() as u32;
            let index = *self.known.entry(key).or_insert(next);
            if index == next {
                self.places.extend(corner);
            }
            self.indices.push(index);
        }
        true
    }
}

impl Reader {
    fn binary(&mut self, bytes: &[u8], name: &str) {
        let wanted = count(bytes);
        let rest = bytes.get(HEAD..).unwrap_or_default();
        let whole = rest.len() / FACET;
        let (same, even) = (wanted == Some(whole), rest.len().is_multiple_of(FACET));
        if !same || !even {
            let message = match wanted {
                Some(n) => format!(
                    "the header declares {}, but the file has {whole}",
                    portolan_syntax::counted(n, "triangle", "triangles")
                ),
                None => "the file ends inside its header".to_owned(),
            };
            // Behind triangles that are all there, a few bytes may be anything.
            let fate = if same { Fate::Approximated } else { Fate::Dropped };
            self.losses.push(&LENGTH, fate, Origin::default(), message);
        }
        let (mut broken, mut coloured) = (0u64, false);
        let many = wanted.unwrap_or(0).min(whole);
        self.solid.indices.reserve(many * 3);
        for facet in rest.chunks_exact(FACET).take(many) {
            let float = |at: usize| {
                let four = facet.get(at..at + 4).and_then(|b| b.try_into().ok());
                four.map_or(0.0, f32::from_le_bytes)
            };
            let corner = |number: usize| [0, 1, 2].map(|i| float(12 + number * 12 + i * 4));
            broken += u64::from(!self.solid.triangle([corner(0), corner(1), corner(2)]));
            coloured |= facet.get(48..50) != Some(&[0, 0]);
        }
        if broken > 0 {
            let message = portolan_syntax::counted(
                broken,
                "triangle has a number that is not finite",
                "triangles have numbers that are not finite",
            );
            self.losses.push(&NUMBER, Fate::Dropped, Origin::default(), message);
        }
        if coloured {
            let message = "the attribute bytes of triangles (perhaps colours) are ignored";
            self.losses.push(&COLOURS, Fate::Dropped, Origin::default(), message);
        }
        self.finish(name, Origin::default());
    }

    fn text(&mut self, text: &str, file: &str) {
        let mut name = file.to_owned();
        let mut begun = Origin::default();
        let mut corners: Vec<[f32; 3]> = Vec::with_capacity(3);
        let mut open = false;
        for (number, line) in text.lines().enumerate() {
            let origin = Origin { document: 0, element: number as u32 + 1 };
            let mut words = line.split_ascii_whitespace();
            let Some(word) = words.next() else { continue };
            match word.to_ascii_lowercase().as_str() {
                "solid" => {
                    self.finish(&name, begun);
                    let given = line.trim_start().get(5..).unwrap_or_default().trim();
                    name = if given.is_empty() { file.to_owned() } else { given.to_owned() };
                    begun = origin;
                    open = true;
                }
                "endsolid" => {
                    self.finish(&name, begun);
                    open = false;
                }
                "vertex" => {
                    let mut corner = [f32::NAN; 3];
                    for (slot, word) in corner.iter_mut().zip(words) {
                        *slot = word.parse().unwrap_or(f32::NAN);
                    }
                    corners.push(corner);
                }
                "endfacet" | "endloop" => {
                    if let [a, b, c] = corners.as_slice() {
                        if !self.solid.triangle([*a, *b, *c]) {
                            self.losses.push(&NUMBER, Fate::Dropped, origin, "a triangle does not have nine numbers");
                        }
                    } else if !corners.is_empty() {
                        let message = format!(
                            "a triangle has {} instead of 3",
                            portolan_syntax::counted(corners.len(), "corner", "corners")
                        );
                        self.losses.push(&TEXT, Fate::Dropped, origin, message);
                    }
                    corners.clear();
                }
                "facet" | "outer" => corners.clear(),
                other => {
                    let other: String = other.chars().take(40).collect();
                    self.losses.push(&TEXT, Fate::Dropped, origin, format!("`{other}` is not an STL keyword"));
                }
            }
        }
        if open {
            let place = if corners.is_empty() { "a solid, before its `endsolid`" } else { "a triangle" };
            self.losses.push(&TEXT, Fate::Dropped, begun, format!("the file ends inside {place}"));
        }
        self.finish(&name, begun);
    }

    /// Puts the triangles so far into the scene.
    fn finish(&mut self, name: &str, origin: Origin) {
        let Solid { places, indices, .. } = std::mem::take(&mut self.solid);
        if indices.is_empty() {
            return;
        }
        let meta = Meta { name: Some(name.into()), origin, ..Meta::default() };
        let primitive =
            Primitive::plain(Meta { origin, ..Meta::default() }, PrimitiveKind::Triangles, indices, Vec::new());
        let mesh = Mesh {
            streams: vec![Stream::new(3, places)],
            vertices: vec![Attribute { semantic: Semantic::Position, set: None, stream: 0 }],
            primitives: vec![primitive],
            ..Mesh::default()
        };
        let id = GeometryId::next(&self.scene.geometries);
        self.scene.geometries.push(Geometry::new(meta.clone(), Shape::Mesh(mesh)));
        let drawn = Drawn::new(Meta { origin, ..Meta::default() }, Drawable::Geometry(id));
        self.scene.nodes.push(Node { meta, drawn: vec![drawn], ..Node::default() });
    }
}
