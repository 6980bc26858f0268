//! Documents through the scene and out again: they mean what they meant, and are valid if they were.

use crate::common;
use crate::fixtures;

use portolan::compare::{Options, compare};
use portolan::convert::{Conversion, Converted, to};
use portolan::scene::Fate;
use portolan::{File, Files, Memory, OpenOptions};

fn rebuild(imported: &File, version: Option<&str>) -> Converted {
    let conversion = Conversion::to(&to::DAE).with(|c| {
        c.rebuild = true;
        c.version = version.map(str::to_owned);
    });
    imported.convert(&conversion).unwrap()
}

fn again(converted: &Converted) -> File {
    let mut files = Memory::new();
    for (name, bytes) in &converted.files {
        files = files.with(name.clone(), bytes.clone());
    }
    let imported = OpenOptions::within(files.clone()).open("scene.dae").unwrap();
    assert_eq!(imported.scene().unwrap().check(), [], "the scene is not sound");
    imported
}

fn text(converted: &Converted) -> &str {
    std::str::from_utf8(&converted.files[0].1).unwrap()
}

/// What the checker says of the written document.
fn invalid(converted: &Converted) -> Vec<&str> {
    converted.losses.iter().filter(|l| l.code.id == "CNV822").map(|l| l.message.as_str()).collect()
}

#[test]
fn every_fixture_means_the_same_again() {
    let all = fixtures::fixtures(&fixtures::suite("collada"), "dae");
    assert!(all.len() > 100);
    let mut wrong = Vec::new();
    for path in all {
        let location = path.to_string_lossy().into_owned();
        let files = Files::within(location.as_str());
        let Ok(first) = OpenOptions::within(files.clone()).open(&location) else { continue };
        let converted = rebuild(&first, None);
        let second = again(&converted);
        for difference in compare(first.scene().unwrap(), second.scene().unwrap(), &Options::default()) {
            wrong.push(format!("{location}: {difference}"));
        }
        let report = crate::common::checked(portolan_syntax::Source::from_text(
            "in.dae",
            std::fs::read_to_string(&path).unwrap_or_default(),
        ));
        let was_valid = report.is_ok_and(|r| r.verdict() == portolan::Verdict::Valid);
        if was_valid {
            wrong.extend(invalid(&converted).iter().map(|m| format!("{location}: {m}")));
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_kept_document_is_kept_to_the_byte() {
    let source = common::old_document("<!-- a remark --><library_cameras/>");
    let imported = common::import_with(&source, Memory::new());
    let kept = imported.convert(&Conversion::to(&to::DAE)).unwrap();
    assert_eq!(text(&kept), source);
    let asked = Conversion::to(&to::DAE).with(|c| c.version = Some("1.5.0".into()));
    let newer = imported.convert(&asked).unwrap();
    assert_eq!(text(&newer), source.replace("2005/11", "2008/03").replace("1.4.1", "1.5.0"));
    let asked = Conversion::to(&to::DAE).with(|c| c.version = Some("1.3.1".into()));
    assert!(matches!(imported.convert(&asked), Err(why) if why.kind() == portolan::ErrorKind::Usage));
}

#[test]
fn another_version_is_valid_and_means_the_same() {
    let content = format!(
        r##"<library_images><image id="i"><init_from>a.png</init_from></image></library_images>
        <library_effects><effect id="e"><profile_COMMON>
          <newparam sid="surf"><surface type="2D"><init_from>i</init_from></surface></newparam>
          <newparam sid="samp"><sampler2D><source>surf</source><wrap_s>MIRROR</wrap_s></sampler2D></newparam>
          <newparam sid="shine"><float>12</float></newparam>
          <technique sid="t"><phong><diffuse><texture texture="samp" texcoord="UV"/></diffuse>
          <shininess><param ref="shine"/></shininess></phong></technique></profile_COMMON></effect></library_effects>
        <library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
        <library_geometries><geometry id="g"><mesh>{}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
          <triangles count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
        </mesh></geometry></library_geometries>{}"##,
        common::numbers("p", 3, "0 0 0 1 0 0 0 1 0"),
        common::view(
            r##"<instance_geometry url="#g"><bind_material><technique_common>
            <instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry>"##
        ),
    );
    let first = common::import_with(&common::old_document(&content), Memory::new().with("a.png", vec![1]));
    let new = rebuild(&first, Some("1.5.0"));
    assert_eq!(invalid(&new), Vec::<&str>::new(), "{}", text(&new));
    assert!(text(&new).contains(r##"<instance_image url="#i"/>"##), "{}", text(&new));
    let second = again(&new);
    assert_eq!(compare(first.scene().unwrap(), second.scene().unwrap(), &Options::default()), []);
    let old = rebuild(&second, Some("1.4.1"));
    assert_eq!(invalid(&old), Vec::<&str>::new(), "{}", text(&old));
    assert_eq!(compare(first.scene().unwrap(), again(&old).scene().unwrap(), &Options::default()), []);
    let lost = old.losses.iter().chain(new.losses.iter()).filter(|l| l.code.id.starts_with("CNV8"));
    assert_eq!(lost.filter(|l| l.fate == Fate::Dropped).count(), 0);
}

/// Each comment stands in front of the object that it stood in or in front of, and stays there.
#[test]
fn comments_are_kept() {
    let source = r##"<?xml version="1.0"?><!-- top - of all -->
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset>
  <library_cameras><!-- the eye --><camera id="c"><optics><technique_common><!-- wide --><perspective><yfov>90</yfov><znear>1</znear><zfar>9</zfar></perspective></technique_common></optics></camera></library_cameras>
  <library_visual_scenes><visual_scene id="v"><node id="a"><node id="b"><!-- b's own --><instance_camera url="#c"/></node><!-- last in a --></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#v"/></scene>
</COLLADA><!-- behind -->"##;
    let open = |text: &str| OpenOptions::within(Memory::new().with("a.dae", text.as_bytes())).open("a.dae").unwrap();
    let first = rebuild(&open(source), None);
    let lines: Vec<&str> = text(&first).lines().map(str::trim).collect();
    let next = |comment: &str| {
        let at = lines.iter().position(|l| *l == comment).unwrap_or_else(|| panic!("{comment}: {lines:#?}"));
        *lines[at..].iter().find(|l| !l.starts_with("<!--")).unwrap()
    };
    assert_eq!(next("<!-- the eye -->"), "<camera id=\"c\">");
    assert_eq!(next("<!-- wide -->"), "<camera id=\"c\">");
    assert_eq!(next("<!-- b's own -->"), "<node id=\"b\">");
    assert_eq!(next("<!-- last in a -->"), "<node id=\"a\">");
    assert_eq!((next("<!-- top - of all -->"), next("<!-- behind -->")), ("<asset>", "<asset>"));
    assert!(!first.losses.iter().any(|l| l.code.id == "CNV118"));
    assert_eq!(text(&rebuild(&open(text(&first)), None)), text(&first));
    // Formats without comments tell that they have none.
    let glb = open(source).convert(&Conversion::to(&to::GLB)).unwrap();
    assert!(glb.losses.iter().any(|l| l.code.id == "CNV118" && l.fate == Fate::Noted));
}
