//! `cargo xtask tidy`: the plan of the project, held against its files.
//!
//! What tests of other crates already say is not repeated here: that every rule has fixtures.

mod codes;
mod exceptions;
mod ids;
mod length;
mod order;
mod outside;
mod scan;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

/// A file of the project.
pub struct File {
    /// Its path from the root, with `/`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// What is wrong, one line each: the file, the line, and what to do.
pub fn run(root: &Path) -> Result<Vec<String>, String> {
    let mut sources = Vec::new();
    let mut manifests = Vec::new();
    for folder in ["crates", "xtask", "benches", "fuzz"] {
        walk(root, folder, &mut |path| {
            let wanted = match path {
                _ if path.ends_with(".rs") => &mut sources,
                _ if path.ends_with("/Cargo.toml") => &mut manifests,
                _ => return Ok(()),
            };
            wanted.push(read(root, path)?);
            Ok(())
        })?;
    }
    let plan = read(root, "ARCHITECTURE.md")?;
    // Fuzzing is a workspace of its own.
    manifests.retain(|m| !m.path.starts_with("fuzz/"));
    let mut lines = order::check(&plan, &manifests);
    lines.extend(outside::check(&sources, outside::EXCEPTIONS));
    lines.extend(ids::check(&sources, ids::EXCEPTIONS));
    lines.extend(codes::check(&sources));
    lines.extend(length::check(&sources));
    Ok(lines)
}

fn read(root: &Path, path: &str) -> Result<File, String> {
    let text = fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: {e}"))?;
    Ok(File { path: path.to_owned(), text })
}

/// Is a file for tests or examples only?
fn is_for_tests(path: &str) -> bool {
    path.split('/').any(|part| matches!(part, "tests" | "tests.rs" | "examples" | "benches"))
}

/// Visits the files below a folder in the order of their names, but for what was built.
fn walk(root: &Path, folder: &str, visit: &mut dyn FnMut(&str) -> Result<(), String>) -> Result<(), String> {
    for entry in crate::load::sorted(&root.join(folder))? {
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        let path = format!("{folder}/{name}");
        match entry.is_dir() {
            true if name == "target" => {}
            true => walk(root, &path, visit)?,
            false => visit(&path)?,
        }
    }
    Ok(())
}
