//! What commands say they did.

use crate::common::Folder;
use crate::textures::{PNG, textured};

#[test]
fn each_command_says_what_it_wrote_unless_it_is_to_be_quiet() {
    let folder = Folder::new();
    folder.put("a.dae", textured(&["a.png"]));
    folder.put("a.png", PNG);
    let last = |args: &[&str]| {
        let run = folder.run(args);
        assert_eq!(run.status, 0, "{args:?}: {}", run.err);
        run.err.lines().last().unwrap_or_default().to_owned()
    };
    let wrote = last(&["convert", "a.dae", "a.glb"]);
    assert!(wrote.starts_with("wrote a.glb: 2 triangles, 1 material, ") && wrote.ends_with("kB"), "{wrote}");
    let wrote = last(&["convert", "a.dae", "a.gltf"]);
    assert!(wrote.ends_with("with 2 files next to it"), "{wrote}");
    assert!(last(&["convert", "a.dae", "a.stl"]).starts_with("wrote a.stl: 2 triangles, 1 material, 184 bytes"));
    assert_eq!(last(&["render", "a.dae", "-o", "p.png", "--size", "16x8"]), "wrote p.png: 16 × 8 pixels");
    assert_eq!(
        last(&["render", "a.dae", "-o", "p.png", "--size", "16x8", "--frames", "3"]),
        "wrote p.png: 16 × 8 pixels, 3 files"
    );
    assert!(last(&["pack", "a.dae", "a.zae"]).starts_with("wrote a.zae: 2 files, "));
    for quiet in [
        &["convert", "-q", "a.dae", "b.glb"][..],
        &["render", "-q", "a.dae", "-o", "q.png"],
        &["pack", "-q", "a.dae", "b.zae"],
    ] {
        assert_eq!(folder.run(quiet).err, "", "{quiet:?}");
    }
    // What goes to standard output is read by somebody else.
    assert!(!folder.run(&["convert", "a.dae", "-", "--to", "obj"]).err.contains("wrote"));
}

#[test]
fn options_that_mean_nothing_for_the_target_are_refused() {
    let folder = Folder::new();
    folder.put("a.dae", textured(&["a.png"]));
    for (target, option) in [
        ("a.glb", &["--unit", "1"][..]),
        ("a.glb", &["--up-axis", "Z"]),
        ("a.glb", &["--polygons"]),
        ("a.glb", &["--precise"]),
        ("a.glb", &["--touch"]),
        ("a.glb", &["--rebuild"]),
        ("a.stl", &["--embed"]),
        ("a.stl", &["--separate"]),
        ("a.stl", &["--sample-rate", "30"]),
        ("a.obj", &["--embed"]),
        ("b.dae", &["--embed"]),
        ("a.zae", &["--separate"]),
        ("a.ogex", &["--touch"]),
        ("a.ply", &["--tangents"]),
    ] {
        let args: Vec<&str> = ["convert", "a.dae", target].iter().chain(option).copied().collect();
        let run = folder.run(&args);
        assert_eq!(run.status, 2, "{target} {option:?}: {}", run.err);
        assert!(run.err.contains(&format!("`{}` ", option[0])), "{target} {option:?}: {}", run.err);
        assert!(!folder.path().join(target).exists());
    }
}
