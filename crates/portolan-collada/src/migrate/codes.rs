//! What a version of COLLADA has and another one does not.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, when a document changes its version.
    CODES:

    /// Tells of elements that the version has no place for.
    ///
    /// They are kept in an `<extra>` of the profile PORTOLAN, from which the way back restores them.
    ELEMENT "CNV850" "version-element" Warning;

    /// Tells of attributes that the version does not have. They are kept in an `<extra>`.
    ATTRIBUTE "CNV851" "version-attribute" Info;

    /// Tells of values that the version does not have and that became others. The old ones are kept in an `<extra>`.
    VALUE "CNV852" "version-value" Warning;

    /// Tells of names that COLLADA 1.4 does not allow. The old ones are kept in an `<extra>`.
    NAME "CNV853" "version-name" Info;

    /// Tells of images that are put together in a way that the version does not know.
    IMAGE "CNV854" "version-image" Warning;

    /// Tells of sampler states that the version does not have.
    SAMPLER "CNV855" "version-sampler" Warning;

    /// Tells of parameters that had to move or to get another name, because the version has fewer scopes.
    PARAMETER "CNV856" "version-parameter" Info;

    /// Tells of parts of passes and shaders that the version does not have.
    PASS "CNV857" "version-pass" Warning;

    /// Tells of collision shapes that became others.
    SHAPE "CNV858" "version-shape" Warning;

    /// Tells of opaque modes that COLLADA 1.4 does not have.
    OPAQUE "CNV859" "version-opaque" Warning;

    /// Tells of what was made up because the version demands it.
    DEMANDED "CNV860" "version-demanded" Info;

    /// Tells of documents that this one refers to and that stay in another version.
    REFERENCED "CNV861" "version-referenced" Info;

    /// Tells of what is not valid in the document in its new version.
    INVALID "CNV862" "version-invalid" Warning;

    /// Tells of shapes that COLLADA 1.4 cannot describe, such as boundary representations.
    GEOMETRY "CNV863" "version-geometry" Warning;
}
