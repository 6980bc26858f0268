//! Codes of what does not come over from OpenGEX.

portolan_syntax::codes! {
    /// What does not come over from OpenGEX, or not as it was.
    CODES:

    /// Finds documents that are no sound OpenDDL, or larger than the limits allow.
    ///
    /// What could be read is kept; `portolan check` tells where the document is broken.
    MALFORMED "CNV600" "ogex-malformed" Warning;

    /// Finds properties whose value is of the wrong type, or no word that the format knows.
    ///
    /// The property counts as if it were missing.
    VALUE "CNV601" "ogex-value-unusable" Warning;

    /// Finds structures without the data or the substructure that they need.
    ///
    /// Nothing can be made of them, and they are left out.
    INCOMPLETE "CNV602" "ogex-structure-incomplete" Warning;

    /// Finds references that lead to nothing, to `null`, or to a structure of the wrong kind.
    UNRESOLVED "CNV603" "ogex-reference-unresolved" Warning;

    /// Finds data with values that cannot be read or are not finite, and sub-arrays of the wrong size.
    ///
    /// Such values count as 0; what is missing takes the value that changes nothing.
    NUMBERS "CNV604" "ogex-numbers-repaired" Warning;

    /// Finds metrics that are no measure: a length of zero, primaries on a line, an unknown axis.
    ///
    /// The default counts.
    METRIC "CNV605" "ogex-metric-unusable" Warning;

    /// Finds structures that repeat what may be said once: levels of detail, morph targets, indices, tracks of one target.
    ///
    /// The first counts.
    REPEATED "CNV606" "ogex-repeated" Warning;

    /// Finds structures that are not part of OpenGEX, and extensions.
    ///
    /// OpenDDL obliges every reader to skip them. They are kept as data of their application where something is made of
    /// the structure around them.
    FOREIGN "CNV607" "ogex-foreign-structure" Info;

    /// Finds attributes that an application defined: parameters, colours, textures, vertex arrays.
    ///
    /// The specification obliges readers to ignore those they do not know. Vertex arrays are kept under their name.
    APPLICATION "CNV608" "ogex-application-attribute" Info;

    /// Finds attributes in a structure of a kind that cannot give them, such as a normal map as a colour.
    ATTRIBUTE "CNV609" "ogex-attribute-misplaced" Warning;

    /// Finds meshes without positions, and vertex arrays with fewer entries than there are vertices.
    ///
    /// A mesh without positions shows nothing; other arrays that are too short are left out.
    VERTICES "CNV610" "ogex-vertices-missing" Warning;

    /// Finds primitives with indices that the vertex arrays do not have.
    ///
    /// The points, lines, triangles, quads or strips with such an index are left out.
    INDEX "CNV611" "ogex-index-outside" Warning;

    /// Finds strips with too few indices, and indices left over at the end of a list.
    CORNERS "CNV612" "ogex-too-few-corners" Warning;

    /// Finds vertex data of double precision that single precision does not hold.
    PRECISION "CNV613" "ogex-double-rounded" Info;

    /// Finds skins whose arrays do not fit each other: counts, indices, weights, bones, bind matrices.
    ///
    /// What fits is kept.
    SKIN "CNV614" "ogex-skin-repaired" Warning;

    /// Finds morph targets whose base is none, and weights of targets that do not exist.
    ///
    /// A target with such a base is taken as absolute, and such a weight is ignored.
    MORPH "CNV615" "ogex-morph-repaired" Warning;

    /// Finds textures whose picture is missing, or was found elsewhere than written.
    IMAGE "CNV616" "ogex-image-missing" Warning;

    /// Finds textures that were found elsewhere than the file name says.
    IMAGE_PLACE "CNV617" "ogex-image-elsewhere" Info;

    /// Finds parameters of cameras and lights that cannot be: angles beyond a half turn, planes in the wrong order.
    OPTICS "CNV618" "ogex-optics-unusable" Warning;

    /// Finds parameters and functions that have no effect where they stand, such as an attenuation of an infinite light.
    NO_EFFECT "CNV619" "ogex-no-effect" Info;

    /// Finds tracks that move nothing: without keys, with a target that no track can have or that nothing was made of.
    TRACK "CNV620" "ogex-track-dropped" Warning;

    /// Finds keys that do not increase, are not as many as the values, or lack their control points or parameters.
    ///
    /// Keys that do not increase are left out; without control points the curve is straight, without tension,
    /// continuity or bias these are 0.
    KEYS "CNV621" "ogex-keys-repaired" Warning;

    /// Finds spectra that cannot be integrated: fewer than two values, or wavelengths in the wrong order.
    SPECTRUM "CNV622" "ogex-spectrum-unusable" Warning;

    /// Finds rotations about no axis and matrices that map to no space.
    ///
    /// Such a transform changes nothing.
    TRANSFORM "CNV623" "ogex-transform-unusable" Warning;

    /// Finds skins whose weights do not sum to 1; they are made to.
    WEIGHTS "CNV624" "ogex-weights-normalised" Info;

    /// Finds scenes that ask for the same skin or shape so often that copies would fill the memory.
    TOO_LARGE "CNV625" "ogex-too-many-copies" Warning;
}
