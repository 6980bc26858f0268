//! Whatever an archive holds, its main document and its references are found or refused, never more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan_resources::{Memory, Resources, root_document};

fuzz_target!(|data: &[u8]| {
    let files = Memory::new().with("a.zae", data);
    let Ok(root) = root_document(&files, "a.zae") else { return };
    std::hint::black_box(files.read(&root.location, 1 << 20).is_ok());
    for reference in ["t.png", "../t.png", "a/b.zip/c.dae#d", "file:///C:/a%20b.png", "\\x\\y"] {
        if let Ok(found) = files.locate(&root.location, reference) {
            std::hint::black_box(files.read(&found.location, 1 << 20).is_ok());
        }
    }
});
