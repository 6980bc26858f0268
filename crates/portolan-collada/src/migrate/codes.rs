//! What a version of COLLADA has and another one does not.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, when a document changes its version.
    CODES:

    /// Reports elements that the version does not support.
    ///
    /// They are kept in an `<extra>` of the profile PORTOLAN, from which a conversion back restores them.
    ELEMENT "CNV850" "version-element" Warning;

    /// Reports attributes that the version does not have. They are kept in an `<extra>`.
    ATTRIBUTE "CNV851" "version-attribute" Info;

    /// Reports values that do not exist in the version and were replaced. The old ones are kept in an `<extra>`.
    VALUE "CNV852" "version-value" Warning;

    /// Reports names that COLLADA 1.4 does not allow. The old ones are kept in an `<extra>`.
    NAME "CNV853" "version-name" Info;

    /// Reports images that are assembled in a way that the version does not support.
    IMAGE "CNV854" "version-image" Warning;

    /// Reports sampler states that the version does not have.
    SAMPLER "CNV855" "version-sampler" Warning;

    /// Reports parameters that were moved or renamed, because the version has fewer scopes.
    PARAMETER "CNV856" "version-parameter" Info;

    /// Reports parts of passes and shaders that the version does not have.
    PASS "CNV857" "version-pass" Warning;

    /// Reports collision shapes that were converted to other shapes.
    SHAPE "CNV858" "version-shape" Warning;

    /// Reports opaque modes that COLLADA 1.4 does not have.
    OPAQUE "CNV859" "version-opaque" Warning;

    /// Reports elements that were added because the version requires them.
    DEMANDED "CNV860" "version-demanded" Info;

    /// Reports referenced documents that remain in another version.
    REFERENCED "CNV861" "version-referenced" Info;

    /// Reports what is invalid in the converted document.
    INVALID "CNV862" "version-invalid" Warning;

    /// Reports shapes that COLLADA 1.4 cannot describe, such as boundary representations.
    GEOMETRY "CNV863" "version-geometry" Warning;
}
