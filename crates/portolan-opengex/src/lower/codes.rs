//! Codes of what does not come over from OpenGEX.

portolan_syntax::codes! {
    /// What does not come over from OpenGEX, or not as it was.
    CODES:

    /// Finds documents that are not valid OpenDDL, or exceed the limits.
    ///
    /// What could be read is kept; `portolan check` shows where the document is broken.
    MALFORMED "CNV600" "ogex-malformed" Warning about Shape;

    /// Finds properties whose value has the wrong type or is unknown.
    ///
    /// The property is ignored.
    VALUE "CNV601" "ogex-value-unusable" Warning;

    /// Finds structures without the data or the substructure that they need.
    ///
    /// They are dropped.
    INCOMPLETE "CNV602" "ogex-structure-incomplete" Warning;

    /// Finds references that cannot be resolved, are `null`, or refer to a structure of the wrong kind.
    ///
    /// The referring structure is dropped. `portolan check` shows what the name should be.
    UNRESOLVED "CNV603" "ogex-reference-unresolved" Warning;

    /// Finds data with values that cannot be read or are not finite, and sub-arrays of the wrong size.
    ///
    /// Such values are read as 0; missing values get a neutral value.
    NUMBERS "CNV604" "ogex-numbers-repaired" Warning;

    /// Finds metrics with an invalid value: a length of zero, primaries on a line, an unknown axis.
    ///
    /// The default is used.
    METRIC "CNV605" "ogex-metric-unusable" Warning;

    /// Finds structures that may appear only once: levels of detail, morph targets, indices, tracks of one target.
    ///
    /// The first one is used.
    REPEATED "CNV606" "ogex-repeated" Warning;

    /// Finds structures that are not part of OpenGEX, and extensions.
    ///
    /// OpenDDL obliges every reader to skip them. They are kept as application data if the structure around them
    /// becomes part of the scene.
    FOREIGN "CNV607" "ogex-foreign-structure" Info;

    /// Finds attributes that an application defined: parameters, colours, textures, vertex arrays.
    ///
    /// The specification obliges readers to ignore those they do not know. Vertex arrays are kept under their name.
    APPLICATION "CNV608" "ogex-application-attribute" Info;

    /// Finds attributes in a structure of the wrong kind, such as a normal map given as a colour.
    ///
    /// It is ignored. `portolan check` shows which structure the attribute belongs to.
    ATTRIBUTE "CNV609" "ogex-attribute-misplaced" Warning;

    /// Finds meshes without positions, and vertex arrays with fewer entries than there are vertices.
    ///
    /// A mesh without positions is dropped, and so are other arrays that are too short.
    VERTICES "CNV610" "ogex-vertices-missing" Warning about Shape;

    /// Finds primitives with vertex indices out of range.
    ///
    /// The points, lines, triangles, quads or strips with such an index are dropped.
    INDEX "CNV611" "ogex-index-outside" Warning about Shape;

    /// Finds strips with too few indices, and indices left over at the end of a list.
    ///
    /// They are dropped. `portolan check` shows where they are.
    CORNERS "CNV612" "ogex-too-few-corners" Warning about Shape;

    /// Finds skins whose arrays do not match: counts, indices, weights, bones, bind matrices.
    ///
    /// Matching data is kept.
    SKIN "CNV614" "ogex-skin-repaired" Warning about Shape;

    /// Finds morph targets with an invalid base, and weights of targets that do not exist.
    ///
    /// A target with such a base is read as absolute, and such a weight is ignored.
    MORPH "CNV615" "ogex-morph-repaired" Warning about Shape;

    /// Finds textures whose image is missing.
    ///
    /// The texture is kept without its picture. Put the file where the document looks for it, or permit its folder with
    /// `--allow` or `--root`.
    IMAGE "CNV616" "ogex-image-missing" Warning about Looks;

    /// Finds textures whose file was not found exactly where the file name points to.
    ///
    /// It was found by its name, in another case or in a folder nearby. Correct the file name, so that other programs
    /// find it too.
    IMAGE_PLACE "CNV617" "ogex-image-elsewhere" Info about Looks;

    /// Finds invalid parameters of cameras and lights: angles above 180 degrees, planes in the wrong order.
    ///
    /// The default is used. `portolan check` shows which number is wrong.
    OPTICS "CNV618" "ogex-optics-unusable" Warning about Looks;

    /// Finds parameters and functions that have no effect at their place, such as an attenuation of an infinite light.
    ///
    /// They are ignored.
    NO_EFFECT "CNV619" "ogex-no-effect" Info;

    /// Finds tracks without effect: without keys, or with a target that cannot be animated or is not part of the scene.
    ///
    /// They are dropped. `portolan check` shows what the target should be.
    TRACK "CNV620" "ogex-track-dropped" Warning about Motion;

    /// Finds keys that do not increase, do not match the number of values, or lack their control points or parameters.
    ///
    /// Keys that do not increase are dropped; without control points the curve is linear, without tension, continuity
    /// or bias these are 0.
    KEYS "CNV621" "ogex-keys-repaired" Warning about Motion;

    /// Finds spectra that cannot be integrated: fewer than two values, or wavelengths in the wrong order.
    ///
    /// The spectrum is ignored, and the colour has its default.
    SPECTRUM "CNV622" "ogex-spectrum-unusable" Warning about Looks;

    /// Finds rotations with an axis of length 0 and matrices that are not affine.
    ///
    /// Such a transform is ignored.
    TRANSFORM "CNV623" "ogex-transform-unusable" Warning about Shape;

    /// Finds skins whose weights do not sum to 1.
    ///
    /// They are normalized, so that vertices are not pulled towards the origin.
    WEIGHTS "CNV624" "ogex-weights-normalised" Info about Shape;

    /// Finds scenes that would need too many copies of the same skin or shape.
    ///
    /// The skins beyond the limit are dropped.
    TOO_LARGE "CNV625" "ogex-too-many-copies" Warning about Shape;
}
