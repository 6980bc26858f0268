//! What is wrong with a file, and what does not come over.

portolan_syntax::codes! {
    /// What is wrong with a URDF file.
    FAULTS:

    /// Finds files whose root is not `<robot>`, and robots without links.
    ROBOT "URD001" "urdf-robot" Error about Motion;

    /// Finds links, joints and other things that are referenced but do not exist, and joints without a parent or a child.
    REFERENCE "URD002" "urdf-reference" Error about Motion;

    /// Finds names that are missing or used twice.
    ///
    /// The second link or joint of a name is left out.
    NAME "URD003" "urdf-name" Error about Motion;

    /// Finds robots that are not one tree of links: several roots, links with two parents, cycles.
    ///
    /// The first joint that leads to a link counts. A cycle is opened at its first link.
    TREE "URD004" "urdf-tree" Error about Motion;

    /// Finds numbers that are missing, are none, or cannot be: sizes and masses below zero, limits in the wrong order, axes
    /// without a direction.
    NUMBER "URD005" "urdf-number" Error about Motion;

    /// Finds kinds of joints and shapes that the format does not have, and elements without a shape.
    KIND "URD006" "urdf-kind" Error about Motion;
}

portolan_syntax::codes! {
    /// What is told of URDF files that are read.
    READING:

    /// Reports mesh files and pictures that cannot be read.
    ///
    /// `package://` leads to the package around the file, or to folders that `--allow` and `--root` name.
    FILE "CNV840" "urdf-file-missing" Warning about Shape;

    /// Reports what a mesh file has besides shapes and materials, or an up axis other than Z, which ROS ignores.
    MESH "CNV841" "urdf-mesh" Info about Shape;

    /// Reports elements that are kept for URDF but mean nothing in a scene, such as `<transmission>` and `<gazebo>`, and those
    /// that are left out.
    KEPT "CNV842" "urdf-element" Info about Motion;
}

portolan_syntax::codes! {
    /// What is told of URDF files that are written.
    WRITING:

    /// Reports scenes without joints. They become one link.
    RIGID "CNV843" "to-urdf-rigid" Info about Motion;

    /// Reports joints and links that URDF cannot describe as they are.
    ///
    /// A joint with several axes becomes several joints with links between them, and loops are opened. Formulas become `<mimic>`
    /// if they are linear in one other joint; otherwise they are left out.
    JOINT "CNV844" "to-urdf-joint" Warning about Motion;

    /// Reports collision shapes that URDF does not have, and what is left out of bodies.
    SHAPE "CNV845" "to-urdf-shape" Warning about Motion;

    /// Reports shapes that are bent or moved otherwise than by joints. They are written as they stand.
    POSED "CNV846" "to-urdf-posed" Warning about Shape;
}
