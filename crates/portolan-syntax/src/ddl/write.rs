//! Text from structures, laid out like the listings of the specification.

use std::collections::HashSet;
use std::fmt;

use portolan_parallel::prelude::*;

use super::number::{Half, Put};
use super::primitive::is_reserved;
use super::structure::{Body, Data, Literal, Name, Structure, Values};
use super::{Reference, base64_text, is_legal_identifier, is_literal, primitive_type};

/// How a document is laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// Are floating-point numbers written as the hexadecimal pattern of their bits, so that nothing is rounded? Default:
    /// no, as the shortest decimal number that is read back as the same one.
    pub precise: bool,
    /// Are types of unsigned integers called as in OpenDDL 1: `unsigned_int32` instead of `uint32`? Default: no.
    pub old_names: bool,
    /// Columns that lines of data fill. A tab counts as four. Default 100.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style { precise: false, old_names: false, width: 100 }
    }
}

/// Why structures cannot be written: the text would not be OpenDDL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwritable {
    /// The types of the structures that lead to the one that is wrong, with `/` between them.
    pub path: String,
    /// One sentence.
    pub message: String,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for Unwritable {}

/// The text of a document. What it says is read back by [`super::parse`] as the same structures.
pub fn write(structures: &[Structure<'_>], style: &Style) -> Result<String, Unwritable> {
    let mut pen = Pen { out: Vec::new(), style, depth: 0 };
    let written = names(structures, &mut HashSet::new(), 0).and_then(|()| pen.all(structures));
    written.map_err(|mut wrong| {
        wrong.path = wrong.path.trim_end_matches('/').to_owned();
        wrong
    })?;
    // Everything that is put is text; nothing is lost here.
    Ok(String::from_utf8(pen.out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
}

/// Are names unique: global ones in the document, local ones among siblings; and properties in their structure?
fn names<'a>(structures: &'a [Structure<'_>], globals: &mut HashSet<&'a str>, depth: usize) -> Result<(), Unwritable> {
    let mut locals: HashSet<&str> = HashSet::new();
    for structure in structures.iter().filter(|_| depth <= DEEPEST) {
        let (mark, name, is_new) = match &structure.name {
            Some(Name::Global(name)) => ('$', name.as_ref(), globals.insert(name)),
            Some(Name::Local(name)) => ('%', name.as_ref(), locals.insert(name)),
            None => ('$', "", true),
        };
        let mut properties: HashSet<&str> = HashSet::new();
        let twice = structure.properties.iter().map(|p| p.0.as_ref()).find(|name| !properties.insert(name));
        let inner = match (is_new, twice) {
            (false, _) => Err(wrong(format!("the name `{mark}{name}` is given twice"))),
            (_, Some(name)) => Err(wrong(format!("the property `{name}` is given twice"))),
            _ => names(structure.structures(), globals, depth + 1),
        };
        inner.map_err(|mut wrong| {
            wrong.path = format!("{}/{}", type_name(structure), wrong.path);
            wrong
        })?;
    }
    Ok(())
}

/// A string as a literal, with its quotes.
pub fn quoted(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + 2);
    put_string(text, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// How deep structures may be within each other; readers have limits of the same kind.
const DEEPEST: usize = 500;

/// Structures that are longer than this are not put on one line.
const SHORT: usize = 60;

/// Values, or sub-arrays, that one thread prints in a row; a line always ends behind them.
const BATCH: usize = 1 << 13;

struct Pen<'s> {
    out: Vec<u8>,
    style: &'s Style,
    depth: usize,
}

impl Pen<'_> {
    fn all(&mut self, structures: &[Structure<'_>]) -> Result<(), Unwritable> {
        let mut long_before = false;
        for (number, structure) in structures.iter().enumerate() {
            let start = self.out.len();
            self.indent();
            self.one(structure).map_err(|mut wrong| {
                wrong.path = format!("{}/{}", type_name(structure), wrong.path);
                wrong
            })?;
            self.out.push(b'\n');
            let long = self.out.get(start..).is_some_and(|t| memchr::memchr(b'\n', t) != Some(t.len() - 1));
            // What takes several lines stands apart from its neighbours.
            if number > 0 && (long || long_before) {
                self.out.insert(start, b'\n');
            }
            long_before = long;
        }
        Ok(())
    }

    fn indent(&mut self) {
        self.out.extend(std::iter::repeat_n(b'\t', self.depth));
    }

    fn one(&mut self, structure: &Structure<'_>) -> Result<(), Unwritable> {
        if self.depth > DEEPEST {
            return Err(wrong("structures are nested too deeply"));
        }
        let start = self.out.len();
        self.head(structure)?;
        match &structure.body {
            Body::Data(data) => self.data(data, structure, false),
            Body::Structures(inner) => {
                if structure.comment.is_none()
                    && let [only] = inner.as_slice()
                    && let (Body::Data(data), None) = (&only.body, &only.comment)
                    && data.values.len() <= 16
                {
                    let behind_head = self.out.len();
                    self.out.extend_from_slice(b" {");
                    let named = |mut wrong: Unwritable| {
                        wrong.path = type_name(only);
                        wrong
                    };
                    self.head(only).map_err(named)?;
                    self.data(data, only, true).map_err(named)?;
                    self.out.push(b'}');
                    // Short enough, or many lines after all?
                    if self.out.len() - start <= SHORT + 20 && self.out.len() - behind_head <= SHORT {
                        return Ok(());
                    }
                    self.out.truncate(behind_head);
                }
                self.comment(structure);
                self.line(b"{");
                self.out.push(b'\n');
                self.depth += 1;
                self.all(inner)?;
                self.depth -= 1;
                self.indent();
                self.out.push(b'}');
                Ok(())
            }
        }
    }

    fn comment(&mut self, structure: &Structure<'_>) {
        if let Some(words) = &structure.comment {
            self.out.extend_from_slice(b"\t\t// ");
            let plain = words.chars().map(|c| if c.is_control() { ' ' } else { c });
            self.out.extend_from_slice(plain.collect::<String>().as_bytes());
        }
    }

    fn line(&mut self, text: &[u8]) {
        self.out.push(b'\n');
        self.indent();
        self.out.extend_from_slice(text);
    }

    /// Type, size of sub-arrays, name, properties.
    fn head(&mut self, structure: &Structure<'_>) -> Result<(), Unwritable> {
        match &structure.body {
            Body::Data(data) => {
                let name = type_name(structure);
                if self.style.old_names && name.starts_with("uint") {
                    self.out.extend_from_slice(b"unsigned_");
                    self.out.extend_from_slice(name.trim_start_matches('u').as_bytes());
                } else {
                    self.out.extend_from_slice(name.as_bytes());
                }
                if let Some(size) = data.sub_array {
                    if size == 0 || !data.values.len().is_multiple_of(size as usize) {
                        let message =
                            format!("{} values cannot be divided into sub-arrays of {size}", data.values.len());
                        return Err(wrong(message));
                    }
                    self.out.push(b'[');
                    size.put(&mut self.out);
                    self.out.push(b']');
                    if !data.states.is_empty() {
                        self.out.push(b'*');
                    }
                }
                if data.sub_array.is_none() && !data.states.is_empty() {
                    return Err(wrong("only sub-arrays have states"));
                }
                if !structure.properties.is_empty() {
                    return Err(wrong("a primitive structure has no properties"));
                }
            }
            Body::Structures(_) => {
                legal(&structure.identifier)?;
                if primitive_type(&structure.identifier).is_some() {
                    return Err(wrong("the type is the name of a primitive structure"));
                }
                if is_reserved(&structure.identifier) {
                    return Err(wrong("OpenDDL reserves types of one lower-case letter, alone or with digits"));
                }
                self.out.extend_from_slice(structure.identifier.as_bytes());
            }
        }
        if let Some(name) = &structure.name {
            let (mark, name) = match name {
                Name::Global(name) => (b" $", name),
                Name::Local(name) => (b" %", name),
            };
            legal(name)?;
            self.out.extend_from_slice(mark);
            self.out.extend_from_slice(name.as_bytes());
        }
        for (number, (name, value)) in structure.properties.iter().enumerate() {
            legal(name)?;
            self.out.extend_from_slice(if number == 0 { b" (" } else { b", " });
            self.out.extend_from_slice(name.as_bytes());
            self.out.extend_from_slice(b" = ");
            self.literal(value)?;
        }
        if !structure.properties.is_empty() {
            self.out.push(b')');
        }
        Ok(())
    }

    fn literal(&mut self, value: &Literal<'_>) -> Result<(), Unwritable> {
        let (out, precise) = (&mut self.out, self.style.precise);
        match value {
            Literal::Bool(v) => v.put(out),
            Literal::Int(v) => v.put(out),
            Literal::Uint(v) => v.put(out),
            Literal::Float32(v) if precise => v.put_exactly(out),
            Literal::Float32(v) => v.put(out),
            Literal::Float64(v) if precise => v.put_exactly(out),
            Literal::Float64(v) => v.put(out),
            Literal::String(v) => put_string(v, out),
            Literal::Ref(v) => put_reference(v, out)?,
            Literal::Type(v) => out.extend_from_slice(v.long_name().as_bytes()),
            Literal::Base64(v) if v.is_empty() => return Err(wrong("a Base64 property is empty")),
            Literal::Base64(v) => out.extend_from_slice(base64_text(v).as_bytes()),
            Literal::Raw(v) if is_literal(v) => out.extend_from_slice(v.as_bytes()),
            Literal::Raw(v) => return Err(wrong(format!("`{v}` is not a literal"))),
        }
        Ok(())
    }

    fn data(&mut self, data: &Data<'_>, structure: &Structure<'_>, one_line: bool) -> Result<(), Unwritable> {
        let size = data.sub_array.unwrap_or(1) as usize;
        let sheet = Sheet {
            group: data.sub_array.map(|s| s as usize),
            states: &data.states,
            precise: self.style.precise,
            indent: self.depth + 1,
            width: if one_line { usize::MAX } else { self.style.width },
        };
        let mut text = Vec::new();
        match &data.values {
            Values::Bool(v) => sheet.numbers(v, &mut text),
            Values::Int8(v) => sheet.numbers(v, &mut text),
            Values::Int16(v) => sheet.numbers(v, &mut text),
            Values::Int32(v) => sheet.numbers(v, &mut text),
            Values::Int64(v) => sheet.numbers(v, &mut text),
            Values::Uint8(v) => sheet.numbers(v, &mut text),
            Values::Uint16(v) => sheet.numbers(v, &mut text),
            Values::Uint32(v) => sheet.numbers(v, &mut text),
            Values::Uint64(v) => sheet.numbers(v, &mut text),
            Values::Float16(v) => {
                let halves: Vec<Half> = v.iter().map(|v| Half(*v)).collect();
                sheet.numbers(&halves, &mut text);
            }
            Values::Float32(v) => sheet.numbers(v, &mut text),
            Values::Float64(v) => sheet.numbers(v, &mut text),
            Values::String(v) => sheet.words(v, &mut text, |w, out| {
                put_string(w, out);
                Ok(())
            })?,
            Values::Ref(v) => sheet.words(v, &mut text, |w, out| put_reference(w, out))?,
            Values::Type(v) => sheet.words(v, &mut text, |w, out| {
                out.extend_from_slice(w.long_name().as_bytes());
                Ok(())
            })?,
            Values::Base64(v) => sheet.words(v, &mut text, |w, out| {
                out.extend_from_slice(base64_text(w).as_bytes());
                Ok(())
            })?,
        }
        for (_, state) in &data.states {
            legal(state)?;
        }
        // A single short line stands with its head.
        if one_line || (structure.comment.is_none() && text.len() <= SHORT && !text.contains(&b'\n')) {
            self.out.extend_from_slice(b" {");
            self.out.append(&mut text);
            self.out.push(b'}');
            return Ok(());
        }
        match structure.comment {
            Some(_) => self.comment(structure),
            None => {
                self.out.extend_from_slice(b"\t\t// ");
                ((data.values.len() / size) as u64).put(&mut self.out);
            }
        }
        self.line(b"{");
        self.out.push(b'\n');
        self.depth += 1;
        self.indent();
        self.depth -= 1;
        self.out.append(&mut text);
        self.line(b"}");
        Ok(())
    }
}

/// Lines of data.
struct Sheet<'s> {
    group: Option<usize>,
    states: &'s [(usize, std::borrow::Cow<'s, str>)],
    precise: bool,
    indent: usize,
    width: usize,
}

impl Sheet<'_> {
    /// Numbers; long lists are printed by several threads.
    fn numbers<T: Put>(&self, values: &[T], out: &mut Vec<u8>) {
        let put = |value: &T, out: &mut Vec<u8>| {
            if self.precise { value.put_exactly(out) } else { value.put(out) }
        };
        let group = self.group.unwrap_or(1);
        let batch = BATCH * group;
        if values.len() <= batch || self.width == usize::MAX {
            let _ = self.rows(values, 0, out, |v, out| {
                put(v, out);
                Ok(())
            });
            return;
        }
        let parts: Vec<Vec<u8>> = values
            .par_chunks(batch)
            .enumerate()
            .map(|(number, part)| {
                let mut text = Vec::with_capacity(part.len() * 12);
                let _ = self.rows(part, number * BATCH, &mut text, |v, out| {
                    put(v, out);
                    Ok(())
                });
                text
            })
            .collect();
        out.reserve(parts.iter().map(|p| p.len() + 16).sum());
        for (number, part) in parts.into_iter().enumerate() {
            if number > 0 {
                out.push(b',');
                self.break_line(out);
            }
            out.extend(part);
        }
    }

    fn words<T>(
        &self,
        values: &[T],
        out: &mut Vec<u8>,
        put: impl Fn(&T, &mut Vec<u8>) -> Result<(), Unwritable>,
    ) -> Result<(), Unwritable> {
        self.rows(values, 0, out, put)
    }

    fn break_line(&self, out: &mut Vec<u8>) {
        out.push(b'\n');
        out.extend(std::iter::repeat_n(b'\t', self.indent));
    }

    /// Values, or sub-arrays from number `first` on, as many in a line as fit.
    fn rows<T>(
        &self,
        values: &[T],
        first: usize,
        out: &mut Vec<u8>,
        put: impl Fn(&T, &mut Vec<u8>) -> Result<(), Unwritable>,
    ) -> Result<(), Unwritable> {
        let room = self.width.saturating_sub(self.indent * 4);
        let group = self.group.unwrap_or(1);
        let matrix = match group {
            16 => 4,
            9 | 12 => 3,
            _ => group,
        };
        let mut line = out.len();
        for (number, row) in values.chunks(group).enumerate() {
            let start = out.len();
            if number > 0 {
                out.extend_from_slice(b", ");
            }
            if self.group.is_some() {
                self.state(first + number, out);
                out.push(b'{');
            }
            for (place, value) in row.iter().enumerate() {
                if place > 0 {
                    out.push(b',');
                    if place.is_multiple_of(matrix) && self.width != usize::MAX {
                        self.break_line(out);
                    }
                    out.push(b' ');
                }
                put(value, out)?;
            }
            if self.group.is_some() {
                out.push(b'}');
            }
            let too_long = out.len() - line > room || matrix != group;
            if number > 0 && too_long && self.width != usize::MAX {
                // The blank behind the comma becomes the break.
                let mut gap = vec![b'\n'];
                gap.extend(std::iter::repeat_n(b'\t', self.indent));
                let length = gap.len();
                out.splice(start + 1..start + 2, gap);
                line = start + 1 + length;
            }
        }
        Ok(())
    }

    fn state(&self, number: usize, out: &mut Vec<u8>) {
        if let Ok(found) = self.states.binary_search_by_key(&number, |(n, _)| *n)
            && let Some((_, state)) = self.states.get(found)
        {
            out.extend_from_slice(state.as_bytes());
        }
    }
}

/// What the head begins with. OpenGEX and everybody else write the usual names of floats.
fn type_name(structure: &Structure<'_>) -> String {
    match &structure.body {
        Body::Structures(_) => structure.identifier.to_string(),
        Body::Data(data) => match data.values {
            Values::Float16(_) => "half".to_owned(),
            Values::Float32(_) => "float".to_owned(),
            Values::Float64(_) => "double".to_owned(),
            ref other => other.primitive().long_name().to_owned(),
        },
    }
}

fn wrong(message: impl Into<String>) -> Unwritable {
    Unwritable { path: String::new(), message: message.into() }
}

fn legal(identifier: &str) -> Result<(), Unwritable> {
    match is_legal_identifier(identifier) {
        true => Ok(()),
        false => Err(wrong(format!("`{identifier}` is not an identifier"))),
    }
}

fn put_reference(text: &str, out: &mut Vec<u8>) -> Result<(), Unwritable> {
    if Reference::parse(text).is_none() {
        return Err(wrong(format!("`{text}` is not a reference")));
    }
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

fn put_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    for c in text.chars() {
        match c {
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '\n' => out.extend_from_slice(b"\\n"),
            '\r' => out.extend_from_slice(b"\\r"),
            '\t' => out.extend_from_slice(b"\\t"),
            // Zero has no `\u`.
            '\0' => out.extend_from_slice(b"\\x00"),
            c if c.is_control() => out.extend_from_slice(format!("\\u{:04X}", u32::from(c)).as_bytes()),
            c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests;
