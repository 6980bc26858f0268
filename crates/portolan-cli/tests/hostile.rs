//! Small files that ask for much: no signal, no fault of our own, bounded memory.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::Folder;

const HEAD: &str = r#"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset>"#;

const TRIANGLE: &str = r##"<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>"##;

fn scene(before: &str, nodes: &str) -> String {
    format!(
        r##"{HEAD}{before}{TRIANGLE}<library_visual_scenes><visual_scene id="s">{nodes}</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"##
    )
}

/// The peak of the memory of a run in megabytes, its status, and what it wrote to the terminal.
fn measured(folder: &Folder, args: &[&str]) -> (u64, i32, String) {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_portolan"))
        .args(args)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stderr.take().unwrap();
    let told = std::thread::spawn(move || {
        let mut text = Vec::new();
        _ = pipe.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut peak = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        // Where there is no such file nothing is measured.
        let now = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = now.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|l| l.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) / 1024);
        assert!(begun.elapsed() < Duration::from_secs(120), "{args:?} does not end");
        std::thread::sleep(Duration::from_millis(5));
    };
    (peak, status.code().unwrap_or(-1), told.join().unwrap())
}

/// Runs commands on a file. Each ends with a status of its own, and below the memory that is allowed.
fn endures(folder: &Folder, file: &str, megabytes: u64) {
    let runs: [&[&str]; 6] = [
        &["check", file],
        &["check", "--json", file],
        &["info", file],
        &["convert", file, "o.glb", "--force", "--allow-empty"],
        &["convert", file, "o.obj", "--force", "--allow-empty"],
        &["render", file, "-o", "o.png", "--size", "64x64", "--force"],
    ];
    for args in runs {
        let (peak, status, told) = measured(folder, args);
        assert!((0..=3).contains(&status), "{args:?}: {status} {told}");
        assert!(peak <= megabytes, "{args:?}: {peak} MB");
    }
}

#[test]
fn instances_of_instances() {
    let folder = Folder::new();
    let twice = |k: usize| {
        let next = k + 1;
        format!(r##"<node id="n{k}"><instance_node url="#n{next}"/><instance_node url="#n{next}"/></node>"##)
    };
    let all: String = (0..40).map(twice).collect();
    let nodes = format!(r##"<library_nodes>{all}<node id="n40"><instance_geometry url="#g"/></node></library_nodes>"##);
    folder.put("a.dae", scene(&nodes, r##"<node><instance_node url="#n0"/></node>"##));
    endures(&folder, "a.dae", 400);
}

#[test]
fn one_library_of_materials_again_and_again() {
    let folder = Folder::new();
    folder.put("a.mtl", (0..20_000).map(|k| format!("newmtl m{k}\nKd 1 0 0\n")).collect::<String>());
    let lines = "mtllib a.mtl\nmtllib ./a.mtl\n".repeat(5_000);
    folder.put("a.obj", format!("{lines}v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m7\nf 1 2 3\n"));
    endures(&folder, "a.obj", 200);
}

#[test]
fn one_file_for_many_buffers() {
    let folder = Folder::new();
    std::fs::File::create(folder.path().join("zeros.bin")).unwrap().set_len(20 << 20).unwrap();
    let list = |text: &str| (0..300).map(|k| text.replace('#', &k.to_string())).collect::<Vec<_>>().join(",");
    let json = [
        r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"buffers":["#,
        &list(r#"{"uri":"zeros.bin","byteLength":20971520}"#),
        r#"],"bufferViews":["#,
        &list(r#"{"buffer":#,"byteLength":36}"#),
        r#"],"accessors":["#,
        &list(r#"{"bufferView":#,"componentType":5126,"count":3,"type":"VEC3"}"#),
        r#"],"meshes":[{"primitives":["#,
        &list(r##"{"attributes":{"POSITION":#}}"##),
        "]}]}",
    ];
    folder.put("a.gltf", json.concat());
    endures(&folder, "a.gltf", 300);
}

#[test]
fn a_hundred_thousand_lights() {
    let folder = Folder::new();
    let lamp = r#"<library_lights><light id="l"><technique_common><point><color>0.001 0 0</color></point></technique_common></light></library_lights>"#;
    let at_one_place = r##"<node><instance_light url="#l"/></node>"##.repeat(50_000);
    let apart: String = (0..50_000)
        .map(|k| format!(r##"<node><translate>{k} 0 0</translate><instance_light url="#l"/></node>"##))
        .collect();
    let nodes = format!(r##"<node><instance_geometry url="#g"/></node>{at_one_place}{apart}"##);
    folder.put("a.dae", scene(lamp, &nodes));
    let (_, status, told) = measured(&folder, &["render", "a.dae", "-o", "o.png", "--size", "64x64"]);
    assert_eq!(status, 0, "{told}");
    let (code, message) = ("CNV521", "49744 of the weakest lights are left out");
    assert!(told.contains(code) && told.contains(message), "{told}");
}

#[test]
fn counts_that_lie() {
    let folder = Folder::new();
    let mut stl = vec![0; 80];
    stl.extend(u32::MAX.to_le_bytes());
    stl.extend([0; 50]);
    folder.put("a.stl", stl);
    folder.put("a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nelement face 4000000000\nproperty list uint int vertex_indices\nend_header\n");
    let big = "9223372036854775807";
    folder.put("a.gltf", format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{big}}}],"bufferViews":[{{"buffer":0,"byteOffset":{big},"byteLength":{big}}}],"accessors":[{{"bufferView":0,"byteOffset":{big},"componentType":5126,"count":{big},"type":"VEC3","sparse":{{"count":{big},"indices":{{"bufferView":0,"componentType":5125}},"values":{{"bufferView":0}}}}}},{{"componentType":5126,"count":4000000000,"type":"MAT4"}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"NORMAL":1}},"indices":1}}]}}],"nodes":[{{"mesh":0}}],"scenes":[{{"nodes":[0]}}],"scene":0}}"#));
    for file in ["a.stl", "a.ply", "a.gltf"] {
        endures(&folder, file, 200);
    }
}
