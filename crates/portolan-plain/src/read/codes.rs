//! What is wrong with OBJ and STL files, and what of them has no place in a scene.

portolan_syntax::codes! {
    /// Codes of what is wrong with an OBJ file or its materials.
    OBJ_FAULTS:

    /// Finds lines that cannot be read.
    ///
    /// Numbers are missing or invalid. The line is ignored.
    LINE "OBJ001" "obj-line" Error;

    /// Finds faces, lines and points with vertex indices out of range.
    ///
    /// Vertices are counted from 1 on, or backwards from −1. Faces, lines and points that use others are dropped.
    INDEX "OBJ002" "obj-index" Error;

    /// Finds libraries of materials that cannot be read.
    ///
    /// Shapes keep only the names of their materials. Nothing outside the folder of the file is read.
    LIBRARY "OBJ003" "obj-library" Warning;

    /// Finds materials that no library defines.
    NO_MATERIAL "OBJ004" "obj-material" Warning;

    /// Finds unknown keywords at the beginning of a line.
    WORD "OBJ005" "obj-word" Warning;

    /// Finds images that are missing.
    PICTURE "OBJ006" "obj-picture" Warning;
}

portolan_syntax::codes! {
    /// Codes of what is wrong with an STL file.
    STL_FAULTS:

    /// Finds binary files whose number of triangles differs from the header.
    LENGTH "STL001" "stl-length" Error;

    /// Finds text that is not STL.
    ///
    /// The lines of a triangle are `facet`, `outer loop`, three times `vertex`, `endloop`, `endfacet`.
    TEXT "STL002" "stl-text" Error;

    /// Finds numbers that are not finite.
    ///
    /// The triangle is dropped.
    NUMBER "STL003" "stl-number" Error;
}

portolan_syntax::codes! {
    /// Codes of what is lost on the way from OBJ and STL.
    LOSSES:

    /// Reports free-form curves and surfaces of OBJ, which are not supported.
    FREE_FORM "CNV430" "from-obj-free-form" Warning;

    /// Reports smoothing groups of faces without normals.
    ///
    /// Faces without normals are flat.
    SMOOTHING "CNV431" "from-obj-smoothing" Info;

    /// Reports parts of a material that are not supported.
    MATERIAL "CNV432" "from-mtl-part" Info;

    /// Reports colours that programs store in the attribute bytes of binary STL files.
    ///
    /// There are several ways to read them, and no way to know which.
    COLOURS "CNV433" "from-stl-colours" Info;
}
