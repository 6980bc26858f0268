//! Codes of what worlds lose while they are written.

portolan_syntax::codes! {
    /// What of a world does not come over into a document, or not as it was.
    CODES:

    /// Reports nodes that have another name in the written document.
    ///
    /// Names are unique, begin with a letter and contain no blanks. Routes and uses follow the new names.
    NAME "CNV933" "world-name-changed" Info about Metadata;

    /// Reports inlined worlds that became part of the written document.
    ///
    /// They are in a group of their own. A document that stays in its folder and format keeps its `Inline` nodes.
    EMBEDDED "CNV934" "world-embedded" Info about Metadata;

    /// Reports prototypes, whose instances are written as the nodes that they stand for.
    ///
    /// The nodes are the same; only the declaration is lost. A document that stays in its format keeps its prototypes.
    EXPANDED "CNV935" "world-prototypes-expanded" Info about Metadata;

    /// Reports a headlight that the written format does not support.
    ///
    /// xVRML has no field for it: viewers switch it on where a world has no light.
    HEADLIGHT "CNV936" "world-headlight" Info about Looks;

    /// Reports transparent colours that the written format has no alpha for.
    ///
    /// Vertex colours have an alpha in xVRML and X3D, and not in VRML97; those of interpolators have one only in xVRML.
    /// Write xVRML to keep all of them.
    ALPHA "CNV937" "world-alpha-dropped" Warning about Looks;

    /// Reports parts of an avatar that the written format does not have.
    ///
    /// X3D and VRML97 have no camera offset, which is added to the viewpoints, and neither a mass nor a body that is seen.
    AVATAR "CNV938" "world-avatar" Info about Motion;

    /// Finds fields that a node of the written format does not have.
    ///
    /// They are dropped.
    FIELD "CNV939" "world-field-dropped" Info;

    /// Reports routes that the written format does not allow.
    ///
    /// In X3D and VRML97, fields that a viewer reads only once cannot be the end of a route. Write xVRML to keep them.
    ROUTE "CNV940" "world-route-not-written" Warning about Motion;

    /// Finds nodes that are not allowed where they stand, or stand too deep in others, and are not written.
    ///
    /// They are dropped. `portolan check` shows where they are allowed.
    MISPLACED "CNV941" "world-node-not-written" Warning;

    /// Reports written documents that are not valid.
    ///
    /// The world contains something that the format cannot express. The document is written nevertheless; `portolan
    /// check` shows details.
    INVALID "CNV942" "world-written-invalid" Warning;

    /// Reports files that a world refers to and that are not copied beside the written document.
    ///
    /// Pictures, sounds and movies are copied if their content is recognized. Programs are referred to where they are.
    FILE "CNV943" "world-file-not-copied" Warning;
}
