//! `pack` and `unpack` from the outside.

use std::io::{Cursor, Write};

use crate::common::{Folder, SOUND, zip};
use serde_json::Value;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A sound document with a picture.
fn with_picture(reference: &str) -> String {
    let images = format!(
        "<library_images><image id=\"i\"><init_from><ref>{reference}</ref></init_from></image></library_images>"
    );
    SOUND.replace("<library_visual_scenes>", &format!("{images}<library_visual_scenes>"))
}

/// A zip archive of any names and bytes, with the permissions of its members.
fn odd_zip(members: &[(&str, &[u8], u32)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes, mode) in members {
        if *mode & 0o170_000 == 0o120_000 {
            let target = String::from_utf8_lossy(bytes).into_owned();
            writer.add_symlink(*name, target, zip::write::SimpleFileOptions::default()).unwrap();
        } else {
            writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

fn files_below(folder: &Folder, name: &str) -> Vec<String> {
    let root = folder.path().join(name);
    let mut waiting = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(at) = waiting.pop() {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                found.push(path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_document_goes_into_an_archive_and_comes_out_as_it_was() {
    let folder = Folder::new();
    let document = with_picture("tex/Wood%201.png");
    folder.put("m/a.dae", &document);
    folder.put("m/tex/Wood 1.png", PNG);
    let run = folder.run(&["pack", "-q", "m/a.dae", "a.zae"]);
    assert_eq!((run.status, run.err.as_str(), run.out.as_str()), (0, "", ""));
    let run = folder.run(&["check", "a.zae"]);
    assert_eq!((run.status, run.out.as_str()), (0, "no findings in 2 files\n"), "{}", run.err);
    let run = folder.run(&["unpack", "a.zae", "deep/out"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "3 files in `deep/out`, the main document is `deep/out/a.dae`\n");
    assert_eq!(folder.read("deep/out/a.dae"), document);
    assert_eq!(folder.bytes("deep/out/tex/Wood 1.png"), PNG);
    // The folder that came out is packed to the same archive.
    let run = folder.run(&["pack", "-q", "deep/out", "b.zae"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(folder.bytes("a.zae"), folder.bytes("b.zae"));
    // Through pipes, too.
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_portolan"))
        .args(["pack", "m/a.dae", "-"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(run.stdout, folder.bytes("a.zae"));
    let run = folder.run_with(&["unpack", "-", "piped"], &folder.bytes("a.zae"));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(files_below(&folder, "piped"), ["a.dae", "manifest.xml", "tex/Wood 1.png"]);
}

#[test]
fn what_is_missing_is_told_where_it_is_referred_to() {
    let folder = Folder::new();
    folder.put("m/a.dae", with_picture("../t.png"));
    folder.put("t.png", PNG);
    let run = folder.run(&["pack", "m/a.dae", "a.zae", "--losses", "l.json", "--fail-on", "dropped"]);
    assert_eq!(run.status, 1);
    assert!(
        run.err.starts_with("m/a.dae:3:") && run.err.contains("dropped[ARC019]") && run.err.contains("--allow"),
        "{}",
        run.err
    );
    let losses: Value = serde_json::from_str(&folder.read("l.json")).unwrap();
    assert_eq!((&losses["kept"], &losses["dropped"][0]["code"]), (&1.into(), &"ARC019".into()));
    assert_eq!(losses["dropped"][0]["line"], 3);
    let run = folder.run(&["pack", "m/a.dae", "a.zae", "--allow", ".", "--fail-on", "dropped"]);
    assert_eq!((run.status, run.err.lines().count()), (0, 1), "{}", run.err);
    assert!(folder.run(&["unpack", "a.zae", "out"]).out.starts_with("3 files"));
    assert_eq!(folder.read("out/a.dae"), with_picture("external/t.png"));
    let run = folder.run(&["explain", "ARC019"]);
    assert!(run.status == 0 && run.out.contains("outside"), "{}", run.out);
}

#[test]
fn folders_are_packed_whole_and_their_main_document_is_found_or_named() {
    let folder = Folder::new();
    folder.put("p/b.dae", with_picture("t.png"));
    folder.put("p/a.dae", SOUND.replace("<node id=\"n\"/>", "<node id=\"m\"><instance_node url=\"b.dae#n\"/></node>"));
    folder.put("p/t.png", PNG);
    folder.put("p/notes.txt", "notes");
    folder.put("p/.hidden", "not packed");
    // Nothing refers to `a.dae`. The archive may lie in the folder itself.
    for _ in 0..2 {
        let run = folder.run(&["pack", "p", "p/p.zae"]);
        assert_eq!((run.status, run.err.lines().count()), (0, 1), "{}", run.err);
    }
    let run = folder.run(&["unpack", "p/p.zae", "out"]);
    assert!(run.out.contains("the main document is `out/a.dae`"), "{}", run.out);
    assert_eq!(files_below(&folder, "out"), ["a.dae", "b.dae", "manifest.xml", "notes.txt", "t.png"]);
    assert_eq!(folder.run(&["pack", "p", "named.zae", "--main", "b.dae#n"]).status, 0);
    folder.run(&["unpack", "named.zae", "named"]);
    assert!(folder.read("named/manifest.xml").contains("<dae_root>b.dae#n</dae_root>"));
    // A folder keeps the main document of its manifest.
    assert_eq!(folder.run(&["pack", "named", "again.zae"]).status, 0);
    folder.put("p/c.dae", SOUND);
    let run = folder.run(&["pack", "p", "x.zae"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("`a.dae`, `c.dae`") && run.err.contains("--main"), "{}", run.err);
    assert_eq!(folder.run(&["pack", "p", "x.zae", "--main", "nobody.dae"]).status, 2);
    assert_eq!(folder.run(&["pack", "p", "x.zae", "--main", "a.dae#nobody"]).status, 2);
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    assert_eq!(folder.run(&["pack", "empty", "x.zae"]).status, 3);
    assert_eq!(folder.run(&["pack", "nothing.dae", "x.zae"]).status, 3);
    assert!(!folder.path().join("x.zae").exists());
}

#[test]
fn hostile_archives_write_nothing_outside() {
    let folder = Folder::new();
    let archive = odd_zip(&[
        ("../evil.txt", b"out", 0),
        ("/abs.txt", b"out", 0),
        ("C:\\evil.txt", b"out", 0),
        ("a/../../evil2.txt", b"out", 0),
        ("link", b"/etc", 0o120_777),
        ("link/passwd", b"through", 0),
        ("CON.txt", b"device", 0),
        ("T.png", b"1", 0),
        ("t.PNG", b"2", 0),
        ("x", b"file", 0),
        ("x/y", b"below a file", 0),
        ("a.dae", SOUND.as_bytes(), 0),
    ]);
    folder.put("in/bad.zae", &archive);
    let run = folder.run(&["unpack", "in/bad.zae", "in/out"]);
    assert_eq!(run.status, 1, "{}", run.err);
    for code in ["error[ARC008]", "warning[ARC010]", "warning[ARC017]", "warning[ARC026]"] {
        assert!(run.err.contains(code), "{code}: {}", run.err);
    }
    let written = files_below(&folder, "in");
    let expected = ["T.png", "_CON.txt", "a.dae", "link/passwd", "t_2.PNG", "x", "x_2/y"];
    let expected: Vec<String> =
        std::iter::once("bad.zae".to_owned()).chain(expected.map(|n| format!("out/{n}"))).collect();
    assert_eq!(written, expected);
    assert_eq!(files_below(&folder, "").len(), written.len());
    assert!(!folder.path().join("in/out/link").is_symlink());
}

#[test]
fn bombs_and_ruins_leave_nothing_behind() {
    let folder = Folder::new();
    let zeros = vec![0u8; 80 << 20];
    folder.put("bomb.zae", deflated("zeros.bin", &zeros));
    let run = folder.run(&["unpack", "bomb.zae", "out"]);
    assert_eq!(run.status, 3, "{}", run.err);
    assert!(run.err.contains("ARC027") && run.err.contains("expand"), "{}", run.err);
    folder.put("big.zae", zip(&[("a.dae", SOUND)]));
    let run = folder.run(&["unpack", "big.zae", "out", "--max-bytes", "100"]);
    assert!(run.status == 3 && run.err.contains("--max-bytes"), "{}", run.err);
    let whole = zip(&[("a.dae", SOUND), ("b.dae", SOUND)]);
    folder.put("cut.zae", &whole[..whole.len() - 30]);
    assert_eq!(folder.run(&["unpack", "cut.zae", "out"]).status, 3);
    folder.put("plain.zae", SOUND);
    assert_eq!(folder.run(&["unpack", "plain.zae", "out"]).status, 3);
    assert_eq!(folder.run(&["unpack", "none.zae", "out"]).status, 3);
    assert!(!folder.path().join("out").exists());
    let left: Vec<String> = files_below(&folder, "").into_iter().filter(|f| f.contains("portolan")).collect();
    assert_eq!(left, [] as [&str; 0]);
    // One damaged member does not keep the others.
    let mut damaged = whole.clone();
    let at = 30 + "a.dae".len() + 40;
    damaged[at] ^= 0xFF;
    folder.put("damaged.zae", damaged);
    let run = folder.run(&["unpack", "damaged.zae", "out"]);
    assert!(run.status == 1 && run.err.contains("error[ARC027]: `a.dae` is not unpacked"), "{}", run.err);
    assert_eq!(files_below(&folder, "out"), ["b.dae"]);
}

fn deflated(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    writer.start_file(name, options).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap().into_inner()
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone_unless_forced() {
    let folder = Folder::new();
    folder.put("a.zae", zip(&[("a.dae", SOUND), ("tex/t.txt", "new")]));
    folder.put("out/own.txt", "own");
    folder.put("out/tex/t.txt", "old");
    let run = folder.run(&["unpack", "a.zae", "out"]);
    assert!(run.status == 4 && run.err.contains("--force"), "{}", run.err);
    assert_eq!(folder.read("out/tex/t.txt"), "old");
    assert_eq!(folder.run(&["unpack", "a.zae", "out", "--force"]).status, 0);
    assert_eq!((folder.read("out/own.txt"), folder.read("out/tex/t.txt")), ("own".into(), "new".into()));
    // An empty one is as good as none; a file is none.
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    assert_eq!(folder.run(&["unpack", "a.zae", "empty/"]).status, 0);
    assert_eq!(files_below(&folder, "empty"), ["a.dae", "tex/t.txt"]);
    assert_eq!(folder.run(&["unpack", "a.zae", "a.zae"]).status, 2);
    #[cfg(unix)]
    {
        folder.put("elsewhere/t.txt", "not yours");
        folder.put("trap/own.txt", "own");
        std::os::unix::fs::symlink(folder.path().join("elsewhere"), folder.path().join("trap/tex")).unwrap();
        let run = folder.run(&["unpack", "a.zae", "trap", "--force"]);
        assert!(run.status == 4 && run.err.contains("symbolic link"), "{}", run.err);
        assert_eq!(folder.read("elsewhere/t.txt"), "not yours");
        assert!(!folder.path().join("trap/a.dae").exists());
    }
}

#[test]
fn convert_writes_and_opens_archives() {
    let folder = Folder::new();
    folder.put("m/a.dae", with_picture("T.png"));
    folder.put("m/t.png", PNG);
    let run = folder.run(&["convert", "m/a.dae", "a.zae"]);
    assert_eq!((run.status, run.err.lines().count()), (0, 1), "{}", run.err);
    assert_eq!(folder.run(&["pack", "m/a.dae", "b.zae"]).status, 0);
    assert_eq!(folder.bytes("a.zae"), folder.bytes("b.zae"));
    assert_eq!(folder.run(&["convert", "a.zae", "out/c.dae"]).status, 4);
    std::fs::create_dir(folder.path().join("out")).unwrap();
    let run = folder.run(&["convert", "-q", "a.zae", "out/c.dae"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(files_below(&folder, "out"), ["c.dae", "t.png"]);
    assert_eq!(folder.read("out/c.dae"), with_picture("t.png"));
    let run = folder.run(&["convert", "a.zae", "d.zae", "--rebuild", "--format-version", "1.4.1"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(folder.run(&["check", "d.zae"]).out, "no findings in 2 files\n");
    folder.run(&["unpack", "d.zae", "d"]);
    assert_eq!(files_below(&folder, "d"), ["d.dae", "manifest.xml", "t.png"]);
    assert!(folder.read("d/d.dae").contains("version=\"1.4.1\""));
    let run = folder.run(&["convert", "m/a.dae", "e.zae", "--separate"]);
    assert!(run.status == 2 && run.err.contains("archive"), "{}", run.err);
    assert_eq!(folder.run(&["convert", "a.zae", "a.glb"]).status, 0);
}
