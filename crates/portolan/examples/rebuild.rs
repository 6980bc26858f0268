//! Rebuilds documents as COLLADA through the scene, reads them again, and tells what is not the same: `rebuild FILE…`.
//!
//! For each file one line: how many differences there are by kind, or `same`. With `-v` also the differences, with `--self`
//! the document is compared with itself, with `--pictures` also by pictures, with `--version=1.5.0` in that version.

use portolan::compare::Kind;
use portolan::convert::{Conversion, convert, to};
use portolan::verify::{Document, Verification, verify};
use portolan::{Files, Importer, Memory, Resources};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for path in arguments.iter().filter(|a| !a.starts_with('-')) {
        match round(path, &arguments) {
            Ok(line) => println!("{line}\t{path}"),
            Err(why) => println!("unreadable: {why}\t{path}"),
        }
    }
}

fn round(path: &str, arguments: &[String]) -> Result<String, String> {
    let has = |word: &str| arguments.iter().any(|a| a == word);
    let version = arguments.iter().find_map(|a| a.strip_prefix("--version=").map(str::to_owned));
    let files = Files::within(path);
    let first = Importer::new(&files).import(path).map_err(|e| e.to_string())?;
    let conversion = Conversion { rebuild: true, version, ..Conversion::to(&to::DAE) };
    let mut memory = Memory::new();
    let mut losses = Vec::new();
    let (second, resources): (_, &dyn Resources) = if has("--self") {
        (Importer::new(&files).import(path).map_err(|e| e.to_string())?, &files)
    } else {
        let written = convert(&first, &files, &conversion).map_err(|e| e.to_string())?;
        for (name, bytes) in written.files {
            memory = memory.with(name, bytes);
        }
        // Pictures stay where they are.
        for location in first.scene.images.iter().filter_map(|i| match &i.pixels {
            portolan::scene::Pixels::File { location: Some(location), .. } => Some(location),
            _ => None,
        }) {
            if let (Ok(bytes), Some(name)) = (files.read(location, u64::MAX), beside(path, location)) {
                memory = memory.with(name, bytes);
            }
        }
        losses.extend(written.losses.iter().map(|l| format!("{:?} {} {}", l.fate, l.code.id, l.message)));
        (Importer::new(&memory).import("scene.dae").map_err(|e| format!("written: {e}"))?, &memory)
    };
    let faults = second.scene.check().len();
    let size = Verification::default().pictures.filter(|_| has("--pictures"));
    let verification = Verification { pictures: size, ..Verification::default() };
    let outcome = verify(Document::new(&first, &files), Document::new(&second, resources), &verification);
    if has("-v") {
        outcome.lines().iter().for_each(|line| println!("    {line}"));
        losses.iter().for_each(|loss| println!("    {loss}"));
    }
    let differences = outcome.differences.iter().filter(|(d, _)| !d.minor);
    let counts = Kind::ALL.iter().map(|k| (k, differences.clone().filter(|(d, _)| d.kind == *k).count()));
    let mut line: String = counts.filter(|c| c.1 > 0).map(|(k, n)| format!("{}:{n} ", k.word())).collect();
    if faults > 0 {
        line.push_str("UNSOUND ");
    }
    Ok(if line.is_empty() { "same".to_owned() } else { line })
}

/// What a file is called as seen from the folder of a document.
fn beside(document: &str, file: &str) -> Option<String> {
    let folder = std::path::Path::new(document).parent()?;
    let rest = std::path::Path::new(file).strip_prefix(folder).ok()?;
    Some(rest.to_string_lossy().into_owned())
}
