//! Files, clocks and the environment are reached by few crates, so that the same input gives the same output everywhere and
//! nothing is read that the caller did not allow.

use super::File;
use super::exceptions::{Exceptions, Row};
use super::scan::{Use, uses};

/// What only few may use. A module that is imported whole counts as all that is in it.
const OUTSIDE: &[&[&str]] = &[
    &["std", "fs"],
    &["std", "env"],
    &["std", "time", "SystemTime"],
    &["std", "time", "Instant"],
    &["std", "time", "UNIX_EPOCH"],
];

/// Folders in which they may be used.
const FREE: &[&str] = &["crates/portolan-resources/", "crates/portolan-cli/", "xtask/", "benches/", "fuzz/"];

/// Files in other crates in which they may be used, with what they use and the reason.
pub const EXCEPTIONS: &[Row] = &[
    ("crates/portolan/src/gather.rs", "std::fs", "lists the folders that the user names, before any document is read"),
    ("crates/portolan-xvrml/build.rs", "std::env", "asks cargo where the packed fonts go, when the crate is built"),
    ("crates/portolan-xvrml/build.rs", "std::fs", "writes the packed fonts, when the crate is built"),
    ("crates/portolan/src/pack/folder.rs", "std::fs", "lists the folder that is packed, which the caller names"),
];

/// Lists the uses that are not allowed, and the exceptions that nothing needs.
pub fn check(sources: &[File], exceptions: &[Row]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut exceptions = Exceptions::new(exceptions);
    for file in sources.iter().filter(|f| !is_free(&f.path)) {
        for Use { path, line } in uses(&file.text).into_iter().filter(|u| is_outside(&u.path)) {
            let used = path.join("::");
            if !exceptions.allow(&file.path, |what| used == what || used.starts_with(&format!("{what}::"))) {
                lines.push(format!(
                    "{}:{line}: `{used}` is for the crates that reach outside: use `Resources`, or let the caller give the value",
                    file.path
                ));
            }
        }
    }
    lines.extend(exceptions.stale(file!()));
    lines
}

/// May this file use them? Tests and examples may.
fn is_free(path: &str) -> bool {
    FREE.iter().any(|folder| path.starts_with(folder)) || super::is_for_tests(path)
}

/// Does a path name something outside, or a module with something outside in it?
fn is_outside(path: &[String]) -> bool {
    let path: Vec<&str> = path.iter().map(String::as_str).filter(|part| !matches!(*part, "self" | "*")).collect();
    OUTSIDE.iter().any(|outside| path.starts_with(outside) || path.len() > 1 && outside.starts_with(&path))
}
