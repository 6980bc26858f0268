//! Numbers that need double precision (`digits` of 8 to 17, COLLADA 1.4.1 page 5-47) keep it wherever it can be written.

use portolan::Memory;
use portolan::convert::{Conversion, Converted, Writer, to};
use portolan::scene::{Fate, Shape};
use portolan::{File, OpenOptions};

use crate::common::{import, mesh, new_document, view};

/// A triangle on a map: single precision has steps of 0.5 there.
const SITE: &str = "5000000.125 2000000.25 100.0625 5000001.375 2000000.25 100 5000000.125 2000001.5 100";
/// Nine digits of which single precision keeps eight.
const NINE: &str = "123.456789 0 0 1 0.1 0 0 1 0.300000012";

fn document(points: &str) -> File {
    let draw = view(r##"<instance_geometry url="#g"/>"##);
    import(&new_document(&format!("<library_geometries>{}</library_geometries>{draw}", mesh("g", points, "0 1 2"))))
}

fn convert(file: &File, to: &'static Writer, set: impl FnOnce(&mut Conversion)) -> Converted {
    file.convert(&Conversion::to(to).with(|c| (c.rebuild, c.allow_empty) = (true, false)).with(set)).unwrap()
}

fn text(converted: &Converted) -> String {
    String::from_utf8_lossy(&converted.files[0].1).into_owned()
}

fn precision(converted: &Converted) -> Vec<(Fate, String)> {
    converted.losses.iter().filter(|l| l.code.id == "CNV964").map(|l| (l.fate, l.message.clone())).collect()
}

fn reopened(converted: Converted) -> File {
    let name = converted.files[0].0.clone();
    let files = converted.files.into_iter().fold(Memory::new(), |files, (name, bytes)| files.with(name, bytes));
    OpenOptions::within(files).open(&name).unwrap()
}

fn exact(file: &File) -> Vec<f64> {
    let Shape::Mesh(mesh) = &file.scene().unwrap().geometries[0].shape else { panic!("a mesh") };
    mesh.positions().unwrap().exact.clone()
}

#[test]
fn double_precision_reaches_every_format_that_holds_it() {
    let wanted: Vec<f64> = SITE.split(' ').map(|w| w.parse().unwrap()).collect();
    let site = document(SITE);
    assert_eq!(exact(&site), wanted);
    for target in [&to::DAE, &to::OGEX, &to::OBJ] {
        let written = convert(&site, target, |_| ());
        assert_eq!(precision(&written), [], ".{}", target.extension);
        let text = text(&written);
        assert!(text.contains("5000001.375") && text.contains("100.0625"), "{text}");
        assert_eq!(exact(&reopened(written)), wanted, ".{}", target.extension);
    }
    assert!(text(&convert(&site, &to::OGEX, |_| ())).contains("double[3]"));
    let ply = convert(&site, &to::PLY, |_| ());
    assert!(text(&ply).contains("property double x\n"));
    let bytes: Vec<u8> = 5000001.375_f64.to_le_bytes().to_vec();
    assert!(ply.files[0].1.windows(8).any(|w| w == bytes));
}

#[test]
fn a_format_that_rounds_says_so() {
    for target in [&to::GLB, &to::STL] {
        let site = precision(&convert(&document(SITE), target, |_| ()));
        assert!(matches!(&site[..], [(Fate::Approximated, m)] if m.contains("geometry `g`")), "{site:?}");
        let nine = precision(&convert(&document(NINE), target, |_| ()));
        assert!(matches!(&nine[..], [(Fate::Noted, _)]), "{nine:?}");
        assert_eq!(precision(&convert(&document("0.1 0.2 0.333333 -1.5 1e-9 12.123456 1 1 0"), target, |_| ())), []);
    }
}

#[test]
fn another_unit_and_axis_keep_double_precision() {
    let site = document(SITE);
    let turned = convert(&site, &to::DAE, |c| {
        (c.unit, c.up_axis) = (Some(0.5), Some(portolan::scene::UpAxis::Z));
    });
    // Twice as many half metres; y up becomes z up: (x, y, z) is (x, −z, y).
    let rows = exact(&reopened(turned));
    assert_eq!(rows[..3], [10000000.25, -200.125, 4000000.5]);
}

#[test]
fn nine_digits_come_back_as_they_were_written() {
    let rebuilt = text(&convert(&document(NINE), &to::DAE, |_| ()));
    assert!(rebuilt.contains(NINE), "{rebuilt}");
    let plain = text(&convert(&document("0.1 0.2 0.300000012 -1.5 1e-9 12.123456 1 1 0"), &to::DAE, |_| ()));
    assert!(plain.contains(">0.1 0.2 0.3 -1.5 1e-9 12.123456 1 1 0<"), "{plain}");
}

#[test]
fn doubles_of_opengex_are_read_and_written() {
    let source = "Metric (key = \"up\") {string {\"y\"}}\nGeometryNode {ObjectRef {ref {$g}}}\nGeometryObject $g {Mesh (primitive = \
        \"triangles\") {VertexArray (attrib = \"position\") {double[3] {{5000000.125, 0, 0}, {5000001.375, 0, 0}, {5000000.125, 1, 0}}}\n\
        IndexArray {uint32[3] {{0, 1, 2}}}}}";
    let file = OpenOptions::within(Memory::new().with("a.ogex", source)).open("a.ogex").unwrap();
    assert_eq!(exact(&file)[..4], [5000000.125, 0.0, 0.0, 5000001.375]);
    assert!(text(&convert(&file, &to::OGEX, |_| ())).contains("5000001.375"));
    assert!(text(&convert(&file, &to::DAE, |_| ())).contains("5000001.375"));
    let single = source.replace("5000000.125", "5000000.5").replace("5000001.375", "5000001.5");
    let file = OpenOptions::within(Memory::new().with("a.ogex", single)).open("a.ogex").unwrap();
    assert_eq!(exact(&file), Vec::<f64>::new());
}
