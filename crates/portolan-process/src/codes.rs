//! What is told about a scene that is told otherwise.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, when a scene is told otherwise.
    CODES:

    /// Tells that all numbers were brought into another unit, or to other axes.
    SPACE "CNV880" "other-space" Info;

    /// Tells of what was kept from the document as it was written and may hold lengths or directions.
    ///
    /// It is still in the unit and axes of the document.
    SPACE_KEPT "CNV881" "other-space-kept" Warning;

    /// Tells of data of vertices that has a meaning of its own and was left as it is.
    ///
    /// Nobody but its application knows whether it holds lengths or directions.
    SPACE_DATA "CNV882" "other-space-data" Info;

    /// Tells of numbers that became too large, or nothing, in the other unit.
    SPACE_RANGE "CNV883" "other-space-range" Warning;

    /// Tells of nodes whose transforms became one matrix.
    MATRIX "CNV884" "single-matrix" Info;

    /// Tells of animations of transforms that became animations of the matrix.
    MATRIX_ANIMATION "CNV885" "single-matrix-animation" Info;

    /// Tells of formulas that were computed, because the transforms they belong to became a matrix.
    MATRIX_FORMULA "CNV886" "single-matrix-formula" Info;

    /// Tells of curves that became samples at a fixed rate.
    SAMPLED "CNV887" "sampled" Info;

    /// Tells of what samples cannot hold: what goes on for ever, jumps between samples, more samples than are allowed.
    SAMPLED_NEARLY "CNV888" "sampled-nearly" Warning;

    /// Tells of faces that became triangles, or polygons.
    FACES "CNV889" "faces" Info;

    /// Tells of polygons that have no triangles because their corners are on one line or fewer than three.
    NO_TRIANGLES "CNV890" "no-triangles" Warning;

    /// Tells of documents whose transparency is read the other way round, or probably should be.
    ///
    /// Many exporters wrote 0 for opaque, which by the rule of COLLADA (page 7-5) is invisible. With `--opacity auto`, the
    /// default, transparency is inverted if a used material would be invisible and none that states its opacity would be
    /// opaque, or if the program that wrote the document is known for it. `--opacity strict` follows the rule, `--opacity
    /// inverted` always inverts.
    OPACITY "CNV891" "transparency-inverted" Warning;

    /// Tells of skies, grounds, panoramas and fogs, which no format has a place for that scenes are written in.
    SURROUNDINGS "CNV892" "surroundings" Warning;

    /// Tells of nodes that turn to the viewer, choose what they show, lead elsewhere or stand in the way.
    ///
    /// What they show when the world is read is written.
    ROLE "CNV893" "role" Info;

    /// Tells of lights that shine otherwise than the format knows: on their group only, from everywhere, with the viewer.
    LIGHTING "CNV894" "lighting" Warning;

    /// Tells of exact solids that became triangles, and how far those may be from the surfaces.
    ///
    /// `--tolerance` says how far, in metres; by default it is a thousandth of the size of the shape.
    SOLID "CNV895" "solid-as-triangles" Info;

    /// Tells of faces of exact solids that could not be drawn, or only in part.
    ///
    /// Their wires do not bound a piece of the surface, or cross each other. `portolan check` tells more.
    SOLID_FACES "CNV896" "solid-faces-missing" Warning;

    /// Tells of curves in the parameters of a surface that have no form in the other unit.
    ///
    /// Their edges are found where their curves in space are.
    SOLID_CURVES "CNV897" "solid-curves-left-out" Info;
}
