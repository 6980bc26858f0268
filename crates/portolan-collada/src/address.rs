//! COLLADA: SID paths and ids.

use portolan_format::Document;
use portolan_format::address::{Located, Refusal, Why, cut_attribute, did_you_mean, follow};
use portolan_syntax::Node;

use crate::resolve::{Failure, FailureKind, MemberFault, Resolver, Selection, resolver};

/// SID paths (`node/rot.ANGLE`, `node/mat(3)(2)`), ids, and places of elements; `@` stands before attributes.
pub(crate) fn find<'a>(document: &'a Document, address: &str) -> Result<Located<'a>, Refusal> {
    let (path, name) = cut_attribute(address);
    let path = path.strip_prefix('#').unwrap_or(path);
    let root = document.tree.root().ok_or_else(|| Refusal::new(Why::NotFound, "the document is empty"))?;
    let (node, selection) = if path.is_empty() {
        (root, Selection::All)
    } else {
        match resolver(document).path(path, root) {
            Ok(found) => (found.node, found.selection),
            Err(failure) => {
                (by_place(root, path).ok_or_else(|| refusal(resolver(document), path, failure))??, Selection::All)
            }
        }
    };
    if let Some(name) = name {
        return match selection {
            Selection::All => Located::attribute(document, node, name),
            _ => Err(Refusal::new(Why::Malformed, "an attribute has no parts")),
        };
    }
    let mut target = Located::content(document, value_holder(node), '@')?;
    target.selected = match selection {
        Selection::All => None,
        Selection::At(place) => Some(place as usize..place as usize + 1),
        Selection::Named(part) => {
            let message =
                format!("the meaning of part `{part}` of `{}` is defined by the application", node.name().full);
            return Err(Refusal::new(Why::NotFound, message).at(node));
        }
    };
    if let Some(selected) = &target.selected {
        let count = portolan_schema::value::words(&target.node.text()).count();
        if selected.end > count {
            let message =
                format!("`{}` has only {}", node.name().full, portolan_syntax::counted(count, "value", "values"));
            return Err(Refusal::new(Why::NotFound, message).at(node));
        }
    }
    Ok(target)
}

/// A path that begins with the root element's name.
fn by_place<'a>(root: Node<'a>, path: &str) -> Option<Result<Node<'a>, Refusal>> {
    let rest = path.strip_prefix(root.local_name())?;
    match rest.strip_prefix('/') {
        Some(rest) => Some(follow(root, rest)),
        None => rest.is_empty().then_some(Ok(root)),
    }
}

/// A parameter has its value in a child.
fn value_holder(node: Node<'_>) -> Node<'_> {
    if !matches!(node.local_name(), "newparam" | "setparam" | "param") || node.text_nodes().next().is_some() {
        return node;
    }
    let about = |name: &str| matches!(name, "annotate" | "semantic" | "modifier");
    node.elements().find(|e| !about(e.local_name())).unwrap_or(node)
}

fn refusal(resolver: Resolver<'_>, path: &str, failure: Failure<'_>) -> Refusal {
    let part = path.get(failure.at.clone()).unwrap_or(path);
    let index = resolver.index();
    match failure.kind {
        FailureKind::Malformed(fault) => {
            Refusal::new(Why::Malformed, format!("the address `{path}` {}", fault.describe()))
        }
        FailureKind::NoHead => {
            let help = did_you_mean(part, index.ids().map(|(id, _)| id));
            Refusal::new(Why::NotFound, format!("no element has the id `{part}`")).help(help)
        }
        FailureKind::NoStep(scope) => {
            let below = index.sids(scope.tree()).filter(|sid| index.below(scope, sid).is_some());
            let help = did_you_mean(part, below);
            let message = format!("no element in `{}` has the SID `{part}`", scope.path());
            Refusal::new(Why::NotFound, message).help(help).at(scope)
        }
        FailureKind::Member(node, fault) => {
            let name = node.name().full;
            let (message, help) = match fault {
                MemberFault::NoValue => (format!("`{name}` has no value of its own"), None),
                MemberFault::Scalar => (format!("`{name}` is a single value without parts"), None),
                MemberFault::Beyond(shape) | MemberFault::NoSuch(shape) => {
                    (format!("`{name}` has no part `{part}`: it has {}", shape.describe()), None)
                }
                MemberFault::NeedsTwo => {
                    (format!("`{name}` is a matrix"), Some("write two positions, `(column)(row)`".to_owned()))
                }
                MemberFault::NeedsOne => {
                    (format!("`{name}` is a list of values"), Some("write one position".to_owned()))
                }
                MemberFault::Case(meant) => {
                    (format!("`{name}` has no part `{part}`"), Some(format!("did you mean `.{meant}`?")))
                }
            };
            Refusal::new(Why::NotFound, message).help(help).at(node)
        }
        FailureKind::Beyond => {
            Refusal::new(Why::NotFound, format!("`{path}` leads into another document, which is not followed"))
        }
        FailureKind::TooFar => Refusal::new(Why::NotFound, format!("`{path}` resolves to too many places")),
    }
}
