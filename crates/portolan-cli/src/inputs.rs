//! Many inputs: files, folders and patterns, and which of them are left out.

use std::path::{Path, PathBuf};

use clap::Args;
use portolan::gather::{Wanted, files};
use portolan::{STDIN, Unreadable};

use crate::pattern::Pattern;
use crate::status::Stop;

/// Which files of folders and patterns are left out.
#[derive(Args, Default)]
pub struct Exclude {
    /// Skip files that match this pattern, such as `*_old.dae` or `backup/**`; can be repeated
    #[arg(long = "exclude", value_name = "PATTERN", value_parser = Pattern::new)]
    patterns: Vec<Pattern>,
}

/// Which files of folders and patterns are taken.
#[derive(Args, Default)]
pub struct Selected {
    /// Take only files that match this pattern, such as `*.dae` or `parts/**`; can be repeated
    #[arg(long = "include", value_name = "PATTERN", value_parser = Pattern::new)]
    include: Vec<Pattern>,
    #[command(flatten)]
    exclude: Exclude,
}

impl Selected {
    /// Expands paths, folders and quoted patterns to files, each once, in the given order.
    pub fn gather(&self, paths: &[String], wanted: Wanted) -> Result<Vec<Input>, Stop> {
        let mut all = self.exclude.gather(paths, wanted)?;
        all.retain(|input| self.include.is_empty() || input.gathered.is_err() || fits(&self.include, input));
        Ok(all)
    }

    /// Did the user say which files he wants?
    pub fn has_include(&self) -> bool {
        !self.include.is_empty()
    }
}

/// Does a file match one of the patterns: by its path, its path below the folder that was given, or its name?
fn fits(patterns: &[Pattern], input: &Input) -> bool {
    let name = Path::new(input.below.file_name().unwrap_or_default());
    let places = [Path::new(&input.path), input.below.as_path(), name];
    patterns.iter().any(|pattern| places.iter().any(|place| pattern.is_match(place)))
}

/// A file to work on.
pub struct Input {
    /// Its path.
    pub path: String,
    /// Its path below the folder or pattern that the user gave; the name of a file that was given itself.
    pub below: PathBuf,
    /// Why there is nothing to work on.
    pub gathered: Result<(), Unreadable>,
}

impl Exclude {
    /// Expands paths, folders and quoted patterns to files, each once, in the given order.
    pub fn gather(&self, paths: &[String], wanted: Wanted) -> Result<Vec<Input>, Stop> {
        let mut all: Vec<Input> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for path in paths {
            for input in expand(path, wanted)? {
                if !self.leaves_out(&input) && seen.insert(input.path.clone()) {
                    all.push(input);
                }
            }
        }
        Ok(all)
    }

    fn leaves_out(&self, input: &Input) -> bool {
        fits(&self.patterns, input)
    }
}

/// What a path of the user stands for.
fn expand(path: &str, wanted: Wanted) -> Result<Vec<Input>, Stop> {
    let at = Path::new(path);
    if path == STDIN || at.is_file() {
        return Ok(vec![Input { path: path.to_owned(), below: name_of(at), gathered: Ok(()) }]);
    }
    let below = |folder: &Path, found: (String, Result<(), Unreadable>)| {
        let file = Path::new(&found.0);
        let below = file.strip_prefix(folder).map(Path::to_path_buf).unwrap_or_else(|_| name_of(file));
        Input { below, path: found.0, gathered: found.1 }
    };
    if at.is_dir() || !path.contains(['*', '?', '[', '{']) || at.exists() {
        return Ok(files(&[path.to_owned()], wanted).into_iter().map(|found| below(at, found)).collect());
    }
    let matcher = Pattern::new(path).map_err(|why| Stop::usage(format!("`{path}`: {why}")))?;
    let plain = at.components().take_while(|part| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']));
    let folder: PathBuf = plain.collect();
    let start = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.clone() };
    let found = files(&[start.to_string_lossy().into_owned()], wanted).into_iter();
    let found = found.filter(|(_, gathered)| gathered.is_ok()).map(|(file, gathered)| {
        let file = file.strip_prefix("./").map_or(file.clone(), str::to_owned);
        below(&folder, (file, gathered))
    });
    let found: Vec<Input> = found.filter(|input| matcher.is_match(&input.path)).collect();
    match found.is_empty() {
        true => Err(Stop::usage(format!("no file of a known format matches `{path}`"))),
        false => Ok(found),
    }
}

fn name_of(path: &Path) -> PathBuf {
    PathBuf::from(path.file_name().unwrap_or(path.as_os_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_patterns_become_files() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let root = folder.path().to_string_lossy().into_owned();
        std::fs::create_dir_all(folder.path().join("a/old"))?;
        for name in ["x.dae", "a/y.dae", "a/z.ogex", "a/old/w.dae", "a/readme.txt"] {
            std::fs::write(folder.path().join(name), "")?;
        }
        let gather = |paths: &[String], without: &[&str]| {
            let patterns = without.iter().filter_map(|text| Pattern::new(text).ok()).collect();
            let found = Exclude { patterns }.gather(paths, Wanted::Readable);
            found.map(|all| all.into_iter().map(|i| i.below.to_string_lossy().into_owned()).collect::<Vec<_>>()).ok()
        };
        let some = |names: &[&str]| Some(names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        assert_eq!(gather(std::slice::from_ref(&root), &[]), some(&["a/old/w.dae", "a/y.dae", "a/z.ogex", "x.dae"]));
        assert_eq!(gather(std::slice::from_ref(&root), &["*.ogex", "a/old/**"]), some(&["a/y.dae", "x.dae"]));
        assert_eq!(gather(&[format!("{root}/a/*.dae")], &[]), some(&["y.dae"]));
        assert_eq!(gather(&[format!("{root}/**/*.dae")], &[]), some(&["a/old/w.dae", "a/y.dae", "x.dae"]));
        assert_eq!(gather(&[format!("{root}/x.dae"), root.clone()], &["y.*", "w.*"]), some(&["x.dae", "a/z.ogex"]));
        assert_eq!(gather(&[format!("{root}/*.stl")], &[]), None, "nothing matches");
        Ok(())
    }
}
