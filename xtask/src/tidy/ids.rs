//! What is true of one format only is said in the crate of that format, or in its row. Code elsewhere that asks for the id
//! of a format knows more of it than its row says.

use super::File;
use super::exceptions::{Exceptions, Row};
use super::scan::all;

/// The ids of the formats and the crates they are at home in.
const IDS: &[(&str, &str)] = &[
    ("collada", "crates/portolan-collada/"),
    ("opengex", "crates/portolan-opengex/"),
    ("xvrml", "crates/portolan-xvrml/"),
    ("x3d", "crates/portolan-xvrml/"),
    ("vrml97", "crates/portolan-xvrml/"),
    ("gltf", "crates/portolan-gltf/"),
    ("urdf", "crates/portolan-urdf/"),
    ("obj", "crates/portolan-plain/"),
    ("stl", "crates/portolan-plain/"),
    ("ply", "crates/portolan-plain/"),
];

/// Files in other crates that name a format, with the id and the reason.
pub const EXCEPTIONS: &[Row] = &[
    ("crates/portolan-schema/src/tables/collada.rs", "collada", "the table of the format, which says whose it is"),
    ("crates/portolan-schema/src/tables/opengex.rs", "opengex", "the table of the format, which says whose it is"),
    ("crates/portolan-schema/src/tables/xvrml.rs", "xvrml", "the table of the format, which says whose it is"),
    ("crates/portolan-schema/src/tables/x3d.rs", "x3d", "the table of the format, which says whose it is"),
    ("crates/portolan-schema/src/lenient/mod.rs", "x3d", "the lenient forms are a table beside that of the format"),
    ("xtask/src/emit/tables.rs", "x3d", "how the format is spelled in the head of its generated table"),
    ("crates/portolan-schema/src/lenient/mod.rs", "xvrml", "the lenient forms are a table beside that of the format"),
    (
        "crates/portolan-schema/src/check.rs",
        "collada",
        "repairs of ids that are given twice know its kinds of references",
    ),
    (
        "crates/portolan-schema/src/check/repair/attribute.rs",
        "collada",
        "repairs write what its old exporters left out",
    ),
    ("crates/portolan-schema/src/check/repair/missing.rs", "collada", "repairs write what its old exporters left out"),
    ("xtask/src/emit/tables.rs", "collada", "how the format is spelled in the head of its generated table"),
    ("xtask/src/emit/tables.rs", "opengex", "how the format is spelled in the head of its generated table"),
    ("xtask/src/emit/tables.rs", "xvrml", "how the format is spelled in the head of its generated table"),
    ("xtask/src/main.rs", "collada", "the folder of the table that is audited against the published XSDs"),
    ("benches/src/main.rs", "xvrml", "a file extension: which samples are XML"),
];

/// Lists the texts that are ids of formats and stand elsewhere, and the exceptions that nothing needs.
pub fn check(sources: &[File], exceptions: &[Row]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut exceptions = Exceptions::new(exceptions);
    for file in sources.iter().filter(|f| !super::is_for_tests(without_benches(&f.path)) && f.path != OWN) {
        for (word, line) in all(&file.text).into_iter().filter(|(word, _)| word.starts_with('"')) {
            let Some((id, home)) = IDS.iter().find(|(id, _)| *id == word.trim_matches('"')) else { continue };
            if !file.path.starts_with(home) && !exceptions.allow(&file.path, |what| what == *id) {
                lines.push(format!(
                    "{}:{line}: `\"{id}\"` is the id of a format: ask its row (`portolan_format::Format`), or move this to {home}",
                    file.path
                ));
            }
        }
    }
    lines.extend(exceptions.stale(OWN));
    lines
}

/// This file, which has to name them.
const OWN: &str = "xtask/src/tidy/ids.rs";

/// A path without the folder of the benchmarks, whose sources are code like any other.
fn without_benches(path: &str) -> &str {
    path.strip_prefix("benches/").unwrap_or(path)
}
