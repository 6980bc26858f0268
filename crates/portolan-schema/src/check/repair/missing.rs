//! Required children that are not there.

use portolan_syntax::{Edit, Node};

use super::place::{at_end, before, lead};
use super::{References, Repair, removal};
use crate::bind::Bound;
use crate::{Content, NameId, Type, value};

/// Written where a document tells no date at all. The same every time, so that a repair is.
const NO_DATE: &str = "1970-01-01T00:00:00Z";

/// What can be done when an element lacks a child before `next`, or at its end; `names` are the children that would do.
pub fn missing(
    bound: &Bound,
    node: Node<'_>,
    next: Option<Node<'_>>,
    names: &[NameId],
    references: impl Fn() -> std::sync::Arc<References>,
) -> Option<Repair> {
    if bound.schema.format != "collada" || !node.name().prefix.is_empty() {
        return None;
    }
    let ty = bound.ty(node.id())?;
    let insert = |text: &str| match next {
        Some(next) => Some(before(next, text)),
        None => at_end(node, text),
    };
    let wanted: Vec<&str> = names.iter().map(|n| bound.schema.name(*n)).collect();
    let own = |name: &str| Some(ty.path) == bound.schema.types.iter().find(|t| t.path == name).map(|t| t.path);
    match wanted.as_slice() {
        ["created" | "modified"] if ty.name() == "asset" => {
            let name = wanted.first()?;
            let (date, origin) = date_for(bound, node, name);
            let edits = vec![insert(&format!("<{name}>{date}</{name}>"))?];
            Some(Repair::certain(format!("add `<{name}>` with {origin}"), edits))
        }
        ["asset"] if node.parent_element().is_none() => {
            let indent = next.map_or("", |next| lead(node.tree(), next.span().start));
            let step = match indent {
                "" => "",
                deep if deep.contains('\t') => "\t",
                _ => "  ",
            };
            let text = format!(
                "<asset>{indent}{step}<created>{NO_DATE}</created>{indent}{step}<modified>{NO_DATE}</modified>{indent}</asset>"
            );
            let title = format!("add `<asset>` with {NO_DATE}, because the document has no date");
            Some(Repair::certain(title, vec![insert(&text)?]))
        }
        _ if ty.path.starts_with("library_") && own(ty.name()) && is_bare(node) => {
            Some(Repair::certain("remove the empty library", vec![Edit::delete(removal(node))]))
        }
        _ if ty.name() == "animation" && is_bare(node) => {
            // What holds only this would be empty as well.
            let lonely = |n: &Node<'_>| n.children().nth(1).is_none();
            let holders = node.ancestors().skip(1).take_while(lonely).filter(|n| n.local_name().contains("animation"));
            let last = holders.last().unwrap_or(node);
            let references = references();
            let free = node.ancestors().take_while(|n| n.span().start >= last.span().start).all(|n| {
                let id = n.attribute_value("id").unwrap_or_default();
                id.trim().is_empty() || references.to(id.trim()).is_empty()
            });
            let title = format!("remove the empty `<{}>`", last.local_name());
            free.then(|| Repair::certain(title, vec![Edit::delete(removal(last))]))
        }
        ["technique"] if ty.name() == "extra" && is_bare(node) && node.attributes().next().is_none() => {
            Some(Repair::certain("remove the empty `<extra>`", vec![Edit::delete(removal(node))]))
        }
        ["instance_material"] if ty.name() == "technique_common" && is_bare(node) => {
            let binding = node.parent_element().filter(|p| p.local_name() == "bind_material")?;
            let alone = binding.children().nth(1).is_none();
            let edits = vec![Edit::delete(removal(binding))];
            alone.then(|| Repair::certain("remove the empty `<bind_material>`", edits))
        }
        _ => {
            let mut empty = names.iter().filter(|n| takes_nothing(bound, ty, **n));
            let (Some(only), None) = (empty.next(), empty.next()) else { return None };
            let name = bound.schema.name(*only);
            let edits = vec![insert(&format!("<{name}/>"))?];
            let certain = wanted == ["technique_common"];
            Some(Repair { title: format!("add an empty `<{name}>`"), edits, certain })
        }
    }
}

/// Does it hold nothing at all, not even a comment?
fn is_bare(node: Node<'_>) -> bool {
    node.children().next().is_none() && (node.is_self_closed() || node.is_closed())
}

/// Is a child complete without attributes and content?
fn takes_nothing(bound: &Bound, parent: &Type, name: NameId) -> bool {
    let Some(ty) = parent.child(name, bound.version).and_then(|id| bound.schema.ty(id)) else { return false };
    let bare = !ty.attributes.iter().any(|a| a.required && a.versions.contains(bound.version));
    let model = bound.schema.model(ty, bound.version);
    let empty =
        matches!(ty.content, Content::Elements(_)) && model.and_then(|m| m.states.first()).is_some_and(|s| s.accepting);
    bare && empty
}

/// The date to write into an asset, and where it is from.
fn date_for(bound: &Bound, asset: Node<'_>, name: &str) -> (String, String) {
    let other = if name == "created" { "modified" } else { "created" };
    if let Some(date) = date(bound, asset, other) {
        return (date, format!("the date of `<{other}>`"));
    }
    let main = asset.tree().root().and_then(|r| r.child("asset")).filter(|main| *main != asset);
    if let Some(date) = main.and_then(|main| date(bound, main, name).or_else(|| date(bound, main, other))) {
        return (date, "the date of the document's asset".to_owned());
    }
    (NO_DATE.to_owned(), format!("{NO_DATE}, because the document has no date"))
}

/// A date that an asset tells, if it is one.
fn date(bound: &Bound, asset: Node<'_>, name: &str) -> Option<String> {
    let element = asset.child(name)?;
    let Content::Text(text) = &bound.ty(element.id())?.content else { return None };
    let date = element.text().trim().to_owned();
    value::check(bound.schema, bound.version, text.value, &date).faults.is_empty().then_some(date)
}
