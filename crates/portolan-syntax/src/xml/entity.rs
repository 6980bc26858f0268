//! Character references and entities.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::chars::is_char;
use crate::{Limits, Span};

/// The entities that a document declares, and how their use is limited.
#[derive(Default, Debug)]
pub struct Entities {
    declared: HashMap<String, Entity>,
    /// Set when the document's references expand to more than the limit: then none is expanded.
    refused: bool,
}

#[derive(Debug)]
pub(crate) struct Entity {
    /// What stands for it, character references resolved.
    replacement: String,
    /// Where it is declared.
    pub declared_at: Span,
    /// Its length when all references in it are expanded; `None` when that has no end.
    expanded: Option<u64>,
    /// Behind the source, when it holds markup.
    pub markup: Option<Span>,
}

/// What a reference turned out to be.
pub(crate) enum Reference<'a> {
    /// A character, and how long the reference is.
    Character(char, usize),
    /// A declared entity, and how long the reference is.
    Entity(&'a Entity, usize),
    /// A name that is not declared, and how long the reference is.
    Unknown(&'a str, usize),
    /// `&#…;` that names no character, and how long the reference is.
    BadCharacter(usize),
    /// Not a reference at all: a stray `&`.
    Stray,
}

impl Entities {
    /// Is none declared?
    pub fn is_empty(&self) -> bool {
        self.declared.is_empty()
    }

    /// Declares an internal entity; the first declaration of a name counts.
    pub(crate) fn declare(&mut self, name: &str, value: &str, declared_at: Span) {
        self.declared.entry_ref(name).or_insert_with(|| Entity {
            replacement: resolve_characters(value),
            declared_at,
            expanded: None,
            markup: None,
        });
    }

    /// Declares an external entity or another that is never expanded: references to it are kept.
    pub(crate) fn declare_external(&mut self, name: &str, declared_at: Span) {
        self.declare(name, "", declared_at);
    }

    /// Works out how long each entity becomes. Gives the names of those that never end or are nested too deeply.
    pub(crate) fn measure(&mut self, limits: &Limits) -> Vec<(String, Span)> {
        let mut lengths: HashMap<String, Option<u64>> = HashMap::new();
        for name in self.declared.keys() {
            self.length(name, limits.entity_depth, &mut lengths);
        }
        let mut endless = Vec::new();
        for (name, entity) in &mut self.declared {
            entity.expanded = lengths.get(name).copied().flatten();
            if entity.expanded.is_none() {
                endless.push((name.clone(), entity.declared_at));
            }
        }
        endless.sort_by_key(|(_, span)| *span);
        endless
    }

    fn length(&self, name: &str, depth: u32, known: &mut HashMap<String, Option<u64>>) -> Option<u64> {
        if let Some(length) = known.get(name) {
            return *length;
        }
        let entity = self.declared.get(name)?;
        let depth = depth.checked_sub(1)?;
        let mut total = entity.replacement.len() as u64;
        for at in memchr::memchr_iter(b'&', entity.replacement.as_bytes()) {
            if let Reference::Entity(_, length) = self.reference(entity.replacement.get(at..)?) {
                let inner = entity.replacement.get(at + 1..at + length - 1)?;
                total = total.saturating_add(self.length(inner, depth, known)?);
            }
        }
        known.insert(name.to_owned(), Some(total));
        Some(total)
    }

    /// The entities whose replacement text holds markup.
    fn with_markup(&mut self) -> impl Iterator<Item = (&str, Span, &mut Option<Span>)> {
        self.declared
            .values_mut()
            .filter(|e| e.expanded.is_some() && e.replacement.contains('<'))
            .map(|e| (e.replacement.as_str(), e.declared_at, &mut e.markup))
    }

    /// Says that the document's references expand to too much.
    pub(crate) fn refuse(&mut self) {
        self.refused = true;
    }

    /// The reference that `text` begins with (at its `&`).
    pub(crate) fn reference<'a>(&'a self, text: &'a str) -> Reference<'a> {
        // Longer than any sensible name; keeps a stray `&` from searching the rest of the file.
        const LONGEST: usize = 256;
        let head = text.as_bytes().get(..text.len().min(LONGEST)).unwrap_or_default();
        let Some(end) = memchr::memchr(b';', head) else { return Reference::Stray };
        let Some(body) = text.get(1..end) else { return Reference::Stray };
        let length = end + 1;
        if let Some(number) = body.strip_prefix('#') {
            let code = match number.strip_prefix('x') {
                Some(hex) if !hex.starts_with('+') => u32::from_str_radix(hex, 16).ok(),
                None if !number.starts_with('+') => number.parse().ok(),
                _ => None,
            };
            return match code.and_then(char::from_u32).filter(|&c| is_char(c)) {
                Some(c) => Reference::Character(c, length),
                None => Reference::BadCharacter(length),
            };
        }
        let character = match body {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "apos" => '\'',
            "quot" => '"',
            _ if !super::chars::is_name(body) => return Reference::Stray,
            _ => {
                return match self.declared.get(body) {
                    Some(entity) => Reference::Entity(entity, length),
                    None => Reference::Unknown(body, length),
                };
            }
        };
        Reference::Character(character, length)
    }

    /// Character data with references resolved and line ends normalised.
    pub(crate) fn decode_text<'a>(&self, raw: &'a str) -> Cow<'a, str> {
        let raw = normalize_line_ends(raw);
        if !raw.contains('&') {
            return raw;
        }
        let mut out = String::with_capacity(raw.len());
        self.expand(&raw, &mut out, false);
        Cow::Owned(out)
    }

    /// An attribute value with references resolved and white space turned into spaces.
    pub(crate) fn decode_attribute<'a>(&self, raw: &'a str) -> Cow<'a, str> {
        if !raw.contains(['&', '\t', '\n', '\r']) {
            return Cow::Borrowed(raw);
        }
        let mut out = String::with_capacity(raw.len());
        self.expand(&normalize_line_ends(raw), &mut out, true);
        Cow::Owned(out)
    }

    /// Nesting was measured and found finite, and the total is within the limit, so this ends.
    fn expand(&self, text: &str, out: &mut String, attribute: bool) {
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            push_text(rest.get(..at).unwrap_or_default(), out, attribute);
            rest = rest.get(at..).unwrap_or_default();
            let length = match self.reference(rest) {
                Reference::Character(c, length) => {
                    out.push(c);
                    length
                }
                Reference::Entity(entity, length)
                    if entity.expanded.is_some() && entity.markup.is_none() && !self.refused =>
                {
                    self.expand(&entity.replacement, out, attribute);
                    length
                }
                Reference::Entity(_, length) | Reference::Unknown(_, length) | Reference::BadCharacter(length) => {
                    out.push_str(rest.get(..length).unwrap_or_default());
                    length
                }
                Reference::Stray => {
                    out.push('&');
                    1
                }
            };
            rest = rest.get(length..).unwrap_or_default();
        }
        push_text(rest, out, attribute);
    }
}

impl Entity {
    /// Length of what a reference expands to; `None` when it must not be expanded.
    pub(crate) fn expanded_length(&self) -> Option<u64> {
        self.expanded
    }
}

fn push_text(text: &str, out: &mut String, attribute: bool) {
    if attribute {
        out.extend(text.chars().map(|c| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c }));
    } else {
        out.push_str(text);
    }
}

/// `\r\n` and `\r` become `\n`.
pub(crate) fn normalize_line_ends(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// The literal value of an entity with its character references resolved; general references stay for later.
fn resolve_characters(value: &str) -> String {
    let none = Entities::default();
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find("&#") {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        let length = match none.reference(rest) {
            Reference::Character(c, length) => {
                out.push(c);
                length
            }
            _ => {
                out.push('&');
                1
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

impl Entities {
    /// Puts the replacement texts that hold markup behind the source, where the parser can read them.
    pub(crate) fn place_markup(&mut self, source: &mut crate::Source) {
        for (replacement, declared_at, markup) in self.with_markup() {
            *markup = source.append_expansion(replacement, declared_at.start);
        }
    }
}
