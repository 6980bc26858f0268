//! What is wrong with OBJ and STL files, and what of them has no place in a scene.

portolan_syntax::codes! {
    /// Codes of what is wrong with an OBJ file or its materials.
    OBJ_FAULTS:

    /// Finds lines that cannot be read.
    ///
    /// Numbers are missing, or are none. The line is left out.
    LINE "OBJ001" "obj-line" Error;

    /// Finds faces, lines and points with vertices that are not there.
    ///
    /// Vertices are counted from 1 on, or backwards from −1. What uses others is left out.
    INDEX "OBJ002" "obj-index" Error;

    /// Finds libraries of materials that cannot be read.
    ///
    /// Shapes have their materials by name only. Nothing outside of the folder of the file is read.
    LIBRARY "OBJ003" "obj-library" Warning;

    /// Finds materials that no library has.
    NO_MATERIAL "OBJ004" "obj-material" Warning;

    /// Finds words at the beginning of a line that mean nothing.
    WORD "OBJ005" "obj-word" Warning;

    /// Finds pictures that are not there.
    PICTURE "OBJ006" "obj-picture" Warning;
}

portolan_syntax::codes! {
    /// Codes of what is wrong with an STL file.
    STL_FAULTS:

    /// Finds binary files that do not hold as many triangles as they say.
    LENGTH "STL001" "stl-length" Error;

    /// Finds text that is no STL.
    ///
    /// The lines of a triangle are `facet`, `outer loop`, three times `vertex`, `endloop`, `endfacet`.
    TEXT "STL002" "stl-text" Error;

    /// Finds numbers that are not finite.
    ///
    /// The triangle is left out.
    NUMBER "STL003" "stl-number" Error;
}

portolan_syntax::codes! {
    /// Codes of what is lost on the way from OBJ and STL.
    LOSSES:

    /// Tells of curves and surfaces of OBJ, which are not read.
    FREE_FORM "CNV430" "from-obj-free-form" Warning;

    /// Tells of smoothing groups of faces without normals.
    ///
    /// Faces without normals are flat.
    SMOOTHING "CNV431" "from-obj-smoothing" Info;

    /// Tells of parts of a material that a scene has no place for.
    MATERIAL "CNV432" "from-mtl-part" Info;

    /// Tells of colours that programs put into the spare bytes of binary STL files.
    ///
    /// There are several ways to read them, and no way to know which.
    COLOURS "CNV433" "from-stl-colours" Info;
}
