//! Textures where real projects keep them.

use crate::common::Folder;

/// A picture of one pixel.
pub const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0, 1, 8, 2,
    0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 12, b'I', b'D', b'A', b'T', 8, 0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0, 0, 3, 1,
    1, 0, 0xc9, 0xfe, 0x92, 0xef, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

/// Squares side by side, one for each picture.
pub fn textured(pictures: &[&str]) -> String {
    let each = |make: &dyn Fn(usize, &str) -> String| -> String {
        pictures.iter().enumerate().map(|(i, picture)| make(i, picture)).collect()
    };
    let images = each(&|i, picture| format!("<image id=\"i{i}\"><init_from>{picture}</init_from></image>\n"));
    let effects = each(&|i, _| {
        format!(
            r##"<effect id="e{i}"><profile_COMMON><newparam sid="s"><surface type="2D"><init_from>i{i}</init_from></surface></newparam>
<newparam sid="p"><sampler2D><source>s</source></sampler2D></newparam><technique sid="c"><lambert><diffuse><texture
texture="p" texcoord="UV"/></diffuse></lambert></technique></profile_COMMON></effect>"##
        )
    });
    let materials = each(&|i, _| format!("<material id=\"m{i}\"><instance_effect url=\"#e{i}\"/></material>"));
    let nodes = each(&|i, _| {
        format!(
            r##"<node id="n{i}"><translate>{i} 0 0</translate><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="m" target="#m{i}"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/>
</instance_material></technique_common></bind_material></instance_geometry></node>"##
        )
    });
    format!(
        r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>
<library_images>
{images}</library_images>
<library_materials>{materials}</library_materials>
<library_effects>{effects}</library_effects>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<source id="u"><float_array id="ua" count="8">0 0 1 0 1 1 0 1</float_array><technique_common>
<accessor source="#ua" count="4" stride="2"><param name="S" type="float"/><param name="T" type="float"/></accessor>
</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="1" material="m"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="TEXCOORD" source="#u" offset="0" set="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="vs">{nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>
"##
    )
}

/// A Gazebo model and a ROS package beside each other.
fn project(pictures: &[&str]) -> Folder {
    let folder = Folder::new();
    folder.put("house/meshes/house.dae", textured(pictures));
    folder.put("house/materials/textures/wall.png", PNG);
    folder.put("robot_description/textures/metal.png", PNG);
    folder.put("robot_description/package.xml", "<package><name>robot_description</name></package>");
    folder
}

#[test]
fn a_model_is_read_as_a_whole() {
    let references = ["../materials/textures/wall.png", "model://house/materials/textures/wall.png"];
    let folder = project(&references);
    let run = folder.run(&["convert", "house/meshes/house.dae", "house.glb"]);
    let denied: Vec<&str> = run.err.lines().filter(|l| l.contains("[CNV160]")).collect();
    assert_eq!(denied.len(), 2, "each is told once: {}", run.err);
    assert!(
        denied[0].ends_with(
            "access to `../materials/textures/wall.png` is denied, because it is outside the folder of the document; \
             use `--allow house/materials/textures` to permit it"
        ),
        "{}",
        run.err
    );
    assert!(!run.err.contains("missing") && !run.err.contains("not found"), "{}", run.err);
    let quiet = |args: &[&str]| {
        let all: Vec<&str> = ["convert", "house/meshes/house.dae", "house.glb", "--fail-on", "dropped"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        let run = folder.run(&all);
        assert!(run.status == 0 && !run.err.contains("CNV160"), "{args:?}: {}", run.err);
    };
    quiet(&["--root", "house"]);
    quiet(&["--allow", "house/materials/textures", "--allow", "house"]);
    folder.put("house/model.config", "<?xml version=\"1.0\"?><model><name>house</name></model>");
    quiet(&[]);
    // The folder that the command runs in changes nothing.
    let inside = std::process::Command::new(env!("CARGO_BIN_EXE_portolan"))
        .args(["convert", "house.dae", "house.glb", "--fail-on", "dropped"])
        .current_dir(folder.path().join("house/meshes"))
        .output()
        .unwrap();
    assert_eq!(inside.status.code(), Some(0), "{}", String::from_utf8_lossy(&inside.stderr));
}

#[test]
fn other_packages_have_to_be_allowed() {
    let folder = project(&["package://robot_description/textures/metal.png", "package://gone/a.png"]);
    folder.put("house/package.xml", "<package format=\"2\"><name>house</name></package>");
    let run = folder.run(&["check", "house/meshes/house.dae"]);
    assert!(
        run.out.contains("REF061") && run.out.contains("use `--allow robot_description` to permit it"),
        "{}",
        run.out
    );
    assert!(run.out.contains("REF060") && run.out.contains("`package://gone/a.png`"), "{}", run.out);
    let run = folder.run(&["check", "house/meshes/house.dae", "--allow", "robot_description"]);
    assert!(!run.out.contains("REF061"), "{}", run.out);
    // The folder that holds packages does as well.
    let run = folder.run(&["check", "house/meshes/house.dae", "--allow", "."]);
    assert!(!run.out.contains("REF061"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn a_model_does_not_reach_beyond_itself() {
    let folder = project(&[
        "../materials/textures/link.png",
        "../../robot_description/textures/metal.png",
        "model://house/../x.png",
    ]);
    folder.put("house/model.config", "<model><name>house</name></model>");
    folder.put("x.png", PNG);
    let real = folder.path().join("robot_description/textures/metal.png");
    std::os::unix::fs::symlink(real, folder.path().join("house/materials/textures/link.png")).unwrap();
    let run = folder.run(&["convert", "house/meshes/house.dae", "house.glb"]);
    let told: Vec<&str> = run.err.lines().filter(|l| l.contains("[CNV160]")).collect();
    assert_eq!(told.len(), 3, "{}", run.err);
    assert!(told[0].contains("denied") && told[1].contains("denied"), "{}", run.err);
    // What is to be allowed is where the link leads to.
    assert!(told[0].contains("/robot_description/textures` to permit it"), "{}", run.err);
    assert!(told[2].contains("does not exist"), "{}", run.err);
    assert!(!String::from_utf8_lossy(&folder.bytes("house.glb")).contains("image/png"));
}

#[test]
fn pictures_go_with_documents_that_go_elsewhere() {
    let folder = Folder::new();
    folder.put("in/textures/my wall.png", PNG);
    folder.put("in/a.dae", textured(&["textures/my%20wall.png"]));
    std::fs::create_dir_all(folder.path().join("out")).unwrap();
    let convert = |args: &[&str]| {
        let all: Vec<&str> = ["convert", "in/a.dae"].iter().chain(args).copied().collect();
        let run = folder.run(&all);
        assert_eq!(run.status, 0, "{args:?}: {}", run.err);
    };
    convert(&["out/o.obj"]);
    assert!(folder.read("out/o.mtl").contains("map_Kd my wall.png"), "{}", folder.read("out/o.mtl"));
    assert_eq!(folder.bytes("out/my wall.png"), PNG);
    convert(&["out/kept.dae"]);
    assert!(
        folder.read("out/kept.dae").contains("<init_from>textures/my%20wall.png<"),
        "{}",
        folder.read("out/kept.dae")
    );
    assert_eq!(folder.bytes("out/textures/my wall.png"), PNG);
    convert(&["out/built.dae", "--rebuild"]);
    assert!(folder.read("out/built.dae").contains("<init_from>my%20wall.png<"), "{}", folder.read("out/built.dae"));
    convert(&["out/linked.obj", "--link"]);
    assert!(
        folder.read("out/linked.mtl").contains("map_Kd ../in/textures/my wall.png"),
        "{}",
        folder.read("out/linked.mtl")
    );
    for (name, rebuild) in [("out/l1.dae", "--link"), ("out/l2.dae", "--rebuild")] {
        convert(&[name, "--link", rebuild][..if rebuild == "--link" { 2 } else { 3 }]);
        assert!(folder.read(name).contains("<init_from>../in/textures/my%20wall.png<"), "{}", folder.read(name));
    }
    // Beside the document nothing is copied.
    convert(&["in/b.obj"]);
    assert!(folder.read("in/b.mtl").contains("map_Kd textures/my wall.png"), "{}", folder.read("in/b.mtl"));
    assert!(!folder.path().join("in/my wall.png").exists());
}
