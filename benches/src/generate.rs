//! Large documents to measure with, the same on every machine.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// Writes all of them (those that are not there yet) and gives their paths.
pub fn all(folder: &Path) -> io::Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder)?;
    type Maker = fn() -> String;
    let makers: [(&str, Maker); 3] = [("mesh.dae", mesh), ("nodes.dae", nodes), ("mesh.ogex", opengex_mesh)];
    let mut paths = Vec::new();
    for (name, make) in makers {
        let path = folder.join(name);
        if !path.exists() {
            std::fs::write(&path, make())?;
        }
        paths.push(path);
    }
    Ok(paths)
}

/// Writes two thousand small documents into a folder (those that are not there yet), and gives it.
pub fn small(folder: &Path) -> io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    for number in 0..2000 {
        let path = folder.join(format!("small{number:04}.dae"));
        if !path.exists() {
            std::fs::write(path, surface(4 + number % 7))?;
        }
    }
    Ok(folder.to_owned())
}

/// Writes the surfaces that are drawn (those that are not there yet): a hundred thousand triangles, and two million.
pub fn surfaces(folder: &Path) -> io::Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder)?;
    let mut paths = Vec::new();
    for (name, side) in [("surface-small.dae", 224), ("surface-large.dae", SIDE)] {
        let path = folder.join(name);
        if !path.exists() {
            std::fs::write(&path, surface(side))?;
        }
        paths.push(path);
    }
    Ok(paths)
}

/// The beginning of documents.
pub const HEAD: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>
<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">
<asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified></asset>
";

/// Vertices along one side of the mesh: a million in all.
const SIDE: usize = 1000;

/// Numbers that look like measured ones, from a small generator of our own.
pub struct Noise(pub u64);

impl Noise {
    /// A number from -1 to 1.
    pub fn next(&mut self) -> f64 {
        self.bits() as f64 / f64::from(1 << 23) - 1.0
    }

    /// A whole number of 24 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 40
    }
}

fn mesh() -> String {
    let mut noise = Noise(1);
    let count = SIDE * SIDE;
    let mut out = String::with_capacity(220_000_000);
    out.push_str(HEAD);
    out.push_str("<library_geometries><geometry id=\"g\"><mesh>");
    for (id, width, params) in [("p", 3, "XYZ"), ("n", 3, "XYZ"), ("t", 2, "ST")] {
        let values = count * width;
        let _ = write!(out, "<source id=\"{id}\"><float_array id=\"{id}a\" count=\"{values}\">");
        for _ in 0..values {
            let _ = write!(out, "{:.6} ", noise.next());
        }
        let _ = write!(
            out,
            "</float_array><technique_common><accessor source=\"#{id}a\" count=\"{count}\" stride=\"{width}\">"
        );
        for name in params.chars() {
            let _ = write!(out, "<param name=\"{name}\" type=\"float\"/>");
        }
        out.push_str("</accessor></technique_common></source>\n");
    }
    out.push_str("<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>");
    let triangles = (SIDE - 1) * (SIDE - 1) * 2;
    let _ = write!(out, "<triangles count=\"{triangles}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>");
    out.push_str("<input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/><input semantic=\"TEXCOORD\" source=\"#t\" offset=\"2\"/><p>");
    for (a, b, c) in grid(SIDE) {
        let _ = write!(out, "{a} {a} {a} {b} {b} {b} {c} {c} {c} ");
    }
    out.push_str("</p></triangles></mesh></geometry></library_geometries></COLLADA>\n");
    out
}

/// The triangles of a grid with so many corners along a side.
fn grid(side: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..side - 1)
        .flat_map(move |y| (0..side - 1).map(move |x| y * side + x))
        .flat_map(move |i| [(i, i + 1, i + side), (i + 1, i + side + 1, i + side)])
}

/// A wavy cloth in a scene, with so many corners along a side.
fn surface(side: usize) -> String {
    let wave = |x: f64, y: f64| (x * 9.0).sin() * (y * 7.0).cos();
    let mut out = String::with_capacity(side * side * 130);
    out.push_str(HEAD);
    out.push_str("<library_effects><effect id=\"e\"><profile_COMMON><technique sid=\"t\"><phong><diffuse><color>0.6 0.5 0.3 1</color></diffuse>\
        <specular><color>0.4 0.4 0.4 1</color></specular><shininess><float>30</float></shininess></phong></technique></profile_COMMON></effect>\
        </library_effects><library_materials><material id=\"m\"><instance_effect url=\"#e\"/></material></library_materials>\
        <library_geometries><geometry id=\"g\"><mesh>");
    let corners = || {
        (0..side * side).map(|i| (i % side, i / side)).map(|(x, y)| (x as f64 / side as f64, y as f64 / side as f64))
    };
    let count = side * side;
    for id in ["p", "n"] {
        let _ = write!(out, "<source id=\"{id}\"><float_array id=\"{id}a\" count=\"{}\">", 3 * count);
        for (x, y) in corners() {
            let (dx, dy) = (0.9 * (x * 9.0).cos() * (y * 7.0).cos(), -0.7 * (x * 9.0).sin() * (y * 7.0).sin());
            let _ = match id {
                "p" => write!(out, "{x:.6} {y:.6} {:.6} ", 0.1 * wave(x, y)),
                _ => write!(out, "{:.5} {:.5} 1 ", -dx, -dy),
            };
        }
        let _ = writeln!(
            out,
            "</float_array><technique_common><accessor source=\"#{id}a\" count=\"{count}\" stride=\"3\"><param name=\"X\" type=\"float\"/>\
             <param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
        );
    }
    let triangles = (side - 1) * (side - 1) * 2;
    let _ = write!(
        out,
        "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles material=\"m\" count=\"{triangles}\">\
         <input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/><p>"
    );
    for (a, b, c) in grid(side) {
        let _ = write!(out, "{a} {a} {b} {b} {c} {c} ");
    }
    out.push_str(
        "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node id=\"n1\">\
         <instance_geometry url=\"#g\"><bind_material><technique_common><instance_material symbol=\"m\" target=\"#m\"/></technique_common>\
         </bind_material></instance_geometry></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n",
    );
    out
}

fn nodes() -> String {
    const GROUPS: usize = 1000;
    const MEMBERS: usize = 100;
    let mut noise = Noise(2);
    let mut out = String::with_capacity(45_000_000);
    out.push_str(HEAD);
    out.push_str("<library_cameras><camera id=\"c\"><optics><technique_common><perspective><yfov>45</yfov><znear>1</znear><zfar>9</zfar></perspective></technique_common></optics></camera></library_cameras>");
    out.push_str("<library_visual_scenes><visual_scene id=\"s\">\n");
    for group in 0..GROUPS {
        let _ = writeln!(out, "  <node id=\"group{group}\" name=\"group{group}\">");
        for member in 0..MEMBERS {
            let _ = writeln!(out, "    <node id=\"n{group}-{member}\" name=\"n{member}\" type=\"NODE\">");
            let _ = writeln!(
                out,
                "      <translate sid=\"move\">{:.4} {:.4} {:.4}</translate>",
                noise.next(),
                noise.next(),
                noise.next()
            );
            for (sid, axis) in [("rotateZ", "0 0 1"), ("rotateY", "0 1 0"), ("rotateX", "1 0 0")] {
                let _ = writeln!(out, "      <rotate sid=\"{sid}\">{axis} {:.4}</rotate>", noise.next() * 180.0);
            }
            out.push_str("      <scale sid=\"size\">1 1 1</scale>\n      <instance_camera url=\"#c\"/>\n    </node>\n");
        }
        out.push_str("  </node>\n");
    }
    out.push_str(
        "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n",
    );
    out
}

fn opengex_mesh() -> String {
    let mut noise = Noise(3);
    let mut out = String::with_capacity(150_000_000);
    out.push_str("Metric (key = \"distance\") {float {1.0}}\nMetric (key = \"up\") {string {\"z\"}}\n");
    out.push_str("GeometryNode $node\n{\n\tObjectRef {ref {$object}}\n}\n\nGeometryObject $object\n{\n\tMesh (primitive = \"triangles\")\n\t{\n");
    for (attribute, width) in [("position", 3), ("normal", 3), ("texcoord", 2)] {
        let _ = write!(out, "\t\tVertexArray (attrib = \"{attribute}\")\n\t\t{{\n\t\t\tfloat[{width}]\n\t\t\t{{\n");
        for i in 0..SIDE * SIDE {
            out.push_str(if i == 0 { "\t\t\t\t{" } else { ", {" });
            for j in 0..width {
                let _ = write!(out, "{}{:.6}", if j == 0 { "" } else { ", " }, noise.next());
            }
            out.push('}');
        }
        out.push_str("\n\t\t\t}\n\t\t}\n");
    }
    out.push_str("\t\tIndexArray\n\t\t{\n\t\t\tuint32[3]\n\t\t\t{\n");
    for (i, (a, b, c)) in grid(SIDE).enumerate() {
        let _ = write!(out, "{}{{{a}, {b}, {c}}}", if i == 0 { "\t\t\t\t" } else { ", " });
    }
    out.push_str("\n\t\t\t}\n\t\t}\n\t}\n}\n");
    out
}
