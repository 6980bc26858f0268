//! Applying every safe repair gives a document that can be read again, and no byte outside the edits changes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::{Limits, OpenOptions, formats};
use portolan_syntax::{Edit, Source, edit};

fuzz_target!(|data: &[u8]| {
    let limits = Limits::default();
    let Some((&which, data)) = data.split_first() else { return };
    let format = formats()[which as usize % 3];
    let Ok(source) = Source::new("fuzz", data.to_vec(), None, &limits) else { return };
    let options = OpenOptions::new().with(|o| (o.format, o.thorough) = (Some(format), true));
    let Ok(report) = options.open_source(source).and_then(|file| file.report()) else { return };
    let source = report.tree().source();
    let (same, _) = edit::apply(source, &[]);
    assert_eq!(same, data);
    let edits: Vec<Edit> = report.findings.iter().flat_map(|f| f.fixes.clone()).filter(|f| f.certain).flat_map(|f| f.edits).collect();
    let (fixed, _) = edit::apply(source, &edits);
    if let Ok(source) = Source::new("fuzz", fixed.clone(), None, &limits) {
        assert_eq!(options.open_source(source).unwrap().tree().unwrap().print(), fixed);
    }
});
