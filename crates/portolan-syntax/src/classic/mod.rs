//! Classic VRML → [`Tree`]: VRML97 (`.wrl`) and the classic encoding of X3D (`.x3dv`).
//!
//! The tree is the one that the XML encoding of X3D has, so that everything behind it is written once: a node is an element, a
//! field with values is an attribute, nodes in a field are child elements that say by `containerField` in which one they
//! stand. `PROTO` is `ProtoDeclare`, an instance of one `ProtoInstance` with `fieldValue`, `IS` is an `IS` with a `connect`, and
//! everything stands in `X3D` and its `Scene`. Names that are not written in the file are put behind its text.
//!
//! [`crate::Attr::value`] gives values as XML writes them: without commas and comments, `true` for `TRUE`, hexadecimal numbers as
//! decimal ones, one string without its quotation marks. A list of values is one span, however long it is.

pub mod codes;
mod lexer;
mod node;
mod parser;
mod statement;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
mod value;

pub use lexer::{Mark, marks};
pub use value::escaped;
pub(crate) use value::{plain, string};

use crate::tree::{Syntax, TreeBuilder};
use crate::{Finding, Findings, Limits, Source, Span, Tree};

/// Names that are not written in a file, with a space between them.
const WORDS: &str = " X3D version profile head component meta Scene DEF USE containerField ProtoDeclare ProtoInterface \
    ProtoBody ExternProtoDeclare ProtoInstance field fieldValue IS connect ROUTE IMPORT EXPORT unit name value type url \
    accessType nodeField protoField fromNode fromField toNode toField content level inlineDEF importedDEF localDEF \
    AS category conversionFactor 2.0 ";

/// Reads a document.
pub fn parse(mut source: Source, limits: &Limits) -> (Tree, Findings) {
    let mut findings = Findings::new(limits.findings);
    if let Some((offset, count)) = source.unreadable() {
        let span = Span::new(offset, offset + '\u{FFFD}'.len_utf8() as u32);
        let message = match count {
            1 => "a byte sequence is not UTF-8".to_owned(),
            _ => format!("{count} byte sequences are not UTF-8, the first one here"),
        };
        let help = "save the file as UTF-8, or read it with `--encoding`";
        findings.push(Finding::new(&codes::UNREADABLE_BYTES, span, message).help(help));
    }
    let Some(words) = source.append_expansion(WORDS, 0) else {
        findings.push(Finding::new(&codes::LIMIT, Span::at(0), "the document is too large"));
        let builder = TreeBuilder::new(source.text().len());
        return (builder.finish(source, Syntax::Classic), findings);
    };
    let builder = parser::run(&source, words.start, limits, &mut findings);
    findings.sort();
    (builder.finish(source, Syntax::Classic), findings)
}

/// Reads a document from text, with default limits.
pub fn parse_text(text: impl Into<String>) -> (Tree, Findings) {
    parse(Source::from_text("text", text), &Limits::default())
}
