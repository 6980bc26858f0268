//! `<geometry>`: meshes, hulls and splines.

use std::borrow::Cow;

use portolan_scene::{
    Attribute, Fate, Geometry, Mesh, Meta, Primitive, PrimitiveKind, Segment, Semantic, Shape, Spline,
};
use portolan_syntax::xml::number;

use super::name::SourceIds;
use super::source::{param_names, semantic_word};
use super::{Raise, codes, label};
use crate::kept::{attribute, keeps};

impl<'a> Raise<'a> {
    pub(super) fn geometries(&mut self) {
        for (place, geometry) in self.scene.geometries.iter().enumerate() {
            let id = self.ids.geometries.get(place).cloned().flatten();
            self.geometry(place, id.as_deref(), geometry);
        }
    }

    fn geometry(&mut self, place: usize, id: Option<&str>, geometry: &'a Geometry) {
        let meta = &geometry.meta;
        self.head("geometry", id, meta);
        self.asset(meta);
        // What was asked for and not written out: hulls, boundary representations.
        let whole = |name: &str| matches!(name, "convex_mesh" | "brep" | "mesh" | "spline");
        if meta.kept().iter().any(|k| k.place.is_empty() && whole(&k.name) && self.is_usable(k)) {
            self.kept(meta, "", |_| true);
        } else {
            let sources = self.ids.streams.get(place).cloned().unwrap_or_default();
            let vertices = self.ids.vertices.get(place).cloned().flatten().unwrap_or_default();
            match &geometry.shape {
                Shape::Mesh(mesh) => self.mesh(meta, mesh, &sources, &vertices),
                Shape::Spline(spline) => self.spline(meta, id.unwrap_or("spline"), spline),
                Shape::Brep(brep) => self.brep(id.unwrap_or("brep"), brep),
                Shape::Empty => {
                    self.lose(&codes::EMPTY_SHAPE, Fate::Noted, meta, format!("shape `{}` is empty", label(meta)));
                    self.kept(meta, "", |_| true);
                    self.empty_mesh(id.unwrap_or("mesh"), &vertices);
                }
            }
        }
        self.extras(&meta.extras, meta.origin);
        self.out.close();
        if geometry.appearance != portolan_scene::Appearance::default() {
            let message = format!("display settings of shape `{}` are not written", label(meta));
            self.lose(&codes::DRAWN, Fate::Dropped, meta, message);
        }
    }

    fn empty_mesh(&mut self, id: &str, vertices: &str) {
        let source = self.names.claim(&format!("{id}-positions"));
        let array = self.names.claim(&format!("{id}-positions-array"));
        self.out.open("mesh");
        self.numbers::<f32>((&source, &array), 3, &["X", "Y", "Z"], &[]);
        self.out.open("vertices").attribute("id", vertices);
        self.input("POSITION", &source);
        self.out.close().close();
    }

    fn mesh(&mut self, meta: &'a Meta, mesh: &'a Mesh, sources: &[SourceIds], vertices: &str) {
        let has_position = mesh.vertices.iter().any(|a| a.semantic == Semantic::Position);
        let place = if mesh.convex { "convex_mesh" } else { "mesh" };
        self.out.open(place);
        let parts = meta.aside.as_ref();
        for (number_, stream) in mesh.streams.iter().enumerate() {
            let Some((source, array)) = sources.get(number_) else { continue };
            let part = stream.id.as_ref().and_then(|id| parts?.part(&format!("source/{id}")));
            let name = self.name_text(part.and_then(|p| p.name.as_deref()), meta.origin);
            self.source_head(source, name.as_deref());
            let detail = |word: &str| {
                let id = stream.id.as_ref()?;
                parts?.part(&format!("source/{id}/{word}"))?.name.as_deref()
            };
            self.out.open("float_array").attribute("id", array).maybe("name", detail("name"));
            self.out.attribute("count", &number(stream.data.len()));
            self.out.maybe("digits", detail("digits")).maybe("magnitude", detail("magnitude"));
            match stream.exact.as_slice() {
                [] => self.out.numbers(&stream.data).close(),
                exact => self.out.numbers(exact).close(),
            };
            self.accessor(array, stream.rows(), stream.width as usize);
            let own: Option<Vec<&str>> = detail("params").map(|names| names.split(' ').collect());
            let own = own.filter(|names| names.len() == stream.width as usize);
            let names = param_names(first_use(mesh, number_ as u32));
            for at in 0..stream.width as usize {
                let usual = names.get(at).map_or_else(|| format!("V{at}"), |n| (*n).to_owned());
                let name = own.as_ref().and_then(|own| own.get(at)).map_or(usual, |n| (*n).to_owned());
                self.out.open("param").maybe("name", Some(name.as_str()).filter(|n| !n.is_empty()));
                self.out.attribute("type", "float").close();
            }
            self.out.close().close();
            if let Some(id) = &stream.id {
                self.kept(meta, &format!("{place}/source/{id}"), |name| name == "technique");
            }
            self.out.close();
        }
        self.kept(meta, place, |name| name == "source");
        if !has_position {
            let source = self.names.claim(&format!("{vertices}-positions"));
            let array = self.names.claim(&format!("{vertices}-positions-array"));
            self.numbers::<f32>((&source, &array), 3, &["X", "Y", "Z"], &[]);
            self.out.open("vertices").attribute("id", vertices);
            self.input("POSITION", &source);
            self.out.close();
        } else {
            let name = parts.and_then(|a| a.part("vertices")).and_then(|p| p.name.as_deref());
            let name = self.name_text(name, meta.origin);
            self.out.open("vertices").attribute("id", vertices).maybe("name", name.as_deref());
            for attribute in mesh.vertices.iter().filter(|a| in_vertices(a)) {
                if let Some((source, _)) = sources.get(attribute.stream as usize) {
                    self.input(&semantic_word(&attribute.semantic), source);
                }
            }
            self.kept(meta, &format!("{place}/vertices"), |_| true);
            self.out.close();
        }
        let mut points = 0;
        for primitive in &mesh.primitives {
            match primitive.kind {
                PrimitiveKind::Points => points += primitive.corners(),
                _ => self.primitive(mesh, primitive, sources, vertices),
            }
        }
        let told = keeps(meta, "double_sided", |e| e.local_name().contains("double_sided"));
        if let Some(both) = mesh.double_sided.filter(|_| !told) {
            self.out.open("extra").open("technique").attribute("profile", "MAYA");
            self.out.leaf("double_sided", if both { "1" } else { "0" }).close().close();
        }
        self.kept(meta, place, |name| name != "source");
        self.out.close();
        if points > 0 {
            let message = format!(
                "points of shape `{}` ({points}) are not written: COLLADA has no point primitives",
                label(meta)
            );
            self.lose(&codes::POINTS, Fate::Dropped, meta, message);
        }
    }

    fn primitive(&mut self, mesh: &Mesh, primitive: &'a Primitive, sources: &[SourceIds], vertices: &str) {
        let meta = &primitive.meta;
        let holes = !primitive.rings.is_empty();
        let (element, size) = match primitive.kind {
            PrimitiveKind::Points | PrimitiveKind::Triangles => ("triangles", 3),
            PrimitiveKind::Lines => ("lines", 2),
            PrimitiveKind::LineStrips => ("linestrips", 0),
            PrimitiveKind::TriangleFans => ("trifans", 0),
            PrimitiveKind::TriangleStrips => ("tristrips", 0),
            PrimitiveKind::Polygons if holes || meta.word() == Some("polygons") => ("polygons", 0),
            PrimitiveKind::Polygons => ("polylist", 0),
        };
        let count = match size {
            0 if holes => primitive.rings.len(),
            0 => primitive.counts.len(),
            _ => primitive.corners() / size,
        };
        let name = self.name_text(meta.name.as_deref(), meta.origin);
        let symbol = primitive.material.as_deref().map(super::name::ncname);
        self.out.open(element).maybe("name", name.as_deref()).attribute("count", &number(count));
        self.out.maybe("material", symbol.as_deref());
        self.shared_input("VERTEX", vertices, primitive.vertex_column, None);
        for attribute in mesh.vertices.iter().filter(|a| !in_vertices(a)) {
            if let Some((source, _)) = sources.get(attribute.stream as usize) {
                let word = semantic_word(&attribute.semantic);
                self.shared_input(&word, source, primitive.vertex_column, attribute.set);
            }
        }
        for input in &primitive.inputs {
            if let Some((source, _)) = sources.get(input.attribute.stream as usize) {
                let word = semantic_word(&input.attribute.semantic);
                self.shared_input(&word, source, input.column, input.attribute.set);
            }
        }
        self.kept(meta, "input", |_| true);
        let (indices, stride) = self.used_columns(primitive);
        match element {
            "polylist" => {
                self.out.open("vcount").numbers(&primitive.counts).close();
                self.out.open("p").numbers(&indices).close();
            }
            "triangles" | "lines" => _ = self.out.open("p").numbers(&indices).close(),
            _ => self.rings(primitive, &indices, stride),
        }
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }

    /// The indices of a corner as far as any input uses them: readers count inputs to know how many there are.
    fn used_columns(&self, primitive: &'a Primitive) -> (Cow<'a, [u32]>, usize) {
        let inputs = primitive.inputs.iter().map(|i| i.column);
        let kept = primitive.meta.kept().iter().filter(|k| &*k.place == "input" && self.is_usable(k));
        let kept = kept.filter_map(|k| attribute(k, "offset")?.parse::<u32>().ok());
        let last = inputs.chain(kept).fold(primitive.vertex_column, u32::max);
        let (used, stride) = (last as usize + 1, (primitive.stride as usize).max(1));
        if used >= stride {
            return (Cow::Borrowed(&primitive.indices), stride);
        }
        let corners = primitive.indices.chunks_exact(stride);
        (corners.flat_map(|corner| corner.iter().take(used)).copied().collect(), used)
    }

    /// One list of indices for each strip, fan or polygon.
    fn rings(&mut self, primitive: &Primitive, indices: &[u32], stride: usize) {
        let mut rest = indices;
        let mut counts = primitive.counts.iter();
        let mut next = || {
            let length = (*counts.next()? as usize).saturating_mul(stride);
            let (ring, behind) = rest.split_at_checked(length)?;
            rest = behind;
            Some(ring)
        };
        if primitive.rings.is_empty() {
            while let Some(ring) = next() {
                self.out.open("p").numbers(ring).close();
            }
        }
        for many in &primitive.rings {
            if *many > 1 {
                self.out.open("ph");
            }
            for place in 0..*many {
                let Some(ring) = next() else { break };
                self.out.open(if place == 0 { "p" } else { "h" }).numbers(ring).close();
            }
            if *many > 1 {
                self.out.close();
            }
        }
    }

    fn spline(&mut self, meta: &'a Meta, id: &str, spline: &'a Spline) {
        self.out.open("spline");
        if meta.aside.as_ref().is_some_and(|a| a.part(crate::lower::UNNAMED_SOURCES).is_some()) {
            let message = format!("the names of the sources of curve `{}` are not written", label(meta));
            self.lose(&codes::NAME, Fate::Noted, meta, message);
        }
        if spline.closed {
            self.out.attribute("closed", "true");
        }
        let mut inputs: Vec<(&str, Box<str>)> = Vec::new();
        let mut claim = |raise: &mut Raise<'a>, semantic: &'static str, word: &str| {
            let source = raise.names.claim(&format!("{id}-{word}"));
            let array = raise.names.claim(&format!("{id}-{word}-array"));
            inputs.push((semantic, source.clone()));
            (source, array)
        };
        let xyz = ["X", "Y", "Z"];
        let vectors = [
            ("POSITION", "positions", &spline.points),
            ("IN_TANGENT", "in-tangents", &spline.in_tangents),
            ("OUT_TANGENT", "out-tangents", &spline.out_tangents),
        ];
        for (semantic, word, list) in vectors {
            if !list.is_empty() || semantic == "POSITION" {
                let (source, array) = claim(self, semantic, word);
                self.numbers((&source, &array), 3, &xyz, list.as_flattened());
            }
        }
        let words: Vec<&str> = spline.segments.iter().map(|s| segment_word(*s)).collect();
        let (source, array) = claim(self, "INTERPOLATION", "interpolations");
        self.words((&source, &array), "Name_array", "INTERPOLATION", &words);
        if !spline.steps.is_empty() {
            let (source, array) = claim(self, "LINEAR_STEPS", "steps");
            self.numbers((&source, &array), 1, &["STEPS"], &spline.steps);
        }
        self.out.open("control_vertices");
        for (semantic, source) in &inputs {
            self.input(semantic, source);
        }
        self.kept(meta, "spline/control_vertices", |_| true);
        self.out.close();
        self.kept(meta, "spline", |_| true);
        self.out.close();
    }
}

/// Data of vertices that belongs to a set stands with the primitives.
fn in_vertices(attribute: &Attribute) -> bool {
    attribute.set.is_none() || attribute.semantic == Semantic::Position
}

/// What a stream is used for first.
fn first_use(mesh: &Mesh, stream: u32) -> Option<&Semantic> {
    let corners = mesh.primitives.iter().flat_map(|p| p.inputs.iter().map(|i| &i.attribute));
    mesh.vertices.iter().chain(corners).find(|a| a.stream == stream).map(|a| &a.semantic)
}

fn segment_word(segment: Segment) -> &'static str {
    match segment {
        Segment::Linear => "LINEAR",
        Segment::Bezier => "BEZIER",
        Segment::Hermite => "HERMITE",
        Segment::Cardinal => "CARDINAL",
        Segment::Bspline => "BSPLINE",
        Segment::Step => "STEP",
    }
}
