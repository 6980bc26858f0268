//! Kept elements ([`Kept`]), read: whatever is asked of one is asked of its tree, and whatever is done to one is an edit of
//! its text at the spans of that tree.

mod moving;
mod refer;
mod space;
#[cfg(test)]
mod tests;

pub(crate) use moving::is_worded;
pub use moving::{Forgotten, forget_words};
pub use space::{Spaced, say_space};

use portolan_scene::{Extra, Kept, Meta};
use portolan_syntax::{Edit, Node, Severity, Tree, edit, xml};

use crate::raise::Version;

/// A kept element with its tree.
pub(crate) struct Fragment {
    tree: Tree,
    /// Bytes that stand around it.
    before: usize,
    behind: usize,
    /// How many elements it stands in.
    depth: usize,
}

impl Fragment {
    /// Reads an element on its own; `None` if it is not one that is well-formed.
    pub fn read(kept: &Kept) -> Option<Fragment> {
        if kept.format != crate::FORMAT.id {
            return None;
        }
        Fragment::around(&kept.content, "", "", 0)
    }

    /// Reads an element below others, the root first, so that the tables know what it is.
    pub fn within<'n>(kept: &Kept, version: Version, names: impl Iterator<Item = &'n str>) -> Option<Fragment> {
        let (mut before, mut behind, mut depth) = (String::new(), String::new(), 0);
        for name in names {
            before += &match depth {
                0 => format!("<{name} xmlns=\"{}\" version=\"{}\">", version.namespace(), version.name()),
                _ => format!("<{name}>"),
            };
            behind.insert_str(0, &format!("</{name}>"));
            depth += 1;
        }
        Fragment::around(&kept.content, &before, &behind, depth)
    }

    /// Reads what an application added, inside an element that is nobody's.
    pub fn extra(extra: &Extra) -> Option<Fragment> {
        let prefixes = bindings(extra).map(|(prefix, _)| prefix).filter(|prefix| !prefix.is_empty());
        let declared: String = prefixes.map(|prefix| format!(" xmlns:{prefix}=\"x\"")).collect();
        Fragment::around(&format!("<x{declared}>{}</x>", extra.content), "", "", 0)
    }

    fn around(content: &str, before: &str, behind: &str, depth: usize) -> Option<Fragment> {
        let content = content.trim();
        let (tree, findings) = xml::parse_text(format!("{before}{content}{behind}"));
        let broken = findings.iter().any(|f| f.severity == Severity::Error);
        let fragment = Fragment { tree, before: before.len(), behind: behind.len(), depth };
        (!broken && fragment.root().is_some()).then_some(fragment)
    }

    /// The element.
    pub fn root(&self) -> Option<Node<'_>> {
        (0..self.depth).try_fold(self.tree.root()?, |at, _| at.elements().next())
    }

    /// The element and all elements in it.
    pub fn elements(&self) -> impl Iterator<Item = Node<'_>> {
        self.root()
            .into_iter()
            .flat_map(|root| std::iter::once(root).chain(root.descendants()))
            .filter(|n| n.is_element())
    }

    /// All ids in it.
    pub fn ids(&self) -> impl Iterator<Item = Box<str>> + '_ {
        let ids = self.elements().filter_map(|e| e.attribute_value("id"));
        ids.map(|id| Box::<str>::from(id.trim())).filter(|id| !id.is_empty())
    }

    /// The text with edits, all of them inside of the element.
    fn edited(&self, edits: &[Edit]) -> Option<Box<str>> {
        let (bytes, _) = edit::apply(self.tree.source(), edits);
        let text = String::from_utf8(bytes).ok()?;
        Some(text.get(self.before..text.len().checked_sub(self.behind)?)?.into())
    }
}

/// The prefixes of what an application added and their namespaces, as far as XML allows them: other formats keep any text.
pub(crate) fn bindings(extra: &Extra) -> impl Iterator<Item = (&str, &str)> {
    let all = extra.namespaces.iter().map(|(prefix, namespace)| (&**prefix, &**namespace));
    all.filter(|(prefix, namespace)| xml::chars::may_bind(prefix, namespace))
}

/// The attribute of this name of a kept element.
pub(crate) fn attribute(kept: &Kept, name: &str) -> Option<String> {
    Fragment::read(kept)?.root()?.attribute_value(name).map(|v| v.trim().to_owned())
}

/// The text of a kept element.
pub(crate) fn text(kept: &Kept) -> Option<String> {
    Some(Fragment::read(kept)?.root()?.text().trim().to_owned())
}

/// Does an object hold, in what was kept of it, an element that answers to this?
pub(crate) fn keeps(meta: &Meta, word: &str, is: impl Fn(Node<'_>) -> bool) -> bool {
    meta.kept().iter().any(|k| kept_holds(k, word, &is)) || adds(meta, word, is)
}

/// The same, in what applications added to the object.
pub(crate) fn adds(meta: &Meta, word: &str, is: impl Fn(Node<'_>) -> bool) -> bool {
    // Most data does not have the word anywhere and need not be read.
    let mentions = meta.extras.iter().filter(|e| e.content.contains(word));
    mentions.filter_map(Fragment::extra).any(|f| f.elements().any(&is))
}

/// Does something kept hold an element that answers to this?
pub(crate) fn kept_holds(kept: &Kept, word: &str, is: impl Fn(Node<'_>) -> bool) -> bool {
    kept.content.contains(word) && Fragment::read(kept).is_some_and(|f| f.elements().any(&is))
}
