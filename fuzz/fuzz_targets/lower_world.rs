//! Whatever a world says, in xVRML, X3D or VRML97, the scene made of it keeps its promises, and so do the files made of the scene.
//! The first byte says which of them it is.
#![no_main]

#[path = "../../crates/portolan/tests/common/glb.rs"]
mod glb;
#[path = "../../crates/portolan/tests/common/journey.rs"]
mod journey;

use libfuzzer_sys::fuzz_target;
use portolan::Memory;
use portolan::convert::to;

fuzz_target!(|data: &[u8]| {
    let Some((first, world)) = data.split_first() else { return };
    let name = ["a.xwrl", "a.x3d", "a.wrl"][usize::from(*first) % 3];
    let memory = Memory::new().with(name, world);
    let mut faults = Vec::new();
    if let Some(imported) = journey::import(memory, name, &mut faults) {
        journey::play(&imported, &mut faults);
        journey::write(&imported, &to::GLB, &mut faults);
    }
    assert!(faults.is_empty(), "{faults:?}");
});
