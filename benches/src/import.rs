//! Whole files: from text to a scene in memory, and from text to GLB.
//!
//! Every side runs as a process of its own, libraries inside this program started once more, so that time and peak
//! memory are taken in the same way for all.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::process::{self, Cost};

/// One side of the comparison.
pub struct Side {
    name: &'static str,
    program: PathBuf,
    /// What stands before the file.
    before: Vec<OsString>,
    /// What stands behind it.
    behind: Vec<OsString>,
}

/// Measures a file; `opencollada` is a program that loads a file through that library.
pub fn measure(file: &Path, opencollada: Option<&Path>) {
    let target = std::env::temp_dir().join(format!("portolan-bench-{}.glb", std::process::id()));
    let opengex = file.extension().is_some_and(|e| e == "ogex");
    let sides = if opengex { opengex_into_a_scene() } else { into_a_scene(opencollada) };
    if let Some(ours) = table("into a scene", file, sides) {
        let size = std::fs::metadata(file).map_or(0, |m| m.len()) as f64;
        println!("  {:<32}{:>8.0} MB/s", "into a scene: portolan", size / 1e6 / ours.seconds);
    }
    table("to GLB", file, to_glb(&target));
    // It may be that no side wrote anything.
    let _ = std::fs::remove_file(&target);
}

/// What reads a file into a scene. The first is what the others are held against.
fn into_a_scene(opencollada: Option<&Path>) -> Vec<Side> {
    let mut sides = vec![library("portolan"), library("dae-parser"), library("mesh-loader")];
    sides.extend(opencollada.map(|program| command("OpenCOLLADA", program, &[], &[])));
    sides
}

/// The same for OpenGEX, which of the peers only assimp reads; telling what is in the file is reading it and no more.
fn opengex_into_a_scene() -> Vec<Side> {
    vec![library("portolan"), command("assimp info", Path::new("assimp"), &["info".as_ref()], &[])]
}

/// What converts a file to GLB. The first is what the others are held against.
fn to_glb(target: &Path) -> Vec<Side> {
    vec![
        command("portolan convert", &process::portolan(), &["convert".as_ref()], &[target.as_os_str()]),
        command("assimp export", Path::new("assimp"), &["export".as_ref()], &[target.as_os_str(), "-fglb2".as_ref()]),
    ]
}

/// A program with what stands before and behind the file.
pub fn command(name: &'static str, program: &Path, before: &[&OsStr], behind: &[&OsStr]) -> Side {
    let owned = |words: &[&OsStr]| words.iter().map(|word| (*word).to_owned()).collect();
    Side { name, program: program.to_owned(), before: owned(before), behind: owned(behind) }
}

/// A library that [`load`] knows.
pub fn library(name: &'static str) -> Side {
    let program = std::env::current_exe().unwrap_or_default();
    command(name, &program, &["load".as_ref(), name.as_ref()], &[])
}

/// Loads a file with a library; what it cost is measured from outside. Tells whether that went well.
pub fn load(library: &str, file: &Path) -> bool {
    // Nothing is given back: the system does that faster, for all alike.
    match library {
        "portolan" => read(file).map(std::mem::forget).is_ok(),
        "dae-parser" => dae_parser::Document::from_file(file).map(std::mem::forget).is_ok(),
        "mesh-loader" => mesh_loader::Loader::default().load_collada(file).map(std::mem::forget).is_ok(),
        _ => false,
    }
}

/// Runs all sides and prints what they cost; the first that runs is what the others are held against, and is given back.
pub fn table(what: &str, file: &Path, sides: Vec<Side>) -> Option<Cost> {
    let mut first: Option<Cost> = None;
    for Side { name, program, before, behind } in sides {
        let arguments: Vec<&OsStr> = before
            .iter()
            .map(|a| a.as_os_str())
            .chain([file.as_os_str()])
            .chain(behind.iter().map(|a| a.as_os_str()))
            .collect();
        let label = format!("{what}: {name}");
        match process::measure(&program, &arguments) {
            Some(cost) if cost.success => {
                let to = *first.get_or_insert(cost);
                println!(
                    "  {label:<32}{:>8.3} s{:>8.0} MB   time x{:<6.2} memory x{:.2}",
                    cost.seconds,
                    cost.megabytes(),
                    cost.seconds / to.seconds,
                    cost.bytes / to.bytes,
                );
            }
            Some(_) => println!("  {label:<32}  failed, or does not know the command"),
            None => println!("  {label:<32}  not found"),
        }
    }
    first
}

/// A file as a scene.
fn read(path: impl AsRef<std::path::Path>) -> Result<portolan::File, portolan::Error> {
    let file = portolan::open(path)?;
    file.scene()?;
    Ok(file)
}
