//! Meshes: vertices of all primitives, one behind the other, and morph targets as shapes of their own.

use std::collections::BTreeMap;
use std::rc::Rc;

use portolan_scene::{
    Attribute, Fate, Geometry, GeometryId, Input, Mesh, Meta, Primitive, Semantic, Shape, Stream, TargetName,
};

use super::Reader;
use super::accessor::Rows;
use super::codes::{ATTRIBUTE, GEOMETRY, REQUIRED};
use super::value::At;

/// A mesh that was read.
pub(super) struct Shaped {
    pub geometry: GeometryId,
    pub targets: Vec<GeometryId>,
    /// What targets are called, where that is more than their names.
    pub called: Vec<TargetName>,
    pub weights: Vec<f64>,
    /// Materials that its primitives ask for.
    pub materials: Vec<usize>,
    pub vertices: Vec<Vertices>,
}

/// Vertices that primitives share.
pub(super) struct Vertices {
    /// Accessors by the names of attributes.
    pub attributes: BTreeMap<String, usize>,
    targets: Vec<BTreeMap<String, usize>>,
    /// Of how many; those of others stand before.
    pub count: usize,
    pub first: usize,
}

/// What an attribute stands for; `None` for joints and weights, which are part of skins.
fn semantic(name: &str) -> Option<(Semantic, Option<u32>)> {
    let numbered = |prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok();
    if numbered("JOINTS_").or(numbered("WEIGHTS_")).is_some() {
        return None;
    }
    Some(match name {
        "POSITION" => (Semantic::Position, None),
        "NORMAL" => (Semantic::Normal, None),
        // The fourth number tells the side of the binormal, which is made of it.
        "TANGENT" => (Semantic::TexTangent, Some(0)),
        _ => match (numbered("TEXCOORD_"), numbered("COLOR_")) {
            (Some(set), _) => (Semantic::TexCoord, Some(set)),
            (_, Some(set)) => (Semantic::Color, Some(set)),
            _ => (Semantic::Other(name.into()), None),
        },
    })
}

/// Where an attribute stands among others, positions first.
fn rank(semantic: &Semantic) -> u8 {
    match semantic {
        Semantic::Position => 0,
        Semantic::Normal => 1,
        Semantic::TexCoord => 2,
        Semantic::TexTangent => 3,
        Semantic::TexBinormal => 4,
        Semantic::Color => 5,
        _ => 6,
    }
}

/// An attribute of all vertices: its numbers, and which vertices have it.
struct Column {
    semantic: Semantic,
    set: Option<u32>,
    width: usize,
    data: Vec<f32>,
    has: Vec<bool>,
}

impl<'a> Reader<'a> {
    /// The mesh with this index.
    pub fn mesh(&mut self, index: usize) -> Option<Rc<Shaped>> {
        if let Some(known) = self.meshes.get(&index) {
            return known.clone();
        }
        let shaped = self.item("meshes", index).and_then(|at| self.read_mesh(&at)).map(Rc::new);
        self.meshes.insert(index, shaped.clone());
        shaped
    }

    fn read_mesh(&mut self, at: &At<'a>) -> Option<Shaped> {
        let meta = self.meta(at);
        let mut vertices: Vec<Vertices> = Vec::new();
        let mut drawn: Vec<(At<'a>, usize)> = Vec::new();
        let list = at.get("primitives").map(|p| p.items()).unwrap_or_default();
        if list.is_empty() {
            self.tell(&GEOMETRY, Fate::Dropped, at, "the mesh has no primitives");
        }
        for primitive in list {
            if let Some(place) = self.vertices(&primitive, &mut vertices) {
                drawn.push((primitive, place));
            }
        }
        let many = vertices.iter().map(|v| v.targets.len()).max().unwrap_or(0);
        if vertices.iter().any(|v| v.targets.len() != many) {
            self.tell(&GEOMETRY, Fate::Approximated, at, "primitives have different numbers of morph targets");
        }
        let columns = self.columns(at, &mut vertices);
        let total: usize = vertices.iter().map(|v| v.count).sum();
        let mut materials = Vec::new();
        let mut primitives = Vec::new();
        for (at, place) in drawn {
            let Some(range) = vertices.get(place).map(|v| v.first..v.first + v.count).filter(|r| !r.is_empty()) else {
                continue;
            };
            let Some((mut primitive, material)) = self.primitive(&at, range) else { continue };
            if let Some(material) = material {
                primitive.material = Some(symbol(material));
                if !materials.contains(&material) {
                    materials.push(material);
                }
            }
            primitives.push((primitive, place));
        }
        let moved = |name: &str| vertices.iter().flat_map(|v| &v.targets).any(|t| t.contains_key(name));
        let moved = Moved { any: many > 0, normals: moved("NORMAL"), tangents: moved("TANGENT") };
        let mesh = assemble(columns, primitives, vertices.len(), moved);
        for (name, semantic) in [("NORMAL", Semantic::Normal), ("TANGENT", Semantic::TexTangent)] {
            let lost = moved.any && moved.allows(&semantic);
            if lost && mesh.primitives.iter().flat_map(|p| &p.inputs).any(|i| i.attribute.semantic == semantic) {
                let message = format!("morph targets of `{name}` are dropped because some primitives lack it");
                self.tell(&ATTRIBUTE, Fate::Dropped, at, message);
            }
        }
        if total == 0 || mesh.primitives.is_empty() {
            let id = self.put(meta, Shape::Empty);
            let (targets, called, weights) = (Vec::new(), Vec::new(), Vec::new());
            return Some(Shaped { geometry: id, targets, called, weights, materials, vertices });
        }
        let names = at.value.get("extras").and_then(|e| e.get("targetNames")?.as_array());
        let mut targets = Vec::with_capacity(many);
        for number in 0..many {
            // Our own files say that a target has no name.
            let name = match names.and_then(|n| n.get(number)?.as_str()) {
                Some(name) => Some(name.to_owned()).filter(|n| !n.is_empty()),
                None => Some(format!("{}-target{number}", meta.label().unwrap_or("mesh"))),
            };
            let Some(shape) = self.target(at, &vertices, total, number, &mesh) else { break };
            let meta = Meta { name: name.map(Box::from), origin: meta.origin, ..Meta::default() };
            targets.push(self.put(meta, Shape::Mesh(shape)));
        }
        let called = self.called(at, &targets);
        let mut weights = self.number_list(at, "weights").unwrap_or_default();
        if !weights.is_empty() && weights.len() != many {
            let message = format!(
                "there are {} for {}",
                portolan_syntax::counted(weights.len(), "weight", "weights"),
                portolan_syntax::counted(many, "morph target", "morph targets")
            );
            self.tell(&GEOMETRY, Fate::Approximated, at, message);
        }
        weights.resize(targets.len(), 0.0);
        let geometry = self.put(meta, Shape::Mesh(mesh));
        Some(Shaped { geometry, targets, called, weights, materials, vertices })
    }

    /// The numbers of targets in our own files, with their names.
    fn called(&self, at: &At<'a>, targets: &[GeometryId]) -> Vec<TargetName> {
        let numbers = at.value.get("extras").and_then(|e| e.get("targetIndices")?.as_array());
        let number = |value: &serde_json::Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
        let numbers: Option<Vec<u32>> = numbers.and_then(|n| n.iter().map(number).collect());
        let Some(numbers) = numbers.filter(|n| n.len() == targets.len()) else { return Vec::new() };
        let name = |id: &GeometryId| self.scene.geometry(*id).and_then(|g| g.meta.name.clone());
        numbers.into_iter().zip(targets).map(|(number, id)| TargetName { number, name: name(id) }).collect()
    }

    fn put(&mut self, meta: Meta, shape: Shape) -> GeometryId {
        let id = GeometryId::next(&self.scene.geometries);
        self.scene.geometries.push(Geometry::new(meta, shape));
        id
    }

    /// The vertices of a primitive, as a place in the list of all of the mesh.
    fn vertices(&mut self, at: &At<'a>, all: &mut Vec<Vertices>) -> Option<usize> {
        let attributes = self.accessors(at, "attributes");
        let Some(positions) = attributes.get("POSITION").copied() else {
            self.tell(&GEOMETRY, Fate::Dropped, at, "the primitive has no positions");
            return None;
        };
        let position = self.accessor(positions)?;
        if at.extension("KHR_draco_mesh_compression").is_some() && position.at.get("bufferView").is_none() {
            self.tell(&REQUIRED, Fate::Dropped, at, "Draco compression is not supported");
            return None;
        }
        if position.width != 3 {
            self.tell(&GEOMETRY, Fate::Dropped, at, "positions do not have three components");
            return None;
        }
        let targets = at.get("targets").map(|t| t.items()).unwrap_or_default();
        let targets: Vec<BTreeMap<String, usize>> = targets.iter().map(|t| self.accessors_of(t)).collect();
        let same = |v: &Vertices| v.attributes == attributes && v.targets == targets;
        if let Some(known) = all.iter().position(same) {
            return Some(known);
        }
        all.push(Vertices { attributes, targets, count: position.count, first: 0 });
        Some(all.len() - 1)
    }

    fn accessors(&mut self, at: &At<'a>, key: &str) -> BTreeMap<String, usize> {
        at.get(key).map(|found| self.accessors_of(&found)).unwrap_or_default()
    }

    fn accessors_of(&mut self, at: &At<'a>) -> BTreeMap<String, usize> {
        let names = at.value.as_object().into_iter().flatten().map(|(name, _)| name.clone());
        names.filter_map(|name| Some((name.clone(), self.index(at, &name, "accessors")?))).collect()
    }

    /// Reads the data of all vertices. Each set of them is told where it begins.
    fn columns(&mut self, at: &At<'a>, vertices: &mut [Vertices]) -> Vec<Column> {
        let many = vertices.len();
        let mut first = 0usize;
        let mut columns: Vec<Column> = Vec::new();
        for place in 0..many {
            let Some(own) = vertices.get_mut(place) else { continue };
            own.first = first;
            let (count, attributes) = (own.count, own.attributes.clone());
            let mut read = Vec::new();
            for (name, accessor) in &attributes {
                let Some((semantic, set)) = semantic(name) else { continue };
                let known = !matches!(semantic, Semantic::Other(_)) || name.starts_with('_');
                if !known {
                    self.tell(&GEOMETRY, Fate::Noted, at, format!("`{name}` is not a glTF attribute"));
                }
                let Some(rows) = self.attribute(at, name, *accessor, count) else { continue };
                read.push((semantic, set, rows));
            }
            self.frames(at, &mut read);
            read.sort_by_key(|(semantic, set, _)| (rank(semantic), *set));
            let has_positions = read.first().is_some_and(|(s, ..)| *s == Semantic::Position);
            if !has_positions {
                if let Some(own) = vertices.get_mut(place) {
                    own.count = 0;
                }
                continue;
            }
            for (semantic, set, mut rows) in read {
                if semantic == Semantic::TexCoord {
                    rows.data.chunks_exact_mut(2).for_each(|uv| {
                        if let [_, v] = uv {
                            *v = 1.0 - *v;
                        }
                    });
                }
                let same = |c: &Column| c.semantic == semantic && c.set == set && c.width == rows.width;
                match columns.iter_mut().find(|c| same(c)) {
                    Some(column) => {
                        column.data.resize(first * rows.width, 0.0);
                        column.data.append(&mut rows.data);
                        column.has.iter_mut().skip(place).take(1).for_each(|h| *h = true);
                    }
                    None => {
                        if first > 0 && !self.claim(at, (first * rows.width) as u64) {
                            continue;
                        }
                        let mut data = vec![0.0; first * rows.width];
                        if first == 0 {
                            data = std::mem::take(&mut rows.data);
                        } else {
                            data.append(&mut rows.data);
                        }
                        let mut has = vec![false; many];
                        has.iter_mut().skip(place).take(1).for_each(|h| *h = true);
                        columns.push(Column { semantic, set, width: rows.width, data, has });
                    }
                }
            }
            first += count;
        }
        for column in &mut columns {
            column.data.resize(first * column.width, 0.0);
        }
        columns
    }

    /// Makes tangents and binormals of tangents that tell a side. Without normals they mean nothing.
    fn frames(&mut self, at: &At<'a>, read: &mut Vec<(Semantic, Option<u32>, Rows<f32>)>) {
        let Some(place) = read.iter().position(|(s, ..)| *s == Semantic::TexTangent) else { return };
        let (semantic, set, tangents) = read.swap_remove(place);
        let Some((.., normals)) = read.iter().find(|(s, ..)| *s == Semantic::Normal) else {
            self.tell(&ATTRIBUTE, Fate::Dropped, at, "tangents without normals are dropped");
            return;
        };
        let mut along = Vec::with_capacity(normals.data.len());
        let mut across = Vec::with_capacity(normals.data.len());
        for (tangent, normal) in tangents.data.chunks_exact(4).zip(normals.data.chunks_exact(3)) {
            let (&[x, y, z, side], &[nx, ny, nz]) = (tangent, normal) else { continue };
            along.extend([x, y, z]);
            across.extend([ny * z - nz * y, nz * x - nx * z, nx * y - ny * x].map(|c| c * side));
        }
        read.push((semantic, set, Rows { width: 3, data: along }));
        read.push((Semantic::TexBinormal, set, Rows { width: 3, data: across }));
    }

    /// The numbers of an attribute, if there are as many as vertices.
    fn attribute(&mut self, at: &At<'a>, name: &str, accessor: usize, count: usize) -> Option<Rows<f32>> {
        let accessor = self.accessor(accessor)?;
        let fits = match semantic(name)?.0 {
            Semantic::Position | Semantic::Normal => accessor.width == 3,
            Semantic::TexCoord => accessor.width == 2,
            Semantic::TexTangent => accessor.width == 4,
            Semantic::Color => (3..=4).contains(&accessor.width),
            _ => true,
        };
        if !fits || accessor.count != count {
            let message = format!(
                "`{name}` has {} elements of {} components for {count} vertices",
                accessor.count, accessor.width
            );
            self.tell(&GEOMETRY, Fate::Dropped, at, message);
            return None;
        }
        self.floats(&accessor)
    }

    /// A morph target: what is added to the vertices.
    fn target(&mut self, at: &At<'a>, vertices: &[Vertices], total: usize, number: usize, base: &Mesh) -> Option<Mesh> {
        let mut mesh = Mesh::default();
        // All targets have what any of them moves, as the shape itself has it with its vertices.
        for Attribute { semantic, set, .. } in &base.vertices {
            let name = match semantic {
                Semantic::Position => "POSITION",
                Semantic::Normal => "NORMAL",
                _ => "TANGENT",
            };
            let width = 3;
            let named = |v: &&Vertices| v.targets.get(number).is_some_and(|t| t.contains_key(name));
            if !self.claim(at, (total * width) as u64) {
                return None;
            }
            let mut data = vec![0.0; total * width];
            for own in vertices.iter().filter(named) {
                let accessor = own.targets.get(number).and_then(|t| t.get(name)).copied();
                let Some(accessor) = accessor.and_then(|a| self.accessor(a)) else { continue };
                if accessor.width != 3 || accessor.count != own.count {
                    let message = format!("`{name}` of morph target {number} does not match the vertices");
                    self.tell(&GEOMETRY, Fate::Dropped, at, message);
                    continue;
                }
                let Some(rows) = self.floats(&accessor) else { continue };
                let slots = data.chunks_exact_mut(width).skip(own.first);
                for (slot, row) in slots.zip(rows.data.chunks_exact(3)) {
                    slot.iter_mut().zip(row).for_each(|(to, from)| *to = *from);
                }
            }
            let stream = mesh.streams.len() as u32;
            mesh.streams.push(Stream::new(width as u32, data));
            mesh.vertices.push(Attribute { semantic: semantic.clone(), set: *set, stream });
        }
        let others = |name: &&String| !["POSITION", "NORMAL", "TANGENT"].contains(&name.as_str());
        let all = vertices.iter().filter_map(|v| v.targets.get(number)).flat_map(BTreeMap::keys);
        if let Some(name) = all.filter(others).min().cloned() {
            self.tell(&ATTRIBUTE, Fate::Dropped, at, format!("morph targets of `{name}` are dropped"));
        }
        let corners: usize = base.primitives.iter().map(|p| p.indices.len()).sum();
        if !self.claim(at, corners as u64) {
            return None;
        }
        mesh.primitives = base.primitives.iter().map(|p| Primitive { inputs: Vec::new(), ..p.clone() }).collect();
        Some(mesh)
    }
}

/// What primitives call a material.
pub(super) fn symbol(material: usize) -> Box<str> {
    format!("material{material}").into()
}

/// What morph targets move.
#[derive(Clone, Copy)]
struct Moved {
    any: bool,
    normals: bool,
    tangents: bool,
}

impl Moved {
    /// May data belong to the vertices? Morph targets have the same as those.
    fn allows(self, semantic: &Semantic) -> bool {
        match semantic {
            Semantic::Position => true,
            Semantic::Normal => !self.any || self.normals,
            Semantic::TexTangent => !self.any || self.tangents,
            _ => !self.any,
        }
    }
}

/// Puts a mesh together. What all vertices have belongs to the vertices, the rest to primitives.
fn assemble(columns: Vec<Column>, primitives: Vec<(Primitive, usize)>, many: usize, moved: Moved) -> Mesh {
    let mut mesh = Mesh::default();
    let mut partial: Vec<(Attribute, Vec<bool>)> = Vec::new();
    // Vertices of broken primitives are not there; they do not count.
    let counts = |place: usize| primitives.iter().any(|(_, p)| *p == place);
    for column in columns {
        let stream = mesh.streams.len() as u32;
        let attribute = Attribute { semantic: column.semantic, set: column.set, stream };
        mesh.streams.push(Stream::new(column.width as u32, column.data));
        let whole = (0..many).all(|p| !counts(p) || column.has.get(p) == Some(&true));
        match whole && moved.allows(&attribute.semantic) {
            true => mesh.vertices.push(attribute),
            false => partial.push((attribute, column.has)),
        }
    }
    for (mut primitive, place) in primitives {
        let own = partial.iter().filter(|(_, has)| has.get(place) == Some(&true));
        primitive.inputs = own.map(|(attribute, _)| Input { attribute: attribute.clone(), column: 0 }).collect();
        mesh.primitives.push(primitive);
    }
    mesh
}
