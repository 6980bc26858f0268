//! The root: namespace, version, where the schema is.

use portolan_syntax::tree::AttrKind;

use super::Migrate;

/// Where the schemas of the versions are published.
const SCHEMAS: [(&str, &str); 2] = [("1.4", "collada_schema_1_4"), ("1.5", "collada_schema_1_5")];

impl Migrate<'_> {
    pub fn root(&mut self) {
        let schema = self.bound.schema;
        let root = self.draft.root;
        if self.draft.any_name(root) != "COLLADA" {
            return;
        }
        let wanted = schema.version_name(self.to);
        if self.draft.attribute(root, "version").is_none_or(|v| v.trim() != wanted) {
            self.draft.set(root, "version", wanted);
        }
        let namespace = schema.namespace(self.to);
        let is_ours = |value: &str| schema.namespaces.iter().any(|(_, n)| *n == value);
        if self.draft.origin(root).is_some_and(|n| n.name().namespace.is_empty()) {
            self.draft.set(root, "xmlns", namespace);
        }
        let own = self.draft.origin(root).map_or("", |n| n.name().namespace).to_owned();
        for id in self.draft.all(root) {
            // Namespaces are rarely declared below the root.
            let plain = |n: portolan_syntax::Node<'_>| n.attributes().all(|a| a.kind() == AttrKind::Plain);
            if id != root && self.draft.origin(id).is_none_or(plain) {
                continue;
            }
            for (name, value) in self.draft.attributes(id) {
                let declares = name == "xmlns" || name.starts_with("xmlns:");
                if declares && value != namespace && (is_ours(&value) || value == own) {
                    self.draft.set(id, &name, namespace);
                }
                if name.ends_with(":schemaLocation") && id == root {
                    let located = self.located(&value, namespace);
                    self.draft.set(id, &name, &located);
                }
            }
        }
    }

    /// A `schemaLocation` for the version that is wanted.
    fn located(&self, value: &str, namespace: &str) -> String {
        let mut located = value.to_owned();
        for (_, other) in self.bound.schema.namespaces {
            located = located.replace(other, namespace);
        }
        let file = SCHEMAS.iter().find(|(version, _)| self.wanted().starts_with(version)).map_or("", |(_, f)| f);
        for (_, other) in SCHEMAS.iter().filter(|(_, f)| *f != file) {
            // Versions of the files are part of their names in some documents.
            for name in [format!("{other}_1"), format!("{other}_0"), (*other).to_owned()] {
                located = located.replace(&name, file);
            }
        }
        located
    }
}
