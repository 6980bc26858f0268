//! Shapes: geometry objects, one or more for each.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use portolan_mesh::{Faces, curve, data};
use portolan_scene::{
    Appearance, Bent, ControllerId, Deformer, Drawable, Drawn, Fate, GeometryId, Mesh, Meta, Origin, Primitive,
    PrimitiveKind, Segment, Shape, Spline,
};
use portolan_syntax::ddl::{Structure, Values};

use super::vertex::{Called, Vertices, called};
use super::{Raise, codes, label, single};
use crate::primitive::Kind;

/// What makes two objects the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key {
    pub chain: Bent,
    /// Coarser levels and their numbers.
    pub levels: Vec<(u32, Bent)>,
    /// The bones of each level's skin.
    pub bones: Vec<Vec<String>>,
}

/// An object that was written.
#[derive(Clone)]
pub(crate) struct Object {
    pub name: String,
    pub surfaces: Vec<Surface>,
}

/// Where a material goes.
#[derive(Clone)]
pub(crate) struct Surface {
    pub symbol: Option<Box<str>>,
    pub index: u32,
    /// A primitive that has it.
    pub primitive: usize,
}

/// Primitives that can be one mesh of the file.
struct Group<'a> {
    kind: Kind,
    arrays: Vec<Called>,
    primitives: Vec<(usize, &'a Primitive)>,
}

/// The index that ends a strip.
const RESTART: u32 = u32::MAX;

impl<'a> Raise<'a> {
    /// Follows controllers to the shape; what OpenGEX cannot chain is told.
    pub fn chain(&mut self, what: Drawable) -> Option<Bent> {
        let (bent, others) = self.scene.bent(what)?;
        for controller in others {
            let message = format!(
                "controller `{}` is ignored: OpenGEX cannot chain controllers like this",
                label(&controller.meta)
            );
            self.lose(&codes::CHAIN, Fate::Approximated, &controller.meta, message);
        }
        Some(bent)
    }

    /// The objects of something drawn at a place; empty if there is nothing to draw.
    pub fn objects(&mut self, drawn: &Drawn, at: u32) -> (Bent, Vec<Object>) {
        let nothing = Bent { geometry: GeometryId(u32::MAX), morph: None, skin: None };
        let Some(chain) = self.chain(drawn.what) else { return (nothing, Vec::new()) };
        let mut levels = Vec::new();
        for level in &drawn.levels {
            levels.extend(self.chain(level.what).map(|c| (level.number, c)));
        }
        let skins: Vec<Option<ControllerId>> =
            std::iter::once(chain.skin).chain(levels.iter().map(|(_, c)| c.skin)).collect();
        let bones = skins.iter().map(|skin| skin.map_or_else(Vec::new, |id| self.bone_names(id, drawn, at))).collect();
        let key = Key { chain, levels, bones };
        if let Some(known) = self.objects.get(&key) {
            return (chain, known.clone());
        }
        let made = self.make_objects(&key, &drawn.meta);
        self.objects.insert(key, made.clone());
        (chain, made)
    }

    /// Shapes that nothing draws and that are no morph targets.
    pub fn unused_shapes(&mut self) {
        let mut used: BTreeSet<GeometryId> = BTreeSet::new();
        for key in self.objects.keys() {
            used.insert(key.chain.geometry);
            used.extend(key.levels.iter().map(|(_, chain)| chain.geometry));
        }
        for controller in &self.scene.controllers {
            if let Deformer::Morph(morph) = &controller.deformer {
                used.extend(&morph.targets);
            }
        }
        for geometry in (0..self.scene.geometries.len() as u32).map(GeometryId).filter(|g| !used.contains(g)) {
            let chain = Bent { geometry, morph: None, skin: None };
            let key = Key { chain, levels: Vec::new(), bones: Vec::new() };
            self.make_objects(&key, &Meta::default());
        }
    }

    fn make_objects(&mut self, key: &Key, meta: &Meta) -> Vec<Object> {
        let Some(geometry) = self.scene.geometry(key.chain.geometry) else { return Vec::new() };
        let mesh = match &geometry.shape {
            Shape::Mesh(mesh) => mesh,
            Shape::Spline(spline) => return self.spline(&geometry.meta, spline).into_iter().collect(),
            Shape::Brep(_) | Shape::Empty => {
                self.nothing(&geometry.meta);
                return Vec::new();
            }
        };
        let groups = self.groups(mesh, &geometry.meta);
        if groups.is_empty() {
            self.nothing(&geometry.meta);
        }
        if groups.len() > 1 {
            let message = format!("shape `{}` was split into {} objects", label(&geometry.meta), groups.len());
            self.lose(&codes::SPLIT, Fate::Baked, &geometry.meta, message);
        }
        let single = groups.len() == 1;
        let numbers = material_numbers(mesh);
        let mut all = Vec::new();
        for group in groups {
            let name = self.names.of_id(geometry.meta.id.as_deref(), "geometry");
            let mut object = Structure::new("GeometryObject").global(name.clone());
            if let Some(words) = geometry.meta.name.as_deref() {
                object = object.comment(words);
            }
            object = appearance(object, geometry.appearance);
            let no_bones = Vec::new();
            let mut bones = key.bones.iter();
            let (first, morphs) =
                self.mesh(mesh, &group, key.chain, bones.next().unwrap_or(&no_bones), &numbers, geometry.meta.origin);
            object.push(first);
            for ((number, chain), bones) in key.levels.iter().zip(bones) {
                object = object.with_all(self.level(*number, *chain, bones, single.then_some(group.kind), meta));
            }
            object = object.with_all(morphs);
            let extras = self.extras(&geometry.meta.extras, geometry.meta.origin);
            self.written_objects.push(object.with_all(extras));
            let mut surfaces: Vec<Surface> = Vec::new();
            for (at, primitive) in &group.primitives {
                let index = numbers.get(&primitive.material.as_deref()).copied().unwrap_or(0);
                if !surfaces.iter().any(|s| s.symbol == primitive.material) {
                    surfaces.push(Surface { symbol: primitive.material.clone(), index, primitive: *at });
                }
            }
            all.push(Object { name, surfaces });
        }
        all
    }

    /// A coarser level, if it can stand beside the finest.
    fn level(
        &mut self,
        number: u32,
        chain: Bent,
        bones: &[String],
        kind: Option<Kind>,
        meta: &Meta,
    ) -> Option<Structure<'a>> {
        let geometry = self.scene.geometry(chain.geometry)?;
        let Shape::Mesh(mesh) = &geometry.shape else { return None };
        let groups = self.groups(mesh, &geometry.meta);
        let [group] = groups.as_slice() else {
            self.lose(&codes::LEVEL, Fate::Dropped, meta, format!("level {number} of a shape is not one mesh"));
            return None;
        };
        if Some(group.kind) != kind {
            let message = format!("level {number} of a shape has a different kind of primitive");
            self.lose(&codes::LEVEL, Fate::Dropped, meta, message);
            return None;
        }
        let numbers = material_numbers(mesh);
        let (made, _) = self.mesh(mesh, group, chain, bones, &numbers, geometry.meta.origin);
        let mut made = made;
        made.properties.insert(0, ("lod".into(), number.into()));
        Some(made)
    }

    /// A mesh of the file, and what is said of its morph targets.
    fn mesh(
        &mut self,
        mesh: &'a Mesh,
        group: &Group<'a>,
        chain: Bent,
        bones: &[String],
        numbers: &BTreeMap<Option<&str>, u32>,
        origin: Origin,
    ) -> (Structure<'a>, Vec<Structure<'a>>) {
        let vertices = Vertices::new(mesh, &group.primitives);
        let mut made = Structure::new("Mesh").property("primitive", group.kind.word());
        let (arrays, morphs) = match chain.morph {
            Some(morph) => {
                self.morph_arrays(mesh, group.primitives.as_slice(), &group.arrays, &vertices, morph, origin)
            }
            None => {
                let plain = group.arrays.iter().filter_map(|c| {
                    let exact = vertices.exact_attribute(mesh, c).filter(|v| v.iter().all(|v| v.is_finite()));
                    match exact {
                        Some(exact) => Some(array(c, Values::Float64(exact), 0)),
                        None => Some(self.array(c, vertices.attribute(mesh, c)?, 0, origin)),
                    }
                });
                (plain.collect(), Vec::new())
            }
        };
        made = made.with_all(arrays);
        for ((_, primitive), corners) in group.primitives.iter().zip(&vertices.corners) {
            let material = numbers.get(&primitive.material.as_deref()).copied().unwrap_or(0);
            made = made.with_all(self.indices(mesh, primitive, group.kind, corners.clone(), material, origin));
        }
        if let Some(skin) = chain.skin {
            made = made.with_all(self.skin(skin, &vertices, bones));
        }
        (made, morphs)
    }

    /// A vertex array.
    pub fn array(&mut self, called: &Called, values: Cow<'a, [f32]>, morph: u32, origin: Origin) -> Structure<'a> {
        let mut values = values;
        if values.iter().any(|v| !v.is_finite()) {
            let message = format!("`{}` has values that are not finite", called.word);
            self.losses.push(&codes::NOT_FINITE, Fate::Approximated, origin, message);
            values.to_mut().iter_mut().filter(|v| !v.is_finite()).for_each(|v| *v = 0.0);
        }
        array(called, Values::Float32(values), morph)
    }

    fn indices(
        &mut self,
        mesh: &Mesh,
        primitive: &'a Primitive,
        kind: Kind,
        corners: Cow<'a, [u32]>,
        material: u32,
        origin: Origin,
    ) -> Option<Structure<'a>> {
        let strips = matches!(kind, Kind::LineStrip | Kind::TriangleStrip);
        let mut restart = false;
        let list: Cow<'a, [u32]> = match kind {
            Kind::Points | Kind::Lines | Kind::Quads => corners,
            _ if strips => {
                let many = primitive.counts.iter().filter(|c| **c > 1).count();
                restart = many > 1;
                let mut rest: &[u32] = &corners;
                let mut list = Vec::with_capacity(corners.len() + many);
                for count in &primitive.counts {
                    let (strip, behind) = rest.split_at(rest.len().min(*count as usize));
                    rest = behind;
                    if !list.is_empty() && strip.len() > 1 {
                        list.push(RESTART);
                    }
                    list.extend(if strip.len() > 1 { strip } else { &[] });
                }
                Cow::Owned(list)
            }
            _ => {
                let faces = Faces::new(mesh, primitive);
                if faces.broken > 0 {
                    let message = portolan_syntax::counted(
                        faces.broken,
                        "polygon has no area and is dropped",
                        "polygons have no area and are dropped",
                    );
                    self.losses.push(&codes::POLYGON, Fate::Dropped, origin, message);
                }
                if primitive.kind == PrimitiveKind::Polygons && faces.list().is_some() {
                    let message = "polygons were triangulated";
                    self.losses.push(&codes::POLYGON, Fate::Baked, origin, message);
                }
                faces.through(corners)
            }
        };
        let size = kind.sub_array().unwrap_or(1) as usize;
        let whole = list.len() - list.len() % size;
        if whole == 0 {
            return None;
        }
        let list = match list {
            Cow::Borrowed(list) => Cow::Borrowed(list.get(..whole).unwrap_or_default()),
            Cow::Owned(mut list) => {
                list.truncate(whole);
                Cow::Owned(list)
            }
        };
        let mut made = Structure::new("IndexArray");
        if material != 0 {
            made = made.property("material", material);
        }
        if restart {
            made = made.property("restart", RESTART);
        }
        let values = Values::Uint32(list);
        Some(made.with(match kind.sub_array() {
            Some(size) => Structure::arrays(size, values),
            None => Structure::data(values),
        }))
    }

    /// Primitives that can be one mesh: of one kind, with the same data.
    fn groups(&mut self, mesh: &'a Mesh, meta: &Meta) -> Vec<Group<'a>> {
        let mut groups: Vec<Group<'a>> = Vec::new();
        if mesh.vertex_count() == 0 {
            return groups;
        }
        let all_faces =
            |fits: &dyn Fn(&Primitive) -> bool| mesh.primitives.iter().filter(|p| p.kind.has_faces()).all(fits);
        let quads =
            |p: &Primitive| p.kind == PrimitiveKind::Polygons && p.rings.is_empty() && p.counts.iter().all(|c| *c == 4);
        let face = if all_faces(&|p| p.kind == PrimitiveKind::TriangleStrips) {
            Kind::TriangleStrip
        } else if !self.options.triangulate && all_faces(&quads) {
            Kind::Quads
        } else {
            Kind::Triangles
        };
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            if primitive.corners() == 0 {
                continue;
            }
            let kind = match primitive.kind {
                PrimitiveKind::Points => Kind::Points,
                PrimitiveKind::Lines => Kind::Lines,
                PrimitiveKind::LineStrips => Kind::LineStrip,
                _ => face,
            };
            let all = data(mesh, primitive);
            let named = called(mesh, &all);
            for (data, name) in all.iter().zip(&named) {
                if name.is_none() {
                    let width = mesh.streams.get(data.attribute.stream as usize).map_or(0, |s| s.width);
                    let what = format!("{:?}", data.attribute.semantic);
                    let message = format!("vertex data `{what}` with {width} components is not supported");
                    self.lose(&codes::VERTEX_DATA, Fate::Dropped, meta, message);
                }
            }
            let mut arrays: Vec<Called> = named.into_iter().flatten().collect();
            // In the order of the specification's table, so that the order of the document does not matter.
            let rank = |c: &Called| match c.word.as_str() {
                "position" => 0,
                "normal" => 1,
                "tangent" => 2,
                "bitangent" => 3,
                "color" => 4,
                "texcoord" => 5,
                _ => 6,
            };
            arrays.sort_by(|a, b| (rank(a), a).cmp(&(rank(b), b)));
            match groups.iter_mut().find(|g| g.kind == kind && g.arrays == arrays) {
                Some(group) => group.primitives.push((number, primitive)),
                None => groups.push(Group { kind, arrays, primitives: vec![(number, primitive)] }),
            }
        }
        groups
    }

    /// A curve in space as a strip of lines.
    fn spline(&mut self, meta: &'a Meta, spline: &Spline) -> Option<Object> {
        let points = curve(spline, self.options.curves);
        if points.len() < 2 {
            self.nothing(meta);
            return None;
        }
        if !spline.segments.iter().all(|s| *s == Segment::Linear) {
            let message = format!(
                "curve `{}` was converted to {}",
                label(meta),
                portolan_syntax::counted(points.len() - 1, "line segment", "line segments")
            );
            self.lose(&codes::SPLINE, Fate::Approximated, meta, message);
        }
        let name = self.names.of_id(meta.id.as_deref(), "geometry");
        let flat: Vec<f32> = points.iter().flatten().map(|x| single(*x)).collect();
        let array = Structure::new("VertexArray").property("attrib", "position").with(Structure::arrays(3, flat));
        let indices =
            Structure::new("IndexArray").with(Structure::data((0..points.len() as u32).collect::<Vec<u32>>()));
        let mesh = Structure::new("Mesh").property("primitive", "line_strip").with(array).with(indices);
        let mut object = Structure::new("GeometryObject").global(name.clone());
        if let Some(words) = meta.name.as_deref() {
            object = object.comment(words);
        }
        self.written_objects.push(object.with(mesh));
        Some(Object { name, surfaces: Vec::new() })
    }

    fn nothing(&mut self, meta: &Meta) {
        let message = format!("shape `{}` has nothing to draw", label(meta));
        self.lose(&codes::EMPTY_SHAPE, Fate::Noted, meta, message);
    }
}

/// The properties of what is shown in which way.
pub(super) fn appearance(mut structure: Structure<'_>, appearance: Appearance) -> Structure<'_> {
    let Appearance { visible, casts_shadow, motion_blur } = appearance;
    for (word, value) in [("visible", visible), ("shadow", casts_shadow), ("motion_blur", motion_blur)] {
        if let Some(value) = value {
            structure = structure.property(word, value);
        }
    }
    structure
}

/// The number that a symbol is; formats whose names cannot begin with a digit have an underscore in front of it.
fn number(symbol: &str) -> Option<u32> {
    symbol.strip_prefix('_').unwrap_or(symbol).parse().ok()
}

/// Numbers of the materials of a mesh: their symbols if these are numbers, else in order of appearance.
fn material_numbers(mesh: &Mesh) -> BTreeMap<Option<&str>, u32> {
    let symbols: Vec<Option<&str>> = mesh.primitives.iter().map(|p| p.material.as_deref()).collect();
    let parsed: Option<BTreeMap<Option<&str>, u32>> =
        symbols.iter().map(|s| Some((*s, s.map_or(Some(0), number)?))).collect();
    // Two symbols for one number would mix materials.
    if let Some(parsed) = parsed {
        let distinct: BTreeSet<u32> = parsed.values().copied().collect();
        if distinct.len() == parsed.len() {
            return parsed;
        }
    }
    let mut numbers = BTreeMap::new();
    for symbol in symbols {
        let next = numbers.len() as u32;
        numbers.entry(symbol).or_insert(next);
    }
    numbers
}

/// A vertex array with its values.
fn array<'a>(called: &Called, values: Values<'a>, morph: u32) -> Structure<'a> {
    let mut made = Structure::new("VertexArray").property("attrib", called.word.clone());
    if called.index != 0 {
        made = made.property("index", called.index);
    }
    if morph != 0 {
        made = made.property("morph", morph);
    }
    made.with(if called.width > 1 { Structure::arrays(called.width, values) } else { Structure::data(values) })
}
