//! What a scene has and COLLADA has no place for.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, on the way to COLLADA.
    CODES:

    /// Tells of what was kept from a document of another format or version and cannot stand in this one.
    KEPT "CNV800" "to-dae-foreign-content" Warning;

    /// Tells of names that COLLADA 1.4 does not allow: it knows only letters, digits, `_`, `-` and `.`.
    ///
    /// Everything else became `_`. COLLADA 1.5 allows any name.
    NAME "CNV801" "to-dae-name" Info;

    /// Tells of ids that had to be changed: they were no ids, or were there twice.
    ID "CNV802" "to-dae-id" Info;

    /// Tells of views that were not written because another one was asked for.
    VIEW "CNV803" "to-dae-view" Info;

    /// Tells of points, for which COLLADA has no primitive.
    POINTS "CNV804" "to-dae-points" Warning;

    /// Tells of shapes without anything in them.
    EMPTY_SHAPE "CNV805" "to-dae-empty-shape" Info;

    /// Tells of surfaces that the common profile cannot describe as they are.
    ///
    /// Metal and roughness became colours and an exponent; clear coats, sheens and the like were left out.
    PHYSICAL "CNV806" "to-dae-physical" Warning;

    /// Tells of transparency in a mode that the version does not have.
    OPAQUE "CNV807" "to-dae-opaque" Warning;

    /// Tells of textures whose factor, channels or placement COLLADA cannot say.
    TEXTURE "CNV808" "to-dae-texture" Warning;

    /// Tells of pictures that could not be put beside the document.
    IMAGE "CNV809" "to-dae-image" Warning;

    /// Tells of values that the equation of a surface does not have.
    ///
    /// A constant surface has no diffuse colour, a dull one no highlights.
    SHADING "CNV810" "to-dae-shading" Info;

    /// Tells of lights that COLLADA cannot describe: functions of distance, pictures thrown, measured units, shadows.
    LIGHT "CNV811" "to-dae-light" Warning;

    /// Tells of morphs that are a sum of targets, or of differences between targets.
    MORPH "CNV812" "to-dae-morph" Warning;

    /// Tells of coarser forms of shapes, and of how shapes are shown, which COLLADA does not say.
    DRAWN "CNV813" "to-dae-appearance" Info;

    /// Tells of animations of what has no address in COLLADA.
    TARGET "CNV814" "to-dae-target" Warning;

    /// Tells of turns by quaternions that became turns about an axis, or matrices where they are animated.
    QUATERNION "CNV815" "to-dae-quaternion" Info;

    /// Tells of when animations begin and end apart from their keys, and of what clips say beyond their times.
    TIMING "CNV816" "to-dae-timing" Info;

    /// Tells of formulas, which COLLADA has since 1.5.
    FORMULA "CNV817" "to-dae-formula" Warning;

    /// Tells of what documents say about themselves that the version has no place for.
    ASSET "CNV818" "to-dae-asset" Info;

    /// Tells of data of applications that is no XML. It is written as text.
    EXTRA "CNV819" "to-dae-extra-text" Info;

    /// Tells of ways to draw a view that the version cannot say.
    EVALUATION "CNV820" "to-dae-evaluation" Info;

    /// Tells of names that join nodes and skins and had to be changed.
    JOINT "CNV821" "to-dae-joint" Info;

    /// Tells of faults that the checker finds in what was written.
    INVALID "CNV822" "to-dae-invalid" Warning;

    /// Tells of what a document says of its axes and colours that COLLADA does not.
    SPACE "CNV823" "to-dae-space" Info;

    /// Tells of skins that their node does not move, where COLLADA says that it does.
    ///
    /// The node's transform becomes part of the bind shape matrix, which readers know as a sign to leave the node aside,
    /// and the inverse bind matrices take it back. Where that cannot be, the skin hangs on a node of its own.
    SKIN_NODE "CNV824" "to-dae-skin-node" Info;
}
