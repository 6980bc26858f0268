//! What plain formats do not carry.

portolan_syntax::codes! {
    /// Codes of losses on the way to OBJ, STL and PLY.
    CODES:

    /// Reports that animations are dropped.
    ///
    /// OBJ, STL and PLY store the scene at one time. Write glTF to keep animations.
    ANIMATION "CNV400" "animation-not-written" Warning about Motion;

    /// Reports that cameras are not written.
    ///
    /// OBJ, STL and PLY have no cameras.
    ///
    /// Write glTF, COLLADA or OpenGEX to keep cameras. `--no-cameras` drops them without a report.
    CAMERA "CNV401" "camera-not-written" Warning about Looks;

    /// Reports that lights are not written.
    ///
    /// OBJ, STL and PLY have no lights.
    ///
    /// Write glTF, COLLADA or OpenGEX to keep lights. `--no-lights` drops them without a report.
    LIGHT "CNV402" "light-not-written" Warning about Looks;

    /// Reports that materials and textures are not written.
    ///
    /// STL and PLY have no materials. OBJ has them in a separate file.
    ///
    /// Write OBJ or glTF to keep them.
    MATERIAL "CNV403" "material-not-written" Warning about Looks;

    /// Reports that a material is not written completely.
    ///
    /// MTL files have the colours of the common profile, one opacity, and textures that are scaled and moved but not
    /// rotated.
    MATERIAL_PART "CNV404" "material-simplified" Info about Looks;

    /// Reports that texture coordinates are not written.
    ///
    /// STL has none; OBJ and PLY have one set.
    ///
    /// Write glTF or COLLADA to keep all sets.
    COORDINATES "CNV405" "texture-coordinates-not-written" Warning about Looks;

    /// Reports that vertex colours are not written.
    ///
    /// OBJ and STL have none; PLY has one set.
    ///
    /// Write glTF, COLLADA or PLY to keep colours.
    COLOURS "CNV406" "vertex-colours-not-written" Warning about Looks;

    /// Reports that normals are not written.
    ///
    /// STL has normals of triangles only. PLY has normals if all shapes do.
    ///
    /// Write glTF, COLLADA or OBJ to keep normals; other programs compute them from the faces.
    NORMALS "CNV407" "normals-not-written" Info about Looks;

    /// Reports that other vertex data is not written: tangents, binormals, application data.
    ///
    /// OBJ, STL and PLY have no place for it. Write glTF or COLLADA to keep it.
    ATTRIBUTES "CNV408" "vertex-data-not-written" Info;

    /// Reports that lines or points are not written.
    ///
    /// STL consists of triangles; PLY is written with triangles and points.
    ///
    /// Write OBJ, glTF or COLLADA to keep lines.
    LINES "CNV409" "lines-not-written" Warning about Shape;

    /// Reports that skins and morphs are written in their pose at one time.
    ///
    /// OBJ, STL and PLY have neither skeletons nor morph targets. Write glTF or COLLADA to keep them.
    DEFORMED "CNV410" "deformation-baked" Info about Shape;

    /// Reports that node transforms were applied to the coordinates.
    ///
    /// A node with many instances is written once for each.
    ///
    /// These formats have no nodes. Write glTF or COLLADA to keep the hierarchy.
    FLATTENED "CNV411" "nodes-flattened" Info;

    /// Reports that polygons were triangulated because of their holes or because the format requires it.
    ///
    /// Write COLLADA with `--polygons` to keep polygons.
    TRIANGULATED "CNV412" "polygons-triangulated" Info about Shape;

    /// Reports that hidden nodes are not written.
    ///
    /// OBJ, STL and PLY cannot hide anything, so hidden shapes would be seen.
    HIDDEN "CNV413" "hidden-not-written" Info about Shape;

    /// Reports that the number of instances exceeds the limit, so that not everything was written.
    ///
    /// Instances of instances multiply. Use fewer of them, or write glTF or COLLADA, which keep instances.
    TOO_MUCH "CNV414" "too-many-instances" Warning about Shape;

    /// Reports that there was nothing to write.
    ///
    /// The document has no scene, or the scene has nothing to draw.
    NOTHING "CNV415" "nothing-to-write" Warning about Shape;

    /// Reports that a texture has no image.
    ///
    /// The material is written without it. Put the file where the document looks for it, or permit its folder with
    /// `--allow` or `--root`.
    PICTURE "CNV416" "picture-missing" Warning about Looks;

    /// Reports that curves were converted to line segments.
    ///
    /// The default tolerance is 1/4096 of the curve's extent.
    ///
    /// `--tolerance` sets how far the segments may be from the curve.
    CURVES "CNV417" "curves-to-lines" Info about Shape;

    /// Reports shapes that STEP files do not get because they are no boundary representations.
    ///
    /// STEP is written for exact solids. Write STL, OBJ or glTF to keep triangles.
    STEP_SHAPE "CNV985" "step-without-mesh" Warning about Shape;

    /// Reports edges and vertices that bound no face and are not written to STEP files.
    ///
    /// Write COLLADA 1.5 to keep them.
    STEP_LOOSE "CNV986" "step-without-wires" Warning about Shape;

    /// Reports solids that are mirrored, or scaled more in one direction than in another.
    ///
    /// Their exact surfaces would have to be of another kind. Remove the scale of the node, or write triangles.
    STEP_PLACE "CNV987" "step-solid-stretched" Warning about Shape;
}
