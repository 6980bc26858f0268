//! Every document can be bound and checked as every format, and every finding can be placed and shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::{Options, check_as, formats};
use portolan_syntax::Source;

fuzz_target!(|data: &[u8]| {
    let options = Options::default();
    let Some((&which, data)) = data.split_first() else { return };
    let format = formats()[which as usize % 3];
    let Ok(source) = Source::new("fuzz", data.to_vec(), None, &options.limits) else { return };
    let Ok(report) = check_as(format, source, &options) else { return };
    assert_eq!(report.tree().print(), data);
    for finding in &report.findings {
        let source = report.tree().source();
        std::hint::black_box(source.place(finding.span.start));
        std::hint::black_box(finding.node.and_then(|n| report.tree().node(n)).map(|n| n.path()));
    }
});
