//! Codes of what scenes lose when they become worlds.

portolan_syntax::codes! {
    /// What of a scene does not become part of a world, or not as it was.
    CODES:

    /// Finds cameras that a viewpoint cannot show as they are: orthographic ones, and those with two angles of their own.
    CAMERA "CNV944" "raise-camera" Warning about Looks;

    /// Finds lights that are brighter, or fade otherwise, than lights of worlds can.
    LIGHT "CNV945" "raise-light" Warning about Looks;

    /// Finds parts of materials that worlds do not have.
    ///
    /// They have colours, one texture, highlights and one number for opacity.
    MATERIAL "CNV946" "raise-material" Warning about Looks;

    /// Finds shapes that are written otherwise: curves as lines, the finest of several levels.
    SHAPE "CNV947" "raise-shape" Warning about Shape;

    /// Finds texture coordinates that are not written.
    ///
    /// Worlds have one set of them, where there is a texture.
    TEXCOORDS "CNV912" "raise-texcoords" Info about Shape;

    /// Finds skins and morphs, which are written in one pose, or as an animation of their points (`--bake-shapes`).
    DEFORMED "CNV913" "raise-deformation" Warning about Motion;

    /// Finds data of vertices that worlds do not have, such as tangents, and colours that a texture replaces.
    VERTEX_DATA "CNV914" "raise-vertex-data" Info about Shape;

    /// Finds animations that are sampled, and those of numbers that worlds cannot animate.
    ANIMATION "CNV948" "raise-animation" Warning about Motion;

    /// Finds nodes and views that worlds have no place for.
    NODE "CNV949" "raise-nodes" Info;
}
