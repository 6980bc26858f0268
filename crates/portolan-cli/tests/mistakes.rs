//! Common mistakes, and what is said to them, word for word.
//!
//! `PORTOLAN_BLESS=1` writes `snapshots/mistakes.txt` anew; read it as somebody who has never used the program.

use std::fmt::Write;

use crate::common::{Folder, SOUND};
use crate::textures::{PNG, textured};

/// A document of COLLADA 1.3: one triangle with a material.
const EARLY: &str = r##"<?xml version="1.0"?>
<COLLADA version="1.3.1" xmlns="http://www.collada.org/2005/COLLADASchema">
<library type="MATERIAL"><material id="red"><shader><technique profile="COMMON"><pass>
<program url="PHONG"><param name="DIFFUSE" type="float3" flow="IN">1 0 0</param></program>
</pass></technique></shader></material></library>
<library type="GEOMETRY"><geometry id="g"><mesh>
<source id="p"><array id="a" type="float" count="9">0 0 0 1 0 0 0 1 0</array>
<technique profile="COMMON"><accessor source="#a" count="3" stride="3"><param name="X" type="float" flow="OUT"/>
<param name="Y" type="float" flow="OUT"/><param name="Z" type="float" flow="OUT"/></accessor></technique></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polygons count="1" material="#red"><input semantic="VERTEX" source="#v" idx="0"/><p>0 1 2</p></polygons>
</mesh></geometry></library>
<scene id="s"><node id="n"><instance url="#g"/><translate>1 2 3</translate></node></scene></COLLADA>
"##;

#[test]
fn mistakes_get_messages_that_newcomers_understand() {
    let folder = Folder::new();
    folder.put("robot.dae", SOUND);
    folder.put("models/arm.dae", SOUND);
    folder.put("notes.txt", "to do: buy milk\n");
    folder.put("cut.dae", SOUND.split_once("<library").map_or(SOUND, |(head, _)| head));
    folder.put("empty.dae", "");
    folder.put("hello.dae", "hello\n");
    folder.put("page.dae", "<html><body>404</body></html>");
    folder.put("picture.dae", PNG);
    folder.put("early.dae", EARLY);
    folder.put("lost.dae", textured(&["wood.png"]));
    folder.put("late.dae", format!("HTTP/1.1 200 OK\n\n<?xml version=\"1.0\"?>{SOUND}"));
    let mut said = String::new();
    let mut run = |title: &str, args: &[&str]| {
        let run = folder.run(args);
        let _ =
            write!(said, "## {title}\n$ portolan {}\n{}{}exit {}\n\n", args.join(" "), run.out, run.err, run.status);
    };
    run("A wrong path", &["convert", "robto.dae", "robot.glb"]);
    run("A wrong path, in a folder that is not there", &["info", "model/arm.dae"]);
    run("A folder for a file", &["convert", "models", "arm.glb"]);
    run("A folder to write to", &["convert", "robot.dae", "models"]);
    run("A file for a folder", &["convert", "--to", "glb", "-d", "robot.dae", "models/arm.dae", "early.dae"]);
    run("A misspelt option", &["convert", "robot.dae", "robot.glb", "--tolerence", "1"]);
    run("A misspelt command", &["convrt", "robot.dae", "robot.glb"]);
    run("A target that cannot be written", &["convert", "robot.dae", "nowhere/robot.glb"]);
    run("A missing texture", &["convert", "lost.dae", "lost.glb"]);
    run("A missing texture, checked", &["check", "lost.dae"]);
    run("An extension that is not supported", &["convert", "robot.dae", "robot.fbx"]);
    run("A file of another kind", &["convert", "notes.txt", "notes.glb"]);
    run("Broken XML", &["convert", "cut.dae", "cut.glb"]);
    run("Text before the XML", &["convert", "late.dae", "late.glb"]);
    run("An empty file", &["convert", "empty.dae", "empty.glb"]);
    run("A text that is no scene", &["info", "hello.dae"]);
    run("A web page under the name of a scene", &["convert", "page.dae", "page.glb"]);
    run("A binary file", &["convert", "picture.dae", "picture.glb"]);
    run("A document of COLLADA 1.3", &["convert", "early.dae", "early.glb"]);
    run("A document of COLLADA 1.3, checked", &["check", "early.dae"]);
    run("An option that means nothing for the target", &["convert", "robot.dae", "robot.glb", "--unit", "1"]);
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots/mistakes.txt");
    if std::env::var_os("PORTOLAN_BLESS").is_some() {
        std::fs::write(place, &said).unwrap();
    }
    let known = std::fs::read_to_string(place).unwrap();
    for (now, before) in said.split("## ").zip(known.split("## ")) {
        assert_eq!(now, before);
    }
    assert_eq!(said.len(), known.len());
}

#[test]
fn documents_before_1_4_are_read_as_far_as_they_are_alike() {
    let folder = Folder::new();
    folder.put("early.dae", EARLY);
    let info = folder.run(&["info", "early.dae"]);
    assert_eq!(info.status, 0, "{}", info.err);
    for line in ["format       collada 1.3.1", "triangles    1", "bounds       1 2 3 to 2 3 3", "materials    1"] {
        assert!(info.out.contains(line), "{line} in {}", info.out);
    }
    assert_eq!(folder.run(&["convert", "early.dae", "early.obj"]).status, 0);
    assert!(folder.read("early.mtl").contains("Kd 1 0 0"), "{}", folder.read("early.mtl"));
    // Every element is where it was, so that places are right.
    let kept = folder.run(&["convert", "early.dae", "new.dae"]);
    assert_eq!(kept.status, 0, "{}", kept.err);
    let new = folder.read("new.dae");
    assert_eq!(new.lines().count(), EARLY.lines().count());
    assert!(new.lines().nth(11).is_some_and(|line| line.contains("<polygons") || line.contains("</mesh>")), "{new}");
    assert!(folder.run(&["info", "new.dae"]).out.contains("collada 1.4.1"));
}

#[test]
fn what_stands_before_a_document_is_skipped_told_and_repaired() {
    let folder = Folder::new();
    let document = format!("<?xml version=\"1.0\"?>\n{SOUND}");
    folder.put("late.dae", format!("<color>1 1 1</color>\n<!-- a --> {document}"));
    let converted = folder.run(&["convert", "late.dae", "late.glb"]);
    assert_eq!(converted.status, 0, "{}", converted.err);
    assert!(converted.err.contains("line 2: the XML declaration must be at the very beginning"), "{}", converted.err);
    assert!(folder.run(&["info", "late.dae"]).out.contains("nodes        1"));
    let fixed = folder.run(&["fix", "late.dae", "-o", "fixed.dae"]);
    assert_eq!(fixed.status, 0, "{}{}", fixed.out, fixed.err);
    assert_eq!(folder.read("fixed.dae"), document);
}

#[test]
fn nothing_in_gives_nothing_out_only_if_it_is_wanted() {
    let folder = Folder::new();
    let empty = SOUND.replace("<node id=\"n\"/>", "").replace("</asset>", "</asset>\n");
    let nodes = SOUND;
    folder.put("empty.dae", &empty);
    folder.put("node.dae", nodes);
    folder.put("page.dae", "<html/>");
    for (file, target) in [("empty.dae", "a.glb"), ("empty.dae", "a.stl"), ("page.dae", "a.glb"), ("page.dae", "a.dae")]
    {
        let run = folder.run(&["convert", file, target]);
        assert_eq!(run.status, 3, "{file} {target}: {}", run.err);
        assert!(!folder.path().join(target).exists(), "{file} {target}");
    }
    // A document of the same format keeps what a scene has no place for.
    assert_eq!(folder.run(&["convert", "empty.dae", "a.dae", "--rebuild"]).status, 0);
    let allowed = folder.run(&["convert", "empty.dae", "a.glb", "--allow-empty"]);
    assert_eq!(allowed.status, 0, "{}", allowed.err);
    let glb = String::from_utf8_lossy(&folder.bytes("a.glb")).into_owned();
    assert!(glb.contains("\"scene\":0") && glb.contains("\"scenes\":[{"), "{glb}");
    let drawn = folder.run(&["render", "node.dae", "-o", "a.png"]);
    assert_eq!((drawn.status, drawn.err.contains("nothing to draw")), (3, true), "{}", drawn.err);
    assert_eq!(folder.run(&["render", "node.dae", "-o", "a.png", "--allow-empty"]).status, 0);
    assert_eq!(folder.run(&["render", "node.dae", "-o", "b.png", "--camera", "scene"]).status, 0);
}
