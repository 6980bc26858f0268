//! What the OpenDDL reader may find.

use crate::codes;

codes! {
    /// Every code of the OpenDDL reader.
    CODES:

    /// Finds text where only structures are allowed.
    ///
    /// An OpenDDL file and a derived structure hold structures: a type, an optional name, optional properties, and a
    /// body in braces. Values are allowed only in primitive structures, as in `Name {string {"Box"}}`. Readers stop
    /// here. Remove the text or put it where it belongs.
    UNEXPECTED_TEXT "DDL001" "unexpected-text" Error spec "A.2";

    /// Finds identifiers with characters other than letters, digits and `_`, or with a digit in front.
    ///
    /// Readers stop at the first character that they do not know. Choose an identifier of `A`–`Z`, `a`–`z`, `0`–`9`
    /// and `_` that does not begin with a digit.
    INVALID_IDENTIFIER "DDL002" "invalid-identifier" Error spec "A.4";

    /// Finds structures without a body in braces.
    ///
    /// Even an empty structure has braces: `Animation {}`. Without them a reader uses what follows as the body.
    MISSING_BODY "DDL003" "missing-body" Error spec "A.2";

    /// Finds structures whose closing `}` is missing.
    ///
    /// Everything after it belongs to the wrong structure, or the file was truncated. Add the brace, or export the file
    /// again.
    UNCLOSED_STRUCTURE "DDL004" "unclosed-structure" Error spec "A.2";

    /// Finds a `}` without a matching `{`.
    ///
    /// There is one brace too many here, or one `{` too few above. Readers stop at it.
    STRAY_BRACE "DDL005" "stray-brace" Error spec "A.2";

    /// Finds block comments that are not closed.
    ///
    /// Everything from `/*` to the end of the file is comment. Add the `*/`; note that block comments do not nest.
    UNCLOSED_COMMENT "DDL006" "unclosed-comment" Error spec "A.9";

    /// Finds string and character literals without a closing quote on their line.
    ///
    /// Reading continues where the literal probably should end. Add the quote; a quote inside the text is written `\"`.
    UNCLOSED_QUOTE "DDL007" "unclosed-quote" Error spec "A.3.4";

    /// Finds derived structures whose type is a single lower-case letter, alone or with digits.
    ///
    /// OpenDDL keeps these identifiers for data types of later versions. Choose a longer one.
    RESERVED_IDENTIFIER "DDL008" "reserved-identifier" Warning spec "A.4";

    /// Finds parts of a structure's head that are in the wrong place, doubled, or not allowed there.
    ///
    /// The order is: type, size of the sub-arrays in brackets and `*` (primitive structures only), name, properties in
    /// parentheses (derived structures only), body. Readers stop at a part that comes too late.
    MISPLACED_PART "DDL009" "misplaced-part" Error spec "A.2";

    /// Finds properties on primitive structures.
    ///
    /// Only derived structures have properties. Readers stop at the parenthesis. Move them to the structure around it.
    PROPERTIES_ON_PRIMITIVE "DDL010" "properties-on-primitive" Error spec "A.8";

    /// Finds property lists that cannot be read: no comma, no identifier, no value after `=`, no closing parenthesis.
    ///
    /// A list looks like `(index = 0, attrib = "position", shared)`. What could be read of it is kept.
    MALFORMED_PROPERTIES "DDL011" "malformed-properties" Error spec "A.8";

    /// Finds properties that are given more than once for the same structure.
    ///
    /// This is allowed, and all but the last are ignored, which is seldom what was meant. Remove the others.
    REPEATED_PROPERTY "DDL012" "repeated-property" Warning spec "A.8";

    /// Finds `$` and `%` without an identifier directly after it.
    ///
    /// A name is `$` (known in the whole file) or `%` (known among its siblings) and an identifier, without space.
    MALFORMED_NAME "DDL013" "malformed-name" Error spec "A.5";

    /// Finds names that two structures share.
    ///
    /// A global name may occur once in a file, a local name once among siblings. References to such a name are
    /// ambiguous. Rename one of them and the references that mean it.
    DUPLICATE_NAME "DDL014" "duplicate-name" Error spec "A.5";

    /// Finds sub-array sizes that are not a positive integer in brackets.
    ///
    /// The size is written like `float[3]` and says how many values each pair of inner braces holds. Without it the
    /// data cannot be divided.
    BAD_SIZE "DDL015" "bad-sub-array-size" Error spec "A.7.2";

    /// Finds the type names `unsigned_int8` to `unsigned_int64` of OpenDDL 1.
    ///
    /// Nothing is wrong with a file of that time, and Portolan reads both. Later versions call the types `uint8` to
    /// `uint64`, and a reader that knows only these skips the old ones as unknown structures, with their data.
    OLD_TYPE_NAME "DDL016" "old-type-name" Info spec "A.3";

    /// Finds values that are not literals of the structure's data type.
    ///
    /// There is no conversion between types: `int32 {1.5}` and `float {"1"}` are wrong. Digits may be separated by
    /// single `_`; numbers have no suffix such as `f`; infinities are written as bit patterns. Correct the value or
    /// the type of the structure.
    MALFORMED_VALUE "DDL020" "malformed-value" Error spec "A.3";

    /// Finds numbers that do not fit into the structure's data type.
    ///
    /// Readers report them or keep only some of the bits, as when 256 becomes 0 in `uint8 {256}`. Use a wider type.
    OUT_OF_RANGE "DDL021" "out-of-range" Error spec "A.3";

    /// Finds sub-arrays with more or fewer values than the size in brackets says.
    ///
    /// All values after them would be shifted. Correct the sub-array or the size.
    SUB_ARRAY_LENGTH "DDL022" "sub-array-length" Error spec "A.7.2";

    /// Finds data lists with a comma too many or too few.
    ///
    /// Values and sub-arrays are separated by exactly one comma, and there is none after the last one.
    BAD_SEPARATOR "DDL023" "bad-separator" Error spec "A.7.1";

    /// Finds data whose braces do not fit the head of its structure.
    ///
    /// With a size, as in `float[3] {{1, 2, 3}}`, every sub-array is in braces, even those of one value; without one,
    /// as in `float {1, 2, 3}`, there are no inner braces; deeper nesting does not exist.
    BRACES_DO_NOT_FIT "DDL024" "braces-do-not-fit" Error spec "A.7.2";

    /// Finds data states in a structure that does not announce them.
    ///
    /// An identifier in front of a sub-array is read only if `*` follows the size: `float[2]* {M{1, 1}, L{2, 1}}`.
    UNEXPECTED_STATE "DDL025" "unexpected-state" Error spec "A.7.3";

    /// Finds escape sequences that OpenDDL does not have.
    ///
    /// There are `\"` `\'` `\?` `\\` `\a` `\b` `\f` `\n` `\r` `\t` `\v`, `\x` with two hexadecimal digits, and in
    /// strings `\u` with four and `\U` with six that name a Unicode character other than zero. A single backslash, as
    /// in paths, is written `\\`.
    BAD_ESCAPE "DDL026" "bad-escape" Error spec "A.3.2";

    /// Finds characters that are not allowed in a literal as they are, such as tabs and line ends in strings.
    ///
    /// Write control characters as escape sequences (`\t`, `\n`). Character literals hold printable ASCII only.
    BAD_CHARACTER "DDL027" "bad-character" Error spec "A.3.4";

    /// Finds Base64 data with a number of characters that does not give a whole number of bytes.
    ///
    /// The number of characters, white space and `=` not counted, leaves 0, 2 or 3 when divided by 4. Some are missing
    /// or there is one too many; the data was damaged.
    BASE64_LENGTH "DDL028" "base64-length" Error spec "A.3.5";

    /// Finds structures inside primitive structures.
    ///
    /// A primitive structure holds values of its type and nothing else. Readers stop here. Move the inner structure
    /// out, or use a derived structure around both.
    STRUCTURE_IN_DATA "DDL029" "structure-in-data" Error spec "A.3";

    /// Finds bytes that are not UTF-8, and files in another encoding.
    ///
    /// OpenDDL is UTF-8. Other readers show wrong characters or stop. Save the file as UTF-8.
    NOT_UTF8 "DDL030" "not-utf8" Error spec "A.3.4";

    /// Finds a byte order mark at the beginning of the file.
    ///
    /// Some editors write one, but outside of strings and comments OpenDDL is ASCII, and readers stop at it. Save the
    /// file as UTF-8 without a byte order mark.
    BYTE_ORDER_MARK "DDL031" "byte-order-mark" Warning spec "A.9";

    /// Finds structures that are nested deeper than the limit allows.
    ///
    /// The rest of the file was not read. Real files are far from this; raise the limit if you trust the file.
    TOO_DEEP "DDL040" "too-deep" Error;

    /// Finds files with more structures and comments than the limit allows.
    ///
    /// The rest of the file was not read. Raise the limit if you trust the file.
    TOO_MANY_NODES "DDL041" "too-many-nodes" Error;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_ordered_and_documented() {
        for pair in CODES.windows(2) {
            assert!(pair.first().map(|c| c.id) < pair.last().map(|c| c.id));
        }
        for code in CODES {
            let documented = !cfg!(feature = "texts") || code.doc.lines().count() >= 3;
            assert!(code.id.starts_with("DDL") && documented, "{}", code.id);
            assert_eq!(CODES.iter().filter(|c| c.name == code.name).count(), 1);
        }
    }
}
