//! URI references after RFC 3986, and the native paths that files hold in their place.

use std::borrow::Cow;
use std::ops::Range;

use portolan_syntax::ddl::base64_value;

/// A URI reference, split and not yet decoded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct UriRef<'a> {
    /// `http`.
    pub scheme: Option<&'a str>,
    /// `host:port`, between `//` and the path.
    pub authority: Option<&'a str>,
    /// The path, possibly empty.
    pub path: &'a str,
    /// Behind `?`.
    pub query: Option<&'a str>,
    /// Behind `#`.
    pub fragment: Option<&'a str>,
}

impl<'a> UriRef<'a> {
    /// Splits a text. Every text can be split; [`faults`] tells what is not lawful in it.
    ///
    /// A path of Windows (`C:\a`, `c:/a`) has no scheme: one letter before a colon and a slash is a drive.
    pub fn parse(text: &'a str) -> UriRef<'a> {
        let (rest, fragment) = split(text, '#');
        let (rest, query) = split(rest, '?');
        if is_drive_path(rest) {
            return UriRef { path: rest, query, fragment, ..UriRef::default() };
        }
        let (scheme, rest) = match rest.split_once(':') {
            Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let end = rest.find('/').unwrap_or(rest.len());
                let (authority, path) = rest.split_at(end);
                (Some(authority), path)
            }
            None => (None, rest),
        };
        UriRef { scheme, authority, path, query, fragment }
    }

    /// Does it stay in the document it stands in?
    pub fn is_local(&self) -> bool {
        self.scheme.is_none() && self.authority.is_none() && self.path.is_empty() && self.query.is_none()
    }

    /// The fragment, decoded; what cannot be decoded stays as written.
    pub fn fragment_text(&self) -> Option<Cow<'a, str>> {
        self.fragment.map(|f| decode(f).unwrap_or(Cow::Borrowed(f)))
    }

    /// Follows the reference from a base (RFC 3986, 5.2.2).
    pub fn resolve(&self, base: &UriRef<'_>) -> String {
        let (authority, path, query) = if self.scheme.is_some() || self.authority.is_some() {
            (self.authority, remove_dots(self.path), self.query)
        } else if self.path.is_empty() {
            (base.authority, base.path.to_owned(), self.query.or(base.query))
        } else if self.path.starts_with('/') {
            (base.authority, remove_dots(self.path), self.query)
        } else {
            let folder = match base.path.rfind('/') {
                Some(at) => base.path.get(..=at).unwrap_or_default(),
                None if base.authority.is_some() => "/",
                None => "",
            };
            (base.authority, remove_dots(&format!("{folder}{}", self.path)), self.query)
        };
        let mut out = String::new();
        if let Some(scheme) = self.scheme.or(base.scheme) {
            out.push_str(scheme);
            out.push(':');
        }
        if let Some(authority) = authority {
            out.push_str("//");
            out.push_str(authority);
        }
        out.push_str(&path);
        for (mark, part) in [('?', query), ('#', self.fragment)] {
            if let Some(part) = part {
                out.push(mark);
                out.push_str(part);
            }
        }
        out
    }
}

fn split(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, behind)) => (before, Some(behind)),
        None => (text, None),
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
}

/// `C:\` or `c:/`.
fn is_drive_path(text: &str) -> bool {
    matches!(text.as_bytes(), [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic())
}

fn remove_dots(path: &str) -> String {
    let absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    let mut folder = false;
    for part in path.strip_prefix('/').unwrap_or(path).split('/') {
        folder = matches!(part, "." | "..");
        match part {
            "." => {}
            ".." if kept.last().is_some_and(|last| *last != "..") => {
                kept.pop();
            }
            // A relative base cannot be left behind; an absolute one has nothing above its root.
            ".." if !absolute => kept.push(".."),
            ".." => {}
            part => kept.push(part),
        }
    }
    let mut out = if absolute { "/".to_owned() } else { String::new() };
    out.push_str(&kept.join("/"));
    if folder && !kept.is_empty() {
        out.push('/');
    }
    out
}

/// Undoes percent escapes; `None` when one is broken or the octets are not UTF-8.
pub fn decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    loop {
        match rest {
            [b'%', high, low, behind @ ..] => {
                let digit = |b: &u8| (*b as char).to_digit(16);
                out.push((digit(high)? * 16 + digit(low)?) as u8);
                rest = behind;
            }
            [b'%', ..] => return None,
            [b, behind @ ..] => {
                out.push(*b);
                rest = behind;
            }
            [] => return String::from_utf8(out).ok().map(Cow::Owned),
        }
    }
}

/// Media type and bytes of a `data:` URI; `None` if it is none, an error if it cannot be decoded.
pub fn data_uri(text: &str) -> Option<Result<(String, Vec<u8>), String>> {
    let rest = text.get(..5).filter(|s| s.eq_ignore_ascii_case("data:")).and_then(|_| text.get(5..))?;
    let Some((head, data)) = rest.split_once(',') else { return Some(Err("it has no data".to_owned())) };
    let mut words = head.split(';');
    let mime = words.next().unwrap_or_default().to_owned();
    let coded = words.any(|w| w.trim().eq_ignore_ascii_case("base64"));
    let plain = match data.contains('%') {
        true => decode(data).unwrap_or(data.into()),
        false => data.into(),
    };
    Some(match coded {
        true => base64_value(&plain).map(|bytes| (mime, bytes)).map_err(|_| "it is not valid Base64".to_owned()),
        false => Ok((mime, plain.into_owned().into_bytes())),
    })
}

/// What may not stand in a URI reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UriFault {
    /// A whole native path (`C:\a`, `\\server\a`, `C:/a`), and the reference it means.
    NativePath(String),
    /// `%` without two hexadecimal digits.
    Escape(Range<usize>),
    /// A backslash.
    Backslash(Range<usize>),
    /// A character that must be escaped, such as a space.
    Character(Range<usize>),
}

/// Tells what is not lawful in a URI reference. Letters outside ASCII are let pass, as in `xs:anyURI`.
pub fn faults(text: &str) -> Vec<UriFault> {
    if is_drive_path(text) || text.starts_with("\\\\") {
        return vec![UriFault::NativePath(from_native(text))];
    }
    // `file://C:/a` has the drive where the host must stand.
    if let Some(path) = text.strip_prefix("file://").filter(|rest| is_drive_path(rest)) {
        return vec![UriFault::NativePath(format!("file://{}", from_native(path)))];
    }
    let mut faults = Vec::new();
    let fragment = text.find('#').unwrap_or(text.len());
    for (at, c) in text.char_indices() {
        let here = at..at + c.len_utf8();
        match c {
            '%' => {
                let digits = text.as_bytes().get(at + 1..at + 3);
                if !digits.is_some_and(|d| d.iter().all(u8::is_ascii_hexdigit)) {
                    faults.push(UriFault::Escape(here));
                }
            }
            '\\' => faults.push(UriFault::Backslash(here)),
            '#' if at > fragment => faults.push(UriFault::Character(here)),
            ' ' | '"' | '<' | '>' | '^' | '`' | '{' | '|' | '}' => faults.push(UriFault::Character(here)),
            c if c.is_ascii_control() => faults.push(UriFault::Character(here)),
            _ => {}
        }
    }
    faults
}

/// A native path as a URI reference: `C:\foo\my file#27.dae` → `/C:/foo/my%20file%2327.dae`.
pub fn from_native(path: &str) -> String {
    let mut out = String::with_capacity(path.len() + 8);
    if is_drive_path(path) {
        out.push('/');
    }
    for c in path.chars() {
        match c {
            '\\' => out.push('/'),
            '/' | ':' | '-' | '.' | '_' | '~' | '!' | '$' | '&' | '\'' | '(' | ')' | '*' | '+' | ',' | ';' | '='
            | '@' => {
                out.push(c);
            }
            c if c.is_ascii_alphanumeric() => out.push(c),
            c => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    out.push_str(&format!("%{byte:02X}"));
                }
            }
        }
    }
    out
}

/// The URI that holds a file itself.
pub fn to_data_uri(mime: &str, bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut uri = format!("data:{mime};base64,");
    uri.reserve(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |i: usize| three.get(i).map_or(0, |b| u32::from(*b));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            let used = digit <= three.len();
            uri.push(DIGITS.get(value as usize).filter(|_| used).map_or('=', |d| char::from(*d)));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_split_before_they_are_decoded() {
        let uri = UriRef::parse("http://www.example.com:80/a%23b/c.dae?v=1#Cube%20mesh");
        assert_eq!(uri.scheme, Some("http"));
        assert_eq!(uri.authority, Some("www.example.com:80"));
        assert_eq!(uri.path, "/a%23b/c.dae");
        assert_eq!(uri.query, Some("v=1"));
        assert_eq!(uri.fragment_text().as_deref(), Some("Cube mesh"));
        assert!(UriRef::parse("#a").is_local() && !UriRef::parse("a").is_local());
        assert_eq!(UriRef::parse("file:///C:/a.dae").path, "/C:/a.dae");
        assert_eq!(UriRef::parse(r"C:\a.dae#b").scheme, None);
    }

    #[test]
    fn native_paths_become_references() {
        assert_eq!(from_native(r"C:\foo\bar\my file#27.dae"), "/C:/foo/bar/my%20file%2327.dae");
        assert!(matches!(faults(r"C:\a b").as_slice(), [UriFault::NativePath(p)] if p == "/C:/a%20b"));
        assert!(matches!(faults(r"\\server\a").as_slice(), [UriFault::NativePath(p)] if p == "//server/a"));
        assert!(matches!(faults(r"file://C:\a").as_slice(), [UriFault::NativePath(p)] if p == "file:///C:/a"));
        assert!(faults("file:///C:/a").is_empty());
        assert_eq!(faults("a%2"), [UriFault::Escape(1..2)]);
        assert_eq!(faults("a%zz b"), [UriFault::Escape(1..2), UriFault::Character(4..5)]);
        assert_eq!(faults(r"a\b"), [UriFault::Backslash(1..2)]);
        assert!(faults("../textures/Ä%20x.png#a").is_empty());
    }

    #[test]
    fn references_are_followed_from_a_base() {
        // The examples of RFC 3986, 5.4.
        let base = UriRef::parse("http://a/b/c/d;p?q");
        for (reference, target) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("g;x=1/../y", "http://a/b/c/y"),
        ] {
            assert_eq!(UriRef::parse(reference).resolve(&base), target, "{reference}");
        }
        assert_eq!(UriRef::parse("../t.png").resolve(&UriRef::parse("m/a.dae")), "t.png");
        assert_eq!(UriRef::parse("../t.png").resolve(&UriRef::parse("a.dae")), "../t.png");
    }

    #[test]
    fn data_uris_are_decoded() {
        let bytes = |uri: &str| data_uri(uri).unwrap().unwrap();
        assert_eq!(bytes("data:image/png;base64,Zm9v"), ("image/png".to_owned(), b"foo".to_vec()));
        assert_eq!(bytes("data:application/octet-stream;base64,Zm8%3D").1, b"fo");
        assert_eq!(bytes("data:,a%20b").1, b"a b");
        assert!(data_uri("data:image/png;base64").unwrap().is_err());
        assert!(data_uri("data:;base64,!!").unwrap().is_err());
        assert!(data_uri("data.bin").is_none());
    }

    #[test]
    fn base64_as_in_rfc_4648() {
        for (plain, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
            assert_eq!(to_data_uri("a/b", plain.as_bytes()), format!("data:a/b;base64,{coded}"));
        }
        assert_eq!(to_data_uri("a/b", &[0xfb, 0xff]), "data:a/b;base64,+/8=");
    }
}
