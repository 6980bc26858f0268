//! Finding rows.

use crate::{Attribute, Content, Model, NameId, Schema, Type, TypeId, Value, ValueId, Version};

/// What a missing row looks like, so that a wrong index cannot panic.
static NO_VALUE: Value = Value::String;

impl Schema {
    /// The id of a name, if the format has it anywhere.
    pub fn name_id(&self, name: &str) -> Option<NameId> {
        self.names.binary_search(&name).ok().map(|i| NameId(i as u16))
    }

    /// The name with this id.
    pub fn name(&self, id: NameId) -> &'static str {
        self.names.get(id.index()).copied().unwrap_or_default()
    }

    /// The type with this id.
    pub fn ty(&self, id: TypeId) -> Option<&'static Type> {
        self.types.get(id.index())
    }

    /// The value type with this id.
    pub fn value(&self, id: ValueId) -> &'static Value {
        self.values.get(id.index()).unwrap_or(&NO_VALUE)
    }

    /// All types with this path (several when versions differ).
    pub fn types_at<'a>(&self, path: &'a str) -> impl Iterator<Item = (TypeId, &'static Type)> + use<'a> {
        let types = self.types;
        let from = types.partition_point(|t| t.path < path);
        types.iter().enumerate().skip(from).take_while(move |(_, t)| t.path == path).map(|(i, t)| (TypeId(i as u16), t))
    }

    /// The type with this path in this version.
    pub fn type_at(&self, path: &str, version: Version) -> Option<TypeId> {
        self.types_at(path).find(|(_, t)| t.versions.contains(version)).map(|(id, _)| id)
    }

    /// The index of a version by its name.
    pub fn version(&self, name: &str) -> Option<Version> {
        self.versions.iter().position(|v| *v == name).map(|i| Version(i as u8))
    }

    /// The name of a version.
    pub fn version_name(&self, version: Version) -> &'static str {
        self.versions.get(version.0 as usize).copied().unwrap_or_default()
    }

    /// The newest version.
    pub fn newest(&self) -> Version {
        Version(self.versions.len().saturating_sub(1) as u8)
    }

    /// The XML namespace of a version.
    pub fn namespace(&self, version: Version) -> &'static str {
        self.namespaces.iter().find(|(v, _)| v.contains(version)).map_or("", |(_, n)| n)
    }

    /// The content automaton of a type in a version.
    pub fn model(&self, ty: &Type, version: Version) -> Option<&'static Model> {
        match ty.content {
            Content::Elements(models) => self.models.get(models.get(version.0 as usize)?.index()),
            _ => None,
        }
    }

    /// The names of the versions in a set: `1.4.0, 1.4.1`.
    pub fn version_names(&self, versions: crate::Versions) -> String {
        let names: Vec<_> = (0..self.versions.len() as u8)
            .filter(|&i| versions.contains(Version(i)))
            .map(|i| self.version_name(Version(i)))
            .collect();
        names.join(", ")
    }
}

impl Type {
    /// The type of a child in a version.
    pub fn child(&self, name: NameId, version: Version) -> Option<TypeId> {
        let from = self.children.partition_point(|c| c.name < name);
        self.children
            .iter()
            .skip(from)
            .take_while(|c| c.name == name)
            .find(|c| c.versions.contains(version))
            .map(|c| c.ty)
    }

    /// The type of a child in a version, or else in the last of several others that has it.
    pub fn child_of(&self, name: NameId, version: Version, others: crate::Versions) -> Option<TypeId> {
        self.child(name, version).or_else(|| {
            let rows = self.children.iter().filter(|c| c.name == name && c.versions.intersects(others));
            rows.map(|c| c.ty).next_back()
        })
    }

    /// The versions in which a child of this name exists.
    pub fn child_versions(&self, name: NameId) -> crate::Versions {
        crate::Versions(self.children.iter().filter(|c| c.name == name).fold(0, |all, c| all | c.versions.0))
    }

    /// The attribute of this name in a version.
    pub fn attribute(&self, name: NameId, version: Version) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name == name && a.versions.contains(version))
    }

    /// The last word of the path: usually the element's name.
    pub fn name(&self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }
}
