//! No document and no option touches files of the user's that were not meant: what is written, where, and how a run ends.

use crate::common::{Folder, SOUND, zip};

/// The smallest PNG: one pixel.
const PNG: &[u8] = b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\x0dIDATx\x9cc\xf8\xdf\xe0\xf0\x1f\x00\x07\x00\x02\xbf+\xd7\xc7\xe2\x00\x00\x00\x00IEND\xaeB`\x82";

/// A triangle with a texture.
fn textured(reference: &str) -> String {
    format!(
        r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>
<library_images><image id="i"><init_from>{reference}</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON><newparam sid="u"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="s"><sampler2D><source>u</source></sampler2D></newparam><technique sid="t"><lambert><diffuse>
<texture texture="s" texcoord="UV"/></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array>
<technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<source id="t"><float_array id="ta" count="6">0 0 1 0 0 1</float_array><technique_common><accessor source="#ta" count="3" stride="2">
<param name="S" type="float"/><param name="T" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="m"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#t" offset="0" set="0"/>
<p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="vs"><node id="n"><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="m" target="#m"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/></instance_material></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>
"##
    )
}

fn ogex(reference: &str) -> String {
    format!(
        "Metric (key = \"up\") {{string {{\"y\"}}}}\nMaterial $m {{Texture (attrib = \"diffuse\") {{string {{\"{reference}\"}}}}}}\n\
         GeometryNode $n {{ObjectRef {{ref {{$g}}}} MaterialRef {{ref {{$m}}}}}}\n\
         GeometryObject $g {{Mesh {{VertexArray (attrib = \"position\") {{float[3] {{{{0,0,0}},{{1,0,0}},{{0,1,0}}}}}}\n\
         VertexArray (attrib = \"texcoord\") {{float[2] {{{{0,0}},{{1,0}},{{0,1}}}}}}\n\
         IndexArray {{uint32[3] {{{{0,1,2}}}}}}}}}}\n"
    )
}

/// A zip archive with members of any bytes.
fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn names(folder: &Folder, below: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join(below))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn an_archive_does_not_choose_the_files_that_are_written() {
    for reference in [".ssh/authorized_keys", ".bashrc", "Makefile", "keys.png"] {
        let folder = Folder::new();
        folder.put("out/.ssh/authorized_keys", "mine");
        folder.put("out/.bashrc", "mine");
        folder.put("out/Makefile", "mine");
        let document = textured(reference);
        folder.put("evil.zae", archive(&[("a.dae", document.as_bytes()), (reference, b"ssh-rsa AAAA evil")]));
        for target in ["out/scene.dae", "out/scene.ogex", "out/scene.gltf", "out/scene.obj"] {
            let run = folder.run(&["convert", "evil.zae", target]);
            assert_eq!(run.status, 0, "{reference} {target}: {}", run.err);
            for name in ["out/.ssh/authorized_keys", "out/.bashrc", "out/Makefile"] {
                assert_eq!(folder.read(name), "mine", "{reference} {target}");
            }
            assert!(!folder.path().join("out/keys.png").exists(), "{target}");
        }
        let kept = folder.run(&["convert", "evil.zae", "out/kept.dae"]);
        assert!(kept.err.contains("CNV007"), "{reference}: {}", kept.err);
    }
}

#[test]
fn a_kept_opengex_document_does_not_either() {
    let folder = Folder::new();
    folder.put("in/.bashrc", "evil");
    folder.put("in/a.ogex", ogex(".bashrc"));
    folder.put("out/.bashrc", "mine");
    let run = folder.run(&["convert", "in/a.ogex", "out/a.ogex"]);
    assert!(run.status == 0 && run.err.contains("CNV007"), "{}", run.err);
    assert_eq!(folder.read("out/.bashrc"), "mine");
    // A picture with such a name gets another one, and the document refers to it.
    folder.put("in/.bashrc", PNG);
    assert_eq!(folder.run(&["convert", "in/a.ogex", "out/a.ogex"]).status, 0);
    assert_eq!((folder.read("out/.bashrc"), folder.bytes("out/bashrc.png")), ("mine".to_owned(), PNG.to_vec()));
    assert_eq!(folder.read("out/a.ogex"), ogex("bashrc.png"));
}

#[test]
fn unrelated_files_beside_the_output_stay() {
    let folder = Folder::new();
    folder.put("in/brick.png", PNG);
    folder.put("in/a.dae", textured("brick.png"));
    folder.put("in/a.ogex", ogex("brick.png"));
    let inputs = ["in/a.dae", "in/a.ogex"];
    for (input, target) in inputs.iter().flat_map(|i| ["a.gltf", "a.ogex", "a.zae"].map(|t| (i, t))) {
        folder.put("out/brick.png", "mine");
        folder.put("out/a.bin", "mine");
        let target = format!("out/{target}");
        let words = ["convert", input, &target, "--separate"];
        let run = folder.run(&words[..3 + usize::from(target.ends_with("gltf"))]);
        assert_eq!(run.status, 0, "{input} {target}: {}", run.err);
        assert_eq!(folder.read("out/brick.png"), "mine", "{input} {target}");
        assert_eq!(folder.read("out/a.bin"), "mine", "{input} {target}");
        if !target.ends_with("zae") {
            assert_eq!(folder.bytes("out/brick_2.png"), PNG, "{input} {target}");
            assert!(folder.read(&target).contains("brick_2.png"), "{input} {target}");
            assert!(run.err.contains("`brick.png` is written as `brick_2.png`"), "{input} {target}: {}", run.err);
        }
        // What is there with the same bytes is used again, and what we wrote ourselves is replaced.
        assert_eq!(folder.run(&["convert", input, &target]).status, 0);
        assert!(!folder.path().join("out/brick_3.png").exists() && !folder.path().join("out/a_3.bin").exists());
        std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    }
    folder.put("out/brick.png", "mine");
    assert_eq!(folder.run(&["convert", "in/a.dae", "out/a.gltf", "--force"]).status, 0);
    assert_eq!(folder.bytes("out/brick.png"), PNG);
}

#[test]
fn a_conversion_can_be_repeated() {
    let folder = Folder::new();
    folder.put("in/brick.png", PNG);
    folder.put("in/a.dae", textured("brick.png"));
    assert_eq!(folder.run(&["convert", "in/a.dae", "a.gltf"]).status, 0);
    assert_eq!(names(&folder, ""), ["a.bin", "a.gltf", "brick.png", "in"]);
    folder.put("in/a.dae", textured("brick.png").replace("0 0 0 1 0 0", "0 0 0 2 0 0"));
    assert_eq!(folder.run(&["convert", "in/a.dae", "a.gltf"]).status, 0);
    assert_eq!(names(&folder, ""), ["a.bin", "a.gltf", "brick.png", "in"], "the buffer of the old file is replaced");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_links() {
    let folder = Folder::new();
    folder.put("elsewhere/x.png", "mine");
    folder.put("in/textures/x.png", PNG);
    folder.put("in/a.ogex", ogex("textures/x.png"));
    std::fs::create_dir(folder.path().join("out")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("elsewhere"), folder.path().join("out/textures")).unwrap();
    assert_eq!(folder.run(&["convert", "in/a.ogex", "out/a.ogex"]).status, 0);
    assert_eq!(folder.read("elsewhere/x.png"), "mine");
    assert_eq!(
        (names(&folder, "elsewhere"), names(&folder, "out")),
        (vec!["x.png".to_owned()], ["a.ogex", "textures", "x.png"].map(String::from).to_vec())
    );
}

#[test]
fn inputs_are_never_overwritten() {
    let folder = Folder::new();
    folder.put("brick.png", PNG);
    folder.put("a.dae", textured("brick.png"));
    folder.put("z.zae", zip(&[("a.dae", &textured("b.png"))]));
    folder.put("l.json", "{}");
    let before = ["a.dae", "z.zae", "brick.png"].map(|name| folder.bytes(name));
    for arguments in [
        &["convert", "a.dae", "o.glb", "--losses", "a.dae"][..],
        &["convert", "a.dae", "o.glb", "--losses", "./o.glb"],
        &["convert", "a.dae", "a.dae", "--rebuild"],
        &["convert", "z.zae/a.dae", "z.zae"],
        &["convert", "z.zae/a.dae", "o.glb", "--losses", "z.zae"],
        &["render", "z.zae/a.dae", "-o", "z.zae", "--to", "png"],
        &["render", "a.dae", "-o", "brick.png", "--camera", "fit"],
        &["render", "a.dae", "z.zae", "-o", "brick.png"],
        &["pack", "a.dae", "brick.png"],
        &["pack", "z.zae", "o.zae", "--losses", "z.zae"],
        &["fix", "a.dae", "-o", "a.dae"],
        &["set", "a.dae", "n@id", "x", "-o", "a.dae"],
        // What a document shows is not read by these, but stays all the same.
        &["set", "a.dae", "n@id", "x", "-o", "brick.png"],
        &["fix", "a.dae", "-o", "brick.png", "--force"],
        &["unpack", "z.zae", "z.zae"],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
        assert_eq!(["a.dae", "z.zae", "brick.png"].map(|name| folder.bytes(name)), before, "{arguments:?}");
        assert!(!folder.path().join("o.glb").exists() && !folder.path().join("o.zae").exists(), "{arguments:?}");
    }
    #[cfg(unix)]
    {
        std::fs::hard_link(folder.path().join("a.dae"), folder.path().join("b.glb")).unwrap();
        std::os::unix::fs::symlink("a.dae", folder.path().join("c.glb")).unwrap();
        for target in ["b.glb", "c.glb"] {
            let run = folder.run(&["convert", "a.dae", target]);
            assert!(run.status == 2 && run.err.contains("same file"), "{}", run.err);
        }
        let line = format!("{} convert - a.dae --rebuild < a.dae", env!("CARGO_BIN_EXE_portolan"));
        let run = std::process::Command::new("bash").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{}", String::from_utf8_lossy(&run.stderr));
        assert_eq!(folder.bytes("a.dae"), before[0]);
    }
}

/// A file that the user names for losses is not one of those that belong to the result, also when these are there already.
#[test]
fn what_the_user_names_is_no_file_beside_the_result() {
    let folder = Folder::new();
    folder.put("in/brick.png", PNG);
    folder.put("in/a.dae", textured("brick.png"));
    let words = |losses: &'static str| ["convert", "in/a.dae", "o.gltf", "--losses", losses];
    for again in [false, true] {
        for losses in ["o.bin", "brick.png"] {
            let run = folder.run(&words(losses));
            assert!(run.status == 2 && run.err.contains("would be written twice"), "{losses}: {}", run.err);
        }
        let there = if again { &["brick.png", "in", "l.json", "o.bin", "o.gltf"][..] } else { &["in"] };
        assert_eq!(names(&folder, ""), there);
        assert_eq!(folder.run(&words("l.json")).status, 0);
    }
    assert_eq!(folder.bytes("brick.png"), PNG);
}

/// Neither is it one of the results of a conversion of many.
#[test]
fn losses_of_many_documents_do_not_replace_a_result() {
    for losses in ["out/a.gltf", "out/a.bin", "./out/brick.png"] {
        let folder = Folder::new();
        folder.put("in/brick.png", PNG);
        folder.put("in/a.dae", textured("brick.png"));
        folder.put("out/old.txt", "");
        let run = folder.run(&["convert", "in", "-d", "out", "--to", "gltf", "--losses", losses]);
        assert!(run.status == 2 && run.err.contains("would be written twice"), "{losses}: {}", run.err);
        let told = losses.trim_start_matches("./out/").trim_start_matches("out/");
        assert_eq!(names(&folder, "out"), [told, "old.txt"], "{losses}");
        assert!(folder.read(losses).contains("\"failed\""), "{losses}");
    }
}

#[test]
fn a_folder_without_anything_to_convert_is_an_error() {
    let folder = Folder::new();
    folder.put("in/a.dae", SOUND);
    for (input, output, format) in [("in", "in", "glb"), ("in", "out", "dae")] {
        let run = folder.run(&["convert", input, "-d", output, "--to", format]);
        assert!(run.status == 3 && run.err.contains("nothing to convert"), "{}", run.err);
    }
    assert_eq!((names(&folder, "in"), names(&folder, "")), (vec!["a.dae".to_owned()], vec!["in".to_owned()]));
}

#[test]
fn all_files_or_none() {
    let folder = Folder::new();
    folder.put("brick.png", PNG);
    folder.put("a.dae", textured("brick.png"));
    let run = folder.run(&["convert", "a.dae", "out.gltf", "--losses", "missing/l.json"]);
    assert_eq!(run.status, 4, "{}", run.err);
    assert!(run.err.contains("cannot write missing/l.json: the folder does not exist"), "{}", run.err);
    assert_eq!(names(&folder, ""), ["a.dae", "brick.png"]);
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_and_devices_are_written_to() {
    use std::process::Command;
    let folder = Folder::new();
    folder.put("a.dae", textured("x.png"));
    let shell = |script: &str| {
        let program = env!("CARGO_BIN_EXE_portolan");
        Command::new("bash")
            .args(["-c", &script.replace("portolan", program)])
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    let glb = |bytes: &[u8]| bytes.starts_with(b"glTF");
    assert!(glb(&shell("portolan convert -q a.dae /dev/stdout --to glb").stdout));
    assert!(glb(&shell("portolan convert -q a.dae /dev/stdout --to glb | cat").stdout));
    assert!(shell("portolan convert -q a.dae >(cat > piped.glb) --to glb; for i in {1..100}; do [ -s piped.glb ] && break; sleep 0.05; done").status.success());
    assert!(glb(&folder.bytes("piped.glb")));
    assert!(
        shell("mkfifo f; portolan convert -q a.dae f --to glb & cat f > from.glb; wait; test -p f").status.success()
    );
    assert!(glb(&folder.bytes("from.glb")));
    assert!(shell("portolan convert -q a.dae /dev/null --to glb && test -c /dev/null").status.success());
    assert_eq!(shell("portolan convert -q a.dae /dev/full --to glb").status.code(), Some(4));
    // What was redirected into is appended to, not replaced.
    assert!(shell("portolan convert -q a.dae /dev/stdout --to glb > re.glb").status.success());
    assert!(glb(&folder.bytes("re.glb")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_as_a_texture_does_not_block() {
    let folder = Folder::new();
    folder.put("a.dae", textured("x.png"));
    // The last two would say that the folder is a package or a model.
    for pipe in ["x.png", "package.xml", "model.config"] {
        assert!(std::process::Command::new("mkfifo").arg(folder.path().join(pipe)).status().unwrap().success());
    }
    for arguments in
        [&["convert", "a.dae", "a.glb"][..], &["render", "a.dae", "-o", "a.png"], &["pack", "a.dae", "a.zae"]]
    {
        assert_eq!(folder.run(arguments).status, 0, "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn edits_keep_the_mode_and_leave_read_only_files_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.put("a.dae", SOUND);
    let mode = |mode: u32| std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    let is = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    mode(0o600);
    assert_eq!(folder.run(&["set", "a.dae", "n@id", "x"]).status, 0);
    assert_eq!(is(), 0o600);
    mode(0o444);
    for arguments in [&["set", "a.dae", "x@id", "y"][..], &["fmt", "--write", "--tabs", "a.dae"]] {
        let before = folder.read("a.dae");
        let run = folder.run(arguments);
        assert!(run.status == 4 && run.err.contains("read-only"), "{arguments:?}: {}", run.err);
        assert_eq!(folder.read("a.dae"), before);
        assert_eq!(folder.run(&[arguments, &["--force"]].concat()).status, 0, "{arguments:?}");
        assert!(folder.read("a.dae") != before && is() == 0o444);
    }
}

/// Whoever makes a folder may put a link into it that leads to files of the user.
#[cfg(unix)]
#[test]
fn what_is_changed_in_a_folder_is_not_outside_of_it() {
    let folder = Folder::new();
    ["own/a.dae", "other/b.dae"].into_iter().for_each(|name| _ = folder.put(name, SOUND));
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(to, folder.path().join(at)).unwrap();
    link("../other", "own/all");
    link("../other/b.dae", "own/one.dae");
    link("a.dae", "own/same.dae");
    for arguments in
        [&["fmt", "--write", "--tabs", "own"][..], &["check", "--fix", "own"], &["fix", "--dry-run", "own"]]
    {
        let run = folder.run(arguments);
        let told = format!("{}{}", run.out, run.err);
        assert_eq!((run.status, told.matches("it is a link that leads out of the folder").count()), (3, 2), "{told}");
    }
    assert_eq!(folder.read("other/b.dae"), SOUND);
    assert!(folder.read("own/a.dae") != SOUND);
    // What is only read may be anywhere, and a file that the user names is changed.
    assert_eq!(folder.run(&["check", "own"]).status, 0);
    assert_eq!(folder.run(&["fmt", "--write", "--tabs", "own/one.dae"]).status, 0);
    assert!(folder.read("other/b.dae") != SOUND);
}

#[cfg(unix)]
#[test]
fn unpacking_keeps_the_mode_of_a_folder_and_works_where_one_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.put("z.zae", zip(&[("a.dae", SOUND), ("t/b.txt", "b")]));
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    std::fs::set_permissions(&empty, std::fs::Permissions::from_mode(0o750)).unwrap();
    assert_eq!(folder.run(&["unpack", "z.zae", "empty"]).status, 0);
    assert_eq!(std::fs::metadata(&empty).unwrap().permissions().mode() & 0o777, 0o750);
    assert_eq!(names(&folder, "empty"), ["a.dae", "t"]);
    let run = folder.run(&["unpack", "z.zae", "."]);
    assert_eq!(run.status, 4, "{}", run.err);
    assert_eq!(folder.run(&["unpack", "z.zae", ".", "--force"]).status, 0);
    assert_eq!(names(&folder, ""), ["a.dae", "empty", "t", "z.zae"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_nothing_behind() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let many: Vec<(String, String)> = (0..3000).map(|n| (format!("t/{n}.txt"), "x".repeat(1000))).collect();
    let members: Vec<(&str, &str)> = many.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    folder.put("z.zae", zip(&[&[("a.dae", SOUND)], members.as_slice()].concat()));
    for signal in ["INT", "TERM", "HUP"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_portolan"))
            .args(["unpack", "z.zae", "out"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // The temporary folder shows that the work has begun.
        while child.try_wait().unwrap().is_none() && !names(&folder, "").iter().any(|n| n.starts_with(".portolan")) {}
        Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        child.wait().unwrap();
        assert!(!names(&folder, "").iter().any(|n| n.starts_with(".portolan")), "{:?}", names(&folder, ""));
        let _ = std::fs::remove_dir_all(folder.path().join("out"));
    }
}

/// What `nohup` has a program ignore does not end it.
#[cfg(target_os = "linux")]
#[test]
fn ignored_signals_stay_ignored() {
    let folder = Folder::new();
    let many: Vec<(String, String)> = (0..3000).map(|n| (format!("t/{n}.txt"), "x".repeat(1000))).collect();
    let members: Vec<(&str, &str)> = many.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    folder.put("z.zae", zip(&[&[("a.dae", SOUND)], members.as_slice()].concat()));
    let script = "trap '' HUP; portolan -q unpack z.zae out & \
        while kill -0 $! 2>/dev/null && ! ls -d .portolan-* >/dev/null 2>&1; do :; done; kill -HUP $!; wait $!";
    let script = script.replace("portolan -q unpack", &format!("{} unpack -q", env!("CARGO_BIN_EXE_portolan")));
    let run = std::process::Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(names(&folder, ""), ["out", "z.zae"]);
}

/// Nothing is nothing, whatever it is called: no command makes an empty result of it.
#[test]
fn empty_files_are_errors() {
    let folder = Folder::new();
    for extension in ["dae", "zae", "ogex", "xwrl", "x3d", "wrl", "gltf", "glb", "obj", "stl", "ply", "urdf"] {
        for nothing in ["", "\u{feff}", " \n\t"] {
            let file = format!("e.{extension}");
            folder.put(&file, nothing);
            for command in [
                "info",
                "info --json",
                "check",
                "convert o.glb",
                "convert o.dae",
                "pack o.zae",
                "diff e",
                "verify e",
                "fmt",
                "sample --times=0",
                "fix --dry-run",
                "render -o=o.png",
            ] {
                let words: Vec<&str> = command.split(' ').map(|word| if word == "e" { &file } else { word }).collect();
                let run = folder.run(&[&words[..1], &[file.as_str()], &words[1..]].concat());
                assert_eq!(run.status, 3, "{command} {file} {nothing:?}: {} {}", run.out, run.err);
            }
            assert_eq!(names(&folder, ""), [file.as_str()], "{nothing:?}");
        }
        std::fs::remove_file(folder.path().join(format!("e.{extension}"))).unwrap();
    }
}

/// A file that was cut off is a loss in every format, even if all that counts is there.
#[test]
fn cut_files_are_losses() {
    use std::io::Write;
    let folder = Folder::new();
    let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    let mut binary = [&[0; 80][..], &2u32.to_le_bytes()].concat();
    binary.extend([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0].map(|n| (n as f32).to_le_bytes()).concat());
    binary.extend([0; 2]);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(b"#VRML V2.0 utf8\nShape { geometry Box { } }\n").unwrap();
    let mut packed = packed.finish().unwrap();
    packed.pop();
    let link = r#"<robot name="r"><link name="l"><visual><geometry><box size="1 1 1"/></geometry></visual></link>"#;
    for (name, bytes) in [
        ("a.stl", format!("solid a\n{facet}").into_bytes()),
        ("b.stl", binary),
        ("a.wrz", packed),
        ("a.urdf", link.as_bytes().to_vec()),
        ("a.x3d", b"<X3D version='3.3'><Scene><Shape><Box/></Shape>".to_vec()),
        ("a.wrl", b"#VRML V2.0 utf8\nShape { geometry Box { }".to_vec()),
    ] {
        folder.put(name, bytes);
        let run = folder.run(&["convert", name, "o.glb", "--fail-on", "dropped", "--force"]);
        assert!(run.status == 1 && !run.err.is_empty(), "{name}: {} {}", run.status, run.err);
        assert_eq!(folder.run(&["check", name]).status, 1, "{name}");
    }
    let run = folder.run(&["convert", "a.urdf", "o.glb", "--force"]);
    assert!(run.status == 0 && run.err.contains("CNV847"), "{}", run.err);
    folder.put("a.stl", format!("solid a\n{facet}endsolid a\n"));
    assert_eq!(folder.run(&["convert", "a.stl", "o.glb", "--fail-on", "dropped", "--force"]).status, 0);
}

#[test]
fn empty_and_broken_documents_are_losses() {
    let folder = Folder::new();
    folder.put("empty.dae", "");
    folder.put("word.dae", "hello");
    let whole = textured("x.png");
    folder.put("cut.dae", &whole[..whole.len() * 2 / 3]);
    folder.put("nothing.dae", SOUND.replace("<node id=\"n\"/>", ""));
    folder.put("cut.ogex", &ogex("x.png")[..200]);
    for name in ["empty.dae", "word.dae", "cut.dae", "nothing.dae", "cut.ogex"] {
        let run = folder.run(&["convert", name, "o.glb", "--fail-on", "dropped"]);
        assert!((run.status == 1 || run.status == 3) && !run.err.is_empty(), "{name}: {} {}", run.status, run.err);
    }
    for (name, text) in [("a.wrl", ""), ("b.wrl", "#VRML V2.0 utf8\n"), ("c.x3d", "<X3D/>"), ("d.xwrl", "")] {
        folder.put(name, text);
        let run = folder.run(&["convert", name, "o.glb"]);
        assert_eq!(run.status, 3, "{name}: {}", run.err);
        assert_eq!(folder.run(&["verify", name, name]).status, 3, "{name}");
    }
    for (first, why) in [("nothing.dae", "nothing to compare"), ("empty.dae", "the file is empty")] {
        let run = folder.run(&["verify", first, "nothing.dae"]);
        assert!(run.status == 3 && run.err.contains(why), "{first}: {} {}", run.status, run.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_no_success() {
    let folder = Folder::new();
    folder.put("a.dae", SOUND);
    let code = |script: &str| {
        let script = script.replace("portolan", env!("CARGO_BIN_EXE_portolan"));
        let run = std::process::Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        run.status.code()
    };
    assert_eq!(code("portolan --help > /dev/full"), Some(4));
    assert_eq!(code("portolan info a.dae > /dev/full"), Some(4));
    assert_eq!(code("portolan schema | true; exit ${PIPESTATUS[0]}"), Some(4));
    // What may not grow further is an error, not a signal.
    assert_eq!(code("ulimit -f 0; portolan info a.dae > o.txt"), Some(4));
    assert_eq!(code("ulimit -f 0; portolan convert a.dae o.glb"), Some(4));
    assert!(!folder.path().join("o.glb").exists());
}

#[test]
fn a_document_does_not_differ_from_itself() {
    let folder = Folder::new();
    let nodes: String =
        (0..1000).map(|n| format!("<node><translate>{} 0 0</translate><node/></node>", n % 7)).collect();
    folder.put("a.dae", SOUND.replace("<node id=\"n\"/>", &nodes));
    let run = folder.run(&["diff", "a.dae", "a.dae"]);
    assert_eq!(run.status, 0, "{}", run.out.lines().take(3).collect::<String>());
    let more = nodes.replacen("<node/>", "<node/><node><translate>9 9 9</translate></node>", 1);
    folder.put("b.dae", SOUND.replace("<node id=\"n\"/>", &more));
    let run = folder.run(&["diff", "a.dae", "b.dae"]);
    assert!(run.status == 1 && run.out.lines().count() < 10, "{}", run.out);
}
