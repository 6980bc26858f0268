//! Findings of the schema stage.

portolan_syntax::codes! {
    /// All codes of the schema stage.
    CODES:

    /// Finds elements or structures that the format does not know at their place.
    ///
    /// Readers skip or refuse them. Correct the name, or move the data to an `<extra>` with your own technique.
    UNKNOWN_ELEMENT "SCH001" "unknown-element" Error;

    /// Finds children in another order than the format prescribes.
    ///
    /// Validators refuse such files and some readers lose the element. Move it to its place.
    MISPLACED_ELEMENT "SCH002" "misplaced-element" Error;

    /// Finds more children of a kind than allowed, or one that excludes another.
    UNEXPECTED_ELEMENT "SCH003" "unexpected-element" Error;

    /// Finds that a required child is missing.
    MISSING_ELEMENT "SCH004" "missing-element" Error;

    /// Finds attributes that the element does not have.
    UNKNOWN_ATTRIBUTE "SCH005" "unknown-attribute" Error;

    /// Finds that a required attribute or property is missing.
    MISSING_ATTRIBUTE "SCH006" "missing-attribute" Error;

    /// Finds values that are not of the type the format requires, such as text where a number is expected.
    INVALID_VALUE "SCH007" "invalid-value" Error;

    /// Finds numbers outside the range that the format allows.
    OUT_OF_RANGE "SCH008" "value-out-of-range" Error;

    /// Finds lists with too few or too many items.
    WRONG_LENGTH "SCH009" "wrong-length" Error;

    /// Finds text between tags where only elements are allowed.
    STRAY_TEXT "SCH010" "stray-text" Error;

    /// Finds an id that is given to two elements.
    ///
    /// References become ambiguous; the first one is used. Give one of them another id.
    DUPLICATE_ID "SCH011" "duplicate-id" Error;

    /// Finds a root element, namespace or version that is not of the format.
    WRONG_ROOT "SCH012" "wrong-root" Error;

    /// Finds elements, attributes or words that exist only in another version of the format.
    OTHER_VERSION "SCH013" "other-version" Error;

    /// Finds a word that is not one of those the format allows.
    UNKNOWN_WORD "SCH014" "unknown-word" Error;
}
