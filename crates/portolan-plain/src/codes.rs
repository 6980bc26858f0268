//! What plain formats do not carry.

portolan_syntax::codes! {
    /// Codes of losses on the way to OBJ, STL and PLY.
    CODES:

    /// Tells that the scene moves and the file does not.
    ///
    /// OBJ, STL and PLY hold one moment. Choose it with a time, or write glTF to keep animations.
    ANIMATION "CNV400" "animation-not-written" Warning;

    /// Tells that cameras are not written.
    ///
    /// OBJ, STL and PLY know no cameras.
    CAMERA "CNV401" "camera-not-written" Warning;

    /// Tells that lights are not written.
    ///
    /// OBJ, STL and PLY know no lights.
    LIGHT "CNV402" "light-not-written" Warning;

    /// Tells that materials and textures are not written.
    ///
    /// STL and PLY know no materials. OBJ has them in a file of its own.
    MATERIAL "CNV403" "material-not-written" Warning;

    /// Tells that a material is not written in full.
    ///
    /// MTL files know the colours of the common profile, one opacity, and textures that are scaled and moved but not
    /// turned.
    MATERIAL_PART "CNV404" "material-simplified" Info;

    /// Tells that texture coordinates are not written.
    ///
    /// STL has none; OBJ and PLY have one set.
    COORDINATES "CNV405" "texture-coordinates-not-written" Warning;

    /// Tells that colours of vertices are not written.
    ///
    /// OBJ and STL have none; PLY has one set.
    COLOURS "CNV406" "vertex-colours-not-written" Warning;

    /// Tells that normals are not written.
    ///
    /// STL has normals of triangles only. PLY has normals if all shapes do.
    NORMALS "CNV407" "normals-not-written" Info;

    /// Tells that other data of vertices is not written: tangents, binormals, data of applications.
    ATTRIBUTES "CNV408" "vertex-data-not-written" Info;

    /// Tells that lines or points are not written.
    ///
    /// STL consists of triangles; PLY is written with triangles and points.
    LINES "CNV409" "lines-not-written" Warning;

    /// Tells that skins and morphs are written as the shape they give at this moment.
    DEFORMED "CNV410" "deformation-baked" Info;

    /// Tells that nodes became coordinates in one space.
    ///
    /// A node that is placed many times is written as often.
    FLATTENED "CNV411" "nodes-flattened" Info;

    /// Tells that polygons were cut into triangles because the format, or their holes, ask for it.
    TRIANGULATED "CNV412" "polygons-triangulated" Info;

    /// Tells that hidden nodes are not written.
    HIDDEN "CNV413" "hidden-not-written" Info;

    /// Tells that not everything was written because instances add up to too much.
    TOO_MUCH "CNV414" "too-many-instances" Warning;

    /// Tells that there was nothing to write.
    ///
    /// The scene has no view, or nothing in it is drawn.
    NOTHING "CNV415" "nothing-to-write" Warning;

    /// Tells that a texture's picture is not known.
    PICTURE "CNV416" "picture-missing" Warning;

    /// Tells that curves became lines.
    ///
    /// They keep to a five-hundredth of the curve's size.
    CURVES "CNV417" "curves-to-lines" Info;
}
