//! Codes of what worlds lose on their way to a scene.

portolan_syntax::codes! {
    /// What does not come over from xVRML, or not as it was.
    CODES:

    /// Finds nodes where they have no place: a material among the children of a group, a viewpoint in an avatar.
    ///
    /// They are left out.
    MISPLACED "CNV920" "xvrml-misplaced" Warning;

    /// Finds numbers that cannot be: sizes that are not above zero, rotations about no axis, angles out of range.
    ///
    /// What comes nearest counts, or the node is left out.
    NUMBERS "CNV921" "xvrml-numbers-unusable" Warning;

    /// Finds faces, lines and points with an index outside of their list, too few corners, or a place that is not finite.
    ///
    /// They are left out.
    FACES "CNV922" "xvrml-faces-dropped" Warning;

    /// Finds colours, normals and texture coordinates of a shape that are too few.
    ///
    /// They are left out, and made anew where that is possible.
    LISTS "CNV923" "xvrml-lists-too-short" Warning;

    /// Finds grids, swept shapes and texts that ask for more than the limits allow.
    TOO_LARGE "CNV924" "xvrml-too-large" Warning;

    /// Finds textures whose picture is missing or cannot be read.
    ///
    /// The surface is shown without it.
    IMAGE "CNV925" "xvrml-image-missing" Warning;

    /// Finds textures whose picture was found elsewhere than the address says.
    IMAGE_PLACE "CNV926" "xvrml-image-elsewhere" Info;

    /// Finds textures that are movies.
    ///
    /// A grey surface stands in their place.
    MOVIE "CNV927" "xvrml-movie" Warning;

    /// Finds texts in a font that is not known.
    ///
    /// They are written with serifs.
    FONT "CNV928" "xvrml-font-unknown" Info;

    /// Finds routes that drive something that no scene can move by itself: a script, a sensor, a field that is no number.
    ///
    /// They have no effect on animations; whoever runs the world obeys them.
    ROUTE "CNV929" "xvrml-route-not-animated" Info;

    /// Finds interpolators whose keys and values do not fit each other.
    ///
    /// What fits is kept.
    KEYS "CNV930" "xvrml-keys-repaired" Warning;

    /// Finds vertex colours that a texture with colours of its own replaces.
    COLOURS "CNV931" "xvrml-colours-replaced" Info;

    /// Tells of sounds, sensors, scripts and interpolators: what makes a world run is not part of a scene.
    ///
    /// It is kept for documents of the same format.
    BEHAVIOUR "CNV932" "xvrml-behaviour" Info;
}
