//! References and what they lead to.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crate::common::zip;
use portolan_resources::{Files, How, Memory, Observer, Resources};

fn memory(names: &[&str]) -> Memory {
    names.iter().fold(Memory::new(), |memory, name| memory.with(*name, *name))
}

fn check(files: &dyn Resources, base: &str, rows: &[(&str, &str, How)]) {
    for (reference, location, how) in rows {
        let found = files.locate(base, reference).unwrap_or_else(|why| panic!("{reference}: {why}"));
        assert_eq!((found.location.as_str(), found.how), (*location, *how), "{reference}");
    }
}

fn code(files: &dyn Resources, base: &str, reference: &str) -> &'static str {
    files.locate(base, reference).map_or_else(|why| why.code.id, |found| panic!("{reference}: {}", found.location))
}

#[test]
fn references_are_found_as_written_and_as_meant() {
    let files = memory(&[
        "m/a.dae",
        "m/t/wood.png",
        "m/t/my wood.png",
        "m/100%25.png",
        "m/part#2.dae",
        "m/Ä.png",
        "shared/stone.png",
    ]);
    check(
        &files,
        "m/a.dae",
        &[
            ("t/wood.png", "m/t/wood.png", How::Exact),
            ("./t/./wood.png#x", "m/t/wood.png", How::Exact),
            ("../m/t/wood.png", "m/t/wood.png", How::Exact),
            ("../shared/stone.png", "shared/stone.png", How::Exact),
            ("t/my%20wood.png", "m/t/my wood.png", How::Exact),
            ("t/my wood.png", "m/t/my wood.png", How::Exact),
            ("%C3%84.png", "m/Ä.png", How::Exact),
            ("t/wood.png?size=2", "m/t/wood.png", How::Exact),
            ("100%25.png", "m/100%25.png", How::Literal),
            ("part%232.dae", "m/part#2.dae", How::Exact),
            ("part#2.dae", "m/part#2.dae", How::Literal),
            (r"t\wood.png", "m/t/wood.png", How::Native),
            (r".\t\my wood.png", "m/t/my wood.png", How::Native),
            ("T/Wood.PNG", "m/t/wood.png", How::Case),
            (r"C:\work\models\t\wood.png", "m/t/wood.png", How::Tail),
            ("c:/work/T/Wood.png", "m/t/wood.png", How::Tail),
            ("file:///C:/work/t/My%20Wood.png", "m/t/my wood.png", How::Tail),
            ("file:///home/x/t/wood.png", "m/t/wood.png", How::Tail),
            ("file://t/wood.png", "m/t/wood.png", How::Tail),
            ("file:t/wood.png", "m/t/wood.png", How::Exact),
            (r"\\server\share\t\wood.png", "m/t/wood.png", How::Tail),
            ("/elsewhere/t/wood.png", "m/t/wood.png", How::Tail),
        ],
    );
    assert_eq!(files.locate("m/a.dae", "t/wood.png#part%20one").unwrap().fragment.as_deref(), Some("part one"));
    assert_eq!(files.locate("m/a.dae", "part#2.dae").unwrap().fragment, None);
    let own = files.locate("m/a.dae", "#scene").unwrap();
    assert_eq!((own.location.as_str(), own.fragment.as_deref()), ("m/a.dae", Some("scene")));
}

#[test]
fn what_is_not_there_or_not_here_is_an_error() {
    let files = memory(&["m/a.dae"]);
    assert_eq!(code(&files, "m/a.dae", "no.png"), "IO001");
    assert_eq!(code(&files, "m/a.dae", "../other/a.dae"), "IO001");
    assert_eq!(code(&files, "m/a.dae", "http://example.org/a.png"), "IO011");
    assert_eq!(code(&files, "m/a.dae", "data:image/png;base64,AAAA"), "IO011");
    for odd in ["%", "%zz/..", "...", "/", "//", "\\", "C:", "C:\\", "..", "a/", "?", "??#", "file:", "file://", "\0"] {
        let _ = files.locate("m/a.dae", odd);
        let _ = files.locate("", odd);
    }
}

#[test]
fn archives_are_folders_that_relative_references_cannot_leave() {
    let inner = zip(&[("dir/doc.dae", b"deep"), ("dir/x.png", b"x")]);
    let outer = zip(&[
        ("manifest.xml", b""),
        ("scenes/a.dae", b"a"),
        ("textures/Wood.png", b"wood"),
        ("scenes/own.png", b"own"),
        ("inner.zip", &inner),
    ]);
    let files = Memory::new().with("m/a.zae", outer).with("m/beside.png", "no").with("m/b.dae", "b");
    assert_eq!(files.read("m/a.zae/inner.zip/dir/doc.dae", 10).unwrap(), b"deep");
    let base = "m/a.zae/scenes/a.dae";
    check(
        &files,
        base,
        &[
            ("own.png", "m/a.zae/scenes/own.png", How::Exact),
            ("../textures/Wood.png", "m/a.zae/textures/Wood.png", How::Exact),
            ("../textures/wood.png", "m/a.zae/textures/Wood.png", How::Case),
            ("textures/Wood.png", "m/a.zae/textures/Wood.png", How::Root),
            ("./inner.zip/dir/doc.dae#element", "m/a.zae/inner.zip/dir/doc.dae", How::Root),
            ("../inner.zip/dir/doc.dae", "m/a.zae/inner.zip/dir/doc.dae", How::Exact),
            ("../../../textures/Wood.png", "m/a.zae/textures/Wood.png", How::Root),
            ("../files/wood.png", "m/a.zae/textures/Wood.png", How::Tail),
        ],
    );
    check(
        &files,
        "m/a.zae/inner.zip/dir/doc.dae",
        &[
            ("x.png", "m/a.zae/inner.zip/dir/x.png", How::Exact),
            ("../../textures/Wood.png", "m/a.zae/textures/Wood.png", How::Root),
        ],
    );
    check(&files, "m/b.dae", &[("a.zae/scenes/own.png", "m/a.zae/scenes/own.png", How::Exact)]);
    assert_eq!(code(&files, base, "../../beside.png"), "IO010");
    assert_eq!(code(&files, base, "none.png"), "IO001");
}

#[test]
fn a_document_reaches_its_folder_and_what_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let main = put("models/a.dae", "main");
    let part = put("models/parts/b.dae", "part");
    let texture = put("models/t.png", "texture");
    let secret = put("secret/s.png", "secret");
    let files = Files::within(&main);
    assert_eq!(files.locate(&main, "T.PNG").unwrap().how, How::Case);
    assert_eq!(files.locate(&part, "../t.png").unwrap().location, texture);
    assert_eq!(files.read(&texture, 100).unwrap(), b"texture");
    let why = files.locate(&main, "../secret/s.png").unwrap_err();
    assert_eq!(why.code.id, "IO010");
    assert!(why.help.unwrap().contains("--allow"));
    assert_eq!(code(&files, &main, &secret), "IO010");
    assert_eq!(files.read(&secret, 100).unwrap_err().code.id, "IO010");
    // Without a main document every document has its own folder, and the caller reads what it likes.
    let free = Files::new();
    assert_eq!(code(&free, &part, "../../secret/s.png"), "IO010");
    assert_eq!(free.read(&secret, 100).unwrap(), b"secret");
    let allowed = Files::within(&main).allowing([PathBuf::from(&secret).parent().unwrap().to_owned()]);
    assert_eq!(allowed.read(&allowed.locate(&main, "../secret/s.png").unwrap().location, 100).unwrap(), b"secret");
    assert_eq!(allowed.locate(&main, &secret).unwrap().how, How::Exact);
    assert_eq!(files.read(&main, 2).unwrap_err().code.id, "IO003");
}

#[cfg(unix)]
#[test]
fn symbolic_links_do_not_lead_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("models/real")).unwrap();
    fs::create_dir_all(path("secret")).unwrap();
    fs::write(path("secret/s.png"), "secret").unwrap();
    fs::write(path("models/real/t.png"), "texture").unwrap();
    fs::write(path("models/a.dae"), "main").unwrap();
    std::os::unix::fs::symlink(path("secret"), path("models/link")).unwrap();
    std::os::unix::fs::symlink(path("models/real"), path("models/inside")).unwrap();
    let main = path("models/a.dae").to_str().unwrap().to_owned();
    let files = Files::within(&main);
    assert_eq!(code(&files, &main, "link/s.png"), "IO010");
    assert_eq!(files.read(path("models/link/s.png").to_str().unwrap(), 100).unwrap_err().code.id, "IO010");
    assert!(files.locate(&main, "inside/t.png").is_ok());
}

#[derive(Debug, Default)]
struct Told(Mutex<Vec<String>>);

impl Observer for Told {
    fn read(&self, path: &str, bytes: &[u8]) {
        self.0.lock().unwrap().push(format!("{} {}", PathBuf::from(path).file_name().unwrap().display(), bytes.len()));
    }

    fn located(&self, _: &str, reference: &str, location: Option<&str>) {
        self.0.lock().unwrap().push(format!("{reference} {}", location.is_some()));
    }
}

/// What a result depends on is told: contents, and where references lead, also if they lead nowhere.
#[test]
fn an_observer_is_told_what_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let main = folder.path().join("a.dae").to_string_lossy().into_owned();
    fs::write(&main, "document").unwrap();
    fs::write(folder.path().join("t.png"), "pixels").unwrap();
    let told = Arc::new(Told::default());
    let files = Files::within(main.as_str()).observed(told.clone());
    files.read(&main, 100).unwrap();
    let found = files.locate(&main, "t.png").unwrap();
    files.read(&found.location, 100).unwrap();
    assert!(files.locate(&main, "no.png").is_err());
    assert!(files.locate(&main, "#id").is_ok(), "the document itself is no news");
    assert!(files.read(&main, 3).is_err(), "what is too large is not read");
    assert_eq!(*told.0.lock().unwrap(), ["a.dae 8", "t.png true", "t.png 6", "no.png false"]);
}
