//! Every code there is.

use portolan_syntax::Code;
use serde_json::{Value, json};

use crate::formats::formats;

/// All codes of findings and losses, in order.
pub fn all_codes() -> Vec<&'static Code> {
    let mut codes: Vec<&'static Code> = portolan_check::codes().collect();
    codes.extend(formats().into_iter().flat_map(|format| format.all_codes()));
    codes.extend(portolan_format::CONTENT_CODES);
    codes.extend(portolan_process::CODES);
    codes.extend(portolan_render::CODES);
    codes.extend(crate::pictures::codes::CODES);
    codes.extend(crate::pack::codes::CODES);
    codes.extend(crate::pose::codes::CODES);
    codes.extend(crate::simulate::codes::CODES);
    codes.extend(portolan_run::codes::CODES);
    codes.extend(portolan_resources::COMPANION_CODES);
    codes.extend(crate::import::codes::CODES);
    codes.extend(crate::referenced::codes::CODES);
    codes.sort_by_key(|c| c.id);
    codes.dedup();
    codes
}

/// The code with this id or name, in any case.
pub fn find_code(word: &str) -> Option<&'static Code> {
    all_codes().into_iter().find(|c| c.id.eq_ignore_ascii_case(word) || c.name.eq_ignore_ascii_case(word))
}

/// What a code means, as JSON: what it finds, why, what to do, and an example.
pub fn explained(code: &Code) -> Value {
    let example = crate::example(code);
    let shown = example.filter(|example| !example.wrong.is_empty());
    json!({
        "code": code.id, "name": code.name, "severity": code.severity.name(), "spec": cited(code.spec),
        "doc": paragraphs(code.doc).join("\n\n"),
        "note": example.map(|e| &e.note).filter(|note| !note.is_empty()),
        "wrong": shown.map(|e| &e.wrong), "right": shown.map(|e| &e.right).filter(|right| !right.is_empty()),
    })
}

/// A place in a specification in words: `COLLADA 1.5.0, chapter 5, page 5-108` for `5-108`.
pub fn cited(place: &str) -> String {
    formats().into_iter().find_map(|format| (format.cite)(place)).unwrap_or_else(|| place.to_owned())
}

/// The paragraphs of a doc comment, each on one line; a line that begins with more white space (an example) and list
/// items stay lines of their own.
pub fn paragraphs(doc: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![String::new()];
    let mut fenced = false;
    for line in doc.lines() {
        let text = line.strip_prefix(' ').unwrap_or(line).trim_end();
        let fence = text.trim_start().starts_with("```");
        let own_line = fenced || fence || text.starts_with("    ") || text.starts_with("- ") || text.starts_with("| ");
        fenced ^= fence;
        if text.is_empty() && !fenced {
            out.push(String::new());
        } else if let Some(last) = out.last_mut() {
            if !last.is_empty() {
                last.push(if own_line { '\n' } else { ' ' });
            }
            last.push_str(text);
        }
    }
    out.retain(|p| !p.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_documented() {
        let codes = all_codes();
        for pair in codes.windows(2) {
            assert_ne!(pair[0].id, pair[1].id, "{} and {}", pair[0].name, pair[1].name);
        }
        for code in &codes {
            assert!(code.doc.len() > 20, "{} says nothing", code.id);
            assert_eq!(codes.iter().filter(|c| c.name == code.name).count(), 1, "{} is a name of two codes", code.name);
        }
    }
}
