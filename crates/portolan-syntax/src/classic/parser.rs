//! The frames that are open, and what may stand in each.

use hashbrown::{HashMap, HashSet};

use super::lexer::{comment_end, is_space, string_end, word_end};
use super::{WORDS, codes};
use crate::tree::{AttrData, AttrKind, NO_END_TAG, Namespace, SELF_CLOSED, TreeBuilder};
use crate::{Code, Finding, Findings, Limits, NameId, NodeId, NodeKind, Source, Span};

/// Reads the text of a source. The words that are not in it stand at `words`.
pub(super) fn run(source: &Source, words: u32, limits: &Limits, findings: &mut Findings) -> TreeBuilder {
    let text = source.text();
    let mut parser = Parser {
        full: source.full_text(),
        text,
        bytes: text.as_bytes(),
        at: if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 },
        last: 0,
        words,
        names: HashMap::new(),
        builder: TreeBuilder::new(text.len()),
        findings,
        limits,
        frames: Vec::new(),
        defined: HashMap::new(),
        prototypes: HashSet::new(),
        ended: false,
    };
    parser.document();
    parser.builder
}

/// What is open.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// The scene: statements up to the end.
    Scene,
    /// The body of a prototype: statements up to `}`.
    ProtoBody,
    /// The fields of a node up to `}`.
    Body {
        element: NodeId,
        /// Is it an instance of a prototype?
        instance: bool,
    },
    /// Nodes up to `]`, in a field.
    Nodes { field: Option<Span> },
    /// The fields of a prototype up to `]`.
    Interface { element: NodeId, external: bool },
    /// An element that ends as soon as what is in it was read.
    Holder,
}

/// A node that has a name: what its element is called, and the prototype that it is an instance of.
pub(super) type Defined = (NameId, Option<Span>);

pub(super) struct Parser<'a> {
    /// The text with the words behind it.
    pub full: &'a str,
    pub text: &'a str,
    pub bytes: &'a [u8],
    pub at: usize,
    /// The end of what was read last, without white space.
    pub last: usize,
    words: u32,
    /// The names of those words that were asked for.
    names: HashMap<&'static str, NameId>,
    pub builder: TreeBuilder,
    findings: &'a mut Findings,
    pub limits: &'a Limits,
    pub frames: Vec<Frame>,
    pub defined: HashMap<&'a str, Defined>,
    pub prototypes: HashSet<&'a str>,
    ended: bool,
}

impl<'a> Parser<'a> {
    fn document(&mut self) {
        let root = self.open_word(0, "X3D");
        self.builder.flag(root, NO_END_TAG);
        if !self.header(root) {
            return self.give_up(&codes::VERSION_1, "this is a VRML 1.0 file, which is not supported".to_owned());
        }
        self.head(root);
        let scene = self.open_word(self.at, "Scene");
        self.builder.flag(scene, NO_END_TAG);
        self.frames.push(Frame::Scene);
        while !self.ended {
            if let Some(Frame::Holder) = self.frames.last() {
                self.frames.pop();
                self.close_here(SELF_CLOSED | NO_END_TAG);
                continue;
            }
            self.space();
            if self.at >= self.bytes.len() {
                break;
            }
            if (self.builder.len() as u64) + 8 > u64::from(self.limits.nodes) {
                self.give_up(&codes::LIMIT, format!("the document has more than {} nodes", self.limits.nodes));
                break;
            }
            let before = self.at;
            self.step();
            if self.at == before && self.frames.len() < 2 && !self.ended {
                // Nothing may stop the reader.
                self.at += 1;
            }
        }
        if !self.ended && self.frames.len() > 1 {
            self.unclosed();
        }
    }

    fn step(&mut self) {
        let Some(byte) = self.bytes.get(self.at).copied() else { return };
        let frame = self.frames.last().copied().unwrap_or(Frame::Scene);
        match (frame, byte) {
            (Frame::Body { .. }, b'}') => {
                self.pass(1);
                self.frames.pop();
                self.builder.close(self.at as u32, 0);
            }
            (Frame::ProtoBody, b'}') => {
                self.pass(1);
                self.frames.pop();
                self.builder.close(self.at as u32, 0);
                self.builder.close(self.at as u32, 0);
            }
            (Frame::Nodes { .. }, b']') => {
                self.pass(1);
                self.frames.pop();
            }
            (Frame::Interface { element, external }, b']') => {
                self.pass(1);
                self.frames.pop();
                self.interface_ends(element, external);
            }
            (Frame::Nodes { .. } | Frame::Interface { .. }, b'}') => {
                // The list was not closed; its node is.
                let message = "a list is not closed: `]` is missing before this `}`";
                self.tell(&codes::UNCLOSED, self.at, self.at + 1, message);
                self.frames.pop();
                if let Frame::Interface { .. } = frame {
                    self.close_here(NO_END_TAG);
                }
            }
            (Frame::Interface { element, external }, _) => self.interface_field(element, external),
            (Frame::Body { element, instance }, _) => self.field(element, instance),
            (Frame::Nodes { field }, _) => self.statement(field),
            (Frame::Scene | Frame::ProtoBody | Frame::Holder, _) => self.statement(None),
        }
    }

    /// The first line; `false` for VRML 1.0, of which nothing is read.
    fn header(&mut self, root: NodeId) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let start = self.at + rest.iter().position(|b| *b > b' ').unwrap_or(0);
        let end = comment_end(self.bytes, start);
        let line = self.text.get(start..end).unwrap_or_default();
        let behind = |word: &str| {
            let first = line.get(..word.len()).filter(|first| first.eq_ignore_ascii_case(word));
            first.and(line.get(word.len()..))
        };
        if behind("#VRML V1").is_some() {
            return false;
        }
        let known = behind("#VRML V").or_else(|| behind("#X3D V"));
        match known {
            Some(behind) => {
                let from = end - behind.len();
                let to = from + behind.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(behind.len());
                self.attribute(root, start, "version", self.span(from, to));
            }
            None => {
                let message = "the first line is neither `#VRML V2.0 utf8` nor that of X3D";
                self.tell(&codes::HEADER, start, end.min(start + 1), message);
                let version = self.word_span("2.0");
                self.attribute(root, start, "version", version);
            }
        }
        true
    }

    /// Passes white space; comments become leaves.
    pub fn space(&mut self) {
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            self.at += rest.iter().position(|b| !is_space(*b)).unwrap_or(rest.len());
            if self.bytes.get(self.at) != Some(&b'#') {
                return;
            }
            let end = comment_end(self.bytes, self.at);
            if (self.builder.len() as u64) + 8 < u64::from(self.limits.nodes) {
                let span = self.span(self.at, end);
                self.builder.leaf(NodeKind::Comment, span, 0);
            }
            self.at = end;
        }
    }

    /// The word at this place, which is passed; empty if there is none.
    pub fn word(&mut self) -> Span {
        let start = self.at;
        let end = word_end(self.bytes, start);
        self.pass(end - start);
        self.span(start, end)
    }

    /// The next word behind white space.
    pub fn next_word(&mut self) -> Span {
        self.space();
        self.word()
    }

    pub fn slice(&self, span: Span) -> &'a str {
        self.full.get(span.range()).unwrap_or_default()
    }

    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub fn pass(&mut self, count: usize) {
        self.at += count;
        self.last = self.at;
    }

    pub fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start as u32, end as u32)
    }

    /// What must not stand here, passed over.
    pub fn unexpected(&mut self) {
        let start = self.at;
        let end = match self.peek() {
            Some(b'"') => string_end(self.bytes, start).0,
            _ => word_end(self.bytes, start).max(start + 1),
        };
        let end = (end..=self.text.len()).find(|e| self.text.is_char_boundary(*e)).unwrap_or(self.text.len());
        let written = self.text.get(start..end).unwrap_or_default();
        let shown: String = written.chars().take(40).collect();
        let code = if matches!(written, "}" | "]") { &codes::STRAY } else { &codes::UNEXPECTED };
        self.tell(code, start, end, format!("`{shown}` has no place here"));
        self.pass(end - start);
    }

    /// The name of a word that the file does not hold.
    pub fn name_of(&mut self, word: &'static str) -> NameId {
        if let Some(known) = self.names.get(word) {
            return *known;
        }
        let name = self.name_at(self.word_span(word));
        self.names.insert(word, name);
        name
    }

    /// Where a word stands behind the text of the file.
    fn word_span(&self, word: &str) -> Span {
        let at = WORDS.match_indices(word).map(|(at, _)| at).find(|at| {
            let around = |place: usize| WORDS.as_bytes().get(place) == Some(&b' ');
            around(at.wrapping_sub(1)) && around(at + word.len())
        });
        let start = self.words + at.unwrap_or(0) as u32;
        Span::new(start, start + word.len() as u32)
    }

    pub fn name_at(&mut self, span: Span) -> NameId {
        self.builder.name(self.full, span, span.start, Namespace::NONE).0
    }

    /// Opens an element whose name is not written.
    pub fn open_word(&mut self, start: usize, word: &'static str) -> NodeId {
        let name = self.name_of(word);
        self.open(start, name)
    }

    pub fn open(&mut self, start: usize, name: NameId) -> NodeId {
        let id = self.builder.open(start as u32, name);
        self.builder.set_open_end(id, self.last.max(start) as u32);
        id
    }

    /// Closes the innermost element behind what was read last.
    pub fn close_here(&mut self, flags: u8) {
        self.builder.close(self.last as u32, flags);
    }

    /// Is there room for one more level?
    pub fn is_too_deep(&mut self) -> bool {
        // A node may need an element around it.
        let too_deep = self.builder.depth() as u64 + 3 > u64::from(self.limits.depth) + 2;
        if too_deep {
            self.give_up(&codes::LIMIT, format!("nodes are nested deeper than {} levels", self.limits.depth));
        }
        too_deep
    }

    /// Adds an attribute whose name is not written, with a value as it stands.
    pub fn attribute(&mut self, element: NodeId, start: usize, word: &'static str, value: Span) {
        let name = self.name_of(word);
        self.put(element, start, name, value, Written::Plain);
    }

    pub fn put(&mut self, element: NodeId, start: usize, name: NameId, value: Span, written: Written) {
        self.builder.late_attribute(
            element,
            AttrData {
                start: start as u32,
                name,
                value_start: value.start,
                value_end: value.end,
                kind: AttrKind::Plain,
                needs_decoding: written != Written::Plain && written != Written::Quoted { escaped: false },
                quoted: matches!(written, Written::Quoted { .. }),
            },
        );
    }

    pub fn tell(&mut self, code: &'static Code, start: usize, end: usize, message: impl Into<String>) {
        self.findings.push(Finding::new(code, self.span(start, end), message));
    }

    pub fn give_up(&mut self, code: &'static Code, message: String) {
        let span = self.span(self.at, self.text.trim_end().len().max(self.at));
        self.builder.leaf(NodeKind::Unread, span, 0);
        let place = Span::new(span.start, span.start + u32::from(!span.is_empty()));
        self.findings.push(Finding::new(code, place, message).help("the rest was not read"));
        self.at = self.bytes.len();
        self.ended = true;
    }

    fn unclosed(&mut self) {
        let open = self.frames.len() - 1;
        let started = self.builder.start_of(self.builder.current());
        let message = match open {
            1 => "a node or list is never closed".to_owned(),
            n => format!("{n} nodes and lists are never closed"),
        };
        let finding = Finding::new(&codes::UNCLOSED, self.span(self.last, self.last), message);
        let help = "add the missing brackets, or get the whole file if it was cut off";
        self.findings.push(finding.see(Span::at(started), "the last one begins here").help(help));
    }
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Written {
    /// As XML would.
    Plain,
    /// With commas, comments, or words of another spelling.
    Marked,
    /// As one string, within quotation marks.
    Quoted { escaped: bool },
}
