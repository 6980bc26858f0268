//! Every code of a finding or loss is documented where it is declared, and declared once.

use std::collections::HashMap;

use super::File;
use super::scan::{Word, all};

/// Lists the codes without documentation, and those that are declared again.
pub fn check(sources: &[File]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut known: HashMap<String, String> = HashMap::new();
    for file in sources.iter().filter(|f| !super::is_for_tests(&f.path)) {
        for Declared { id, line, doc } in declared(&all(&file.text)) {
            let place = format!("{}:{line}", file.path);
            if !is_said(&doc) {
                lines.push(format!(
                    "{place}: `{id}` is not documented: say in sentences what it finds, why that matters and what to do"
                ));
            }
            if let Some(first) = known.insert(id.clone(), place.clone()) {
                lines
                    .push(format!("{place}: `{id}` is declared at {first} as well: take a number that was never used"));
            }
        }
    }
    lines
}

/// A code as it is declared.
struct Declared {
    id: String,
    line: usize,
    /// The lines of its documentation.
    doc: Vec<String>,
}

/// The declarations in `codes!` and `rule!`, and of rows of `Code` by hand: an id, a name and a severity behind each other.
fn declared(words: &[Word]) -> Vec<Declared> {
    let mut found = Vec::new();
    for (at, (word, line)) in words.iter().enumerate() {
        let Some(id) = word.strip_prefix('"').and_then(|w| w.strip_suffix('"')).filter(|w| is_id(w)) else { continue };
        let behind: Vec<&str> = words[at + 1..].iter().take(3).map(|(w, _)| w.as_str()).collect();
        let by_macro = matches!(behind[..], [name, "Error" | "Warning" | "Info", ..] if name.starts_with('"'));
        let by_hand = at > 1 && words[at - 1].0 == ":" && words[at - 2].0 == "id" && behind.first() == Some(&",");
        if !by_macro && !by_hand {
            continue;
        }
        let mut before = words[..at].iter().rev().map(|(w, _)| w.as_str()).peekable();
        // The name of the static stands between the documentation and the id.
        if by_macro && before.peek().is_some_and(|w| !w.starts_with("///")) {
            before.next();
        }
        let mut doc: Vec<String> =
            before.map_while(|w| w.strip_prefix("///")).map(|line| line.trim().to_owned()).collect();
        doc.reverse();
        found.push(Declared { id: id.to_owned(), line: *line, doc });
    }
    found
}

/// `XML004`
fn is_id(text: &str) -> bool {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    text.len() == letters.len() + 3 && letters.len() >= 2 && letters.bytes().all(|b| b.is_ascii_uppercase())
}

/// Is a documentation a sentence at least?
fn is_said(doc: &[String]) -> bool {
    let text = doc.join(" ");
    let text = text.trim();
    text.starts_with(|c: char| c.is_uppercase() || c == '`') && text.ends_with(['.', '`']) && text.contains(' ')
}
