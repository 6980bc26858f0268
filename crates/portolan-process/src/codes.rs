//! What is told about a scene that is told otherwise.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, when a scene is told otherwise.
    CODES:

    /// Reports that all numbers were converted to another unit or other axes.
    SPACE "CNV880" "other-space" Info about Metadata;

    /// Reports content that was kept unchanged and may contain lengths or directions.
    ///
    /// It is still in the unit and axes of the document.
    SPACE_KEPT "CNV881" "other-space-kept" Warning;

    /// Reports application-specific vertex data that was not converted.
    ///
    /// Only its application knows whether it contains lengths or directions.
    SPACE_DATA "CNV882" "other-space-data" Info;

    /// Reports numbers that became too large, or zero, in the new unit.
    SPACE_RANGE "CNV883" "other-space-range" Warning about Shape;

    /// Reports nodes whose transforms were merged into one matrix.
    MATRIX "CNV884" "single-matrix" Info about Metadata;

    /// Reports animations of transforms that were converted to animations of the matrix.
    MATRIX_ANIMATION "CNV885" "single-matrix-animation" Info about Motion;

    /// Reports formulas that were replaced by their results, because their transforms were merged into a matrix.
    MATRIX_FORMULA "CNV886" "single-matrix-formula" Info about Motion;

    /// Reports curves that were sampled at a fixed rate.
    SAMPLED "CNV887" "sampled" Info about Motion;

    /// Reports what sampling cannot represent: extrapolation, jumps between samples, more samples than allowed.
    SAMPLED_NEARLY "CNV888" "sampled-nearly" Warning about Motion;

    /// Reports faces that were converted to triangles or polygons.
    FACES "CNV889" "faces" Info about Shape;

    /// Reports polygons that cannot be triangulated because they have fewer than three corners or no area.
    NO_TRIANGLES "CNV890" "no-triangles" Warning about Shape;

    /// Reports documents whose transparency is inverted, or probably should be.
    ///
    /// Many exporters wrote 0 for opaque, which by the rule of COLLADA (page 7-5) is invisible. With `--opacity auto`, the
    /// default, transparency is inverted if a used material would be invisible and none that states its opacity would be
    /// opaque, or if the program that wrote the document is known for it. `--opacity strict` follows the rule, `--opacity
    /// inverted` always inverts.
    OPACITY "CNV891" "transparency-inverted" Warning about Looks;

    /// Reports backgrounds and fog, which no output format supports.
    SURROUNDINGS "CNV892" "surroundings" Warning about Looks;

    /// Reports billboards, switches, levels of detail, hyperlinks and collision nodes.
    ///
    /// Their state when the world is read is written.
    ROLE "CNV893" "role" Info;

    /// Reports properties of lights that the format does not support: lights limited to their group, ambient parts,
    /// headlights.
    LIGHTING "CNV894" "lighting" Warning about Looks;

    /// Tells of exact solids that became triangles, and how far those may be from the surfaces.
    ///
    /// `--tolerance` says how far, in metres; by default it is a thousandth of the size of the shape.
    SOLID "CNV895" "solid-as-triangles" Info about Shape;

    /// Tells of faces of exact solids that could not be drawn, or only in part.
    ///
    /// Their wires do not bound a piece of the surface, or cross each other. `portolan check` tells more.
    SOLID_FACES "CNV896" "solid-faces-missing" Warning about Shape;

    /// Tells of curves in the parameters of a surface that have no form in the other unit.
    ///
    /// Their edges are found where their curves in space are.
    SOLID_CURVES "CNV897" "solid-curves-left-out" Info about Shape;
}
