//! `render` from the outside.

use std::io::Cursor;
use std::path::Path;

use crate::common::{BROKEN, Folder, SOUND, WORLD};
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, RgbaImage};

/// A red square of one unit, drawn whatever the light, that moves to the right from second 1 to second 3. The front
/// camera sees from −2 to 2; the far one sees twice that. The second scene is empty.
fn square(head: &str, surface: &str) -> String {
    let source = |id: &str, width: usize, values: &str| {
        let count = values.split_whitespace().count();
        let params = r#"<param name="X" type="float"/>"#.repeat(width);
        format!(
            r##"<source id="{id}"><float_array id="{id}-a" count="{count}">{values}</float_array><technique_common>
            <accessor source="#{id}-a" count="{}" stride="{width}">{params}</accessor></technique_common></source>"##,
            count / width
        )
    };
    let camera = |id: &str, extent: f64| {
        format!(
            r#"<camera id="{id}" name="{id} camera"><optics><technique_common><orthographic><xmag>{extent}</xmag><ymag>{extent}</ymag>
            <znear>0.1</znear><zfar>100</zfar></orthographic></technique_common></optics></camera>"#
        )
    };
    format!(
        r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>{head}
<library_animations><animation id="move">{}{}<source id="how"><Name_array id="how-a" count="2">LINEAR LINEAR</Name_array>
<technique_common><accessor source="#how-a" count="2" stride="1"><param name="INTERPOLATION" type="Name"/></accessor></technique_common></source>
<sampler id="s"><input semantic="INPUT" source="#in"/><input semantic="OUTPUT" source="#out"/><input semantic="INTERPOLATION" source="#how"/></sampler>
<channel source="#s" target="n/t.X"/></animation></library_animations>
<library_animation_clips><animation_clip id="late" start="2" end="3"><instance_animation url="#move"/></animation_clip></library_animation_clips>
<library_cameras>{}{}</library_cameras>
<library_effects><effect id="e"><profile_COMMON>{surface}</profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>{}{}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2" material="m"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#uv" offset="0" set="0"/>
<p>0 1 2 0 2 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="vs"><node id="n"><translate sid="t">0 0 0</translate><instance_geometry url="#g">
<bind_material><technique_common><instance_material symbol="m" target="#m"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/>
</instance_material></technique_common></bind_material></instance_geometry></node>
<node id="eye" name="Eye"><translate>0 0 10</translate><instance_camera url="#front"/></node>
<node id="tele"><translate>0 0 10</translate><instance_camera url="#far"/></node></visual_scene>
<visual_scene id="nothing" name="Nothing"><node id="e1"/></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>
"##,
        source("in", 1, "1 3"),
        source("out", 1, "-1 1"),
        camera("front", 2.0),
        camera("far", 4.0),
        source("p", 3, "-0.5 -0.5 0 0.5 -0.5 0 0.5 0.5 0 -0.5 0.5 0"),
        source("uv", 2, "0 0 1 0 1 1 0 1"),
    )
}

fn red() -> String {
    square("", &constant("<color>1 0 0 1</color>"))
}

fn constant(emission: &str) -> String {
    format!(r#"<technique sid="t"><constant><emission>{emission}</emission></constant></technique>"#)
}

/// The square with a picture on it.
fn textured() -> String {
    let images = r#"<library_images><image id="wood"><init_from>wood.png</init_from></image></library_images>"#;
    let sampler = r#"<newparam sid="u"><surface type="2D"><init_from>wood</init_from></surface></newparam>
        <newparam sid="p2"><sampler2D><source>u</source></sampler2D></newparam>"#;
    square(images, &format!("{sampler}{}", constant(r#"<texture texture="p2" texcoord="UV"/>"#)))
}

fn open(folder: &Folder, name: &str) -> RgbaImage {
    image::load_from_memory(&folder.bytes(name)).unwrap_or_else(|e| panic!("{name}: {e}")).into_rgba8()
}

/// From which to which column something is seen.
fn columns(picture: &RgbaImage) -> Option<(u32, u32)> {
    let seen: Vec<u32> = picture.enumerate_pixels().filter(|(_, _, p)| p.0[3] > 127).map(|(x, _, _)| x).collect();
    Some((*seen.iter().min()?, *seen.iter().max()?))
}

fn scene() -> Folder {
    let folder = Folder::new();
    folder.put("a.dae", red());
    folder
}

#[track_caller]
fn fine(folder: &Folder, arguments: &[&str]) -> String {
    let run = folder.run(&[&["render", "a.dae"], arguments].concat());
    assert_eq!((run.status, run.out.as_str()), (0, ""), "{arguments:?}: {}", run.err);
    // That a picture was written is said in any case.
    run.err.lines().filter(|line| !line.starts_with("wrote ")).map(|line| format!("{line}\n")).collect()
}

#[track_caller]
fn refused(folder: &Folder, arguments: &[&str], status: i32, words: &str) {
    let before = files(folder.path());
    let run = folder.run(&[&["render"], arguments].concat());
    assert_eq!(run.status, status, "{arguments:?}: {}", run.err);
    assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
    assert_eq!(files(folder.path()), before, "nothing is left behind");
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_scene_becomes_a_picture() {
    let folder = scene();
    assert_eq!(fine(&folder, &["-o", "a.png", "--size", "64x32"]), "");
    let picture = open(&folder, "a.png");
    assert_eq!(picture.dimensions(), (64, 32));
    assert_eq!(picture.get_pixel(0, 0).0[3], 0, "the background is transparent");
    let middle = picture.pixels().filter(|p| p.0 == [255, 0, 0, 255]).count();
    assert!(middle > 20, "{middle}");
    fine(&folder, &["-o", "b.png"]);
    assert_eq!(open(&folder, "b.png").dimensions(), (512, 512));
    // What is there is replaced.
    fine(&folder, &["-o", "b.png", "--size", "8x8"]);
    assert_eq!(open(&folder, "b.png").dimensions(), (8, 8));
}

#[test]
fn time_clip_and_camera_are_chosen() {
    let folder = scene();
    let shot = |arguments: &[&str]| {
        fine(&folder, &[&["-o", "x.png", "--size", "64x64"], arguments].concat());
        columns(&open(&folder, "x.png")).expect("something is seen")
    };
    // Four units are 64 pixels: the square is 16 wide and stands at −1, 0 and 1.
    assert_eq!(shot(&["--time", "1"]), (8, 23));
    assert_eq!(shot(&["--time", "2"]), (24, 39));
    assert_eq!(shot(&["--time", "3"]), (40, 55));
    assert_eq!(shot(&["--time=-5"]), (8, 23));
    assert_eq!(shot(&[]), (8, 23));
    assert_eq!(shot(&["--clip", "late"]), (24, 39));
    for name in ["far", "far camera", "tele", "1"] {
        assert_eq!(shot(&["--camera", name, "--time", "2"]), (28, 35), "{name}");
    }
    for name in ["front", "Eye", "eye", "0"] {
        assert_eq!(shot(&["--camera", name, "--time", "2"]), (24, 39), "{name}");
    }
    let (left, right) = shot(&["--camera", "fit"]);
    assert!(right - left > 30, "everything fills the picture: {left} to {right}");
    assert_eq!(shot(&["--scene", "vs"]), (8, 23));
    assert_eq!(shot(&["--scene", "0"]), (8, 23));
}

#[test]
fn frames_are_numbered_and_evenly_spaced() {
    let folder = scene();
    fine(&folder, &["-o", "./f.png", "--size", "64x64", "--frames", "3"]);
    assert_eq!(files(folder.path()), ["a.dae", "f-0001.png", "f-0002.png", "f-0003.png"]);
    let seen = [1, 2, 3].map(|i| columns(&open(&folder, &format!("f-000{i}.png"))).unwrap());
    assert_eq!(seen, [(8, 23), (24, 39), (40, 55)]);
    fine(&folder, &["-o", "g.jpg", "--size", "64x64", "--frames", "2", "--clip", "late"]);
    assert_eq!(files(folder.path()).len(), 6);
}

#[test]
fn a_gif_moves() {
    let folder = scene();
    let film = |name: &str| {
        let bytes = folder.bytes(name);
        GifDecoder::new(Cursor::new(bytes)).unwrap().into_frames().collect_frames().unwrap()
    };
    fine(&folder, &["-o", "a.gif", "--size", "32x32", "--frames", "5"]);
    let frames = film("a.gif");
    assert_eq!(frames.len(), 5);
    assert!(frames.iter().all(|f| f.delay().numer_denom_ms() == (500, 1)));
    assert_ne!(columns(frames[0].buffer()), columns(frames[4].buffer()));
    fine(&folder, &["-o", "b.gif", "--size", "32x32"]);
    assert_eq!(film("b.gif").len(), 41, "twenty a second");
    fine(&folder, &["-o", "c.gif", "--size", "32x32", "--time", "1"]);
    assert_eq!(film("c.gif").len(), 1);
}

#[test]
fn backgrounds_are_drawn_and_jpeg_has_one() {
    let folder = scene();
    for (colour, expected) in [
        ("white", [255, 255, 255, 255]),
        ("#102030", [16, 32, 48, 255]),
        ("#10203000", [16, 32, 48, 0]),
        ("0,0.2,1", [0, 51, 255, 255]),
    ] {
        fine(&folder, &["-o", "x.png", "--size", "32x32", "--background", colour]);
        let found = open(&folder, "x.png").get_pixel(0, 0).0;
        assert!(found[3] == expected[3] && (found[3] == 0 || found == expected), "{colour}: {found:?}");
    }
    let near = |found: [u8; 4], expected: [u8; 4]| found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) < 8);
    fine(&folder, &["-o", "x.jpg", "--size", "64x64"]);
    assert!(near(open(&folder, "x.jpg").get_pixel(60, 4).0, [255; 4]));
    assert!(near(open(&folder, "x.jpg").get_pixel(16, 32).0, [255, 0, 0, 255]));
    fine(&folder, &["-o", "x.jpeg", "--size", "64x64", "--background", "blue"]);
    assert!(near(open(&folder, "x.jpeg").get_pixel(60, 4).0, [0, 0, 255, 255]));
}

#[test]
fn wireframe_and_samples_change_the_picture() {
    let folder = scene();
    let shot = |arguments: &[&str]| {
        fine(&folder, &[&["-o", "x.png", "--size", "64x64", "--camera", "fit"], arguments].concat());
        open(&folder, "x.png")
    };
    let filled = |picture: &RgbaImage| picture.pixels().filter(|p| p.0[3] > 127).count();
    let (faces, edges) = (shot(&[]), shot(&["--wireframe"]));
    assert!(filled(&edges) > 0 && filled(&edges) * 2 < filled(&faces), "{} {}", filled(&edges), filled(&faces));
    let soft = |picture: &RgbaImage| picture.pixels().filter(|p| (1..255).contains(&p.0[3])).count();
    assert_eq!(soft(&shot(&["--samples", "1"])), 0);
    assert!(soft(&shot(&["--samples", "16"])) > 0);
}

#[test]
fn standard_input_and_output_are_files_as_well() {
    let folder = scene();
    let text = folder.bytes("a.dae");
    let run = folder.run_with(&["render", "-", "-o", "x.png", "--size", "16x16"], &text);
    assert_eq!(run.status, 0, "{}", run.err);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_portolan"))
        .args(["render", "a.dae", "-o", "-", "--to", "png", "--size", "16x16"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.stdout, folder.bytes("x.png"));
    refused(
        &folder,
        &["a.dae", "-o", "-", "--to", "png", "--frames", "2"],
        2,
        "several pictures cannot go to standard output",
    );
}

#[test]
fn wrong_use_is_told_and_nothing_is_written() {
    let folder = scene();
    refused(&folder, &["a.dae"], 2, "--output");
    refused(
        &folder,
        &["a.dae", "-o", "x.bmp"],
        2,
        "`.bmp` files cannot be written; supported formats are .png, .jpg, .gif",
    );
    refused(&folder, &["a.dae", "-o", "x"], 2, "give the format with one");
    refused(&folder, &["a.dae", "-o", "a.dae", "--to", "png"], 2, "would be overwritten");
    for size in ["0x10", "10x0", "10", "x", "-1x4", "100000x100000"] {
        refused(&folder, &["a.dae", "-o", "x.png", &format!("--size={size}")], 2, "--size");
    }
    refused(&folder, &["a.dae", "-o", "x.gif", "--size", "70000x1"], 2, "65535");
    refused(
        &folder,
        &["a.dae", "-o", "x.png", "--camera", "back"],
        2,
        "camera `back` does not exist; available: 0: `front`",
    );
    refused(
        &folder,
        &["a.dae", "-o", "x.png", "--scene", "back"],
        2,
        "scene `back` does not exist; available: 0: `vs`",
    );
    refused(
        &folder,
        &["a.dae", "-o", "x.png", "--clip", "back"],
        2,
        "clip `back` does not exist; available: 0: `late`",
    );
    refused(&folder, &["a.dae", "-o", "x.png", "--background", "mauve-ish"], 2, "is not a colour");
    refused(&folder, &["a.dae", "-o", "x.png", "--time", "soon"], 2, "--time");
    refused(&folder, &["a.dae", "-o", "x.png", "--time", "inf"], 2, "--time");
    refused(&folder, &["a.dae", "-o", "x.png", "--time", "1", "--frames", "2"], 2, "--frames");
    refused(&folder, &["a.dae", "-o", "x.png", "--frames", "0"], 2, "--frames");
    refused(&folder, &["a.dae", "-o", "x.png", "--samples", "0"], 2, "--samples");
    refused(&folder, &["a.dae", "-o", "x.png", "--samples", "1000"], 2, "--samples");
    refused(&folder, &["missing.dae", "-o", "x.png"], 3, "missing.dae");
    folder.put("w.xwrl", WORLD);
    refused(&folder, &["a.dae", "-o", "no/such/folder/x.png"], 4, "the folder does not exist");
}

#[test]
fn an_empty_scene_is_a_picture_and_a_finding() {
    let folder = scene();
    folder.put("empty.dae", SOUND);
    folder.put("bad.dae", BROKEN);
    for arguments in [&["empty.dae"][..], &["bad.dae"], &["a.dae", "--scene", "Nothing"]] {
        let run = folder.run(&[&["render", "-o", "x.png", "--size", "16x16"], arguments].concat());
        assert_eq!((run.status, run.err.contains("--allow-empty")), (3, true), "{}", run.err);
        let run = folder.run(&[&["render", "-o", "x.png", "--size", "16x16", "--allow-empty"], arguments].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(run.err.contains("[CNV514]"), "{arguments:?}: {}", run.err);
        assert_eq!(columns(&open(&folder, "x.png")), None);
    }
}

#[test]
fn textures_are_shown_and_missing_ones_are_told() {
    let folder = Folder::new();
    folder.put("a.dae", textured());
    let missing = fine(&folder, &["-o", "x.png", "--size", "64x64", "--time", "2"]);
    assert!(missing.contains("a.dae:3:") && missing.contains("[CNV160]"), "{missing}");
    assert_eq!(missing.lines().count(), 1, "one mistake is one finding: {missing}");
    let checker = open(&folder, "x.png");
    let colours: std::collections::BTreeSet<[u8; 4]> = checker.pixels().map(|p| p.0).filter(|p| p[3] == 255).collect();
    assert!(colours.len() >= 2, "a pattern: {colours:?}");
    assert_eq!(fine(&folder, &["-o", "x.png", "--size", "64x64", "--quiet"]), "");
    // Left half green, right half blue, and a file that is none.
    let wood = RgbaImage::from_fn(8, 8, |x, _| image::Rgba(if x < 4 { [0, 255, 0, 255] } else { [0, 0, 255, 255] }));
    let mut bytes = Cursor::new(Vec::new());
    wood.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    folder.put("wood.png", bytes.into_inner());
    assert_eq!(fine(&folder, &["-o", "x.png", "--size", "64x64", "--time", "2"]), "");
    let shown = open(&folder, "x.png");
    assert_eq!(shown.get_pixel(27, 32).0, [0, 255, 0, 255]);
    assert_eq!(shown.get_pixel(36, 32).0, [0, 0, 255, 255]);
    folder.put("wood.png", b"\x89PNG\r\n\x1a\nnothing");
    let broken = fine(&folder, &["-o", "x.png", "--size", "64x64"]);
    assert!(broken.contains("[CNV501]") && broken.contains("damaged"), "{broken}");
    assert!(folder.run(&["explain", "CNV501"]).out.contains("checker"));
}

#[test]
fn layers_light_and_opacity_are_options() {
    let folder = Folder::new();
    let middle = |options: &[&str]| {
        let told = fine(&folder, &[&["-o", "x.png", "--size", "64x64", "--time", "2"], options].concat());
        (open(&folder, "x.png").get_pixel(32, 32).0, told)
    };
    // One layer of two, or none of them.
    folder.put("a.dae", red().replace(r#"<node id="n">"#, r#"<node id="n" layer="one two">"#));
    assert_eq!(middle(&["--layer", "three", "--layer", "two"]).0, [255, 0, 0, 255]);
    let (pixel, told) = middle(&["--layer", "three"]);
    assert!(pixel == [0; 4] && told.contains("[CNV514]"), "{told}");
    // A scene without lights is dark, and that is said, unless it is to be lit.
    let dull = r#"<technique sid="t"><lambert><diffuse><color>1 1 1 1</color></diffuse></lambert></technique>"#;
    folder.put("a.dae", square("", dull));
    let (pixel, told) = middle(&["--lights", "scene"]);
    assert!(pixel == [0, 0, 0, 255] && told.contains("[CNV516]"), "{told}");
    let (pixel, told) = middle(&[]);
    assert!(pixel[0] > 100 && told.is_empty(), "{told}");
    assert!(folder.run(&["explain", "CNV516"]).out.contains("--lights"));
    // Nothing is to be seen by the rule of the format.
    let hidden =
        "</emission><transparent><color>0 0 0 1</color></transparent><transparency><float>0</float></transparency>";
    folder.put("a.dae", red().replace("</emission>", hidden));
    let (pixel, told) = middle(&["--opacity", "strict"]);
    assert!(pixel == [0; 4] && told.contains("[CNV517]"), "{told}");
    assert!(folder.run(&["explain", "CNV517"]).out.contains("--opacity"));
    let (pixel, told) = middle(&[]);
    assert!(pixel == [255, 0, 0, 255] && told.contains("[CNV517]"), "{told}");
}

#[test]
fn runs_and_threads_make_no_difference() {
    let folder = Folder::new();
    folder.put("a.dae", textured());
    let shot = |threads: &str, name: &str| {
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_portolan"))
            .args(["render", "-q", "a.dae", "-o", name, "--size", "200x120", "--camera", "fit"])
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(folder.path())
            .status()
            .unwrap();
        assert!(status.success());
        folder.bytes(name)
    };
    let first = shot("1", "1.png");
    assert!(!first.is_empty());
    assert_eq!(shot("1", "2.png"), first);
    assert_eq!(shot("2", "3.png"), first);
    assert_eq!(shot("5", "4.png"), first);
}

#[test]
fn a_folder_becomes_a_contact_sheet() {
    let folder = Folder::new();
    folder.put("models/a.dae", red());
    folder.put("models/deep/b.dae", textured());
    folder.put("models/broken.zae", "no archive at all");
    folder.put("models/notes.txt", "passed over");
    let run = folder.run(&["render", "models", "-o", "sheet.png", "--size", "64x48"]);
    assert_eq!(run.status, 3, "{}", run.err);
    assert!(run.err.contains("models/broken.zae: "), "{}", run.err);
    assert!(run.err.contains("1 of 3 files"), "{}", run.err);
    let sheet = open(&folder, "sheet.png");
    assert_eq!(sheet.dimensions(), (2 * 72 + 8, 2 * 74 + 8));
    assert_eq!(sheet.get_pixel(0, 0).0, [224, 224, 224, 255]);
    let dark = |from: (u32, u32)| {
        let inside = |x: u32, y: u32| (from.0..from.0 + 64).contains(&x) && (from.1..from.1 + 16).contains(&y);
        sheet.enumerate_pixels().filter(|(x, y, p)| inside(*x, *y) && p.0[..3].iter().all(|c| *c < 128)).count()
    };
    for caption in [(8, 58), (80, 58), (8, 132)] {
        assert!(dark(caption) > 10, "a caption at {caption:?}");
    }
    assert!(sheet.pixels().any(|p| p.0 == [255, 0, 0, 255]), "the square");
    // The same files by name, all of them sound; and again, to the byte.
    let run =
        folder.run(&["render", "models/a.dae", "models/deep/b.dae", "-q", "-o", "two.jpg", "--background", "black"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(open(&folder, "two.jpg").dimensions(), (2 * 200 + 8, 218 + 8));
    folder.run(&["render", "models", "-o", "again.png", "--size", "64x48"]);
    assert_eq!(folder.bytes("again.png"), folder.bytes("sheet.png"));
    refused(&folder, &["models", "-o", "x.png", "--frames", "2"], 2, "--frames");
    refused(&folder, &["models", "-o", "x.png", "--size", "16000x16000"], 2, "do not fit");
    folder.put("void/readme.txt", "");
    assert_eq!(folder.run(&["render", "void", "-o", "void.png"]).status, 3);
}

#[test]
fn a_camera_that_misses_the_scene_is_not_used_unless_it_is_named() {
    let folder = Folder::new();
    let eye = r##"0 0 10</translate><instance_camera url="#front"/>"##;
    assert!(red().contains(eye));
    folder.put("a.dae", red().replace(eye, &eye.replace("10<", "-10<")));
    let is_red = |name: &str| open(&folder, name).pixels().any(|p| p.0 == [255, 0, 0, 255]);
    let run = folder.run(&["render", "a.dae", "-o", "alone.png", "--size", "64x64"]);
    assert!(
        run.status == 0 && run.err.contains("CNV519") && run.err.contains("the camera of the document misses"),
        "{}",
        run.err
    );
    assert!(is_red("alone.png"));
    let run = folder.run(&["render", "a.dae", "-o", "letter.png", "--size", "64x64", "--camera", "scene"]);
    assert_eq!(run.status, 0);
    assert!(run.err.contains("CNV514") && run.err.contains("--camera fit"), "{}", run.err);
    assert!(!is_red("letter.png"));
    folder.run(&["render", "a.dae", "a.dae", "-o", "sheet.png", "--size", "64x64"]);
    assert!(is_red("sheet.png"));
    folder.run(&["render", "a.dae", "a.dae", "-o", "through.png", "--size", "64x64", "--camera", "front"]);
    assert!(!is_red("through.png"));
}
