//! Every address is found or refused, and a value that is set is read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::OpenOptions;

fuzz_target!(|data: &[u8]| {
    let Some((&which, data)) = data.split_first() else { return };
    let name = ["a.dae", "a.ogex", "a.wrl", "a.x3d"][which as usize % 4];
    let mut parts = data.splitn(3, |byte| *byte == 0).map(|part| String::from_utf8_lossy(part).into_owned());
    let (Some(address), Some(value), Some(text)) = (parts.next(), parts.next(), parts.next()) else { return };
    let Ok(file) = OpenOptions::new().open_bytes(name, text) else { return };
    let Ok(target) = file.get(&address) else { return };
    std::hint::black_box((target.value(), target.place(), target.to_json(name, &address)));
    std::hint::black_box(target.set(&value).is_ok());
});
