//! A COLLADA document in another version of the format is well-formed, or it is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::convert::to;
use portolan::{Conversion, ErrorKind, OpenOptions};

fuzz_target!(|data: &[u8]| {
    let Some((&which, data)) = data.split_first() else { return };
    let version = ["1.4.1", "1.5.0"][which as usize % 2];
    let Ok(file) = OpenOptions::new().open_bytes("a.dae", data) else { return };
    let conversion = Conversion::to(&to::DAE).with(|c| {
        c.version = Some(version.to_owned());
        c.allow_empty = true;
    });
    if let Err(why) = file.convert(&conversion) {
        assert!(!matches!(why.kind(), ErrorKind::Malformed | ErrorKind::Internal), "{why}");
    }
});
