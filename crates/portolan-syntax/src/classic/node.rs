//! Nodes and their fields.

use super::codes;
use super::lexer::{comment_end, is_name, is_space, list_end, starts_number, string_end, word_end};
use super::parser::{Frame, Parser, Written};
use crate::tree::{NO_END_TAG, SELF_CLOSED};
use crate::{NodeId, Span};

/// Fields that hold nodes: without any, there is nothing to be said.
const NODE_FIELDS: [&str; 8] = ["children", "level", "choice", "proxy", "skeleton", "joints", "segments", "metadata"];

/// What a value belongs to.
#[derive(Clone, Copy)]
pub(super) enum Owner {
    /// A field of an element.
    Field(NodeId),
    /// A field of an instance of a prototype.
    Instance,
    /// A field that is being declared, in its own element.
    Declared(NodeId),
}

impl Parser<'_> {
    /// A node behind its type: `start` is where it begins, with its `DEF`.
    pub fn node(&mut self, start: usize, name: Option<Span>, ty: Span, field: Option<Span>) {
        self.space();
        if self.peek() != Some(b'{') {
            let shown = self.slice(ty);
            let message = format!("`{shown}` is not a node: it has no braces");
            return self.tell(&codes::INCOMPLETE, ty.start as usize, ty.end as usize, message);
        }
        if self.is_too_deep() {
            return;
        }
        self.pass(1);
        let instance = self.prototypes.contains(self.slice(ty));
        let element = match instance {
            true => self.open_word(start, "ProtoInstance"),
            false => {
                let name = self.name_at(ty);
                self.open(start, name)
            }
        };
        if instance {
            self.attribute(element, ty.start as usize, "name", ty);
        }
        if let Some(name) = name {
            let called = match instance {
                true => self.name_of("ProtoInstance"),
                false => self.name_at(ty),
            };
            self.defined.insert(self.slice(name), (called, instance.then_some(ty)));
            self.attribute(element, start, "DEF", name);
            if !is_name(self.slice(name)) {
                let message = format!("`{}` is not a valid name", self.slice(name));
                self.tell(&codes::NAME, name.start as usize, name.end as usize, message);
            }
        }
        if let Some(field) = field {
            self.attribute(element, field.start as usize, "containerField", field);
        }
        self.frames.push(Frame::Body { element, instance });
    }

    /// `USE name`.
    pub fn use_node(&mut self, start: usize, field: Option<Span>) {
        let name = self.next_word();
        if name.is_empty() {
            return self.tell(&codes::INCOMPLETE, start, self.last, "`USE` has no name");
        }
        let Some((called, prototype)) = self.defined.get(self.slice(name)).copied() else {
            let message = format!("`{}` is used but not defined before", self.slice(name));
            return self.tell(&codes::USE, name.start as usize, name.end as usize, message);
        };
        if self.is_too_deep() {
            return;
        }
        let element = self.open(start, called);
        if let Some(prototype) = prototype {
            self.attribute(element, start, "name", prototype);
        }
        self.attribute(element, start, "USE", name);
        if let Some(field) = field {
            self.attribute(element, field.start as usize, "containerField", field);
        }
        self.close_here(SELF_CLOSED | NO_END_TAG);
    }

    /// A field in the body of a node, or what may stand there else.
    pub fn field(&mut self, element: NodeId, instance: bool) {
        if word_end(self.bytes, self.at) == self.at || starts_number(self.bytes, self.at) {
            return self.unexpected();
        }
        let start = self.at;
        let name = self.word();
        match self.slice(name) {
            "ROUTE" => return self.route(start),
            "PROTO" => return self.prototype(start, false),
            "EXTERNPROTO" => return self.prototype(start, true),
            // A node that is in no field.
            "DEF" | "USE" => return self.misplaced(start),
            word if is_access(word) => {
                self.space();
                let ahead = self.span(self.at, word_end(self.bytes, self.at));
                if is_type(self.slice(ahead)) {
                    return self.declared(start, name, false);
                }
            }
            _ => {}
        }
        self.space();
        if self.peek() == Some(b'{') {
            return self.misplaced(start);
        }
        self.value(name, if instance { Owner::Instance } else { Owner::Field(element) });
    }

    /// A node in the body of another without a field around it, which is read as if there were one.
    fn misplaced(&mut self, start: usize) {
        let end = word_end(self.bytes, start);
        self.tell(&codes::UNEXPECTED, start, end, "a node is inside another one without the name of a field");
        self.at = start;
        self.statement(None);
    }

    /// A field that is declared: `field SFColor colour 1 0 0`, with its access read already.
    pub fn declared(&mut self, start: usize, access: Span, external: bool) {
        let ty = self.next_word();
        let name = self.next_word();
        if name.is_empty() {
            return self.tell(&codes::INCOMPLETE, start, self.last, "a field is declared without a type or name");
        }
        if self.is_too_deep() {
            return;
        }
        let element = self.open_word(start, "field");
        self.attribute(element, access.start as usize, "accessType", access);
        self.attribute(element, ty.start as usize, "type", ty);
        self.attribute(element, name.start as usize, "name", name);
        let event = matches!(self.slice(access), "eventIn" | "eventOut" | "inputOnly" | "outputOnly");
        self.space();
        let ahead = self.span(self.at, word_end(self.bytes, self.at));
        if self.slice(ahead) == "IS" {
            self.close_here(SELF_CLOSED | NO_END_TAG);
            self.word();
            return self.connect(name);
        }
        if event || external {
            return self.close_here(SELF_CLOSED | NO_END_TAG);
        }
        self.frames.push(Frame::Holder);
        self.value(name, Owner::Declared(element));
    }

    /// The value of a field.
    fn value(&mut self, name: Span, owner: Owner) {
        self.space();
        let start = self.at;
        match self.peek() {
            Some(b'[') => {
                if self.holds_nodes() {
                    self.pass(1);
                    let field = self.nodes_of(name, owner);
                    return self.frames.push(Frame::Nodes { field });
                }
                let list = list_end(self.bytes, start + 1);
                if let Some(open) = list.open_string {
                    self.tell(&codes::UNCLOSED_STRING, open, open + 1, "a string is not closed");
                } else if !list.closed {
                    self.tell(&codes::UNCLOSED, start, start + 1, "a list of values is not closed");
                }
                let span = self.trimmed(start + 1, list.end);
                self.pass(list.end - start + usize::from(list.closed));
                if !span.is_empty() || !NODE_FIELDS.contains(&self.slice(name)) {
                    self.put_value(name, owner, span, self.written(span));
                }
            }
            Some(b'"') => {
                let (span, written) = self.strings();
                self.put_value(name, owner, span, written);
            }
            Some(_) if starts_number(self.bytes, start) => {
                let span = self.numbers();
                self.put_value(name, owner, span, self.written(span));
            }
            _ => self.word_value(name, owner),
        }
    }

    fn word_value(&mut self, name: Span, owner: Owner) {
        let ahead = self.span(self.at, word_end(self.bytes, self.at));
        match self.slice(ahead) {
            "" => {
                let shown = self.slice(name);
                let message = format!("`{shown}` has no value");
                self.tell(&codes::INCOMPLETE, name.start as usize, name.end as usize, message);
                if matches!(self.peek(), Some(b'{')) {
                    self.unexpected();
                }
            }
            word if is_truth(word) => {
                self.word();
                let written = if word.starts_with(char::is_uppercase) { Written::Marked } else { Written::Plain };
                self.put_value(name, owner, ahead, written);
            }
            "IS" => {
                self.word();
                self.connect(name);
            }
            "NULL" => {
                self.word();
            }
            _ => {
                let field = self.nodes_of(name, owner);
                self.statement(field);
            }
        }
    }

    /// Makes ready for nodes in a field; gives the field that they stand in.
    fn nodes_of(&mut self, name: Span, owner: Owner) -> Option<Span> {
        match owner {
            Owner::Field(_) => Some(name),
            Owner::Instance => {
                let element = self.open_word(name.start as usize, "fieldValue");
                self.attribute(element, name.start as usize, "name", name);
                self.frames.push(Frame::Holder);
                None
            }
            Owner::Declared(_) => None,
        }
    }

    fn put_value(&mut self, name: Span, owner: Owner, value: Span, written: Written) {
        let start = name.start as usize;
        match owner {
            Owner::Field(element) => {
                let name = self.name_at(name);
                self.put(element, start, name, value, written);
            }
            Owner::Instance => {
                let element = self.open_word(start, "fieldValue");
                self.attribute(element, start, "name", name);
                let word = self.name_of("value");
                self.put(element, value.start as usize, word, value, written);
                self.close_here(SELF_CLOSED | NO_END_TAG);
            }
            Owner::Declared(element) => {
                let word = self.name_of("value");
                self.put(element, value.start as usize, word, value, written);
            }
        }
    }

    /// `field IS name`, behind its `IS`.
    fn connect(&mut self, field: Span) {
        let outer = self.next_word();
        if outer.is_empty() {
            let message = "`IS` does not say which field of the prototype is meant";
            return self.tell(&codes::INCOMPLETE, field.start as usize, self.last, message);
        }
        let start = field.start as usize;
        self.open_word(start, "IS");
        let connect = self.open_word(start, "connect");
        self.attribute(connect, start, "nodeField", field);
        self.attribute(connect, outer.start as usize, "protoField", outer);
        self.close_here(SELF_CLOSED | NO_END_TAG);
        self.close_here(SELF_CLOSED | NO_END_TAG);
    }

    /// Does the list that begins here hold nodes?
    fn holds_nodes(&self) -> bool {
        let mut at = self.at + 1;
        loop {
            match self.bytes.get(at) {
                Some(b'#') => at = comment_end(self.bytes, at),
                Some(b) if is_space(*b) => at += 1,
                _ => break,
            }
        }
        let word = self.text.get(at..word_end(self.bytes, at)).unwrap_or_default();
        !word.is_empty() && !starts_number(self.bytes, at) && !is_truth(word)
    }

    /// Numbers without brackets: as many as there are.
    fn numbers(&mut self) -> Span {
        let start = self.at;
        let mut end = start;
        loop {
            self.at = word_end(self.bytes, self.at);
            end = self.at.max(end);
            self.at = self.blank_end(self.at);
            if !starts_number(self.bytes, self.at) {
                break;
            }
        }
        self.at = end;
        self.last = end;
        self.span(start, end)
    }

    /// A string, or several without brackets.
    fn strings(&mut self) -> (Span, Written) {
        let start = self.at;
        let (mut end, mut closed) = string_end(self.bytes, start);
        let first = end;
        while closed {
            let next = self.blank_end(end);
            if self.bytes.get(next) != Some(&b'"') {
                break;
            }
            (end, closed) = string_end(self.bytes, next);
        }
        if !closed {
            self.tell(&codes::UNCLOSED_STRING, start, start + 1, "a string is not closed");
        }
        self.pass(end - start);
        if first == end {
            let span = self.span(start + 1, (end - usize::from(closed)).max(start + 1));
            let escaped = self.slice(span).contains('\\');
            return (span, Written::Quoted { escaped });
        }
        (self.span(start, end), Written::Marked)
    }

    /// The end of white space and comments, which make no leaves here.
    fn blank_end(&self, mut at: usize) -> usize {
        loop {
            match self.bytes.get(at) {
                Some(b'#') => at = comment_end(self.bytes, at),
                Some(b) if is_space(*b) => at += 1,
                _ => return at,
            }
        }
    }

    pub fn trimmed(&self, start: usize, end: usize) -> Span {
        let inner = self.bytes.get(start..end).unwrap_or_default();
        let before = inner.iter().position(|b| !is_space(*b)).unwrap_or(inner.len());
        let kept = inner.iter().rposition(|b| !is_space(*b)).map_or(before, |last| last + 1);
        self.span(start + before, start + kept)
    }

    fn written(&self, span: Span) -> Written {
        let bytes = self.bytes.get(span.range()).unwrap_or_default();
        let marked = memchr::memchr3(b',', b'#', b'"', bytes).is_some()
            || memchr::memchr3(b'x', b'X', b'T', bytes).is_some()
            || memchr::memchr(b'F', bytes).is_some();
        if marked { Written::Marked } else { Written::Plain }
    }
}

/// Is it a truth, however it is written?
fn is_truth(word: &str) -> bool {
    word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("false")
}

/// Does a word say how a field is reached?
pub(super) fn is_access(word: &str) -> bool {
    let words =
        ["field", "exposedField", "eventIn", "eventOut", "initializeOnly", "inputOutput", "inputOnly", "outputOnly"];
    words.contains(&word)
}

/// Is it the type of a field?
fn is_type(word: &str) -> bool {
    word.len() > 4 && (word.starts_with("SF") || word.starts_with("MF"))
}
