//! URIs that stand in an xVRML document and lead out of it.

use portolan_format::{Document, Outward, Role};

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
            let elsewhere = text.contains("://") || ["data:", "javascript:", "#"].iter().any(|s| text.starts_with(s));
            // A list of several addresses is not written anew.
            if text.is_empty() || elsewhere || text.starts_with('"') {
                continue;
            }
            let (text, spans) = (text.to_owned(), vec![attribute.value_span()]);
            found.push(Outward { element: node.id(), text, role, own: false, spans });
        }
    }
    Some(found)
}
