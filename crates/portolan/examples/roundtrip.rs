//! Converts files to OpenGEX and back, and tells what is not the same: `roundtrip FILE…`.
//!
//! For each file one line: how many differences there are by kind, or `same`. With `-v` also the differences.

use portolan::compare::{Kind, Options, compare};
use portolan::convert::{Conversion, convert, to};
use portolan::{Files, Importer, Memory};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let verbose = arguments.iter().any(|a| a == "-v");
    for path in arguments.iter().filter(|a| *a != "-v") {
        match round(path, verbose) {
            Ok(line) => println!("{line}\t{path}"),
            Err(why) => println!("unreadable: {why}\t{path}"),
        }
    }
}

fn round(path: &str, verbose: bool) -> Result<String, String> {
    let files = Files::within(path);
    let first = Importer::new(&files).import(path).map_err(|e| e.to_string())?;
    let conversion = Conversion { tolerance: 1e-6, rebuild: true, ..Conversion::to(&to::OGEX) };
    let written = convert(&first, &files, &conversion).map_err(|e| e.to_string())?;
    let invalid = written.losses.iter().filter(|l| l.code.id == "CNV731").count();
    let mut memory = Memory::new();
    for (name, bytes) in written.files {
        memory = memory.with(name, bytes);
    }
    let second = Importer::new(&memory).import("scene.ogex").map_err(|e| format!("written: {e}"))?;
    let faults = second.scene.check().len();
    // OpenGEX mixes normals in its own way, and the conversion tells so.
    let options = Options { skin_normals: false, ..Options::default() };
    let differences = compare(&first.scene, &second.scene, &options);
    if verbose {
        for difference in &differences {
            println!("    {difference}");
        }
        for loss in second.losses.iter().filter(|l| l.fate > portolan::scene::Fate::Noted) {
            println!("    reading back: {} {}", loss.code.id, loss.message);
        }
    }
    let counts = Kind::ALL.iter().map(|k| (k, differences.iter().filter(|d| d.kind == *k).count()));
    let mut line: String = counts.filter(|c| c.1 > 0).map(|(k, n)| format!("{k:?}:{n} ")).collect();
    if invalid > 0 {
        line.push_str("INVALID ");
    }
    if faults > 0 {
        line.push_str("UNSOUND ");
    }
    Ok(if line.is_empty() { "same".to_owned() } else { line })
}
