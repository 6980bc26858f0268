//! What plain formats do not carry.

portolan_syntax::codes! {
    /// Codes of losses on the way to OBJ, STL and PLY.
    CODES:

    /// Reports that animations are dropped.
    ///
    /// OBJ, STL and PLY store the scene at one time. Write glTF to keep animations.
    ANIMATION "CNV400" "animation-not-written" Warning;

    /// Reports that cameras are not written.
    ///
    /// OBJ, STL and PLY have no cameras.
    CAMERA "CNV401" "camera-not-written" Warning;

    /// Reports that lights are not written.
    ///
    /// OBJ, STL and PLY have no lights.
    LIGHT "CNV402" "light-not-written" Warning;

    /// Reports that materials and textures are not written.
    ///
    /// STL and PLY have no materials. OBJ has them in a separate file.
    MATERIAL "CNV403" "material-not-written" Warning;

    /// Reports that a material is not written completely.
    ///
    /// MTL files have the colours of the common profile, one opacity, and textures that are scaled and moved but not
    /// rotated.
    MATERIAL_PART "CNV404" "material-simplified" Info;

    /// Reports that texture coordinates are not written.
    ///
    /// STL has none; OBJ and PLY have one set.
    COORDINATES "CNV405" "texture-coordinates-not-written" Warning;

    /// Reports that vertex colours are not written.
    ///
    /// OBJ and STL have none; PLY has one set.
    COLOURS "CNV406" "vertex-colours-not-written" Warning;

    /// Reports that normals are not written.
    ///
    /// STL has normals of triangles only. PLY has normals if all shapes do.
    NORMALS "CNV407" "normals-not-written" Info;

    /// Reports that other vertex data is not written: tangents, binormals, application data.
    ATTRIBUTES "CNV408" "vertex-data-not-written" Info;

    /// Reports that lines or points are not written.
    ///
    /// STL consists of triangles; PLY is written with triangles and points.
    LINES "CNV409" "lines-not-written" Warning;

    /// Reports that skins and morphs are written in their pose at one time.
    DEFORMED "CNV410" "deformation-baked" Info;

    /// Reports that node transforms were applied to the coordinates.
    ///
    /// A node with many instances is written once for each.
    FLATTENED "CNV411" "nodes-flattened" Info;

    /// Reports that polygons were triangulated because of their holes or because the format requires it.
    TRIANGULATED "CNV412" "polygons-triangulated" Info;

    /// Reports that hidden nodes are not written.
    HIDDEN "CNV413" "hidden-not-written" Info;

    /// Reports that the number of instances exceeds the limit, so that not everything was written.
    TOO_MUCH "CNV414" "too-many-instances" Warning;

    /// Reports that there was nothing to write.
    ///
    /// The document has no scene, or the scene has nothing to draw.
    NOTHING "CNV415" "nothing-to-write" Warning;

    /// Reports that a texture has no image.
    PICTURE "CNV416" "picture-missing" Warning;

    /// Reports that curves were converted to line segments.
    ///
    /// The default tolerance is 1/4096 of the curve's extent.
    CURVES "CNV417" "curves-to-lines" Info;
}
