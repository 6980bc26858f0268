//! Codes of what happens to controllers.

portolan_syntax::codes! {
    /// What happens to skins and morphs of COLLADA documents.
    CODES:

    /// Finds controllers that hold neither skin nor morph, or bend nothing that is there.
    ///
    /// They are left out, and so are those that bend what they give.
    CONTROLLER "CNV200" "controller-unusable" Warning spec "5-29";

    /// Finds controllers that bend what they give themselves.
    ///
    /// All controllers of the circle are left out.
    CONTROLLER_CYCLE "CNV201" "controller-cycle" Warning spec "5-30";

    /// Finds skins and morphs of shapes that are no meshes.
    ///
    /// The shape is shown as it is.
    NOT_A_MESH "CNV202" "shape-not-bent" Warning;

    /// Finds skins whose inverse bind matrices are missing, too few, or not finite.
    ///
    /// The identity stands in for them.
    BIND_MATRIX "CNV203" "bind-matrix-repaired" Warning spec "5-70";

    /// Finds influences that cannot be used: of joints or weights that do not exist, with weights that are negative or no
    /// numbers, or for vertices that the mesh does not have.
    ///
    /// They are left out; all others of their vertex are kept.
    INFLUENCES "CNV204" "influences-repaired" Warning spec "5-154";

    /// Finds vertices that no weight above zero holds.
    ///
    /// They stay where the bind shape has them.
    UNWEIGHTED "CNV205" "vertices-without-weight" Info spec "5-154";

    /// Finds joints that no node of the skeleton is.
    ///
    /// Vertices that they hold stay where the bind shape has them.
    JOINT_MISSING "CNV206" "joint-not-found" Warning spec "5-131";

    /// Finds joints that were found in another way than the document should say: in the whole scene because the instance
    /// names no skeleton or the skeleton does not have them, or by their id or name and not by their SID.
    JOINT_GUESSED "CNV207" "joint-guessed" Info spec "5-131";

    /// Finds morph targets that are missing or have another number of vertices than the shape.
    ///
    /// Something without effect stands in for them, so that the others keep their places.
    MORPH_TARGET "CNV208" "morph-target-unusable" Warning spec "5-92";

    /// Finds morphs with more or fewer weights than targets.
    ///
    /// Missing weights are 0.
    MORPH_WEIGHT "CNV209" "morph-weights-repaired" Warning spec "5-92";

    /// Notes whether the node that holds a skin moves it, where that makes a difference.
    ///
    /// By the specification the node counts. It does not where the bind shape holds its transform already, because the skin
    /// would be moved twice, and where it is a pivot of 3ds Max: a node without a name, with one matrix, below one with a
    /// name. `--skin-holder counts` and `--skin-holder ignored` decide it for the whole document.
    SKIN_HOLDER "CNV210" "skin-holder" Info spec "4-8";
}
