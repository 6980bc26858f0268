//! Names and references.

use super::lexer::{identifier_end, is_identifier};

/// The value of a `ref`: `null`, or a path of names from one structure to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reference<'a> {
    /// `null`: there is no target.
    Null,
    /// One or more names.
    Path(Path<'a>),
}

/// `$a%b%c`: a name, and local names that lead on from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path<'a> {
    text: &'a str,
}

impl<'a> Reference<'a> {
    /// Reads a reference; `None` if it is not one.
    pub fn parse(text: &'a str) -> Option<Reference<'a>> {
        if text == "null" {
            return Some(Reference::Null);
        }
        (reference_end(text.as_bytes(), 0) == Some(text.len()) && !text.is_empty())
            .then_some(Reference::Path(Path { text }))
    }

    /// The path, if there is a target.
    pub fn path(self) -> Option<Path<'a>> {
        match self {
            Reference::Null => None,
            Reference::Path(path) => Some(path),
        }
    }
}

impl<'a> Path<'a> {
    /// As written.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// Does it begin with a global name?
    pub fn is_global(self) -> bool {
        self.text.starts_with('$')
    }

    /// The names with their `$` or `%`, in order: `$a`, `%b`, `%c`.
    pub fn names(self) -> impl Iterator<Item = &'a str> {
        let mut rest = self.text;
        std::iter::from_fn(move || {
            let end = rest.get(1..)?.find(['$', '%']).map_or(rest.len(), |i| i + 1);
            let (name, tail) = rest.split_at_checked(end)?;
            rest = tail;
            Some(name)
        })
    }

    /// The first name, with its `$` or `%`.
    pub fn first(self) -> &'a str {
        self.names().next().unwrap_or_default()
    }
}

/// The end of the reference that begins at `at`, if there is one. Only the first name may be global.
pub(super) fn reference_end(bytes: &[u8], at: usize) -> Option<usize> {
    if !matches!(bytes.get(at), Some(b'$' | b'%')) {
        let end = identifier_end(bytes, at);
        return (bytes.get(at..end) == Some(b"null")).then_some(end);
    }
    let mut end = name_end(bytes, at)?;
    while bytes.get(end) == Some(&b'%') {
        end = name_end(bytes, end)?;
    }
    Some(end)
}

/// The end of the name (`$a`, `%a`) that begins at `at`.
pub(super) fn name_end(bytes: &[u8], at: usize) -> Option<usize> {
    let end = identifier_end(bytes, at + 1);
    (end > at + 1).then_some(end)
}

/// Is it a legal OpenDDL identifier?
pub fn is_legal_identifier(text: &str) -> bool {
    is_identifier(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references() {
        assert_eq!(Reference::parse("null"), Some(Reference::Null));
        let path = |text| Reference::parse(text).and_then(Reference::path);
        let names = |text| path(text).map(|p: Path<'static>| p.names().collect::<Vec<_>>());
        assert_eq!(names("$a"), Some(vec!["$a"]));
        assert_eq!(names("$a%b%c_1"), Some(vec!["$a", "%b", "%c_1"]));
        assert_eq!(names("%null%float"), Some(vec!["%null", "%float"]));
        assert!(path("$a").is_some_and(Path::is_global) && !path("%a").is_some_and(Path::is_global));
        assert_eq!(path("%x%y").map(Path::first), Some("%x"));
        for bad in ["", "a", "$", "%", "$a$b", "%a$b", "$1", "$a%", "$a %b", "$ a", "Null", "null%a", "nullx"] {
            assert_eq!(Reference::parse(bad), None, "{bad}");
        }
    }
}
