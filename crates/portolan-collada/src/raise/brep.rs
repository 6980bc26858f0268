//! `<brep>`: exact solids.

use portolan_scene::brep::{Brep, Conic, Curve, Edge, Frame, Nurbs, Oriented, Point, Surface};
use portolan_syntax::xml::number;

use super::Raise;

impl Raise<'_> {
    pub(super) fn brep(&mut self, id: &str, brep: &Brep) {
        let body = &brep.body;
        self.out.open("brep");
        // Edges without length have circles without radius, for a curve must not be empty.
        let circle =
            |origin| Curve::Conic { frame: Frame { origin, ..Frame::default() }, conic: Conic::Circle { radius: 0.0 } };
        let at = |edge: &Edge| body.points.get(edge.ends[0] as usize).copied().unwrap_or_default();
        let points: Vec<Curve> = body.edges.iter().filter(|e| e.curve.is_none()).map(|e| circle(at(e))).collect();
        let all: Vec<&Curve> = body.curves.iter().chain(&points).collect();
        self.curve_library("curves", "c", id, &all);
        self.curve_library("surface_curves", "p", id, &body.curves_2d.iter().collect::<Vec<&Curve>>());
        if !body.surfaces.is_empty() {
            self.out.open("surfaces");
            for (place, surface) in body.surfaces.iter().enumerate() {
                self.out.open("surface").attribute("sid", &format!("s{place}"));
                self.surface(surface, &format!("{id}-s{place}"));
                self.out.close();
            }
            self.out.close();
        }
        let claim = |raise: &mut Self, word: &str| {
            let source = raise.names.claim(&format!("{id}-{word}"));
            (source, raise.names.claim(&format!("{id}-{word}-array")))
        };
        let positions = claim(self, "points");
        self.numbers((&positions.0, &positions.1), 3, &["X", "Y", "Z"], body.points.as_flattened());
        let sids = |letter: &str, many: usize| (0..many).map(|i| format!("{letter}{i}")).collect::<Vec<String>>();
        let curves = sids("c", all.len());
        let source = |raise: &mut Self, word: &str, element: &str, param: &str, words: &[String]| {
            let names = claim(raise, word);
            raise.words((&names.0, &names.1), element, param, words);
            names.0
        };
        let curve_source = source(self, "curves", "SIDREF_array", "CURVE", &curves);
        let flat_source = source(self, "curves2d", "SIDREF_array", "CURVE2D", &sids("p", body.curves_2d.len()));
        let surface_source = source(self, "surfaces", "SIDREF_array", "SURFACE", &sids("s", body.surfaces.len()));
        let ways = ["REVERSED".to_owned(), "FORWARD".to_owned()];
        let orientations = source(self, "orientations", "Name_array", "ORIENTATION", &ways);
        let symbols: Vec<String> = brep.symbols.iter().map(|s| super::name::ncname(s).to_string()).collect();
        let materials = (!symbols.is_empty()).then(|| source(self, "materials", "Name_array", "MATERIAL", &symbols));
        let params = claim(self, "params");
        let ranges: Vec<f64> = body.edges.iter().flat_map(|e| e.range).collect();
        self.numbers((&params.0, &params.1), 2, &["START", "END"], &ranges);
        let vertices = self.names.claim(&format!("{id}-vertices"));
        self.out.open("vertices").attribute("id", &vertices);
        self.input("POSITION", &positions.0);
        self.out.close();
        let names = ["edges", "wires", "faces", "pcurves", "shells", "solids"]
            .map(|word| self.names.claim(&format!("{id}-{word}")));
        let [edges, wires, faces, pcurves, shells, solids] = names.each_ref().map(|n| &**n);
        let mut none = body.curves.len() as u32..;
        let mut curve = |e: &Edge| e.curve.or_else(|| none.next()).unwrap_or_default();
        let rows = body.edges.iter().zip(0u32..).flat_map(|(e, at)| [curve(e), e.ends[0], e.ends[1], at]);
        let inputs = [("CURVE", &*curve_source), ("VERTEX", &*vertices), ("VERTEX", &*vertices), ("PARAM", &*params.0)];
        self.brep_table("edges", edges, &inputs, None, rows.collect(), body.edges.len());
        let way = ("ORIENTATION", &*orientations);
        let pairs = |lists: &[Vec<Oriented>]| lists.iter().flatten().flat_map(oriented).collect::<Vec<u32>>();
        let counts = |lists: &[Vec<Oriented>]| lists.iter().map(|l| l.len() as u32).collect::<Vec<u32>>();
        let list = &body.wires;
        self.brep_table("wires", wires, &[("EDGE", edges), way], Some(&counts(list)), pairs(list), list.len());
        let mut rows = Vec::new();
        for face in &body.faces {
            for wire in &face.wires {
                let [index, turned] = oriented(wire);
                rows.extend([face.surface, index, turned]);
                rows.extend(materials.as_ref().map(|_| face.label.unwrap_or(0)));
            }
        }
        let mut inputs = vec![("SURFACE", &*surface_source), ("WIRE", wires), way];
        inputs.extend(materials.as_deref().map(|m| ("MATERIAL", m)));
        let many: Vec<u32> = body.faces.iter().map(|f| f.wires.len() as u32).collect();
        self.brep_table("faces", faces, &inputs, Some(&many), rows, body.faces.len());
        // Curves of the same edge and face stand together.
        let mut sorted = body.pcurves.clone();
        sorted.sort_by_key(|p| (p.edge, p.face));
        let groups: Vec<u32> =
            sorted.chunk_by(|a, b| (a.edge, a.face) == (b.edge, b.face)).map(|g| g.len() as u32).collect();
        let rows = sorted.iter().flat_map(|p| [p.edge, p.face, p.curve]).collect();
        let inputs = [("EDGE", edges), ("FACE", faces), ("CURVE2D", &*flat_source)];
        self.brep_table("pcurves", pcurves, &inputs, Some(&groups), rows, groups.len());
        let all = [("shells", shells, "FACE", faces, &body.shells), ("solids", solids, "SHELL", shells, &body.solids)];
        for (name, id, semantic, of, lists) in all {
            self.brep_table(name, id, &[(semantic, of), way], Some(&counts(lists)), pairs(lists), lists.len());
        }
        self.out.close();
    }

    fn brep_table(
        &mut self,
        name: &str,
        id: &str,
        inputs: &[(&str, &str)],
        counts: Option<&[u32]>,
        rows: Vec<u32>,
        many: usize,
    ) {
        if many == 0 {
            return;
        }
        self.out.open(name).attribute("id", id).attribute("count", &number(many));
        for ((semantic, source), offset) in inputs.iter().zip(0..) {
            self.shared_input(semantic, source, offset, None);
        }
        if let Some(counts) = counts {
            self.out.open("vcount").numbers(counts).close();
        }
        self.out.open("p").numbers(&rows).close();
        self.out.close();
    }

    fn curve_library(&mut self, name: &str, letter: &str, id: &str, curves: &[&Curve]) {
        if curves.is_empty() {
            return;
        }
        self.out.open(name);
        for (place, curve) in curves.iter().enumerate() {
            self.out.open("curve").attribute("sid", &format!("{letter}{place}"));
            self.curve_content(curve, &format!("{id}-{letter}{place}"));
            self.out.close();
        }
        self.out.close();
    }

    fn list(&mut self, name: &str, list: &[f64]) {
        self.out.open(name).numbers(list).close();
    }

    fn frame(&mut self, frame: &Frame) {
        let (axis, angle) = frame.rotation();
        if angle != 0.0 {
            self.list("orient", &[axis[0], axis[1], axis[2], angle.to_degrees()]);
        }
        if frame.origin != [0.0; 3] {
            self.list("origin", &frame.origin);
        }
    }

    fn curve_content(&mut self, curve: &Curve, id: &str) {
        match curve {
            Curve::Line { origin, direction } => {
                self.out.open("line");
                self.list("origin", origin);
                self.list("direction", direction);
                self.out.close();
            }
            Curve::Conic { frame, conic } => {
                self.out.open(curve.kind());
                match conic {
                    Conic::Circle { radius } => self.list("radius", &[*radius]),
                    Conic::Ellipse { radii } | Conic::Hyperbola { radii } => self.list("radius", radii),
                    Conic::Parabola { focal } => self.list("focal", &[*focal]),
                }
                self.out.close();
                self.frame(frame);
            }
            Curve::Nurbs(nurbs) => self.nurbs(nurbs, id),
        }
    }

    fn nurbs(&mut self, nurbs: &Nurbs, id: &str) {
        self.out.open("nurbs").attribute("degree", &number(nurbs.degree()));
        self.poles(id, &[("KNOT", nurbs.knots())], nurbs.poles());
        self.out.close();
    }

    /// Sources and control vertices of a B-spline.
    fn poles(&mut self, id: &str, knots: &[(&str, &[f64])], poles: impl Iterator<Item = (Point, f64)>) {
        let (points, weights): (Vec<Point>, Vec<f64>) = poles.unzip();
        let mut inputs = Vec::new();
        let mut put = |raise: &mut Self, semantic: &'static str, width: usize, names: &[&str], data: &[f64]| {
            let source = raise.names.claim(&format!("{id}-{}", semantic.to_ascii_lowercase()));
            let array = raise.names.claim(&format!("{id}-{}-array", semantic.to_ascii_lowercase()));
            raise.numbers((&source, &array), width, names, data);
            inputs.push((semantic, source));
        };
        for (semantic, knots) in knots {
            let semantic = match *semantic {
                "KNOT_U" => "KNOT_U",
                "KNOT_V" => "KNOT_V",
                _ => "KNOT",
            };
            put(self, semantic, 1, &["KNOT"], knots);
        }
        put(self, "POLE", 3, &["X", "Y", "Z"], points.as_flattened());
        if weights.iter().any(|w| *w != 1.0) {
            put(self, "WEIGHT", 1, &["WEIGHT"], &weights);
        }
        self.out.open("control_vertices");
        for (semantic, source) in &inputs {
            self.input(semantic, source);
        }
        self.out.close();
    }

    fn surface(&mut self, surface: &Surface, id: &str) {
        let sized = |raise: &mut Self, name: &str, frame: &Frame, lists: &[(&str, &[f64])]| {
            raise.out.open(name);
            for (name, list) in lists {
                raise.list(name, list);
            }
            raise.out.close();
            raise.frame(frame);
        };
        match surface {
            Surface::Plane { frame } => sized(self, "plane", frame, &[("equation", &[0.0, 0.0, 1.0, 0.0])]),
            Surface::Sphere { frame, radius } => sized(self, "sphere", frame, &[("radius", &[*radius])]),
            Surface::Cylinder { frame, radii } => {
                // Two of them only where they differ: most readers know circular ones.
                let radii = if radii[0] == radii[1] { &radii[..1] } else { radii };
                sized(self, "cylinder", frame, &[("radius", radii)]);
            }
            Surface::Cone { frame, radius, angle } => {
                sized(self, "cone", frame, &[("radius", &[*radius]), ("angle", &[*angle])]);
            }
            Surface::Torus { frame, radii } => sized(self, "torus", frame, &[("radius", radii)]),
            Surface::Nurbs(nurbs) => {
                let [u, v] = nurbs.degree();
                self.out.open("nurbs_surface").attribute("degree_u", &number(u));
                self.out.attribute("degree_v", &number(v));
                let [along_u, along_v] = nurbs.knots();
                self.poles(id, &[("KNOT_U", along_u), ("KNOT_V", along_v)], nurbs.poles());
                self.out.close();
            }
            Surface::Extrusion { curve, direction } => {
                self.out.open("swept_surface").open("curve");
                self.curve_content(curve, id);
                self.out.close();
                self.list("direction", direction);
                self.out.close();
            }
            Surface::Revolution { curve, origin, axis } => {
                self.out.open("swept_surface").open("curve");
                self.curve_content(curve, id);
                self.out.close();
                self.list("origin", origin);
                self.list("axis", axis);
                self.out.close();
            }
        }
    }
}

/// An index and the place of its orientation.
fn oriented(o: &Oriented) -> [u32; 2] {
    [o.index, u32::from(!o.reversed)]
}
