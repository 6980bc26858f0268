//! Whatever the bytes are, the XML reader gives a tree that prints them back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan_syntax::{Limits, Source, xml};

fuzz_target!(|data: &[u8]| {
    let limits = Limits::default();
    let Ok(source) = Source::new("fuzz", data.to_vec(), None, &limits) else { return };
    let (tree, _) = xml::parse(source, &limits);
    assert_eq!(tree.print(), data);
    for node in tree.nodes() {
        std::hint::black_box((node.text().len(), node.content_span(), node.name_span()));
        for attr in node.attributes() {
            std::hint::black_box(attr.value().len());
        }
    }
});
