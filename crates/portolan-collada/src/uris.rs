//! URIs that stand in a document and lead out of it, and how to write others in their place.
//!
//! What is a URI is a matter of the tables. In content that they do not know, what looks like one is a guess.

use portolan_format::{Document, Outward, Role};
use portolan_parallel::prelude::*;
use portolan_schema::bind::Bind;
use portolan_schema::{Content, ReferenceKind, Value, ValueId};
use portolan_syntax::{Node, NodeId, Span};

use crate::resolve::{Link, UriRef, resolver};

/// What leads out of a document that is packed: its URIs. The manifest of an archive is no document of the format.
pub(crate) fn of_document(document: &Document) -> Option<Vec<Outward>> {
    let root = document.tree.root()?;
    (root.local_name() != "dae_root").then(|| outward(document))
}

/// All URIs in a document that lead out of it, in the order written.
fn outward(document: &Document) -> Vec<Outward> {
    let all = document.tree.len() as u32;
    let piece = |from: u32| {
        let mut found = Vec::new();
        let nodes = (from..all.min(from.saturating_add(PIECE))).filter_map(|id| document.tree.node(NodeId(id)));
        for node in nodes.filter(|n| n.is_element()) {
            match document.bound.bind(node.id()) {
                Bind::Type(_) => typed(document, node, &mut found),
                Bind::Free | Bind::Unknown => guessed(document, node, &mut found),
                Bind::Data(_) => {}
            }
        }
        found
    };
    if all <= PIECE {
        return piece(0);
    }
    let starts: Vec<u32> = (0..all).step_by(PIECE as usize).collect();
    starts.into_par_iter().map(piece).collect::<Vec<_>>().concat()
}

/// Nodes that one core looks at together.
const PIECE: u32 = 1 << 15;

fn typed(document: &Document, node: Node<'_>, found: &mut Vec<Outward>) {
    let bound = &document.bound;
    let Some(ty) = bound.ty(node.id()) else { return };
    let role = |value: ValueId, name: &str| match bound.schema.value(value) {
        Value::Uri => match name {
            "xml:base" | "definitionURL" | "author_website" => None,
            "source_data" => Some(Role::Origin),
            "xlink:href" => Some(Role::Guess),
            _ => Some(Role::File),
        },
        Value::Reference(ReferenceKind::Uri, _) => Some(Role::Element),
        _ => None,
    };
    for attribute in node.attributes() {
        let Some(name) = bound.name(attribute.name_id()) else { continue };
        // An attribute of another version is wrong here, and still leads somewhere.
        let row = ty.attribute(name, bound.version).or_else(|| ty.attributes.iter().find(|a| a.name == name));
        let Some(role) = row.and_then(|row| role(row.text.value, attribute.full_name())) else { continue };
        push(document, node, &attribute.value(), role, || vec![attribute.value_span()], found);
    }
    let by_table = match &ty.content {
        Content::Text(text) => role(text.value, node.local_name()),
        _ => None,
    };
    // Pictures are named in the way of the other version, and in place of the id of an image.
    let of_image = || node.parent().is_some_and(|p| p.local_name() == "image");
    let role = match by_table {
        None if node.local_name() == "init_from" && node.elements().next().is_none() => {
            Some(if of_image() { Role::File } else { Role::Perhaps })
        }
        role => role,
    };
    if let Some(role) = role {
        push(document, node, &node.text(), role, || text_spans(node), found);
    }
}

/// Longer texts are not taken for a URI by their looks.
const LONGEST_GUESS: usize = 1000;

fn guessed(document: &Document, node: Node<'_>, found: &mut Vec<Outward>) {
    let name = node.local_name();
    let looks_like = |text: &str| text.len() < LONGEST_GUESS && text.contains(['.', '/', '\\']);
    for attribute in node.attributes() {
        let local = attribute.name().local;
        let named = ["url", "uri", "href", "src", "source", "target", "file", "filename"];
        if named.iter().any(|n| local.eq_ignore_ascii_case(n)) && looks_like(attribute.raw()) {
            push(document, node, &attribute.value(), Role::Guess, || vec![attribute.value_span()], found);
        }
    }
    let named = ["init_from", "ref", "url", "uri", "href", "file", "filename", "texture_file"];
    if named.iter().any(|n| name.eq_ignore_ascii_case(n)) && node.elements().next().is_none() {
        let text = node.text();
        if looks_like(&text) {
            push(document, node, &text, Role::Guess, || text_spans(node), found);
        }
    }
}

fn push(
    document: &Document,
    node: Node<'_>,
    written: &str,
    role: Role,
    spans: impl FnOnce() -> Vec<Span>,
    found: &mut Vec<Outward>,
) {
    let text = written.trim();
    // Nearly all references stay in their document.
    if text.is_empty() || text.starts_with('#') || UriRef::parse(text).is_local() {
        return;
    }
    let own = match resolver(document).link(text) {
        Link::External(_) => false,
        Link::Element(_) | Link::Missing(_) => true,
        Link::BareId(_) if matches!(role, Role::File | Role::Origin) => false,
        Link::BareId(_) | Link::Empty => return,
    };
    found.push(Outward { element: node.id(), text: text.to_owned(), role, own, spans: spans() });
}

/// Where the text of an element stands.
pub(crate) fn text_spans(node: Node<'_>) -> Vec<Span> {
    let content = node.content_span();
    let pieces: Vec<Span> = node.text_nodes().map(|piece| piece.span()).collect();
    // Text that comes out of an entity stands elsewhere.
    let inside = pieces.iter().all(|span| span.start >= content.start && span.end <= content.end);
    if !inside || pieces.is_empty() {
        return vec![content];
    }
    // White space around a single text stays as it is.
    match pieces.as_slice() {
        [only] => {
            let text = node.tree().slice(*only);
            let before = text.len() - text.trim_start().len();
            let behind = text.len() - text.trim_end().len();
            let start = only.start + before as u32;
            vec![Span::new(start, only.end.saturating_sub(behind as u32).max(start))]
        }
        _ => pieces,
    }
}

#[cfg(test)]
mod tests {
    use portolan_schema::tables::collada::SCHEMA;
    use portolan_syntax::{Edit, Limits, Source, edit, xml};

    use super::*;

    fn read(text: &str) -> Document {
        let limits = Limits::default();
        let (tree, found) = xml::parse(Source::from_text("a.dae", text), &limits);
        Document::new(tree, found, &SCHEMA, None, &limits)
    }

    const OLD: &str = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\
        <asset><contributor><source_data>file:///C:/a.max</source_data></contributor></asset>\
        <library_images><image id=\"i\"><init_from> t/a&amp;b.png\n</init_from></image>\
        <image id=\"j\"><init_from>t/<!-- here -->b.png</init_from></image>\
        <image id=\"k\"><init_from><![CDATA[c d.png]]></init_from></image></library_images>\
        <library_effects><effect id=\"e\"><profile_CG><include sid=\"s\" url='x.cg'/>\
        <newparam sid=\"p\"><surface type=\"2D\"><init_from>i</init_from></surface></newparam>\
        <newparam sid=\"q\"><surface type=\"2D\"><init_from>q.png</init_from></surface></newparam></profile_CG></effect>\
        </library_effects><library_visual_scenes><visual_scene id=\"s\"><node><instance_geometry url=\"#g\"/>\
        <instance_geometry url=\"b.dae#g\"/><instance_node url=\"a.dae#n\"/>\
        <extra><technique profile=\"X\"><thing url=\"c.dae#x\" other=\"d.dae\" source=\"e\"/><file>f.txt</file></technique></extra>\
        </node></visual_scene></library_visual_scenes></COLLADA>";

    #[test]
    fn what_leads_out_is_found_with_its_role() {
        let document = read(OLD);
        let found = outward(&document);
        let told: Vec<(&str, Role, bool)> = found.iter().map(|o| (o.text.as_str(), o.role, o.own)).collect();
        assert_eq!(
            told,
            [
                ("file:///C:/a.max", Role::Origin, false),
                ("t/a&b.png", Role::File, false),
                ("t/b.png", Role::File, false),
                ("c d.png", Role::File, false),
                ("x.cg", Role::File, false),
                ("q.png", Role::Perhaps, false),
                ("b.dae#g", Role::Element, false),
                ("a.dae#n", Role::Element, true),
                ("c.dae#x", Role::Guess, false),
                ("f.txt", Role::Guess, false),
            ]
        );
    }

    #[test]
    fn another_uri_is_written_in_its_place_and_nothing_else_changes() {
        let document = read(OLD);
        let edits: Vec<Edit> = outward(&document).iter().flat_map(|o| o.rewritten("x'&y")).collect();
        let (bytes, skipped) = edit::apply(document.tree.source(), &edits);
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(skipped, 0);
        assert!(text.contains("<init_from> x&apos;&amp;y\n</init_from>"), "{text}");
        assert!(text.contains("<init_from>x&apos;&amp;y<!-- here --></init_from>"), "{text}");
        assert!(text.contains("<init_from>x&apos;&amp;y</init_from>") && text.contains("url='x&apos;&amp;y'"));
        let again = read(&text);
        assert!(outward(&again).iter().all(|o| o.text == "x'&y"));
        assert!(text.contains("other=\"d.dae\" source=\"e\""));
    }

    #[test]
    fn the_new_version_names_files_in_more_places() {
        let document = read(
            "<COLLADA xmlns=\"http://www.collada.org/2008/03/COLLADASchema\" version=\"1.5.0\"><asset/>\
             <library_images><image id=\"i\"><init_from><ref>a.png</ref></init_from></image>\
             <image><create_cube><init_from face=\"POSITIVE_X\"><ref>b.png</ref></init_from></create_cube></image>\
             <image><init_from>old.png</init_from></image></library_images>\
             <library_effects><effect id=\"e\"><profile_BRIDGE url=\"c.fx\"/></effect></library_effects></COLLADA>",
        );
        let told: Vec<String> = outward(&document).into_iter().map(|o| o.text).collect();
        assert_eq!(told, ["a.png", "b.png", "old.png", "c.fx"]);
    }
}
