//! Every file is a picture or none, and a scene with it is drawn.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::pictures::Shot;
use portolan::{Budget, Memory, OpenOptions};

const OBJ: &str = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n";

fuzz_target!(|data: &[u8]| {
    let files = Memory::new().with("a.obj", OBJ).with("a.mtl", "newmtl m\nmap_Kd p.png\n").with("p.png", data);
    let files = files.charging(&Budget::default());
    let shot = Shot::default().with(|s| (s.size, s.samples) = ((16, 16), 1));
    let picture = OpenOptions::within(files).open("a.obj").and_then(|file| file.render(&shot));
    assert_eq!(picture.unwrap().dimensions(), (16, 16));
});
