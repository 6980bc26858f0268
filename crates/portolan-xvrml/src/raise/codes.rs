//! Codes of what scenes lose when they become worlds.

portolan_syntax::codes! {
    /// What of a scene does not become part of a world, or not as it was.
    CODES:

    /// Reports cameras that a viewpoint cannot express: orthographic ones, and those with two angles of their own.
    ///
    /// A viewpoint has one angle. The camera is written with the nearest one.
    CAMERA "CNV944" "raise-camera" Warning about Looks;

    /// Reports lights that worlds cannot express: brighter ones, and those with another falloff.
    ///
    /// The intensity of a light in a world is from 0 to 1. The nearest light is written; `--no-lights` drops all
    /// lights.
    LIGHT "CNV945" "raise-light" Warning about Looks;

    /// Reports parts of materials that worlds do not have.
    ///
    /// They have colours, one texture, highlights and one number for opacity. Write glTF or COLLADA to keep the rest.
    MATERIAL "CNV946" "raise-material" Warning about Looks;

    /// Reports shapes that are written in another form: curves as lines, of several levels of detail the finest.
    ///
    /// `--tolerance` sets how far lines may be from a curve.
    SHAPE "CNV947" "raise-shape" Warning about Shape;

    /// Reports texture coordinates that are not written.
    ///
    /// Shapes of worlds have one set, and only where there is a texture. Write glTF or COLLADA to keep all sets.
    TEXCOORDS "CNV912" "raise-texcoords" Info about Shape;

    /// Reports skins and morphs, which worlds do not have.
    ///
    /// They are written in their pose at rest, or with `--bake-shapes` as an animation of their points.
    DEFORMED "CNV913" "raise-deformation" Warning about Motion;

    /// Reports vertex data that worlds do not have, such as tangents, and colours that a texture replaces.
    ///
    /// Write glTF or COLLADA to keep it.
    VERTEX_DATA "CNV914" "raise-vertex-data" Info about Shape;

    /// Reports shapes that have no normals.
    ///
    /// In worlds a shape without normals is lit by those of its faces. Export the document with normals if the shape should look
    /// smooth.
    NORMALS "CNV971" "raise-normals" Info about Looks;

    /// Reports animations that are sampled, and animations of numbers that worlds cannot animate.
    ///
    /// `--tolerance` sets the largest error, `--sample-rate` a fixed rate.
    ANIMATION "CNV948" "raise-animation" Warning about Motion;

    /// Reports nodes and views that cannot be written to a world, or not as they are.
    ///
    /// They are dropped, or stand elsewhere: a mirror becomes part of the shapes below it, because scales are positive in worlds.
    NODE "CNV949" "raise-nodes" Info;
}
