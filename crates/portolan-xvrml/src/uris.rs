//! URIs that stand in worlds and lead out of them.

use portolan_format::{Document, Outward, Role};
use portolan_syntax::Span;

use crate::world::texts;

/// What leads out of a document that is packed: pictures, sounds, programs, and worlds that are part of it. Links to other
/// worlds are none: nothing is missing without them.
pub(crate) fn of_document(document: &Document) -> Option<Vec<Outward>> {
    let mut found = Vec::new();
    for node in document.tree.nodes().filter(|n| n.is_element()) {
        let kind = node.local_name();
        for attribute in node.attributes() {
            let role = match (kind, attribute.full_name()) {
                ("Inline" | "ProtoDeclare", "url") | ("ProtoInstance", "proto") => Role::Element,
                ("Texture" | "ImageTexture" | "MovieTexture" | "AudioClip" | "Script", "url") => Role::File,
                ("Background", name) if name.ends_with("Url") => Role::File,
                _ => continue,
            };
            let value = attribute.value();
            let text = value.trim();
            // A list of several addresses is not written anew.
            if leads_elsewhere(text) || text.starts_with('"') {
                continue;
            }
            let (text, spans) = (text.to_owned(), vec![attribute.value_span()]);
            found.push(Outward { element: node.id(), text, role, own: false, spans });
        }
    }
    Some(found)
}

/// The same of X3D and VRML97, whose addresses are lists: the first one that is a file beside the document counts.
pub(crate) fn of_x3d(document: &Document) -> Option<Vec<Outward>> {
    let mut found = Vec::new();
    for node in document.tree.nodes().filter(|n| n.is_element()) {
        let kind = node.local_name();
        for attribute in node.attributes() {
            let role = match (kind, attribute.full_name()) {
                ("Inline" | "ExternProtoDeclare", "url") => Role::Element,
                ("ImageTexture" | "MovieTexture" | "AudioClip" | "Script", "url") => Role::File,
                ("Background", name) if name.ends_with("Url") => Role::File,
                _ => continue,
            };
            let all = texts(&attribute.value());
            let Some(text) = all.iter().map(|t| t.trim()).find(|t| !leads_elsewhere(t)) else { continue };
            let whole = attribute.value_span();
            // What is written with entities or escapes stays as it is.
            let Some(at) = document.tree.slice(whole).find(text) else { continue };
            let start = whole.start + at as u32;
            let spans = vec![Span { start, end: start + text.len() as u32 }];
            found.push(Outward { element: node.id(), text: text.to_owned(), role, own: false, spans });
        }
    }
    Some(found)
}

/// Is an address none of a file beside the document?
fn leads_elsewhere(text: &str) -> bool {
    let schemes = ["data:", "javascript:", "ecmascript:", "vrmlscript:", "urn:", "#"];
    text.is_empty() || text.contains("://") || text.contains('\n') || schemes.iter().any(|s| text.starts_with(s))
}
