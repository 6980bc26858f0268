//! Codes of what worlds lose on their way to a scene.

portolan_syntax::codes! {
    /// What does not come over from xVRML, or not as it was.
    CODES:

    /// Finds nodes that are not allowed at their place: a material among the children of a group, a viewpoint in an
    /// avatar.
    ///
    /// They are dropped.
    MISPLACED "CNV920" "xvrml-misplaced" Warning;

    /// Finds invalid numbers: sizes that are not above zero, rotation axes of length 0, angles out of range.
    ///
    /// The nearest valid value is used, or the node is dropped.
    NUMBERS "CNV921" "xvrml-numbers-unusable" Warning;

    /// Finds faces, lines and points with an index out of range, too few corners, or a position that is not finite.
    ///
    /// They are dropped.
    FACES "CNV922" "xvrml-faces-dropped" Warning about Shape;

    /// Finds colours, normals and texture coordinates of a shape that are too few.
    ///
    /// They are dropped, and computed where that is possible.
    LISTS "CNV923" "xvrml-lists-too-short" Warning about Shape;

    /// Finds grids, swept shapes and texts that exceed the limits.
    ///
    /// They are dropped. Use a smaller grid, or fewer points.
    TOO_LARGE "CNV924" "xvrml-too-large" Warning about Shape;

    /// Finds textures whose image is missing or cannot be read.
    ///
    /// The surface is shown without it.
    IMAGE "CNV925" "xvrml-image-missing" Warning about Looks;

    /// Finds textures whose image was not found exactly where the URL points to.
    ///
    /// It was found by its name, in another case or in a folder nearby. Correct the URL, so that other programs find it
    /// too.
    IMAGE_PLACE "CNV926" "xvrml-image-elsewhere" Info about Looks;

    /// Finds textures that are movies.
    ///
    /// The surface is grey instead.
    MOVIE "CNV927" "xvrml-movie" Warning about Looks;

    /// Finds texts in an unknown font.
    ///
    /// A serif font is used.
    FONT "CNV928" "xvrml-font-unknown" Info about Looks;

    /// Finds routes that cannot be converted to animations: to a script, a sensor or a field that is not a number.
    ///
    /// They have no effect on animations; a player of the world follows them.
    ROUTE "CNV929" "xvrml-route-not-animated" Info about Motion;

    /// Finds interpolators whose keys and values do not match.
    ///
    /// Matching data is kept.
    KEYS "CNV930" "xvrml-keys-repaired" Warning about Motion;

    /// Finds vertex colours that are replaced by a colour texture.
    ///
    /// Worlds define that a texture with colours replaces the colours of vertices. They are dropped.
    COLOURS "CNV931" "xvrml-colours-replaced" Info about Looks;

    /// Reports sounds, sensors, scripts and interpolators: behaviour is not part of a scene.
    ///
    /// It is kept for documents of the same format.
    BEHAVIOUR "CNV932" "xvrml-behaviour" Info about Motion;
}
