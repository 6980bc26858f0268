//! Whatever a document says, a picture of it is drawn.
#![no_main]

#[path = "../../crates/portolan/tests/common/glb.rs"]
mod glb;
#[path = "../../crates/portolan/tests/common/journey.rs"]
mod journey;

use libfuzzer_sys::fuzz_target;
use portolan::Memory;

fuzz_target!(|data: &[u8]| {
    let Some((&which, data)) = data.split_first() else { return };
    let name = ["a.dae", "a.gltf", "a.ogex", "a.wrl", "a.obj"][which as usize % 5];
    let mut faults = Vec::new();
    if let Some(imported) = journey::import(Memory::new().with(name, data), name, &mut faults) {
        journey::draw(&imported, &mut faults);
    }
    assert!(faults.is_empty(), "{faults:?}");
});
