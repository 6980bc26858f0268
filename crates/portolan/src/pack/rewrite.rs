//! References written anew, so that they lead to members of the archive.

use portolan_format::{Document, Outward};
use portolan_resources::uri::{UriRef, decode, faults, from_native};
use portolan_scene::{Fate, Losses, Origin};
use portolan_syntax::{Edit, NodeId, Span, edit};

use super::codes;
use super::discover::{Discovery, Lead, Read};
use super::name::Names;

/// The documents that change, by the numbers of their files.
pub(super) fn documents(discovery: &Discovery<'_>, names: &Names, losses: &mut Losses) -> Vec<(usize, Vec<u8>)> {
    let mut changed = Vec::new();
    for (number, read) in discovery.documents.iter().enumerate() {
        let Some(own) = names.of_document(discovery, number) else { continue };
        if read.inner.is_some() {
            nested(discovery, read, number, losses);
            continue;
        }
        let Some(document) = read.document() else { continue };
        let edits = edits(read, document, &own, names, losses);
        if edits.is_empty() {
            continue;
        }
        changed.push((discovery.file_of(number), edit::apply(document.tree.source(), &edits).0));
    }
    changed
}

/// Documents in archives within the archive stay as they are; what leads out of them is told.
fn nested(discovery: &Discovery<'_>, read: &Read, number: usize, losses: &mut Losses) {
    for (reference, lead) in &read.references {
        match lead {
            Lead::To { file, .. } if *file != discovery.file_of(number) => {
                let message = format!(
                    "`{}` in `{}` refers to a file outside its archive, which is packed unchanged",
                    reference.text,
                    read.shown()
                );
                let origin = Origin { document: read.number, element: reference.element.0 };
                losses.push(&codes::NESTED, Fate::Noted, origin, message);
            }
            Lead::Nowhere(why) => read.tell_nowhere(reference, why, losses),
            _ => {}
        }
    }
}

fn edits(read: &Read, document: &Document, own: &str, names: &Names, losses: &mut Losses) -> Vec<Edit> {
    let base = document.base();
    let base = base.as_deref();
    let wrong = |base: Option<&str>| {
        read.references.iter().any(|(reference, lead)| {
            target(lead, own, names).is_some_and(|target| !is_right(&reference.text, base, own, &target))
        })
    };
    let mut edits = Vec::new();
    // References that are right with the base the document has may keep it.
    let kept = base.filter(|base| !wrong(Some(base)));
    if let Some(base) = base.filter(|_| kept.is_none()) {
        edits.extend(without_base(document));
        let message = format!("`xml:base` (`{base}`) was removed from `{}`", read.shown());
        let origin = Origin { document: read.number, element: document.tree.root().map_or(0, |r| r.id().0) };
        losses.push(&codes::BASE, Fate::Noted, origin, message);
    }
    let moved = base.filter(|_| kept.is_none());
    for (reference, lead) in &read.references {
        if let Lead::Nowhere(why) = lead {
            read.tell_nowhere(reference, why, losses);
            // Without its base a reference would mean something else.
            if let Some(base) = moved {
                let uri = UriRef::parse(&reference.text).resolve(&UriRef::parse(base));
                if uri != reference.text {
                    edits.extend(reference.rewritten(&uri));
                }
            }
            continue;
        }
        let Some(target) = target(lead, own, names) else { continue };
        if is_right(&reference.text, kept, own, &target) {
            continue;
        }
        let uri = written(reference, own, &target);
        if uri == reference.text {
            continue;
        }
        let message = format!("`{}` was rewritten as `{uri}`", reference.text);
        let origin = Origin { document: read.number, element: reference.element.0 };
        losses.push(&codes::REWRITTEN, Fate::Noted, origin, message);
        edits.extend(reference.rewritten(&uri));
    }
    edits
}

/// The member that a reference means.
fn target(lead: &Lead, own: &str, names: &Names) -> Option<String> {
    match lead {
        Lead::Own => Some(own.to_owned()),
        Lead::To { file, inner } => names.path(*file, inner.as_deref()),
        Lead::Nowhere(_) => None,
    }
}

/// The URI of a member as it is written in a document.
fn written(reference: &Outward, own: &str, target: &str) -> String {
    let uri = UriRef::parse(&reference.text);
    // A name that holds `#` itself was found by taking it literally, and has no fragment then.
    let literal = uri.fragment.is_some_and(|f| target.ends_with(&format!("#{f}")));
    let fragment = uri.fragment.filter(|_| !literal).map(|f| format!("#{f}")).unwrap_or_default();
    match own == target && !fragment.is_empty() {
        true => fragment,
        false => format!("{}{fragment}", relative(own, target)),
    }
}

/// Does a reference lead to a member by the rules of URIs alone?
fn is_right(text: &str, base: Option<&str>, own: &str, target: &str) -> bool {
    if !faults(text).is_empty() {
        return false;
    }
    let resolved = base.map(|base| UriRef::parse(text).resolve(&UriRef::parse(base)));
    let uri = UriRef::parse(resolved.as_deref().unwrap_or(text));
    if uri.scheme.is_some() || uri.authority.is_some() || uri.query.is_some() || uri.path.starts_with('/') {
        return false;
    }
    let Some(path) = decode(uri.path) else { return false };
    let mut parts: Vec<&str> = own.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                if parts.pop().is_none() {
                    return false;
                }
            }
            part => parts.push(part),
        }
    }
    parts.join("/") == target
}

/// The way from a member to another one, as a URI.
fn relative(from: &str, to: &str) -> String {
    let (mut from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    from.pop();
    from_native(&portolan_resources::way(&from, &to))
}

/// Removes `xml:base` with the white space before it.
fn without_base(document: &Document) -> Option<Edit> {
    let tree = &document.tree;
    let attribute = tree.node(tree.root()?.id())?.attribute("xml:base")?;
    let span = attribute.span();
    let before = tree.slice(Span::new(tree.node(NodeId::DOCUMENT).map_or(0, |d| d.span().start), span.start));
    let blank = before.len() - before.trim_end().len();
    Some(Edit::delete(Span::new(span.start - blank as u32, span.end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_between_members() {
        for (from, to, expected) in [
            ("a.dae", "b.png", "b.png"),
            ("a.dae", "t/b c.png", "t/b%20c.png"),
            ("m/a.dae", "t/b.png", "../t/b.png"),
            ("m/n/a.dae", "m/t.png", "../t.png"),
            ("m/a.dae", "m/Wände.png", "W%C3%A4nde.png"),
            ("m/a.dae", "m", "../m"),
        ] {
            assert_eq!(relative(from, to), expected);
            assert!(is_right(expected, None, from, to), "{from} {to}");
        }
    }

    #[test]
    fn references_are_right_only_as_uris() {
        assert!(is_right("./t/Wände.png", None, "a.dae", "t/Wände.png"));
        assert!(is_right("b.png", Some("t/"), "a.dae", "t/b.png"));
        for wrong in ["t\\b.png", "T/b.png", "/t/b.png", "file:///t/b.png", "../t/b.png", "t/b.png?x", "x/t/b.png"] {
            assert!(!is_right(wrong, None, "a.dae", "t/b.png"), "{wrong}");
        }
        assert!(!is_right("a b.png", None, "a.dae", "a b.png"));
    }
}
