//! Codes of what happens to kinematics.

portolan_syntax::codes! {
    /// What happens to the kinematics of COLLADA documents.
    CODES:

    /// Finds joints, axes, links, models, nodes and parameters of kinematics that are named and not there.
    ///
    /// What names them is left out: a link without its joint cannot move, a frame without its link is not there, an axis
    /// that is bound to nothing moves no node.
    REFERENCE "CNV260" "kinematics-unresolved" Warning spec "10-1";

    /// Finds references of kinematics that are not written as they should, but can be guessed.
    GUESSED "CNV261" "kinematics-guessed" Info spec "10-1";

    /// Finds systems that instantiate themselves, and parameters and formulas that depend on themselves.
    ///
    /// The instance, parameter or formula that closes the circle is left out.
    CYCLE "CNV262" "kinematics-cycle" Warning spec "10-3";

    /// Finds axes of joints without a direction, and joints without axes.
    ///
    /// Nothing moves there.
    AXIS "CNV263" "joint-axis-unusable" Warning spec "10-45";

    /// Finds limits of joints whose minimum is above the maximum, and soft limits that reach beyond those of the joint.
    ///
    /// Limits that are the wrong way round are swapped. Soft limits count as they are written.
    LIMITS "CNV264" "joint-limits-repaired" Warning spec "10-10";

    /// Finds loops of links with only one end.
    ///
    /// The loop is left out.
    LOOP "CNV265" "loop-open-ended" Warning spec "10-6";

    /// Finds numbers of kinematics that are missing, or are none.
    ///
    /// They keep the value that they have if nothing is said.
    NUMBER "CNV266" "kinematics-number" Warning spec "10-10";

    /// Finds bindings of axes to transforms that cannot be as they are written: of another kind than the joint, bound to
    /// several axes, or with several values.
    ///
    /// A turn that is bound to an axis that moves along becomes a translation, and the other way round. Of several axes or
    /// values the last one counts.
    BINDING "CNV267" "joint-binding-repaired" Warning spec "10-14";

    /// Finds formulas of mechanisms that cannot be computed, or whose result is no axis of a joint.
    ///
    /// The axis keeps the value that is bound to it.
    FORMULA "CNV268" "mechanism-formula-unusable" Warning spec "10-11";

    /// Tells of transforms of nodes that take the axis and value of a joint in place of what is written in the node.
    ///
    /// A `<bind_joint_axis>` gives both to the transform (page 10-14). Nodes stand where the document's own joint values put
    /// them.
    POSED "CNV269" "joint-values-applied" Info spec "10-14";

    /// Tells of nodes that are instantiated several times and moved by different joints in each place.
    ///
    /// Each of these places gets nodes of its own.
    SHARED "CNV270" "moved-nodes-copied" Info spec "10-14";

    /// Finds kinematics that goes beyond what is read: too many models or links, or systems nested too deep.
    ///
    /// What is beyond is left out.
    LIMIT "CNV271" "kinematics-too-large" Warning spec "10-1";

    /// Finds models, systems and scenes of kinematics that say a unit or an up axis of their own, but not both.
    ///
    /// Real files that do so have their numbers in the unit and axes of the document all the same, as the nodes that they
    /// move have. So these count. What says both at its beginning is converted.
    SPACE "CNV272" "kinematics-space-ignored" Info spec "5-17";
}
