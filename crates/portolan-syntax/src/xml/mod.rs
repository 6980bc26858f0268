//! XML 1.0 with namespaces → [`Tree`].
//!
//! Reading never fails: what is not well-formed becomes a finding, and the tree goes on as a person would read it.
//! DOCTYPEs are kept and never fetched; internal entities are expanded within limits.

pub mod chars;
pub mod codes;
mod doctype;
pub(crate) mod entity;
pub mod escape;
mod junk;
mod namespaces;
mod parser;
mod pieces;
mod repair;
mod tag;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
mod write;

pub use write::{Number, Writer, number, put_tuples};

use crate::encoding::Encoding;
use crate::tree::Syntax;
use crate::{Finding, Findings, Limits, Source, Span, Tree};

/// Reads a document.
pub fn parse(mut source: Source, limits: &Limits) -> (Tree, Findings) {
    let mut findings = Findings::new(limits.findings);
    check_encoding(&source, &mut findings);
    if let Some((offset, count)) = source.forbidden() {
        let c = source.text().get(offset..).and_then(|t| t.chars().next()).unwrap_or_default();
        let mut message = format!("the character U+{:04X} is not allowed in XML", u32::from(c));
        if count > 1 {
            message = format!("{count} characters are not allowed in XML, the first is U+{:04X}", u32::from(c));
        }
        let span = Span::new(offset as u32, (offset + c.len_utf8()) as u32);
        let title = if count > 1 { "remove the characters" } else { "remove the character" };
        let edits = repair::without_forbidden(source.text());
        findings.push(Finding::new(&codes::FORBIDDEN_CHARACTER, span, message).help("remove it").fix(title, edits));
    }
    let mut entities = match parser::find_doctype(source.text()) {
        Some(span) => doctype::entities(source.text(), span, limits, &mut findings),
        None => entity::Entities::default(),
    };
    entities.place_markup(&mut source);
    let (builder, refused) = parser::run(&source, limits, &entities, &mut findings);
    if refused {
        entities.refuse();
    }
    let mut tree = builder.finish(source, Syntax::Xml);
    tree.entities = entities;
    (tree, findings)
}

/// Reads a document from text, with default limits.
pub fn parse_text(text: impl Into<String>) -> (Tree, Findings) {
    parse(Source::from_text("text", text), &Limits::default())
}

/// Whether a document that is read in pieces is the same as from the one reader. For tests and fuzzing.
#[doc(hidden)]
pub fn pieces_agree(text: &str, count: usize) -> bool {
    pieces::compare(text, count).is_some_and(|(whole, pieces)| pieces.is_none_or(|pieces| pieces == whole))
}

fn check_encoding(source: &Source, findings: &mut Findings) {
    if let Some((offset, count)) = source.unreadable() {
        let name = source.encoding().name();
        let message = match count {
            1 => format!("a byte sequence is not {name}"),
            _ => format!("{count} byte sequences are not {name}, the first one here"),
        };
        let finding = Finding::new(&codes::UNREADABLE_BYTES, Span::new(offset, offset + 3), message);
        let finding = finding.help("correct the encoding declaration, or read with `--encoding`");
        findings.push(finding.guess("declare the bytes as ISO-8859-1", repair::declare_latin(source)));
    }
    let Some(label) = source.declared_encoding() else { return };
    let start = source.text().find(label).unwrap_or(0) as u32;
    let span = Span::new(start, start + label.len() as u32);
    let used = source.encoding();
    let corrected = |finding: Finding| match (source.unreadable(), repair::label(source)) {
        (None, label) => finding.fix(format!("declare `{label}`"), vec![crate::Edit::replace(span, label)]),
        _ => finding,
    };
    match Encoding::for_label(label) {
        None => {
            let message = format!("unknown encoding `{label}`; the document is read as {}", used.name());
            findings.push(corrected(Finding::new(&codes::ENCODING_DECLARATION, span, message)));
        }
        Some(declared) if declared != used && source.bytes().first() != Some(&0xEF) => {
            let message = format!("the document declares the encoding `{label}`, but its bytes are {}", used.name());
            findings.push(corrected(Finding::new(&codes::ENCODING_DECLARATION, span, message)));
        }
        Some(_) => {}
    }
}
