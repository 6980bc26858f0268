//! Reports for people and machines, one rendering a file.
//!
//! A [`Rendering`] is a row of functions: what stands before the first file, what a file looks like, what stands
//! between files and behind the last. So thousands of files can be rendered while others are still being checked.

pub mod concise;
pub mod excerpt;
pub mod github;
pub mod gitlab;
pub mod html;
pub mod json;
pub mod junit;
mod place;
pub mod safe;
pub mod sarif;
pub mod text;

use portolan_syntax::{Code, Severity};

use crate::{FileReport, Summary};

pub use place::Places;
pub use safe::Language;

/// A way to show reports.
#[derive(Debug)]
pub struct Rendering {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is written in.
    pub language: Language,
    /// What it is for.
    pub doc: &'static str,
    /// What stands before the first file.
    pub begin: fn(&Style) -> String,
    /// One file.
    pub file: fn(&FileReport, &Style) -> String,
    /// What stands between two files (of those that give any text).
    pub between: &'static str,
    /// What stands behind the last file.
    pub end: fn(&Summary, &Style) -> String,
}

/// Every rendering.
pub static RENDERINGS: &[&Rendering] = &[
    &text::RENDERING,
    &concise::RENDERING,
    &json::RENDERING,
    &sarif::RENDERING,
    &junit::RENDERING,
    &github::RENDERING,
    &gitlab::RENDERING,
    &html::RENDERING,
];

/// How to show.
#[derive(Clone, Debug)]
pub struct Style {
    /// With colours of a terminal?
    pub colour: bool,
    /// Columns of the terminal; excerpts are cut to it.
    pub width: usize,
    /// Leave out what is not a finding.
    pub quiet: bool,
    /// From which severity on a finding is a failure.
    pub failing: Severity,
    /// The folder that paths are shown relative to where a service wants them so, with `/` at its end; empty for none.
    pub folder: String,
    /// Every code that may be reported, for renderings that list them.
    pub codes: Vec<&'static Code>,
    /// Draws what the file at a path shows, for renderings with pictures.
    pub picture: Option<fn(&str) -> Shown>,
}

/// What a rendering shows of a file besides its findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// A picture, as a data URI.
    Picture(String),
    /// Why there is none, as a sentence.
    Words(&'static str),
    /// There is nothing to see.
    Nothing,
}

impl Style {
    /// A path relative to the folder, if it is below it.
    pub fn relative<'a>(&self, path: &'a str) -> &'a str {
        let below = path.strip_prefix(&self.folder).filter(|_| !self.folder.is_empty());
        let path = below.unwrap_or(path);
        path.strip_prefix("./").unwrap_or(path)
    }
}

/// For renderings that begin with the first file.
fn nothing(_: &Style) -> String {
    String::new()
}

impl Default for Style {
    fn default() -> Style {
        Style {
            colour: false,
            width: 100,
            quiet: false,
            failing: Severity::Error,
            folder: String::new(),
            codes: Vec::new(),
            picture: None,
        }
    }
}

impl Rendering {
    /// One file, with no character of its document left that controls whatever shows it.
    pub fn of(&self, file: &FileReport, style: &Style) -> String {
        let text = (self.file)(file, style);
        let safe = if style.colour { safe::coloured(&text) } else { self.language.safe(&text) };
        match safe {
            std::borrow::Cow::Borrowed(_) => text,
            std::borrow::Cow::Owned(safe) => safe,
        }
    }
}

/// All files of a report in one text.
pub fn render(rendering: &Rendering, files: &[FileReport], style: &Style) -> String {
    let mut sum = Summary::default();
    let mut out = (rendering.begin)(style);
    let mut any = false;
    for file in files {
        let text = rendering.of(file, style);
        if any && !text.is_empty() {
            out.push_str(rendering.between);
        }
        any |= !text.is_empty();
        out.push_str(&text);
        sum.add(&Summary::of(file));
    }
    out.push_str(&(rendering.end)(&sum, style));
    out
}
