//! Codes of what does not come over from COLLADA.

portolan_syntax::codes! {
    /// What does not come over from COLLADA, or not as it was.
    CODES:

    /// Finds references that cannot be resolved, or that refer to something of the wrong kind.
    ///
    /// The referenced object is missing in the result. `portolan check` shows details.
    UNRESOLVED "CNV100" "reference-unresolved" Warning;

    /// Finds lists of numbers that are too short, too long, or contain words that are not numbers.
    ///
    /// Invalid numbers are read as 0, missing numbers get a neutral value.
    NUMBERS "CNV101" "numbers-repaired" Warning about Shape;

    /// Finds primitives with indices out of range.
    ///
    /// Lines and polygons with a corner without position are dropped. Where a normal or texture coordinate is missing,
    /// the first one is used.
    INDEX "CNV102" "index-outside" Warning about Shape;

    /// Finds polygons, lines and strips with too few corners to be drawn, and corners left over at the end of a list.
    ///
    /// They are dropped. `portolan check` shows where they are.
    CORNERS "CNV103" "too-few-corners" Warning about Shape;

    /// Finds meshes and primitives without positions.
    ///
    /// Nothing can be drawn of them.
    NO_POSITION "CNV104" "no-position" Warning about Shape;

    /// Finds inputs whose data is missing, is not numeric, or has fewer rows than there are vertices.
    ///
    /// The input is ignored.
    INPUT "CNV105" "input-unusable" Warning about Shape;

    /// Finds nodes that are their own descendants.
    ///
    /// The instance that closes the cycle is dropped.
    NODE_CYCLE "CNV106" "node-cycle" Warning about Shape;

    /// Finds parts of boundary representations that cannot be read: references that cannot be resolved, numbers that do
    /// not match.
    ///
    /// They are dropped; the rest of the shape is converted. `portolan check` shows details.
    BREP "CNV107" "brep-incomplete" Warning about Shape;

    /// Finds convex hulls that could not be computed: of too few points, of points in a plane, or of themselves.
    ///
    /// The shape is dropped. Give it at least four points that are not in one plane.
    HULL "CNV108" "hull-not-computed" Warning about Shape;

    /// Finds elements that need another one which is missing.
    ///
    /// Examples are a camera without optics and a light without a type. The element is dropped.
    INCOMPLETE "CNV109" "element-incomplete" Warning;

    /// Finds units that are not a valid length.
    ///
    /// Metres are assumed.
    UNIT "CNV110" "unit-unusable" Warning about Looks;

    /// Finds scenes with render steps.
    ///
    /// The steps are kept, but few formats support them.
    EVALUATION "CNV111" "evaluation-kept" Info about Looks;

    /// Finds documents that have shapes but no scene to put them in.
    ///
    /// Each shape is shown once at its own coordinates.
    NO_SCENE "CNV112" "no-scene" Info about Shape;

    /// Finds documents of versions before 1.4, whose elements mean something else.
    ///
    /// They are read like 1.4.1 as far as the versions are alike: geometry, materials and nodes. Export the document
    /// again as 1.4.1 for the rest.
    OLD_VERSION "CNV113" "version-before-1-4" Warning;

    /// Finds parts of a document with another unit or up axis than the document.
    ///
    /// Their numbers are converted to those of the document.
    CONVERTED "CNV114" "space-converted" Info about Metadata;

    /// Finds documents that are not well-formed, or larger or deeper than the limits.
    ///
    /// Everything that could be read is used. `portolan check` lists every error with its line.
    MALFORMED "CNV115" "document-malformed" Warning about Shape;

    /// Finds elements that are neither read nor kept: techniques of applications in a `source`, elements at a place
    /// where they are unknown.
    ///
    /// They remain in a document that is edited, and are missing in every document that is rebuilt from the scene.
    UNREAD "CNV116" "element-not-read" Info;

    /// Reports ids that several kinds of elements share.
    ///
    /// An id must be unique, but each reference expects a kind of element, so the one of that kind is used. Other
    /// programs may use the first one. Give the elements different ids.
    DUPLICATE "CNV117" "id-of-several-kinds" Warning about Metadata;
}
