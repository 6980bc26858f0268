//! `<!DOCTYPE …>`: kept as it is, searched for entities, never fetched.

use super::codes;
use super::entity::Entities;
use crate::{Finding, Findings, Limits, Span};

/// Where a DOCTYPE that begins at `start` ends (behind its `>`), quotes, comments and the internal subset respected.
pub(super) fn end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    let mut subset = 0u32;
    loop {
        let rest = bytes.get(at..)?;
        match rest.first()? {
            b'"' | b'\'' => at += 2 + memchr::memchr(*rest.first()?, rest.get(1..)?)?,
            b'[' => {
                subset += 1;
                at += 1;
            }
            b']' => {
                subset = subset.saturating_sub(1);
                at += 1;
            }
            b'<' if rest.starts_with(b"<!--") => at += 7 + memchr::memmem::find(rest.get(4..)?, b"-->")?,
            b'<' if rest.starts_with(b"<?") => at += 2 + memchr::memmem::find(rest, b"?>")?,
            b'>' if subset == 0 => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Reads the entities that a DOCTYPE declares.
pub(super) fn entities(text: &str, doctype: Span, limits: &Limits, findings: &mut Findings) -> Entities {
    let mut entities = Entities::default();
    let body = text.get(doctype.range()).unwrap_or_default();
    let at = |offset: usize| doctype.start + offset as u32;
    let head = body.get(..body.find('[').unwrap_or(body.len())).unwrap_or_default();
    if let Some(offset) = head.find("SYSTEM").or_else(|| head.find("PUBLIC")) {
        let span = Span::new(at(offset), at(head.len()));
        findings.push(Finding::new(&codes::EXTERNAL_SUBSET, span, "the DOCTYPE's external subset is not read"));
    }
    let mut from = head.len();
    while let Some(offset) = body.get(from..).and_then(next_declaration).map(|o| from + o) {
        let rest = body.get(offset..).unwrap_or_default();
        let length = end(rest, 2).unwrap_or(rest.len());
        let span = Span::new(at(offset), at(offset + length));
        if let Some(declaration) = rest.get(..length).and_then(|d| d.strip_prefix("<!ENTITY")) {
            declare(declaration, span, &mut entities, findings);
        } else if rest.starts_with("<!ATTLIST") && rest.get(..length).is_some_and(|d| d.contains(['"', '\''])) {
            let message = "attribute defaults declared in the DOCTYPE are kept but not applied";
            findings.push(Finding::new(&codes::EXTERNAL_SUBSET, span, message));
        }
        from = offset + length.max(1);
    }
    for (name, span) in entities.measure(limits) {
        let message = format!("the entity `{name}` refers to itself or is nested too deeply, and is not expanded");
        findings.push(Finding::new(&codes::ENTITY_EXPANSION, span, message));
    }
    entities
}

/// Offset of the next `<!NAME`, comments and instructions passed over.
fn next_declaration(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find('<')?;
        let rest = text.get(at..)?;
        if rest.starts_with("<!--") {
            from = at + 4 + rest.get(4..)?.find("-->")? + 3;
        } else if rest.starts_with("<?") {
            from = at + rest.find("?>")? + 2;
        } else if rest.starts_with("<!") {
            return Some(at);
        } else {
            from = at + 1;
        }
    }
}

/// `<!ENTITY` is cut off: ` name "value">`, ` name SYSTEM "uri">`, ` % name …>`.
fn declare(declaration: &str, span: Span, entities: &mut Entities, findings: &mut Findings) {
    let rest = declaration.trim_start();
    let Some((name, rest)) = rest.split_once(|c: char| c.is_ascii_whitespace()) else { return };
    if name == "%" {
        let message = "parameter entities are kept but not expanded";
        findings.push(Finding::new(&codes::EXTERNAL_SUBSET, span, message));
        return;
    }
    let rest = rest.trim_start();
    match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let value = rest.get(1..).and_then(|r| r.split(quote).next()).unwrap_or_default();
            entities.declare(name, value, span);
        }
        _ => {
            let message = format!("the external entity `{name}` is not read");
            findings.push(Finding::new(&codes::EXTERNAL_SUBSET, span, message));
            entities.declare_external(name, span);
        }
    }
}
