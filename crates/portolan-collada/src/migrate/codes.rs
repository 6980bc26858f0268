//! What a version of COLLADA has and another one does not.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, when a document changes its version.
    CODES:

    /// Reports elements that the version does not support.
    ///
    /// They are kept in an `<extra>` of the profile PORTOLAN, from which a conversion back restores them.
    ELEMENT "CNV850" "version-element" Warning;

    /// Reports attributes that the version does not have.
    ///
    /// They are kept in an `<extra>` of the profile PORTOLAN, from which a conversion back restores them.
    ATTRIBUTE "CNV851" "version-attribute" Info;

    /// Reports values that do not exist in the version and were replaced.
    ///
    /// The old ones are kept in an `<extra>` of the profile PORTOLAN, from which a conversion back restores them.
    VALUE "CNV852" "version-value" Warning;

    /// Reports names that COLLADA 1.4 does not allow.
    ///
    /// Other characters than letters, digits, `_`, `-` and `.` became `_`. The old names are kept in an `<extra>` of
    /// the profile PORTOLAN.
    NAME "CNV853" "version-name" Info about Metadata;

    /// Reports images that are assembled in a way that the version does not support.
    ///
    /// They are kept in an `<extra>` of the profile PORTOLAN, from which a conversion back restores them.
    IMAGE "CNV854" "version-image" Warning about Looks;

    /// Reports sampler states that the version does not have.
    ///
    /// The nearest state is used; states without an equivalent are dropped.
    SAMPLER "CNV855" "version-sampler" Warning about Looks;

    /// Reports parameters that were moved or renamed, because the version has fewer scopes.
    ///
    /// Their values are the same. Programs that know the parameters by name may not find them.
    PARAMETER "CNV856" "version-parameter" Info;

    /// Reports parts of passes and shaders that the version does not have.
    ///
    /// They are kept in an `<extra>` of the profile PORTOLAN, from which a conversion back restores them.
    PASS "CNV857" "version-pass" Warning about Looks;

    /// Reports collision shapes that were converted to other shapes.
    ///
    /// COLLADA 1.4 and 1.5 have different shapes. A tapered shape becomes the convex hull of points on it, and the
    /// ellipses of a capsule are averaged. Bodies may collide slightly differently.
    SHAPE "CNV858" "version-shape" Warning about Shape;

    /// Reports opaque modes that COLLADA 1.4 does not have.
    ///
    /// They are converted to another mode, which is exact for colours and not for textures.
    OPAQUE "CNV859" "version-opaque" Warning about Looks;

    /// Reports elements that were added because the version requires them.
    ///
    /// They have neutral values and change nothing in a picture.
    DEMANDED "CNV860" "version-demanded" Info about Metadata;

    /// Reports referenced documents that remain in another version.
    ///
    /// Convert them too: a reader of the new version may not understand the old one.
    REFERENCED "CNV861" "version-referenced" Info;

    /// Reports what is invalid in the converted document.
    ///
    /// The document is written nevertheless. Errors that were in the input remain; `portolan check` lists them.
    INVALID "CNV862" "version-invalid" Warning;

    /// Reports shapes that COLLADA 1.4 cannot describe, such as boundary representations.
    ///
    /// They are kept in an `<extra>` of the profile PORTOLAN, from which a conversion back restores them. Convert to
    /// glTF or OBJ to write them as triangles.
    GEOMETRY "CNV863" "version-geometry" Warning about Shape;
}
