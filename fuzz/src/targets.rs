//! One function a fuzz target: each takes any bytes, and panics if a promise is not kept.
//!
//! Where a target takes several formats, the first byte says which one it is.

use std::hint::black_box;
use std::sync::Arc;

use portolan::convert::{Writer, to};
use portolan::layout::Layout;
use portolan::pictures::Shot;
use portolan::run::{Action, Input, Options};
use portolan::verify::Verification;
use portolan::{Budget, Conversion, ErrorKind, Format, Limits, Memory, OpenOptions, Report, Resources, formats};
use portolan_resources::root_document;
use portolan_syntax::{Edit, Source, Tree, classic, ddl, edit, xml};

use super::journey;

/// A fuzz target.
pub type Target = fn(&[u8]);

/// All targets, by the names of the programs in `fuzz_targets` and the folders in `seeds`.
pub const TARGETS: &[(&str, Target)] = &[
    ("archive", archive),
    ("check", check),
    ("edit", edit),
    ("fmt", fmt),
    ("import", import),
    ("import_ogex", import_ogex),
    ("lower_world", lower_world),
    ("migrate", migrate),
    ("pictures", pictures),
    ("pieces", pieces),
    ("read_classic", read_classic),
    ("read_ddl", read_ddl),
    ("read_gltf", read_gltf),
    ("read_obj", read_obj),
    ("read_stl", read_stl),
    ("read_urdf", read_urdf),
    ("read_xml", read_xml),
    ("render", render),
    ("run", run),
    ("values", values),
    ("verify", verify),
];

/// Whatever an archive holds, its main document and its references are found or refused, never more.
pub fn archive(data: &[u8]) {
    let files = Memory::new().with("a.zae", data);
    let Ok(root) = root_document(&files, "a.zae") else { return };
    black_box(files.read(&root.location, 1 << 20).is_ok());
    for reference in ["t.png", "../t.png", "a/b.zip/c.dae#d", "file:///C:/a%20b.png", "\\x\\y"] {
        if let Ok(found) = files.locate(&root.location, reference) {
            black_box(files.read(&found.location, 1 << 20).is_ok());
        }
    }
}

/// Every document can be bound and checked as every format, and every finding can be placed and shown.
pub fn check(data: &[u8]) {
    let Some((format, data)) = choice(data, &formats()[..5]) else { return };
    let Some(report) = report(format, data) else { return };
    assert_eq!(report.tree().print(), data);
    for finding in &report.findings {
        black_box(report.tree().source().place(finding.span.start));
        black_box(finding.node.and_then(|n| report.tree().node(n)).map(|n| n.path()));
    }
}

/// Applying every safe repair gives a document that can be read again, and no byte outside the edits changes.
pub fn edit(data: &[u8]) {
    let Some((format, data)) = choice(data, &formats()[..3]) else { return };
    let Some(report) = report(format, data) else { return };
    let source = report.tree().source();
    let (same, _) = edit::apply(source, &[]);
    assert_eq!(same, data);
    let fixes = report.findings.iter().flat_map(|f| f.fixes.clone()).filter(|f| f.certain);
    let edits: Vec<Edit> = fixes.flat_map(|f| f.edits).collect();
    let (fixed, _) = edit::apply(source, &edits);
    let Ok(source) = Source::new("fuzz", fixed.clone(), None, &Limits::default()) else { return };
    match judged_as(format).open_source(source) {
        Ok(again) => assert_eq!(again.tree().unwrap().print(), fixed),
        // What looked like a document may turn out to be none once a stray character is gone.
        Err(why) => assert_eq!(why.code().map(|c| c.id), Some("IO009"), "{why}"),
    }
}

/// A document that is laid out can be read again, says the same, and stays as it is when it is laid out again.
pub fn fmt(data: &[u8]) {
    let Some((name, data)) = choice(data, &["a.dae", "a.ogex", "a.wrl"]) else { return };
    let layout = Layout::default();
    let Ok(file) = OpenOptions::new().open_bytes(name, data) else { return };
    let first = match file.lay_out(&layout) {
        Ok(first) => first,
        Err(why) => return assert!(why.kind() != ErrorKind::Internal, "{why}"),
    };
    let second = OpenOptions::new().open_bytes(name, first.clone()).unwrap().lay_out(&layout).unwrap();
    assert!(first == second, "laid out twice it differs");
}

/// Whatever a COLLADA document says, its scene keeps its promises, and so do the files made of it.
pub fn import(data: &[u8]) {
    travel(Memory::new().with("a.dae", data), "a.dae", &[&to::GLB, &to::OBJ]);
}

/// Whatever an OpenGEX file says, its scene keeps its promises, and so do the files made of it.
pub fn import_ogex(data: &[u8]) {
    travel(Memory::new().with("a.ogex", data), "a.ogex", &[&to::GLB, &to::OGEX]);
}

/// Whatever a world says, in xVRML, X3D or VRML97, its scene keeps its promises, and so do the files made of it.
pub fn lower_world(data: &[u8]) {
    let Some((name, world)) = choice(data, &["a.xwrl", "a.x3d", "a.wrl"]) else { return };
    travel(Memory::new().with(name, world), name, &[&to::GLB]);
}

/// A COLLADA document in another version of the format is well-formed, or it is refused.
pub fn migrate(data: &[u8]) {
    let Some((version, data)) = choice(data, &["1.4.1", "1.5.0"]) else { return };
    let Ok(file) = OpenOptions::new().open_bytes("a.dae", data) else { return };
    let conversion = Conversion::to(&to::DAE).with(|c| {
        c.version = Some(version.to_owned());
        c.allow_empty = true;
    });
    if let Err(why) = file.convert(&conversion) {
        assert!(!matches!(why.kind(), ErrorKind::Malformed | ErrorKind::Internal), "{why}");
    }
}

/// Every file is a picture or none, and a scene with it is drawn.
pub fn pictures(data: &[u8]) {
    const OBJ: &str = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n";
    let files = Memory::new().with("a.obj", OBJ).with("a.mtl", "newmtl m\nmap_Kd p.png\n").with("p.png", data);
    let files = files.charging(&Budget::default());
    let shot = Shot::default().with(|s| (s.size, s.samples) = ((16, 16), 1));
    let picture = OpenOptions::within(files).open("a.obj").and_then(|file| file.render(&shot));
    assert_eq!(picture.unwrap().dimensions(), (16, 16));
}

/// A document that is read in pieces on all cores is the one that is read from its start. The first byte says into how many.
pub fn pieces(data: &[u8]) {
    let Some((&count, data)) = data.split_first() else { return };
    if let Ok(text) = std::str::from_utf8(data) {
        let count = 2 + usize::from(count) % 7;
        assert!(xml::pieces_agree(text, count), "{count} pieces differ");
    }
}

/// Whatever the bytes are, the reader of classic VRML gives a tree that prints them back, and every value can be read.
pub fn read_classic(data: &[u8]) {
    let Some(tree) = read(data, classic::parse) else { return };
    for node in tree.nodes() {
        for attribute in node.attributes() {
            black_box(attribute.value());
        }
    }
}

/// Whatever the bytes are, the OpenDDL reader gives a tree that prints them back.
pub fn read_ddl(data: &[u8]) {
    let Some(tree) = read(data, ddl::parse) else { return };
    for node in tree.nodes() {
        if let Some(run) = ddl::Run::of(node) {
            black_box(run.scan());
        }
    }
}

/// Whatever a glTF file says, text or binary, its scene keeps its promises, and so do the files made of it.
pub fn read_gltf(data: &[u8]) {
    let files = Memory::new().with("a.gltf", data).with("z.bin", [0; 64].as_slice());
    travel(files, "a.gltf", &[&to::GLB, &to::DAE]);
}

/// Whatever an OBJ file says, its scene keeps its promises, and so do the files made of it.
pub fn read_obj(data: &[u8]) {
    let files = Memory::new().with("a.obj", data).with("a.mtl", "newmtl m\nKd 1 0 0\n");
    travel(files, "a.obj", &[&to::GLB, &to::OBJ]);
}

/// Whatever an STL file says, its scene keeps its promises, and so do the files made of it.
pub fn read_stl(data: &[u8]) {
    travel(Memory::new().with("a.stl", data), "a.stl", &[&to::GLB, &to::STL]);
}

/// Whatever a robot is like, its scene keeps its promises, and so do the files made of it.
pub fn read_urdf(data: &[u8]) {
    let files = Memory::new().with("a.urdf", data).with("m.stl", "solid m");
    travel(files, "a.urdf", &[&to::GLB, &to::URDF]);
}

/// Whatever the bytes are, the XML reader gives a tree that prints them back.
pub fn read_xml(data: &[u8]) {
    let Some(tree) = read(data, xml::parse) else { return };
    for node in tree.nodes() {
        black_box((node.text().len(), node.content_span(), node.name_span()));
        for attr in node.attributes() {
            black_box(attr.value().len());
        }
    }
}

/// Whatever a document says, a picture of it is drawn.
pub fn render(data: &[u8]) {
    let Some((name, data)) = choice(data, &["a.dae", "a.gltf", "a.ogex", "a.wrl", "a.obj"]) else { return };
    let mut faults = Vec::new();
    if let Some(imported) = journey::import(Memory::new().with(name, data), name, &mut faults) {
        journey::draw(&imported, &mut faults);
    }
    assert!(faults.is_empty(), "{faults:?}");
}

/// Whatever a world holds and whatever a user does in it, it runs and ends. The first byte says how many bytes are inputs of the user.
pub fn run(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let (inputs, world) = rest.split_at(usize::from(*first).min(rest.len()));
    let Ok(file) = OpenOptions::new().open_bytes("a.xwrl", world.to_vec()) else { return };
    let mut options = Options::default();
    options.most_events = 10_000;
    let Ok(mut run) = file.run(options) else { return };
    for (number, chunk) in inputs.chunks_exact(4).enumerate() {
        let place = [1, 2, 3].map(|i| f64::from(chunk[i] as i8) / 8.0);
        let action = match chunk[0] % 6 {
            0 => Action::Move(place),
            1 => Action::Press,
            2 => Action::Release,
            3 => Action::Walk(place),
            4 => Action::Leave,
            _ => Action::Viewer { position: Some(place), orientation: None },
        };
        run.send(Input { t: number as f64 / 8.0, action });
    }
    (0..8).for_each(|step| run.step(f64::from(step) / 4.0));
    run.finish();
    assert!(run.scene().scene.check().is_empty());
}

/// Every address is found or refused, and a value that is set is read back. Address, value and document are parted by zero bytes.
pub fn values(data: &[u8]) {
    let Some((name, data)) = choice(data, &["a.dae", "a.ogex", "a.wrl", "a.x3d"]) else { return };
    let mut parts = data.splitn(3, |byte| *byte == 0).map(|part| String::from_utf8_lossy(part).into_owned());
    let (Some(address), Some(value), Some(text)) = (parts.next(), parts.next(), parts.next()) else { return };
    let Ok(file) = OpenOptions::new().open_bytes(name, text) else { return };
    let Ok(target) = file.get(&address) else { return };
    black_box((target.value(), target.place(), target.to_json(name, &address)));
    black_box(target.set(&value).is_ok());
}

/// Every document is equal to itself.
pub fn verify(data: &[u8]) {
    let Some((name, data)) = choice(data, &["a.dae", "a.gltf", "a.ogex", "a.obj"]) else { return };
    let Ok(file) = OpenOptions::within(Memory::new().with(name, data)).open(name) else { return };
    let Ok(changes) = file.diff(&file, None) else { return };
    assert!(changes.list.is_empty(), "a document differs from itself");
    black_box(file.verify(&file, &Verification::default()).is_ok());
}

/// What the first byte chooses, and the bytes behind it.
fn choice<'a, T: Copy>(data: &'a [u8], list: &[T]) -> Option<(T, &'a [u8])> {
    let (&first, rest) = data.split_first()?;
    Some((*list.get(usize::from(first) % list.len())?, rest))
}

/// The tree that a reader makes of bytes, which prints them back.
fn read<F>(data: &[u8], parse: fn(Source, &Limits) -> (Tree, F)) -> Option<Tree> {
    let limits = Limits::default();
    let source = Source::new("fuzz", data.to_vec(), None, &limits).ok()?;
    let (tree, _) = parse(source, &limits);
    assert_eq!(tree.print(), data);
    Some(tree)
}

/// How documents of a format are opened and judged.
fn judged_as(format: &'static Format) -> OpenOptions {
    OpenOptions::new().with(|o| (o.format, o.thorough) = (Some(format), true))
}

/// What is wrong with a document.
fn report(format: &'static Format, data: &[u8]) -> Option<Arc<Report>> {
    let source = Source::new("fuzz", data.to_vec(), None, &Limits::default()).ok()?;
    judged_as(format).open_source(source).and_then(|file| file.report()).ok()
}

/// From a document to a scene, over its time, and into files.
fn travel(files: Memory, name: &str, writers: &[&'static Writer]) {
    let mut faults = Vec::new();
    if let Some(imported) = journey::import(files, name, &mut faults) {
        journey::play(&imported, &mut faults);
        for writer in writers {
            journey::write(&imported, writer, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}
