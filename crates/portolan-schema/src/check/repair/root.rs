//! The namespace and version of the root.

use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Edit, Node};

use super::Repair;
use crate::Version;
use crate::bind::Bound;

/// Puts the right namespace in the place of a wrong one, when the version tells which it is.
pub fn namespace(bound: &Bound, root: Node<'_>) -> Option<Repair> {
    let version = root.attribute_value("version")?;
    bound.schema.version(version.trim())?;
    let prefix = root.name().prefix;
    let wanted = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
    let attr = root.attributes().find(|a| a.kind() == AttrKind::Namespace && a.full_name() == wanted)?;
    let right = bound.schema.namespace(bound.version);
    let title = format!("write the namespace of version {}", bound.version_name());
    Some(Repair::certain(title, vec![Edit::replace(attr.value_span(), right)]))
}

/// Writes the version that the namespace tells. That is certain of a version that is only cut short, as `1.4`.
pub fn version(bound: &Bound, root: Node<'_>) -> Option<Repair> {
    let known = bound.schema.namespaces.iter().any(|(_, n)| *n == root.name().namespace);
    let attr = root.attribute("version").filter(|a| known && a.is_verbatim())?;
    let right = bound.version_name();
    let short = attr.value().trim().to_owned();
    let edits = vec![Edit::replace(attr.value_span(), right)];
    let title = format!("write `{right}`");
    let certain = !short.is_empty() && right.strip_prefix(&*short).is_some_and(|rest| rest.starts_with('.'));
    Some(if certain { Repair::certain(title, edits) } else { Repair::guess(title, edits) })
}

/// Declares the next version with the same namespace, when something of it is used: 1.4.1 is 1.4.0 with corrections.
pub fn raised(bound: &Bound, root: Node<'_>, versions: crate::Versions) -> Option<Repair> {
    let next = Version(bound.version.0 + 1);
    let name = bound.schema.versions.get(usize::from(next.0))?;
    let attr = root.attribute("version").filter(|a| a.is_verbatim() && a.value().trim() == bound.version_name())?;
    let same = bound.schema.namespace(next) == bound.schema.namespace(bound.version);
    let edits = vec![Edit::replace(attr.value_span(), *name)];
    (same && versions.contains(next)).then(|| Repair::certain(format!("declare version {name}"), edits))
}
