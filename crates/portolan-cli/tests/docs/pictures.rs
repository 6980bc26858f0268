//! The pictures on the pages are what the program draws. `PORTOLAN_BLESS=1` draws them anew.

use std::fs;

use super::{blesses, top};
use crate::common::Folder;

/// The colour of the sky in the pictures.
const SKY: &str = "#cfe3ee";

/// Pictures in `docs/src/images`, and the arguments of `portolan render` that draw them in `examples`.
const PICTURES: [(&str, &[&str]); 5] = [
    ("harbour.png", &["collada/harbour.dae", "--size", "720x450", "--background", SKY]),
    ("sketch.png", &["broken/sketch.dae", "--size", "300x240", "--background", SKY]),
    ("before.png", &["broken/worn.dae", "--size", "330x200", "--background", SKY]),
    ("after.png", &["broken/worn.fixed.dae", "--size", "330x200", "--background", SKY]),
    (
        "sheet.png",
        &[
            "collada/harbour.dae",
            "broken/sketch.dae",
            "broken/worn.fixed.dae",
            "collada/arm.dae",
            "xvrml/lighthouse.xvrml",
            "opengex/lantern.ogex",
        ],
    ),
];

#[test]
fn pictures_are_what_the_program_draws() {
    let folder = Folder::new();
    super::console::copy(&top().join("examples"), folder.path());
    assert_eq!(folder.run(&["fix", "broken/worn.dae"]).status, 0);
    for (name, arguments) in PICTURES {
        let run = folder.run(&[&["render", "--quiet", "--output", name], arguments].concat());
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        let place = top().join("docs/src/images").join(name);
        if blesses() {
            fs::write(&place, folder.bytes(name)).unwrap();
        }
        let same = fs::read(&place).is_ok_and(|known| known == folder.bytes(name));
        assert!(same, "{name} is drawn otherwise; if it is right, run with PORTOLAN_BLESS=1");
    }
}
