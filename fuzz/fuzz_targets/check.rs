//! Every document can be bound and checked as every format, and every finding can be placed and shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan_check::{FORMATS, Options, check_as};
use portolan_syntax::Source;

fuzz_target!(|data: &[u8]| {
    let options = Options::default();
    let Some((&which, data)) = data.split_first() else { return };
    let format = FORMATS[which as usize % FORMATS.len()];
    let Ok(source) = Source::new("fuzz", data.to_vec(), None, &options.limits) else { return };
    let report = check_as(format, source, &options);
    assert_eq!(report.document.tree.print(), data);
    for finding in &report.findings {
        let source = report.document.tree.source();
        std::hint::black_box(source.place(finding.span.start));
        std::hint::black_box(finding.node.and_then(|n| report.document.tree.node(n)).map(|n| n.path()));
    }
});
