//! Codes of what happens to kinematics.

portolan_syntax::codes! {
    /// What happens to the kinematics of COLLADA documents.
    CODES:

    /// Finds joints, axes, links, models, nodes and parameters of kinematics that are referenced but do not exist.
    ///
    /// The referring object is dropped: a link without its joint cannot move, a frame without its link does not exist,
    /// an unbound axis moves no node.
    REFERENCE "CNV260" "kinematics-unresolved" Warning about Motion spec "10-1";

    /// Finds references of kinematics that are misspelt, but can be guessed.
    ///
    /// Other programs may not resolve them. `portolan check` shows the correct reference.
    GUESSED "CNV261" "kinematics-guessed" Info about Motion spec "10-1";

    /// Finds systems that instantiate themselves, and parameters and formulas that depend on themselves.
    ///
    /// The instance, parameter or formula that closes the cycle is dropped.
    CYCLE "CNV262" "kinematics-cycle" Warning about Motion spec "10-3";

    /// Finds axes of joints without a direction, and joints without axes.
    ///
    /// Nothing moves there.
    AXIS "CNV263" "joint-axis-unusable" Warning about Motion spec "10-45";

    /// Finds limits of joints whose minimum is above the maximum, and soft limits that reach beyond those of the joint.
    ///
    /// Swapped limits are exchanged. Soft limits are used as they are.
    LIMITS "CNV264" "joint-limits-repaired" Warning about Motion spec "10-10";

    /// Finds loops of links with only one end.
    ///
    /// The loop is dropped.
    LOOP "CNV265" "loop-open-ended" Warning about Motion spec "10-6";

    /// Finds numbers of kinematics that are missing or invalid.
    ///
    /// They get their default value.
    NUMBER "CNV266" "kinematics-number" Warning about Motion spec "10-10";

    /// Finds invalid bindings of axes to transforms: of another kind than the joint, bound to several axes, or with
    /// several values.
    ///
    /// A rotation bound to a prismatic axis becomes a translation, and the other way round. If there are several axes
    /// or values, the last one is used.
    BINDING "CNV267" "joint-binding-repaired" Warning about Motion spec "10-14";

    /// Finds formulas of mechanisms that cannot be computed, or whose result is not a joint axis.
    ///
    /// The axis keeps its bound value.
    FORMULA "CNV268" "mechanism-formula-unusable" Warning about Motion spec "10-11";

    /// Reports node transforms that are replaced by the axis and value of a joint.
    ///
    /// A `<bind_joint_axis>` gives both to the transform (page 10-14). The nodes are posed by the joint values of the
    /// document.
    POSED "CNV269" "joint-values-applied" Info about Motion spec "10-14";

    /// Reports nodes that are instantiated several times and moved by different joints in each place.
    ///
    /// Each instance gets its own copy of the nodes.
    SHARED "CNV270" "moved-nodes-copied" Info about Motion spec "10-14";

    /// Finds kinematics that exceeds the limits: too many models or links, or systems nested too deep.
    ///
    /// The rest is dropped.
    LIMIT "CNV271" "kinematics-too-large" Warning about Motion spec "10-1";

    /// Finds models, systems and scenes of kinematics that declare a unit or an up axis, but not both.
    ///
    /// Real files that do so have their numbers in the unit and axes of the document, like the nodes that they move. So
    /// those of the document are used. Parts that declare both are converted.
    SPACE "CNV272" "kinematics-space-ignored" Info about Motion spec "5-17";
}
