//! What is wrong with OBJ and STL files, and what of them has no place in a scene.

portolan_syntax::codes! {
    /// Codes of what is wrong with an OBJ file or its materials.
    OBJ_FAULTS:

    /// Finds lines that cannot be read.
    ///
    /// Numbers are missing or invalid. The line is ignored.
    LINE "OBJ001" "obj-line" Error spec "Wavefront OBJ 3.0, appendix B1";

    /// Finds faces, lines and points with vertex indices out of range.
    ///
    /// Vertices are counted from 1 on, or backwards from −1. Faces, lines and points that use others are dropped.
    INDEX "OBJ002" "obj-index" Error spec "Wavefront OBJ 3.0, appendix B1";

    /// Finds libraries of materials that cannot be read.
    ///
    /// Shapes keep only the names of their materials. Nothing outside the folder of the file is read.
    LIBRARY "OBJ003" "obj-library" Warning spec "Wavefront OBJ 3.0, appendix B1";

    /// Finds materials that no library defines.
    ///
    /// The faces get no material. Add the library with a `mtllib` line, or correct the name.
    NO_MATERIAL "OBJ004" "obj-material" Warning spec "Wavefront OBJ 3.0, appendix B1";

    /// Finds unknown keywords at the beginning of a line.
    ///
    /// The line is ignored. Correct the keyword, or remove the line.
    WORD "OBJ005" "obj-word" Warning spec "Wavefront OBJ 3.0, appendix B1";

    /// Finds images that are missing.
    ///
    /// The material is used without the image. Put the file where the library of materials says.
    PICTURE "OBJ006" "obj-picture" Warning;
}

portolan_syntax::codes! {
    /// Codes of what is wrong with an STL file.
    STL_FAULTS:

    /// Finds binary files whose number of triangles differs from the header.
    ///
    /// A binary file has 84 bytes before its triangles, and 50 bytes for each. The triangles that are complete are
    /// read. The file was probably truncated.
    LENGTH "STL001" "stl-length" Error spec "Automated Fabrication (Marshall Burns), section 6.5";

    /// Finds text that is not STL.
    ///
    /// The lines of a triangle are `facet`, `outer loop`, three times `vertex`, `endloop`, `endfacet`.
    TEXT "STL002" "stl-text" Error spec "Automated Fabrication (Marshall Burns), section 6.5";

    /// Finds numbers that are not finite.
    ///
    /// Nothing can be drawn with infinity or NaN, so the triangle is dropped. Export the shape again.
    NUMBER "STL003" "stl-number" Error spec "Automated Fabrication (Marshall Burns), section 6.5";
}

portolan_syntax::codes! {
    /// Codes of what is lost on the way from OBJ and STL.
    LOSSES:

    /// Reports free-form curves and surfaces of OBJ, which are not supported.
    ///
    /// Only points, lines and polygons are read. Convert the surfaces to polygons in the modelling program.
    FREE_FORM "CNV430" "from-obj-free-form" Warning about Shape;

    /// Reports smoothing groups of faces without normals.
    ///
    /// Faces without normals are flat.
    SMOOTHING "CNV431" "from-obj-smoothing" Info about Looks;

    /// Reports parts of a material that are not supported.
    ///
    /// They have no equivalent in a scene and are dropped.
    MATERIAL "CNV432" "from-mtl-part" Info about Looks;

    /// Reports colours that programs store in the attribute bytes of binary STL files.
    ///
    /// There are several ways to read them, and no way to know which.
    COLOURS "CNV433" "from-stl-colours" Info about Looks;
}
