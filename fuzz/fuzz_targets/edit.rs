//! Applying every safe repair gives a document that can be read again, and no byte outside the edits changes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::{Options, check_as, formats};
use portolan_syntax::{Edit, Source, edit};

fuzz_target!(|data: &[u8]| {
    let options = Options::default();
    let Some((&which, data)) = data.split_first() else { return };
    let format = formats()[which as usize % 3];
    let Ok(source) = Source::new("fuzz", data.to_vec(), None, &options.limits) else { return };
    let Ok(report) = check_as(format, source, &options) else { return };
    let source = report.tree().source();
    let (same, _) = edit::apply(source, &[]);
    assert_eq!(same, data);
    let edits: Vec<Edit> = report.findings.iter().filter_map(|f| f.fix.clone()).flat_map(|f| f.edits).collect();
    let (fixed, _) = edit::apply(source, &edits);
    if let Ok(source) = Source::new("fuzz", fixed.clone(), None, &options.limits) {
        assert_eq!(check_as(format, source, &options).unwrap().tree().print(), fixed);
    }
});
