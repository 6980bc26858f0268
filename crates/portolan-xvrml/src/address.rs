//! xVRML: fields of nodes, `Lamp.intensity`, `World.children[0].translation`.

use portolan_format::Document;
use portolan_format::address::{Located, Refusal, Why, cut_attribute, did_you_mean, follow, no_value};
use portolan_schema::Content;
use portolan_syntax::Node;

/// What stands before the name of a field.
const MARK: char = '.';

/// Where the way has led so far.
enum At<'a> {
    /// A node.
    Node(Node<'a>),
    /// An element that is a field of a node: it holds nodes or a value.
    Field(Node<'a>),
    /// A value.
    Value(Located<'a>),
}

/// Fields of nodes by name, and places of elements; a dot stands before attributes.
pub(crate) fn find<'a>(document: &'a Document, address: &str) -> Result<Located<'a>, Refusal> {
    if address.contains(['/', '@']) {
        return by_place(document, address);
    }
    let (node, rest) = head(document, address)?;
    let mut at = At::Node(node);
    for step in steps(rest)? {
        at = match step {
            Step::Field(name) => field(document, at, name)?,
            Step::Index(index) => item(document, at, index)?,
        };
    }
    match at {
        At::Value(target) => Ok(target),
        At::Field(field) => Located::content(document, field, MARK),
        At::Node(node) => Err(no_value(document, node, MARK)),
    }
}

fn by_place<'a>(document: &'a Document, address: &str) -> Result<Located<'a>, Refusal> {
    let (path, name) = cut_attribute(address);
    let named = document.by_id(path.strip_prefix('#').unwrap_or(path));
    let node = match named {
        Some(node) => node,
        None => follow(document.tree.document(), path)?,
    };
    match name {
        Some(name) => Located::attribute(document, node, name),
        None => Located::content(document, node, MARK),
    }
}

/// The node that an address begins with: the longest name that exists, or the type of the root.
fn head<'a, 't>(document: &'a Document, address: &'t str) -> Result<(Node<'a>, &'t str), Refusal> {
    let cuts = address.char_indices().filter(|(_, c)| matches!(c, '.' | '[')).map(|(at, _)| at);
    let mut ends: Vec<usize> = cuts.chain([address.len()]).collect();
    ends.reverse();
    for end in &ends {
        let (name, rest) = address.split_at_checked(*end).unwrap_or((address, ""));
        if let Some(node) = document.by_id(name) {
            return Ok((node, rest));
        }
    }
    let first = ends.last().copied().unwrap_or(address.len());
    let (name, rest) = address.split_at_checked(first).unwrap_or((address, ""));
    match document.tree.root().filter(|root| root.local_name() == name) {
        Some(root) => Ok((root, rest)),
        None => {
            let root = document.tree.root().map(|r| r.local_name());
            let help = did_you_mean(name, document.ids().keys().map(String::as_str).chain(root));
            Err(Refusal::new(Why::NotFound, format!("no node has the name `{name}`")).help(help))
        }
    }
}

enum Step<'t> {
    Field(&'t str),
    Index(usize),
}

fn steps(text: &str) -> Result<Vec<Step<'_>>, Refusal> {
    let malformed = |what: &str| Refusal::new(Why::Malformed, format!("the address {what}"));
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix('.') {
            let end = behind.find(['.', '[']).unwrap_or(behind.len());
            let (name, tail) = behind.split_at_checked(end).unwrap_or((behind, ""));
            if name.is_empty() {
                return Err(malformed("has nothing after a dot"));
            }
            steps.push(Step::Field(name));
            rest = tail;
        } else {
            let inner = rest.strip_prefix('[').and_then(|r| r.split_once(']'));
            let (digits, tail) = inner.ok_or_else(|| malformed("has brackets that do not match"))?;
            let index = digits.parse().map_err(|_| malformed("has no integer between its brackets"))?;
            steps.push(Step::Index(index));
            rest = tail;
        }
    }
    Ok(steps)
}

fn field<'a>(document: &'a Document, at: At<'a>, name: &str) -> Result<At<'a>, Refusal> {
    let node = match at {
        At::Node(node) => node,
        At::Field(holder) => only_node(holder)?,
        At::Value(target) => {
            return Err(Refusal::new(Why::NotFound, format!("a value has no field `{name}`")).at(target.node));
        }
    };
    if let Some(child) = node.child(name) {
        return Ok(At::Field(child));
    }
    let schema = document.bound.schema;
    let ty = document.bound.ty(node.id());
    Located::attribute(document, node, name).map(At::Value).map_err(|refusal| {
        let children = ty.into_iter().flat_map(|ty| ty.children).map(|c| schema.name(c.name));
        let attributes = ty.into_iter().flat_map(|ty| ty.attributes).map(|a| schema.name(a.name));
        let written = node.elements().map(|e| e.local_name());
        let help = did_you_mean(name, children.chain(attributes).chain(written));
        Refusal { message: format!("`{}` has no field `{name}`", node.name().full), help, ..refusal }
    })
}

/// A field with one node stands for the node.
fn only_node(holder: Node<'_>) -> Result<Node<'_>, Refusal> {
    let mut nodes = holder.elements();
    match (nodes.next(), nodes.next()) {
        (Some(node), None) => Ok(node),
        (None, _) => Err(Refusal::new(Why::NotFound, format!("`{}` contains no node", holder.name().full)).at(holder)),
        _ => {
            let message = format!("`{}` contains {} nodes", holder.name().full, holder.elements().count());
            Err(Refusal::new(Why::NotFound, message).help(Some("choose one, as in `[0]`".to_owned())).at(holder))
        }
    }
}

fn item<'a>(document: &'a Document, at: At<'a>, index: usize) -> Result<At<'a>, Refusal> {
    match at {
        At::Node(node) => {
            Err(Refusal::new(Why::Malformed, format!("`{}` is one node, not a list", node.name().full)).at(node))
        }
        At::Field(holder) => {
            let text = document.bound.ty(holder.id()).is_some_and(|ty| matches!(ty.content, Content::Text(_)));
            if text {
                return select(Located::content(document, holder, MARK)?, index).map(At::Value);
            }
            let count = holder.elements().count();
            let message = format!("`{}` contains {count} nodes, counted from 0", holder.name().full);
            let beyond = || Refusal::new(Why::NotFound, message).at(holder);
            holder.elements().nth(index).map(At::Node).ok_or_else(beyond)
        }
        At::Value(target) => select(target, index).map(At::Value),
    }
}

/// One item of a list: a number of a vector, or a whole tuple of a list of tuples.
fn select(mut target: Located<'_>, index: usize) -> Result<Located<'_>, Refusal> {
    let width = match target.list() {
        Some((_, length)) if length.min != length.max => length.multiple.max(1) as usize,
        _ => 1,
    };
    let from = target.selected.as_ref().map_or(0, |s| s.start);
    let all = match &target.selected {
        Some(selected) => selected.len(),
        None => portolan_schema::value::words(&target.text()).count(),
    };
    // Behind a tuple the second index means a number of it.
    let width = if target.selected.is_some() { 1 } else { width };
    let start = index.checked_mul(width).filter(|start| start.checked_add(width).is_some_and(|end| end <= all));
    let Some(start) = start else {
        let message = format!("there are {} items, counted from 0", all / width);
        return Err(Refusal::new(Why::NotFound, message).at(target.node));
    };
    target.selected = Some(from + start..from + start + width);
    Ok(target)
}
