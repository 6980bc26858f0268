//! Documents into archives and out of them.

use std::io::{Cursor, Read};

use portolan::compare::{Options, compare};
use portolan::convert::{Conversion, Converted, to};
use portolan::pack::{Packed, Packer, unpack};
use portolan::scene::{Fate, Pixels};
use portolan::{Checker, ErrorKind, FileReport, Memory, OpenOptions};

/// Only the beginning of a picture: nobody looks further here.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A document with these images and nodes.
fn document(images: &[&str], nodes: &str) -> String {
    let images: String = images
        .iter()
        .enumerate()
        .map(|(i, uri)| format!("<image id=\"i{i}\"><init_from>{uri}</init_from></image>"))
        .collect();
    let images = if images.is_empty() { images } else { format!("<library_images>{images}</library_images>") };
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" \
         version=\"1.4.1\">\n  <asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>\n  \
         {images}<!-- stays  as it is -->\n  <library_visual_scenes><visual_scene id=\"s\"><node id=\"n\">{nodes}</node>\
         </visual_scene></library_visual_scenes>\n  <scene><instance_visual_scene url=\"#s\"/></scene>\n</COLLADA>\n"
    )
}

/// A document with a geometry that others use.
fn part(name: &str, images: &str) -> String {
    format!(
        "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\
         <asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>{images}\
         <library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"pa\" count=\"9\">0 0 0 {} 0 0 0 1 0\
         </float_array><technique_common><accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/>\
         <param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\
         <vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"1\">\
         <input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>\
         <library_nodes><node id=\"k\"><instance_geometry url=\"#g\"/>{name}</node></library_nodes></COLLADA>",
        name.len() + 1
    )
}

fn pack(files: &Memory, path: &str) -> Packed {
    Packer::new(files).pack(path, None).unwrap()
}

fn names(packed: &Packed) -> Vec<&str> {
    packed.names().collect()
}

/// Codes of what is told, with how often.
fn told(packed: &Packed) -> Vec<(&str, Fate, u32)> {
    packed.losses.iter().map(|l| (l.code.id, l.fate, l.count)).collect()
}

fn members(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    (0..zip.len())
        .map(|i| {
            let mut file = zip.by_index(i).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn member(archive: &[u8], name: &str) -> String {
    let found = members(archive).into_iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("no {name}"));
    String::from_utf8(found.1).unwrap()
}

/// The codes of everything that the checker finds in an archive.
fn findings(archive: &[u8]) -> Vec<String> {
    let files = Memory::new().with("a.zae", archive);
    let mut codes = Vec::new();
    Checker::new(OpenOptions::within(files.clone())).check_each("a.zae", &mut |file: FileReport| match file.outcome {
        Ok(report) => codes.extend(report.findings.iter().map(|f| format!("{} {}", f.code.id, f.message))),
        Err(why) => codes.push(format!("{}: {why}", file.path)),
    });
    codes
}

/// Both mean the same, and the second finds every picture.
fn same_scene(files: &Memory, path: &str, archive: &[u8]) {
    let packed = Memory::new().with("a.zae", archive);
    let before = OpenOptions::within(files.clone()).open(path).unwrap();
    let after = OpenOptions::within(packed.clone()).open("a.zae").unwrap();
    let differences: Vec<String> = compare(before.scene().unwrap(), after.scene().unwrap(), &Options::default())
        .iter()
        .map(|d| d.to_string())
        .collect();
    assert_eq!(differences, [] as [&str; 0], "{path}");
    let found = |i: &portolan::File| -> Vec<bool> {
        i.scene().unwrap().images.iter().map(|i| matches!(i.pixels, Pixels::File { location: Some(_), .. })).collect()
    };
    assert_eq!(found(&before), found(&after));
}

#[test]
fn a_document_is_packed_with_all_it_refers_to() {
    let main = document(
        &["tex/Brick%20wall.png", "tex/Brick%20wall.png", "./other/W&#228;nde.png"],
        "<instance_geometry url=\"parts/leg.dae#g\"/><instance_node url=\"parts/leg.dae#k\"/>",
    );
    // The parts refer to each other and back.
    let leg = part(
        "<instance_node url=\"../a.dae#n\"/>",
        "<library_images><image id=\"i\"><init_from>wood.png</init_from></image></library_images>",
    );
    let files = Memory::new()
        .with("m/a.dae", main.clone())
        .with("m/tex/Brick wall.png", PNG)
        .with("m/other/Wände.png", PNG)
        .with("m/parts/leg.dae", leg.clone())
        .with("m/parts/wood.png", PNG)
        .with("m/nobody.png", PNG);
    let packed = pack(&files, "m/a.dae");
    assert_eq!(names(&packed), ["a.dae", "other/Wände.png", "parts/leg.dae", "parts/wood.png", "tex/Brick wall.png"]);
    assert_eq!(told(&packed), []);
    let archive = packed.to_bytes(&files).unwrap();
    // Nothing had to change, so that nothing did.
    assert_eq!((member(&archive, "a.dae"), member(&archive, "parts/leg.dae")), (main, leg));
    assert_eq!(members(&archive)[0].0, "manifest.xml");
    assert_eq!(
        member(&archive, "manifest.xml"),
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<dae_root>a.dae</dae_root>\n"
    );
    assert_eq!(findings(&archive), [] as [&str; 0]);
    same_scene(&files, "m/a.dae", &archive);
    assert_eq!(archive, pack(&files, "m/a.dae").to_bytes(&files).unwrap());
}

#[test]
fn references_are_written_as_uris_and_nothing_else_changes() {
    let main = document(
        &[r"C:\Users\me\tex\WOOD 1.PNG", "file:///home/x/tex/wood%201.png", "tex/Wood 1.png", "Tex/stone.png"],
        "",
    );
    let files =
        Memory::new().with("a.dae", main.clone()).with("tex/Wood 1.png", PNG).with("tex/stone.png", "no picture");
    let packed = pack(&files, "a.dae");
    assert_eq!(names(&packed), ["a.dae", "tex/Wood 1.png", "tex/stone.png"]);
    assert!(
        packed.losses.iter().all(|l| (l.code.id, l.fate) == ("ARC021", Fate::Noted))
            && packed.losses.iter().count() == 4
    );
    let archive = packed.to_bytes(&files).unwrap();
    let expected = main
        .replace(r"C:\Users\me\tex\WOOD 1.PNG", "tex/Wood%201.png")
        .replace("file:///home/x/tex/wood%201.png", "tex/Wood%201.png")
        .replace("tex/Wood 1.png", "tex/Wood%201.png")
        .replace("Tex/stone.png", "tex/stone.png");
    assert_eq!(member(&archive, "a.dae"), expected);
    assert_eq!(findings(&archive), [] as [&str; 0]);
    same_scene(&files, "a.dae", &archive);
}

#[test]
fn what_is_missing_or_elsewhere_is_told_and_stays() {
    let main = document(
        &["nowhere.png", "http://example.com/a.png", "data:image/png;base64,AAAA", "nowhere.png"],
        "<instance_node url=\"lost.dae#x\"/><instance_node url=\"https://example.com/b.dae#y\"/>",
    )
    .replace("<asset>", "<asset><contributor><source_data>file:///C:/work/a.max</source_data></contributor>");
    let files = Memory::new().with("a.dae", main.clone());
    let packed = pack(&files, "a.dae");
    assert_eq!(
        told(&packed),
        [
            ("ARC028", Fate::Noted, 1),
            ("ARC018", Fate::Dropped, 2),
            ("ARC020", Fate::Noted, 1),
            ("ARC018", Fate::Dropped, 1),
            ("ARC020", Fate::Noted, 1)
        ]
    );
    let archive = packed.to_bytes(&files).unwrap();
    assert_eq!(member(&archive, "a.dae"), main);
    let json = packed.losses_json();
    assert_eq!(json["kept"], 1);
    assert_eq!((&json["dropped"][0]["line"], &json["dropped"][0]["file"]), (&4.into(), &"a.dae".into()));
    assert!(json["dropped"][0]["element"].as_str().unwrap().ends_with("image[i0]/init_from"), "{json}");
}

#[test]
fn names_are_unique_and_fit_for_every_system() {
    let main = document(&["a/t.png", "b/t.png", "b/T.png", "c%3Ad.png", "aux.png", "manifest.xml", "x%23y.png"], "");
    let mut files = Memory::new().with("a.dae", main);
    for (i, name) in
        ["a/t.png", "b/t.png", "b/T.png", "c:d.png", "aux.png", "manifest.xml", "x#y.png"].iter().enumerate()
    {
        files = files.with(*name, format!("picture {i}"));
    }
    let packed = pack(&files, "a.dae");
    let expected = ["_aux.png", "a.dae", "a/t.png", "b/T.png", "b/t_2.png", "c_d.png", "manifest_2.xml", "x#y.png"];
    assert_eq!(names(&packed), expected);
    assert_eq!(packed.losses.iter().filter(|l| l.code.id == "ARC022").count(), 4);
    let archive = packed.to_bytes(&files).unwrap();
    assert_eq!(findings(&archive), [] as [&str; 0]);
    let again = Memory::new().with("a.zae", archive);
    let imported = OpenOptions::within(again.clone()).open("a.zae").unwrap();
    for (i, image) in imported.scene().unwrap().images.iter().enumerate() {
        let Pixels::File { location: Some(location), .. } = &image.pixels else { panic!("{image:?}") };
        let bytes = portolan::Resources::read(&again, location, 100).unwrap();
        assert_eq!(bytes, format!("picture {i}").into_bytes());
    }
}

#[test]
fn files_from_elsewhere_are_brought_in() {
    let main = document(&["../textures/t.png", "../more/t.png", "t.png"], "<instance_node url=\"../lib/part.dae#k\"/>");
    let lib =
        part("", "<library_images><image id=\"i\"><init_from>../textures/t.png</init_from></image></library_images>");
    let files = Memory::new()
        .with("m/a.dae", main.clone())
        .with("m/t.png", "own")
        .with("textures/t.png", "one")
        .with("more/t.png", "two")
        .with("lib/part.dae", lib);
    let packed = pack(&files, "m/a.dae");
    assert_eq!(names(&packed), ["a.dae", "external/part.dae", "external/t.png", "external/t_2.png", "t.png"]);
    let archive = packed.to_bytes(&files).unwrap();
    let text = member(&archive, "a.dae");
    assert!(
        text.contains(">external/t_2.png<") && text.contains(">external/t.png<") && text.contains(">t.png<"),
        "{text}"
    );
    assert!(text.contains("url=\"external/part.dae#k\""));
    assert!(member(&archive, "external/part.dae").contains("<init_from>t_2.png</init_from>"));
    assert_eq!(findings(&archive), [] as [&str; 0]);
    same_scene(&files, "m/a.dae", &archive);
}

/// Pictures, sounds and inlined worlds of xVRML, X3D and VRML97 come along; links to other worlds do not.
#[test]
fn worlds_take_their_files_along() {
    let worlds = [
        (
            "a.xwrl",
            r#"<World xmlns="http://www.xvrml.net/schemas/core"><children><Anchor url="far.xwrl"><children/></Anchor>
            <Inline url="b.x3d"/><Shape><appearance><Texture url="../pic/u.png"/></appearance>
            <geometry><Box/></geometry></Shape></children></World>"#,
        ),
        (
            "a.x3d",
            r#"<X3D version="3.3" profile="Immersive"><Scene><Anchor url='"far.xwrl"'/>
            <Inline url='"http://example.org/b.x3d" "b.x3d"'/><Shape><Appearance>
            <ImageTexture url='"../pic/u.png"'/></Appearance><Box/></Shape></Scene></X3D>"#,
        ),
        (
            "a.wrl",
            "#VRML V2.0 utf8\nAnchor { url \"far.xwrl\" }\nInline { url [ \"b.x3d\" ] }\n\
             Shape { appearance Appearance { texture ImageTexture { url \"../pic/u.png\" } } geometry Box { } }\n",
        ),
    ];
    let part =
        r#"<X3D version="3.3" profile="Immersive"><Scene><Sound><AudioClip url='"s.wav"'/></Sound></Scene></X3D>"#;
    for (name, text) in worlds {
        let files = Memory::new()
            .with(format!("w/{name}"), text)
            .with("w/b.x3d", part)
            .with("w/s.wav", "RIFF")
            .with("w/far.xwrl", "far")
            .with("pic/u.png", PNG);
        let packed = pack(&files, &format!("w/{name}"));
        assert_eq!(names(&packed), [name, "b.x3d", "external/u.png", "s.wav"], "{name}");
        let archive = packed.to_bytes(&files).unwrap();
        assert_eq!(member(&archive, name), text.replace("../pic/u.png", "external/u.png"));
    }
}

#[test]
fn a_base_is_taken_into_the_references() {
    let main = document(&["t.png", "lost.png"], "<instance_node url=\"#n2\"/>")
        .replace("version=\"1.4.1\"", "version=\"1.4.1\" xml:base=\"../tex/\"");
    let files = Memory::new().with("m/a.dae", main.clone()).with("tex/t.png", PNG);
    let packed = pack(&files, "m/a.dae");
    let archive = packed.to_bytes(&files).unwrap();
    let text = member(&archive, "a.dae");
    let expected = main
        .replace(" xml:base=\"../tex/\"", "")
        .replace(">t.png<", ">external/t.png<")
        .replace(">lost.png<", ">../tex/lost.png<");
    assert_eq!(text, expected);
    assert!(told(&packed).contains(&("ARC024", Fate::Noted, 1)));
    // A base that is right stays.
    let main = document(&["t.png"], "").replace("version=\"1.4.1\"", "version=\"1.4.1\" xml:base=\"tex/\"");
    let files = Memory::new().with("m/a.dae", main.clone()).with("m/tex/t.png", PNG);
    assert_eq!(member(&pack(&files, "m/a.dae").to_bytes(&files).unwrap(), "a.dae"), main);
}

#[test]
fn archives_are_packed_again_and_those_within_stay_as_they_are() {
    let inner = pack(&Memory::new().with("leg.dae", part("", "")), "leg.dae").to_bytes(&Memory::new()).unwrap();
    let main = document(&["../images/T.PNG"], "<instance_node url=\"../inner.zip/leg.dae#k\"/>");
    let files = Memory::new()
        .with("m/models/a.dae", main.clone())
        .with("m/images/t.png", PNG)
        .with("m/inner.zip", inner.clone())
        .with("m/readme.txt", "read me");
    let kmz = zipped(&[
        ("doc.kml", b"<kml><Model><Link><href>models/a.dae</href></Link></Model></kml>"),
        ("models/a.dae", main.as_bytes()),
        ("images/t.png", PNG),
        ("inner.zip", &inner),
        ("readme.txt", b"read me"),
    ]);
    let files = files.with("house.kmz", kmz);
    let packed = pack(&files, "house.kmz");
    assert_eq!(names(&packed), ["doc.kml", "images/t.png", "inner.zip", "models/a.dae", "readme.txt"]);
    let archive = packed.to_bytes(&files).unwrap();
    assert_eq!(member(&archive, "manifest.xml").lines().last(), Some("<dae_root>models/a.dae</dae_root>"));
    assert_eq!(members(&archive).into_iter().find(|(n, _)| n == "inner.zip").unwrap().1, inner);
    assert_eq!(member(&archive, "models/a.dae"), main.replace("T.PNG", "t.png"));
    same_scene(&files, "house.kmz", &archive);
    // What is packed already is packed again to the same bytes.
    let again = Memory::new().with("house.zae", archive.clone());
    assert_eq!(pack(&again, "house.zae").to_bytes(&again).unwrap(), archive);
}

fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn the_element_to_start_from_is_named() {
    let files =
        Memory::new().with("a b.dae", document(&[], "")).with("x.ogex", "Metric (key = \"up\") {string {\"z\"}}");
    let packer = Packer::new(&files);
    let packed = packer.pack("a b.dae", Some("#n")).unwrap();
    assert_eq!(packed.reference(), "a%20b.dae#n");
    assert_eq!(findings(&packed.to_bytes(&files).unwrap()), [] as [&str; 0]);
    assert!(matches!(packer.pack("a b.dae", Some("#nobody")), Err(why) if why.kind() == ErrorKind::Usage));
    assert!(matches!(packer.pack("a b.dae", Some("other.dae")), Err(why) if why.kind() == ErrorKind::Usage));
    assert!(matches!(packer.pack("x.ogex", None), Err(why) if why.kind() == ErrorKind::Unreadable));
    assert!(matches!(packer.pack("nothing.dae", None), Err(why) if why.kind() == ErrorKind::Unreadable));
    let archive = packed.to_bytes(&files).unwrap();
    let again = Memory::new().with("a.zae", archive.clone());
    assert_eq!(pack(&again, "a.zae").to_bytes(&again).unwrap(), archive);
}

fn converted(files: &Memory, path: &str, conversion: Conversion) -> Converted {
    let imported = OpenOptions::within(files.clone()).open(path).unwrap();
    imported.convert(&conversion).unwrap()
}

#[test]
fn conversion_writes_archives_and_takes_documents_out_of_them() {
    let main = document(&["tex/a.png", r"tex\b.png"], "<instance_node url=\"part.dae#k\"/>");
    let files = Memory::new()
        .with("m/a.dae", main.clone())
        .with("m/tex/a.png", PNG)
        .with("m/tex/b.png", [PNG, b"b"].concat())
        .with("m/part.dae", part("", ""));
    let kept = converted(&files, "m/a.dae", Conversion::to(&to::ZAE).with(|c| c.name = "out".into()));
    assert_eq!(kept.files.len(), 1);
    let (name, archive) = &kept.files[0];
    assert_eq!(name, "out.zae");
    assert_eq!(member(archive, "a.dae"), main.replace('\\', "/"));
    assert_eq!(*archive, pack(&files, "m/a.dae").to_bytes(&files).unwrap());
    same_scene(&files, "m/a.dae", archive);

    let rebuilt = Conversion::to(&to::ZAE).with(|c| {
        c.name = "out".into();
        c.rebuild = true;
    });
    let rebuilt = converted(&files, "m/a.dae", rebuilt);
    let archive = &rebuilt.files[0].1;
    let all: Vec<String> = members(archive).into_iter().map(|(n, _)| n).collect();
    assert_eq!(all, ["manifest.xml", "a.png", "b.png", "out.dae"]);
    assert_eq!(findings(archive), [] as [&str; 0]);
    same_scene(&files, "m/a.dae", archive);

    // Out again: what the document refers to lies beside it.
    let zae = Memory::new().with("in.zae", kept.files[0].1.clone());
    let out = converted(&zae, "in.zae", Conversion::to(&to::DAE).with(|c| c.name = "b".into()));
    let names: Vec<&str> = out.files.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(names, ["b.dae", "part.dae", "tex/a.png", "tex/b.png"]);
    let mut loose = Memory::new();
    for (name, bytes) in out.files {
        loose = loose.with(format!("o/{name}"), bytes);
    }
    let (before, after) =
        (OpenOptions::within(files.clone()).open("m/a.dae"), OpenOptions::within(loose.clone()).open("o/b.dae"));
    assert_eq!(
        compare(before.unwrap().scene().unwrap(), after.unwrap().scene().unwrap(), &Options::default()).len(),
        0
    );
}

#[test]
fn documents_deep_in_an_archive_come_out_with_files_from_all_over_it() {
    let main = document(&["../../images/a.png", "b.png"], "");
    let archive = zipped(&[
        ("manifest.xml", b"<dae_root>x/y/a.dae</dae_root>"),
        ("x/y/a.dae", main.as_bytes()),
        ("x/y/b.png", &[PNG, b"b"].concat()),
        ("images/a.png", &[PNG, b"a"].concat()),
        ("unused.png", b"c"),
    ]);
    let files = Memory::new().with("in.zae", archive);
    let out = converted(&files, "in.zae", Conversion::to(&to::DAE));
    let names: Vec<&str> = out.files.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(names, ["scene.dae", "b.png", "images/a.png"]);
    let text = String::from_utf8(out.files[0].1.clone()).unwrap();
    assert_eq!(text, main.replace("../../images/a.png", "images/a.png"));
}

#[test]
fn other_formats_become_archives_too() {
    let ogex = "Metric (key = \"up\") {string {\"y\"}}\nMaterial $m {Texture (attrib = \"diffuse\") {string {\"t.png\"}}}\n\
        GeometryNode {ObjectRef {ref {$g}} MaterialRef {ref {$m}}}\nGeometryObject $g {Mesh {VertexArray (attrib = \"position\") \
        {float[3] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}} VertexArray (attrib = \"texcoord\") {float[2] {{0, 0}, {1, 0}, {0, 1}}} IndexArray {unsigned_int32[3] {{0, 1, 2}}}}}\n";
    let files = Memory::new().with("m/a.ogex", ogex).with("m/t.png", PNG);
    let out = converted(&files, "m/a.ogex", Conversion::to(&to::ZAE).with(|c| c.version = Some("1.5.0".into())));
    let archive = &out.files[0].1;
    let all: Vec<String> = members(archive).into_iter().map(|(n, _)| n).collect();
    assert_eq!(all, ["manifest.xml", "scene.dae", "t.png"]);
    assert!(member(archive, "scene.dae").contains("version=\"1.5.0\""));
    assert_eq!(findings(archive), [] as [&str; 0]);
    same_scene(&files, "m/a.ogex", archive);
}

#[test]
fn unpacking_gives_safe_names_and_the_bytes_that_were_packed() {
    let main = document(&["tex/t.png"], "");
    let files = Memory::new().with("a.dae", main.clone()).with("tex/t.png", PNG);
    let archive = pack(&files, "a.dae").to_bytes(&files).unwrap();
    let packed = Memory::new().with("a.zae", archive);
    let unpacking = unpack(&packed, "a.zae", 1 << 20).unwrap();
    let names: Vec<&str> = unpacking.files.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!((names, unpacking.main.as_deref()), (vec!["a.dae", "manifest.xml", "tex/t.png"], Some("a.dae")));
    assert!(unpacking.findings.is_empty());
    let bytes = |i: usize| portolan::Resources::read(&packed, &unpacking.files[i].1, 1 << 20).unwrap();
    assert_eq!((bytes(0), bytes(2)), (main.into_bytes(), PNG.to_vec()));
    let limit = unpack(&packed, "a.zae", 100).unwrap_err();
    assert_eq!(limit.code.id, "IO003");
    let plain = Memory::new().with("a.dae", "<COLLADA/>");
    assert_eq!(unpack(&plain, "a.dae", 100).unwrap_err().code.id, "IO005");
}
