//! Root element, namespace, version.

use portolan_syntax::{Edit, Finding, Severity};

use super::{Checker, repair};
use crate::bind::{Bind, VersionOrigin, older_version};
use crate::value::alternatives;
use crate::{codes, lenient};

impl Checker<'_> {
    /// Checks the root; `false` when nothing below it can be judged.
    pub(super) fn root(&mut self) -> bool {
        let schema = self.bound.schema;
        if schema.namespaces.is_empty() {
            return true;
        }
        let Some(root) = self.tree.root() else { return false };
        let expected = schema.ty(schema.root).map_or("", |t| t.name());
        if self.bound.type_id(root.id()).is_some_and(|id| schema.other_roots.contains(&id)) {
            return true;
        }
        if root.local_name() != expected {
            let message = format!("the root element is `<{}>`, not `<{expected}>`", root.name().full);
            let finding = Finding::new(&codes::WRONG_ROOT, root.name_span(), message).on(root.id());
            self.push(finding);
            return self.bound.bind(root.id()) != Bind::Unknown;
        }
        if self.bound.bind(root.id()) == Bind::Unknown
            && let Some(version) = older_version(self.tree, schema)
        {
            let first = schema.versions.first().copied().unwrap_or_default();
            let message = format!("version `{version}` is older than {first} and is not checked");
            let finding = Finding::new(&codes::WRONG_ROOT, root.open_span(), message).on(root.id());
            self.push(finding.help("`portolan convert` reads what the versions have in common"));
            return false;
        }
        let namespace = root.name().namespace;
        let known = schema.namespaces.iter().any(|(_, n)| *n == namespace);
        if !known {
            let right = schema.namespace(self.bound.version);
            let lenient = lenient::is_namespace(schema, self.bound.version, namespace);
            let message = match namespace {
                "" => format!(
                    "`<{expected}>` has no namespace; version {} needs `xmlns=\"{right}\"`",
                    self.bound.version_name()
                ),
                other if lenient => format!("`{other}` is another spelling of the namespace `{right}`"),
                other => format!("`{other}` is not the namespace of a known version"),
            };
            let code = if lenient { &lenient::codes::NAMESPACE } else { &codes::WRONG_ROOT };
            let mut finding = Finding::new(code, root.open_span(), message).on(root.id());
            if namespace.is_empty() && root.name().prefix.is_empty() {
                let at = root.name_span().end;
                finding = finding.fix("add the namespace", vec![Edit::insert(at, format!(" xmlns=\"{right}\""))]);
            }
            let finding = match finding.fixes.is_empty() {
                true => repair::with(finding, repair::namespace(self.bound, root)),
                false => finding,
            };
            self.push(finding.help(format!("it is checked as version {}", self.bound.version_name())));
        }
        self.version(root, known);
        true
    }

    fn version(&mut self, root: portolan_syntax::Node<'_>, known: bool) {
        let schema = self.bound.schema;
        let Some(attr) = root.attribute("version") else { return };
        let written = attr.value();
        let is_version = schema.version(&written).is_some();
        if self.bound.origin == VersionOrigin::Namespace && is_version {
            let message = format!(
                "version `{written}` does not match the namespace, which belongs to version {}",
                self.bound.version_name()
            );
            let finding = Finding::new(&codes::WRONG_ROOT, attr.value_span(), message).on(root.id());
            let finding = finding.help(format!("it is checked as version {}", self.bound.version_name()));
            self.push(repair::with(finding, repair::version(self.bound, root)));
        } else if !is_version && schema.version(written.trim()).is_none() && !known {
            let message = format!(
                "version `{written}` is unknown; known versions are {}",
                alternatives(schema.versions.iter().copied())
            );
            let finding = Finding::new(&codes::WRONG_ROOT, attr.value_span(), message).on(root.id());
            self.push(finding.severity(Severity::Error));
        }
    }
}
