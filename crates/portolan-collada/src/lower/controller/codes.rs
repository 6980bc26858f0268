//! Codes of what happens to controllers.

portolan_syntax::codes! {
    /// What happens to skins and morphs of COLLADA documents.
    CODES:

    /// Finds controllers without a skin or morph, or without a source geometry.
    ///
    /// They are dropped, and so are controllers that depend on them.
    CONTROLLER "CNV200" "controller-unusable" Warning about Shape spec "5-29";

    /// Finds controllers that are their own source.
    ///
    /// All controllers of the cycle are dropped.
    CONTROLLER_CYCLE "CNV201" "controller-cycle" Warning about Shape spec "5-30";

    /// Finds skins and morphs of shapes that are not meshes.
    ///
    /// The shape is shown as it is.
    NOT_A_MESH "CNV202" "shape-not-bent" Warning about Shape;

    /// Finds skins whose inverse bind matrices are missing, too few, or not finite.
    ///
    /// The identity matrix is used instead.
    BIND_MATRIX "CNV203" "bind-matrix-repaired" Warning about Shape spec "5-70";

    /// Finds influences that cannot be used: of joints or weights that do not exist, with weights that are negative or
    /// not finite, or for vertices that the mesh does not have.
    ///
    /// They are dropped; the other influences of the vertex are kept.
    INFLUENCES "CNV204" "influences-repaired" Warning about Shape spec "5-154";

    /// Finds vertices without a joint weight above zero.
    ///
    /// They stay in the bind shape.
    UNWEIGHTED "CNV205" "vertices-without-weight" Info about Shape spec "5-154";

    /// Finds joints that are not nodes of the skeleton.
    ///
    /// Vertices bound to them stay in the bind shape.
    JOINT_MISSING "CNV206" "joint-not-found" Warning about Shape spec "5-131";

    /// Finds joints that could only be found by guessing: in the whole scene because the instance names no skeleton or
    /// the skeleton does not contain them, or by id or name instead of SID.
    ///
    /// Other programs may find other joints, or none. Name the skeleton in `<skeleton>`, and the joints by their SID.
    JOINT_GUESSED "CNV207" "joint-guessed" Info about Shape spec "5-131";

    /// Finds morph targets that are missing or have another number of vertices than the shape.
    ///
    /// They are replaced by a target without effect, so that the indices of the others stay the same.
    MORPH_TARGET "CNV208" "morph-target-unusable" Warning about Shape spec "5-92";

    /// Finds morphs with more or fewer weights than targets.
    ///
    /// Missing weights are 0.
    MORPH_WEIGHT "CNV209" "morph-weights-repaired" Warning about Shape spec "5-92";

    /// Reports whether the node of a skin moves it, where that makes a difference.
    ///
    /// According to the specification the node moves its skin. It is ignored if the bind shape already contains its
    /// transform, because the skin would be moved twice, and if it is a pivot of 3ds Max: a node without a name, with
    /// one matrix, below one with a name. `--skin-holder counts` and `--skin-holder ignored` decide it for the whole
    /// document.
    SKIN_HOLDER "CNV210" "skin-holder" Info about Shape spec "4-8";
}
