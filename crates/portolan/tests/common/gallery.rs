//! Reference pictures.

use portolan::File;
use std::path::{Path, PathBuf};

use portolan::pictures::{Kind, Lights, RgbaImage, Shot, encode};

/// Pixels along a side.
pub const SIDE: u32 = 96;

pub fn shot() -> Shot {
    // The letter of the formats: nothing is lit or framed otherwise than the document says.
    Shot::default().with(|c| {
        (c.size, c.lights) = ((SIDE, SIDE), Lights::Scene);
        c.camera = Some("scene".to_owned());
    })
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures")
}

/// Takes the picture and compares it, or keeps it.
#[track_caller]
pub fn compare(name: &str, imported: &File, shot: &Shot) -> RgbaImage {
    let take = |threads: usize| {
        let mut studio = imported.studio(&shot.clone().with(|c| c.threads = threads)).unwrap();
        let time = studio.times()[0];
        studio.picture(time).unwrap()
    };
    let picture = take(1);
    assert_eq!(take(1), picture, "{name}: another run gives another picture");
    assert_eq!(take(2), picture, "{name}: two threads give another picture");
    let path = folder().join(format!("{name}.png"));
    if std::env::var_os("PORTOLAN_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, encode(&picture, Kind::Png).unwrap()).unwrap();
        return picture;
    }
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let expected = image::load_from_memory(&bytes).unwrap().into_rgba8();
    assert_eq!(picture.dimensions(), expected.dimensions(), "{name}");
    let other = picture.pixels().zip(expected.pixels()).filter(|(a, b)| a != b).count();
    if other > 0 {
        let found = std::env::temp_dir().join(format!("portolan-{name}.png"));
        std::fs::write(&found, encode(&picture, Kind::Png).unwrap()).unwrap();
        panic!("{name}: {other} pixels differ from {}; the picture is in {}", path.display(), found.display());
    }
    picture
}
