//! The fixtures of the suite.

use std::path::{Path, PathBuf};

/// All files below a folder with an extension, in order.
pub fn fixtures(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut open = vec![folder.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The folder of the suite for a format.
pub fn suite(format: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite").join(format)
}

/// The scene of a file as it is drawn: solids are triangles within a tolerance.
pub fn drawn(file: &portolan::File, tolerance: Option<f64>) -> portolan::scene::Scene {
    let mut scene = file.scene().unwrap().clone();
    portolan_process::solids::triangles(&mut scene, tolerance);
    scene
}
