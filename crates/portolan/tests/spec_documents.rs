//! Documents, addressing, instances, archives: chapters 1 to 3 of the requirements.

use crate::world;
use portolan::{Files, Limits, Memory, OpenOptions};

use crate::world::{World, close, document, plain, read, world, world_at};
use portolan::convert::{Conversion, to};

/// A scene with one node `n` that has this content.
fn node(content: &str) -> String {
    format!(
        r##"<library_visual_scenes><visual_scene id="s"><node id="n">{content}</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>"##
    )
}

/// A library with a node `m` at (1, 0, 0).
fn library() -> String {
    document("", r#"<library_nodes><node id="m"><translate>1 0 0</translate></node></library_nodes>"#)
}

#[test]
fn references_find_documents_however_they_are_written() {
    // Requirements D-009, D-010, I-002, and their bad input.
    for (url, file) in [
        ("other.dae#m", "other.dae"),
        ("./other.dae#m", "other.dae"),
        ("sub/../other.dae#m", "other.dae"),
        ("%6Fther.dae#m", "other.dae"),
        ("OTHER.DAE#m", "other.dae"),
        (" other.dae#m ", "other.dae"),
        ("sub/other.dae#m", "sub/other.dae"),
        (r"sub\other.dae#m", "sub/other.dae"),
        (r".\sub\other.dae#m", "sub/other.dae"),
        ("my%20file%2327.dae#m", "my file#27.dae"),
        ("my file.dae#m", "my file.dae"),
        ("100%.dae#m", "100%.dae"),
        // Where it stood on the machine of its author.
        (r"C:\models\other.dae#m", "other.dae"),
        ("file:///C:/models/other.dae#m", "other.dae"),
        ("file:///home/somebody/sub/other.dae#m", "sub/other.dae"),
    ] {
        let main = document("", &node(&format!(r#"<instance_node url="{url}"/>"#)));
        let world = world(Memory::new().with("main.dae", main).with(file, library()));
        assert_eq!(world.codes(), [""; 0], "{url}: {}", world.told());
        close(world.place("n/m"), [1., 0., 0.]);
        assert_eq!(world.imported.documents().len(), 2, "{url}");
    }
}

#[test]
fn one_document_is_read_once() {
    let main = document(
        "",
        &node(
            r#"<instance_node url="other.dae#m"/><instance_node url="./other.dae#m"/><instance_node url="x/../other.dae#m"/>
            <instance_node url="%6fther.dae#m"/><instance_node url="main.dae#k"/>"#,
        )
        .replace("<scene>", r#"<library_nodes><node id="k"/></library_nodes><scene>"#),
    );
    let world = world(Memory::new().with("main.dae", main).with("other.dae", library()));
    assert_eq!(world.imported.documents().len(), 2);
    assert_eq!(world.scene().nodes.len(), 3);
    assert_eq!(world.placed().len(), 6);
}

#[test]
fn references_that_lead_nowhere_are_told() {
    for (url, words) in [
        ("#none", "no element has the id `none`"),
        ("", "the reference is empty"),
        ("#", ""),
        ("other.dae#none", "no element has the id `none`"),
        ("none.dae#m", "file `none.dae` does not exist"),
        ("http://example.org/a.dae#m", "nothing is read from the network"),
        ("gopher://example.org/a.dae#m", "scheme"),
        ("#s", "is a `visual_scene`, not a node"),
        ("broken.dae#m", "no element has the id"),
    ] {
        let main = document("", &node(&format!(r#"<instance_node url="{url}"/><node id="kept"/>"#)));
        let files = Memory::new().with("main.dae", main).with("other.dae", library()).with("broken.dae", "<COLLADA");
        let world = world(files);
        assert!(world.codes().contains(&"CNV100"), "{url}");
        assert!(world.told().contains(words), "{url}: {}", world.told());
        assert_eq!(world.placed().len(), 2, "{url}");
    }
    // Every kind of instance, with a target of another kind. Requirement I-001.
    for instance in ["instance_geometry", "instance_controller", "instance_camera", "instance_light", "instance_node"] {
        let world = plain(&node(&format!(r##"<{instance} url="#s"/><{instance} url="#none"/><{instance}/>"##)));
        assert!(world.codes().len() >= 2, "{instance}: {}", world.told());
    }
}

#[test]
fn a_bare_id_means_an_element_unless_there_is_such_a_file() {
    let content = r#"<library_nodes><node id="k"><translate>5 0 0</translate></node></library_nodes>"#.to_owned()
        + &node(r#"<instance_node url="k"/>"#);
    let world = plain(&content);
    close(world.place("n/k"), [5., 0., 0.]);
}

#[test]
fn xml_base_is_where_references_start() {
    // Requirement D-012.
    let main = |base: &str| {
        document("", &node(r#"<instance_node url="other.dae#m"/>"#)).replacen(
            "version=",
            &format!(r#"xml:base="{base}" version="#),
            1,
        )
    };
    for (base, file) in [
        ("models/", "models/other.dae"),
        ("http://example.org/models/", "other.dae"),
        ("file:///C:/work/", "other.dae"),
        ("nowhere/", "other.dae"),
        ("models/x.dae", "models/other.dae"),
        ("./a%20b/", "a b/other.dae"),
    ] {
        let world = world(Memory::new().with("main.dae", main(base)).with(file, library()));
        assert_eq!(world.codes(), [""; 0], "{base}: {}", world.told());
        close(world.place("n/m"), [1., 0., 0.]);
    }
    // Images as well.
    let text =
        document("", r#"<library_images><image id="i"><init_from>a%20b.png</init_from></image></library_images>"#)
            .replacen("version=", r#"xml:base="tex/" version="#, 1);
    let world = world(Memory::new().with("main.dae", text).with("tex/a b.png", vec![1]));
    assert!(format!("{:?}", world.scene().images).contains("tex/a b.png"), "{:?}", world.scene().images);
}

#[test]
fn images_are_found_however_they_are_written() {
    for (written, file) in [
        ("tex/a b.png", "tex/a b.png"),
        ("tex/a%20b.png", "tex/a b.png"),
        (r"tex\a b.png", "tex/a b.png"),
        (r".\TEX\A B.PNG", "tex/a b.png"),
        ("file:///C:/Users/somebody/tex/a%20b.png", "tex/a b.png"),
        ("../tex/a%20b.png", "tex/a b.png"),
    ] {
        let text = document(
            "",
            &format!("<library_images><image id=\"i\"><init_from>{written}</init_from></image></library_images>"),
        );
        let world = world(Memory::new().with("main.dae", text).with(file, vec![1]));
        assert!(format!("{:?}", world.scene().images).contains(file), "{written}: {:?}", world.scene().images);
    }
}

#[test]
fn documents_may_be_of_other_versions() {
    let other = library().replace("2005/11", "2008/03").replace("1.4.1", "1.5.0");
    let main = document("", &node(r#"<instance_node url="other.dae#m"/>"#));
    let world = world(Memory::new().with("main.dae", main).with("other.dae", other));
    assert_eq!((world.codes(), world.imported.version()), (vec![], "1.4.1"));
    close(world.place("n/m"), [1., 0., 0.]);
}

#[test]
fn nodes_that_would_stand_below_themselves_are_cut() {
    // Requirement I-008: itself, an ancestor, over two documents, and where the circle closes through a child.
    let cases: [(&str, &str, usize); 5] = [
        (r##"<instance_node url="#n"/>"##, "", 1),
        (r##"<node id="c"><node id="d"><instance_node url="#n"/></node></node>"##, "", 3),
        (r#"<instance_node url="other.dae#a"/>"#, r#"<node id="a"><instance_node url="main.dae#n"/></node>"#, 2),
        // `c` is met before the node it is a child of.
        (
            r#"<instance_node url="other.dae#c"/>"#,
            r##"<node id="b"><node id="c"><instance_node url="#a"/></node></node><node id="a"><instance_node url="#b"/></node>"##,
            3,
        ),
        (
            r#"<instance_node url="other.dae#c"/><instance_node url="other.dae#b"/>"#,
            r##"<node id="b"><node id="c"><instance_node url="#b"/></node></node>"##,
            4,
        ),
    ];
    for (content, other, places) in cases {
        let other = document("", &format!("<library_nodes>{other}</library_nodes>"));
        let world = world(Memory::new().with("main.dae", document("", &node(content))).with("other.dae", other));
        assert_eq!(world.codes(), ["CNV106"], "{content}: {}", world.told());
        assert_eq!(world.placed().len(), places, "{content}: {:?}", world.placed());
        let _ = world.glb();
    }
}

#[test]
fn proxies_wait() {
    // Requirement I-007 and the example of page 5-65: a chain of levels of detail.
    let world = plain(
        &(r##"<library_nodes><node id="LOD2"/><node id="LOD1"><instance_node url="#HIGH" proxy="#LOD2"/></node><node id="HIGH"/></library_nodes>"##
            .to_owned()
            + &node(r##"<instance_node url="#HIGH" proxy="#LOD1"><extra><technique profile="X"><far>5</far></technique></extra></instance_node>"##)),
    );
    assert_eq!(world.codes(), [""; 0]);
    let label = |id| world.scene().node(id).and_then(|n| n.meta.id.clone()).unwrap_or_default();
    let [instance] = world.node("n").instances.as_slice() else { panic!() };
    assert_eq!((&*label(instance.node), instance.proxy.map(label).as_deref()), ("HIGH", Some("LOD1")));
    let inner = &world.node("LOD1").instances[0];
    assert_eq!((&*label(inner.node), inner.proxy.map(label).as_deref()), ("HIGH", Some("LOD2")));
    // What is drawn is the node, and the criterion is kept with the instance.
    let paths: Vec<String> = world.placed().into_iter().map(|p| p.0).collect();
    assert_eq!(paths, ["n", "n/HIGH"]);
    assert!(world.glb().json["nodes"].to_string().contains("<far>5</far>"));
    // A document that only a proxy asks for is not read, and not missed.
    let main = document("", &node(r##"<instance_node url="#k" proxy="other.dae#m"/>"##))
        .replace("<scene>", r#"<library_nodes><node id="k"/></library_nodes><scene>"#);
    for files in [Memory::new(), Memory::new().with("other.dae", library())] {
        let world = world::world(files.with("main.dae", main.clone()));
        assert_eq!((world.codes(), world.imported.documents().len()), (vec![], 1));
    }
}

#[test]
fn instances_keep_what_was_added_to_them() {
    // Requirement I-006.
    let extra = |n: u32| format!(r#"<extra><technique profile="X"><at>{n}</at></technique></extra>"#);
    let world = plain(
        &(r##"<library_cameras><camera id="c"><optics><technique_common><perspective><yfov>45</yfov><znear>1</znear><zfar>9</zfar></perspective></technique_common></optics></camera></library_cameras>
        <library_lights><light id="l"><technique_common><point><color>1 1 1</color></point></technique_common></light></library_lights>"##
            .to_owned()
            + &node(&format!(
                r##"<instance_camera url="#c">{}</instance_camera><instance_light url="#l">{}</instance_light>"##,
                extra(1),
                extra(2)
            ))),
    );
    let kept: Vec<&str> = world.node("n").meta.extras.iter().map(|e| &*e.content).collect();
    assert_eq!(kept, ["<at>1</at>", "<at>2</at>"]);
}

#[test]
fn the_first_of_two_ids_counts() {
    // Requirement D-008.
    let world = plain(
        &(r#"<library_nodes><node id="k"><translate>1 0 0</translate></node><node id="k"><translate>2 0 0</translate></node></library_nodes>"#
            .to_owned()
            + &node(r##"<instance_node url="#k"/>"##)),
    );
    close(world.place("n/k"), [1., 0., 0.]);
}

/// Nodes within each other.
fn nested(depth: usize) -> String {
    let open: String =
        (0..depth).map(|i| format!(r#"<node id="d{i}" name="d"><translate>1 0 0</translate>"#)).collect();
    document("", &node(&(open + &"</node>".repeat(depth))))
}

#[test]
fn ten_thousand_levels_are_no_danger() {
    // Bad input of chapter 14. Beyond the limit nothing is read, and that is told.
    let cut = read(nested(10_000));
    assert_eq!(cut.codes()[0], "CNV115", "{}", cut.told());
    assert!(cut.told().contains("nested more than 512 deep"), "{}", cut.told());
    assert!(cut.placed().len() > 500);
    let _ = (cut.info(), cut.glb());
    // A caller who wants them gets them all.
    let files = Memory::new().with("main.dae", nested(10_000));
    let limits = Limits { depth: 20_000, ..Limits::default() };
    let imported = OpenOptions::within(files.clone()).with(|c| c.limits = limits.clone()).open("main.dae").unwrap();
    let world = World { files, imported };
    assert_eq!(world.codes(), [""; 0]);
    let placed = world.placed();
    assert_eq!(placed.len(), 10_001);
    close(placed[10_000].1.w_axis.truncate(), [10_000., 0., 0.]);
    for to in portolan::convert::writers() {
        assert!(!world.convert(&Conversion::to(to)).files.is_empty());
    }
    let info = world.imported.info().unwrap();
    assert_eq!(info.totals.nodes, 10_001);
    assert!(info.to_json().to_string().len() > 1000);
}

#[test]
fn instances_of_instances_end() {
    // Ten instances of ten instances …: nine levels are a thousand million nodes in a few lines.
    let mut library = String::from(r#"<node id="l0"/>"#);
    for level in 1..=9 {
        let inner = format!(r##"<instance_node url="#l{}"/>"##, level - 1).repeat(10);
        library += &format!(r#"<node id="l{level}">{inner}</node>"#);
    }
    let world =
        plain(&(format!("<library_nodes>{library}</library_nodes>") + &node(r##"<instance_node url="#l9"/>"##)));
    assert_eq!(world.codes(), [""; 0]);
    assert!(world.info().truncated);
    let glb = world.convert(&Conversion::to(&to::GLB));
    assert!(glb.losses.iter().any(|l| l.message.contains("exceeds the limit")), "{:?}", glb.losses);
    let obj = world.convert(&Conversion::to(&to::OBJ));
    assert!(obj.losses.iter().any(|l| l.message.contains("exceeds the limit")), "{:?}", obj.losses);
    let view = world.scene().default_view.unwrap();
    let samples = portolan::sample::sample_view(world.scene(), view, &portolan::sample::Playing::Everything, &[0.0]);
    assert!(!samples.complete && samples.tracks.len() <= portolan::sample::MOST_PLACES);
}

#[test]
fn a_hundred_thousand_instances_of_one_node() {
    let library = r#"<library_nodes><node id="k"><translate>1 0 0</translate></node></library_nodes>"#;
    let world = plain(&(library.to_owned() + &node(&r##"<instance_node url="#k"/>"##.repeat(100_000))));
    assert_eq!((world.codes(), world.placed().len(), world.info().truncated), (vec![], 100_001, false));
}

#[test]
fn encodings_are_read() {
    // Requirement D-001.
    let text = document("", &node(r#"<node id="名前" name="日本"/>"#));
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    // `名` is 96 BC, `前` 91 4F, `日` 93 FA, `本` 96 7B in Shift-JIS.
    let declared = format!("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>{text}");
    let mut japanese: Vec<u8> = Vec::new();
    for c in declared.chars() {
        match c {
            '名' => japanese.extend([0x96, 0xbc]),
            '前' => japanese.extend([0x91, 0x4f]),
            '日' => japanese.extend([0x93, 0xfa]),
            '本' => japanese.extend([0x96, 0x7b]),
            c => japanese.push(c as u8),
        }
    }
    for bytes in [text.into_bytes(), utf16, japanese] {
        let world = world(Memory::new().with("main.dae", bytes));
        assert_eq!(world.node("名前").meta.name.as_deref(), Some("日本"));
    }
}

/// An archive.
fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in members {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Two views, a node and a geometry to start with.
fn several() -> String {
    document(
        "",
        r##"<library_materials><material id="paint"><instance_effect url="#e"/></material></library_materials>
        <library_nodes><node id="k"><translate>7 0 0</translate></node></library_nodes>
        <library_visual_scenes><visual_scene id="a"><node id="na"/></visual_scene><visual_scene id="b"><node id="nb"/></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#b"/></scene>"##,
    )
}

#[test]
fn archives_start_where_their_manifest_says() {
    // Requirements Z-001 to Z-003.
    for (root, expected, told) in [
        ("s/x.dae", "nb", ""),
        ("s/x.dae#a", "na", ""),
        ("s/x.dae#k", "k", ""),
        ("./s/x.dae#b", "nb", ""),
        ("s/x.dae#none", "nb", "the start element `none` of the archive does not exist"),
        ("s/x.dae#paint", "nb", "is a `material`"),
    ] {
        let archive = zip(&[("manifest.xml", &format!("<dae_root>{root}</dae_root>")), ("s/x.dae", &several())]);
        let world = world_at(Memory::new().with("x.zae", archive), "x.zae");
        let paths: Vec<String> = world.placed().into_iter().map(|p| p.0).collect();
        assert!(world.told().contains(told), "{root}: {}", world.told());
        assert_eq!(told.is_empty(), !world.told().contains("start"), "{root}: {}", world.told());
        assert_eq!(paths, [expected], "{root}");
        let info = OpenOptions::within(world.files.clone()).open("x.zae").and_then(|f| f.info()).unwrap();
        assert_eq!(info.scene[0].id.as_deref(), Some(expected), "{root}");
    }
}

#[test]
fn archives_reach_into_themselves_and_not_out() {
    // Requirements Z-004 to Z-006, Z-008.
    let nested = zip(&[("dir/other.dae", &library())]);
    let build = |url: &str| {
        use std::io::Write;
        let main = document("", &node(&format!(r#"<instance_node url="{url}"/>"#)));
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        for (name, bytes) in [
            ("manifest.xml", "<dae_root>scenes/main.dae</dae_root>".as_bytes()),
            ("scenes/main.dae", main.as_bytes()),
            ("scenes/near.dae", library().as_bytes()),
            ("lib/far.dae", library().as_bytes()),
            ("lib/inner.zip", &nested),
        ] {
            writer.start_file(name, options).unwrap();
            writer.write_all(bytes).unwrap();
        }
        Memory::new().with("x.zae", writer.finish().unwrap().into_inner()).with("outside.dae", library())
    };
    for url in [
        "near.dae#m",
        "../lib/far.dae#m",
        // From the root of the archive, as the text says.
        "lib/far.dae#m",
        "./scenes/near.dae#m",
        "../lib/inner.zip/dir/other.dae#m",
        "./lib/inner.zip/dir/other.dae#m",
    ] {
        let world = world_at(build(url), "x.zae");
        assert_eq!(world.codes(), [""; 0], "{url}: {}", world.told());
        close(world.place("n/m"), [1., 0., 0.]);
    }
    for url in ["../../outside.dae#m", "../../../x/outside.dae#m", "lib/none.zip/dir/other.dae#m"] {
        let world = world_at(build(url), "x.zae");
        assert_eq!(world.codes(), ["CNV100"], "{url}: {}", world.told());
    }
    // Google Earth's archives.
    let kml = r#"<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Model><Link><href>models/m.dae</href></Link></Model></Placemark></kml>"#;
    let archive = zip(&[("doc.kml", kml), ("models/m.dae", &several())]);
    let world = world_at(Memory::new().with("x.kmz", archive), "x.kmz");
    assert_eq!(world.placed()[0].0, "nb");
}

#[test]
fn documents_do_not_leave_their_folder() {
    // Requirement I-013: refused with the way out, and read when the caller allows it.
    let folder = std::env::temp_dir().join(format!("portolan-spec-{}", std::process::id()));
    let inside = folder.join("in");
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::write(folder.join("secret.dae"), library()).unwrap();
    std::fs::write(inside.join("near.dae"), library()).unwrap();
    // A base outside of the folder opens nothing, for whoever reads.
    let main = inside.join("main.dae");
    let based = inside.join("based.dae");
    let base = format!(r#"xml:base="{}/" version="#, folder.to_string_lossy());
    let text = document("", &node(r#"<instance_node url="secret.dae#m"/>"#)).replacen("version=", &base, 1);
    std::fs::write(&based, text).unwrap();
    for files in [Files::new(), Files::within(based.to_string_lossy())] {
        let imported = OpenOptions::within(files.clone()).open(&based).unwrap();
        assert_eq!((imported.losses().unwrap().iter().count(), imported.documents().len()), (1, 1));
    }
    let urls = r#"<instance_node url="../secret.dae#m"/><instance_node url="near.dae#m"/><instance_node url="../in/main.dae#k"/>"#;
    let text = document("", &node(urls)).replace("<scene>", r#"<library_nodes><node id="k"/></library_nodes><scene>"#);
    std::fs::write(&main, text).unwrap();
    let path = main.to_string_lossy().into_owned();
    let import = |files: Files| OpenOptions::within(files.clone()).open(&path).unwrap();
    let closed = import(Files::within(path.as_str()));
    let open = import(Files::within(path.as_str()).allowing([folder.clone()]));
    let told: String = closed.losses().unwrap().iter().map(|l| l.message.as_str()).collect();
    assert!(told.contains("outside the folder") && told.contains("--allow"), "{told}");
    assert_eq!(open.losses().unwrap().iter().count(), 0);
    assert_eq!((closed.documents().len(), open.documents().len()), (2, 3));
    let root = &open.scene().unwrap().nodes[open.scene().unwrap().views[0].roots[0].index()];
    assert_eq!(root.instances.len(), 3);
    std::fs::remove_dir_all(&folder).unwrap();
}
