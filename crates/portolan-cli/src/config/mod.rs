//! `portolan.toml`: options of commands for the files below a folder.
//!
//! A configuration is a source of further words on the command line and nothing else: what it can say can be typed. Words of the
//! user win. What would let a file beside a document decide what is read or where something is written is not among them
//! ([`options::OPTIONS`]).

pub mod options;
mod parse;
pub mod schema;

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::{ArgAction, ArgMatches, Args, FromArgMatches};
use portolan::STDIN;

use crate::commands::{self, Command};
use crate::status::{Status, Stop};
use parse::{Layer, Setting};

/// The name of the file.
pub const NAME: &str = "portolan.toml";

/// No configuration is larger.
const MOST_BYTES: u64 = 1 << 20;

/// Which configuration counts.
#[derive(Args, Clone, Default)]
pub struct ConfigOptions {
    /// Read options from this file instead of the nearest `portolan.toml` above each file
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Do not read `portolan.toml`
    #[arg(long)]
    no_config: bool,
}

/// A configuration that was read.
#[derive(Debug)]
pub struct Config {
    path: PathBuf,
    layers: Vec<Layer>,
}

impl Config {
    /// Reads a configuration, or says with line and column what is wrong in it.
    pub fn read(path: &Path) -> Result<Config, Stop> {
        let shown = shown(path);
        let failed = |why: String| Stop::usage(format!("{shown}: {why}"));
        let length = std::fs::metadata(path).map_err(|e| failed(format!("cannot read the file: {e}")))?.len();
        if length > MOST_BYTES {
            return Err(failed(format!("the file has {length} bytes; a configuration has at most {MOST_BYTES}")));
        }
        let bytes = std::fs::read(path).map_err(|e| failed(format!("cannot read the file: {e}")))?;
        let text = String::from_utf8(bytes).map_err(|_| failed("the file is not UTF-8 text".to_owned()))?;
        let layers = parse::layers(&text).map_err(|fault| {
            let (line, column) = place(&text, fault.at);
            Stop::usage(format!("{shown}:{line}:{column}: {}", fault.message))
        })?;
        Ok(Config { path: path.to_path_buf(), layers })
    }

    /// The nearest configuration in a folder or above it. The search ends at the top of a Git repository.
    fn above(folder: &Path) -> Option<PathBuf> {
        for folder in folder.ancestors() {
            let path = folder.join(NAME);
            if path.is_file() {
                return Some(path);
            }
            if folder.join(".git").exists() {
                return None;
            }
        }
        None
    }

    /// Which of its parts concern a file.
    fn concerning(&self, path: &str) -> Vec<usize> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let file = real(Path::new(path));
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let below = file.strip_prefix(real(folder.unwrap_or(Path::new(".")))).unwrap_or(Path::new(path));
        let numbered = self.layers.iter().enumerate();
        numbered.filter(|(_, layer)| layer.concerns(below)).map(|(number, _)| number).collect()
    }

    /// What these parts say about a command: options with their settings, later parts before earlier ones.
    fn settings(&self, parts: &[usize], command: &str) -> Vec<(String, Setting)> {
        let mut settings: Vec<(String, Setting)> = Vec::new();
        for layer in parts.iter().filter_map(|number| self.layers.get(*number)) {
            for (name, setting) in layer.settings(command) {
                match settings.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, Setting::Added(known))) if let Setting::Added(more) = &setting => {
                        known.extend(more.iter().cloned());
                    }
                    Some((_, known)) => *known = setting,
                    None => settings.push((name, setting)),
                }
            }
        }
        settings
    }
}

/// A path as people write it: without the current folder.
fn shown(path: &Path) -> String {
    let current = std::env::current_dir().and_then(|folder| folder.canonicalize()).ok();
    let below = current.as_deref().and_then(|folder| path.strip_prefix(folder).ok());
    below.unwrap_or(path).display().to_string()
}

/// Line and column of an offset, from 1; columns in characters.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// Finds configurations, each read once.
#[derive(Default)]
pub struct Configs {
    options: ConfigOptions,
    /// By folder: where the configuration is that counts there.
    found: Mutex<HashMap<PathBuf, Option<PathBuf>>>,
    /// By its own path.
    read: Mutex<HashMap<PathBuf, Arc<Config>>>,
}

impl Configs {
    /// Finds what the user wants.
    pub fn new(options: &ConfigOptions) -> Configs {
        Configs { options: options.clone(), ..Configs::default() }
    }

    /// The configuration that counts for a file.
    fn of(&self, path: &str) -> Result<Option<Arc<Config>>, Stop> {
        if self.options.no_config {
            return Ok(None);
        }
        let Some(at) = self.options.config.clone().or_else(|| self.nearest(path)) else { return Ok(None) };
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(&at) {
            return Ok(Some(known.clone()));
        }
        let config = Arc::new(Config::read(&at)?);
        read.insert(at, config.clone());
        Ok(Some(config))
    }

    fn nearest(&self, path: &str) -> Option<PathBuf> {
        let mut folder = match path {
            STDIN => PathBuf::from("."),
            path => Path::new(path).parent().map(Path::to_path_buf).unwrap_or_default(),
        };
        if folder.as_os_str().is_empty() {
            folder = PathBuf::from(".");
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let search = |folder: &PathBuf| {
            // A document in an archive lies in the folder of the archive.
            let real = folder.ancestors().find_map(|folder| {
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                folder.canonicalize().ok().filter(|real| real.is_dir())
            });
            Config::above(&real?)
        };
        found.entry(folder.clone()).or_insert_with(|| search(&folder)).clone()
    }

    /// The words that the configuration adds to a command for a file. `given` are the options that the user gave: those, and
    /// what cannot go with them, are left out.
    pub fn words(&self, command: &Command, path: &str, given: &[&str]) -> Result<Vec<String>, Stop> {
        let Some(config) = self.of(path)? else { return Ok(Vec::new()) };
        Ok(words(&config.settings(&config.concerning(path), command.name), command, given))
    }
}

/// Settings as words of a command line.
fn words(settings: &[(String, Setting)], command: &Command, given: &[&str]) -> Vec<String> {
    let mut definition = command.definition();
    definition.build();
    let mut words = Vec::new();
    for (name, setting) in settings {
        let argument = definition.get_arguments().find(|a| a.get_long() == Some(name));
        let Some(argument) = argument else { continue };
        let is_given = |id: &str| given.contains(&id);
        let own = |other: &&clap::Arg| is_given(other.get_id().as_str());
        let conflicts = definition.get_arg_conflicts_with(argument).into_iter().any(|other| own(&other))
            || definition
                .get_arguments()
                .filter(own)
                .any(|other| definition.get_arg_conflicts_with(other).iter().any(|a| a.get_id() == argument.get_id()));
        let adds = matches!(setting, Setting::Added(_));
        if conflicts || is_given(argument.get_id().as_str()) && !adds {
            continue;
        }
        match setting {
            Setting::Flag(true) => words.push(format!("--{name}")),
            Setting::Flag(false) => {}
            Setting::Value(value) => words.push(format!("--{name}={value}")),
            Setting::List(values) | Setting::Added(values) => {
                words.extend(values.iter().map(|value| format!("--{name}={value}")));
            }
        }
    }
    words
}

/// The options that the user gave, by their ids.
pub fn given<'a>(definition: &'a clap::Command, matches: &ArgMatches) -> Vec<&'a str> {
    let by_user = |id: &&str| matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
    definition.get_arguments().map(|a| a.get_id().as_str()).filter(by_user).collect()
}

/// The words that the user wrote, as far as a command knows them.
fn user_words(definition: &clap::Command, matches: &ArgMatches) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    let mut positional: Vec<OsString> = vec!["--".into()];
    for id in given(definition, matches) {
        let Some(argument) = definition.get_arguments().find(|a| a.get_id() == id) else { continue };
        let values = matches.get_raw(id).into_iter().flatten();
        match (argument.get_long(), argument.get_action()) {
            (Some(long), ArgAction::Set | ArgAction::Append) => words.extend(values.map(|value| {
                let mut word = OsString::from(format!("--{long}="));
                word.push(value);
                word
            })),
            (Some(long), _) => words.push(format!("--{long}").into()),
            (None, _) => positional.extend(values.map(OsString::from)),
        }
    }
    words.extend(positional);
    words
}

/// Arguments of a command for each file, as its configuration has them.
pub struct Configured<A> {
    command: &'static Command,
    configs: Configs,
    given: Vec<String>,
    user: Vec<OsString>,
    own: Arc<A>,
    made: Mutex<HashMap<Vec<String>, Arc<A>>>,
}

impl<A: FromArgMatches> Configured<A> {
    /// The arguments that the user gave, and the configurations that he wants.
    pub fn new(command: &'static Command, matches: &ArgMatches) -> Result<Configured<A>, Stop> {
        let definition = command.definition();
        Ok(Configured {
            command,
            configs: Configs::new(&commands::arguments::<ConfigOptions>(matches)?),
            given: given(&definition, matches).into_iter().map(str::to_owned).collect(),
            user: user_words(&definition, matches),
            own: Arc::new(commands::arguments(matches)?),
            made: Mutex::default(),
        })
    }

    /// The arguments without any configuration.
    pub fn own(&self) -> &Arc<A> {
        &self.own
    }

    /// The arguments for a file.
    pub fn of(&self, path: &str) -> Result<Arc<A>, Stop> {
        let given: Vec<&str> = self.given.iter().map(String::as_str).collect();
        let words = self.configs.words(self.command, path, &given)?;
        if words.is_empty() {
            return Ok(self.own.clone());
        }
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made.get(&words) {
            return Ok(known.clone());
        }
        let all = words.iter().map(OsString::from).chain(self.user.iter().cloned());
        let matches = commands::parsed(self.command, all).map_err(|why| {
            let config = self.configs.of(path).ok().flatten();
            let at = config.map(|c| format!("{}: ", shown(&c.path))).unwrap_or_default();
            Stop::Message(Status::Usage, format!("{at}{why}"))
        })?;
        let arguments = Arc::new(commands::arguments(&matches)?);
        made.insert(words, Arc::clone(&arguments));
        Ok(arguments)
    }
}

#[cfg(test)]
mod tests;
