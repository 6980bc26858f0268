//! What stands in a scene: nodes, prototypes, routes, and the head of X3D.

use super::codes;
use super::lexer::{list_end, starts_number, string_end, word_end};
use super::node::is_access;
use super::parser::{Frame, Parser, Written};
use crate::tree::{NO_END_TAG, SELF_CLOSED};
use crate::{NodeId, Span};

impl Parser<'_> {
    /// What a file of X3D says before its scene.
    pub fn head(&mut self, root: NodeId) {
        let mut open = false;
        loop {
            self.space();
            let ahead = self.span(self.at, word_end(self.bytes, self.at));
            let word = self.slice(ahead);
            if !matches!(word, "PROFILE" | "COMPONENT" | "META" | "UNIT") {
                break;
            }
            let start = self.at;
            self.word();
            if word == "PROFILE" {
                let name = self.next_word();
                self.attribute(root, start, "profile", name);
                continue;
            }
            if !std::mem::replace(&mut open, true) {
                self.open_word(start, "head");
            }
            self.of_head(start, word);
        }
        if open {
            self.close_here(NO_END_TAG);
        }
    }

    /// A statement of the head, behind its first word.
    fn of_head(&mut self, start: usize, word: &str) {
        match word {
            "META" => {
                let element = self.open_word(start, "meta");
                for name in ["name", "content"] {
                    self.space();
                    if self.peek() == Some(b'"') {
                        let from = self.at;
                        let (end, closed) = string_end(self.bytes, from);
                        self.pass(end - from);
                        let value = self.span(from + 1, (end - usize::from(closed)).max(from + 1));
                        let escaped = self.slice(value).contains('\\');
                        let name = self.name_of(name);
                        self.put(element, from, name, value, Written::Quoted { escaped });
                    }
                }
            }
            "COMPONENT" => {
                let element = self.open_word(start, "component");
                let written = self.next_word();
                let (name, rest) = self.halves(written, ':');
                self.attribute(element, start, "name", name);
                let level = match rest {
                    Some(level) if !level.is_empty() => level,
                    _ => {
                        let level = self.next_word();
                        if self.slice(level) == ":" { self.next_word() } else { level }
                    }
                };
                let level = match self.slice(level).starts_with(':') {
                    true => Span::new(level.start + 1, level.end),
                    false => level,
                };
                self.attribute(element, level.start as usize, "level", level);
            }
            _ => {
                let element = self.open_word(start, "unit");
                for name in ["category", "name", "conversionFactor"] {
                    let value = self.next_word();
                    self.attribute(element, value.start as usize, name, value);
                }
            }
        }
        self.close_here(SELF_CLOSED | NO_END_TAG);
    }

    /// A statement: a node in a field or outside of all, a prototype, a route.
    pub fn statement(&mut self, field: Option<Span>) {
        if word_end(self.bytes, self.at) == self.at || starts_number(self.bytes, self.at) {
            return self.unexpected();
        }
        let start = self.at;
        let word = self.word();
        match self.slice(word) {
            "DEF" => {
                let name = self.next_word();
                self.space();
                let ty = self.word();
                if name.is_empty() || ty.is_empty() {
                    let message = "`DEF` needs a name and a node";
                    return self.tell(&codes::INCOMPLETE, start, self.last, message);
                }
                self.node(start, Some(name), ty, field);
            }
            "USE" => self.use_node(start, field),
            "NULL" => {}
            "ROUTE" => self.route(start),
            "PROTO" => self.prototype(start, false),
            "EXTERNPROTO" => self.prototype(start, true),
            statement @ ("META" | "COMPONENT" | "UNIT") => self.of_head(start, statement),
            statement @ ("IMPORT" | "EXPORT") => self.import(start, statement == "IMPORT"),
            _ => self.node(start, None, word, field),
        }
    }

    /// `ROUTE node.field TO node.field`, behind its first word.
    pub fn route(&mut self, start: usize) {
        let from = self.next_word();
        let direction = self.next_word();
        let to = self.next_word();
        let ((from, Some(output)), (to, Some(input))) = (self.last_dot(from), self.last_dot(to)) else {
            let message = "a route is written `ROUTE node.field TO node.field`";
            return self.tell(&codes::INCOMPLETE, start, self.last, message);
        };
        if !self.slice(direction).eq_ignore_ascii_case("TO") {
            self.tell(&codes::INCOMPLETE, start, self.last, "a route lacks the word `TO`");
        }
        let element = self.open_word(start, "ROUTE");
        for (name, value) in [("fromNode", from), ("fromField", output), ("toNode", to), ("toField", input)] {
            self.attribute(element, value.start as usize, name, value);
        }
        self.close_here(SELF_CLOSED | NO_END_TAG);
    }

    /// `IMPORT inline.name AS name`, `EXPORT name AS name`, behind the first word.
    fn import(&mut self, start: usize, import: bool) {
        let element = self.open_word(start, if import { "IMPORT" } else { "EXPORT" });
        let what = self.next_word();
        if import {
            let (inline, name) = self.halves(what, '.');
            self.attribute(element, start, "inlineDEF", inline);
            self.attribute(element, start, "importedDEF", name.unwrap_or(inline));
        } else {
            self.attribute(element, start, "localDEF", what);
        }
        self.space();
        let ahead = self.span(self.at, word_end(self.bytes, self.at));
        if self.slice(ahead) == "AS" {
            self.word();
            let name = self.next_word();
            self.attribute(element, name.start as usize, "AS", name);
        }
        self.close_here(SELF_CLOSED | NO_END_TAG);
    }

    /// `PROTO` or `EXTERNPROTO`, behind the word.
    pub fn prototype(&mut self, start: usize, external: bool) {
        let name = self.next_word();
        self.space();
        if name.is_empty() || self.peek() != Some(b'[') {
            let message = "a prototype needs a name and its fields in brackets";
            return self.tell(&codes::INCOMPLETE, start, self.last, message);
        }
        if self.is_too_deep() {
            return;
        }
        self.pass(1);
        self.prototypes.insert(self.slice(name));
        let element = self.open_word(start, if external { "ExternProtoDeclare" } else { "ProtoDeclare" });
        self.attribute(element, start, "name", name);
        if !external {
            let interface = self.open_word(self.at, "ProtoInterface");
            return self.frames.push(Frame::Interface { element: interface, external });
        }
        self.frames.push(Frame::Interface { element, external });
    }

    /// A field of a prototype.
    pub fn interface_field(&mut self, _: NodeId, external: bool) {
        let start = self.at;
        let ahead = self.span(start, word_end(self.bytes, start));
        if !is_access(self.slice(ahead)) {
            return self.unexpected();
        }
        self.word();
        self.declared(start, ahead, external);
    }

    /// What comes behind the fields of a prototype: its body, or where it is found.
    pub fn interface_ends(&mut self, element: NodeId, external: bool) {
        if !external {
            self.close_here(0);
        }
        self.space();
        match (external, self.peek()) {
            (false, Some(b'{')) => {
                let start = self.at;
                self.pass(1);
                self.open_word(start, "ProtoBody");
                return self.frames.push(Frame::ProtoBody);
            }
            (true, Some(b'[' | b'"')) => {
                let start = self.at;
                let (from, end, behind) = match self.peek() {
                    Some(b'[') => {
                        let list = list_end(self.bytes, start + 1);
                        (start + 1, list.end, list.end + usize::from(list.closed))
                    }
                    _ => {
                        let (end, _) = string_end(self.bytes, start);
                        (start, end, end)
                    }
                };
                self.pass(behind - start);
                let name = self.name_of("url");
                self.put(element, start, name, self.trimmed(from, end), Written::Marked);
            }
            _ => {
                let what = if external { "an address" } else { "a body in braces" };
                self.tell(&codes::INCOMPLETE, self.last, self.last, format!("a prototype lacks {what}"));
            }
        }
        self.close_here(0);
    }

    /// The parts of a word around its last dot.
    fn last_dot(&self, word: Span) -> (Span, Option<Span>) {
        match self.slice(word).rfind('.') {
            Some(dot) => {
                let dot = word.start + dot as u32;
                (Span::new(word.start, dot), Some(Span::new(dot + 1, word.end)))
            }
            None => (word, None),
        }
    }

    /// The parts of a word around a mark.
    fn halves(&self, word: Span, mark: char) -> (Span, Option<Span>) {
        match self.slice(word).find(mark) {
            Some(place) => {
                let place = word.start + place as u32;
                (Span::new(word.start, place), Some(Span::new(place + 1, word.end)))
            }
            None => (word, None),
        }
    }
}
