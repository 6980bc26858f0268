//! Documents that are changed in place: comments, layout and everything else that is not named stay as they are.

use super::document::{Document, Item};
use super::structure::{Literal, Structure};
use super::write::{Style, Unwritable, write};
use crate::tree::AttrKind;
use crate::{Edit, Span, edit};

/// Collects changes of a [`Document`] and gives its new text.
///
/// ```
/// use portolan_syntax::ddl::{Document, Editor, Structure};
///
/// let level = Document::read("// The first one.\nLevel $one (par = 3)\n{\n\tTitle {string {\"Old\"}} // keep\n}\n");
/// let one = level.find("$one").unwrap();
/// let mut editor = Editor::new(&level);
/// editor.set(one, "par", 4u32)?;
/// editor.replace(one.child("Title").unwrap(), &Structure::new("Title").with(Structure::text("New")))?;
/// editor.append(one, &Structure::new("Exit"))?;
/// assert_eq!(
///     editor.finish(),
///     "// The first one.\nLevel $one (par = 4)\n{\n\tTitle {string {\"New\"}} // keep\n\tExit\n\t{\n\t}\n}\n"
/// );
/// # Ok::<(), portolan_syntax::ddl::Unwritable>(())
/// ```
#[derive(Debug)]
pub struct Editor<'d> {
    document: &'d Document,
    edits: Vec<Edit>,
}

impl<'d> Editor<'d> {
    /// Nothing is changed yet.
    pub fn new(document: &'d Document) -> Editor<'d> {
        Editor { document, edits: Vec::new() }
    }

    /// Gives a property a value, whether the structure has it or not.
    pub fn set<'v>(&mut self, item: Item<'d>, property: &str, value: impl Into<Literal<'v>>) -> Result<(), Unwritable> {
        // A structure with this one property is written as any other, and checked as any other.
        let made = Structure::new("Holder").property(property.to_owned(), value);
        let text = write(&[made], &Style::default())?;
        let head = text.lines().next().unwrap_or_default();
        let Some(pair) = head.strip_prefix("Holder (").and_then(|rest| rest.rsplit_once(')')).map(|(pair, _)| pair)
        else {
            return Ok(());
        };
        let node = item.node();
        let plain = || node.attributes().filter(|a| a.kind() == AttrKind::Plain);
        self.edits.push(match (plain().filter(|a| a.full_name() == property).last(), plain().last()) {
            (Some(own), _) => Edit::replace(own.span(), pair.to_owned()),
            (None, Some(last)) => Edit::insert(last.span().end, format!(", {pair}")),
            (None, None) => {
                let head = node.attributes().map(|a| a.span().end).max().unwrap_or(node.name_span().end);
                Edit::insert(head, format!(" ({pair})"))
            }
        });
        Ok(())
    }

    /// Puts a structure in the place of one.
    pub fn replace(&mut self, item: Item<'d>, structure: &Structure<'_>) -> Result<(), Unwritable> {
        let text = self.text(structure, depth(item))?;
        self.edits.push(Edit::replace(item.node().span(), text.trim().to_owned()));
        Ok(())
    }

    /// Takes a structure out, with its line if nothing else stands there.
    pub fn remove(&mut self, item: Item<'d>) {
        let text = self.document.tree().source().text();
        let Span { start, end } = item.node().span();
        let before = text.get(..start as usize).unwrap_or_default();
        let behind = text.get(end as usize..).unwrap_or_default();
        let blank = before.len() - before.trim_end_matches([' ', '\t']).len();
        let begins = before.len() == blank || before.trim_end_matches([' ', '\t']).ends_with('\n');
        let line = behind.find('\n').filter(|at| behind.get(..*at).is_some_and(|rest| rest.trim().is_empty()));
        let span = match line.filter(|_| begins) {
            Some(line) => Span::new(start - blank as u32, end + line as u32 + 1),
            None => Span::new(start, end),
        };
        self.edits.push(Edit::delete(span));
    }

    /// Puts a structure behind all others in one.
    pub fn append(&mut self, item: Item<'d>, structure: &Structure<'_>) -> Result<(), Unwritable> {
        let inner = depth(item) + 1;
        let text = self.text(structure, inner)?;
        let source = self.document.tree().source().text();
        let close = item.node().span().end.saturating_sub(1);
        let before = source.get(..close as usize).unwrap_or_default();
        let blank = before.len() - before.trim_end_matches([' ', '\t']).len();
        // Where the brace has a line of its own, the structure gets one before it.
        let alone = before.trim_end_matches([' ', '\t']).ends_with('\n');
        self.edits.push(match alone {
            true => Edit::insert(close - blank as u32, text),
            false => Edit::insert(close, format!("\n{text}{}", "\t".repeat(inner - 1))),
        });
        Ok(())
    }

    /// Puts a structure at the end of the document.
    pub fn append_top(&mut self, structure: &Structure<'_>) -> Result<(), Unwritable> {
        let text = self.text(structure, 0)?;
        let source = self.document.tree().source().text();
        let gap = if source.is_empty() || source.ends_with('\n') { "" } else { "\n" };
        self.edits.push(Edit::insert(source.len() as u32, format!("{gap}{text}")));
        Ok(())
    }

    /// The new text. Of changes that overlap the first counts.
    pub fn finish(self) -> String {
        let (bytes, _) = edit::apply(self.document.tree().source(), &self.edits);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Lines of a structure at a depth.
    fn text(&self, structure: &Structure<'_>, depth: usize) -> Result<String, Unwritable> {
        let text = write(std::slice::from_ref(structure), &Style::default())?;
        let indent = "\t".repeat(depth);
        Ok(text
            .lines()
            .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{indent}{line}\n") })
            .collect())
    }
}

fn depth(item: Item<'_>) -> usize {
    std::iter::successors(item.parent(), |above| above.parent()).count()
}
