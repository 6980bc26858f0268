//! Codes of what worlds lose while they are written.

portolan_syntax::codes! {
    /// What of a world does not come over into a document, or not as it was.
    CODES:

    /// Reports nodes that have another name in the written document.
    ///
    /// Names are unique, begin with a letter and have no blanks in them. Routes and uses follow.
    NAME "CNV933" "world-name-changed" Info about Metadata;

    /// Reports inlined worlds that became part of the written document.
    ///
    /// They stand in a group. A document that stays in its folder and format keeps its `Inline` nodes.
    EMBEDDED "CNV934" "world-embedded" Info about Metadata;

    /// Reports prototypes, whose instances are written as the nodes that they stand for.
    EXPANDED "CNV935" "world-prototypes-expanded" Info about Metadata;

    /// Reports a headlight that the written format does not support.
    ///
    /// xVRML has no field for it: viewers switch it on where a world has no light.
    HEADLIGHT "CNV936" "world-headlight" Info about Looks;

    /// Finds transparent colours that the written format has no alpha for.
    ///
    /// Colours of vertices have one in xVRML and X3D, and not in VRML97; those of interpolators only in xVRML.
    ALPHA "CNV937" "world-alpha-dropped" Warning about Looks;

    /// Reports parts of an avatar that the written format does not have.
    ///
    /// X3D and VRML97 have no camera offset, which is added to the viewpoints, and neither a mass nor a body that is seen.
    AVATAR "CNV938" "world-avatar" Info about Motion;

    /// Finds fields that a node of the written format does not have.
    FIELD "CNV939" "world-field-dropped" Info;

    /// Finds routes that the written format has no place for.
    ///
    /// Fields that a viewer reads only once cannot be the end of a route in X3D and VRML97.
    ROUTE "CNV940" "world-route-not-written" Warning about Motion;

    /// Finds nodes that are not allowed where they stand, and are not written.
    MISPLACED "CNV941" "world-node-not-written" Warning;

    /// Finds written documents that are not valid.
    ///
    /// What the world says cannot be said in the format.
    INVALID "CNV942" "world-written-invalid" Warning;

    /// Reports files that a world refers to and that are not put beside the written document.
    ///
    /// Pictures, sounds and movies are, by their content. Programs are referred to where they are.
    FILE "CNV943" "world-file-not-copied" Warning;
}
