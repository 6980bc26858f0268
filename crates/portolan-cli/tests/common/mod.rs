//! Runs the binary in a folder of its own.

#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// A folder that is removed behind the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn put(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.path().join(name)).unwrap_or_default()
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    pub fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, b"")
    }

    pub fn run_with(&self, args: &[&str], input: &[u8]) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_portolan"))
            .args(args)
            .current_dir(self.path())
            .env_remove("NO_COLOR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A run that does not read its input closes it; that is fine.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        Run {
            status: output.status.code().expect("ended by a signal"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A world without fault.
pub const WORLD: &str = "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children/></World>\n";

/// A document with an element that does not exist, in line 2, column 11.
pub const BROKEN: &str = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n  <asset><bogus/>\
    <created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>\n</COLLADA>\n";

/// A file with an old type name, for which there is a safe repair, twice.
pub const OLD: &str = "Metric (key = \"up\") {string {\"z\"}}\n\nGeometryObject $g\n{\n\tMesh\n\t{\n\t\tVertexArray (attrib = \
    \"position\") {float[3] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}\n\t\tIndexArray {unsigned_int16[3] {{0, 1, 2}}}\t// three\n\t\t\
    IndexArray (material = 1) {unsigned_int16[3] {{0, 1, 2}}}\n\t}\n}\n";

/// A zip archive of these members.
pub fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in members {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options.compression_method(zip::CompressionMethod::Deflated)).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A sound COLLADA document with a scene.
pub const SOUND: &str = "<COLLADA xmlns=\"http://www.collada.org/2008/03/COLLADASchema\" version=\"1.5.0\">\n  <asset>\
    <created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>\n  \
    <library_visual_scenes><visual_scene id=\"s\"><node id=\"n\"/></visual_scene></library_visual_scenes>\n  \
    <scene><instance_visual_scene url=\"#s\"/></scene>\n</COLLADA>\n";
