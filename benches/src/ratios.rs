//! One table: every kind of work beside the peer that it is held against, and the ratio that is wanted.
//!
//! Both sides run by turns, so that what else the machine does troubles both; the fastest run of each counts.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::process::{self, Cost};

/// Runs of each side, if they are quick.
const RUNS: usize = 15;

/// Runs of each side, if they are not.
const FEW: usize = 3;

/// What takes longer is not quick.
const QUICK: f64 = 1.0;

/// Small documents that a loop of the peer goes through: the rest would take as long.
const LOOP: usize = 100;

/// A command: the program and its words.
type Words = (PathBuf, Vec<OsString>);

/// Measures documents and folders of small ones, and prints the table.
pub fn measure(files: &[PathBuf], xsd: Option<&Path>, opencollada: Option<&Path>) {
    println!(
        "{:<34}{:<20}{:>9}{:>9}{:>9}{:>11}{:>9}{:>8}",
        "work", "peer", "ours, s", "peer, s", "ratio", "processor", "memory", "wanted"
    );
    let target = std::env::temp_dir().join(format!("portolan-ratios-{}", std::process::id()));
    for file in files {
        if file.is_dir() {
            small(file, &target);
        } else {
            document(file, &target.with_extension("glb"), xsd, opencollada);
        }
    }
    // It may be that nothing was written.
    let _ = std::fs::remove_file(target.with_extension("glb"));
    let _ = std::fs::remove_dir_all(&target);
}

fn document(file: &Path, glb: &Path, xsd: Option<&Path>, opencollada: Option<&Path>) {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (nodes, motion) = (name.starts_with("nodes"), name.starts_with("skin"));
    let words = |words: &[&std::ffi::OsStr]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<OsString>>();
    let path = file.as_os_str();
    let myself = std::env::current_exe().unwrap_or_default();
    let load = |library: &str| (myself.clone(), words(&["load".as_ref(), library.as_ref(), path]));
    let assimp = |arguments: &[&std::ffi::OsStr]| (PathBuf::from("assimp"), words(arguments));
    let export = || assimp(&["export".as_ref(), path, glb.as_os_str(), "-fglb2".as_ref()]);
    let convert = || (process::portolan(), words(&["convert".as_ref(), path, glb.as_os_str()]));
    let row = |work: &str, peer: &str, ours: Words, theirs: Words, wanted: f64| {
        compare(&format!("{work} {name}"), peer, &ours, &theirs, wanted);
    };
    if file.extension().is_some_and(|e| e == "ogex") {
        row("import", "assimp info", load("portolan"), assimp(&["info".as_ref(), path]), 40.0);
        row("convert", "assimp export", convert(), export(), 18.0);
        return;
    }
    match opencollada {
        Some(program) if !nodes => {
            let theirs = (program.to_owned(), words(&[path]));
            row("import", "OpenCOLLADA", load("portolan"), theirs, if motion { 3.5 } else { 4.0 });
        }
        _ => row("import", "mesh-loader", load("portolan"), load("mesh-loader"), 4.0),
    }
    let wanted = if nodes {
        5.0
    } else if motion {
        8.0
    } else {
        18.0
    };
    row("convert", "assimp export", convert(), export(), wanted);
    if let Some(xsd) = xsd {
        let check = (process::portolan(), words(&["check".as_ref(), "--quiet".as_ref(), path]));
        let options = ["--huge".as_ref(), "--noout".as_ref(), "--schema".as_ref(), xsd.as_os_str(), path];
        row("check", "xmllint --schema", check, (PathBuf::from("xmllint"), words(&options)), 9.0);
    }
}

/// Runs both sides by turns and prints what came out.
fn compare(work: &str, peer: &str, ours: &Words, theirs: &Words, wanted: f64) {
    let (mut best, mut runs) = ([None::<Cost>; 2], RUNS);
    let mut run = 0;
    while run < runs {
        for (best, (program, words)) in best.iter_mut().zip([ours, theirs]) {
            let Some(cost) = process::once(program, words) else {
                println!("{work:<34}{peer:<20}  {} cannot be run", program.display());
                return;
            };
            if cost.seconds > QUICK {
                runs = FEW;
            }
            *best = Some(best.map_or(cost, |known| least(known, cost)));
        }
        run += 1;
    }
    if let [Some(ours), Some(theirs)] = best {
        line(work, peer, ours, theirs, wanted);
    }
}

/// The smallest of each figure.
fn least(a: Cost, b: Cost) -> Cost {
    Cost {
        seconds: a.seconds.min(b.seconds),
        processor: a.processor.min(b.processor),
        bytes: a.bytes.min(b.bytes),
        success: a.success && b.success,
    }
}

fn line(work: &str, peer: &str, ours: Cost, theirs: Cost, wanted: f64) {
    // A command that finds something ends with a status of its own.
    let mark = if theirs.success { "" } else { "  (the peer did not end well)" };
    println!(
        "{work:<34}{peer:<20}{:>9.3}{:>9.3}{:>9.2}{:>11.2}{:>9.2}{wanted:>8.1}{mark}",
        ours.seconds,
        theirs.seconds,
        theirs.seconds / ours.seconds,
        theirs.processor / ours.processor.max(0.01),
        theirs.bytes / ours.bytes,
    );
}

/// A folder of small documents: all of them in one call, beside a loop that starts the peer for each.
fn small(folder: &Path, target: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "dae"));
    files.sort();
    let paths = || files.iter().map(|file| file.as_os_str().to_owned());
    // A new folder for each run: some file systems look long for the place of a file where as many were just deleted.
    let convert = |run: usize| {
        let words = ["convert", "--quiet", "--to", "glb", "-d"].map(OsString::from).into_iter();
        words.chain([target.join(run.to_string()).into_os_string()]).chain(paths()).collect::<Vec<OsString>>()
    };
    let mut check: Vec<OsString> = ["check", "--quiet"].map(OsString::from).into();
    check.extend(paths());
    let glb = target.with_extension("glb");
    let mut theirs: Option<Cost> = None;
    let mut ours = [None::<Cost>; 2];
    for run in 0..FEW {
        for (best, words) in ours.iter_mut().zip([&convert(run), &check]) {
            let Some(cost) = process::once(&process::portolan(), words) else { return };
            *best = Some(best.map_or(cost, |known| least(known, cost)));
        }
        let mut sum = Cost { seconds: 0.0, processor: 0.0, bytes: 0.0, success: true };
        for file in files.iter().take(LOOP) {
            let words = ["export".into(), file.clone(), glb.clone(), PathBuf::from("-fglb2")];
            let Some(cost) = process::once(Path::new("assimp"), &words) else { return };
            sum.seconds += cost.seconds;
            sum.processor += cost.processor;
            sum.bytes = sum.bytes.max(cost.bytes);
            sum.success &= cost.success;
        }
        let share = files.len() as f64 / files.len().clamp(1, LOOP) as f64;
        let sum = Cost { seconds: sum.seconds * share, processor: sum.processor * share, ..sum };
        theirs = Some(theirs.map_or(sum, |known| least(known, sum)));
    }
    let Some(theirs) = theirs else { return };
    for (work, cost) in ["convert", "check"].into_iter().zip(ours) {
        if let Some(ours) = cost {
            line(&format!("{work} {} small files", files.len()), "assimp export, loop", ours, theirs, 25.0);
        }
    }
}
