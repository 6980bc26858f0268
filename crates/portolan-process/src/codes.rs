//! What is told about a scene that is told otherwise.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, when a scene is told otherwise.
    CODES:

    /// Reports that all numbers were converted to another unit or other axes.
    ///
    /// The scene is the same. The conversion was asked for by `--unit` or `--up-axis`, or the format prescribes it.
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
    ///
    /// Numbers in single precision go from about 1e-38 to 3e38. Choose another `--unit`.
    SPACE_RANGE "CNV883" "other-space-range" Warning about Shape;

    /// Reports nodes whose transforms were merged into one matrix.
    ///
    /// The node is in the same place; only the separate parts are lost. The conversion was asked for by
    /// `--single-matrix`, or the format prescribes it.
    MATRIX "CNV884" "single-matrix" Info about Metadata;

    /// Reports animations of transforms that were converted to animations of the matrix.
    ///
    /// More keys were added where they are needed; `--tolerance` sets the largest error.
    MATRIX_ANIMATION "CNV885" "single-matrix-animation" Info about Motion;

    /// Reports formulas that were replaced by their results, because their transforms were merged into a matrix.
    ///
    /// The values are correct at the time of the conversion, and no longer follow what the formulas depend on.
    MATRIX_FORMULA "CNV886" "single-matrix-formula" Info about Motion;

    /// Reports curves that were sampled at a fixed rate.
    ///
    /// The conversion was asked for by `--sample-rate`. Without it, keys are kept.
    SAMPLED "CNV887" "sampled" Info about Motion;

    /// Reports what sampling cannot represent: extrapolation, jumps between samples, more samples than allowed.
    ///
    /// Use a higher `--sample-rate`, or none: without it, keys are kept.
    SAMPLED_NEARLY "CNV888" "sampled-nearly" Warning about Motion;

    /// Reports faces that were converted to triangles or polygons.
    ///
    /// The conversion was asked for by `--triangulate` or `--polygons`.
    FACES "CNV889" "faces" Info about Shape;

    /// Reports polygons that cannot be triangulated because they have fewer than three corners or no area.
    ///
    /// They are dropped. Nothing of them can be seen.
    NO_TRIANGLES "CNV890" "no-triangles" Warning about Shape;

    /// Reports documents whose transparency is inverted, or probably should be.
    ///
    /// Many exporters wrote 0 for opaque, which by the rule of COLLADA (page 7-5) is invisible. With `--opacity auto`, the
    /// default, transparency is inverted if a used material would be invisible and none that states its opacity would be
    /// opaque, or if the program that wrote the document is known for it. `--opacity strict` follows the rule, `--opacity
    /// inverted` always inverts.
    OPACITY "CNV891" "transparency-inverted" Warning about Looks;

    /// Reports backgrounds and fog, which the output format does not support.
    ///
    /// Write xVRML, X3D or VRML97 to keep them.
    SURROUNDINGS "CNV892" "surroundings" Warning about Looks;

    /// Reports billboards, switches, levels of detail, hyperlinks and collision nodes.
    ///
    /// Their state when the world is read is written.
    ROLE "CNV893" "role" Info;

    /// Reports properties of lights that the format does not support: lights limited to their group, ambient parts,
    /// headlights.
    ///
    /// The light is written without them and may light more, or less, than it did. Write xVRML, X3D or VRML97 to keep
    /// them.
    LIGHTING "CNV894" "lighting" Warning about Looks;

    /// Reports exact solids that were converted to triangles, and how far those may be from the surfaces.
    ///
    /// `--tolerance` sets how far, in metres; by default it is a thousandth of the size of the shape.
    SOLID "CNV895" "solid-as-triangles" Info about Shape;

    /// Reports faces of exact solids that could not be drawn, or only in part.
    ///
    /// Their wires do not bound a piece of the surface, or cross each other. `portolan check` shows details.
    SOLID_FACES "CNV896" "solid-faces-missing" Warning about Shape;

    /// Reports curves in the parameters of a surface that cannot be expressed in the other unit.
    ///
    /// Their edges are computed from their curves in space.
    SOLID_CURVES "CNV897" "solid-curves-left-out" Info about Shape;
}
