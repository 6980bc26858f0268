//! OpenDDL: names, structures without a name, positions in their data, properties.

use portolan_format::Document;
use portolan_format::address::{Holder, Located, Refusal, Why, cut_attribute, did_you_mean, follow};
use portolan_syntax::Node;
use portolan_syntax::ddl::{Reference, Run};

/// Names (`$node%part`), places of structures, and positions in their data; `@` stands before properties.
pub(crate) fn find<'a>(document: &'a Document, address: &str) -> Result<Located<'a>, Refusal> {
    let (path, name) = cut_attribute(address);
    let (path, positions) = cut_positions(path)?;
    let node = structure(document, path)?;
    if let Some(name) = name {
        return match positions.as_slice() {
            [] => Located::attribute(document, node, name),
            _ => Err(Refusal::new(Why::Malformed, "a property cannot be indexed")),
        };
    }
    let (holder, run) = data(node)?;
    let row = document.bound.data(holder);
    let selected = match (positions.as_slice(), run.layout().sub_array) {
        ([], _) => None,
        ([place], None) => Some(*place..place.saturating_add(1)),
        ([_, _], None) => {
            let refusal = Refusal::new(Why::NotFound, "the data has no sub-arrays").at(holder);
            return Err(refusal.help(Some("write one position".to_owned())));
        }
        ([array, rest @ ..], Some(_)) => {
            let before: usize = run.sub_arrays().take(*array).map(|a| a.run.literals().count()).sum();
            let inner = run.sub_arrays().nth(*array).map(|a| a.run.literals().count());
            let Some(inner) = inner else {
                let message = format!("the data has {} sub-arrays, counted from 0", run.sub_arrays().count());
                return Err(Refusal::new(Why::NotFound, message).at(holder));
            };
            Some(match rest {
                [] => before..before + inner,
                [place, ..] if *place < inner => before + place..before + place + 1,
                _ => {
                    let message = format!("a sub-array has {inner} values, counted from 0");
                    return Err(Refusal::new(Why::NotFound, message).at(holder));
                }
            })
        }
        _ => return Err(Refusal::new(Why::Malformed, "an address has at most two positions")),
    };
    let count = run.literals().count();
    if selected.as_ref().is_some_and(|s| s.end > count) {
        return Err(Refusal::new(Why::NotFound, format!("the data has {count} values, counted from 0")).at(holder));
    }
    let ty = row.and_then(|row| row.value);
    Ok(Located { node, attribute: None, document, holder: Holder::Data(run, row), ty, selected })
}

/// Cuts `(3)` or `(1)(2)` from the end.
fn cut_positions(text: &str) -> Result<(&str, Vec<usize>), Refusal> {
    let (path, mut rest) = text.split_at_checked(text.find('(').unwrap_or(text.len())).unwrap_or((text, ""));
    let malformed = || Refusal::new(Why::Malformed, "positions are written as `(3)` or `(1)(2)`");
    let mut positions = Vec::new();
    while !rest.is_empty() {
        let (digits, tail) = rest.strip_prefix('(').and_then(|r| r.split_once(')')).ok_or_else(malformed)?;
        positions.push(digits.trim().parse().map_err(|_| malformed())?);
        rest = tail;
    }
    Ok((path, positions))
}

/// `$a%b/Type[2]`: a name and local names that lead on, then structures by their types.
fn structure<'a>(document: &'a Document, address: &str) -> Result<Node<'a>, Refusal> {
    let file = document.tree.document();
    if !address.starts_with(['$', '%']) {
        return follow(file, address);
    }
    let (names, rest) = match address.split_once('/') {
        Some((names, rest)) => (names, Some(rest)),
        None => (address, None),
    };
    let malformed = || Refusal::new(Why::Malformed, format!("`{names}` is not a reference such as `$node%part`"));
    let reference = Reference::parse(names).and_then(Reference::path).ok_or_else(malformed)?;
    let mut at = file;
    for name in reference.names() {
        let local = || document.locals().get(&(at.id(), name.to_owned()));
        let found = if name.starts_with('$') { document.ids().get(name) } else { local() };
        at = found.and_then(|id| document.tree.node(*id)).ok_or_else(|| {
            let scope = at.id();
            let locals = document.locals().keys().filter(|(parent, _)| *parent == scope).map(|(_, name)| name.as_str());
            let help = match name.starts_with('$') {
                true => did_you_mean(name, document.ids().keys().map(String::as_str)),
                false => did_you_mean(name, locals),
            };
            let place = if at.is_element() { format!(" in `{}`", at.name().full) } else { String::new() };
            let refusal = Refusal::new(Why::NotFound, format!("no structure{place} has the name `{name}`")).help(help);
            if at.is_element() { refusal.at(at) } else { refusal }
        })?;
    }
    rest.map_or(Ok(at), |rest| follow(at, rest))
}

/// The data of a primitive structure, or of the first one in a structure.
fn data(node: Node<'_>) -> Result<(Node<'_>, Run<'_>), Refusal> {
    let own = Run::of(node).map(|run| (node, run));
    let found = own.or_else(|| node.elements().find_map(|e| Run::of(e).map(|run| (e, run))));
    found.ok_or_else(|| {
        let parts: Vec<&str> = node.elements().take(4).map(|e| e.name().full).collect();
        let help = parts.first().map(|first| format!("append `/{first}` to the address to get a structure inside it"));
        Refusal::new(Why::NoValue, format!("`{}` has no data of its own", node.name().full)).help(help).at(node)
    })
}
