//! What an archive says of itself.

use portolan_syntax::xml::escape::in_text;

/// The name of the file in an archive that names its main document.
pub const MANIFEST: &str = "manifest.xml";

/// The manifest that names a document as the main one. The reference is a relative URI, perhaps with the id of the
/// element to start from.
pub fn manifest(reference: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<dae_root>{}</dae_root>\n", in_text(reference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_name_their_document() {
        assert_eq!(
            manifest("a&b.dae#x"),
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<dae_root>a&amp;b.dae#x</dae_root>\n"
        );
    }
}
