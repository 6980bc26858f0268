//! Value types, what follows them, and OpenDDL data.

use super::ast::*;
use super::lexer::Kind;
use super::parser::{Parser, Read};
use crate::diagnostics::Pos;

const REFERENCES: [&str; 6] = ["ref", "idref", "fragment", "nameref", "sidref", "sidref_strict"];

impl Parser<'_> {
    /// `TYPE [unit U] [= DEFAULT] [gate] ["doc"]`
    pub(super) fn type_use(&mut self) -> Read<TypeUse> {
        let ty = self.type_expr()?;
        let mut text = TypeUse { ty, unit: String::new(), default: None, gate: None, doc: String::new() };
        self.type_suffix(&mut text)?;
        Ok(text)
    }

    /// What may stand behind a type; accepted in any order.
    pub(super) fn type_suffix(&mut self, text: &mut TypeUse) -> Read<()> {
        loop {
            match self.peek().clone() {
                Kind::Word(word) if word == "unit" && matches!(self.peek_at(1), Kind::Word(_)) => {
                    self.at += 1;
                    text.unit = self.word("a unit")?;
                    if self.is_mark('(') && self.glued_at(0) {
                        self.at += 1;
                        let detail = self.word("a unit")?;
                        self.expect(')')?;
                        text.unit = format!("{}({detail})", text.unit);
                    }
                }
                Kind::Mark('=') => {
                    self.at += 1;
                    text.default = Some(match self.peek().clone() {
                        Kind::Word(word) => word,
                        Kind::Text(quoted) => quoted,
                        _ => return self.fail("a default is expected"),
                    });
                    self.at += 1;
                }
                Kind::Mark('[') => text.gate = self.gate()?,
                Kind::Text(doc) if text.doc.is_empty() => {
                    self.at += 1;
                    text.doc = doc;
                }
                _ => return Ok(()),
            }
        }
    }

    pub(super) fn type_expr(&mut self) -> Read<TypeExpr> {
        self.union(false)
    }

    fn union(&mut self, in_list: bool) -> Read<TypeExpr> {
        let pos = self.pos();
        let mut members = vec![self.single(in_list)?];
        while self.eat('|') {
            members.push(self.single(in_list)?);
        }
        if members.len() == 1
            && let Some(only) = members.pop()
        {
            return Ok(only);
        }
        Ok(TypeExpr { kind: TypeKind::Union(members), pos })
    }

    fn single(&mut self, in_list: bool) -> Read<TypeExpr> {
        let pos = self.pos();
        if self.eat('(') {
            let inner = self.union(in_list)?;
            self.expect(')')?;
            return Ok(inner);
        }
        let name = self.word("a value type")?;
        let kind = match name.as_str() {
            "enum" | "word" | "open" if self.is_mark('{') => TypeKind::Words {
                kind: match name.as_str() {
                    "enum" => WordKind::Exact,
                    "word" => WordKind::Token,
                    _ => WordKind::Open,
                },
                words: self.words()?,
            },
            "list" if self.is_mark('<') => {
                self.at += 1;
                let item = self.union(true)?;
                let length = self.length()?;
                self.expect('>')?;
                TypeKind::List(Box::new(item), length)
            }
            "pattern" if self.is_mark('(') => {
                self.at += 1;
                let rule = self.word("the name of a pattern")?;
                self.expect(')')?;
                TypeKind::Pattern(rule)
            }
            kind if REFERENCES.contains(&kind) => {
                let targets = self.targets()?;
                TypeKind::Reference { kind: name, targets }
            }
            _ => {
                let (min, max) = self.range(in_list)?;
                TypeKind::Plain { name, min, max }
            }
        };
        Ok(TypeExpr { kind, pos })
    }

    fn targets(&mut self) -> Read<Vec<(String, Pos)>> {
        let mut targets = Vec::new();
        if !(self.is_mark('<') && self.glued_at(0)) {
            return Ok(targets);
        }
        self.at += 1;
        while !self.eat('>') {
            let pos = self.pos();
            targets.push((self.word("the name or path of an element")?, pos));
            let _ = self.eat('|') || self.eat(',');
        }
        Ok(targets)
    }

    fn words(&mut self) -> Read<Vec<(String, Option<Mask>)>> {
        self.expect('{')?;
        let mut words = Vec::new();
        while !self.eat('}') {
            let word = self.enum_word()?;
            let gate = self.gate()?;
            words.push((word, gate));
            let _ = self.eat('|') || self.eat(',');
        }
        Ok(words)
    }

    /// Any run of characters up to white space or one of `{ } [ ] | ,`; or a text in quotes.
    fn enum_word(&mut self) -> Read<String> {
        let mut word = self.optional_text();
        while word.is_empty() || self.glued_at(0) {
            match self.peek() {
                Kind::Word(part) => word.push_str(part),
                Kind::Dots => word.push_str(".."),
                Kind::Mark(mark) if !"{}[]|,".contains(*mark) => word.push(*mark),
                _ if word.is_empty() => {
                    return self.fail("a word of the enumeration or `}` is expected");
                }
                _ => break,
            }
            self.at += 1;
        }
        Ok(word)
    }

    /// `0..1`, `>0`, `>=0`, `<5`, `>0 <=1`. Inside a list `a..b` before the closing `>` is the list's length.
    fn range(&mut self, in_list: bool) -> Read<(Option<Bound>, Option<Bound>)> {
        let (mut min, mut max) = (None, None);
        loop {
            if self.number_at(0).is_some() && *self.peek_at(1) == Kind::Dots && self.number_at(2).is_some() {
                if in_list && self.mark_at(3, '>') {
                    break;
                }
                min = self.number_at(0).map(|number| Bound { number, inclusive: true });
                max = self.number_at(2).map(|number| Bound { number, inclusive: true });
                self.at += 3;
                continue;
            }
            let (below, above) = (self.is_mark('<'), self.is_mark('>'));
            if !below && !above {
                break;
            }
            let inclusive = self.mark_at(1, '=') && self.glued_at(1);
            let Some(number) = self.number_at(1 + usize::from(inclusive)) else {
                break;
            };
            // `list<float> 3` does not exist, so a number behind `>` always makes it a limit.
            self.at += 2 + usize::from(inclusive);
            let bound = Some(Bound { number, inclusive });
            if below { max = bound } else { min = bound }
        }
        Ok((min, max))
    }

    fn number_at(&self, ahead: usize) -> Option<String> {
        match self.peek_at(ahead) {
            Kind::Word(word) if word.parse::<f64>().is_ok() => Some(word.clone()),
            _ => None,
        }
    }

    /// The number of items: `3`, `2..`, `1..4`, `3*` (any number of triples), or nothing.
    pub(super) fn length(&mut self) -> Read<Length> {
        if self.number_at(0).is_none() {
            return Ok(Length::ANY);
        }
        let first = self.number()?;
        if self.eat('*') {
            return Ok(Length { multiple: first, ..Length::ANY });
        }
        if *self.peek() != Kind::Dots {
            return Ok(Length { min: first, max: first, multiple: 1 });
        }
        self.at += 1;
        let max = if self.number_at(0).is_some() { self.number()? } else { UNBOUNDED };
        let multiple = if self.eat('*') { self.number()? } else { 1 };
        Ok(Length { min: first, max, multiple })
    }

    /// `float|half[4|16] {1,} of 1 unit U = DEFAULT when p=a|b [gate] "doc"`, behind the word `data`.
    pub(super) fn data(&mut self, pos: Pos) -> Read<Data> {
        let mut types = Vec::new();
        let mut value = None;
        loop {
            let ty = self.single(false)?;
            let name = match &ty.kind {
                TypeKind::Plain { name, .. } => name.clone(),
                TypeKind::Reference { .. } => "ref".to_owned(),
                TypeKind::Words { .. } => "string".to_owned(),
                _ => return self.fail_at(ty.pos, "this is not an OpenDDL data type"),
            };
            let Some(long) = ddl_type(&name) else {
                return self.fail_at(ty.pos, format!("`{name}` is not an OpenDDL data type"));
            };
            types.push(long.to_owned());
            let plain = matches!(ty.kind, TypeKind::Plain { min: None, max: None, .. });
            let bare_reference = matches!(&ty.kind, TypeKind::Reference { targets, .. } if targets.is_empty());
            if !plain && !bare_reference {
                value = Some(ty);
            }
            if !self.eat('|') {
                break;
            }
        }
        let mut sizes = Vec::new();
        if self.is_mark('[') && self.glued_at(0) {
            self.at += 1;
            while !self.eat(']') {
                sizes.push(self.number()?);
                self.eat('|');
            }
        }
        let (min, max) = if self.is_mark('{') { self.counted()? } else { (1, 1) };
        let length = if self.eat_word("of") { self.length()? } else { Length::ANY };
        let mut rest = TypeUse {
            ty: TypeExpr { kind: TypeKind::Pattern(String::new()), pos },
            unit: String::new(),
            default: None,
            gate: None,
            doc: String::new(),
        };
        self.type_suffix(&mut rest)?;
        let mut when = None;
        if self.eat_word("when") {
            let property = self.word("a property")?;
            self.expect('=')?;
            let mut words = vec![self.enum_word()?];
            while self.eat('|') {
                words.push(self.enum_word()?);
            }
            when = Some((property, words));
            self.type_suffix(&mut rest)?;
        }
        let TypeUse { unit, default, gate, doc, .. } = rest;
        Ok(Data { types, sizes, min, max, length, unit, default, when, gate, doc, value, pos })
    }
}

/// The long name of an OpenDDL data type.
fn ddl_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "bool" => "bool",
        "i8" | "int8" => "int8",
        "i16" | "int16" => "int16",
        "i32" | "int32" => "int32",
        "i64" | "int64" => "int64",
        "u8" | "uint8" => "uint8",
        "u16" | "uint16" => "uint16",
        "u32" | "uint32" => "uint32",
        "u64" | "uint64" => "uint64",
        "half" | "f16" | "float16" => "float16",
        "float" | "f32" | "float32" => "float32",
        "double" | "f64" | "float64" => "float64",
        "string" => "string",
        "ref" => "ref",
        "type" => "type",
        "base64" => "base64",
        _ => return None,
    })
}
