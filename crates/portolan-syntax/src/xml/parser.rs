//! The main loop: text, tags, sections.

use super::chars::is_space;
use super::entity::{Entities, Reference};
use super::namespaces::Namespaces;
use super::tag::RawAttr;
use super::{codes, doctype, junk, pieces};
use crate::tree::{EXPANDED, NEEDS_DECODING, NO_END_TAG, NodeKind, TreeBuilder};
use crate::{Code, Finding, Findings, Limits, Source, Span};

pub(super) struct Parser<'a, 'f> {
    pub text: &'a str,
    pub bytes: &'a [u8],
    pub pos: usize,
    /// Where the text that is being read ends: the document's end, or an expansion's.
    pub end: usize,
    pub builder: TreeBuilder,
    pub namespaces: Namespaces<'a>,
    /// Name spans of the open elements, for matching end tags without looking names up.
    pub open_names: Vec<(u32, u32)>,
    /// Depths at which an end tag closed nothing: the element there may lack its own end tag for that reason.
    pub misspelt_ends: Vec<usize>,
    pub attrs: Vec<RawAttr>,
    pub limits: &'a Limits,
    /// Stretches without markup that lie ahead.
    quiet: &'a [Span],
    pub findings: &'f mut Findings,
    entities: &'a Entities,
    expansions: Vec<Expansion>,
    expanded: u64,
    refused: bool,
    pub root_seen: bool,
    /// Where the XML declaration stands if something is before it that does not belong to the document.
    junk_end: Option<usize>,
    /// Names in end tags of elements that were opened before the piece of text that is read.
    pub closed_around: Vec<(u32, u32)>,
}

/// Where to go on when an entity with markup has been read.
struct Expansion {
    resume: usize,
    end: usize,
    depth: usize,
    reference: Span,
}

/// Reads the whole document; the second result tells that entities expand to too much.
pub(super) fn run(
    source: &Source,
    limits: &Limits,
    entities: &Entities,
    findings: &mut Findings,
) -> (TreeBuilder, bool) {
    let (nodes, attributes) = expected_size(source.text().as_bytes());
    let junk_end = junk::end(source.text());
    if junk_end.is_none()
        && let Some(builder) = pieces::read(source, limits, entities, (nodes, attributes))
    {
        return (builder, false);
    }
    let mut parser = Parser::new(source, limits, entities, findings);
    parser.junk_end = junk_end;
    parser.builder.reserve(nodes, attributes);
    parser.document();
    (parser.builder, parser.refused)
}

/// How many nodes and attributes a document probably has, from samples of its text.
fn expected_size(bytes: &[u8]) -> (usize, usize) {
    const SAMPLE: usize = 4096;
    const SAMPLES: usize = 16;
    let step = (bytes.len() / SAMPLES).max(1);
    let (mut seen, mut tags, mut equals) = (0, 0, 0);
    for at in (0..bytes.len()).step_by(step) {
        let sample = bytes.get(at..(at + SAMPLE.min(step)).min(bytes.len())).unwrap_or_default();
        seen += sample.len();
        tags += memchr::memchr_iter(b'<', sample).count();
        equals += memchr::memchr_iter(b'=', sample).count();
    }
    let scale = |count: usize| (count as f64 * bytes.len() as f64 / seen.max(1) as f64 * 1.1) as usize;
    (scale(tags), scale(equals))
}

/// The span of the DOCTYPE, if the document has one before its root element.
pub(super) fn find_doctype(text: &str) -> Option<Span> {
    let begin = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
    let mut at = junk::end(text).unwrap_or(begin);
    loop {
        let rest = text.get(at..)?;
        let trimmed = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("<!--") {
            at += trimmed.get(4..)?.find("-->")? + 7;
        } else if trimmed.starts_with("<?") {
            at += trimmed.find("?>")? + 2;
        } else if trimmed.starts_with("<!DOCTYPE") {
            let end = doctype::end(text, at + 9).unwrap_or(text.len());
            return Some(Span::new(at as u32, end as u32));
        } else {
            return None;
        }
    }
}

impl<'a, 'f> Parser<'a, 'f> {
    pub fn new(
        source: &'a Source,
        limits: &'a Limits,
        entities: &'a Entities,
        findings: &'f mut Findings,
    ) -> Parser<'a, 'f> {
        let text = source.full_text();
        Parser {
            text,
            bytes: text.as_bytes(),
            pos: if text.starts_with('\u{FEFF}') { 3 } else { 0 },
            end: source.text().len(),
            builder: TreeBuilder::new(source.text().len()),
            namespaces: Namespaces::new(),
            open_names: Vec::new(),
            misspelt_ends: Vec::new(),
            attrs: Vec::new(),
            limits,
            quiet: source.quiet(),
            findings,
            entities,
            expansions: Vec::new(),
            expanded: 0,
            refused: false,
            root_seen: false,
            junk_end: None,
            closed_around: Vec::new(),
        }
    }

    /// Reads up to the end of the text, or to a limit.
    pub fn all_content(&mut self) {
        while self.content() && self.within_limits() {}
    }

    fn document(&mut self) {
        if let Some(end) = self.junk_end {
            self.leaf(NodeKind::Unread, end);
        }
        self.all_content();
        if self.pos < self.end {
            self.builder.leaf(NodeKind::Unread, Span::new(self.pos as u32, self.end as u32), 0);
        } else if let Some(&(start, end)) = self.open_names.last() {
            let name = self.slice(start, end);
            let message = match self.open_names.len() {
                1 => format!("the document ends inside `<{name}>`"),
                n => format!("the document ends inside `<{name}>` with {n} elements still open"),
            };
            let end_of_text = Span::at(self.end as u32);
            let related = Span::new(start.saturating_sub(1), end);
            let finding = Finding::new(&codes::UNCLOSED_ELEMENT, end_of_text, message);
            let finding = finding.see(related, "opened here").help("the file was probably truncated");
            let tags: String =
                self.open_names.iter().rev().map(|&(start, end)| format!("</{}>", self.slice(start, end))).collect();
            let title = if self.open_names.len() == 1 { "add the end tag" } else { "add the end tags" };
            let edits = vec![crate::Edit::insert(self.end as u32, tags)];
            self.findings.push(finding.guess(title, edits).on(self.builder.current()));
        }
        if !self.root_seen && self.pos >= self.end {
            self.report(&codes::NO_ROOT, Span::at(0), "the document has no element");
        }
    }

    /// One piece of content: a run of text with the markup behind it. `false` at the end of the document.
    pub fn content(&mut self) -> bool {
        let start = self.pos;
        // Most gaps between tags are white space; nothing needs to be remembered of them.
        let gap = self.bytes.get(start..self.end).unwrap_or_default();
        let space = gap.iter().take_while(|&&b| is_space(b)).count();
        if let Some([b'<', next]) = gap.get(space..space + 2)
            && begins_markup(*next)
        {
            self.pos = start + space;
            self.markup(*next);
            return true;
        }
        self.pos += space;
        let mut needs_decoding = 0;
        loop {
            let Some(at) = self.next_markup() else {
                self.pos = self.end;
                self.text_node(start, self.end, needs_decoding);
                return self.leave_expansion();
            };
            match (self.byte(at), self.byte(at + 1)) {
                (b'<', next) if begins_markup(next) => {
                    self.text_node(start, at, needs_decoding);
                    self.pos = at;
                    self.markup(next);
                    return true;
                }
                (b'<', _) => {
                    let help = "write it as `&lt;`, or complete the tag";
                    let finding = Finding::new(&codes::STRAY_MARKUP, span(at, at + 1), "this `<` does not start a tag")
                        .help(help);
                    // Where a `>` follows, it may be a tag with a slip in it.
                    let rest = self.bytes.get(at + 1..self.end).unwrap_or_default();
                    let certain = memchr::memchr2(b'<', b'>', rest).is_none_or(|i| rest.get(i) == Some(&b'<'));
                    let edits = vec![crate::Edit::replace(span(at, at + 1), "&lt;")];
                    self.push(finding.repair("write `&lt;`", edits, certain));
                    self.pos = at + 1;
                }
                (b'&', _) => {
                    needs_decoding = NEEDS_DECODING;
                    if self.reference_in_text(at, start) {
                        return true;
                    }
                }
                _ => {
                    if self.bytes.get(at..at + 3) == Some(b"]]>") {
                        let message = "`]]>` in text must be written `]]&gt;`";
                        let edits = vec![crate::Edit::replace(span(at + 2, at + 3), "&gt;")];
                        self.push(
                            Finding::new(&codes::STRAY_MARKUP, span(at, at + 3), message).fix("write `]]&gt;`", edits),
                        );
                    }
                    self.pos = at + 1;
                }
            }
        }
    }

    /// Where the next `<`, `&` or `]` stands.
    fn next_markup(&mut self) -> Option<usize> {
        loop {
            while let Some((first, rest)) = self.quiet.split_first()
                && first.end as usize <= self.pos
            {
                self.quiet = rest;
            }
            let quiet = self.quiet.first().filter(|q| (q.end as usize) < self.end);
            let stop = quiet.map_or(self.end, |q| (q.start as usize).max(self.pos));
            let rest = self.bytes.get(self.pos..stop).unwrap_or_default();
            if let Some(offset) = memchr::memchr3(b'<', b'&', b']', rest) {
                return Some(self.pos + offset);
            }
            self.pos = quiet?.end as usize;
        }
    }

    /// Checks a reference in text. `true` when it leads into an entity with markup.
    fn reference_in_text(&mut self, at: usize, text_start: usize) -> bool {
        let (length, markup) = self.check_reference(at);
        self.pos = at + length;
        let Some(markup) = markup else { return false };
        let circular = self.expansions.len() >= self.limits.entity_depth as usize;
        if circular || self.builder.depth() == 0 {
            return false;
        }
        self.text_node(text_start, at, NEEDS_DECODING);
        self.expansions.push(Expansion {
            resume: self.pos,
            end: self.end,
            depth: self.builder.depth(),
            reference: span(at, at + length),
        });
        self.pos = markup.start as usize;
        self.end = markup.end as usize;
        true
    }

    /// Reports what is wrong with the reference at `at`; gives its length and, if it has any, its markup.
    pub fn check_reference(&mut self, at: usize) -> (usize, Option<Span>) {
        let text = self.text.get(at..self.end).unwrap_or_default();
        match self.entities.reference(text) {
            Reference::Character(_, length) => (length, None),
            Reference::Entity(entity, length) => {
                self.expanded = self.expanded.saturating_add(entity.expanded_length().unwrap_or(0));
                if self.expanded > self.limits.expansion && !self.refused {
                    self.refused = true;
                    let message =
                        "entity references expand to more text than the limit allows and are left as they are";
                    self.report(&codes::ENTITY_EXPANSION, span(at, at + length), message);
                }
                let markup = if self.refused { None } else { entity.markup };
                (length, markup)
            }
            Reference::Unknown(name, length) => {
                let message = format!("the entity `&{name};` is not declared");
                let finding = Finding::new(&codes::UNKNOWN_ENTITY, span(at, at + length), message);
                let finding = match super::repair::html_entity(name) {
                    Some(code) => {
                        let edits = vec![crate::Edit::replace(span(at, at + length), format!("&#{code};"))];
                        finding.fix(format!("write `&#{code};`, its meaning in HTML"), edits)
                    }
                    None => finding.guess("write `&amp;`", vec![crate::Edit::insert(at as u32 + 1, "amp;")]),
                };
                self.push(finding);
                (length, None)
            }
            Reference::BadCharacter(length) => {
                let reference = self.slice(at as u32, (at + length) as u32);
                let message = format!("`{reference}` is not a character that XML allows");
                let at = span(at, at + length);
                let finding = Finding::new(&codes::UNKNOWN_ENTITY, at, message);
                self.push(finding.fix("remove the reference", vec![crate::Edit::delete(at)]));
                (length, None)
            }
            Reference::Stray => {
                let finding =
                    Finding::new(&codes::STRAY_MARKUP, span(at, at + 1), "this `&` does not start a reference");
                let fix = vec![crate::Edit::replace(span(at, at + 1), "&amp;")];
                let finding = finding.help("write it as `&amp;`").fix("write `&amp;`", fix);
                self.findings.push(finding.on(self.builder.current()));
                (1, None)
            }
        }
    }

    /// At the end of an entity with markup: goes on behind the reference.
    fn leave_expansion(&mut self) -> bool {
        let Some(expansion) = self.expansions.pop() else { return false };
        if self.builder.depth() != expansion.depth {
            let message = "the entity's markup is not balanced";
            self.report(&codes::MISMATCHED_END_TAG, expansion.reference, message);
            while self.builder.depth() > expansion.depth {
                self.close(self.end, NO_END_TAG);
            }
        }
        self.pos = expansion.resume;
        self.end = expansion.end;
        true
    }

    fn text_node(&mut self, start: usize, end: usize, flags: u8) {
        let bytes = self.bytes.get(start..end).unwrap_or_default();
        if bytes.iter().all(|&b| is_space(b)) {
            return;
        }
        if self.builder.depth() == 0 {
            let lead = bytes.iter().take_while(|&&b| is_space(b)).count();
            let trimmed = span(start + lead, start + bytes.trim_ascii_end().len());
            let message = if self.root_seen { "text after the root element" } else { "text before the root element" };
            let finding = Finding::new(&codes::OUTSIDE_ROOT, trimmed, message);
            // Further byte order marks stand for nothing; other text is somebody's.
            let certain = self.slice(trimmed.start, trimmed.end).chars().all(|c| c == '\u{FEFF}' || c.is_whitespace());
            self.push(finding.repair("remove it", vec![crate::Edit::delete(trimmed)], certain));
        }
        let flags = flags | self.expanded_flag();
        self.builder.leaf(NodeKind::Text, span(start, end), flags);
    }

    fn markup(&mut self, next: u8) {
        match next {
            b'/' => self.end_tag(),
            b'?' => self.instruction(),
            b'!' => self.declaration(),
            _ => {
                if self.builder.depth() == 0 {
                    if self.root_seen {
                        let at = span(self.pos, self.pos + 1);
                        self.report(&codes::OUTSIDE_ROOT, at, "a second root element");
                    }
                    self.root_seen = true;
                }
                self.start_tag();
            }
        }
    }

    fn declaration(&mut self) {
        let start = self.pos;
        let rest = self.bytes.get(start..self.end).unwrap_or_default();
        if rest.starts_with(b"<!--") {
            let body = rest.get(4..).unwrap_or_default();
            let end = memchr::memmem::find(body, b"--");
            if let Some(at) = end.filter(|&at| body.get(at + 2) != Some(&b'>')) {
                let at = start + 4 + at;
                let message = "`--` is not allowed inside a comment";
                let finding = Finding::new(&codes::MALFORMED_SECTION, span(at, at + 2), message);
                let edits = super::repair::part_dashes(self.text.get(..self.end).unwrap_or_default(), start + 4);
                self.push(finding.fix("put spaces between the dashes", edits));
            }
            self.section(NodeKind::Comment, "comment", 4, b"-->");
        } else if rest.starts_with(b"<![CDATA[") {
            if self.builder.depth() == 0 {
                self.report(&codes::OUTSIDE_ROOT, span(start, start + 9), "a CDATA section outside the root element");
            }
            self.section(NodeKind::CData, "CDATA section", 9, b"]]>");
        } else if rest.starts_with(b"<!DOCTYPE") {
            if self.root_seen {
                let at = span(start, start + 9);
                self.report(&codes::OUTSIDE_ROOT, at, "a DOCTYPE must come before the root element");
            }
            match doctype::end(self.text, start + 9).filter(|&end| end <= self.end) {
                Some(end) => self.leaf(NodeKind::Doctype, end),
                None => self.unterminated(NodeKind::Doctype, "DOCTYPE"),
            }
        } else {
            let message = "`<!` does not start a comment or a CDATA section";
            self.report(&codes::MALFORMED_SECTION, span(start, start + 2), message);
            let end = memchr::memchr(b'>', rest).map_or(self.end, |i| start + i + 1);
            self.leaf(NodeKind::Unread, end);
        }
    }

    fn instruction(&mut self) {
        let start = self.pos;
        let target = self.bytes.get(start + 2..self.end).unwrap_or_default();
        let name = target.iter().take_while(|&&b| super::chars::is_name_byte(b)).count();
        let name = target.get(..name).unwrap_or_default();
        if name.is_empty() {
            let message = "a processing instruction needs a name directly after `<?`";
            self.report(&codes::MALFORMED_SECTION, span(start, start + 2), message);
        } else if name.eq_ignore_ascii_case(b"xml") {
            let first = start == 0 || (start == 3 && self.text.starts_with('\u{FEFF}'));
            if !first {
                let message = "the XML declaration must be at the very beginning of the document";
                let finding = Finding::new(&codes::XML_DECLARATION, span(start, start + 5), message);
                let before = self.text.get(..start).unwrap_or_default();
                let blank = before.chars().all(|c| c == '\u{FEFF}' || c.is_whitespace());
                let finding = match blank || self.junk_end == Some(start) {
                    true => {
                        let mark = if before.starts_with('\u{FEFF}') { 3 } else { 0 };
                        finding.fix("remove everything before it", vec![crate::Edit::delete(span(mark, start))])
                    }
                    false => finding,
                };
                self.push(finding);
            } else {
                self.check_xml_declaration();
            }
        }
        self.section(NodeKind::Instruction, "processing instruction", 2, b"?>");
    }

    fn check_xml_declaration(&mut self) {
        let rest = self.text.get(self.pos..self.end).unwrap_or_default();
        let Some(declaration) = rest.find("?>").and_then(|end| rest.get(..end)) else { return };
        let at = span(self.pos, self.pos + declaration.len() + 2);
        let value = |name: &str| {
            let behind = declaration.split_once(name)?.1.trim_start().strip_prefix('=')?.trim_start();
            let quote = behind.chars().next().filter(|q| matches!(q, '"' | '\''))?;
            behind.get(1..)?.split(quote).next()
        };
        match value("version") {
            Some("1.0") => {}
            Some(other) => {
                let message = format!("XML version `{other}` is read as 1.0");
                let start = self.pos + declaration.find(other).unwrap_or(0);
                let edits = vec![crate::Edit::replace(span(start, start + other.len()), "1.0")];
                let finding = Finding::new(&codes::XML_DECLARATION, at, message);
                self.push(if other.is_empty() { finding } else { finding.fix("write `1.0`", edits) });
            }
            None => {
                let finding = Finding::new(&codes::XML_DECLARATION, at, "the XML declaration has no `version=\"1.0\"`");
                let edits = vec![crate::Edit::insert(at.start + 5, " version=\"1.0\"")];
                let own = !declaration.contains("version");
                self.push(if own { finding.fix("add `version=\"1.0\"`", edits) } else { finding });
            }
        }
        if let Some(standalone) = value("standalone").filter(|s| !matches!(*s, "yes" | "no")) {
            let message = format!("`standalone` must be `yes` or `no`, not `{standalone}`");
            self.report(&codes::XML_DECLARATION, at, message);
        }
    }

    /// A comment, CDATA section or instruction: everything up to its terminator.
    fn section(&mut self, kind: NodeKind, what: &str, head: usize, terminator: &[u8]) {
        let body = self.bytes.get(self.pos + head..self.end).unwrap_or_default();
        match memchr::memmem::find(body, terminator) {
            Some(at) => self.leaf(kind, self.pos + head + at + terminator.len()),
            None => self.unterminated(kind, what),
        }
    }

    fn unterminated(&mut self, kind: NodeKind, what: &str) {
        let message = format!("the {what} is not closed");
        self.report(&codes::MALFORMED_SECTION, span(self.pos, self.pos + 2), message);
        self.leaf(kind, self.end);
    }

    fn leaf(&mut self, kind: NodeKind, end: usize) {
        self.builder.leaf(kind, span(self.pos, end), self.expanded_flag());
        self.pos = end;
    }

    /// Closes the innermost element.
    pub fn close(&mut self, end: usize, flags: u8) {
        let depth = self.builder.depth();
        self.namespaces.leave(depth);
        while self.misspelt_ends.pop_if(|d| *d >= depth).is_some() {}
        self.builder.close(end as u32, flags);
        self.open_names.pop();
    }

    /// Elements opened outside the entity that is being read must not be closed inside it.
    pub fn lowest_depth(&self) -> usize {
        self.expansions.last().map_or(0, |e| e.depth)
    }

    pub fn expanded_flag(&self) -> u8 {
        if self.expansions.is_empty() { 0 } else { EXPANDED }
    }

    fn within_limits(&mut self) -> bool {
        let what = if self.builder.depth() > self.limits.depth as usize {
            format!("elements are nested more than {} deep", self.limits.depth)
        } else if self.builder.len() > self.limits.nodes as usize {
            format!("the document has more than {} nodes", self.limits.nodes)
        } else {
            return true;
        };
        if let Some(outermost) = self.expansions.first() {
            self.pos = outermost.resume;
            self.end = outermost.end;
            self.expansions.clear();
        }
        let message = format!("{what}; the rest is not read");
        self.report(&codes::LIMIT, span(self.pos, self.pos), message);
        false
    }

    pub fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.bytes.get(at).copied().unwrap_or(0) } else { 0 }
    }

    pub fn slice(&self, start: u32, end: u32) -> &'a str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    pub fn report(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        self.push(Finding::new(code, span, message));
    }

    pub fn push(&mut self, finding: Finding) {
        self.findings.push(finding.on(self.builder.current()));
    }
}

/// Can this byte behind a `<` begin markup?
pub(super) fn begins_markup(b: u8) -> bool {
    matches!(b, b'/' | b'!' | b'?' | b'_' | b':' | b'a'..=b'z' | b'A'..=b'Z' | 0x80..)
}

pub(super) fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}
