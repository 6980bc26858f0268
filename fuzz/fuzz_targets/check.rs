//! Every document can be bound and checked as every format, and every finding can be placed and shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::{Limits, OpenOptions, formats};
use portolan_syntax::Source;

fuzz_target!(|data: &[u8]| {
    let limits = Limits::default();
    let Some((&which, data)) = data.split_first() else { return };
    let format = formats()[which as usize % 5];
    let Ok(source) = Source::new("fuzz", data.to_vec(), None, &limits) else { return };
    let options = OpenOptions::new().with(|o| (o.format, o.thorough) = (Some(format), true));
    let Ok(report) = options.open_source(source).and_then(|file| file.report()) else { return };
    assert_eq!(report.tree().print(), data);
    for finding in &report.findings {
        let source = report.tree().source();
        std::hint::black_box(source.place(finding.span.start));
        std::hint::black_box(finding.node.and_then(|n| report.tree().node(n)).map(|n| n.path()));
    }
});
