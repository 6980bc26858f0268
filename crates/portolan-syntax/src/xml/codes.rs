//! Findings of the XML reader.

crate::codes! {
    /// All codes of the XML reader.
    CODES:

    /// Finds bytes that are not text in the document's encoding.
    ///
    /// They are shown as U+FFFD and kept as they are in the file. Either the file is damaged, or its XML declaration
    /// names the wrong encoding; `--encoding` reads it with another one.
    UNREADABLE_BYTES "XML001" "unreadable-bytes" Error spec "XML 1.0, section 4.3.3";

    /// Finds an encoding declaration that is unknown or contradicts the bytes.
    ///
    /// The document is read by what the bytes say. Correct the declaration, or remove it and save as UTF-8.
    ENCODING_DECLARATION "XML002" "encoding-declaration" Error spec "XML 1.0, section 4.3.3";

    /// Finds characters that XML forbids, such as control characters.
    ///
    /// No XML document may contain them, not even as references. They usually come from a damaged transfer or from
    /// names that were written without a check. Remove them.
    FORBIDDEN_CHARACTER "XML003" "forbidden-character" Error spec "XML 1.0, section 2.2";

    /// Finds an end tag that does not belong to the element that is open.
    ///
    /// If an element further out has that name, the elements in between are closed; otherwise the end tag is ignored.
    MISMATCHED_END_TAG "XML004" "mismatched-end-tag" Error spec "XML 1.0, section 3";

    /// Finds elements that are still open where the document ends.
    ///
    /// The file was probably truncated. Everything before that point is used.
    UNCLOSED_ELEMENT "XML005" "unclosed-element" Error spec "XML 1.0, section 3";

    /// Finds a `<` or `&` that does not start a tag or a reference.
    ///
    /// In text they must be written `&lt;` and `&amp;`.
    STRAY_MARKUP "XML006" "stray-markup" Error spec "XML 1.0, section 2.4";

    /// Finds a tag that is not well-formed: a missing `=`, quote, `>` or white space.
    ///
    /// What follows is read as far as its meaning is clear. Correct the tag.
    MALFORMED_TAG "XML007" "malformed-tag" Error spec "XML 1.0, section 3.1";

    /// Finds an attribute that an element has twice.
    ///
    /// The first one is used. Remove the other.
    DUPLICATE_ATTRIBUTE "XML008" "duplicate-attribute" Error spec "XML 1.0, section 3.1";

    /// Finds a name that XML does not allow, such as one that begins with a digit.
    ///
    /// Names begin with a letter or `_`. The name is kept as it is written; other readers stop here. Choose another
    /// name.
    INVALID_NAME "XML009" "invalid-name" Error spec "XML 1.0, section 2.3";

    /// Finds a prefix that is bound to no namespace, or a namespace declaration that is not allowed.
    ///
    /// Declare it with `xmlns:prefix="…"` on the element or on one around it.
    NAMESPACE "XML010" "namespace-declaration" Error spec "Namespaces in XML 1.0, section 3";

    /// Finds a reference to an entity that is not declared, or a malformed character reference.
    ///
    /// Only `&lt;` `&gt;` `&amp;` `&apos;` `&quot;`, `&#…;` and entities declared in the document's own DOCTYPE exist.
    UNKNOWN_ENTITY "XML011" "unknown-entity" Error spec "XML 1.0, section 4.1";

    /// Finds entities that refer to each other in a cycle or expand to more text than the limit allows.
    ///
    /// Such references are left as they are written. Real scene files never need them.
    ENTITY_EXPANSION "XML012" "entity-expansion" Error spec "XML 1.0, section 4.1";

    /// Finds text, a second root element or a declaration outside the one root element.
    ///
    /// A document is one element with everything inside it. What is outside is ignored. Remove it, or move it into the
    /// root element.
    OUTSIDE_ROOT "XML013" "outside-root" Error spec "XML 1.0, section 2.1";

    /// Finds a document without any element.
    ///
    /// There is nothing to read. The export probably failed, or the file was truncated to nothing but its declaration.
    NO_ROOT "XML014" "no-root" Error spec "XML 1.0, section 2.1";

    /// Finds a comment, CDATA section, processing instruction or DOCTYPE that is malformed or not closed.
    ///
    /// What should be a comment or section is read as far as its end can be guessed. Close it, and do not write `--` in
    /// a comment.
    MALFORMED_SECTION "XML015" "malformed-section" Error spec "XML 1.0, section 2.5";

    /// Finds an XML declaration that is not at the beginning, malformed, or of another version than 1.0.
    ///
    /// The document is read as XML 1.0. Move the declaration to the very beginning of the file, without a blank before
    /// it, or remove it.
    XML_DECLARATION "XML016" "xml-declaration" Error spec "XML 1.0, section 2.8";

    /// Reports that a DOCTYPE refers to an external subset or external entities.
    ///
    /// They are never fetched. Nothing in the scene formats depends on them.
    EXTERNAL_SUBSET "XML017" "external-subset" Warning spec "XML 1.0, section 4.2.2";

    /// Finds a document that goes beyond a limit of nesting, nodes or namespaces.
    ///
    /// The part beyond the limit is kept as text and not read. `--max-depth` and similar options change the limits.
    LIMIT "XML018" "limit" Error;
}
