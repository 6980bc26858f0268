//! OpenDDL structures: children in any order, names, properties, primitive data.
//!
//! Readers of OpenDDL must pass over structures and properties that they do not know, so those are told about but are
//! no mistakes. What the format does know is judged.

mod data;
mod properties;
#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests;

use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Edit, Finding, Node, NodeKind, Severity, ddl};

use super::Checker;
use crate::bind::Bind;
use crate::suggest::nearest;
use crate::value::{alternatives, shown};
use crate::{BagItem, Content, NameId, Type, Version, codes};

impl<'a> Checker<'a> {
    /// Judges one structure, or the file itself.
    pub(super) fn structure(&mut self, node: Node<'a>) {
        if node.is_element() {
            self.note_names(node);
        }
        let Some(ty) = self.bound.ty(node.id()) else { return };
        if node.is_element() {
            self.naming(node, ty);
            self.properties(node, ty);
        }
        match ty.content {
            Content::Any => return,
            Content::Bag(items) => self.substructures(node, ty, items),
            _ => self.substructures(node, ty, &[]),
        }
        self.data(node, ty);
    }

    /// The version that says what a structure must have: the one judged by, or the newest that has the structure.
    fn judged_by(&self, ty: &Type) -> Version {
        let versions = || (0..self.bound.schema.versions.len() as u8).rev().map(Version);
        let has = |v: &Version| ty.versions.contains(*v) && self.bound.version_set.contains(*v);
        Some(self.bound.version).filter(has).or_else(|| versions().find(has)).unwrap_or(self.bound.version)
    }

    /// Remembers where names are given; of a name that is given twice the first counts.
    fn note_names(&mut self, node: Node<'a>) {
        for attr in node.attributes() {
            match (attr.kind(), node.parent()) {
                (AttrKind::GlobalName, _) => {
                    self.ids.entry(attr.raw().to_owned()).or_insert(node.id());
                }
                (AttrKind::LocalName, Some(parent)) => {
                    self.locals.entry((parent.id(), attr.raw().to_owned())).or_insert(node.id());
                }
                _ => {}
            }
        }
    }

    /// A name where the format demands one, and of the kind it demands. Elsewhere a name is allowed and means nothing.
    fn naming(&mut self, node: Node<'a>, ty: &'static Type) {
        let naming = ty.naming;
        let name = node.attributes().find(|a| matches!(a.kind(), AttrKind::GlobalName | AttrKind::LocalName));
        let written = node.name().full;
        match name {
            None if naming.required => {
                let message = format!("`{written}` must have a name, so that something can refer to it");
                let finding = Finding::new(&codes::MISSING_ATTRIBUTE, node.name_span(), message);
                self.push(finding.on(node.id()).spec(ty.spec));
            }
            Some(name) => {
                let (fits, wanted) = match name.kind() {
                    AttrKind::GlobalName => (naming.global, "local, with `%`"),
                    _ => (naming.local, "global, with `$`"),
                };
                if !fits && (naming.global || naming.local) {
                    let message = format!("the name `{}` of `{written}` must be {wanted}", shown(name.raw()));
                    let finding = Finding::new(&codes::INVALID_VALUE, name.span(), message);
                    self.push(finding.on(node.id()).spec(ty.spec));
                }
            }
            None => {}
        }
    }

    /// Which structures stand in it, and how many of each.
    fn substructures(&mut self, node: Node<'a>, ty: &'static Type, items: &'static [BagItem]) {
        let mut found: Vec<(u32, Option<Node<'a>>)> = vec![(0, None); items.len()];
        // What was probably meant is not missing as well.
        let mut meant: Vec<NameId> = Vec::new();
        for child in node.elements() {
            let name = self.bound.name(child.name_id());
            match self.bound.bind(child.id()) {
                Bind::Type(_) => {
                    let counts = |i: &BagItem| name.is_some_and(|n| i.names.contains(&n));
                    let item = items.iter().position(|i| self.bound.accepts(i.versions) && counts(i));
                    if let Some((count, extra)) = item.and_then(|i| found.get_mut(i)) {
                        *count += 1;
                        if item.and_then(|i| items.get(i)).is_some_and(|i| *count == i.max.saturating_add(1)) {
                            *extra = Some(child);
                        }
                    }
                }
                Bind::Unknown if ddl::primitive_type(child.name().full).is_none() => {
                    meant.extend(self.no_place(node, ty, child));
                }
                _ => {}
            }
        }
        let complete = is_complete(node);
        let version = self.judged_by(ty);
        for (item, (count, extra)) in items.iter().zip(found) {
            if !self.bound.accepts(item.versions) {
                continue;
            }
            let names = alternatives(item.names.iter().map(|n| self.bound.schema.name(*n)));
            if let Some(extra) = extra {
                let message = format!("{} has more than {} {names}", container(node), item.max);
                let finding = Finding::new(&codes::UNEXPECTED_ELEMENT, extra.name_span(), message);
                self.push(finding.on(extra.id()).spec(ty.spec));
            }
            let required = item.versions.contains(version) && !item.names.iter().any(|n| meant.contains(n));
            if count < item.min && required && complete {
                let message = match item.min {
                    1 => format!("{} is missing {names}", container(node)),
                    min => format!("{} has {count} {names}, but needs at least {min}", container(node)),
                };
                let finding = Finding::new(&codes::MISSING_ELEMENT, node.name_span(), message);
                self.push(finding.on(node.id()).spec(ty.spec));
            }
        }
    }

    /// Tells of a structure that has no place in its container; gives the name that was probably meant.
    fn no_place(&mut self, node: Node<'a>, ty: &'static Type, child: Node<'a>) -> Option<NameId> {
        let schema = self.bound.schema;
        let written = child.name().full;
        let new =
            |message| Finding::new(&codes::UNKNOWN_ELEMENT, child.name_span(), message).on(child.id()).spec(ty.spec);
        let id = schema.name_id(written);
        let other_versions = id.map(|id| ty.child_versions(id)).filter(|v| v.0 != 0);
        if let Some(versions) = other_versions {
            let versions = schema.version_names(versions);
            let message = format!("`{written}` {} exists only in version {versions}", place(node, "in"));
            let finding = Finding::new(&codes::OTHER_VERSION, child.name_span(), message).on(child.id()).spec(ty.spec);
            self.push(finding);
            return None;
        }
        let elsewhere = |id| schema.types.iter().any(|t| t.children.iter().any(|c| c.name == id));
        if id.is_some_and(elsewhere) {
            let mut finding = new(format!("`{written}` does not belong {}", place(node, "in")));
            let holders = self.containers(id);
            if !holders.is_empty() {
                finding = finding.help(format!("its place is {holders}"));
            }
            self.push(finding);
            return None;
        }
        let here = ty.children.iter().filter(|c| self.bound.accepts(c.versions)).map(|c| schema.name(c.name));
        let meant = nearest(written, here);
        let message = format!("`{}` is not a structure of the format; readers skip it", shown(written));
        self.push(match meant {
            Some(meant) => {
                // Readers skip it as it is, so they would read more than before.
                let edits = vec![Edit::replace(child.name_span(), meant)];
                let finding = new(message).severity(Severity::Warning).help(format!("did you mean `{meant}`?"));
                finding.guess(format!("write `{meant}`"), edits)
            }
            None => new(message).severity(Severity::Info),
        });
        meant.and_then(|m| schema.name_id(m))
    }

    /// Where a structure may stand: "in `Mesh`", "at the top level".
    fn containers(&self, id: Option<NameId>) -> String {
        const MOST: usize = 6;
        let mut names: Vec<&str> = Vec::new();
        for ty in self.bound.schema.types.iter().filter(|t| t.children.iter().any(|c| Some(c.name) == id)) {
            if !names.contains(&ty.name()) {
                names.push(ty.name());
            }
        }
        let top = names.contains(&"*");
        names.retain(|n| *n != "*");
        names.truncate(MOST);
        match (names.is_empty(), top) {
            (true, false) => String::new(),
            (true, true) => "at the top level of the file".to_owned(),
            (false, false) => format!("in {}", alternatives(names.into_iter())),
            (false, true) => format!("at the top level of the file, or in {}", alternatives(names.into_iter())),
        }
    }
}

/// Was all of it read? Of what was cut off or garbled nothing can be said to be missing.
fn is_complete(node: Node<'_>) -> bool {
    let garbled = || node.children().any(|c| c.kind() == NodeKind::Unread);
    !node.is_element() || node.is_closed() && !node.is_self_closed() && !garbled()
}

/// What something stands in, as it is called in messages.
fn container(node: Node<'_>) -> String {
    if node.is_element() { format!("`{}`", node.name().full) } else { "the file".to_owned() }
}

/// Where something stands: "in `Mesh`", "at the top level of the file".
fn place(node: Node<'_>, preposition: &str) -> String {
    match node.is_element() {
        true => format!("{preposition} `{}`", node.name().full),
        false => "at the top level of the file".to_owned(),
    }
}
