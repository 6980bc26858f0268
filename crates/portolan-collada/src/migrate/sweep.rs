//! What the version has no place for, found by the tables.
//!
//! Only what another version of COLLADA knows is touched: what no version knows was not valid before either, and stays.

use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};
use portolan_scene::Fate;
use portolan_schema::value::check;
use portolan_schema::{Attribute, Content, Model, NameId, Type, Value, ValueId};

use super::Migrate;
use super::codes;
use super::draft::Id;

/// An element cannot be made valid; why.
pub(super) struct Stuck(String);

/// Children that are tried in other places; with more, only their order as it is.
const MOST_MOVED: usize = 300;

impl<'t> Migrate<'t> {
    /// Keeps everything aside that the version has no place for.
    pub fn sweep(&mut self) {
        let schema = self.bound.schema;
        let root = self.draft.root;
        if self.draft.name(root) != "COLLADA" {
            return;
        }
        if let Some(ty) = schema.ty(schema.root) {
            // Of the root itself nothing can be kept elsewhere.
            let _ = self.sweep_element(root, ty);
        }
    }

    fn sweep_element(&mut self, id: Id, ty: &'static Type) -> Result<(), Stuck> {
        let origin = self.draft.origin(id);
        let source = origin.and_then(|n| self.bound.ty(n.id()));
        if origin.is_some() && source.is_none() {
            // Put back from an extra, or of the version that is wanted already.
            return Ok(());
        }
        self.sweep_attributes(id, ty, source)?;
        match &ty.content {
            Content::Text(text) => {
                let before = match source.map(|s| &s.content) {
                    Some(Content::Text(text)) => Some(text.value),
                    _ => None,
                };
                self.sweep_text(id, text.value, before)
            }
            Content::Elements(_) => self.sweep_children(id, ty, source),
            Content::Any => {
                self.sweep_free(id);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn sweep_attributes(&mut self, id: Id, ty: &'static Type, source: Option<&'static Type>) -> Result<(), Stuck> {
        let schema = self.bound.schema;
        let unchanged = self.draft.get(id).is_some_and(|e| e.attributes.is_none());
        // Types that say the same in all versions need no look at attributes that were right already.
        let same = source.is_some_and(|s| std::ptr::eq(s, ty));
        if unchanged && same && ty.attributes.iter().all(|a| self.is_constant(a)) {
            return Ok(());
        }
        for (name, value) in self.draft.attributes(id) {
            if name.starts_with("xmlns") {
                continue;
            }
            let Some(name_id) = schema.name_id(&name) else { continue };
            let before = source.and_then(|s| s.attribute(name_id, self.bound.version));
            match ty.attribute(name_id, self.to) {
                Some(row) => {
                    let known = before.map(|b| b.text.value);
                    let is_new = source.is_none();
                    if !self.needs_change(&value, row.text.value, known, is_new) {
                        continue;
                    }
                    self.change_value(id, &name, &value, row)?;
                }
                None => {
                    let elsewhere = before.is_some() || ty.attributes.iter().any(|a| a.name == name_id);
                    if elsewhere {
                        let element = self.draft.name(id).to_owned();
                        let version = self.wanted();
                        let message =
                            format!("`{name}` of `<{element}>` is not part of {version}; it is kept in an extra");
                        self.lose(&codes::ATTRIBUTE, Fate::Dropped, id, message);
                        self.keep_attribute(id, &name);
                    }
                }
            }
        }
        let missing = ty.attributes.iter().find(|row| {
            let demanded_before =
                source.and_then(|s| s.attribute(row.name, self.bound.version)).is_some_and(|a| a.required);
            row.required
                && row.versions.contains(self.to)
                && !demanded_before
                && self.draft.attribute(id, schema.name(row.name)).is_none()
        });
        match missing {
            Some(row) => Err(Stuck(format!("lacks the attribute `{}`", schema.name(row.name)))),
            None => Ok(()),
        }
    }

    /// Is a row the same in all versions?
    fn is_constant(&self, row: &Attribute) -> bool {
        let all = (1u16 << self.bound.schema.versions.len()) - 1;
        u16::from(row.versions.0) & all == all && !self.has_versions(row.text.value)
    }

    /// Does what a value may be depend on the version?
    fn has_versions(&self, value: ValueId) -> bool {
        match self.bound.schema.value(value) {
            Value::Enum(words) | Value::Word(words) | Value::Open(words) => {
                words.iter().any(|(_, versions)| *versions != portolan_schema::Versions::ALL)
            }
            Value::Union(all) => all.iter().any(|v| self.has_versions(*v)),
            Value::List { item, .. } => self.has_versions(*item),
            _ => false,
        }
    }

    /// Was a value right before, and is it not any more?
    fn needs_change(&self, text: &str, value: ValueId, before: Option<ValueId>, is_new: bool) -> bool {
        let schema = self.bound.schema;
        if before == Some(value) && (self.bound.version == self.to || !self.has_versions(value)) {
            return false;
        }
        if check(schema, self.to, value, text).faults.is_empty() {
            return false;
        }
        let right_before = before.is_none_or(|b| check(schema, self.bound.version, b, text).faults.is_empty());
        let version = || {
            check(schema, self.to, value, text)
                .faults
                .iter()
                .any(|f| f.kind == portolan_schema::value::FaultKind::Version)
        };
        (before.is_some() && right_before) || is_new || version()
    }

    fn change_value(&mut self, id: Id, name: &str, value: &str, row: &'static Attribute) -> Result<(), Stuck> {
        let schema = self.bound.schema;
        let element = self.draft.name(id).to_owned();
        let fits = |text: &str| check(schema, self.to, row.text.value, text).faults.is_empty();
        let plain = crate::raise::name::ncname(value);
        let is_name = matches!(schema.value(row.text.value), Value::NcName | Value::Id | Value::Sid | Value::Symbol);
        if is_name && fits(&plain) {
            let message = format!("the `{name}` `{value}` of `<{element}>` was changed to `{plain}`");
            self.change_attribute(id, name, &plain);
            self.lose(&codes::NAME, Fate::Approximated, id, message);
            return Ok(());
        }
        if let Some(near) = self.nearest(row.text.value, value).filter(|n| fits(n)) {
            let message = format!("`{name}` of `<{element}>` was changed from `{value}` to `{near}`");
            self.change_attribute(id, name, &near);
            self.lose(&codes::VALUE, Fate::Approximated, id, message);
            return Ok(());
        }
        if row.required {
            return Err(Stuck(format!("has the {name} `{value}`")));
        }
        let version = self.wanted();
        let message = format!("`{name}` of `<{element}>` cannot be `{value}` in {version}; it is kept in an extra");
        self.lose(&codes::VALUE, Fate::Dropped, id, message);
        self.keep_attribute(id, name);
        Ok(())
    }

    /// A whole number brought into the range of a type.
    fn nearest(&self, value: ValueId, text: &str) -> Option<String> {
        let number: i128 = text.trim().parse().ok()?;
        match self.bound.schema.value(value) {
            Value::Int { min, max } => Some(number.clamp(*min, *max).to_string()),
            _ => None,
        }
    }

    fn sweep_text(&mut self, id: Id, value: ValueId, before: Option<ValueId>) -> Result<(), Stuck> {
        if before == Some(value) && (self.bound.version == self.to || !self.has_versions(value)) {
            return Ok(());
        }
        let is_new = self.draft.origin(id).is_none();
        let text = self.draft.text(id);
        if is_new || !self.needs_change(&text, value, before, false) {
            return Ok(());
        }
        Err(Stuck(format!("cannot be `{}`", portolan_schema::value::shown(text.trim()))))
    }

    fn sweep_children(&mut self, id: Id, ty: &'static Type, source: Option<&'static Type>) -> Result<(), Stuck> {
        let schema = self.bound.schema;
        for child in self.draft.children(id) {
            let Some(name) = schema.name_id(self.draft.name(child)) else { continue };
            match ty.child(name, self.to).and_then(|t| schema.ty(t)) {
                Some(child_type) => {
                    if let Err(Stuck(why)) = self.sweep_element(child, child_type) {
                        let why = format!("{why}, which {} does not allow", self.wanted());
                        self.drop_element(child, &codes::ELEMENT, &why);
                    }
                }
                None => {
                    let before = source.is_some_and(|s| s.child_versions(name).0 != 0);
                    if before || ty.child_versions(name).0 != 0 {
                        let why = format!("is not part of {}", self.wanted());
                        self.drop_element(child, &codes::ELEMENT, &why);
                    }
                }
            }
        }
        let Some(model) = schema.model(ty, self.to) else { return Ok(()) };
        if model.fits(&self.child_names(id)) || !self.was_right(id, source) {
            return Ok(());
        }
        self.arrange(id, model)
    }

    fn child_names(&self, id: Id) -> Vec<Option<NameId>> {
        self.draft.children(id).into_iter().map(|c| self.content_name(c)).collect()
    }

    /// The name of a child as content knows it: that of the format's own elements, and of MathML.
    fn content_name(&self, child: Id) -> Option<NameId> {
        let schema = self.bound.schema;
        let foreign = || {
            let namespace = self.draft.origin(child)?.name().namespace;
            schema
                .foreign
                .iter()
                .find(|(_, n)| *n == namespace)
                .and_then(|_| schema.name_id(self.draft.any_name(child)))
        };
        schema.name_id(self.draft.name(child)).or_else(foreign)
    }

    /// Were the children of an element in order in the source? What we made counts as such.
    fn was_right(&self, id: Id, source: Option<&'static Type>) -> bool {
        let schema = self.bound.schema;
        let (Some(node), Some(source)) = (self.draft.origin(id), source) else { return true };
        let Some(model) = schema.model(source, self.bound.version) else { return true };
        let own = node.name().namespace;
        let known = |namespace: &str| namespace == own || schema.foreign.iter().any(|(_, n)| *n == namespace);
        let names = node.elements().map(|c| schema.name_id(c.local_name()).filter(|_| known(c.name().namespace)));
        model.fits(&names.collect::<Vec<_>>())
    }

    /// Puts children into the order of the version; those that have no place are kept aside.
    fn arrange(&mut self, id: Id, model: &'static Model) -> Result<(), Stuck> {
        let mut taken: Vec<(Id, Option<NameId>)> = Vec::new();
        let mut moved = false;
        let mut left = Vec::new();
        for child in self.draft.children(id) {
            let name = self.content_name(child);
            let goes = |at: usize, taken: &[(Id, Option<NameId>)]| {
                let head = taken.iter().take(at).map(|(_, n)| *n);
                model.walks(head.chain([name]).chain(taken.iter().skip(at).map(|(_, n)| *n)))
            };
            let end = taken.len();
            let lowest = if end > MOST_MOVED { end } else { 0 };
            match (lowest..=end).rev().find(|at| goes(*at, &taken)) {
                Some(at) => {
                    moved |= at != end;
                    taken.insert(at, (child, name));
                }
                None => left.push(child),
            }
        }
        let all: Vec<Option<NameId>> = taken.iter().map(|(_, n)| *n).collect();
        if !model.fits(&all) {
            return Err(Stuck(format!("lacks something ({})", model.written)));
        }
        for child in left {
            let why = format!("is not allowed in `<{}>` in {}", self.draft.name(id), self.wanted());
            self.drop_element(child, &codes::ELEMENT, &why);
        }
        if moved {
            for (place, (child, _)) in taken.into_iter().enumerate() {
                if self.draft.index(child) != Some(place) {
                    self.draft.insert(id, place, child);
                }
            }
        }
        Ok(())
    }

    /// In free content, elements that have the name of one of the format are judged by readers as such. What was right
    /// in the old version and is not in the new one stays in the old one's namespace.
    fn sweep_free(&mut self, id: Id) {
        let schema = self.bound.schema;
        if schema.namespace(self.bound.version) == schema.namespace(self.to) {
            return;
        }
        let mut open = self.draft.children(id);
        while let Some(child) = open.pop() {
            if self.draft.name(child).is_empty() {
                continue;
            }
            let global = |version| schema.type_at(self.draft.name(child), version).and_then(|t| schema.ty(t));
            let Some(new) = global(self.to) else {
                open.extend(self.draft.children(child));
                continue;
            };
            let declared = self.draft.attributes(child).iter().any(|(n, _)| n.starts_with("xmlns"));
            if !declared && (!self.is_valid(child, new, 0) || self.repeats_ids(child)) {
                let prefix = self.draft.prefix.trim_end_matches(':').to_owned();
                let name = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
                self.draft.set(child, &name, schema.namespace(self.bound.version));
            }
        }
    }

    /// Has it ids that the document has elsewhere? Free content may, elements of the format may not.
    fn repeats_ids(&mut self, id: Id) -> bool {
        let tree = self.draft.tree;
        let repeated = self.repeated.get_or_insert_with(|| {
            let mut seen: HashMap<Cow<'_, str>, bool> = HashMap::new();
            for id in tree.nodes().filter(|n| n.is_element()).filter_map(|n| n.attribute_value("id")) {
                seen.entry(id).and_modify(|again| *again = true).or_insert(false);
            }
            seen.into_iter().filter(|(_, again)| *again).map(|(id, _)| id.into_owned()).collect::<HashSet<String>>()
        });
        if repeated.is_empty() {
            return false;
        }
        let repeated = repeated.clone();
        self.draft.all(id).into_iter().filter_map(|e| self.draft.attribute(e, "id")).any(|i| repeated.contains(&i))
    }

    /// Is an element, as it is, valid in the version that is wanted?
    pub fn is_valid(&self, id: Id, ty: &'static Type, depth: u32) -> bool {
        let schema = self.bound.schema;
        let rows = || ty.attributes.iter().filter(|a| a.versions.contains(self.to));
        let attributes = self.draft.attributes(id);
        let right = attributes.iter().filter(|(n, _)| !n.contains(':') && n != "xmlns").all(|(name, value)| {
            rows()
                .find(|r| schema.name(r.name) == name)
                .is_some_and(|r| check(schema, self.to, r.text.value, value).faults.is_empty())
        });
        let complete = rows().filter(|r| r.required).all(|r| attributes.iter().any(|(n, _)| n == schema.name(r.name)));
        if !right || !complete || depth > 64 {
            return false;
        }
        match &ty.content {
            Content::Text(text) => check(schema, self.to, text.value, &self.draft.text(id)).faults.is_empty(),
            Content::Elements(_) => {
                let fits = schema.model(ty, self.to).is_some_and(|m| m.fits(&self.child_names(id)));
                fits && self
                    .draft
                    .children(id)
                    .into_iter()
                    .all(|child| self.child_type(ty, child).is_some_and(|t| self.is_valid(child, t, depth + 1)))
            }
            Content::Empty => self.draft.is_bare(id),
            _ => true,
        }
    }

    /// Where an `<extra>` of ours can stand in an element, as a number of a child; `None` if nowhere.
    pub fn extra_place(&self, id: Id) -> Option<usize> {
        let schema = self.bound.schema;
        let ty = self.ty(id)?;
        let model = schema.model(ty, self.to)?;
        let extra = schema.name_id("extra")?;
        ty.child(extra, self.to).filter(|_| ty.path != "extra")?;
        let names = self.child_names(id);
        let with = |at: usize| {
            let head = names.iter().take(at).copied();
            head.chain([Some(extra)]).chain(names.iter().skip(at).copied()).collect::<Vec<_>>()
        };
        if model.fits(&names) {
            let at = (0..=names.len()).rev().take(MOST_MOVED).find(|at| model.fits(&with(*at)));
            return at;
        }
        // In what was wrong before it stands at the end, like most extras.
        Some(names.len())
    }
}
