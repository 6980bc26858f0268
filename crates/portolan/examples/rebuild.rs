//! Rebuilds documents as COLLADA through the scene, reads them again, and tells what is not the same: `rebuild FILE…`.
//!
//! For each file one line: how many differences there are by kind, or `same`. With `-v` also the differences.

use portolan::compare::{Kind, Options, compare};
use portolan::convert::{Conversion, Output, convert};
use portolan::{Files, Importer, Memory};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let verbose = arguments.iter().any(|a| a == "-v");
    let version = arguments.iter().find_map(|a| a.strip_prefix("--version=").map(str::to_owned));
    for path in arguments.iter().filter(|a| !a.starts_with('-')) {
        match round(path, version.clone(), verbose) {
            Ok(line) => println!("{line}\t{path}"),
            Err(why) => println!("unreadable: {why}\t{path}"),
        }
    }
}

fn round(path: &str, version: Option<String>, verbose: bool) -> Result<String, String> {
    let files = Files::within(path);
    let first = Importer::new(&files).import(path).map_err(|e| e.to_string())?;
    let conversion = Conversion { rebuild: true, version, ..Conversion::to(Output::Dae) };
    let written = convert(&first, &files, &conversion).map_err(|e| e.to_string())?;
    let mut memory = Memory::new();
    for (name, bytes) in written.files {
        memory = memory.with(name, bytes);
    }
    let second = Importer::new(&memory).import("scene.dae").map_err(|e| format!("written: {e}"))?;
    let faults = second.scene.check().len();
    let differences = compare(&first.scene, &second.scene, &Options::default());
    if verbose {
        differences.iter().for_each(|difference| println!("    {difference}"));
        for loss in written.losses.iter().chain(second.losses.iter()) {
            println!("    {:?} {} {}", loss.fate, loss.code.id, loss.message);
        }
    }
    let kinds = [Kind::Node, Kind::Shape, Kind::Surface, Kind::Camera, Kind::Light, Kind::Clip];
    let counts = kinds.map(|k| (k, differences.iter().filter(|d| d.kind == k).count()));
    let mut line: String = counts.iter().filter(|c| c.1 > 0).map(|(k, n)| format!("{k:?}:{n} ")).collect();
    if faults > 0 {
        line.push_str("UNSOUND ");
    }
    Ok(if line.is_empty() { "same".to_owned() } else { line })
}
