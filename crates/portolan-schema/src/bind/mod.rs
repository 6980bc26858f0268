//! Every node gets its type.
//!
//! Binding is a function (type of the parent, name of the child) → type. It works on every tree, however wrong.

pub(crate) mod data;

use portolan_syntax::{Node, NodeId, Syntax, Tree, ddl};

use crate::{Attribute, Content, Data, NameId, Schema, Type, TypeId, Version, Versions, lenient};

/// Types of a tree's nodes, in a table beside it.
#[derive(Debug)]
pub struct Bound {
    /// The table the tree was bound to.
    pub schema: &'static Schema,
    /// The version the document is judged by.
    pub version: Version,
    /// The versions whose items are accepted. One for formats that state their version; all for OpenDDL formats,
    /// which do not, unless the caller names one.
    pub version_set: Versions,
    /// How the document says which version it is.
    pub origin: VersionOrigin,
    types: Vec<Bind>,
    names: Vec<Known>,
}

/// What is known of a name of the tree.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// The format has it nowhere, or it belongs to a namespace that has no place in the format.
    Not,
    /// A name of the format itself.
    Own(NameId),
    /// A name of a foreign namespace, by its row in [`Schema::foreign`].
    Foreign(NameId, usize),
}

/// Why a document is judged by a version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VersionOrigin {
    /// It says so, and its namespace agrees.
    Declared,
    /// Its namespace says so; the version attribute is missing, unknown or contradicts.
    Namespace,
    /// Nothing says so: the newest, or the caller's choice.
    Assumed,
}

/// What is known of one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bind {
    /// It has a type.
    Type(TypeId),
    /// A primitive structure that fits a row of [`Type::data`] of the structure around it, by its index.
    Data(u16),
    /// It stands in free content and is not judged.
    Free,
    /// The format does not know it there.
    Unknown,
}

impl Bound {
    /// What is known of a node.
    pub fn bind(&self, node: NodeId) -> Bind {
        self.types.get(node.index()).copied().unwrap_or(Bind::Unknown)
    }

    /// The type of a node.
    pub fn ty(&self, node: NodeId) -> Option<&'static Type> {
        match self.bind(node) {
            Bind::Type(id) => self.schema.ty(id),
            _ => None,
        }
    }

    /// The id of the type of a node.
    pub fn type_id(&self, node: NodeId) -> Option<TypeId> {
        match self.bind(node) {
            Bind::Type(id) => Some(id),
            _ => None,
        }
    }

    /// The row that a primitive structure fits in the structure around it.
    pub fn data(&self, node: Node<'_>) -> Option<&'static Data> {
        match self.bind(node.id()) {
            Bind::Data(row) => self.ty(node.parent()?.id())?.data.get(usize::from(row)),
            _ => None,
        }
    }

    /// Is an item of these versions accepted?
    pub fn accepts(&self, versions: Versions) -> bool {
        self.version_set.intersects(versions)
    }

    /// The row of an attribute or property by its name: that of the version judged by, else of another one accepted.
    pub fn attribute(&self, ty: &'static Type, name: NameId) -> Option<&'static Attribute> {
        let rows = || ty.attributes.iter().filter(|a| a.name == name && self.accepts(a.versions));
        rows().find(|a| a.versions.contains(self.version)).or_else(|| rows().next_back())
    }

    /// The schema's id of a name of the tree; `None` for names that the format does not know or that belong to a
    /// namespace that has no place in it.
    pub fn name(&self, name: portolan_syntax::NameId) -> Option<NameId> {
        match self.names.get(name.index())? {
            Known::Not => None,
            Known::Own(id) | Known::Foreign(id, _) => Some(*id),
        }
    }

    /// The type of a child by its name and namespace.
    fn child(&self, parent: &Type, name: portolan_syntax::NameId) -> Option<TypeId> {
        let id = parent.child_of(self.name(name)?, self.version, self.version_set)?;
        let path = self.schema.ty(id)?.path;
        let foreign = self.schema.foreign.iter().position(|(prefix, _)| path.starts_with(prefix));
        let fits = match self.names.get(name.index())? {
            Known::Not => false,
            Known::Own(_) => foreign.is_none(),
            Known::Foreign(_, row) => foreign == Some(*row),
        };
        fits.then_some(id)
    }

    /// The schema's name of a child as its parent's content knows it; `None` when it has no place there because of its
    /// namespace.
    pub(crate) fn content_name(&self, parent: &Type, child: Node<'_>) -> Option<NameId> {
        let name = self.name(child.name_id())?;
        match self.bind(child.id()) {
            Bind::Unknown if parent.child(name, self.version).is_some() => None,
            _ => Some(name),
        }
    }

    /// The version's name.
    pub fn version_name(&self) -> &'static str {
        self.schema.version_name(self.version)
    }
}

/// Binds a tree to a schema.
///
/// `version` is the caller's choice; without it an XML document is judged by its namespace and root attribute
/// `version`, and anything else by the newest version, while items of older ones are accepted.
pub fn bind(tree: &Tree, schema: &'static Schema, version: Option<&str>) -> Bound {
    let named = version.and_then(|v| schema.version(v));
    let (version, origin) = match named {
        Some(version) => (version, VersionOrigin::Assumed),
        None => find_version(tree, schema),
    };
    let version_set = match named {
        None if tree.syntax() == Syntax::Ddl => Versions::ALL,
        _ => Versions::only(version),
    };
    let names = map_names(tree, schema);
    let mut bound = Bound { schema, version, version_set, origin, types: vec![Bind::Unknown; tree.len()], names };
    if schema.namespaces.is_empty() {
        bound.set(NodeId::DOCUMENT, Bind::Type(schema.root));
    }
    if named.is_none() && older_version(tree, schema).is_some() {
        return bound;
    }
    let mut met = Met::default();
    for node in tree.nodes().skip(1) {
        if node.is_element() {
            let bind = bound.bind_one(node, &mut met);
            bound.set(node.id(), bind);
        }
    }
    bound
}

/// Children met before: what one of a name is in a parent of a type is the same everywhere in a document.
#[derive(Default)]
struct Met(Vec<Option<(Key, Bind)>>);

type Key = (TypeId, portolan_syntax::NameId);

impl Met {
    /// Answers remembered at a time. One that has the same place as another is found again.
    const PLACES: usize = 4096;

    fn or_find(&mut self, key: Key, find: impl FnOnce() -> Bind) -> Bind {
        self.0.resize(Met::PLACES, None);
        let place = (usize::from(key.0.0) * 61 + key.1.index()) % Met::PLACES;
        match self.0.get_mut(place) {
            Some(Some((met, bind))) if *met == key => *bind,
            Some(slot) => slot.insert((key, find())).1,
            None => find(),
        }
    }
}

impl Bound {
    fn set(&mut self, node: NodeId, bind: Bind) {
        if let Some(slot) = self.types.get_mut(node.index()) {
            *slot = bind;
        }
    }

    fn bind_one(&self, node: Node<'_>, met: &mut Met) -> Bind {
        let schema = self.schema;
        let Some(parent) = node.parent() else { return Bind::Unknown };
        if !schema.namespaces.is_empty() && !parent.is_element() {
            let name = self.name(node.name_id());
            let root = schema.ty(schema.root).map(Type::name);
            return match name {
                Some(name) if Some(schema.name(name)) == root => Bind::Type(schema.root),
                // A fragment such as a library on its own is still worth reading.
                Some(name) => self.global(name),
                None => Bind::Unknown,
            };
        }
        match self.bind(parent.id()) {
            Bind::Free => Bind::Free,
            Bind::Unknown | Bind::Data(_) => Bind::Unknown,
            Bind::Type(id) => {
                let Some(ty) = schema.ty(id) else { return Bind::Unknown };
                if matches!(ty.content, Content::Any) {
                    return Bind::Free;
                }
                if let Some(layout) = self.layout(node) {
                    return self.bind_data(parent, ty, layout);
                }
                met.or_find((id, node.name_id()), || match self.child(ty, node.name_id()) {
                    Some(id) => Bind::Type(id),
                    None => self.lenient(node, ty).map_or(Bind::Unknown, |reading| reading.bind),
                })
            }
        }
    }

    /// What the head of a primitive structure says; `None` for everything else.
    fn layout(&self, node: Node<'_>) -> Option<ddl::Layout> {
        if node.tree().syntax() == Syntax::Ddl { ddl::Layout::of(node) } else { None }
    }

    /// How a child without a place in its parent is read all the same, in a format that has such forms.
    pub(crate) fn lenient(&self, child: Node<'_>, parent: &'static Type) -> Option<lenient::Reading> {
        lenient::of(self.schema)?;
        let name = child.name();
        let root = child.tree().root().map_or("", |r| r.name().namespace);
        let own = name.namespace.is_empty() || name.namespace == root;
        if own { lenient::child(self.schema, self.version, parent, name.local) } else { None }
    }

    fn global(&self, name: NameId) -> Bind {
        self.schema.type_at(self.schema.name(name), self.version).map_or(Bind::Unknown, Bind::Type)
    }
}

/// The version that an XML document claims to be, if it is from before all those of the table. Names mean something else in it,
/// so that nothing of it is bound.
pub(crate) fn older_version(tree: &Tree, schema: &Schema) -> Option<String> {
    let numbers = |text: &str| -> Option<Vec<u32>> { text.split('.').map(|part| part.parse().ok()).collect() };
    let root = tree.root().filter(|root| schema.ty(schema.root).is_some_and(|ty| ty.name() == root.local_name()))?;
    let written = root.attribute_value("version")?.trim().to_owned();
    let known = schema.namespaces.iter().any(|(_, namespace)| *namespace == root.name().namespace);
    let first = numbers(schema.versions.first()?)?;
    (!known && numbers(&written)? < first).then_some(written)
}

/// The version that an XML document claims to be.
fn find_version(tree: &Tree, schema: &Schema) -> (Version, VersionOrigin) {
    let Some(root) = tree.root().filter(|_| !schema.namespaces.is_empty()) else {
        return (schema.newest(), VersionOrigin::Assumed);
    };
    let namespace = root.name().namespace;
    let declared = root.attribute_value("version").and_then(|v| schema.version(v.trim()));
    let by_namespace = schema.namespaces.iter().find(|(_, n)| *n == namespace).map(|(versions, _)| *versions);
    match (declared, by_namespace) {
        (Some(version), Some(versions)) if versions.contains(version) => (version, VersionOrigin::Declared),
        (_, Some(versions)) => {
            let newest = (0..schema.versions.len() as u8).rev().map(Version).find(|v| versions.contains(*v));
            (newest.unwrap_or(schema.newest()), VersionOrigin::Namespace)
        }
        (Some(version), None) => (version, VersionOrigin::Assumed),
        (None, None) => (schema.newest(), VersionOrigin::Assumed),
    }
}

/// For each name of the tree what the schema knows of it.
///
/// Own names must be in the root's namespace, whatever that is, so that a document with a wrong namespace is still
/// understood.
fn map_names(tree: &Tree, schema: &Schema) -> Vec<Known> {
    let root = tree.root().map_or("", |r| r.name().namespace);
    tree.names()
        .map(|(_, name)| {
            let own = name.namespace.is_empty() || name.namespace == root;
            let foreign = schema.foreign.iter().position(|(_, namespace)| *namespace == name.namespace);
            match (own, foreign, schema.name_id(name.local)) {
                (true, _, Some(id)) => Known::Own(id),
                (false, Some(row), Some(id)) => Known::Foreign(id, row),
                // Attributes such as `xml:base` are known by their full name.
                _ => schema.name_id(name.full).filter(|_| !name.prefix.is_empty()).map_or(Known::Not, Known::Own),
            }
        })
        .collect()
}
