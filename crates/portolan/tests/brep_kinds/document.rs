//! Documents with one boundary representation, from lists of what it is made of.

use std::fmt::Write;

/// What a document is made of. Wires, faces and shells name their parts by numbers from 1, turned around if negative.
#[derive(Clone, Default)]
pub struct Document {
    pub points: Vec<[f64; 3]>,
    /// What stands inside of each `<curve>`.
    pub curves: Vec<String>,
    /// What stands inside of each `<surface>`.
    pub surfaces: Vec<String>,
    /// Curve, first and last vertex, parameters there.
    pub edges: Vec<(usize, usize, usize, [f64; 2])>,
    pub wires: Vec<Vec<i32>>,
    /// Surface, wires.
    pub faces: Vec<(usize, Vec<i32>)>,
    pub shells: Vec<Vec<i32>>,
    /// What stands inside of each `<curve>` in parameters.
    pub flat: Vec<String>,
    /// Edge, face, curve in parameters.
    pub pcurves: Vec<[usize; 3]>,
}

impl Document {
    pub fn point(&mut self, at: [f64; 3]) -> usize {
        self.points.push(at);
        self.points.len() - 1
    }

    pub fn curve(&mut self, text: impl Into<String>) -> usize {
        self.curves.push(text.into());
        self.curves.len() - 1
    }

    /// An edge along a curve of its own; its number is what wires name it by.
    pub fn edge(&mut self, curve: impl Into<String>, ends: [usize; 2], range: [f64; 2]) -> i32 {
        let curve = self.curve(curve);
        self.edges.push((curve, ends[0], ends[1], range));
        self.edges.len() as i32
    }

    /// A straight edge between two vertices.
    pub fn line(&mut self, from: usize, to: usize) -> i32 {
        let (a, b) = (self.points[from], self.points[to]);
        let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        let length = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
        self.edge(line(a, d), [from, to], [0.0, length])
    }

    /// A face within wires of edges; its number is what shells name it by.
    pub fn face(&mut self, surface: impl Into<String>, wires: &[&[i32]]) -> i32 {
        self.surfaces.push(surface.into());
        let mut names = Vec::new();
        for wire in wires {
            self.wires.push(wire.to_vec());
            names.push(self.wires.len() as i32);
        }
        self.faces.push((self.surfaces.len() - 1, names));
        self.faces.len() as i32
    }

    pub fn text(&self) -> String {
        let mut body = String::new();
        library(&mut body, "curves", "curve", "c", &self.curves);
        library(&mut body, "surface_curves", "curve", "p", &self.flat);
        library(&mut body, "surfaces", "surface", "s", &self.surfaces);
        numbers(&mut body, "points", "X Y Z", self.points.as_flattened());
        for (name, letter, many) in
            [("cs", "c", self.curves.len()), ("ps", "p", self.flat.len()), ("ss", "s", self.surfaces.len())]
        {
            let sids: Vec<String> = (0..many).map(|i| format!("shape/{letter}{i}")).collect();
            words(&mut body, name, "SIDREF", &sids.join(" "), many);
        }
        words(&mut body, "ways", "Name", "REVERSED FORWARD", 2);
        let ranges: Vec<f64> = self.edges.iter().flat_map(|e| e.3).collect();
        numbers(&mut body, "params", "START END", &ranges);
        body += r##"<vertices id="vertices"><input semantic="POSITION" source="#points"/></vertices>"##;
        let rows: Vec<String> =
            self.edges.iter().enumerate().map(|(i, e)| format!("{} {} {} {i}", e.0, e.1, e.2)).collect();
        table(&mut body, "edges", "CURVE cs VERTEX vertices VERTEX vertices PARAM params", None, &rows);
        list(&mut body, "wires", "EDGE edges", &self.wires);
        let rows: Vec<String> =
            self.faces.iter().flat_map(|(s, wires)| wires.iter().map(move |w| format!("{s} {}", way(*w)))).collect();
        let counts: Vec<usize> = self.faces.iter().map(|f| f.1.len()).collect();
        table(&mut body, "faces", "SURFACE ss WIRE wires ORIENTATION ways", Some(&counts), &rows);
        let rows: Vec<String> = self.pcurves.iter().map(|[e, f, c]| format!("{e} {f} {c}")).collect();
        let groups = self.pcurves.chunk_by(|a, b| a[..2] == b[..2]).map(<[_]>::len).collect::<Vec<_>>();
        table(&mut body, "pcurves", "EDGE edges FACE faces CURVE2D ps", Some(&groups), &rows);
        list(&mut body, "shells", "FACE faces", &self.shells);
        let solids: Vec<Vec<i32>> = (1..=self.shells.len() as i32).map(|s| vec![s]).collect();
        list(&mut body, "solids", "SHELL shells", &solids);
        format!(
            r##"<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0"><asset>
<created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified></asset>
<library_geometries><geometry id="shape"><brep>{body}</brep></geometry></library_geometries>
<library_visual_scenes><visual_scene id="v"><node id="n"><instance_geometry url="#shape"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#v"/></scene></COLLADA>"##
        )
    }
}

pub fn line(origin: [f64; 3], direction: [f64; 3]) -> String {
    format!("<line><origin>{}</origin><direction>{}</direction></line>", row(&origin), row(&direction))
}

/// A curve or surface with radii (or another size) and where it stands.
pub fn sized(kind: &str, sizes: &str, origin: [f64; 3]) -> String {
    format!("<{kind}>{sizes}</{kind}><origin>{}</origin>", row(&origin))
}

pub fn plane(origin: [f64; 3]) -> String {
    sized("plane", "<equation>0 0 1 0</equation>", origin)
}

/// A B-spline curve, or a surface with two lists of knots.
pub fn nurbs(id: &str, degrees: &[usize], knots: &[&[f64]], poles: &[[f64; 4]]) -> String {
    let mut text = String::new();
    let surface = degrees.len() > 1;
    let names: &[&str] = if surface { &["KNOT_U", "KNOT_V"] } else { &["KNOT"] };
    let mut inputs = String::new();
    let mut put = |text: &mut String, semantic: &str, params: &str, list: &[f64]| {
        numbers(text, &format!("{id}-{semantic}"), params, list);
        _ = write!(inputs, "<input semantic=\"{semantic}\" source=\"#{id}-{semantic}\"/>");
    };
    for (name, knots) in names.iter().zip(knots) {
        put(&mut text, name, "KNOT", knots);
    }
    let points: Vec<f64> = poles.iter().flat_map(|p| [p[0], p[1], p[2]]).collect();
    put(&mut text, "POLE", "X Y Z", &points);
    put(&mut text, "WEIGHT", "WEIGHT", &poles.iter().map(|p| p[3]).collect::<Vec<f64>>());
    let degrees = match degrees {
        [u, v] => format!("degree_u=\"{u}\" degree_v=\"{v}\""),
        _ => format!("degree=\"{}\"", degrees[0]),
    };
    let name = if surface { "nurbs_surface" } else { "nurbs" };
    format!("<{name} {degrees}>{text}<control_vertices>{inputs}</control_vertices></{name}>")
}

pub fn row(list: &[f64]) -> String {
    list.iter().map(f64::to_string).collect::<Vec<String>>().join(" ")
}

fn way(number: i32) -> String {
    format!("{} {}", number.abs() - 1, u8::from(number > 0))
}

fn library(out: &mut String, list: &str, name: &str, letter: &str, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    _ = write!(out, "<{list}>");
    for (i, text) in texts.iter().enumerate() {
        _ = writeln!(out, "<{name} sid=\"{letter}{i}\">{text}</{name}>");
    }
    _ = write!(out, "</{list}>");
}

fn numbers(out: &mut String, id: &str, params: &str, list: &[f64]) {
    let stride = params.split(' ').count();
    let params: String = params.split(' ').map(|p| format!("<param name=\"{p}\" type=\"float\"/>")).collect();
    _ = writeln!(
        out,
        "<source id=\"{id}\"><float_array id=\"{id}-a\" count=\"{}\">{}</float_array><technique_common>\
         <accessor source=\"#{id}-a\" count=\"{}\" stride=\"{stride}\">{params}</accessor></technique_common></source>",
        list.len(),
        row(list),
        list.len() / stride
    );
}

fn words(out: &mut String, id: &str, kind: &str, list: &str, many: usize) {
    if many == 0 {
        return;
    }
    let plain = if kind == "SIDREF" { "sidref" } else { kind };
    _ = writeln!(
        out,
        "<source id=\"{id}\"><{kind}_array id=\"{id}-a\" count=\"{many}\">{list}</{kind}_array><technique_common>\
         <accessor source=\"#{id}-a\" count=\"{many}\"><param name=\"WORD\" type=\"{plain}\"/></accessor></technique_common></source>"
    );
}

fn list(out: &mut String, name: &str, of: &str, lists: &[Vec<i32>]) {
    let counts: Vec<usize> = lists.iter().map(Vec::len).collect();
    let rows: Vec<String> = lists.iter().flatten().map(|n| way(*n)).collect();
    table(out, name, &format!("{of} ORIENTATION ways"), Some(&counts), &rows);
}

fn table(out: &mut String, name: &str, inputs: &str, counts: Option<&[usize]>, rows: &[String]) {
    if rows.is_empty() {
        return;
    }
    let words: Vec<&str> = inputs.split(' ').collect();
    let inputs: String = words
        .chunks(2)
        .enumerate()
        .map(|(i, pair)| format!("<input semantic=\"{}\" source=\"#{}\" offset=\"{i}\"/>", pair[0], pair[1]))
        .collect();
    let count = counts.map_or(rows.len(), <[usize]>::len);
    _ = write!(out, "<{name} id=\"{name}\" count=\"{count}\">{inputs}");
    if let Some(counts) = counts {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        _ = write!(out, "<vcount>{}</vcount>", counts.join(" "));
    }
    _ = writeln!(out, "<p>{}</p></{name}>", rows.join("  "));
}
