//! Whatever the bytes are, the reader of classic VRML gives a tree that prints them back, and every value can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan_syntax::{Limits, Source, classic};

fuzz_target!(|data: &[u8]| {
    let limits = Limits::default();
    let Ok(source) = Source::new("fuzz", data.to_vec(), None, &limits) else { return };
    let (tree, _) = classic::parse(source, &limits);
    assert_eq!(tree.print(), data);
    for node in tree.nodes() {
        for attribute in node.attributes() {
            std::hint::black_box(attribute.value());
        }
    }
});
