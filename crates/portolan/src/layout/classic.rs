//! The layout of classic VRML.
//!
//! Lines stay as they are broken, and are indented by the brackets around them: those that open in one line are one level.

use portolan_syntax::classic::{Mark, marks};
use portolan_syntax::{Edit, Span, Tree};

use super::{Pen, columns, line_ends};

/// The edits that lay out a document.
pub(super) fn edits(tree: &Tree, pen: Pen<'_>) -> Vec<Edit> {
    let text = tree.source().text();
    let start = text.len() - text.trim_start_matches('\u{FEFF}').len();
    let mut layout = Classic { pen, open: Vec::new(), level: 0, column: 0, end: start as u32, before: None };
    for (mark, span) in marks(text) {
        layout.mark(mark, span);
    }
    let (end, last) = (text.len() as u32, layout.before.map_or("", |_| layout.pen.newline));
    layout.pen.put(layout.end, end, last.to_owned());
    layout.pen.edits
}

struct Classic<'a> {
    pen: Pen<'a>,
    /// Brackets that are open: what they are, and the level of the line that they stand in.
    open: Vec<(u8, usize)>,
    /// The level of this line.
    level: usize,
    /// Where in its line the next mark stands, as far as lists are wrapped.
    column: usize,
    /// The end of the mark before.
    end: u32,
    before: Option<Mark>,
}

/// What shall stand between two marks.
enum Gap {
    /// What stands there.
    Kept,
    /// Nothing, or a space.
    Text(&'static str),
    /// A new line, behind an empty one or not.
    Line { empty: bool },
}

impl Classic<'_> {
    fn mark(&mut self, mark: Mark, span: Span) {
        let list = self.open.last().is_some_and(|(bracket, _)| *bracket == b'[');
        let level = match mark {
            Mark::Close => self.open.pop().map_or(0, |(_, level)| level),
            _ => self.open.last().map_or(0, |(_, level)| level + 1),
        };
        let length = columns(self.pen.slice(span.start, span.end));
        let (from, to) = (self.end, span.start);
        let gap = self.gap(mark, from, to, length, list);
        self.column += length;
        match gap {
            Gap::Kept => self.column += (to - from) as usize,
            Gap::Text(text) => {
                self.column += text.len();
                self.pen.put(from, to, text.to_owned());
            }
            Gap::Line { empty } => {
                self.column = columns(&self.pen.layout.indent) * level + length;
                self.level = level;
                let line = self.pen.line(level);
                self.pen.put(from, to, if empty { format!("{}{line}", self.pen.newline) } else { line });
            }
        }
        if let Mark::Open(bracket) = mark {
            self.open.push((bracket, self.level));
        }
        (self.end, self.before) = (span.end, Some(mark));
    }

    fn gap(&self, mark: Mark, from: u32, to: u32, length: usize, list: bool) -> Gap {
        let Some(before) = self.before else { return Gap::Text("") };
        let is_value = |mark: Mark| matches!(mark, Mark::Word | Mark::Text | Mark::Comma);
        let values = is_value(mark) && is_value(before);
        match self.pen.layout.wrap {
            Some(_) if list && values && mark == Mark::Comma => return Gap::Text(""),
            Some(width) if list && values => {
                return if self.column + 1 + length <= width { Gap::Text(" ") } else { Gap::Line { empty: false } };
            }
            _ => {}
        }
        match line_ends(self.pen.slice(from, to)) {
            // Numbers of a list may stand in columns, and nothing is put where there is nothing.
            0 if list && values || from == to => Gap::Kept,
            0 => Gap::Text(" "),
            lines => Gap::Line { empty: lines > 1 && !matches!(before, Mark::Open(_)) && mark != Mark::Close },
        }
    }
}
