//! What the reader of classic VRML may find.

use crate::codes;

codes! {
    /// Every code of the reader of classic VRML.
    CODES:

    /// Finds files that do not begin with `#VRML V2.0 utf8` or `#X3D V3.x utf8`.
    ///
    /// Viewers know a world by its first line and refuse it without. It is read as VRML97. Add the line.
    HEADER "WRL001" "vrml-header" Warning spec "VRML97 (ISO/IEC 14772-1), section 4.2.2";

    /// Finds worlds of VRML 1.0.
    ///
    /// VRML 1.0 is another language: properties are nodes that hold for whatever comes behind them. It is not read. Convert the
    /// file to VRML97, for instance with `vrml1tovrml2`.
    VERSION_1 "WRL002" "vrml-1" Error spec "VRML97 (ISO/IEC 14772-1), section 4.2.2";

    /// Finds words, numbers, brackets and braces where something else must stand.
    ///
    /// They are passed over. A field is a name and a value, a node is a type and braces.
    UNEXPECTED "WRL003" "vrml-unexpected" Error spec "VRML97 (ISO/IEC 14772-1), section A.2";

    /// Finds nodes, lists and prototypes whose `}` or `]` is missing.
    ///
    /// What is behind belongs to the wrong node, or the file was cut off. What was read up to there is used.
    UNCLOSED "WRL004" "vrml-unclosed" Error spec "VRML97 (ISO/IEC 14772-1), section A.2";

    /// Finds strings whose `"` at the end is missing.
    ///
    /// Everything to the end of the file would be the string. Add the quotation mark.
    UNCLOSED_STRING "WRL005" "vrml-string-unclosed" Error spec "VRML97 (ISO/IEC 14772-1), section 5.9";

    /// Finds a `}` or `]` that closes nothing, or closes what it does not belong to.
    ///
    /// It is ignored, and what follows may belong to the wrong node. Remove it, or add the brace or bracket that opens
    /// it.
    STRAY "WRL006" "vrml-stray-bracket" Error spec "VRML97 (ISO/IEC 14772-1), section A.2";

    /// Finds fields without a value, and statements of which a part is missing.
    ///
    /// The field keeps its default, and the statement is ignored. Add the missing part.
    INCOMPLETE "WRL007" "vrml-incomplete" Error spec "VRML97 (ISO/IEC 14772-1), section A.2";

    /// Finds `USE` of a name that no `DEF` before it gives.
    ///
    /// A name holds from its `DEF` on. Nothing stands in this place.
    USE "WRL008" "vrml-use-unknown" Warning spec "VRML97 (ISO/IEC 14772-1), section 4.6.2";

    /// Finds names that the language does not allow, such as those that begin with a digit.
    ///
    /// Other readers may stop here. Choose a name that begins with a letter and has no `.`, `'` or `\`.
    NAME "WRL009" "vrml-name" Warning spec "VRML97 (ISO/IEC 14772-1), section A.3";

    /// Finds documents that go beyond a limit: nested too deeply, or too many nodes.
    ///
    /// The rest is not read. The limits are far above what real files need.
    LIMIT "WRL010" "vrml-limit" Error;

    /// Finds bytes that are no text in UTF-8.
    ///
    /// They are shown as U+FFFD. Worlds are written in UTF-8; `--encoding` reads them with another encoding.
    UNREADABLE_BYTES "WRL011" "vrml-unreadable-bytes" Warning spec "VRML97 (ISO/IEC 14772-1), section 4.2.2";

    /// Finds worlds that are packed with gzip and were cut off or damaged.
    ///
    /// What could be unpacked is used, and what follows is missing. Fetch or copy the file again.
    PACKED "WRL012" "world-packed-broken" Error;
}
