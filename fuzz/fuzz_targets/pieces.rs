//! A document that is read in pieces on all cores is the one that is read from its start.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan_syntax::xml::compare_pieces;

fuzz_target!(|data: &[u8]| {
    let Some((&count, data)) = data.split_first() else { return };
    if let Ok(text) = std::str::from_utf8(data) {
        compare_pieces(text, 2 + count as usize % 7);
    }
});
