//! `<brep>`: from the elements of chapter 9 to a body of curves, surfaces and what they bound.
//!
//! The reader works on any tree: what cannot be read is told and left out, and the rest is as sound as `Body::is_sound`
//! wants it. Importing and checking read with the same functions, so that they see the same body.

mod curve;
mod numbers;
mod surface;
mod table;

use hashbrown::HashMap;
use portolan_scene::brep::{Body, Brep, Edge, Face, Oriented, Pcurve, is_usable};
use portolan_syntax::Node;

use crate::data::Data;
use crate::lower::source;
use table::Table;

/// What was read of a `<brep>`.
pub(crate) struct Read<'a> {
    pub brep: Brep,
    /// What could not be read, or was read with doubt.
    pub told: Vec<Told<'a>>,
}

/// Something that could not be read as it is written.
pub(crate) struct Told<'a> {
    pub node: Node<'a>,
    pub what: What,
    pub message: String,
}

/// What kind of thing was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// Something is missing, or leads nowhere.
    Missing,
    /// Numbers of a B-spline do not fit together.
    Nurbs,
    /// A half angle that can only be meant in degrees.
    Degrees,
    /// A direction of length zero.
    Direction,
    /// A radius or focal length that is zero or negative, or no number.
    Radius,
    /// A SID that names something else than what is wanted.
    Kind,
    /// A word that is no orientation.
    Orientation,
}

/// Collects while it reads.
pub(crate) struct Reader<'a> {
    pub data: Data<'a>,
    pub told: Vec<Told<'a>>,
}

impl<'a> Reader<'a> {
    fn tell(&mut self, node: Node<'a>, what: What, message: impl Into<String>) {
        self.told.push(Told { node, what, message: message.into() });
    }
}

/// Reads a `<brep>`.
pub(crate) fn read<'a>(data: Data<'a>, element: Node<'a>) -> Read<'a> {
    let mut reader = Reader { data, told: Vec::new() };
    let mut body = Body::default();
    let curves = reader.library(element, "curves", "curve", Reader::curve, &mut body.curves);
    let flat = reader.library(element, "surface_curves", "curve", Reader::curve, &mut body.curves_2d);
    let surfaces = reader.library(element, "surfaces", "surface", Reader::surface, &mut body.surfaces);
    body.points = reader.points(element);
    reader.edges(element, &curves, &mut body);
    body.wires = reader.lists(element, "wires", "EDGE", body.edges.len());
    let mut symbols = Vec::new();
    reader.faces(element, &surfaces, &mut body, &mut symbols);
    reader.pcurves(element, &flat, &mut body);
    body.shells = reader.lists(element, "shells", "FACE", body.faces.len());
    body.solids = reader.lists(element, "solids", "SHELL", body.shells.len());
    Read { brep: Brep { body, symbols }, told: reader.told }
}

/// What SIDs lead to: an index, or nothing where the element could not be read or is empty.
type Library = HashMap<String, Option<u32>>;

impl<'a> Reader<'a> {
    fn library<T>(
        &mut self,
        element: Node<'a>,
        list: &str,
        name: &str,
        read: fn(&mut Reader<'a>, Node<'a>) -> Option<T>,
        out: &mut Vec<T>,
    ) -> Library {
        let mut library = Library::new();
        for child in element.child(list).into_iter().flat_map(|l| l.elements()).filter(|e| e.local_name() == name) {
            let index = read(self, child).map(|made| {
                out.push(made);
                out.len() as u32 - 1
            });
            if let Some(sid) = child.attribute_value("sid").or_else(|| child.attribute_value("id")) {
                library.entry(sid.trim().to_owned()).or_insert(index);
            }
        }
        library
    }

    /// The words of the source behind a column, led through a library; `None` inside where they lead nowhere.
    fn resolved(&mut self, table: &Table<'a>, semantic: &str, library: &Library) -> Vec<Option<Option<u32>>> {
        let words = table.target(semantic).and_then(|s| source::words(self.data, s)).unwrap_or_default();
        // `id/sid`, or the SID alone.
        let sid = |word: &str| word.rsplit('/').next().unwrap_or(word).to_owned();
        let found: Vec<Option<Option<u32>>> = words.iter().map(|word| library.get(&sid(word)).copied()).collect();
        if let Some((word, _)) = words.iter().zip(&found).find(|(_, found)| found.is_none()) {
            let sid = sid(word);
            let brep = table.node.ancestors().find(|e| e.local_name() == "brep");
            let lists = brep.into_iter().flat_map(|b| b.elements()).flat_map(|list| list.elements());
            let (what, message) = match lists.into_iter().find(|e| e.attribute_value("sid").as_deref() == Some(&*sid)) {
                Some(other) => {
                    let (name, wanted) = (other.local_name(), semantic.to_ascii_lowercase());
                    (What::Kind, format!("`{word}` is a `<{name}>` of another list, not a {wanted} of this one"))
                }
                None => (What::Missing, format!("`{word}` does not exist in this boundary representation")),
            };
            self.tell(table.target(semantic).unwrap_or(table.node), what, message);
        }
        found
    }

    fn points(&mut self, element: Node<'a>) -> Vec<[f64; 3]> {
        let vertices = element.child("vertices");
        let source = vertices.and_then(|v| self.data.input(v, "POSITION")).and_then(|i| self.source(&i));
        let rows = source.and_then(|s| source::numbers::<f64>(self.data, s));
        let Some(rows) = rows.filter(|r| r.len() > 0) else {
            self.tell(vertices.unwrap_or(element), What::Missing, "the vertices have no positions");
            return Vec::new();
        };
        // What is no number at all is told of the array.
        let far = rows.data.iter().filter(|x| x.is_finite() && !is_usable(**x)).count();
        if let Some(array) = source.and_then(|s| s.child("float_array")).filter(|_| far > 0) {
            let message = portolan_syntax::counted(
                far,
                "coordinate of the vertices is too large; it is read as 0",
                "coordinates of the vertices are too large; they are read as 0",
            );
            self.tell(array, What::Radius, message);
        }
        let point = |row: &[f64]| {
            let mut p = [0.0; 3];
            p.iter_mut().zip(row).for_each(|(to, from)| *to = if is_usable(*from) { *from } else { 0.0 });
            p
        };
        rows.data.chunks_exact(rows.width).map(point).collect()
    }

    fn edges(&mut self, element: Node<'a>, curves: &Library, body: &mut Body) {
        let Some(table) = self.table(element, "edges", false) else { return };
        let known = self.resolved(&table, "CURVE", curves);
        let params = self.params(&table);
        let (curve, param) = (table.column("CURVE"), table.column("PARAM"));
        let [start, end, ..] = *table.columns("VERTEX") else {
            self.tell(table.node, What::Missing, "the edges do not name the two vertices where they begin and end");
            return;
        };
        let mut broken = 0;
        for row in table.rows() {
            let at = |column: Option<usize>| column.and_then(|c| row.get(c)).copied();
            let mut ends = [at(Some(start)).unwrap_or(0), at(Some(end)).unwrap_or(0)];
            let range = at(param).and_then(|p| params.get(p as usize)).copied();
            let curve = at(curve).and_then(|c| known.get(c as usize).copied().flatten().flatten());
            let sound = ends.iter().all(|e| (*e as usize) < body.points.len());
            if !sound || (range.is_none() && curve.is_some()) {
                broken += 1;
            }
            if !sound {
                ends = [0; 2];
            }
            let curve = curve.filter(|_| sound && !body.points.is_empty());
            body.edges.push(Edge { curve, ends, range: range.unwrap_or([0.0, 1.0]) });
        }
        if body.points.is_empty() {
            body.edges.clear();
        }
        if broken > 0 {
            let message = portolan_syntax::counted(
                broken,
                "edge has no vertices or no parameters",
                "edges have no vertices or no parameters",
            );
            self.tell(table.node, What::Missing, message);
        }
    }

    /// Pairs of parameters.
    fn params(&mut self, table: &Table<'a>) -> Vec<[f64; 2]> {
        let Some(source) = table.target("PARAM") else { return Vec::new() };
        let rows = source::numbers::<f64>(self.data, source);
        let flat = match rows {
            Some(rows) if rows.width >= 2 => {
                return rows.data.chunks_exact(rows.width).map(pair).collect();
            }
            _ => source::all_numbers::<f64>(self.data, source).unwrap_or_default(),
        };
        flat.chunks_exact(2).map(pair).collect()
    }

    /// Lists of things with an orientation: wires of edges, shells of faces, solids of shells.
    fn lists(&mut self, element: Node<'a>, name: &str, semantic: &str, many: usize) -> Vec<Vec<Oriented>> {
        let Some(table) = self.table(element, name, true) else { return Vec::new() };
        let turned = self.orientations(&table);
        let (item, orientation) = (table.column(semantic), table.column("ORIENTATION"));
        let mut outside = 0;
        let mut lists = Vec::new();
        for group in table.groups() {
            let mut list = Vec::with_capacity(group.len());
            for row in group {
                let Some(index) = item.and_then(|c| row.get(c)).copied() else { continue };
                if index as usize >= many {
                    outside += 1;
                    continue;
                }
                let reversed = orientation.and_then(|c| row.get(c)).and_then(|o| turned.get(*o as usize));
                list.push(Oriented { index, reversed: reversed.copied().unwrap_or(false) });
            }
            lists.push(list);
        }
        if item.is_none() {
            self.tell(table.node, What::Missing, format!("`<{name}>` has no input `{semantic}`"));
        }
        if outside > 0 {
            let message = portolan_syntax::counted(
                outside,
                &format!("entry of `<{name}>` is out of range"),
                &format!("entries of `<{name}>` are out of range"),
            );
            self.tell(table.node, What::Missing, message);
        }
        lists
    }

    fn orientations(&mut self, table: &Table<'a>) -> Vec<bool> {
        let source = table.target("ORIENTATION");
        let words = source.and_then(|s| source::words(self.data, s)).unwrap_or_default();
        let known = |w: &str| ["FORWARD", "REVERSED"].iter().any(|known| w.eq_ignore_ascii_case(known));
        if let Some(word) = words.iter().find(|w| !known(w)) {
            let node = source.unwrap_or(table.node);
            // All tables share the source.
            if !self.told.iter().any(|t| t.what == What::Orientation && t.node == node) {
                let message = format!("`{word}` is not an orientation; it is read as `FORWARD`");
                self.tell(node, What::Orientation, message);
            }
        }
        words.iter().map(|w| w.eq_ignore_ascii_case("REVERSED")).collect()
    }

    fn faces(&mut self, element: Node<'a>, surfaces: &Library, body: &mut Body, symbols: &mut Vec<Box<str>>) {
        let Some(table) = self.table(element, "faces", true) else { return };
        let known = self.resolved(&table, "SURFACE", surfaces);
        let turned = self.orientations(&table);
        let words = table.target("MATERIAL").and_then(|s| source::words(self.data, s)).unwrap_or_default();
        *symbols = words;
        let columns = ["SURFACE", "WIRE", "ORIENTATION", "MATERIAL"].map(|s| table.column(s));
        let mut bare = 0;
        let mut outside = 0;
        for group in table.groups() {
            let mut face = Face { surface: 0, wires: Vec::new(), label: None };
            let mut surface = None;
            for row in group {
                let [of, wire, orientation, material] = columns.map(|c| c.and_then(|c| row.get(c)).copied());
                surface = surface.or(of.and_then(|s| known.get(s as usize).copied().flatten().flatten()));
                face.label = face.label.or(material.filter(|m| (*m as usize) < symbols.len()));
                let reversed = orientation.and_then(|o| turned.get(o as usize)).copied().unwrap_or(false);
                match wire.filter(|w| (*w as usize) < body.wires.len()) {
                    Some(index) => face.wires.push(Oriented { index, reversed }),
                    None => outside += 1,
                }
            }
            match surface {
                Some(surface) => face.surface = surface,
                // The face keeps its number, for shells and curves name it; without wires it is nothing.
                None => {
                    bare += 1;
                    face.wires.clear();
                    if body.surfaces.is_empty() {
                        body.surfaces.push(portolan_scene::brep::Surface::Plane { frame: Default::default() });
                    }
                }
            }
            body.faces.push(face);
        }
        if bare > 0 {
            self.tell(
                table.node,
                What::Missing,
                portolan_syntax::counted(bare, "face has no surface", "faces have no surface"),
            );
        }
        if outside > 0 {
            self.tell(
                table.node,
                What::Missing,
                portolan_syntax::counted(
                    outside,
                    "entry of `<faces>` refers to a wire that does not exist",
                    "entries of `<faces>` refer to wires that do not exist",
                ),
            );
        }
    }

    fn pcurves(&mut self, element: Node<'a>, flat: &Library, body: &mut Body) {
        let Some(table) = self.table(element, "pcurves", true) else { return };
        let known = self.resolved(&table, "CURVE2D", flat);
        let [edge, face, curve] = ["EDGE", "FACE", "CURVE2D"].map(|s| table.column(s));
        let mut outside = 0;
        for row in table.rows() {
            let at = |column: Option<usize>| column.and_then(|c| row.get(c)).copied();
            let found = (|| {
                let edge = at(edge).filter(|e| (*e as usize) < body.edges.len())?;
                let face = at(face).filter(|f| (*f as usize) < body.faces.len())?;
                let curve = known.get(at(curve)? as usize).copied().flatten().flatten()?;
                Some(Pcurve { edge, face, curve })
            })();
            match found {
                Some(pcurve) => body.pcurves.push(pcurve),
                None => outside += 1,
            }
        }
        if outside > 0 {
            self.tell(
                table.node,
                What::Missing,
                portolan_syntax::counted(
                    outside,
                    "entry of `<pcurves>` is out of range",
                    "entries of `<pcurves>` are out of range",
                ),
            );
        }
    }
}

fn pair(row: &[f64]) -> [f64; 2] {
    match row {
        [a, b, ..] if is_usable(*a) && is_usable(*b) => [*a, *b],
        _ => [0.0, 0.0],
    }
}
