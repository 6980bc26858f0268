//! A document that is laid out can be read again, says the same, and stays as it is when it is laid out again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::OpenOptions;
use portolan::layout::Layout;

fuzz_target!(|data: &[u8]| {
    let Some((&which, data)) = data.split_first() else { return };
    let name = ["a.dae", "a.ogex", "a.wrl"][which as usize % 3];
    let layout = Layout::default();
    let Ok(file) = OpenOptions::new().open_bytes(name, data) else { return };
    let Ok(first) = file.lay_out(&layout) else { return };
    let second = OpenOptions::new().open_bytes(name, first.clone()).unwrap().lay_out(&layout).unwrap();
    assert!(first == second, "laid out twice it differs");
});
