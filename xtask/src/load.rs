//! Finds the project and reads the tables of its formats.

use std::fs;
use std::path::{Path, PathBuf};

use crate::compile::{Table, rows};
use crate::diagnostics::Diagnostics;
use crate::notation::ast::Schema;
use crate::notation::parser;

/// A format that was read, good or bad.
pub struct Loaded {
    /// Folder name.
    pub name: String,
    /// What was found.
    pub diagnostics: Diagnostics,
    /// The rows.
    pub table: Table,
}

/// The folder that holds `schema/`: the current one, or one above it.
pub fn project_root() -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|e| format!("no current folder: {e}"))?;
    let declared = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    here.ancestors()
        .chain(declared.as_deref().into_iter().flat_map(Path::ancestors))
        .find(|dir| dir.join("schema").is_dir() && dir.join("Cargo.toml").is_file())
        .map(Path::to_path_buf)
        .ok_or_else(|| "no project with a folder `schema` here or above".to_owned())
}

/// Reads and compiles every format that has a `format.schema`.
pub fn load_all(root: &Path) -> Result<Vec<Loaded>, String> {
    let folder = root.join("schema");
    let mut formats = Vec::new();
    for dir in sorted(&folder)? {
        if dir.join("format.schema").is_file() {
            formats.push(load(&dir)?);
        }
    }
    Ok(formats)
}

fn load(dir: &Path) -> Result<Loaded, String> {
    let name = dir.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let mut files: Vec<PathBuf> =
        sorted(dir)?.into_iter().filter(|f| f.extension().is_some_and(|e| e == "schema")).collect();
    files.sort_by_key(|f| !f.ends_with("format.schema"));
    let mut diagnostics = Diagnostics::default();
    let mut schema = Schema::default();
    for path in files {
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let shown = format!("schema/{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        let file = diagnostics.add_file(shown);
        parser::parse(&text, file, &mut schema, &mut diagnostics);
    }
    let table = rows::compile(&schema, &mut diagnostics);
    Ok(Loaded { name, diagnostics, table })
}

/// What is in a folder, in the order of the names.
pub fn sorted(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}
