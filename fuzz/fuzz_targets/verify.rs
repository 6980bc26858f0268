//! Every document is equal to itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::verify::Verification;
use portolan::{Memory, OpenOptions};

fuzz_target!(|data: &[u8]| {
    let Some((&which, data)) = data.split_first() else { return };
    let name = ["a.dae", "a.gltf", "a.ogex", "a.obj"][which as usize % 4];
    let Ok(file) = OpenOptions::within(Memory::new().with(name, data)).open(name) else { return };
    let Ok(changes) = file.diff(&file, None) else { return };
    assert!(changes.list.is_empty(), "a document differs from itself");
    std::hint::black_box(file.verify(&file, &Verification::default()).is_ok());
});
