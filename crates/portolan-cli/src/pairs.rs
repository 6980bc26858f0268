//! Two folders compared file by file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use portolan::gather::Wanted;
use portolan::renderings::excerpt::printable;
use serde_json::{Value, json};

use crate::inputs::Exclude;
use crate::many::{Jobs, Tally};
use crate::output::{Output, complain};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::{self, Stream};

/// What the comparison of two files came to.
pub struct Compared {
    /// Do they agree?
    pub same: bool,
    /// What differs, in a few words.
    pub summary: String,
    /// Everything about it.
    pub json: Value,
}

/// Are both paths folders? If only one is, they cannot be compared.
pub fn are_folders(first: &str, second: &str) -> Result<bool, Stop> {
    match (Path::new(first).is_dir(), Path::new(second).is_dir()) {
        (a, b) if a == b => Ok(a),
        _ => Err(Stop::usage("a file and a folder cannot be compared; give two files or two folders")),
    }
}

/// Compares the files of two folders that have the same path and name, whatever their extensions.
pub fn compare(
    [first, second]: [&str; 2],
    [same, different]: [&'static str; 2],
    jobs: &Jobs,
    json: bool,
    one: impl Fn(&str, &str) -> Result<Compared, Stop> + Sync,
) -> Outcome {
    let pairs = pairs(first, second)?;
    let bar = terminal::progress(pairs.len(), "pairs", false);
    let mut out = Output::new();
    let (mut tally, mut files) = (Tally::default(), Vec::new());
    fn both<T>(pair: &Pair, one: impl Fn(&str, &str) -> T) -> (&Pair, Option<T>) {
        let compared = match &pair.1 {
            [Some(a), Some(b)] => Some(one(a, b)),
            _ => None,
        };
        (pair, compared)
    }
    jobs.in_order(
        &pairs,
        &bar,
        |pair| both(pair, &one),
        |((below, paths), compared)| {
            let (word, status, text, details) = match compared {
                None => {
                    let folder = if paths[0].is_none() { first } else { second };
                    ("missing", Status::Findings, format!(": no such file in {folder}"), Value::Null)
                }
                Some(Ok(c)) if c.same => (same, Status::Fine, String::new(), c.json),
                Some(Ok(c)) => (different, Status::Findings, format!(": {}", c.summary), c.json),
                Some(Err(Stop::Closed)) => return Err(Stop::Closed),
                Some(Err(Stop::Message(status, why))) => {
                    complain(&format!("portolan: {}\n", printable(&why)));
                    ("failed", status, String::new(), Value::Null)
                }
            };
            tally.add(word, status);
            files.push(json!({"path": below.to_string_lossy(), "status": word, "details": details}));
            let line = format!("{word:<10} {}{text}", below.display());
            if json { Ok(()) } else { out.text(&format!("{}\n", Stream::Output.tint(&printable(&line)))) }
        },
    )?;
    match json {
        true => out.json_lines(&json!({"files": files}))?,
        false => out.text(&format!("{}\n", tally.line()))?,
    }
    out.finish()?;
    Ok(tally.status())
}

/// Files by their path below either folder, without the extension.
type Pair = (PathBuf, [Option<String>; 2]);

fn pairs(first: &str, second: &str) -> Result<Vec<Pair>, Stop> {
    let mut all: BTreeMap<PathBuf, [Option<String>; 2]> = BTreeMap::new();
    for (side, folder) in [first, second].into_iter().enumerate() {
        for input in Exclude::default().gather(&[folder.to_owned()], Wanted::Readable)? {
            if let Err(why) = input.gathered {
                return Err(Stop::failed(folder, &why.into()));
            }
            let Some(place) = all.entry(input.below.with_extension("")).or_default().get_mut(side) else { continue };
            if let Some(other) = place.replace(input.path.clone()) {
                let message = format!("{other} and {} have the same name; compare them one by one", input.path);
                return Err(Stop::usage(message));
            }
        }
    }
    Ok(all.into_iter().collect())
}
