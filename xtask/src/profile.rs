//! Where time goes: a command of the program under a profiler.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::load;

/// Lines of the listing that are printed.
const LINES: usize = 40;

/// Builds the program with names and lines, runs `convert FILE` to GLB (or the command that is given) and prints what took
/// most of it: by `perf`, with the time that the system takes, or by `callgrind`, which counts instructions.
pub fn run(arguments: &[String]) -> Result<bool, String> {
    let counts = arguments.iter().any(|a| a == "--instructions");
    let words: Vec<&str> = arguments.iter().map(String::as_str).filter(|a| *a != "--instructions").collect();
    let Some((file, command)) = words.split_first() else {
        return Err("profile needs a file: `cargo xtask profile FILE [--instructions] [COMMAND…]`".into());
    };
    let root = load::project_root()?;
    let folder = root.join("target/profile");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--profile", "profiling", "--package", "portolan-cli"]).current_dir(&root);
    if !build.status().map_err(|e| format!("cargo: {e}"))?.success() {
        return Ok(false);
    }
    let program = root.join("target/profiling/portolan");
    let made = folder.join("profiled.glb");
    let mut work: Vec<String> = match command {
        [] => vec!["convert".into(), (*file).into(), made.display().to_string()],
        [name, rest @ ..] => [*name, *file].iter().chain(rest).map(|w| (*w).to_owned()).collect(),
    };
    work.insert(0, program.display().to_string());
    let listing = if counts { instructions(&folder, &work)? } else { samples(&folder, &work)? };
    let _ = std::fs::remove_file(made);
    listing.lines().filter(|line| !line.trim().is_empty()).take(LINES).for_each(|line| println!("{line}"));
    Ok(true)
}

/// Samples of all threads and of the system for them. The functions that take the time themselves, then those in which it
/// is taken.
fn samples(folder: &Path, work: &[String]) -> Result<String, String> {
    let data = folder.join("perf.data").display().to_string();
    let mut record = Command::new("perf");
    record.args(["record", "--freq", "2000", "--call-graph", "dwarf,16384", "--output", &data, "--"]).args(work);
    finished(record.stdout(Stdio::null()).stderr(Stdio::null()), "perf")?;
    println!("{data} has the samples; `perf script` makes lines for flame graphs of them");
    let shown = ["report", "--stdio", "--no-children", "--no-inline", "--call-graph", "none", "--sort", "symbol"];
    let text = printed(Command::new("perf").args(shown).args(["--input", &data]), "perf")?;
    Ok(text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n"))
}

/// Instructions of each function, which do not depend on what else the machine does.
fn instructions(folder: &Path, work: &[String]) -> Result<String, String> {
    let data = folder.join("callgrind.out").display().to_string();
    let mut record = Command::new("valgrind");
    record.args(["--tool=callgrind", &format!("--callgrind-out-file={data}")]).args(work);
    finished(record.stdout(Stdio::null()).stderr(Stdio::null()), "valgrind")?;
    println!("{data} has the counts; `kcachegrind` shows them as a graph");
    printed(Command::new("callgrind_annotate").args(["--auto=no", &data]), "callgrind_annotate")
}

fn finished(command: &mut Command, name: &str) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{name} cannot be run: {e}"))?;
    // What the program says of the file is no fault of the profiler.
    if status.code().is_none() { Err(format!("{name} was stopped")) } else { Ok(()) }
}

fn printed(command: &mut Command, name: &str) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{name} cannot be run: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
