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
    ///
    /// A reader uses one of them, and which one is not defined. Remove the others, or move them to where they belong;
    /// `portolan schema` shows what an element may contain.
    UNEXPECTED_ELEMENT "SCH003" "unexpected-element" Error;

    /// Finds that a required child is missing.
    ///
    /// Without it the element is incomplete: readers drop it or fill in something of their own. Add the child;
    /// `portolan schema` shows what an element must contain.
    MISSING_ELEMENT "SCH004" "missing-element" Error;

    /// Finds attributes that the element does not have.
    ///
    /// Readers ignore it, so what it says is lost. Correct the name; `portolan schema` lists the attributes of an
    /// element.
    UNKNOWN_ATTRIBUTE "SCH005" "unknown-attribute" Error;

    /// Finds that a required attribute or property is missing.
    ///
    /// Readers drop the element or fill in something of their own. Add the attribute; `portolan schema` shows which
    /// ones are required.
    MISSING_ATTRIBUTE "SCH006" "missing-attribute" Error;

    /// Finds values that are not of the type the format requires, such as text where a number is expected.
    ///
    /// Readers stop, or read it as 0. Write a value of the type that the finding names.
    INVALID_VALUE "SCH007" "invalid-value" Error;

    /// Finds numbers outside the range that the format allows.
    ///
    /// Readers clamp the number, ignore it, or fail. Write a number within the range that the finding names.
    OUT_OF_RANGE "SCH008" "value-out-of-range" Error;

    /// Finds lists with too few or too many items.
    ///
    /// Readers that trust the length read beyond the end or lose the rest. Write as many items as the finding names.
    WRONG_LENGTH "SCH009" "wrong-length" Error;

    /// Finds text between tags where only elements are allowed.
    ///
    /// Readers ignore it; strict ones refuse the file. Remove the text, or make it a comment.
    STRAY_TEXT "SCH010" "stray-text" Error;

    /// Finds an id that is given to two elements.
    ///
    /// References become ambiguous; the first one is used. Give one of them another id.
    DUPLICATE_ID "SCH011" "duplicate-id" Error;

    /// Finds a root element, namespace or version that is not of the format.
    ///
    /// Readers recognize a format by them and refuse the file, or read it as another version. Write the root element as
    /// the example shows.
    WRONG_ROOT "SCH012" "wrong-root" Error;

    /// Finds elements, attributes or words that exist only in another version of the format.
    ///
    /// Readers of the stated version do not know them. Remove them, or state the version that has them; `portolan
    /// convert --format-version` rewrites a document in another version.
    OTHER_VERSION "SCH013" "other-version" Error;

    /// Finds a word that is not one of those the format allows.
    ///
    /// Readers ignore the word or use a default. Write one of the words that the finding lists.
    UNKNOWN_WORD "SCH014" "unknown-word" Error;
}
