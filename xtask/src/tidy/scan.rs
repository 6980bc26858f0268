//! What stands in a source file, outside of tests: paths of the standard library, texts, and comments that document.

/// A path that is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// `std`, `time`, `Instant`.
    pub path: Vec<String>,
    /// The line of its last part, from 1.
    pub line: usize,
}

/// Every path that begins with `std`. Trees of imports are taken apart.
pub fn uses(source: &str) -> Vec<Use> {
    let mut words = without_tests(words(source));
    words.retain(|(word, _)| !word.starts_with(['"', '/']));
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((text, _)) = words.get(at) {
        let begins = text == "std" && !is(&words, at.wrapping_sub(1), "::");
        at = match begins {
            true => tree(&words, at, &mut Vec::new(), &mut found),
            false => at + 1,
        };
    }
    found
}

/// A word, a sign, a text with its quotation marks, or a comment that documents, and its line.
pub type Word = (String, usize);

/// Everything but what is for tests only.
pub fn all(source: &str) -> Vec<Word> {
    without_tests(words(source))
}

fn is(words: &[Word], at: usize, text: &str) -> bool {
    words.get(at).is_some_and(|(word, _)| word == text)
}

/// Reads one path, or a tree of them, from a word on; gives the place behind it.
fn tree(words: &[Word], at: usize, before: &mut Vec<String>, found: &mut Vec<Use>) -> usize {
    let Some((text, line)) = words.get(at) else { return at };
    if text == "{" {
        let mut at = at + 1;
        while at < words.len() && !is(words, at, "}") {
            let next = tree(words, at, before, found);
            at = next.max(at + 1);
        }
        return at + 1;
    }
    let is_name = |word: &str| word == "*" || word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if !is_name(text) {
        return at + 1;
    }
    before.push(text.clone());
    let goes_on = is(words, at + 1, "::") && words.get(at + 2).is_some_and(|(w, _)| w == "{" || is_name(w));
    let next = match goes_on {
        true => tree(words, at + 2, before, found),
        false => {
            found.push(Use { path: before.clone(), line: *line });
            // A new name for it is no path.
            if is(words, at + 1, "as") { at + 3 } else { at + 1 }
        }
    };
    before.pop();
    next
}

/// The words, signs and texts of a source, with the comments that document what is behind them.
fn words(source: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("//") => {
                let length = rest.find('\n').unwrap_or(rest.len());
                if rest.starts_with("///") {
                    words.push((rest[..length].to_owned(), line));
                }
                length
            }
            _ if rest.starts_with("/*") => comment(rest),
            '"' => {
                let length = text(rest, 1);
                words.push((rest[..length].to_owned(), line));
                length
            }
            '\'' => character(rest),
            'r' | 'b' | 'c' if raw_text(rest).is_some() => raw_text(rest).unwrap_or(1),
            _ if first.is_alphanumeric() || first == '_' => {
                let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                words.push((rest[..length].to_owned(), line));
                length
            }
            _ if rest.starts_with("::") => {
                words.push(("::".to_owned(), line));
                2
            }
            _ => {
                if !first.is_whitespace() {
                    words.push((first.to_string(), line));
                }
                first.len_utf8()
            }
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    words
}

/// The length of a comment that may hold others.
fn comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let step = match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                2
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
        if depth == 0 {
            break;
        }
    }
    at.min(rest.len())
}

/// The length of a text in quotation marks whose content begins at `from`.
fn text(rest: &str, from: usize) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(from) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of `r"…"`, `r#"…"#`, `b"…"` and the like.
fn raw_text(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "r", "b", "c"].into_iter().find(|p| {
        let behind = rest.strip_prefix(p).unwrap_or_default().trim_start_matches('#');
        rest.starts_with(p) && behind.starts_with('"')
    })?;
    let marks = rest[prefix.len()..].bytes().take_while(|b| *b == b'#').count();
    let begin = prefix.len() + marks + 1;
    if !prefix.ends_with('r') {
        return (marks == 0).then(|| text(rest, begin));
    }
    let end = format!("\"{}", "#".repeat(marks));
    Some(rest[begin..].find(&end).map_or(rest.len(), |at| begin + at + end.len()))
}

/// The length of a character, or of the mark of a lifetime.
fn character(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), _) => rest[3.min(rest.len())..].find('\'').map_or(1, |at| at + 4),
        (_, Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// Leaves out the items that are compiled for tests only.
fn without_tests(words: Vec<Word>) -> Vec<Word> {
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if !mark.iter().enumerate().all(|(i, word)| is(&words, at + i, word)) {
            kept.push(words[at].clone());
            at += 1;
            continue;
        }
        at = end_of_item(&words, at + mark.len());
    }
    kept
}

/// The place behind an item: behind its block, or behind its semicolon.
fn end_of_item(words: &[Word], mut at: usize) -> usize {
    let mut depth = 0usize;
    while let Some((word, _)) = words.get(at) {
        at += 1;
        match word.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(word.as_str(), "}" | ";") {
            // A tree of imports ends with its semicolon.
            return if word == "}" && is(words, at, ";") { at + 1 } else { at };
        }
    }
    at
}
