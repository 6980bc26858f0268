//! Archives, sound and otherwise.

use crate::common::{patched, zip};
use portolan_resources::{Memory, Resources, Root, Unreadable, root_document};

fn root(name: &str, members: &[(&str, &[u8])]) -> Result<Root, Unreadable> {
    root_document(&Memory::new().with(name, zip(members)), name)
}

fn codes(root: &Root) -> Vec<&'static str> {
    root.findings.iter().map(|f| f.code.id).collect()
}

#[test]
fn the_manifest_names_the_main_document() {
    let manifest = b"<?xml version=\"1.0\"?>\n<dae_root> ./scenes/my%20b.dae#robot%201 </dae_root>";
    let root = root("x/a.zae", &[("scenes/a.dae", b""), ("manifest.xml", manifest), ("scenes/my b.dae", b"")]).unwrap();
    assert_eq!(root.location, "x/a.zae/scenes/my b.dae");
    assert_eq!(root.fragment.as_deref(), Some("robot 1"));
    assert_eq!(root.manifest.as_deref(), Some("x/a.zae/manifest.xml"));
    assert!(root.findings.is_empty(), "{:?}", root.findings);
}

#[test]
fn faults_of_manifests_are_told_and_a_document_is_found_all_the_same() {
    let dae: (&str, &[u8]) = ("s/b.dae", b"<COLLADA/>");
    for (manifest, expected) in [
        (None, vec!["ARC001"]),
        (Some("<dae_root/>"), vec!["ARC002"]),
        (Some("<other/>"), vec!["ARC002"]),
        (Some("no xml"), vec!["ARC002"]),
        (Some("<m><dae_root>s/b.dae</dae_root><dae_root>s/b.dae</dae_root></m>"), vec!["ARC003"]),
        (Some("<dae_root>file:///C:/x/b.dae</dae_root>"), vec!["ARC004"]),
        (Some("<dae_root>/s/b.dae</dae_root>"), vec!["ARC004"]),
        (Some("<dae_root>http://example.org/b.dae</dae_root>"), vec!["ARC004"]),
        (Some("<dae_root>c.dae</dae_root>"), vec!["ARC005"]),
        (Some("<dae_root>x/b.dae</dae_root>"), vec!["ARC005"]),
        (Some("<dae_root>../../c.dae</dae_root>"), vec!["ARC005"]),
        (Some("<dae_root>#scene</dae_root>"), vec!["ARC005"]),
        (Some(r"<dae_root>s\b.dae</dae_root>"), vec!["ARC006"]),
        (Some("<dae_root>S/B.dae</dae_root>"), vec!["ARC006"]),
        (Some("<x><dae_root>s/b.dae</dae_root></x>"), vec![]),
    ] {
        let mut members = vec![dae];
        members.extend(manifest.map(|m| ("manifest.xml", m.as_bytes())));
        let root = root("a.zae", &members).unwrap();
        assert_eq!(root.location, "a.zae/s/b.dae", "{manifest:?}");
        assert_eq!(codes(&root), expected, "{manifest:?}");
    }
    assert_eq!(root("a.zae", &[("manifest.xml", b"<dae_root>a.dae</dae_root>")]).unwrap_err().code.id, "IO004");
    let first = root("a.zip", &[("z.dae", b""), ("sub/a.dae", b""), ("y.dae", b""), ("x.txt", b"")]).unwrap();
    assert_eq!(first.location, "a.zip/y.dae");
    assert!(first.findings.is_empty());
}

#[test]
fn a_kmz_names_its_model_in_kml() {
    let kml = b"<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Placemark><Model><Link><href>files/m.dae</href></Link>
        </Model></Placemark></kml>";
    let named = root("a.kmz", &[("doc.kml", kml), ("files/a.dae", b""), ("files/m.dae", b"")]).unwrap();
    assert_eq!((named.location.as_str(), codes(&named)), ("a.kmz/files/m.dae", vec![]));
    let other = root("a.kmz", &[("doc.kml", b"<kml/>"), ("a.dae", b""), ("models/m.dae", b"")]).unwrap();
    assert_eq!((other.location.as_str(), codes(&other)), ("a.kmz/models/m.dae", vec!["ARC014"]));
}

#[test]
fn odd_members_are_told_and_those_that_lead_out_are_not_read() {
    let bytes = zip(&[
        ("xx/evil.dae", b""),
        ("abs.dae", b""),
        ("c_/d.dae", b""),
        ("a.dae", b""),
        ("A.DAE", b""),
        ("r.rar", b""),
    ]);
    let bytes = patched(bytes, b"xx/evil.dae", b"../evil.dae");
    let bytes = patched(bytes, b"abs.dae", b"/bs.dae");
    let bytes = patched(bytes, b"c_/d.dae", b"c:/d.dae");
    let files = Memory::new().with("a.zip", bytes);
    let members = files.members("a.zip").unwrap().unwrap();
    assert_eq!(members.names, ["A.DAE", "a.dae", "r.rar"]);
    let ids: Vec<&str> = members.findings.iter().map(|f| f.code.id).collect();
    assert_eq!(ids, ["ARC008", "ARC008", "ARC008", "ARC010", "ARC013"]);
    assert!(files.read("a.zip/../evil.dae", 100).is_err());

    let bytes = patched(zip(&[("a.dae", b"one"), ("b.dae", b"two")]), b"b.dae", b"a.dae");
    let files = Memory::new().with("a.zip", bytes);
    assert_eq!(files.members("a.zip").unwrap().unwrap().findings[0].code.id, "ARC009");
    assert_eq!(files.read("a.zip/a.dae", 100).unwrap(), b"two");

    let bytes = patched(zip(&[("xxx.dae", b"one")]), b"xxx.dae", b"M\x81l.dae");
    let files = Memory::new().with("a.zip", bytes);
    let members = files.members("a.zip").unwrap().unwrap();
    assert_eq!((members.names[0].as_str(), members.findings[0].code.id), ("Mül.dae", "ARC011"));
    assert_eq!(files.read("a.zip/Mül.dae", 100).unwrap(), b"one");
}

#[test]
fn encrypted_members_are_told() {
    // Bit 0 of the flags, in the local header and in the central directory.
    let mut bytes = zip(&[("a.dae", b"one")]);
    let central = bytes.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    bytes[6] |= 1;
    bytes[central + 8] |= 1;
    let files = Memory::new().with("a.zip", bytes);
    assert_eq!(files.members("a.zip").unwrap().unwrap().findings[0].code.id, "ARC012");
    assert_eq!(files.read("a.zip/a.dae", 100).unwrap_err().code.id, "IO005");
}

#[test]
fn bombs_do_not_go_off() {
    let zeros = vec![0; 100 << 20];
    let files = Memory::new().with("a.zip", zip(&[("a.dae", &zeros)]));
    assert_eq!(files.read("a.zip/a.dae", u64::MAX).unwrap_err().code.id, "IO003");
    assert_eq!(files.read("a.zip/a.dae", 1000).unwrap_err().code.id, "IO003");
    let mut bytes = zip(&[("a.dae", b"bottom")]);
    let mut location = "a.dae".to_owned();
    for _ in 0..12 {
        bytes = zip(&[("n.zip", &bytes)]);
        location = format!("n.zip/{location}");
    }
    let files = Memory::new().with("n.zip", bytes);
    let why = files.read(&format!("n.zip/{location}"), 1000).unwrap_err();
    assert_eq!(why.code.id, "IO003", "{why}");
}

#[test]
fn damaged_archives_are_errors_and_never_more() {
    let sound =
        zip(&[("manifest.xml", b"<dae_root>a.dae</dae_root>"), ("a.dae", b"<COLLADA/>"), ("t/b.png", b"12345")]);
    let look = |bytes: Vec<u8>| {
        let files = Memory::new().with("a.zae", bytes);
        let _ = files.members("a.zae");
        if let Ok(root) = root_document(&files, "a.zae") {
            let _ = files.read(&root.location, 1 << 20);
        }
        let _ = files.locate("a.zae/a.dae", "t/B.png").map(|found| files.read(&found.location, 1 << 20));
    };
    for end in 0..sound.len() {
        look(sound[..end].to_vec());
    }
    for at in 0..sound.len() {
        for flip in [0x01, 0x80, 0xFF] {
            let mut bytes = sound.clone();
            bytes[at] ^= flip;
            look(bytes);
        }
    }
    let files = Memory::new().with("a.zae", "<COLLADA/>").with("b.zae", "PK\x03\x04rest");
    assert!(files.members("a.zae").unwrap().is_none());
    assert_eq!(files.members("b.zae").unwrap_err().code.id, "IO005");
    assert!(root_document(&files, "a.zae").is_err());
}
