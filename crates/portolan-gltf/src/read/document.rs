//! A glTF file as its findings need it: the text, and where everything in it is.

use std::collections::HashMap;
use std::sync::OnceLock;

use portolan_scene::Origin;
use portolan_syntax::{Source, Span, Tree};

/// A glTF file that was read. The elements of origins are values of its JSON text, told by JSON pointers.
#[derive(Debug)]
pub struct Document {
    /// The JSON text, as a tree without elements.
    pub tree: Tree,
    /// Bytes of the whole file.
    pub size: u64,
    /// The program that wrote it.
    pub generator: Option<String>,
    pointers: Vec<Box<str>>,
    /// Where the text cannot be read.
    broken: Option<Span>,
    spans: OnceLock<Vec<Span>>,
}

impl Document {
    pub(super) fn new(location: &str, text: String, bytes: u64, pointers: Vec<Box<str>>, broken: Option<u32>) -> Self {
        let (tree, broken) = (Tree::of_text(Source::from_text(location, text)), broken.map(Span::at));
        Document { tree, size: bytes, generator: None, pointers, broken, spans: OnceLock::new() }
    }

    /// The JSON pointer of an element; empty is the whole text.
    pub fn pointer(&self, origin: Origin) -> &str {
        self.pointers.get(origin.element as usize).map_or("", |p| p)
    }

    /// Where an element stands in the text.
    pub fn span(&self, origin: Origin) -> Span {
        if let Some(broken) = self.broken.filter(|_| origin.element == 0) {
            return broken;
        }
        let spans = self.spans.get_or_init(|| find(self.tree.source().text(), &self.pointers));
        spans.get(origin.element as usize).copied().unwrap_or(Span::at(0))
    }
}

/// Where values stand that pointers lead to, in one pass over the text. What is not found is at the beginning.
fn find(text: &str, pointers: &[Box<str>]) -> Vec<Span> {
    let wanted: HashMap<&str, usize> = pointers.iter().enumerate().map(|(i, p)| (&**p, i)).collect();
    let mut search =
        Search { bytes: text.as_bytes(), at: 0, path: String::new(), wanted, found: vec![Span::at(0); pointers.len()] };
    // The text was read before; whoever nests deeper than that reader allows never comes here.
    search.value(0);
    search.found
}

struct Search<'a> {
    bytes: &'a [u8],
    at: usize,
    path: String,
    wanted: HashMap<&'a str, usize>,
    found: Vec<Span>,
}

impl Search<'_> {
    fn byte(&mut self) -> Option<u8> {
        while self.bytes.get(self.at)?.is_ascii_whitespace() {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Passes a value; `None` at the end of the text.
    fn value(&mut self, depth: usize) -> Option<()> {
        let first = self.byte()?;
        let start = self.at;
        match first {
            b'{' | b'[' if depth < 200 => self.members(first == b'{', depth)?,
            b'"' => _ = self.string()?,
            _ => {
                while self.bytes.get(self.at).is_some_and(|b| !b",]}".contains(b) && !b.is_ascii_whitespace()) {
                    self.at += 1;
                }
            }
        }
        if let Some(slot) = self.wanted.get(self.path.as_str()).and_then(|i| self.found.get_mut(*i)) {
            *slot = Span::new(start as u32, self.at as u32);
        }
        Some(())
    }

    fn members(&mut self, named: bool, depth: usize) -> Option<()> {
        let close = if named { b'}' } else { b']' };
        let before = self.path.len();
        self.at += 1;
        let mut number = 0;
        while self.byte()? != close {
            if self.byte()? == b',' {
                self.at += 1;
                continue;
            }
            self.path.push('/');
            if named {
                let (from, to) = self.string()?;
                let raw = std::str::from_utf8(self.bytes.get(from..to)?).ok()?;
                let key = serde_json::from_str::<String>(raw).ok()?;
                self.path.push_str(&escaped(&key));
                if self.byte()? == b':' {
                    self.at += 1;
                }
            } else {
                self.path.push_str(&number.to_string());
            }
            let here = self.at;
            self.value(depth + 1)?;
            self.path.truncate(before);
            if self.at == here {
                return None;
            }
            number += 1;
        }
        self.at += 1;
        Some(())
    }

    /// Passes a string and tells where it is, quotes included.
    fn string(&mut self) -> Option<(usize, usize)> {
        let start = self.at;
        if self.byte()? != b'"' {
            return None;
        }
        self.at += 1;
        loop {
            match *self.bytes.get(self.at)? {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some((start, self.at))
    }
}

/// A name as part of a JSON pointer.
pub(super) fn escaped(name: &str) -> std::borrow::Cow<'_, str> {
    match name.contains(['~', '/']) {
        true => name.replace('~', "~0").replace('/', "~1").into(),
        false => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_their_text() {
        let text = r#"{ "a": [1, {"b/c": "x\"y"}], "d": {"e": null}}"#;
        let pointers = ["", "/a/1", "/a/1/b~1c", "/d/e", "/a/0", "/nowhere"].map(Box::from);
        let spans = find(text, &pointers);
        let cut: Vec<&str> = spans.iter().map(|s| &text[s.start as usize..s.end as usize]).collect();
        assert_eq!(cut, [text, r#"{"b/c": "x\"y"}"#, r#""x\"y""#, "null", "1", ""]);
    }
}
