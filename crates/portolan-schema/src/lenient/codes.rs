//! Findings about forms that are not schema-valid and are read all the same.

portolan_syntax::codes! {
    /// All codes of lenient forms.
    CODES:

    /// Finds a root without the namespace of the format, or with another spelling of it (`https`, a slash at the end).
    ///
    /// The document is not schema-valid; readers that look only at the name of the root accept it. Add the namespace.
    NAMESPACE "SCH301" "lenient-namespace" Warning spec "World";

    /// Finds commas or brackets in lists of numbers.
    ///
    /// VRML97 wrote lists this way; xVRML separates items by white space only. Readers treat the marks as white space.
    PUNCTUATION "SCH302" "lenient-list-punctuation" Warning spec "XML Schema 1.0, part 2, section 2.5.1.2 (lists)";

    /// Finds values in the spelling of VRML97 or X3D: `TRUE`, words in quotes or in other case, hexadecimal numbers,
    /// lists of quoted URLs.
    ///
    /// Readers understand them; the document is not schema-valid. Write the spelling of xVRML.
    SPELLING "SCH303" "lenient-spelling" Warning spec "XML Schema 1.0, part 2, section 2.5.1.2 (lists)";

    /// Finds colours of three components, or with components outside 0 to 1.
    ///
    /// Colours of xVRML are red, green, blue and alpha, each from 0 to 1. Readers add an alpha of 1 and clamp.
    COLOUR "SCH304" "lenient-colour" Warning spec "ColorInterpolator";

    /// Finds VRML97's way to build a shape: an `Appearance` node, a material, texture or geometry directly in the
    /// shape, the different texture nodes, a `FontStyle`.
    ///
    /// Readers unwrap them. Put material and texture in `<appearance>` and the geometry in `<geometry>`.
    WRAPPER "SCH305" "lenient-shape" Warning spec "VRML97-6.41";

    /// Finds list values that are given as an attribute, or in a property node such as `Coordinate`, instead of the
    /// content of an element, and programs directly inside a `Script`.
    ///
    /// Readers accept them. Write `<coordIndex>0 1 2 -1</coordIndex>`.
    VALUE_PLACE "SCH306" "lenient-value-place" Warning spec "VRML97-6.23";

    /// Finds routes written as `from="node.field" to="node.field"`, as a `ROUTE` element, or with `fromEvent` and
    /// `toEvent`.
    ///
    /// Readers understand them. Write `fromNode`, `fromField`, `toNode` and `toField`.
    ROUTE "SCH307" "lenient-route" Warning spec "VRML97-4.10.2";

    /// Finds a `Use` whose attribute is not `ref`, or X3D's attribute `USE` on another node.
    ///
    /// Readers understand it. Write `<Use ref="name"/>`.
    USE "SCH308" "lenient-use" Warning spec "VRML97-4.6.2";

    /// Finds backgrounds, avatars, prototypes and information that are not at the beginning of the world (in this
    /// order: `WorldInfo`, `Background`, `Avatar`, `ProtoDeclare`, `children`), and other children out of order.
    ///
    /// Readers find them anywhere. Move them to their place.
    PLACE "SCH309" "lenient-place" Warning spec "World";

    /// Finds times written as a number of seconds.
    ///
    /// Readers measure it from 1970-01-01T00:00:00Z, as VRML97 did. Write a date and time.
    TIME "SCH310" "lenient-time" Warning spec "AudioClip";

    /// Finds elements and attributes that the format does not know anywhere, or that belong to another namespace.
    ///
    /// Readers keep and ignore them. Correct the name if it is misspelt.
    EXTRA "SCH311" "unknown-extra" Warning spec "World";

    /// Finds nodes directly in a group, without `<children>` around them.
    ///
    /// Readers treat them as the children. Put them in a `<children>` element.
    CHILDREN "SCH312" "lenient-children" Warning spec "Anchor";

    /// Finds names that are not XML names (letters, digits, `.`, `-`, `_`; not beginning with a digit), names with a
    /// `#` before them, and X3D's attribute `DEF`.
    ///
    /// Readers keep them; writers must change them. Choose another name.
    NAME "SCH313" "lenient-name" Warning spec "XML Schema 1.0, part 2, section 3.3.8 (ID)";

    /// Finds negative factors in the scale of a `Transform`.
    ///
    /// They must be above zero. Readers treat a negative factor as a reflection, which turns polygons inside out.
    SCALE "SCH314" "lenient-scale" Warning spec "VRML97-6.52";
}
