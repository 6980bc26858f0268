//! Which rows of a structure hold for its primitive data.

use portolan_syntax::ddl::{self, Layout, Property};
use portolan_syntax::{Attr, Node};

use super::{Bind, Bound};
use crate::{Data, NameId, Type, Value};

/// The rows of [`Type::data`] that hold for one structure.
pub(crate) enum Rows {
    /// These, by their indices; the version judged by comes first.
    These(Vec<u16>),
    /// Which one is not known, because a word of the application's decides; whatever fits any row is right.
    Any,
    /// The property that decides is missing or wrong, which is told elsewhere; the data cannot be judged.
    Unclear,
}

impl Bound {
    /// The rows that hold for a structure's primitive data.
    pub(crate) fn data_rows(&self, node: Node<'_>, ty: &'static Type) -> Rows {
        let mut rows: Vec<u16> = (0..ty.data.len() as u16).filter(|&i| self.row_holds(node, ty, i)).collect();
        let newest = |i: &u16| ty.data.get(usize::from(*i)).is_some_and(|d| d.versions.contains(self.version));
        rows.sort_by_key(|i| !newest(i));
        if !rows.is_empty() || ty.data.is_empty() {
            return Rows::These(rows);
        }
        let open = ty.data.iter().filter_map(|d| d.when).any(|(name, _)| {
            let value = self.attribute(ty, name).map(|a| self.schema.value(a.text.value));
            match (value, self.property(node, name).map(ddl::property)) {
                (Some(Value::Open(words)), Some(Property::String(word))) => !words.iter().any(|(w, _)| *w == word),
                _ => false,
            }
        });
        if open { Rows::Any } else { Rows::Unclear }
    }

    fn row_holds(&self, node: Node<'_>, ty: &'static Type, row: u16) -> bool {
        let Some(row) = ty.data.get(usize::from(row)) else { return false };
        self.accepts(row.versions)
            && row.when.is_none_or(|(name, words)| {
                let default = || self.attribute(ty, name).and_then(|a| a.text.default);
                match self.property(node, name).map(ddl::property) {
                    Some(Property::String(word)) => words.contains(&word.as_ref()),
                    Some(_) => false,
                    None => default().is_some_and(|word| words.contains(&word)),
                }
            })
    }

    fn property<'a>(&self, node: Node<'a>, name: NameId) -> Option<Attr<'a>> {
        // It is asked for again with each primitive structure inside; nobody writes so many properties.
        const MOST: usize = 256;
        (node.attributes().size_hint().0 <= MOST).then(|| node.attribute(self.schema.name(name))).flatten()
    }

    /// The row that a primitive structure fits.
    pub(super) fn bind_data(&self, parent: Node<'_>, ty: &'static Type, layout: Layout) -> Bind {
        match self.data_rows(parent, ty) {
            Rows::These(rows) => rows
                .into_iter()
                .find(|&i| ty.data.get(usize::from(i)).is_some_and(|row| fits(row, layout)))
                .map_or(Bind::Unknown, Bind::Data),
            Rows::Any => match ty.data.iter().any(|row| fits(row, layout)) {
                true => Bind::Free,
                false => Bind::Unknown,
            },
            Rows::Unclear => Bind::Free,
        }
    }
}

/// Has a primitive structure one of the types and sub-array sizes of a row?
pub(crate) fn fits(row: &Data, layout: Layout) -> bool {
    has_type(row, layout) && has_size(row, layout)
}

pub(crate) fn has_type(row: &Data, layout: Layout) -> bool {
    row.types.contains(&layout.primitive.long_name())
}

fn has_size(row: &Data, layout: Layout) -> bool {
    match (layout.sub_array, row.sizes) {
        // A size that cannot be read has been told about.
        (Some(0), _) => true,
        (None, []) => true,
        (size, sizes) => sizes.contains(&size.unwrap_or(0)),
    }
}
