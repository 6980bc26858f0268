//! Options that several commands have.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use portolan::renderings::Language;
use portolan::resources::write::Writer;
use portolan::scene::{Fate, Loss, Losses, Opacity, Origin, SkinHolder};
use portolan::schema::suggest::nearest;
use portolan::{Code, File, Files, OpenOptions, Selection, Subject, Written};
use serde_json::Value;

use crate::losses::{self, Telling};
use crate::memory::budget;
use crate::output::aside;
use crate::said::Said;
use crate::status::{Outcome, Status, Stop};

/// What documents may read beyond their own folders.
#[derive(Args)]
pub struct Reach {
    /// Let the document read files in this folder, too; can be repeated
    #[arg(long, value_name = "FOLDER")]
    allow: Vec<PathBuf>,
    /// The folder of the model or package that the document belongs to, which it may read; by default the nearest folder
    /// above it with a `model.config` or `package.xml`
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

impl Reach {
    /// The files that each of several documents may read.
    pub fn files_of_each(&self) -> Files {
        self.within(Files::new())
    }

    /// The files that the document at a path may read.
    pub fn files(&self, path: &str) -> Files {
        self.within(Files::within(path))
    }

    fn within(&self, files: Files) -> Files {
        let root = self.root.as_ref().map(|root| root.to_string_lossy().into_owned());
        files.allowing(self.allow.iter().cloned()).rooted(root).charging(&budget())
    }
}

/// How bytes become text.
#[derive(Args)]
pub struct Encoding {
    /// Read the file with this encoding instead of the one that it declares
    #[arg(long = "encoding", value_name = "LABEL", value_parser = known_encoding)]
    pub label: Option<String>,
}

/// How skins are read.
#[derive(Args)]
pub struct Skins {
    /// Whether a skin is moved by the node that holds it: `counts` is always, `ignored` is never, `auto` decides for each document
    #[arg(long = "skin-holder", value_name = "HOW", default_value = "auto", value_parser = skin_holder)]
    pub holder: SkinHolder,
}

fn skin_holder(text: &str) -> Result<SkinHolder, String> {
    let named = SkinHolder::ALL.iter().find(|(_, name)| *name == text);
    named.map(|(holder, _)| *holder).ok_or_else(|| "it must be auto, counts or ignored".to_owned())
}

fn known_encoding(label: &str) -> Result<String, String> {
    match portolan::syntax::encoding::Encoding::for_label(label) {
        Some(_) => Ok(label.to_owned()),
        None => Err("unknown encoding".to_owned()),
    }
}

/// What becomes of losses.
#[derive(Args)]
pub struct LossOptions {
    /// Exit with status 1 if shape, looks, motion or data were lost; `approximated` includes `dropped`
    #[arg(long, value_name = "LOSS")]
    fail_on: Option<FailOn>,
    /// Write all losses to this file, as JSON
    #[arg(long = "losses", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Ignore losses with these codes (`CNV304`) or names (`gltf-material-part`): they are not listed and do not fail
    #[arg(long = "ignore", value_name = "CODE", value_delimiter = ',', value_parser = loss_code)]
    ignored: Vec<String>,
    /// List every loss and note; by default one line for each of the ten most important kinds
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Do not list losses, and do not print what was written
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    /// Something is missing in the result
    Dropped,
    /// Something is missing or only approximated
    Approximated,
}

/// The files that the document at a path may read by itself, within the budget of this run.
pub fn files_within(path: &str) -> Files {
    Files::within(path).charging(&budget())
}

/// Opens a file of which the text is needed, or says why it cannot be opened.
pub fn open(files: &Files, path: &str, encoding: Option<&Encoding>) -> Result<File, Stop> {
    options(files, encoding).open(path).map_err(|why| Stop::failed(path, &why))
}

/// Opens a file of which the scene is needed, with its skins read in one of the ways.
pub fn open_with(files: &Files, path: &str, encoding: Option<&Encoding>, holder: SkinHolder) -> Result<File, Stop> {
    let options = options(files, encoding).with(|o| (o.skin_holder, o.leave_numbers) = (holder, true));
    options.open(path).map_err(|why| Stop::failed(path, &why))
}

fn options(files: &Files, encoding: Option<&Encoding>) -> OpenOptions {
    OpenOptions::within(files.clone()).with(|o| o.encoding = encoding.and_then(|e| e.label.clone()))
}

/// Opens two files to compare them, and gives both to a function. A file that is compared with itself is read once.
pub fn open_both<T>(
    [files, others]: [&Files; 2],
    [first, second]: [&str; 2],
    holder: SkinHolder,
    compare: impl FnOnce(&File, &File) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let a = open_with(files, first, None, holder)?;
    match first == second {
        true => compare(&a, &a),
        false => compare(&a, &open_with(others, second, None, holder)?),
    }
}

impl LossOptions {
    /// Notes the file that losses go to.
    pub fn will_write(&self, writer: &mut Writer<'_>) -> Result<(), Stop> {
        self.file.iter().try_for_each(|file| writer.will_write(file)).map_err(Stop::from)
    }

    /// Puts the losses into their file, if the user wants one.
    pub fn put<E>(&self, writer: &mut Writer<'_>, json: impl FnOnce() -> Result<Value, E>) -> Result<(), E> {
        if let Some(file) = &self.file {
            writer.put(file, Language::Json.safe(&format!("{:#}\n", json()?)).into_owned().into_bytes());
        }
        Ok(())
    }

    /// The codes that do not count.
    pub fn selection(&self) -> Selection {
        Selection { ignore: self.ignored.clone(), ..Selection::default() }
    }

    /// Tells losses and what was written as the user wants it, and says how the command ends because of them.
    pub fn settle(
        &self,
        losses: &Losses,
        written: &dyn Fn(Origin) -> Option<Written>,
        said: impl FnOnce() -> Option<Said>,
    ) -> Outcome {
        if !self.quiet {
            aside(&self.text(losses, written));
            if let Some(said) = said() {
                said.losses(losses, &self.selection()).say();
            }
        }
        Ok(self.status(losses))
    }

    /// The losses as the user wants to read them.
    pub fn text(&self, losses: &Losses, written: &dyn Fn(Origin) -> Option<Written>) -> String {
        let all = "`--verbose` lists and `--losses FILE` writes all";
        losses::text_of(written, losses, &Telling { all, selection: Some(&self.selection()), verbose: self.verbose })
    }

    /// How a command ends because of losses.
    pub fn status(&self, losses: &Losses) -> Status {
        let least = match self.fail_on {
            Some(FailOn::Dropped) => Fate::Dropped,
            Some(FailOn::Approximated) => Fate::Approximated,
            None => return Status::Fine,
        };
        let selection = self.selection();
        let counts =
            |loss: &Loss| loss.fate >= least && loss.code.subject < Subject::Metadata && !selection.ignores(loss.code);
        // Nobody knows what those are that were only counted.
        let failed = losses.iter().any(counts) || losses.further() > 0;
        if failed { Status::Findings } else { Status::Fine }
    }
}

fn loss_code(word: &str) -> Result<String, String> {
    let selection = Selection { ignore: vec![word.to_owned()], ..Selection::default() };
    let codes = portolan::all_codes();
    match selection.unknown_word(&codes) {
        None => Ok(word.to_owned()),
        Some(_) => Err(unknown_code(word, &codes)),
    }
}

/// What to say about a word that is no code.
pub fn unknown_code(word: &str, codes: &[&'static Code]) -> String {
    let words = codes.iter().flat_map(|code| [code.id, code.name]);
    let near = nearest(word, words.clone()).or_else(|| nearest(&word.to_ascii_uppercase(), words));
    let hint = near.map_or("`portolan explain` lists all codes".to_owned(), |n| format!("did you mean `{n}`?"));
    format!("unknown code `{word}`; {hint}")
}

/// Reads a JSON file that this program wrote.
pub fn read_json(path: &Path) -> Result<Value, Stop> {
    let text = std::fs::read_to_string(path).map_err(|e| unreadable(path, format!("cannot read the file: {e}")))?;
    serde_json::from_str(&text).map_err(|e| unreadable(path, format!("the file is not valid JSON: {e}")))
}

/// A file of the user's cannot be used.
pub fn unreadable(path: &Path, why: String) -> Stop {
    Stop::Message(Status::Unreadable, format!("{}: {why}", path.display()))
}

/// How transparency is read, by its name.
pub fn opacity(text: &str) -> Result<Opacity, String> {
    let named = Opacity::ALL.iter().find(|(_, name)| *name == text);
    named.map(|(opacity, _)| *opacity).ok_or_else(|| "it must be auto, strict or inverted".to_owned())
}

/// A number above zero.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("it must be a number above zero".to_owned()),
    }
}

/// The format to write: that of `--to`, else that of the output's extension, among those that are known.
pub fn target<T>(to: Option<&str>, output: &str, named: impl Fn(&str) -> Option<T>, known: &[&str]) -> Result<T, Stop> {
    let extension = Path::new(output).extension().map(|e| e.to_string_lossy());
    let Some(name) = to.or(extension.as_deref()) else {
        let what = match Path::new(output).is_dir() {
            true => format!("`{output}` is a folder; give the name of a file in it"),
            false => format!("`{output}` has no extension; give the format with one, or with `--to`"),
        };
        return Err(Stop::usage(format!("{what}: {}", dotted(known))));
    };
    let unknown = || Stop::usage(format!("`.{name}` files cannot be written; supported formats are {}", dotted(known)));
    named(name).ok_or_else(unknown)
}

fn dotted(extensions: &[&str]) -> String {
    extensions.iter().map(|e| format!(".{e}")).collect::<Vec<_>>().join(", ")
}

/// `500M`, `8G`, a number of bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let text = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, letter)) if letter.is_ascii_alphabetic() => (text.get(..at).unwrap_or_default(), letter),
        _ => (text, ' '),
    };
    let scale = match unit.to_ascii_uppercase() {
        ' ' => 0,
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => return Err("write it as in 500M or 8G".to_owned()),
    };
    let number = digits.trim().parse::<f64>().ok().filter(|n| n.is_finite() && *n > 0.0);
    let bytes = number.map(|n| n * (1u64 << scale) as f64).filter(|n| *n < 1e18);
    bytes.map(|n| n as u64).ok_or_else(|| "write it as in 500M or 8G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_numbers_with_units() {
        for (text, bytes) in [("100", 100), ("64K", 64 << 10), ("500M", 500 << 20), ("8G", 8 << 30), ("2T", 2 << 40)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for (text, bytes) in [("500m", 500 << 20), ("8 GiB", 8 << 30), ("1.5G", 3 << 29), (" 10 MB ", 10 << 20)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for wrong in ["", "0", "-1", "lots", "M", "5X", "nan", "inf", "1e30G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
