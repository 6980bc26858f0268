//! Whatever the bytes are, the OpenDDL reader gives a tree that prints them back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan_syntax::{Limits, Source, ddl};

fuzz_target!(|data: &[u8]| {
    let limits = Limits::default();
    let Ok(source) = Source::new("fuzz", data.to_vec(), None, &limits) else { return };
    let (tree, _) = ddl::parse(source, &limits);
    assert_eq!(tree.print(), data);
    for node in tree.nodes() {
        if let Some(run) = ddl::Run::of(node) {
            std::hint::black_box(run.scan());
        }
    }
});
