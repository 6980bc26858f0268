//! Shapes: one `Shape` for each material of a mesh.

use portolan_eval::deform as bend;
use portolan_eval::{Deformed, Overrides};
use portolan_mesh::{
    Curves, Cutter, Data, Elements, Faces, Polygons, Sides, Tolerance, data, first, runs, texture_set,
};
use portolan_scene::{
    Drawable, Drawn, Fate, Geometry, GeometryId, Made, Mesh, NodeId, Primitive, PrimitiveKind, Semantic, Shape,
};

use super::mirror::turn_round;
use super::surface::Surface;
use super::{Raise, codes};
use crate::world::{NodeId as WorldId, Value};

/// What makes a geometry: the same is made once. Numbers of the factor are compared by their bits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    geometry: GeometryId,
    primitive: usize,
    solid: bool,
    texture: Option<(u32, u32)>,
    coloured: bool,
    factor: [u64; 3],
    mirrored: bool,
}

/// Between faces in a list of corners.
const END: u32 = u32::MAX;

impl Raise<'_> {
    /// A shape at a node.
    pub fn drawn(&mut self, node: NodeId, drawn: &Drawn) -> Vec<WorldId> {
        let origin = drawn.meta.origin;
        if !self.scene.is_visible(drawn) {
            self.lose(&codes::SHAPE, Fate::Dropped, origin, "an invisible shape is dropped");
            return Vec::new();
        }
        if !drawn.levels.is_empty() {
            self.lose(&codes::SHAPE, Fate::Dropped, origin, "coarser levels of a shape are dropped");
        }
        let Some((id, _)) = self.scene.chain(drawn.what) else { return Vec::new() };
        let Some(geometry) = self.scene.geometry(id) else { return Vec::new() };
        match &geometry.shape {
            Shape::Mesh(mesh) => self.mesh(node, drawn, id, geometry, mesh),
            Shape::Spline(_) => self.spline(drawn, id, geometry).into_iter().collect(),
            Shape::Brep(_) | Shape::Empty => Vec::new(),
        }
    }

    fn mesh(&mut self, node: NodeId, drawn: &Drawn, id: GeometryId, geometry: &Geometry, mesh: &Mesh) -> Vec<WorldId> {
        let origin = drawn.meta.origin;
        let bent = self.bent_now(node, drawn);
        let mut all = Vec::new();
        for (place, primitive) in mesh.primitives.iter().enumerate() {
            let binding = drawn.binding(primitive);
            let material = binding.and_then(|b| self.scene.material(b.material));
            let faces = primitive.kind.has_faces();
            let found = data(mesh, primitive);
            let colours = first(mesh, &found, &Semantic::Color, 3);
            let shown = material.filter(|_| faces).and_then(super::surface::shown);
            let texture = shown.and_then(|t| texture_set(&found, &t.coordinates, binding));
            let texture = texture.and_then(|at| found.get(at).copied());
            self.tell_data(&found, primitive, texture.is_some());
            let coloured = colours.is_some() && texture.is_none();
            let surface = match binding {
                Some(binding) => self.surface(binding.material, coloured),
                None => Surface { nodes: self.plain(origin), factor: [1.0; 3] },
            };
            let solid = !Sides::of(Some(mesh), material).are_both();
            let key = Key {
                geometry: id,
                primitive: place,
                solid,
                texture: texture.map(|t| (t.attribute.stream, t.column)),
                coloured,
                factor: surface.factor.map(f64::to_bits),
                mirrored: self.mirrored,
            };
            let made = match self.shapes.get(&key).filter(|_| bent.is_none()) {
                Some(known) => *known,
                None => {
                    let parts = Parts {
                        mesh,
                        primitive,
                        bent: bent.as_ref(),
                        texture,
                        colours,
                        solid,
                        factor: surface.factor,
                        mirrored: self.mirrored,
                    };
                    let own = |made: &&Made| bent.is_none() && (!parts.mirrored || is_even(made) && texture.is_none());
                    let made = match geometry.made.as_deref().filter(own) {
                        Some(made) => self.own_shape(geometry, made, solid).or_else(|| self.geometry(&parts)),
                        None => self.geometry(&parts),
                    };
                    if let Some(made) = made {
                        let label = if place == 0 { geometry.meta.label() } else { None };
                        self.name(made, label);
                    }
                    if bent.is_none() {
                        self.shapes.insert(key, made);
                    }
                    made
                }
            };
            let (Some(made), Some(shape)) = (made, self.node("Shape", drawn.meta.origin)) else { continue };
            if bent.is_some() {
                self.follow_bent(node, drawn, made, primitive);
            }
            self.world.set(shape, "appearance", Value::Nodes(surface.nodes.clone()));
            self.world.set(shape, "geometry", Value::Nodes(vec![made]));
            all.push(shape);
        }
        all
    }

    /// A shape that is bent, as it is without any motion.
    fn bent_now(&mut self, node: NodeId, drawn: &Drawn) -> Option<Deformed> {
        let Drawable::Controller(_) = drawn.what else { return None };
        let at = self.stage.places(node).first().copied()?;
        let bent = bend(self.scene, &self.stage, &self.rest, &Overrides::default(), at, drawn)?;
        if !self.job.conversion.bake_shapes {
            let message = "a skin or morph is written in its pose at rest";
            self.lose(&codes::DEFORMED, Fate::Baked, drawn.meta.origin, message);
        }
        Some(bent)
    }

    fn tell_data(&mut self, all: &[Data<'_>], primitive: &Primitive, textured: bool) {
        let sets = all.iter().filter(|d| d.attribute.semantic == Semantic::TexCoord).count();
        let origin = primitive.meta.origin;
        if sets > 0 && !textured {
            let message = "texture coordinates of a shape without a texture are dropped";
            self.lose(&codes::TEXCOORDS, Fate::Dropped, origin, message);
        } else if sets > 1 {
            let message = "only one set of texture coordinates is supported; the others are dropped";
            self.lose(&codes::TEXCOORDS, Fate::Dropped, origin, message);
        }
        let known = [Semantic::Position, Semantic::Normal, Semantic::TexCoord, Semantic::Color];
        if all.iter().any(|d| !known.contains(&d.attribute.semantic)) {
            self.lose(
                &codes::VERTEX_DATA,
                Fate::Dropped,
                origin,
                "other vertex data is not supported by the target format",
            );
        }
        let colours = all.iter().any(|d| d.attribute.semantic == Semantic::Color);
        if colours && textured {
            self.lose(&codes::VERTEX_DATA, Fate::Dropped, origin, "a texture replaces the colours of vertices");
        }
    }

    /// A shape as what it was made from. Grids have their numbers in the mesh.
    fn own_shape(&mut self, geometry: &Geometry, made: &Made, solid: bool) -> Option<WorldId> {
        let kind = match made {
            Made::Box { .. } => "Box",
            Made::Cone { .. } => "Cone",
            Made::Cylinder { .. } => "Cylinder",
            Made::Sphere { .. } => "Sphere",
            Made::Sweep(_) => "Extrusion",
            Made::Text(_) => "Text",
            Made::Grid { .. } => return None,
        };
        let id = self.node(kind, geometry.meta.origin)?;
        self.world.set(id, "solid", Value::Bool(solid));
        let flags = |raise: &mut Raise<'_>, names: &[&str], flags: &[bool]| {
            for (name, is) in names.iter().zip(flags) {
                raise.world.set(id, name, Value::Bool(*is));
            }
        };
        match made {
            Made::Box { size } => self.triple(id, "size", *size),
            Made::Cone { radius, height, parts } => {
                self.number(id, "bottomRadius", *radius);
                self.number(id, "height", *height);
                flags(self, &["side", "bottom"], parts);
            }
            Made::Cylinder { radius, height, parts } => {
                self.number(id, "radius", *radius);
                self.number(id, "height", *height);
                flags(self, &["side", "top", "bottom"], parts);
            }
            Made::Sphere { radius } => self.number(id, "radius", *radius),
            Made::Sweep(sweep) => {
                let turned = sweep.orientation.iter().flat_map(|[x, y, z, a]| [*x, *y, *z, a.to_radians()]);
                let lists = [
                    ("crossSection", sweep.section.as_flattened().to_vec()),
                    ("spine", sweep.spine.as_flattened().to_vec()),
                    ("scale", sweep.scale.as_flattened().to_vec()),
                    ("orientation", turned.collect()),
                ];
                for (name, list) in lists {
                    self.world.set(id, name, Value::Floats(list));
                }
                flags(self, &["beginCap", "endCap"], &sweep.caps);
                self.number(id, "creaseAngle", sweep.crease.to_radians());
                self.world.set(id, "convex", Value::Bool(false));
            }
            Made::Text(letters) => {
                self.world.set(id, "string", Value::Texts(letters.lines.clone()));
                self.world.set(id, "length", Value::Floats(letters.lengths.iter().map(|l| *l as f32).collect()));
                self.world.set(id, "family", Value::Text(letters.family.clone()));
                let style = match letters.style {
                    [true, true] => "BOLDITALIC",
                    [true, false] => "BOLD",
                    [false, true] => "ITALIC",
                    [false, false] => "PLAIN",
                };
                self.world.set(id, "style", Value::Text(style.into()));
                for (name, value) in
                    [("maxExtent", letters.longest), ("size", letters.size), ("spacing", letters.spacing)]
                {
                    self.number(id, name, value);
                }
                flags(self, &["horizontal", "leftToRight", "topToBottom"], &letters.way);
                let word = |justify| match justify {
                    portolan_scene::Justify::First => "FIRST",
                    portolan_scene::Justify::Begin => "BEGIN",
                    portolan_scene::Justify::Middle => "MIDDLE",
                    portolan_scene::Justify::End => "END",
                };
                let words = letters.justify.map(|j| Box::from(word(j)));
                self.world.set(id, "justify", Value::Texts(words.to_vec()));
            }
            Made::Grid { .. } => {}
        }
        Some(id)
    }

    /// A curve as lines.
    fn spline(&mut self, drawn: &Drawn, id: GeometryId, geometry: &Geometry) -> Option<WorldId> {
        let mut curves = Curves::new(Tolerance::metres(self.job.conversion.tolerance, self.scene.space.metres));
        curves.prepare(self.scene, id);
        let mut points: Vec<f32> = curves.points(id).iter().flatten().map(|v| *v as f32).collect();
        if self.mirrored {
            turn_round(&mut points);
        }
        let count = points.len() as i32 / 3;
        if count < 2 {
            return None;
        }
        let lines = self.node("IndexedLineSet", geometry.meta.origin)?;
        self.world.set(lines, "coord", Value::Floats(points));
        self.world.set(lines, "coordIndex", Value::Ints((0..count).chain([-1]).collect()));
        let message = "a curve is written as line segments";
        self.lose(&codes::SHAPE, Fate::Approximated, drawn.meta.origin, message);
        let shape = self.node("Shape", drawn.meta.origin)?;
        if let Some(binding) = drawn.materials.first() {
            let surface = self.surface(binding.material, false);
            self.world.set(shape, "appearance", Value::Nodes(surface.nodes));
        }
        self.world.set(shape, "geometry", Value::Nodes(vec![lines]));
        Some(shape)
    }

    fn geometry(&mut self, parts: &Parts<'_>) -> Option<WorldId> {
        let kind = match parts.primitive.kind {
            PrimitiveKind::Points => "PointSet",
            PrimitiveKind::Lines | PrimitiveKind::LineStrips => "IndexedLineSet",
            _ => "IndexedFaceSet",
        };
        let (corners, many) = parts.corners();
        if corners.is_empty() {
            return None;
        }
        let made = self.node(kind, parts.primitive.meta.origin)?;
        let column = parts.primitive.vertex_column;
        // A mesh of several materials gives each of them the points that it uses.
        let vertices = parts.rows(&corners, column);
        let used = used(&vertices, parts.points());
        self.world.set(made, "coord", Value::Floats(parts.turned(used.pick(parts.positions(), 3))));
        if kind != "PointSet" {
            self.world.set(made, "coordIndex", Value::Ints(used.indices(&vertices)));
        }
        if let Some(colours) = parts.colours.filter(|_| parts.texture.is_none()) {
            let (list, index) = parts.list(&colours, &corners, &vertices, &used, 4);
            let [r, g, b] = parts.factor;
            if parts.factor != [1.0; 3] {
                let message = "colours of vertices are multiplied by the colour of the material";
                self.lose(&codes::VERTEX_DATA, Fate::Baked, parts.primitive.meta.origin, message);
                let message = "the colour of a material is part of the colours of vertices";
                self.lose(&codes::MATERIAL, Fate::Baked, parts.primitive.meta.origin, message);
            }
            let tinted = list.as_chunks::<4>().0.iter().flat_map(|[cr, cg, cb, a]| {
                let of = |c: f32, f: f64| (f64::from(c) * f).clamp(0.0, 1.0) as f32;
                [of(*cr, r), of(*cg, g), of(*cb, b), a.clamp(0.0, 1.0)]
            });
            self.world.set(made, "color", Value::Floats(tinted.collect()));
            self.set_index(made, "colorIndex", index);
        }
        if kind == "IndexedFaceSet" {
            let found = data(parts.mesh, parts.primitive);
            let normals = first(parts.mesh, &found, &Semantic::Normal, 3);
            let baked = parts.bent.is_some();
            if let Some(normals) = normals.filter(|_| !baked) {
                let (list, index) = parts.list(&normals, &corners, &vertices, &used, 3);
                self.world.set(made, "normal", Value::Floats(parts.turned(list)));
                self.set_index(made, "normalIndex", index);
            } else if baked && normals.is_some() {
                self.number(made, "creaseAngle", std::f64::consts::PI);
            } else {
                let message = "a shape without normals gets those of its faces";
                self.lose(&codes::NORMALS, Fate::Baked, parts.primitive.meta.origin, message);
            }
            if let Some(texture) = &parts.texture {
                let (list, index) = parts.list(texture, &corners, &vertices, &used, 2);
                self.world.set(made, "texCoord", Value::Floats(list));
                self.set_index(made, "texCoordIndex", index);
            }
            self.world.set(made, "solid", Value::Bool(parts.solid));
            self.world.set(made, "convex", Value::Bool(!many));
        }
        Some(made)
    }

    fn set_index(&mut self, id: WorldId, field: &str, index: Option<Vec<i32>>) {
        if let Some(index) = index {
            self.world.set(id, field, Value::Ints(index));
        }
    }
}

/// Is a shape the same if x is turned round?
fn is_even(made: &Made) -> bool {
    matches!(made, Made::Box { .. } | Made::Cone { .. } | Made::Cylinder { .. } | Made::Sphere { .. })
}

/// What a geometry is made of.
struct Parts<'a> {
    mesh: &'a Mesh,
    primitive: &'a Primitive,
    bent: Option<&'a Deformed>,
    texture: Option<Data<'a>>,
    colours: Option<Data<'a>>,
    solid: bool,
    factor: [f64; 3],
    mirrored: bool,
}

impl Parts<'_> {
    /// Points or directions as they are at this place.
    fn turned(&self, mut list: Vec<f32>) -> Vec<f32> {
        if self.mirrored {
            turn_round(&mut list);
        }
        list
    }

    fn positions(&self) -> &[f32] {
        match self.bent {
            Some(bent) => bent.positions.as_flattened(),
            None => self.mesh.positions().map_or(&[], |s| &s.data),
        }
    }

    fn points(&self) -> usize {
        self.positions().len() / 3
    }

    /// Corners of all faces, lines or points with an end behind each, and whether any face has more than three.
    fn corners(&self) -> (Vec<u32>, bool) {
        let (mut all, many) = corners(self.mesh, self.primitive);
        if self.mirrored && self.primitive.kind.has_faces() {
            all.split_mut(|c| *c == END).for_each(<[u32]>::reverse);
        }
        (all, many)
    }

    /// The rows of a column that corners pick.
    fn rows(&self, corners: &[u32], column: u32) -> Vec<u32> {
        let row = |c: u32| self.primitive.row(c as usize, column).unwrap_or(0);
        corners.iter().map(|c| if *c == END { END } else { row(*c) }).collect()
    }

    /// Numbers of corners, and their indices if they are other ones than those of the points.
    fn list(
        &self,
        data: &Data<'_>,
        corners: &[u32],
        vertices: &[u32],
        points: &Used,
        width: usize,
    ) -> (Vec<f32>, Option<Vec<i32>>) {
        let Some(stream) = self.mesh.streams.get(data.attribute.stream as usize) else { return (Vec::new(), None) };
        let own = stream.width as usize;
        let fitted;
        let numbers = match own == width {
            true => &stream.data,
            false => {
                // What is missing of a colour is that it is opaque.
                let row = |r: &[f32]| {
                    (0..width).map(|i| r.get(i).copied().unwrap_or(if i == 3 { 1.0 } else { 0.0 })).collect::<Vec<_>>()
                };
                fitted = stream.data.chunks_exact(own.max(1)).flat_map(row).collect::<Vec<f32>>();
                &fitted
            }
        };
        if data.column == self.primitive.vertex_column && stream.rows() >= self.points() {
            return (points.pick(numbers, width), None);
        }
        let rows = match data.column == self.primitive.vertex_column {
            true => vertices.to_vec(),
            false => self.rows(corners, data.column),
        };
        let used = used(&rows, numbers.len() / width);
        if self.primitive.kind == PrimitiveKind::Points {
            let each = rows.iter().filter(|r| **r != END);
            return (
                each.flat_map(|r| numbers.get(*r as usize * width..).and_then(|n| n.get(..width)).unwrap_or(&[]))
                    .copied()
                    .collect(),
                None,
            );
        }
        (used.pick(numbers, width), Some(used.indices(&rows)))
    }
}

/// Corners of all faces, lines or points with an end behind each, and whether any face has more than three.
pub(super) fn corners(mesh: &Mesh, primitive: &Primitive) -> (Vec<u32>, bool) {
    let mut all = Vec::with_capacity(primitive.corners() * 4 / 3);
    let mut many = false;
    match primitive.kind {
        PrimitiveKind::LineStrips => {
            for (start, length) in runs(primitive).filter(|(_, length)| *length > 1) {
                all.extend((start..start + length).chain([END]));
            }
        }
        PrimitiveKind::Polygons => {
            let mut cutter = Cutter::default();
            let mut triangles = Vec::new();
            let place = |range: std::ops::Range<u32>, out: &mut Vec<[f32; 3]>| {
                let positions = mesh.positions();
                let at = |c: u32| {
                    positions.zip(primitive.vertex(c as usize)).map(|(s, v)| portolan_mesh::triple(s.row(v as usize)))
                };
                out.extend(range.map(|c| at(c).unwrap_or_default()));
            };
            for polygon in Polygons::new(primitive).filter(|p| p.corners > 2) {
                if polygon.rings.len() == 1 {
                    many |= polygon.corners > 3;
                    all.extend(polygon.range().chain([END]));
                    continue;
                }
                triangles.clear();
                cutter.cut(polygon, place, &mut triangles);
                triangles.as_chunks::<3>().0.iter().for_each(|t| all.extend(t.iter().copied().chain([END])));
            }
        }
        _ => {
            let faces = Faces::new(mesh, primitive);
            for element in 0..faces.count {
                let corners = faces.corners(element);
                all.extend(corners.iter().take(faces.kind.corners()));
                if faces.kind != Elements::Points {
                    all.push(END);
                }
            }
        }
    }
    (all, many)
}

/// Which rows are used, and where they go.
struct Used {
    /// In this order; `None`: all of them as they are.
    rows: Option<Vec<u32>>,
    to: Vec<u32>,
}

fn used(rows: &[u32], count: usize) -> Used {
    let mut to = vec![END; count];
    let mut order = Vec::new();
    for row in rows.iter().filter(|r| **r != END) {
        if let Some(slot) = to.get_mut(*row as usize).filter(|s| **s == END) {
            *slot = 0;
            order.push(*row);
        }
    }
    if order.len() == count {
        return Used { rows: None, to: Vec::new() };
    }
    order.sort_unstable();
    for (place, row) in order.iter().enumerate() {
        if let Some(slot) = to.get_mut(*row as usize) {
            *slot = place as u32;
        }
    }
    Used { rows: Some(order), to }
}

impl Used {
    fn pick(&self, numbers: &[f32], width: usize) -> Vec<f32> {
        match &self.rows {
            None => numbers.to_vec(),
            Some(rows) => {
                let row = |r: &u32| numbers.get(*r as usize * width..).and_then(|n| n.get(..width)).unwrap_or(&[]);
                rows.iter().flat_map(row).copied().collect()
            }
        }
    }

    fn indices(&self, rows: &[u32]) -> Vec<i32> {
        let index = |row: u32| match &self.rows {
            None => row as i32,
            Some(_) => self.to.get(row as usize).map_or(0, |i| *i as i32),
        };
        rows.iter().map(|r| if *r == END { -1 } else { index(*r) }).collect()
    }
}
