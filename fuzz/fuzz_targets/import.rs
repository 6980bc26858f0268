//! Whatever a document says, the scene made of it keeps its promises, and so does the file made of the scene.
#![no_main]

#[path = "../../crates/portolan/tests/common/glb.rs"]
mod glb;
#[path = "../../crates/portolan/tests/common/journey.rs"]
mod journey;

use libfuzzer_sys::fuzz_target;
use portolan::Memory;
use portolan::convert::to;

fuzz_target!(|data: &[u8]| {
    let memory = Memory::new().with("a.dae", data);
    let mut faults = Vec::new();
    if let Some(imported) = journey::import(memory, "a.dae", &mut faults) {
        journey::play(&imported, &mut faults);
        journey::write(&imported, &to::GLB, &mut faults);
        journey::write(&imported, &to::OBJ, &mut faults);
    }
    assert!(faults.is_empty(), "{faults:?}");
});
