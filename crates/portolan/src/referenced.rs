//! Files that a document refers to, looked for.

use portolan_check::file::{CANNOT_READ, OUTSIDE};
use portolan_format::{Document, Format, Outward, Role};
use portolan_resources::uri::UriRef;
use portolan_resources::{Resources, Unreadable};
use portolan_syntax::{Finding, Findings, Span};

/// Codes of files that documents refer to.
pub(crate) mod codes {
    portolan_syntax::codes! {
        /// Codes of files that documents refer to.
        CODES:

        /// Finds references to pictures, documents and other files that are not there.
        ///
        /// Whatever reads the document shows it without them. Put the file where the reference says, or correct the
        /// reference; a file that merely lies elsewhere is found by `--root` and `--allow`.
        MISSING "REF060" "missing-file" Warning;

        /// Finds references to files that are there, but outside of the folder that the document may read.
        ///
        /// Other programs may find them as long as the folders stay as they are. The finding names the folder that
        /// `--allow` has to permit.
        DENIED "REF061" "file-outside" Info;
    }
}

/// Tells which of the files that a document refers to are missing.
pub(crate) fn look_for(
    format: &Format,
    document: &Document,
    location: &str,
    resources: &dyn Resources,
    findings: &mut Findings,
) {
    for (reference, why) in absent(format, document, location, resources) {
        let code = match why.code {
            code if *code == CANNOT_READ => &codes::MISSING,
            code if *code == OUTSIDE => &codes::DENIED,
            // What would have to be fetched may be there.
            _ => continue,
        };
        let span = reference.spans.first().copied().unwrap_or_else(|| Span::at(0));
        let mut finding = Finding::new(code, span, why.message).on(reference.element);
        finding.help = why.help;
        findings.push(finding);
    }
}

/// The references to files that cannot be read, and why.
pub(crate) fn absent(
    format: &Format,
    document: &Document,
    location: &str,
    resources: &dyn Resources,
) -> Vec<(Outward, Unreadable)> {
    let references = format.outward.and_then(|find| find(document)).unwrap_or_default();
    let unread = |reference: Outward| {
        let why = document.locate(location, resources, &reference.text).err()?;
        Some((reference, why))
    };
    references.into_iter().filter(is_needed).filter_map(unread).collect()
}

/// Where the files are that a document refers to and that are there.
pub(crate) fn present(format: &Format, document: &Document, location: &str, resources: &dyn Resources) -> Vec<String> {
    let references = format.outward.and_then(|find| find(document)).unwrap_or_default();
    let located = |reference: Outward| document.locate(location, resources, &reference.text).ok();
    references.into_iter().filter(|r| !r.own).filter_map(located).map(|found| found.location).collect()
}

/// Does something lack if the file is not there? What stands in content that nobody knows may be anything.
fn is_needed(reference: &Outward) -> bool {
    let named = !reference.own && !UriRef::parse(&reference.text).is_local();
    named && matches!(reference.role, Role::Element | Role::File)
}
