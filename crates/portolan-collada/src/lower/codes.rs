//! Codes of what does not come over from COLLADA.

portolan_syntax::codes! {
    /// What does not come over from COLLADA, or not as it was.
    CODES:

    /// Finds references that lead to nothing, or to something of the wrong kind.
    ///
    /// What is referred to is missing in the result. `portolan check` tells more about the reference.
    UNRESOLVED "CNV100" "reference-unresolved" Warning;

    /// Finds lists of numbers that are too short, too long, or hold words that are no numbers.
    ///
    /// What cannot be read counts as 0, what is missing takes the value that changes nothing.
    NUMBERS "CNV101" "numbers-repaired" Warning;

    /// Finds primitives with indices that their data does not have.
    ///
    /// The lines or polygons with a corner that has no position are left out. Where normals, texture coordinates or the
    /// like are missing, the first ones are taken; all others are kept.
    INDEX "CNV102" "index-outside" Warning;

    /// Finds polygons, lines and strips with too few corners to be drawn, and corners left over at the end of a list.
    CORNERS "CNV103" "too-few-corners" Warning;

    /// Finds meshes and primitives without positions.
    ///
    /// Nothing can be drawn of them.
    NO_POSITION "CNV104" "no-position" Warning;

    /// Finds inputs whose data is missing, is not numeric, or has fewer rows than there are vertices.
    ///
    /// The input is left out.
    INPUT "CNV105" "input-unusable" Warning;

    /// Finds nodes that stand below themselves.
    ///
    /// The instance that closes the circle is left out.
    NODE_CYCLE "CNV106" "node-cycle" Warning;

    /// Finds parts of boundary representations that cannot be read: references that lead nowhere, numbers that do not fit.
    ///
    /// They are left out; the rest of the shape is taken over.
    BREP "CNV107" "brep-incomplete" Warning;

    /// Finds convex hulls that could not be computed: of too few points, of points in a plane, or of themselves.
    HULL "CNV108" "hull-not-computed" Warning;

    /// Finds elements that need another one which is missing.
    ///
    /// A camera without optics, a light without a kind: nothing can be made of it.
    INCOMPLETE "CNV109" "element-incomplete" Warning;

    /// Finds units that are no length.
    ///
    /// Metres are assumed.
    UNIT "CNV110" "unit-unusable" Warning;

    /// Finds views that a program would have to draw in several steps.
    ///
    /// The steps are kept in the scene, but few formats can say them.
    EVALUATION "CNV111" "evaluation-kept" Info;

    /// Finds documents that have shapes but no scene to put them in.
    ///
    /// Each shape is shown once where it stands.
    NO_SCENE "CNV112" "no-scene" Info;

    /// Finds documents of versions before 1.4, whose elements mean something else.
    OLD_VERSION "CNV113" "version-before-1-4" Warning;

    /// Finds parts of a document with another unit or up axis than the document.
    ///
    /// Their numbers are converted to those of the document.
    CONVERTED "CNV114" "space-converted" Info;

    /// Finds documents that are not well-formed, or larger or deeper than the limits.
    ///
    /// What could be read is taken over. `portolan check` tells every fault with its place.
    MALFORMED "CNV115" "document-malformed" Warning;
}
