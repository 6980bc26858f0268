//! Start tags and end tags.

use super::chars::{is_name, is_name_byte, is_plain_name_byte, is_space, is_value_stop};
use super::parser::{Parser, span};
use super::{codes, pieces};
use crate::tree::{AttrData, AttrKind, NO_END_TAG, Namespace, SELF_CLOSED};
use crate::{Edit, Finding, NameId, Span};

/// An attribute before namespaces are known.
#[derive(Clone, Copy)]
pub(super) struct RawAttr {
    start: u32,
    name_end: u32,
    /// Where the local part begins; `start` without a prefix.
    local: u32,
    value_start: u32,
    value_end: u32,
    kind: AttrKind,
    quoted: bool,
    needs_decoding: bool,
}

impl<'a> Parser<'a, '_> {
    /// `<name attributes>` or `<name attributes/>`; the position is at the `<`.
    pub fn start_tag(&mut self) {
        let start = self.pos;
        let (name_end, local) = self.scan_name(start + 1);
        let name = (start as u32 + 1, name_end as u32);
        self.pos = name_end;
        self.attrs.clear();
        let self_closed = self.attributes(name);
        if self.attrs.iter().any(|a| a.kind == AttrKind::Namespace) {
            self.declare_namespaces(self.builder.depth() + 1);
        }
        let namespace = self.namespace_of(name, local, true);
        let name_id = self.name(name, local, namespace);
        let id = self.builder.open(start as u32, name_id);
        // Now, not when it is closed: the entity may end before the element does.
        self.builder.flag(id, self.expanded_flag());
        self.open_names.push(name);
        self.add_attributes();
        self.builder.set_open_end(id, self.pos as u32);
        if self_closed {
            self.close(self.pos, SELF_CLOSED | NO_END_TAG);
        }
    }

    /// `</name>`; the position is at the `<`.
    pub fn end_tag(&mut self) {
        let start = self.pos;
        let (open_start, open_end) = self.open_names.last().copied().unwrap_or_default();
        let expected = self.bytes.get(open_start as usize..open_end as usize).unwrap_or_default();
        let behind = start + 2 + expected.len();
        // The usual case: exactly the name that is open, then `>`.
        if self.byte(behind) == b'>'
            && self.bytes.get(start + 2..behind) == Some(expected)
            && self.builder.depth() > self.lowest_depth()
        {
            self.pos = behind + 1;
            self.close(self.pos, 0);
            return;
        }
        let (name_end, _) = self.scan_name(start + 2);
        let mut at = self.skip_space(name_end);
        let written = self.slice(start as u32 + 2, name_end as u32);
        if self.byte(at) == b'>' {
            at += 1;
        } else {
            let message = format!("the end tag `</{written}` is missing its `>`");
            let fix = vec![Edit::insert(name_end as u32, ">")];
            let finding = Finding::new(&codes::MALFORMED_TAG, span(start, name_end), message);
            self.push(finding.fix("insert `>`", fix));
            // Junk up to the next tag belongs to the broken end tag.
            at = self.find_tag_end(name_end);
        }
        self.pos = at;
        if self.open_names.last() == Some(&pieces::UNKNOWN) {
            self.closed_around.push((start as u32 + 2, name_end as u32));
            return self.close(self.pos, 0);
        }
        self.close_named(written, start);
    }

    fn close_named(&mut self, written: &str, start: usize) {
        let lowest = self.lowest_depth();
        let inside = self.open_names.get(lowest..).unwrap_or_default();
        let place = inside.iter().rposition(|&(s, e)| self.slice(s, e) == written);
        let end = span(start, self.pos);
        let Some(place) = place.map(|p| p + lowest) else {
            let finding = match self.open_names.last() {
                Some(&(s, e)) if self.open_names.len() > lowest => {
                    let open = self.slice(s, e);
                    let message = format!("`</{written}>` has no matching start tag; `<{open}>` is open");
                    let finding = Finding::new(&codes::MISMATCHED_END_TAG, end, message);
                    finding.see(Span::new(s.saturating_sub(1), e), format!("`<{open}>` was opened here"))
                }
                _ => Finding::new(&codes::MISMATCHED_END_TAG, end, format!("`</{written}>` has no matching start tag")),
            };
            let open = self.open_names.get(lowest..).and_then(<[_]>::last).map_or("", |&(s, e)| self.slice(s, e));
            self.misspelt_ends.push(self.open_names.len());
            let finding = finding.help("remove it, or correct its name");
            let name = span(start + 2, start + 2 + written.len());
            return self.push(match open.eq_ignore_ascii_case(written) && !written.is_empty() {
                true => finding.fix(format!("write `</{open}>`"), vec![Edit::replace(name, open)]),
                false => finding,
            });
        };
        while self.open_names.len() > place + 1 {
            let depth = self.open_names.len();
            // `<b></c></a>` is one mistake: `</c>` should have been `</b>`, and was reported.
            let told = self.misspelt_ends.pop_if(|d| *d == depth).is_some();
            if let Some(&(s, e)) = self.open_names.last()
                && !told
            {
                let open = self.slice(s, e);
                let message = format!("`<{open}>` is not closed before `</{written}>`");
                let finding = Finding::new(&codes::MISMATCHED_END_TAG, end, message);
                let finding = finding.see(Span::new(s.saturating_sub(1), e), format!("`<{open}>` was opened here"));
                let edits = vec![Edit::insert(start as u32, format!("</{open}>"))];
                let finding = finding.help(format!("write `</{open}>` first"));
                self.push(finding.guess(format!("write `</{open}>` first"), edits));
            }
            self.close(start, NO_END_TAG);
        }
        self.close(self.pos, 0);
    }

    /// Reads attributes up to and with `>`; `true` when the tag is `<…/>`.
    fn attributes(&mut self, element: (u32, u32)) -> bool {
        loop {
            let before = self.pos;
            self.pos = self.skip_space(before);
            match self.byte(self.pos) {
                b'>' => {
                    self.pos += 1;
                    return false;
                }
                b'/' if self.byte(self.pos + 1) == b'>' => {
                    self.pos += 2;
                    return true;
                }
                b'<' | 0 if self.pos >= self.end || self.byte(self.pos) == b'<' => {
                    let name = self.slice(element.0, element.1);
                    let message = format!("the tag `<{name}` is missing its `>`");
                    let at = Span::new(element.0 - 1, element.1);
                    self.report(&codes::MALFORMED_TAG, at, message);
                    return false;
                }
                b if is_name_byte(b) => {
                    if before == self.pos {
                        let message = "white space is missing between attributes";
                        let fix = vec![Edit::insert(self.pos as u32, " ")];
                        let finding = Finding::new(&codes::MALFORMED_TAG, span(self.pos, self.pos + 1), message);
                        self.push(finding.fix("insert a space", fix));
                    }
                    self.attribute();
                }
                _ => {
                    let c = self.text.get(self.pos..).and_then(|t| t.chars().next()).unwrap_or_default();
                    let message = format!("`{c}` is not allowed in a tag");
                    self.report(&codes::MALFORMED_TAG, span(self.pos, self.pos + c.len_utf8()), message);
                    self.pos += c.len_utf8().max(1);
                }
            }
        }
    }

    /// `name = "value"`; the position is at the name.
    fn attribute(&mut self) {
        let start = self.pos;
        let (name_end, local) = self.scan_name(start);
        let mut attr = RawAttr {
            start: start as u32,
            name_end: name_end as u32,
            local,
            value_start: name_end as u32,
            value_end: name_end as u32,
            kind: self.attribute_kind(start, name_end),
            quoted: false,
            needs_decoding: false,
        };
        let equals = if self.byte(name_end) == b'=' { name_end } else { self.skip_space(name_end) };
        if self.byte(equals) != b'=' {
            let name = self.slice(attr.start, attr.name_end);
            let message = format!("the attribute `{name}` has no value");
            let finding = Finding::new(&codes::MALFORMED_TAG, span(start, name_end), message);
            self.push(finding.help(format!("write `{name}=\"…\"`")));
            self.pos = name_end;
            self.attrs.push(attr);
            return;
        }
        let value = match self.byte(equals + 1) {
            b'"' | b'\'' => equals + 1,
            _ => self.skip_space(equals + 1),
        };
        let quote = self.byte(value);
        if quote == b'"' || quote == b'\'' {
            self.quoted_value(value + 1, quote, &mut attr);
        } else {
            let rest = self.bytes.get(value..self.end).unwrap_or_default();
            let length = rest.iter().take_while(|&&b| !is_space(b) && !matches!(b, b'>' | b'<' | b'"' | b'\'')).count();
            let end = value + length - usize::from(rest.get(..length).is_some_and(|v| v.ends_with(b"/")));
            (attr.value_start, attr.value_end) = (value as u32, end as u32);
            let name = self.slice(attr.start, attr.name_end);
            let message = format!("the value of `{name}` is not in quotes");
            let fix = vec![Edit::insert(value as u32, "\""), Edit::insert(end as u32, "\"")];
            let finding = Finding::new(&codes::MALFORMED_TAG, span(start, end), message);
            self.push(finding.fix("put it in quotes", fix));
            self.pos = end.max(equals + 1);
        }
        self.attrs.push(attr);
    }

    fn quoted_value(&mut self, start: usize, quote: u8, attr: &mut RawAttr) {
        attr.value_start = start as u32;
        attr.quoted = true;
        let mut at = start;
        let mut forgotten = None;
        loop {
            let rest = self.bytes.get(at..self.end).unwrap_or_default();
            let Some(offset) = rest.iter().position(|&b| is_value_stop(b)) else {
                attr.value_end = self.end as u32;
                attr.quoted = false;
                return self.forgotten_quote(attr, forgotten.unwrap_or(self.end));
            };
            at += offset;
            match self.byte(at) {
                b'&' => {
                    attr.needs_decoding = true;
                    let (length, markup) = self.check_reference(at);
                    if markup.is_some() {
                        let message = "an entity that contains `<` is not allowed in an attribute";
                        self.report(&codes::STRAY_MARKUP, span(at, at + length), message);
                    }
                    at += length;
                }
                b'<' => {
                    // `name="a><b …`: the quote was forgotten. `name="a<b"`: only the `<` is wrong.
                    if let Some(end) = forgotten {
                        return self.forgotten_quote(attr, end);
                    }
                    let message = "`<` is not allowed in an attribute";
                    let fix = vec![Edit::replace(span(at, at + 1), "&lt;")];
                    let finding = Finding::new(&codes::STRAY_MARKUP, span(at, at + 1), message);
                    self.push(finding.fix("write `&lt;`", fix));
                    at += 1;
                }
                b'>' => {
                    forgotten.get_or_insert(at);
                    at += 1;
                }
                b if b == quote => {
                    attr.value_end = at as u32;
                    self.pos = at + 1;
                    return;
                }
                b'"' | b'\'' => at += 1,
                _ => {
                    attr.needs_decoding = true;
                    at += 1;
                }
            }
        }
    }

    fn attribute_kind(&self, start: usize, end: usize) -> AttrKind {
        if self.byte(start) == b'x'
            && let Some(rest) = self.bytes.get(start..end).and_then(|name| name.strip_prefix(b"xmlns"))
            && (rest.is_empty() || rest.first() == Some(&b':'))
        {
            return AttrKind::Namespace;
        }
        AttrKind::Plain
    }

    fn forgotten_quote(&mut self, attr: &mut RawAttr, end: usize) {
        attr.value_end = end as u32;
        attr.quoted = false;
        let name = self.slice(attr.start, attr.name_end);
        let message = format!("the value of `{name}` is missing its closing quote");
        self.report(&codes::MALFORMED_TAG, Span::new(attr.start, attr.value_start), message);
        self.pos = end;
    }

    fn declare_namespaces(&mut self, depth: usize) {
        let mut entered = false;
        for i in 0..self.attrs.len() {
            let Some(&attr) = self.attrs.get(i) else { break };
            if attr.kind != AttrKind::Namespace {
                continue;
            }
            let name = self.slice(attr.start, attr.name_end);
            let prefix = name.strip_prefix("xmlns:").unwrap_or_default();
            if !entered {
                self.namespaces.enter(depth);
                entered = true;
            }
            let uri = self.slice(attr.value_start, attr.value_end);
            let at = Span::new(attr.start, attr.value_end);
            let namespace = if uri.is_empty() { Namespace::NONE } else { self.builder.names.namespace(uri) };
            if prefix.is_empty() {
                self.namespaces.declare_default(namespace);
            } else if matches!(prefix, "xml" | "xmlns") {
                let message = format!("the prefix `{prefix}` cannot be declared");
                self.report(&codes::NAMESPACE, at, message);
            } else if uri.is_empty() {
                let message = format!("the prefix `{prefix}` is bound to an empty namespace");
                self.report(&codes::NAMESPACE, at, message);
            } else if !self.namespaces.declare(prefix, namespace) {
                self.report(&codes::LIMIT, at, "too many prefixes are declared; the rest are ignored");
            }
        }
    }

    fn add_attributes(&mut self) {
        for i in 0..self.attrs.len() {
            let Some(&attr) = self.attrs.get(i) else { break };
            let name = (attr.start, attr.name_end);
            let namespace = self.namespace_of(name, attr.local, false);
            let id = self.name(name, attr.local, namespace);
            self.builder.attribute(AttrData {
                start: attr.start,
                name: id,
                value_start: attr.value_start,
                value_end: attr.value_end,
                kind: attr.kind,
                needs_decoding: attr.needs_decoding,
                quoted: attr.quoted,
            });
        }
        self.check_duplicates();
    }

    fn check_duplicates(&mut self) {
        let attrs = self.builder.last_attributes();
        if attrs.len() < 2 {
            return;
        }
        let mut twice = Vec::new();
        if attrs.len() <= 16 {
            for (i, attr) in attrs.iter().enumerate() {
                if let Some(other) = attrs.iter().take(i).find(|other| other.name == attr.name) {
                    let same =
                        self.slice(attr.value_start, attr.value_end) == self.slice(other.value_start, other.value_end);
                    twice.push((attr.start, attr.value_end + u32::from(attr.quoted), same));
                }
            }
        } else {
            let mut sorted: Vec<(NameId, u32, u32)> =
                attrs.iter().map(|a| (a.name, a.start, a.value_end + u32::from(a.quoted))).collect();
            sorted.sort_unstable();
            twice.extend(sorted.windows(2).filter_map(|pair| match pair {
                [a, b] if a.0 == b.0 => Some((b.1, b.2, false)),
                _ => None,
            }));
        }
        for (start, end, same) in twice {
            let name = self.slice(start, end).split(['=', ' ', '\t', '\n', '\r']).next().unwrap_or_default();
            let message = format!("the attribute `{name}` is given twice");
            let finding = Finding::new(&codes::DUPLICATE_ATTRIBUTE, Span::new(start, end), message);
            let head = self.text.get(..start as usize).unwrap_or_default();
            let from = head.trim_end_matches([' ', '\t', '\n', '\r']).len() as u32;
            let edits = vec![Edit::delete(Span::new(from, end))];
            let finding = finding.help("the first one is used; remove the other");
            self.push(finding.repair("remove the second one", edits, same));
        }
    }

    /// The namespace of a name by its prefix.
    fn namespace_of(&mut self, name: (u32, u32), local: u32, element: bool) -> Namespace {
        if local == name.0 {
            return if element { self.namespaces.default() } else { Namespace::NONE };
        }
        let prefix = self.slice(name.0, local - 1);
        self.namespaces.lookup(prefix).unwrap_or_else(|| {
            let message = format!("the prefix `{prefix}` is not declared");
            let finding = Finding::new(&codes::NAMESPACE, Span::new(name.0, name.1), message);
            let finding = finding.help(format!("declare it with `xmlns:{prefix}=\"…\"`"));
            // At the root, so that one declaration serves the whole document.
            let root = self.open_names.first().copied().filter(|r| *r != pieces::UNKNOWN);
            let root = root.or_else(|| element.then_some(name));
            self.push(match (super::repair::known_namespace(prefix), root) {
                (Some(uri), Some((_, at))) => {
                    let edits = vec![Edit::insert(at, format!(" xmlns:{prefix}=\"{uri}\""))];
                    finding.fix(format!("declare the prefix `{prefix}` at the root"), edits)
                }
                _ => finding,
            });
            Namespace::NONE
        })
    }

    fn name(&mut self, (start, end): (u32, u32), local: u32, namespace: Namespace) -> NameId {
        let (id, new) = self.builder.name(self.text, Span::new(start, end), local, namespace);
        if new {
            let written = self.slice(start, end);
            let local = self.slice(local, end);
            if !is_name(written) || local.is_empty() || local.contains(':') || !is_name(local) {
                let message = format!("`{written}` is not a valid name");
                self.report(&codes::INVALID_NAME, Span::new(start, end), message);
            }
        }
        id
    }

    /// End of the name at `start`, and where its local part begins.
    fn scan_name(&self, start: usize) -> (usize, u32) {
        let rest = self.bytes.get(start..self.end).unwrap_or_default();
        let length = rest.iter().position(|&b| !is_plain_name_byte(b)).unwrap_or(rest.len());
        if rest.get(length) != Some(&b':') {
            return (start + length, start as u32);
        }
        let all = rest.iter().position(|&b| !is_name_byte(b)).unwrap_or(rest.len());
        let local = if length > 0 { start + length + 1 } else { start };
        (start + all, local as u32)
    }

    fn skip_space(&self, start: usize) -> usize {
        let rest = self.bytes.get(start..self.end).unwrap_or_default();
        start + rest.iter().take_while(|&&b| is_space(b)).count()
    }

    /// Behind the next `>` of a broken tag, or at the `<` of the next one.
    fn find_tag_end(&self, start: usize) -> usize {
        let rest = self.bytes.get(start..self.end).unwrap_or_default();
        match memchr::memchr2(b'<', b'>', rest) {
            Some(i) if rest.get(i) == Some(&b'>') => start + i + 1,
            Some(i) => start + i,
            None => self.end,
        }
    }
}
