//! Two printers for the nodes of X3D: XML, and the classic encoding.

use portolan_syntax::xml::{Number, Writer, put_tuples};

use super::words::{Spelling, opaque, quoted, text};
use crate::world::{FieldType, Value};

/// What X3D is written with.
pub(super) enum Sink {
    Xml(Box<Writer>),
    Classic(Classic),
}

/// A text in the classic encoding.
#[derive(Default)]
pub(super) struct Classic {
    out: Vec<u8>,
    depth: usize,
}

/// Where a node stands.
#[derive(Clone, Copy)]
pub(super) enum In<'f> {
    /// In a list of nodes.
    List,
    /// It is the one node of a field.
    Field(&'f str),
    /// The same, and readers expect nodes of its kind in another field.
    Odd(&'f str),
}

impl Classic {
    fn line(&mut self) {
        if !self.out.is_empty() {
            self.out.push(b'\n');
            self.out.resize(self.out.len() + 2 * self.depth, b' ');
        }
    }

    fn put(&mut self, words: &[&str]) {
        for (at, word) in words.iter().filter(|w| !w.is_empty()).enumerate() {
            if at > 0 {
                self.out.push(b' ');
            }
            self.out.extend_from_slice(word.as_bytes());
        }
    }

    fn list<T: Number>(&mut self, name: &str, numbers: &[T], width: usize) {
        self.line();
        self.put(&[name, "["]);
        self.out.push(b' ');
        put_tuples(&mut self.out, numbers, width, b", ");
        self.out.extend_from_slice(b" ]");
    }
}

impl Sink {
    /// How values are spelled.
    pub fn spelling(&self) -> Spelling {
        match self {
            Sink::Xml(_) => Spelling::X3d,
            Sink::Classic(_) => Spelling::Classic,
        }
    }

    /// Begins a node.
    pub fn open(&mut self, place: In<'_>, name: &str, def: Option<&str>) {
        match self {
            Sink::Xml(out) => {
                out.open(name).maybe("DEF", def);
                if let In::Odd(field) = place {
                    out.attribute("containerField", field);
                }
            }
            Sink::Classic(out) => {
                let field = if let In::Field(field) | In::Odd(field) = place { field } else { "" };
                out.line();
                out.put(&[field, if def.is_some() { "DEF" } else { "" }, def.unwrap_or_default(), name, "{"]);
                out.depth += 1;
            }
        }
    }

    /// Ends a node.
    pub fn close(&mut self) {
        match self {
            Sink::Xml(out) => _ = out.close(),
            Sink::Classic(out) => {
                out.depth = out.depth.saturating_sub(1);
                out.line();
                out.put(&["}"]);
            }
        }
    }

    /// A node that stands elsewhere too.
    pub fn reuse(&mut self, place: In<'_>, name: &str, def: &str) {
        match self {
            Sink::Xml(out) => {
                out.open(name).attribute("USE", def);
                if let In::Odd(field) = place {
                    out.attribute("containerField", field);
                }
                out.close();
            }
            Sink::Classic(out) => {
                let field = if let In::Field(field) | In::Odd(field) = place { field } else { "" };
                out.line();
                out.put(&[field, "USE", def]);
            }
        }
    }

    /// Begins a list of nodes.
    pub fn nodes(&mut self, name: &str) {
        if let Sink::Classic(out) = self {
            out.line();
            out.put(&[name, "["]);
            out.depth += 1;
        }
    }

    /// Ends a list of nodes.
    pub fn end_nodes(&mut self) {
        if let Sink::Classic(out) = self {
            out.depth = out.depth.saturating_sub(1);
            out.line();
            out.put(&["]"]);
        }
    }

    /// A field. All of them come before nodes.
    pub fn field(&mut self, name: &str, ty: FieldType, value: &Value) {
        let colours;
        let (value, width) = match value {
            Value::Floats(all) if ty == FieldType::Colors => {
                colours = Value::Floats(opaque(all));
                (&colours, 3)
            }
            value => (value, ty.width()),
        };
        match (&mut *self, value) {
            (Sink::Xml(out), Value::Floats(all)) => {
                _ = out.attribute_tuples(name, all, width, if width > 1 { "  " } else { " " });
            }
            (Sink::Xml(out), Value::Ints(all)) => _ = out.attribute_tuples(name, all, usize::MAX, " "),
            (Sink::Classic(out), Value::Floats(all)) => out.list(name, all, width),
            (Sink::Classic(out), Value::Ints(all)) => out.list(name, all, usize::MAX),
            (sink, value) => {
                let text = text(ty, value, sink.spelling());
                sink.plain(name, &text);
            }
        }
    }

    /// Numbers of colours with an alpha.
    pub fn rgba(&mut self, name: &str, colours: &[f32]) {
        match self {
            Sink::Xml(out) => _ = out.attribute_tuples(name, colours, 4, "  "),
            Sink::Classic(out) => out.list(name, colours, 4),
        }
    }

    /// A field whose text is known.
    pub fn plain(&mut self, name: &str, text: &str) {
        match self {
            Sink::Xml(out) => _ = out.attribute(name, text),
            Sink::Classic(out) => {
                out.line();
                out.put(&[name, text]);
            }
        }
    }

    /// A text.
    pub fn word(&mut self, name: &str, word: &str) {
        match self {
            Sink::Xml(_) => self.plain(name, word),
            Sink::Classic(_) => self.plain(name, &quoted(word)),
        }
    }

    /// A list of texts.
    pub fn words<'w>(&mut self, name: &str, words: impl IntoIterator<Item = &'w str>) {
        let words: Vec<String> = words.into_iter().map(quoted).collect();
        match self {
            Sink::Xml(_) => self.plain(name, &words.join(" ")),
            Sink::Classic(_) => self.plain(name, &format!("[ {} ]", words.join(", "))),
        }
    }

    /// Ends everything and gives the text.
    pub fn finish(self) -> Vec<u8> {
        match self {
            Sink::Xml(out) => out.finish().into_bytes(),
            Sink::Classic(mut out) => {
                out.out.push(b'\n');
                out.out
            }
        }
    }

    /// Is there still room for a node, so that readers with limits read it?
    pub fn has_room(&self) -> bool {
        match self {
            Sink::Xml(out) => out.has_room(),
            // Lists of nodes are as deep as the nodes themselves.
            Sink::Classic(out) => out.depth / 2 + 16 <= portolan_syntax::Limits::default().depth as usize,
        }
    }

    /// The first lines of a document.
    pub fn begin(dialect: super::Dialect, profile: &str) -> Sink {
        match dialect {
            super::Dialect::X3d { version } => {
                let mut out = Writer::new();
                out.open("X3D").attribute("profile", profile).attribute("version", version);
                out.open("Scene");
                Sink::Xml(Box::new(out))
            }
            _ => Sink::Classic(Classic { out: b"#VRML V2.0 utf8".to_vec(), depth: 0 }),
        }
    }

    /// A way for events.
    pub fn route(&mut self, [from, output, to, input]: [&str; 4]) {
        match self {
            Sink::Xml(out) => {
                out.open("ROUTE").attribute("fromNode", from).attribute("fromField", output);
                out.attribute("toNode", to).attribute("toField", input).close();
            }
            Sink::Classic(out) => {
                out.line();
                out.put(&["ROUTE", &format!("{from}.{output}"), "TO", &format!("{to}.{input}")]);
            }
        }
    }

    /// Begins the declaration of a field of a script.
    pub fn declare(&mut self, access: &str, ty: FieldType, name: &str) {
        match self {
            Sink::Xml(out) => {
                out.open("field").attribute("accessType", access);
                out.attribute("type", &ty.to_string()).attribute("name", name);
            }
            Sink::Classic(out) => {
                let word = match access {
                    "inputOnly" => "eventIn",
                    "outputOnly" => "eventOut",
                    _ => "field",
                };
                out.line();
                out.put(&[word, &ty.to_string(), name]);
            }
        }
    }

    /// The value of a declared field.
    pub fn declared_value(&mut self, ty: FieldType, value: &Value) {
        let text = text(ty, value, self.spelling());
        match self {
            Sink::Xml(out) => _ = out.attribute("value", &text),
            Sink::Classic(out) => out.put(&["", &format!(" {text}")]),
        }
    }

    /// Begins or ends the nodes of a declared field.
    pub fn declared_nodes(&mut self, begins: bool, many: bool) {
        if let Sink::Classic(out) = self {
            match (begins, many) {
                (true, true) => out.put(&[" ["]),
                (true, false) => {}
                (false, true) => {
                    out.line();
                    out.put(&["]"]);
                }
                (false, false) => {}
            }
            out.depth = if begins { out.depth + 1 } else { out.depth.saturating_sub(1) };
        }
    }

    /// No node, where there has to be a value.
    pub fn nothing(&mut self) {
        if let Sink::Classic(out) = self {
            out.put(&["", " NULL"]);
        }
    }

    /// Ends a declaration.
    pub fn declared(&mut self) {
        if let Sink::Xml(out) = self {
            out.close();
        }
    }

    /// The program of a script.
    pub fn program(&mut self, program: &str) {
        match self {
            Sink::Xml(out) => _ = out.verbatim(&format!("ecmascript:{program}")),
            Sink::Classic(out) => {
                out.line();
                out.put(&["url", &quoted(&format!("javascript:{program}"))]);
            }
        }
    }
}
