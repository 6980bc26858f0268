//! The fuzz targets over their seeds, among which are the inputs that once failed.

use std::path::Path;

use super::targets::TARGETS;

#[test]
fn every_fuzz_target_holds_on_its_seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let mut failed = Vec::new();
    for (name, target) in TARGETS {
        let seeds = files(&folder.join("seeds").join(name));
        assert!(!seeds.is_empty(), "`fuzz/seeds/{name}` is empty");
        for (file, bytes) in seeds {
            // The message of the panic is printed as it happens.
            if std::panic::catch_unwind(|| target(&bytes)).is_err() {
                failed.push(format!("fuzz/seeds/{name}/{file}"));
            }
        }
    }
    assert!(failed.is_empty(), "these seeds fail: {failed:#?}");
}

#[test]
fn every_fuzz_target_has_a_program_and_every_folder_of_seeds_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let known: Vec<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut folders: Vec<_> = std::fs::read_dir(folder.join("seeds"))
        .unwrap()
        .flatten()
        .map(|e| e.file_name().into_string().unwrap())
        .collect();
    folders.sort();
    assert_eq!(folders, known);
    let programs = files(&folder.join("fuzz_targets"));
    assert_eq!(programs.iter().map(|(name, _)| name.trim_end_matches(".rs")).collect::<Vec<_>>(), known);
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for (name, text) in programs {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}\"")), "`{name}` is not in `fuzz/Cargo.toml`");
        let call = format!("portolan_fuzz::targets::{}(data)", name.trim_end_matches(".rs"));
        assert!(String::from_utf8(text).unwrap().contains(&call), "`{name}` does not call `{call}`");
    }
}

/// The files of a folder with their contents, in order.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    let mut files: Vec<_> = paths
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}
