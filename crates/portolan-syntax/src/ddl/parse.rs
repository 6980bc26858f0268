//! Reads a document: structures, comments, and what is neither.

use hashbrown::HashMap;

use super::codes;
use super::data::{Layout, Scan, Summary, pass, scan_from, scan_in_pieces};
use super::fault::FaultKind;
use super::lexer::{
    braces_end, comment_end, comment_starts, excerpt, identifier_end, is_identifier, is_space, quoted_end, skip_blank,
    skip_space, word_end,
};
use super::primitive::primitive_type;
use crate::encoding::Encoding;
use crate::tree::{NO_END_TAG, Syntax, TreeBuilder};
use crate::{Edit, Finding, Findings, Limits, NodeId, NodeKind, Source, Span, Tree};

/// Data of at least so many bytes is counted once and remembered.
const REMEMBERED: usize = 256;

/// Reads an OpenDDL document of any version.
///
/// Every input gives a tree: what cannot be read is an [`NodeKind::Unread`] leaf with a finding, and reading goes on
/// behind it. The data of primitive structures is checked on the way, but not kept in decoded form; see
/// [`data`](super::data).
pub fn parse(source: Source, limits: &Limits) -> (Tree, Findings) {
    read(source, limits, false)
}

/// As [`parse`], but large numeric data is passed over, not checked: whoever decodes it finds what is wrong with it
/// ([`Run::decode_checked`](super::Run::decode_checked)).
pub fn parse_lazily(source: Source, limits: &Limits) -> (Tree, Findings) {
    read(source, limits, true)
}

fn read(source: Source, limits: &Limits, lazy: bool) -> (Tree, Findings) {
    let (builder, mut findings) = {
        let mut parser = Parser::new(&source, limits);
        parser.lazy = lazy;
        parser.document(&source);
        (parser.builder, parser.findings)
    };
    findings.sort();
    (builder.finish(source, Syntax::Ddl), findings)
}

pub(super) struct Parser<'a> {
    pub text: &'a str,
    pub bytes: &'a [u8],
    pub at: usize,
    pub builder: TreeBuilder,
    pub findings: Findings,
    limits: &'a Limits,
    /// Is large numeric data not checked?
    lazy: bool,
    /// Where each global name is given.
    pub globals: HashMap<&'a str, Span, foldhash::fast::RandomState>,
    /// Where each local name is given, by the structure around it.
    pub locals: HashMap<(NodeId, &'a str), Span, foldhash::fast::RandomState>,
    /// The end was reached in a way that has been told already.
    pub ended: bool,
    /// Text here that is no structure has been told about already.
    pub told_at: Option<usize>,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source, limits: &'a Limits) -> Parser<'a> {
        let text = source.text();
        Parser {
            text,
            bytes: text.as_bytes(),
            at: 0,
            builder: TreeBuilder::new(text.len()),
            findings: Findings::new(limits.findings),
            limits,
            lazy: false,
            globals: HashMap::default(),
            locals: HashMap::default(),
            ended: false,
            told_at: None,
        }
    }

    fn document(&mut self, source: &Source) {
        self.encoding(source);
        loop {
            self.space();
            let Some(&byte) = self.bytes.get(self.at) else { break };
            if self.is_full() {
                break;
            }
            match byte {
                b'}' => self.close(),
                // Cut off within a comment mark.
                b'/' if self.is_at_end() && self.builder.depth() > 0 => break,
                _ => match self.head_ahead().or_else(|| self.last_word()) {
                    Some(end) => self.structure(end),
                    None => self.garbage(),
                },
            }
        }
        if !self.ended && self.builder.depth() > 0 {
            self.unclosed();
        }
    }

    fn encoding(&mut self, source: &Source) {
        if let Some((offset, count)) = source.unreadable() {
            let plural = if count == 1 { "sequence is" } else { "sequences are" };
            let span = Span::new(offset, offset + '\u{FFFD}'.len_utf8() as u32);
            self.add(Finding::new(&codes::NOT_UTF8, span, format!("{count} byte {plural} not UTF-8")));
        } else if source.encoding() != Encoding::Utf8 {
            let message = format!("the file is encoded as {} instead of UTF-8", source.encoding().name());
            self.add(Finding::new(&codes::NOT_UTF8, Span::at(0), message));
        }
        if self.text.starts_with('\u{FEFF}') {
            self.at = '\u{FEFF}'.len_utf8();
            if source.encoding() == Encoding::Utf8 {
                let span = Span::new(0, self.at as u32);
                let finding = Finding::new(&codes::BYTE_ORDER_MARK, span, "the file begins with a byte order mark");
                self.add(finding.fix("remove the byte order mark", vec![Edit::delete(span)]));
            }
        }
    }

    pub fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    pub fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start as u32, end as u32)
    }

    pub fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Is there nothing more, or only the first half of a comment mark?
    pub fn is_at_end(&self) -> bool {
        matches!(self.bytes.get(self.at..), None | Some([] | [b'/']))
    }

    /// Passes white space and makes nodes of comments.
    fn space(&mut self) {
        loop {
            self.at = skip_blank(self.bytes, self.at);
            if !comment_starts(self.bytes, self.at) || self.is_full() {
                return;
            }
            let start = self.at;
            let (end, closed) = comment_end(self.bytes, start);
            if !closed {
                self.endless_comment(start);
            }
            let line_end = self.bytes.get(end.wrapping_sub(1)) == Some(&b'\r') && closed;
            self.at = end;
            // The `\r` of a line end is no part of the comment.
            let end = end - usize::from(line_end && self.bytes.get(start + 1) == Some(&b'/'));
            self.builder.leaf(NodeKind::Comment, self.span(start, end), 0);
        }
    }

    fn endless_comment(&mut self, start: usize) {
        let span = self.span(start, start + 2);
        self.add(Finding::new(&codes::UNCLOSED_COMMENT, span, "the comment is not closed").help("add `*/`"));
        self.ended = true;
    }

    /// Passes white space and comments within a head; those comments stay part of it.
    pub fn inner_space(&mut self) {
        let (end, endless) = skip_space(self.bytes, self.at);
        if let Some(start) = endless {
            self.endless_comment(start);
        }
        self.at = end;
    }

    /// The end of the word here, if it looks like the type of a structure.
    fn head_ahead(&self) -> Option<usize> {
        let end = word_end(self.bytes, self.at);
        if end == self.at {
            return None;
        }
        let next = skip_space(self.bytes, end).0;
        match self.bytes.get(next) {
            Some(b'{' | b'(' | b'$' | b'%' | b'[') => Some(end),
            Some(b'*') if primitive_type(self.slice(self.at, end)).is_some() => Some(end),
            _ => None,
        }
    }

    /// The end of the identifier here, if the text ends behind it.
    fn last_word(&self) -> Option<usize> {
        let end = identifier_end(self.bytes, self.at);
        (end > self.at && skip_space(self.bytes, end).0 >= self.bytes.len()).then_some(end)
    }

    fn close(&mut self) {
        let start = self.at;
        self.at += 1;
        if self.builder.depth() > 0 {
            self.builder.close(self.at as u32, 0);
        } else {
            self.builder.leaf(NodeKind::Unread, self.span(start, self.at), 0);
            let span = self.span(start, self.at);
            self.add(Finding::new(&codes::STRAY_BRACE, span, "this `}` has no matching `{`"));
        }
    }

    /// Reads the data of a primitive structure whose `{` has just been passed, and closes it.
    pub fn data(&mut self, node: NodeId, layout: Layout) {
        let start = self.at;
        let passed = if self.lazy { pass(self.bytes, start, layout) } else { None };
        let in_pieces = if self.lazy { None } else { scan_in_pieces(self.text, start, layout) };
        let (scan, end, closed) = match (passed, in_pieces) {
            (Some(end), _) => (Scan::default(), end, true),
            (None, Some((scan, end))) => (scan, end, true),
            (None, None) => scan_from(self.text, start, layout),
        };
        // Short data is quicker counted again than remembered.
        if end - start >= REMEMBERED && passed.is_none() {
            self.builder.note_data(node, Summary::of(&scan));
        }
        let at_end = end >= self.bytes.len();
        let cut_off = !closed && at_end;
        let listed = scan.faults.len() as u64;
        for (i, fault) in scan.faults.iter().enumerate() {
            let endless = fault.kind == FaultKind::UnclosedComment;
            self.ended |= endless;
            // Where the text ends too early, everything at its end is incomplete; that is one mistake.
            if cut_off && !endless && skip_blank(self.bytes, fault.span.end as usize) >= self.bytes.len() {
                continue;
            }
            let mut finding = fault.finding(self.text, layout).on(node);
            if i as u64 + 1 == listed && scan.fault_count > listed {
                finding = finding.help(format!("{} more errors follow in this data", scan.fault_count - listed));
            }
            self.add(finding);
        }
        let run = self.bytes.get(start..end).unwrap_or_default();
        let leading = run.iter().take_while(|&&b| is_space(b)).count();
        let trailing = run.iter().rev().take_while(|&&b| is_space(b)).count();
        let (first, last) = (start + leading, end.saturating_sub(trailing));
        if first < last {
            self.builder.leaf(NodeKind::Text, self.span(first, last), 0);
        }
        self.at = end;
        if closed {
            self.at += 1;
            self.builder.close(self.at as u32, 0);
        } else if !at_end {
            let last = last.max(start);
            let next = self.slice(end, identifier_end(self.bytes, end));
            let name = self.slice(self.builder.start_of(node) as usize, start);
            let name = name.get(..word_end(name.as_bytes(), 0)).unwrap_or_default();
            let message = format!("`{name}` is not closed before `{next}`");
            let opened = self.span(start - 1, start);
            let finding = Finding::new(&codes::UNCLOSED_STRUCTURE, self.span(last, last), message);
            self.add(finding.on(node).help("add `}`").see(opened, "opened here"));
            self.builder.close(last as u32, NO_END_TAG);
            self.at = last;
        }
    }

    /// Passes what is no structure, up to where one may begin again.
    fn garbage(&mut self) {
        let start = self.at;
        let mut end = start;
        let mut words = 0;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'}' => break,
                b'"' | b'\'' => self.at = quoted_end(self.bytes, self.at, b'}').0.max(self.at + 1),
                b'{' => self.at = braces_end(self.bytes, self.at),
                b'(' | b'[' => self.skip_parentheses(),
                _ => {
                    if end > start
                        && self.head_ahead().is_some_and(|e| is_identifier(self.slice(self.at, e).as_bytes()))
                    {
                        break;
                    }
                    let word = word_end(self.bytes, self.at);
                    words += 1;
                    self.at = word.max(self.at + 1);
                }
            }
            end = self.at;
            self.at = skip_space(self.bytes, self.at).0;
        }
        self.at = end;
        let span = self.span(start, end);
        self.builder.leaf(NodeKind::Unread, span, 0);
        if self.told_at == Some(start) {
            return;
        }
        let written = self.slice(start, end);
        self.add(if words == 1 && is_identifier(written.as_bytes()) {
            let message = format!("`{written}` has no body in braces");
            Finding::new(&codes::MISSING_BODY, span, message).help(format!("write `{written} {{}}`, or remove it"))
        } else if written.starts_with('{') {
            Finding::new(&codes::UNEXPECTED_TEXT, span, "these braces have no structure type")
        } else {
            let message = format!("`{}` is not allowed here; only structures are", excerpt(written));
            let finding = Finding::new(&codes::UNEXPECTED_TEXT, span, message);
            if self.builder.depth() > 0 && words <= 1 {
                finding.help("put values in a primitive structure, like `float {1.5}` or `string {\"text\"}`")
            } else {
                finding
            }
        });
    }

    /// Passes parentheses or brackets up to their end, or to the brace before which they should have ended.
    fn skip_parentheses(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'"' => self.at = quoted_end(self.bytes, self.at, b')').0.max(self.at + 1),
                b'{' | b'}' => return,
                _ => self.at += 1,
            }
            if byte == b')' || byte == b']' {
                return;
            }
        }
    }

    /// Opens an element unless a limit forbids it.
    pub fn open(&mut self, start: usize, end: usize) -> Option<NodeId> {
        if self.builder.depth() as u64 >= u64::from(self.limits.depth) {
            let message = format!("structures are nested deeper than {} levels", self.limits.depth);
            self.give_up(&codes::TOO_DEEP, start, message);
            return None;
        }
        let span = self.span(start, end);
        let (name, _) = self.builder.name(self.text, span, span.start, crate::tree::Namespace::NONE);
        Some(self.builder.open(span.start, name))
    }

    /// Has the tree as many nodes as it may have? Then the rest becomes one leaf.
    fn is_full(&mut self) -> bool {
        // A structure needs two nodes, and the leaf for the rest one.
        if (self.builder.len() as u64) + 3 <= u64::from(self.limits.nodes) {
            return false;
        }
        if self.at < self.bytes.len() {
            let message = format!("the document has more than {} structures and comments", self.limits.nodes);
            self.give_up(&codes::TOO_MANY_NODES, self.at, message);
        }
        true
    }

    fn give_up(&mut self, code: &'static crate::Code, start: usize, message: String) {
        let span = self.span(start, self.bytes.len());
        let trailing = self.text.len() - self.text.trim_end_matches(|c: char| u32::from(c) <= 32).len();
        let span = Span::new(span.start, span.end - (trailing as u32).min(span.len()));
        self.builder.leaf(NodeKind::Unread, span, 0);
        let place = Span::new(span.start, span.start + u32::from(!span.is_empty()));
        self.add(Finding::new(code, place, message).help("the rest was not read; raise the limit to read it"));
        self.at = self.bytes.len();
        self.ended = true;
    }

    /// The text ends while structures are open.
    fn unclosed(&mut self) {
        const SHOWN: usize = 4;
        let open: Vec<NodeId> = self.builder.open_nodes().iter().skip(1).rev().copied().collect();
        let label = |id: &NodeId| {
            let start = self.builder.start_of(*id) as usize;
            (start, word_end(self.bytes, start))
        };
        let Some((start, end)) = open.first().map(label) else { return };
        let place = self.text.trim_end_matches(|c: char| u32::from(c) <= 32).len().max(end);
        let message = match open.len() {
            1 => format!("`{}` is never closed", excerpt(self.slice(start, end))),
            n => format!("`{}` and {} structures around it are never closed", excerpt(self.slice(start, end)), n - 1),
        };
        let mut finding = Finding::new(&codes::UNCLOSED_STRUCTURE, self.span(place, place), message)
            .help("add the missing `}`, or get the complete file if it was truncated");
        for (start, end) in open.iter().take(SHOWN).map(label) {
            finding = finding.see(self.span(start, end), "opened here");
        }
        if let Some(&id) = open.first() {
            finding = finding.on(id);
        }
        // Behind a comment that runs to the end of its line, a brace would be part of it.
        let edits = vec![Edit::insert(self.text.len() as u32, format!("\n{}\n", "}".repeat(open.len())))];
        self.add(if self.ended { finding } else { finding.guess("add the missing `}`", edits) });
    }
}
