//! Exact solids: what is told of them, and what becomes of them.

use std::collections::HashMap;
use std::f64::consts::PI;

use portolan::convert::{Conversion, Writer, to};
use portolan::scene::UpAxis;
use portolan::{File, Memory, OpenOptions};

pub fn washer() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/collada/washer.dae");
    // Without line breaks, so that what is replaced in it can be found.
    std::fs::read_to_string(path).unwrap().lines().map(str::trim).collect()
}

pub fn open(text: &str) -> File {
    OpenOptions::within(Memory::new().with("main.dae", text)).open("main.dae").unwrap()
}

fn close(found: &serde_json::Value, wanted: f64) -> bool {
    found.as_f64().is_some_and(|x| (x - wanted).abs() <= 1e-6 * wanted.abs())
}

#[test]
fn a_washer_is_measured_exactly() {
    let info = open(&washer()).info().unwrap().to_json();
    let brep = &info["breps"][0];
    assert!(close(&brep["volume"], 160.0 * PI) && close(&brep["area"], 192.0 * PI), "{brep}");
    assert_eq!((&brep["closed"], &brep["faces"], &brep["pcurves"]), (&true.into(), &4.into(), &12.into()));
    assert_eq!(brep["surfaces"], serde_json::json!({"cylinder": 2, "plane": 2}));
    assert_eq!(brep["curves"], serde_json::json!({"circle": 4, "line": 2}));
    let low = info["bounds"]["min"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<f64>>();
    assert!((low[0] + 5.0).abs() < 0.02 && (low[2]).abs() < 1e-6, "{low:?}");
    assert!(info["totals"]["triangles"].as_u64().unwrap() > 100);
}

#[test]
fn another_unit_and_axis_give_the_same_solid() {
    let moved = Conversion::to(&to::DAE).with(|c| {
        c.unit = Some(1.0);
        c.up_axis = Some(UpAxis::Y);
    });
    let text = open(&washer()).convert(&moved).unwrap().files.remove(0).1;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("<brep>"), "{text}");
    let brep = &open(&text).info().unwrap().to_json()["breps"][0];
    assert!(close(&brep["volume"], 160e-9 * PI) && close(&brep["area"], 192e-6 * PI), "{brep}");
    assert!(brep["worst"]["pcurve_on_surface"].as_f64().unwrap() < 1e-9, "{brep}");
    assert_eq!(brep["pcurves"], 12);
}

/// A conic section in the parameters of a cylinder has no form in another unit, as one of the parameters is a length.
#[test]
fn a_parameter_curve_without_a_form_in_the_other_unit_is_told() {
    let along = "<line><origin>0 10 0</origin><direction>1 0 0</direction></line>";
    let wave = "<ellipse><radius>3 1</radius></ellipse><origin>3 10 0</origin>";
    let text = washer();
    assert!(text.contains(along));
    let larger = Conversion::to(&to::DAE).with(|c| c.unit = Some(0.01));
    let done = open(&text.replacen(along, wave, 1)).convert(&larger).unwrap();
    assert!(done.losses.iter().any(|l| l.code.id == "CNV897"));
    let back = open(std::str::from_utf8(&done.files[0].1).unwrap());
    let brep = &back.info().unwrap().to_json()["breps"][0];
    assert!(close(&brep["volume"], 0.16 * PI), "{brep}");
    assert_eq!(brep["pcurves"], 10);
}

/// Triangles of a binary STL: open edges and volume.
pub fn judged(stl: &[u8]) -> (usize, f64) {
    let mut edges: HashMap<[[u32; 3]; 2], i32> = HashMap::new();
    let mut volume = 0.0;
    for triangle in stl[84..].chunks_exact(50) {
        let bits = |at: usize| u32::from_le_bytes(triangle[at..at + 4].try_into().unwrap());
        let corners: [[u32; 3]; 3] =
            [12, 24, 36].map(|at| [bits(at), bits(at + 4), bits(at + 8)].map(|b| if b == 1 << 31 { 0 } else { b }));
        for i in 0..3 {
            *edges.entry([corners[i], corners[(i + 1) % 3]]).or_default() += 1;
            *edges.entry([corners[(i + 1) % 3], corners[i]]).or_default() -= 1;
        }
        let [a, b, c] = corners.map(|p| p.map(|x| f64::from(f32::from_bits(x))));
        let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
        volume += (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6.0;
    }
    (edges.values().filter(|n| **n != 0).count(), volume)
}

#[test]
fn triangles_are_closed_at_every_tolerance() {
    for share in [1e-1, 1e-2, 1e-3, 1e-4] {
        let tolerance = share * 0.01;
        let fine = Conversion::to(&to::STL).with(|c| c.tolerance = Some(tolerance));
        let done = open(&washer()).convert(&fine).unwrap();
        assert!(done.losses.iter().any(|l| l.code.id == "CNV895"));
        let (open, volume) = judged(&done.files[0].1);
        assert_eq!(open, 0, "at {share}");
        assert!((volume - 160e-9 * PI).abs() <= 192e-6 * PI * tolerance, "{volume} at {share}");
    }
}

#[test]
fn every_format_gets_triangles() {
    let writers: [&'static Writer; 6] = [&to::GLB, &to::GLTF, &to::OBJ, &to::PLY, &to::STL, &to::OGEX];
    for writer in writers {
        let done = open(&washer()).convert(&Conversion::to(writer)).unwrap();
        let bytes: usize = done.files.iter().map(|f| f.1.len()).sum();
        assert!(bytes > 4000, "{}: {bytes}", writer.extension);
        assert!(!done.losses.iter().any(|l| l.code.id == "CNV953"), "{}", writer.extension);
    }
}

#[test]
fn an_older_version_has_triangles_and_the_solid_comes_back() {
    let old = Conversion::to(&to::DAE).with(|c| c.version = Some("1.4.1".to_owned()));
    let text = String::from_utf8(open(&washer()).convert(&old).unwrap().files.remove(0).1).unwrap();
    let file = open(&text);
    assert!(file.info().unwrap().totals.triangles.unwrap() > 100, "{text}");
    let new = Conversion::to(&to::DAE).with(|c| c.version = Some("1.5.0".to_owned()));
    let back = String::from_utf8(file.convert(&new).unwrap().files.remove(0).1).unwrap();
    let brep = &open(&back).info().unwrap().to_json()["breps"][0];
    assert!(close(&brep["volume"], 160.0 * PI), "{back}");
}

#[test]
fn damaged_solids_are_told_and_the_rest_is_drawn() {
    let washer = washer();
    for (from, to) in [
        ("<cylinder><radius>3</radius>", "<cylinder><radius>0</radius>"),
        ("<cylinder><radius>3</radius>", "<cylinder><radius>NaN</radius>"),
        ("washer/inside", "washer/nowhere"),
        ("0 1 1 0 0 0 2 1", "0 1 9 0 0 0 2 1"),
        ("<direction>0 0 1</direction>", "<direction>0 0 0</direction>"),
        ("5 2 3 5</p>", "5 2 9 5</p>"),
    ] {
        assert!(washer.contains(from), "{from}");
        let file = open(&washer.replacen(from, to, 1));
        let done = file.convert(&Conversion::to(&to::STL)).unwrap();
        assert!(done.losses.iter().any(|l| ["CNV107", "CNV896"].contains(&l.code.id)), "{to}");
        assert!(done.files[0].1.len() > 84 + 50 * 20, "{to}");
    }
}

/// STEP has no surfaces that are stretched in one direction, and none that are turned inside out.
#[test]
fn step_gets_solids_that_keep_their_form() {
    let step = |transform: &str| {
        let node = "<node id=\"washer-node\">";
        let text = washer().replacen(node, &format!("{node}{transform}"), 1);
        assert!(text.contains(transform));
        let done = open(&text).convert(&Conversion::to(&to::STEP)).unwrap();
        let told = done.losses.iter().any(|l| l.code.id == "CNV987");
        (String::from_utf8(done.files[0].1.clone()).unwrap().contains("MANIFOLD_SOLID_BREP"), told)
    };
    assert_eq!(step("<scale>2 2 2</scale><rotate>1 0 0 30</rotate>"), (true, false));
    assert_eq!(step("<scale>1 1 2</scale>"), (false, true));
    assert_eq!(step("<scale>1 1 -1</scale>"), (false, true));
}
