//! `portolan unpack`: archives as folders.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};
use portolan::pack::{codes, unpack};
use portolan::renderings::excerpt::printable;
use portolan::resources::write::{TemporaryFolder, sweep};
use portolan::{Finding, Resources, STDIN, Severity, Span};

use super::Command;
use crate::options::files_within;
use crate::output::{Output, aside};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;

pub static COMMAND: Command = Command {
    name: "unpack",
    about: "Unpack an archive into a folder; nothing is ever written outside that folder",
    notes: "",
    examples: &["portolan unpack robot.zae robot/", "portolan unpack house.kmz house --force"],
    arguments: Arguments::augment_args,
    run,
};

/// The most bytes that an archive may expand to, unless another limit is given: 4 GiB.
const MOST: u64 = 4 << 30;

#[derive(Args)]
struct Arguments {
    /// The archive (`.zae`, `.kmz`); `-` is standard input
    #[arg(value_name = "IN")]
    input: String,
    /// The folder to write into; it must be empty or must not exist
    #[arg(value_name = "FOLDER")]
    output: String,
    /// Write into a folder that is not empty, and replace files of the same names
    #[arg(long)]
    force: bool,
    /// Maximum size of all files together, in bytes
    #[arg(long, value_name = "N", default_value_t = MOST)]
    max_bytes: u64,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let (input, target) = (arguments.input.as_str(), Path::new(&arguments.output));
    let unwritable = |message: String| Stop::Message(Status::Unwritable, format!("{}: {message}", target.display()));
    if target.is_file() {
        return Err(Stop::usage(format!("{} is a file; give a folder", target.display())));
    }
    sweep(target);
    let filled = is_filled(target).map_err(|e| unwritable(format!("cannot open the folder: {e}")))?;
    if filled && !arguments.force {
        return Err(unwritable("the folder is not empty; use `--force` to write into it anyway".to_owned()));
    }
    let files = files_within(input);
    let mut unpacking = unpack(&files, input, arguments.max_bytes).map_err(|why| Stop::failed(input, &why.into()))?;
    let staging = Staging::new(target).map_err(|e| unwritable(format!("cannot create the folder: {e}")))?;
    let mut written = Vec::new();
    for (name, location) in &unpacking.files {
        match files.read(location, u64::MAX) {
            Ok(bytes) => {
                staging.put(name, &bytes).map_err(|e| unwritable(format!("cannot write `{name}`: {e}")))?;
                written.push(name.as_str());
            }
            Err(why) => {
                let message = format!("`{name}` is not unpacked: {why}");
                unpacking.findings.push(Finding::new(&codes::NOT_UNPACKED, Span::at(0), message));
            }
        }
    }
    if !arguments.quiet {
        tell(input, &unpacking.findings);
    }
    if written.is_empty() {
        let message = format!("{input}: the archive contains no files to unpack");
        return Err(Stop::Message(Status::Unreadable, message));
    }
    staging.finish(target, &written).map_err(|e| unwritable(e.to_string()))?;
    if !arguments.quiet {
        let files = if written.len() == 1 { "1 file".to_owned() } else { format!("{} files", written.len()) };
        let main = unpacking.main.as_ref().map(|m| format!(", the main document is `{}`", target.join(m).display()));
        let mut out = Output::new();
        out.text(&printable(&format!("{files} in `{}`{}", target.display(), main.unwrap_or_default())))?;
        out.text("\n")?;
        out.finish()?;
    }
    let failed = unpacking.findings.iter().any(|f| f.severity == Severity::Error);
    Ok(if failed { Status::Findings } else { Status::Fine })
}

/// Does a folder hold anything? What is there and no folder is an error.
fn is_filled(folder: &Path) -> std::io::Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn tell(input: &str, findings: &[Finding]) {
    let input = if input == STDIN { "standard input" } else { input };
    let mut text = String::new();
    for finding in findings {
        let times = if finding.count > 1 { format!(" ({} times)", finding.count) } else { String::new() };
        let line = format!("{input}: {}[{}]: {}{times}", finding.severity, finding.code.id, finding.message);
        text.push_str(&printable(&line));
        text.push('\n');
    }
    aside(&text);
}

/// Where files wait until all of them are written: in the folder itself if it is there, else beside it.
struct Staging {
    folder: TemporaryFolder,
    /// How many files of the target were moved out of the way.
    replaced: usize,
}

impl Staging {
    fn new(target: &Path) -> std::io::Result<Staging> {
        let parent = target.components().as_path().parent().filter(|p| !p.as_os_str().is_empty());
        let parent = if target.is_dir() { target } else { parent.unwrap_or(Path::new(".")) };
        fs::create_dir_all(parent)?;
        let folder = TemporaryFolder::new(parent)?;
        fs::create_dir(folder.path().join(NEW))?;
        fs::create_dir(folder.path().join(OLD))?;
        Ok(Staging { folder, replaced: 0 })
    }

    /// Writes a file. Its name has no part that leads out of the folder, and is nobody else's.
    fn put(&self, name: &str, bytes: &[u8]) -> std::io::Result<()> {
        // Only folders below are made: if a signal takes the whole away, it does not come back.
        let mut path = self.folder.path().join(NEW);
        let mut parts = name.split('/').peekable();
        while let Some(part) = parts.next() {
            path.push(part);
            if parts.peek().is_some() {
                fs::create_dir(&path).or_else(|e| if path.is_dir() { Ok(()) } else { Err(e) })?;
            }
        }
        fs::File::create_new(&path)?.write_all(bytes)
    }

    /// Gives the files their names. If one of them cannot get it, none has it.
    fn finish(mut self, target: &Path, names: &[&str]) -> std::io::Result<()> {
        let new = self.folder.path().join(NEW);
        if !target.exists() {
            return fs::rename(new, target);
        }
        for name in names {
            check_way(target, Path::new(name))?;
        }
        let mut done: Vec<(PathBuf, Option<PathBuf>)> = Vec::new();
        for name in names {
            let to = target.join(name);
            if let Err(error) = self.place(&new.join(name), &to, &mut done) {
                for (to, old) in done.into_iter().rev() {
                    let _ = match old {
                        Some(old) => fs::rename(old, to),
                        None => fs::remove_file(to),
                    };
                }
                return Err(error);
            }
        }
        Ok(())
    }

    fn place(&mut self, from: &Path, to: &Path, done: &mut Vec<(PathBuf, Option<PathBuf>)>) -> std::io::Result<()> {
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut old = None;
        if fs::symlink_metadata(to).is_ok() {
            let aside = self.folder.path().join(OLD).join(self.replaced.to_string());
            self.replaced += 1;
            fs::rename(to, &aside)?;
            old = Some(aside);
        }
        done.push((to.to_path_buf(), old));
        fs::rename(from, to)
    }
}

/// The files that are unpacked, and those that they replace, while they wait.
const NEW: &str = "new";
const OLD: &str = "old";

/// A way that leads through a symbolic link could lead anywhere; one through a file leads nowhere.
fn check_way(target: &Path, name: &Path) -> std::io::Result<()> {
    let refuse = |path: &Path, why: &str| std::io::Error::other(format!("`{}` {why}", path.display()));
    let mut at = target.to_path_buf();
    let mut parts = name.components().peekable();
    while let Some(part) = parts.next() {
        at.push(part);
        let Ok(metadata) = fs::symlink_metadata(&at) else { return Ok(()) };
        match parts.peek() {
            Some(_) if metadata.is_symlink() => return Err(refuse(&at, "is a symbolic link, which is not followed")),
            Some(_) if !metadata.is_dir() => return Err(refuse(&at, "is a file, and a folder is needed there")),
            None if metadata.is_dir() => return Err(refuse(&at, "is a folder, and a file is needed there")),
            _ => {}
        }
    }
    Ok(())
}
