//! Files, clocks and the environment are reached by few crates, so that the same input gives the same output everywhere and
//! nothing is read that the caller did not allow.

use super::File;
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
pub const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("crates/portolan/src/gather.rs", "std::fs", "lists the folders that the user names, before any document is read"),
    ("crates/portolan/src/pack/folder.rs", "std::fs", "lists the folder that is packed, which the caller names"),
    ("crates/portolan/src/convert/time.rs", "std::time", "`now` gives the caller the time for `--touch`"),
];

/// Lists the uses that are not allowed, and the exceptions that nothing needs.
pub fn check(sources: &[File], exceptions: &[(&str, &str, &str)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut needed = vec![false; exceptions.len()];
    for file in sources.iter().filter(|f| !is_free(&f.path)) {
        for Use { path, line } in uses(&file.text).into_iter().filter(|u| is_outside(&u.path)) {
            let used = path.join("::");
            let excepted = exceptions.iter().position(|(name, what, _)| {
                *name == file.path && (used == *what || used.starts_with(&format!("{what}::")))
            });
            match excepted.and_then(|e| needed.get_mut(e)) {
                Some(needed) => *needed = true,
                None => lines.push(format!(
                    "{}:{line}: `{used}` is for the crates that reach outside: use `Resources`, or let the caller give the value",
                    file.path
                )),
            }
        }
    }
    for ((path, what, _), _) in exceptions.iter().zip(needed).filter(|(_, needed)| !needed) {
        lines.push(format!("{path}:1: `{what}` is not used any more: remove the exception in {}", file!()));
    }
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
