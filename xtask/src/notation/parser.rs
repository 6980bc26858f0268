//! Tokens to syntax tree: headers, blocks and content. Value types are read in `value_parser`.
//!
//! A mistake is reported and skipped up to the next line or declaration, so that one run shows them all.

use super::ast::*;
use super::lexer::{Kind, Token, lex};
use crate::diagnostics::{Diagnostics, Pos};

/// Marks that something could not be read; the report has already been made.
#[derive(Debug)]
pub struct Skip;

/// The result of reading one piece.
pub type Read<T> = Result<T, Skip>;

/// Reads one file and adds its declarations to `schema`. The format header has to be read first.
pub fn parse(text: &str, file: u16, schema: &mut Schema, diagnostics: &mut Diagnostics) {
    let tokens = lex(text, file, diagnostics);
    Parser { tokens, at: 0, schema, diagnostics }.file();
}

pub(super) struct Parser<'a> {
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) schema: &'a mut Schema,
    pub(super) diagnostics: &'a mut Diagnostics,
}

impl Parser<'_> {
    fn file(&mut self) {
        while *self.peek() != Kind::End {
            if self.declaration().is_err() {
                self.skip_declaration();
            }
        }
    }

    /// Declarations begin in the first column; everything else is indented or a closing brace.
    fn skip_declaration(&mut self) {
        if *self.peek() != Kind::End && self.pos().column == 1 {
            self.at += 1;
        }
        while *self.peek() != Kind::End && !self.declaration_begins() {
            self.at += 1;
        }
    }

    fn declaration_begins(&self) -> bool {
        self.pos().column == 1 && matches!(self.peek(), Kind::Word(_) | Kind::Mark('*'))
    }

    fn declaration(&mut self) -> Read<()> {
        let pos = self.pos();
        if pos.column != 1 {
            return self.fail("a declaration begins in the first column");
        }
        let first = self.path("a declaration")?;
        let named = matches!(self.peek(), Kind::Word(_));
        match first.as_str() {
            "format" if named => self.schema.header.format = self.word("the format's name")?,
            "versions" if named => {
                while matches!(self.peek(), Kind::Word(_)) && self.pos().line == pos.line {
                    let version = self.word("a version")?;
                    self.schema.header.versions.push(version);
                }
            }
            "namespace" => {
                let mask = if named { self.version()? } else { self.schema.header.all() };
                let uri = self.text("a namespace in quotes")?;
                self.schema.header.namespaces.push((mask, uri));
            }
            "foreign" => {
                let prefix = self.path("a path")?;
                let uri = self.text("a namespace in quotes")?;
                self.schema.header.foreign.push((prefix, uri));
            }
            "root" if named || self.is_mark('*') => {
                self.schema.header.root_pos = self.pos();
                self.schema.header.root = self.path("the root's path")?;
                while matches!(self.peek(), Kind::Word(_)) && self.pos().line == pos.line {
                    let other = self.word("a root's path")?;
                    self.schema.header.other_roots.push(other);
                }
            }
            "order" if named => match self.word("`sequence` or `free`")?.as_str() {
                "sequence" => self.schema.header.free = false,
                "free" => self.schema.header.free = true,
                _ => return self.fail_at(pos, "the order is `sequence` or `free`"),
            },
            "type" if named && self.mark_at(1, '=') => {
                let name = self.word("a name")?;
                self.expect('=')?;
                let ty = self.type_expr()?;
                if let Kind::Text(_) = self.peek() {
                    self.at += 1;
                }
                self.schema.types.push(NamedType { name, ty, pos });
            }
            "group" if named && self.mark_at(1, '=') => {
                let name = self.word("a name")?;
                self.expect('=')?;
                let content = self.choice()?;
                self.schema.groups.push(Group { name, content, pos });
            }
            "attributes" if named && self.mark_at(1, '{') => {
                let name = self.word("a name")?;
                let items = self.attribute_braces()?;
                self.schema.attribute_sets.push(AttributeSet { name, items, pos });
            }
            _ => self.block(first, pos)?,
        }
        Ok(())
    }

    fn block(&mut self, first: String, pos: Pos) -> Read<()> {
        let mut block = Block::default();
        block.paths.push(BlockPath { path: first, gate: self.gate()?, pos });
        while self.eat(',') {
            let pos = self.pos();
            let path = self.word("a path")?;
            let gate = self.gate()?;
            block.paths.push(BlockPath { path, gate, pos });
        }
        // A gate behind the last path holds for all that have none of their own.
        let last = block.paths.last().and_then(|p| p.gate);
        for path in &mut block.paths {
            path.gate = path.gate.or(last);
        }
        if let Kind::Text(doc) = self.peek().clone() {
            self.at += 1;
            block.doc = doc;
        }
        if self.eat_word("spec") {
            let mut places = Vec::new();
            loop {
                places.push(match self.peek().clone() {
                    Kind::Word(place) | Kind::Text(place) => place,
                    _ => return self.fail("a place in the specification is expected"),
                });
                self.at += 1;
                if !self.eat(',') {
                    break;
                }
            }
            block.spec = places.join(",");
        }
        if self.eat_word("status") {
            block.status = self.word("GIVEN, NAMED or INFERRED")?;
        }
        self.expect('{')?;
        while !self.eat('}') {
            if *self.peek() == Kind::End || self.declaration_begins() {
                self.diagnostics.error(pos, format!("the block of `{}` is not closed", block.paths[0].path));
                break;
            }
            let line = self.pos().line;
            if self.block_item(&mut block).is_err() {
                // Go on with the next line of the block.
                while !matches!(self.peek(), Kind::End | Kind::Mark('}')) && self.pos().line <= line {
                    self.at += 1;
                }
            }
        }
        self.schema.blocks.push(block);
        Ok(())
    }

    fn block_item(&mut self, block: &mut Block) -> Read<()> {
        let pos = self.pos();
        let free = self.schema.header.free;
        match self.peek().clone() {
            Kind::Mark('@') => {
                let item = self.attribute()?;
                block.attributes.push(item);
            }
            Kind::Mark(':') => {
                self.at += 1;
                let text = self.type_use()?;
                if text.gate.is_some() {
                    self.diagnostics.error(pos, "the text of an element has no gate of its own: use two blocks");
                }
                if block.text.replace(text).is_some() {
                    return self.fail_at(pos, "this block has a text already");
                }
            }
            Kind::Mark('$') => block.naming = self.naming()?,
            Kind::Word(word) if word == "data" && free => {
                self.at += 1;
                let data = self.data(pos)?;
                block.data.push(data);
            }
            Kind::Word(word)
                if (word == "in" || word == "out")
                    && matches!(self.peek_at(1), Kind::Word(_))
                    && self.mark_at(2, ':') =>
            {
                self.at += 1;
                let name = self.word("an event")?;
                self.expect(':')?;
                let ty = self.type_expr()?;
                self.skip_text();
                block.events.push(Event { name, input: word == "in", ty, pos });
            }
            Kind::Word(_) if self.leaf_begins() => {
                let leaf = self.leaf()?;
                block.leaves.push(leaf);
            }
            Kind::Word(word) if word == "any" => {
                self.at += 1;
                block.any = true;
            }
            Kind::Word(_) | Kind::Mark('(' | '&') => {
                let content = self.choice()?;
                if block.content.replace(content).is_some() {
                    return self.fail_at(pos, "this block has its content already; is a `:` or `,` missing?");
                }
            }
            _ => return self.fail("content, a leaf or an attribute is expected"),
        }
        Ok(())
    }

    /// `a, b : …` or `a : …`, in contrast to content. A colon glued to letters is part of the word.
    fn leaf_begins(&self) -> bool {
        matches!(self.peek(), Kind::Word(_)) && (self.mark_at(1, ':') || self.mark_at(1, ','))
    }

    fn leaf(&mut self) -> Read<Leaf> {
        let mut names = Vec::new();
        loop {
            let pos = self.pos();
            names.push((self.word("the name of a child")?, pos));
            if !self.eat(',') {
                break;
            }
        }
        self.expect(':')?;
        let animatable = self.eat_word("animatable");
        let borrowed = match self.peek() {
            Kind::Word(word) if word.starts_with('~') => Some(word.clone()),
            _ => None,
        };
        let mut attributes = Vec::new();
        let kind = if let Some(path) = borrowed {
            self.at += 1;
            let gate = self.gate()?;
            self.skip_text();
            LeafKind::Borrowed(path, gate)
        } else if matches!(self.peek(), Kind::Word(w) if w == "any" || w == "empty") {
            let any = self.word("any")? == "any";
            if self.is_mark('{') {
                attributes = self.attribute_braces()?;
            }
            let gate = self.gate()?;
            let doc = self.optional_text();
            if any { LeafKind::Any(gate, doc) } else { LeafKind::Empty(gate, doc) }
        } else {
            LeafKind::Text(self.type_use()?)
        };
        if attributes.is_empty() && self.is_mark('{') {
            attributes = self.attribute_braces()?;
        }
        let kind = match kind {
            // The braces may also stand before the gate and the documentation.
            LeafKind::Text(mut text) => {
                self.type_suffix(&mut text)?;
                LeafKind::Text(text)
            }
            LeafKind::Any(gate, doc) => LeafKind::Any(gate.or(self.gate()?), doc + &self.optional_text()),
            LeafKind::Empty(gate, doc) => LeafKind::Empty(gate.or(self.gate()?), doc + &self.optional_text()),
            borrowed => borrowed,
        };
        Ok(Leaf { names, kind, animatable, attributes })
    }

    fn attribute_braces(&mut self) -> Read<Vec<AttributeItem>> {
        self.expect('{')?;
        let mut items = Vec::new();
        while !self.eat('}') {
            if !self.is_mark('@') {
                return self.fail("an attribute or `}` is expected");
            }
            items.push(self.attribute()?);
        }
        Ok(items)
    }

    fn attribute(&mut self) -> Read<AttributeItem> {
        let pos = self.pos();
        self.expect('@')?;
        if self.eat('&') {
            let name = self.word("the name of an attribute set")?;
            return Ok(AttributeItem::Set { name, gate: self.gate()?, pos });
        }
        let name = self.word("the name of an attribute")?;
        let required = !self.eat('?');
        self.expect(':')?;
        let text = self.type_use()?;
        Ok(AttributeItem::One { name, required, text, pos })
    }

    fn naming(&mut self) -> Read<Naming> {
        self.expect('$')?;
        if !self.eat_word("name") {
            return self.fail("`$name` is expected");
        }
        let required = !self.eat('?');
        self.expect(':')?;
        let pos = self.pos();
        let (global, local) = match self.word("`global`, `local` or `any`")?.as_str() {
            "global" => (true, false),
            "local" => (false, true),
            "any" => (true, true),
            _ => return self.fail_at(pos, "a name is `global`, `local` or `any`"),
        };
        Ok(Naming { global, local, required })
    }

    /// A choice of sequences; stops before anything that cannot be content.
    fn choice(&mut self) -> Read<Particle> {
        let pos = self.pos();
        let mut options = vec![self.sequence()?];
        while self.eat('|') {
            options.push(self.sequence()?);
        }
        if options.len() == 1
            && let Some(only) = options.pop()
        {
            return Ok(only);
        }
        Ok(Particle { term: Term::Choice(options), min: 1, max: 1, gate: None, pos })
    }

    fn sequence(&mut self) -> Read<Particle> {
        let pos = self.pos();
        let mut items = Vec::new();
        loop {
            match self.peek() {
                Kind::Mark('(' | '&') => {}
                Kind::Word(_) if !self.leaf_begins() && !self.event_begins() && self.pos().column > 1 => {}
                _ => break,
            }
            if self.schema.header.free && matches!(self.peek(), Kind::Word(w) if w == "data") {
                break;
            }
            items.push(self.item()?);
        }
        if items.len() == 1
            && let Some(only) = items.pop()
        {
            return Ok(only);
        }
        if items.is_empty() {
            return self.fail("content is expected");
        }
        Ok(Particle { term: Term::Sequence(items), min: 1, max: 1, gate: None, pos })
    }

    fn event_begins(&self) -> bool {
        matches!(self.peek(), Kind::Word(w) if w == "in" || w == "out")
            && matches!(self.peek_at(1), Kind::Word(_))
            && self.mark_at(2, ':')
    }

    fn item(&mut self) -> Read<Particle> {
        let pos = self.pos();
        let term = if self.eat('(') {
            let inner = self.choice()?;
            self.expect(')')?;
            Term::Sequence(vec![inner])
        } else if self.eat('&') {
            Term::Group(self.word("the name of a group")?)
        } else {
            Term::Name(self.word("the name of a child")?)
        };
        let (min, max) = self.occurrence()?;
        let gate = self.gate()?;
        Ok(Particle { term, min, max, gate, pos })
    }

    fn occurrence(&mut self) -> Read<(u32, u32)> {
        Ok(if self.eat('?') {
            (0, 1)
        } else if self.eat('*') {
            (0, UNBOUNDED)
        } else if self.eat('+') {
            (1, UNBOUNDED)
        } else if self.is_mark('{') {
            self.counted()?
        } else {
            (1, 1)
        })
    }

    /// `{2}`, `{3,}`, `{1,4}`
    pub(super) fn counted(&mut self) -> Read<(u32, u32)> {
        let pos = self.pos();
        self.expect('{')?;
        let min = self.number()?;
        let max = if self.eat(',') { if self.is_mark('}') { UNBOUNDED } else { self.number()? } } else { min };
        self.expect('}')?;
        if min > max {
            return self.fail_at(pos, "the lower limit is above the upper one");
        }
        Ok((min, max))
    }

    /// `[1.4.1+]`; behind a word that belongs to it. No bracket: no gate.
    pub(super) fn gate(&mut self) -> Read<Option<Mask>> {
        if !self.eat('[') {
            return Ok(None);
        }
        let mut mask = 0;
        while !self.eat(']') {
            mask |= self.version()?;
            self.eat(',');
        }
        Ok(Some(mask))
    }

    fn version(&mut self) -> Read<Mask> {
        let pos = self.pos();
        let word = self.word("a version")?;
        let begins = |version: &str| {
            version == word || version.strip_prefix(word.as_str()).is_some_and(|rest| rest.starts_with('.'))
        };
        let versions = &self.schema.header.versions;
        let Some(first) = versions.iter().position(|v| begins(v)) else {
            return self.fail_at(pos, format!("the format has no version `{word}`"));
        };
        let mut mask = 0;
        for (i, version) in versions.iter().enumerate() {
            if begins(version) {
                mask |= 1 << i;
            }
        }
        let count = versions.len();
        if self.eat('+') {
            for i in first..count {
                mask |= 1 << i;
            }
        }
        Ok(mask)
    }
}

/// The small steps every reader uses.
impl Parser<'_> {
    pub(super) fn peek(&self) -> &Kind {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> &Kind {
        self.tokens.get(self.at + ahead).map_or(&Kind::End, |t| &t.kind)
    }

    pub(super) fn pos(&self) -> Pos {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens.get(self.at.min(last)).map_or(Pos::default(), |t| t.pos)
    }

    pub(super) fn glued_at(&self, ahead: usize) -> bool {
        self.tokens.get(self.at + ahead).is_some_and(|t| t.glued)
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.mark_at(0, mark)
    }

    pub(super) fn mark_at(&self, ahead: usize, mark: char) -> bool {
        *self.peek_at(ahead) == Kind::Mark(mark)
    }

    pub(super) fn eat(&mut self, mark: char) -> bool {
        let found = self.is_mark(mark);
        self.at += usize::from(found);
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Kind::Word(w) if w == word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, mark: char) -> Read<()> {
        if self.eat(mark) { Ok(()) } else { self.fail(format!("`{mark}` is expected")) }
    }

    pub(super) fn word(&mut self, what: &str) -> Read<String> {
        match self.peek().clone() {
            Kind::Word(word) => {
                self.at += 1;
                Ok(word)
            }
            _ => self.fail(format!("{what} is expected")),
        }
    }

    /// A path; `*` is the file itself in OpenDDL.
    fn path(&mut self, what: &str) -> Read<String> {
        if self.eat('*') { Ok("*".to_owned()) } else { self.word(what) }
    }

    fn text(&mut self, what: &str) -> Read<String> {
        match self.peek().clone() {
            Kind::Text(text) => {
                self.at += 1;
                Ok(text)
            }
            _ => self.fail(format!("{what} is expected")),
        }
    }

    pub(super) fn optional_text(&mut self) -> String {
        match self.peek().clone() {
            Kind::Text(text) => {
                self.at += 1;
                text
            }
            _ => String::new(),
        }
    }

    fn skip_text(&mut self) {
        let _ = self.optional_text();
    }

    pub(super) fn number(&mut self) -> Read<u32> {
        let pos = self.pos();
        let word = self.word("a whole number")?;
        match word.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.fail_at(pos, format!("`{word}` is not a whole number")),
        }
    }

    pub(super) fn fail<T>(&mut self, message: impl std::fmt::Display) -> Read<T> {
        let found = match self.peek() {
            Kind::Word(word) => format!("`{word}`"),
            Kind::Text(_) => "a quoted text".to_owned(),
            Kind::Mark(mark) => format!("`{mark}`"),
            Kind::Dots => "`..`".to_owned(),
            Kind::End => "the end of the file".to_owned(),
        };
        self.fail_at(self.pos(), format!("{message}, found {found}"))
    }

    pub(super) fn fail_at<T>(&mut self, pos: Pos, message: impl std::fmt::Display) -> Read<T> {
        self.diagnostics.error(pos, message);
        Err(Skip)
    }
}
