//! `portolan fix`: repairs what exporters commonly break.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ArgMatches, Args};
use portolan::gather::Wanted;
use portolan::renderings::Language;
use portolan::renderings::excerpt::printable;
use portolan::renderings::json::file_value;
use portolan::resources::write::{Unwritable, Writer, edit, free_names};
use portolan::unreadable::ARCHIVE;
use portolan::{Checker, File, Files, OpenOptions, Repair, RepairOptions, Repaired, STDIN, Selection, Unreadable};
use serde_json::{Value, json};

use super::Command;
use crate::batch::task::{Done, Task};
use crate::config::{ConfigOptions, Configured};
use crate::memory::budget;
use crate::options::{Encoding, files_within, unknown_code};
use crate::output::{Output, aside, complain};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::Colour;
use crate::write::{Replacing, make_folder};

pub static COMMAND: Command = Command {
    name: "fix",
    about: "Repair common mistakes of exporters; every other byte stays unchanged",
    notes: "Every repair is listed with its line and the code of the finding that it fixes (see `portolan explain CODE`). By default only \
     repairs that certainly keep the meaning of the document are made; `--unsafe` also makes the likely ones. A repair that does \
     not improve the document is undone.\n\n\
     Exit status: 0 no errors are left, 1 errors are left, 2 wrong usage, 3 input unreadable, 4 could not write.",
    examples: &[
        "portolan fix scene.dae",
        "portolan fix scene.dae -o repaired.dae",
        "portolan fix --dry-run --unsafe scene.dae",
        "portolan fix --in-place --only SCH002,DAT assets/",
    ],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
pub struct Arguments {
    /// Files and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Write the repaired document to this file (`-`: standard output) instead of `scene.fixed.dae`
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Change the files themselves
    #[arg(long, short, conflicts_with = "output")]
    in_place: bool,
    /// Write nothing; show what would change as a diff
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    dry_run: bool,
    /// Also make repairs that are likely right, but not certain
    #[arg(long)]
    r#unsafe: bool,
    /// Repair only these codes (`SCH004`), names (`missing-element`) or stages (`SCH`)
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    only: Vec<String>,
    /// Ignore these codes, names or stages
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Report what was done as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    replacing: Replacing,
    #[command(flatten)]
    encoding: Encoding,
    #[command(flatten)]
    config: ConfigOptions,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let configured: Configured<Arguments> = Configured::new(&COMMAND, matches)?;
    let arguments = configured.own().clone();
    let files = portolan::gather::files(&arguments.paths, Wanted::Editable);
    if files.len() > 1 && arguments.output.is_some() {
        return Err(Stop::usage("several files cannot be written to one output; use `--in-place` or omit `--output`"));
    }
    if arguments.in_place && arguments.paths.iter().any(|p| p == STDIN) {
        return Err(Stop::usage("`--in-place` changes files, so it cannot be used with standard input"));
    }
    if let Some(output) = &arguments.output {
        let mut writer = Writer::new(false);
        for (path, _) in &files {
            writer.reads(path);
            // What the document shows is not to be replaced by it, although nothing of it is read.
            if Path::new(output).exists() && path != STDIN {
                let opened = OpenOptions::within(files_within(path)).open(path);
                opened.iter().flat_map(File::referred).for_each(|location| writer.reads(&location));
            }
        }
        writer.will_write(output).map_err(|why| match why {
            Unwritable::Clash(why) => Stop::usage(format!("{why}, or use `--in-place`")),
            failed => Stop::from(failed),
        })?;
    }
    let mut all = All { out: Output::new(), files: Vec::new(), status: Status::Fine, sums: [0; 4] };
    // A configuration with a mistake is told before anything is changed.
    let mut checkers: Vec<(Arc<Arguments>, Checker)> = Vec::new();
    let mut owned = Vec::new();
    for (path, gathered) in files {
        let own = configured.of(&path)?;
        if !checkers.iter().any(|(known, _)| Arc::ptr_eq(known, &own)) {
            checkers.push((own.clone(), checker(&own)?));
        }
        owned.push((path, gathered, own));
    }
    for (path, gathered, own) in owned {
        let Some((_, checker)) = checkers.iter().find(|(known, _)| Arc::ptr_eq(known, &own)) else { continue };
        match gathered.and_then(|()| refuse_archive(checker, &path)) {
            Ok(()) => all.one(checker, &path, &arguments)?,
            Err(why) => all.refused(&path, &why.to_string(), Status::of(&why), &arguments),
        }
    }
    all.end(&arguments)
}

fn checker(arguments: &Arguments) -> Result<Checker, Stop> {
    let selection =
        Selection { only: arguments.only.clone(), ignore: arguments.ignore.clone(), ..Selection::default() };
    let codes = portolan::all_codes();
    if let Some(word) = selection.unknown_word(&codes) {
        return Err(Stop::usage(unknown_code(word, &codes)));
    }
    let options =
        OpenOptions::within(Files::new().charging(&budget())).with(|o| o.encoding = arguments.encoding.label.clone());
    Ok(Checker::new(options).with(|c| c.selection = selection))
}

/// Repairs one document after the other.
pub struct Repairing {
    arguments: Arguments,
    checker: Checker,
}

/// What the arguments ask for.
pub fn task(arguments: Arguments) -> Result<Repairing, Stop> {
    let checker = checker(&arguments)?;
    Ok(Repairing { arguments, checker })
}

impl Task for Repairing {
    fn files(&self, _: &str) -> Files {
        Files::new().charging(&budget())
    }

    fn run(&self, input: &str, output: &Path, files: Files) -> Result<Done, Stop> {
        let unreadable = |why: &Unreadable| Stop::failed(input, &why.clone().into());
        let resources: Arc<dyn portolan::Resources> = Arc::new(files);
        let checker = self.checker.clone().with(|c| c.options.resources = Some(resources));
        refuse_archive(&checker, input).map_err(|why| unreadable(&why))?;
        let options = RepairOptions::default().with(|o| o.guesses = self.arguments.r#unsafe);
        let repair = checker.repair_with(input, options);
        if let Err(why) = &repair.file.outcome {
            return Err(unreadable(why));
        }
        make_folder(output.parent().unwrap_or(Path::new("")))?;
        let mut writer = Writer::new(self.arguments.replacing.force);
        writer.reads(input);
        writer.put(output, repair.document.as_slice());
        writer.commit()?;
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        Ok(Done {
            status: if repair.errors_after > 0 { Status::Findings } else { Status::Fine },
            result: if repair.changed { "repaired" } else { "copied" },
            fields: vec![
                ("repair", as_json(input, &repair, None)),
                ("documents", Value::Array(vec![file_value(&repair.file)])),
            ],
            wrote: Done::wrote(std::iter::once((&*name, repair.document.as_slice()))),
        })
    }
}

/// The document in an archive cannot be written back.
fn refuse_archive(checker: &Checker, path: &str) -> Result<(), Unreadable> {
    match checker.is_archive(path) {
        true => Err(Unreadable::new(&ARCHIVE, "archives cannot be changed")
            .help("unpack it, repair the documents in it, and pack it again")),
        // Of what is no archive at all, reading it tells more.
        false => Ok(()),
    }
}

struct All {
    out: Output,
    files: Vec<Value>,
    status: Status,
    /// Repairs made, taken back and offered, errors that are left.
    sums: [u64; 4],
}

impl All {
    fn one(&mut self, checker: &Checker, path: &str, arguments: &Arguments) -> Result<(), Stop> {
        let options = RepairOptions::default().with(|o| {
            (o.guesses, o.difference) = (arguments.r#unsafe, arguments.dry_run);
        });
        let repair = checker.repair_with(path, options);
        if let Err(why) = &repair.file.outcome {
            self.refused(path, &why.to_string(), Status::of(why), arguments);
            return Ok(());
        }
        let target = target(path, &repair, arguments);
        let written = match &target {
            Some(Target::Standard) => self.out.bytes(&repair.document).map(|()| None),
            Some(Target::File(file)) => Ok(edit(file, &repair.document, arguments.replacing.force).err()),
            None => Ok(None),
        }?;
        if let Some(error) = written {
            self.refused(path, &error.to_string(), Status::Unwritable, arguments);
            return Ok(());
        }
        if repair.errors_after > 0 {
            self.status = self.status.max(Status::Findings);
        }
        for (sum, more) in self.sums.iter_mut().zip([
            repair.done.len() as u64,
            repair.undone.len() as u64,
            repair.offered.len() as u64,
            repair.errors_after,
        ]) {
            *sum += more;
        }
        if arguments.json {
            self.files.push(as_json(path, &repair, target.as_ref()));
            return Ok(());
        }
        self.tell(path, &repair, target.as_ref(), arguments)
    }

    /// What was done, for people: on standard output, or beside it when the document goes there.
    fn tell(
        &mut self,
        path: &str,
        repair: &Repair,
        target: Option<&Target>,
        arguments: &Arguments,
    ) -> Result<(), Stop> {
        let mut text = String::new();
        let mut list = |repairs: &[Repaired], note: &str| {
            for r in repairs {
                let guess = if r.certain || !note.is_empty() { "" } else { " (not certain)" };
                text.push_str(&format!("{path}:{}:{}: {} {note}{}{guess}\n", r.line, r.column, r.code.id, r.title));
            }
        };
        list(&repair.done, "");
        list(&repair.undone, "undone, because the document does not improve: ");
        list(&repair.offered, "needs `--unsafe`: ");
        if let Some(difference) = repair.difference.as_ref().filter(|_| arguments.dry_run) {
            text.push_str(difference);
        }
        let done = match repair.done.len() {
            0 => "nothing was repaired".to_owned(),
            1 => "1 repair".to_owned(),
            n => format!("{n} repairs"),
        };
        let left = match repair.errors_after {
            0 => "no errors are left".to_owned(),
            1 => "1 error is left".to_owned(),
            n => format!("{n} errors are left"),
        };
        let into = match target {
            Some(target) => format!(", written to {target}"),
            None => String::new(),
        };
        text.push_str(&format!("{path}: {done}, {left}{into}\n"));
        match target {
            Some(Target::Standard) => {
                aside(&text);
                Ok(())
            }
            _ => self.out.text(&text),
        }
    }

    fn refused(&mut self, path: &str, why: &str, status: Status, arguments: &Arguments) {
        self.status = self.status.max(status);
        if arguments.json {
            self.files.push(json!({"path": path, "error": why}));
        }
        complain(&format!("portolan fix: {}\n", printable(&format!("{path}: {why}"))));
    }

    fn end(mut self, arguments: &Arguments) -> Outcome {
        if arguments.json {
            let [repaired, taken_back, offered, errors] = self.sums;
            let summary = json!({
                "files": self.files.len(),
                "repaired": repaired,
                "taken_back": taken_back,
                "offered": offered,
                "errors": errors,
            });
            let text = format!("{:#}\n", json!({"summary": summary, "files": self.files}));
            let text = Language::Json.safe(&text);
            match arguments.output.as_deref() {
                Some(STDIN) => aside(&text),
                _ => self.out.written(&text, Language::Json)?,
            }
        }
        self.out.finish()?;
        Ok(self.status)
    }
}

/// Where a repaired document goes.
enum Target {
    Standard,
    File(PathBuf),
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Target::Standard => f.write_str("standard output"),
            Target::File(path) => path.display().fmt(f),
        }
    }
}

/// Where it goes; nowhere when nothing changed, unless the caller named a place.
fn target(path: &str, repair: &Repair, arguments: &Arguments) -> Option<Target> {
    if arguments.dry_run {
        return None;
    }
    match arguments.output.as_deref() {
        Some(STDIN) => Some(Target::Standard),
        Some(file) => Some(Target::File(PathBuf::from(file))),
        None if path == STDIN => Some(Target::Standard),
        None if !repair.changed => None,
        None if arguments.in_place => Some(Target::File(PathBuf::from(path))),
        None => Some(Target::File(beside(Path::new(path), &repair.document, arguments.replacing.force))),
    }
}

/// `scene.dae` → `scene.fixed.dae`, or `scene.fixed_2.dae` if there is another file of that name.
fn beside(path: &Path, bytes: &[u8], force: bool) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    let free = free_names(path, force);
    let numbers = std::iter::once(String::new()).chain((2..1000).map(|n| format!("_{n}")));
    let mut names = numbers.map(|number| format!("{stem}.fixed{number}{extension}"));
    let name = names.find(|name| free.is_free(name, bytes));
    path.with_file_name(name.unwrap_or_else(|| format!("{stem}.fixed{extension}")))
}

fn as_json(path: &str, repair: &Repair, target: Option<&Target>) -> Value {
    let list = |repairs: &[Repaired]| -> Vec<Value> {
        let one = |r: &Repaired| {
            json!({
                "code": r.code.id,
                "name": r.code.name,
                "title": r.title,
                "line": r.line,
                "column": r.column,
                "safe": r.certain,
            })
        };
        repairs.iter().map(one).collect()
    };
    json!({
        "path": path,
        "output": target.map(|t| match t {
            Target::Standard => STDIN.to_owned(),
            Target::File(file) => file.display().to_string(),
        }),
        "errors_before": repair.errors_before,
        "errors_after": repair.errors_after,
        "verdict": repair.file.verdict.name(),
        "repaired": list(&repair.done),
        "taken_back": list(&repair.undone),
        "offered": list(&repair.offered),
        "difference": repair.difference,
    })
}
