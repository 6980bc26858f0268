//! Whatever a robot is like, its scene keeps its promises, and so do the files made of it.
#![no_main]

#[path = "../../crates/portolan/tests/common/glb.rs"]
mod glb;
#[path = "../../crates/portolan/tests/common/journey.rs"]
mod journey;

use libfuzzer_sys::fuzz_target;
use portolan::Memory;
use portolan::convert::to;

fuzz_target!(|data: &[u8]| {
    let mut faults = Vec::new();
    if let Some(imported) = journey::import(Memory::new().with("a.urdf", data).with("m.stl", "solid m"), "a.urdf", &mut faults) {
        journey::play(&imported, &mut faults);
        journey::write(&imported, &to::GLB, &mut faults);
        journey::write(&imported, &to::URDF, &mut faults);
    }
    assert!(faults.is_empty(), "{faults:?}");
});
