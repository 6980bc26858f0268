//! Canonical layout: `portolan fmt`.
//!
//! Only white space that carries no meaning is changed, as text edits on the source: between elements, between the
//! parts of a start tag or head, and on request between the numbers of a list. Comments, attribute order, quotes,
//! CDATA, entities and everything in mixed content stay as they are. The result is read again and compared before it is
//! given out.

mod classic;
mod compare;
mod ddl;
mod xml;

use portolan_check::{Options, Report};
use portolan_syntax::{Edit, Severity, Source, Syntax, edit};

pub use compare::same_meaning;

/// Layout options.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// One level of indentation. Default: two spaces.
    pub indent: String,
    /// Columns after which a start tag is broken. Default: 120.
    pub width: usize,
    /// Puts the items of lists into lines of this many columns. Default: lists stay as they are.
    pub wrap: Option<usize>,
}

impl Layout {
    /// Returns the options with some fields changed: `Layout::default().with(|c| c.width = 80)`.
    pub fn with(mut self, set: impl FnOnce(&mut Layout)) -> Layout {
        set(&mut self);
        self
    }
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { indent: "  ".to_owned(), width: 120, wrap: None }
    }
}

/// Why a document was not formatted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not well-formed, so it is not certain what belongs where.
    NotWellFormed {
        /// What is wrong first.
        message: String,
        /// Where.
        line: u32,
        /// Where in the line.
        column: u32,
    },
    /// No table describes its format, so it is not known what white space means.
    NoTable,
    /// The result would not mean the same: a fault of the layout, and the document is safe.
    Changed,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::NotWellFormed { message, line, column } => {
                write!(f, "it is not well-formed: {message} (line {line}, column {column})")
            }
            Refusal::NoTable => f.write_str("files of this format cannot be formatted"),
            Refusal::Changed => f.write_str(
                "formatting would change its meaning; please report this together with \
                the file",
            ),
        }
    }
}

impl std::error::Error for Refusal {}

/// The document of a report in canonical layout, in its own encoding.
pub fn lay_out(report: &Report, layout: &Layout) -> Result<Vec<u8>, Refusal> {
    let tree = report.tree();
    let source = tree.source();
    let reading = |id: &str| ["XML", "DDL", "WRL"].iter().any(|stage| id.starts_with(stage));
    if let Some(bad) = report.findings.iter().find(|f| f.severity == Severity::Error && reading(f.code.id)) {
        let place = source.place(bad.span.start);
        return Err(Refusal::NotWellFormed { message: bad.message.clone(), line: place.line, column: place.column });
    }
    let Some(table) = &report.format.table else { return Err(Refusal::NoTable) };
    // Where nothing is written there is nothing to lay out.
    if source.text().trim_start_matches('\u{FEFF}').trim().is_empty() {
        return Ok(source.bytes().to_vec());
    }
    let pen = Pen { source, layout, newline: newline(source.text()), edits: Vec::new() };
    let Some(document) = report.document() else { return Err(Refusal::NoTable) };
    let edits = match tree.syntax() {
        Syntax::Xml => xml::edits(document, pen),
        Syntax::Ddl => ddl::edits(tree, pen),
        Syntax::Classic => classic::edits(tree, pen),
    };
    let (bytes, skipped) = edit::apply(source, &edits);
    let encoding = source.encoding().name();
    let limits = &Options::default().limits;
    let again = Source::new(source.name(), bytes.clone(), Some(encoding), limits).map_err(|_| Refusal::Changed)?;
    let (again, _) = (table.parse)(again, limits);
    if skipped > 0 || !same_meaning(tree, &again) {
        return Err(Refusal::Changed);
    }
    Ok(bytes)
}

/// The document's own way to end a line: that of its first line.
fn newline(text: &str) -> &'static str {
    match text.find(['\n', '\r']) {
        Some(at) if text.get(at..).is_some_and(|t| t.starts_with("\r\n")) => "\r\n",
        Some(at) if text.get(at..).is_some_and(|t| t.starts_with('\r')) => "\r",
        _ => "\n",
    }
}

/// Collects edits.
struct Pen<'a> {
    source: &'a Source,
    layout: &'a Layout,
    newline: &'static str,
    edits: Vec<Edit>,
}

impl Pen<'_> {
    /// The text from `from` to `to` shall be `text`.
    fn put(&mut self, from: u32, to: u32, text: String) {
        let span = portolan_syntax::Span::new(from, to);
        if self.source.slice(span) != text {
            self.edits.push(Edit { span, text });
        }
    }

    fn slice(&self, from: u32, to: u32) -> &str {
        self.source.slice(portolan_syntax::Span::new(from, to))
    }

    /// A line end and the indentation of a depth.
    fn line(&self, depth: usize) -> String {
        format!("{}{}", self.newline, self.layout.indent.repeat(depth))
    }

    /// The gap before a child: a new line, with one empty line before it if there was one, or a space before a comment
    /// that stands behind something on its line.
    fn gap(&mut self, from: u32, to: u32, depth: usize, first: bool, comment: bool) {
        let lines = line_ends(self.slice(from, to));
        let text = match lines {
            0 if comment && !(first && depth == 0) => " ".to_owned(),
            2.. if !first => format!("{}{}", self.newline, self.line(depth)),
            _ if first && depth == 0 => String::new(),
            _ => self.line(depth),
        };
        self.put(from, to, text);
    }
}

fn line_ends(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |(i, b): (usize, &u8)| *b == b'\n' || *b == b'\r' && bytes.get(i + 1) != Some(&b'\n');
    bytes.iter().enumerate().filter(|&pair| ends(pair)).count()
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'))
}

/// Columns of a text, near enough to decide where to break.
fn columns(text: &str) -> usize {
    text.chars().count()
}
