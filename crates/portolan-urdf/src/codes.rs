//! What is wrong with a file, and what does not come over.

portolan_syntax::codes! {
    /// What is wrong with a URDF file.
    FAULTS:

    /// Finds files whose root is not `<robot>`, and robots without links.
    ///
    /// Nothing else can be read of such a file. Give the robot at least one `<link>`.
    ROBOT "URD001" "urdf-robot" Error about Motion spec "URDF, wiki.ros.org/urdf/XML/robot";

    /// Finds links, joints and other things that are referenced but do not exist, and joints without a parent or a child.
    ///
    /// Joints that lead nowhere are dropped, and what depends on them with them. Correct the name.
    REFERENCE "URD002" "urdf-reference" Error about Motion spec "URDF, wiki.ros.org/urdf/XML/joint";

    /// Finds names that are missing or used twice.
    ///
    /// Links and joints refer to each other by name. The second link or joint of a name is left out. Choose names that
    /// differ.
    NAME "URD003" "urdf-name" Error about Motion spec "URDF, wiki.ros.org/urdf/XML/link";

    /// Finds robots that are not one tree of links: several roots, links with two parents, cycles.
    ///
    /// ROS reads only trees. The first joint that leads to a link counts, and a cycle is opened at its first link. Add
    /// the joint that is missing, or remove one that is too many.
    TREE "URD004" "urdf-tree" Error about Motion spec "URDF, wiki.ros.org/urdf/XML/joint";

    /// Finds numbers that are missing, are none, or cannot be: sizes and masses below zero, limits in the wrong order, axes
    /// without a direction.
    ///
    /// Readers of ROS refuse such a file. Here the number is ignored, or the element is dropped. Correct the number.
    NUMBER "URD005" "urdf-number" Error about Motion spec "URDF, wiki.ros.org/urdf/XML/joint";

    /// Finds kinds of joints and shapes that the format does not have, and elements without a shape.
    ///
    /// The joint becomes a fixed one, and an element without a shape is dropped. Joints are `revolute`, `continuous`,
    /// `prismatic`, `fixed`, `floating` or `planar`; shapes are `box`, `cylinder`, `sphere` and `mesh`.
    KIND "URD006" "urdf-kind" Error about Motion spec "URDF, wiki.ros.org/urdf/XML/joint";
}

portolan_syntax::codes! {
    /// What is told of URDF files that are read.
    READING:

    /// Reports mesh files and pictures that cannot be read.
    ///
    /// `package://` leads to the package around the file, or to folders that `--allow` and `--root` name.
    FILE "CNV840" "urdf-file-missing" Warning about Shape;

    /// Reports what a mesh file has besides shapes and materials, or an up axis other than Z, which ROS ignores.
    ///
    /// ROS uses only the shapes and materials of a mesh file and ignores its up axis. So does this program.
    MESH "CNV841" "urdf-mesh" Info about Shape;

    /// Reports elements that have no meaning in a scene, such as `<transmission>` and `<gazebo>`.
    ///
    /// Most are kept for writing URDF again; the message says which ones are dropped.
    KEPT "CNV842" "urdf-element" Info about Motion;

    /// Finds files that are not well-formed XML, or exceed the limits.
    ///
    /// What could be read is kept; `portolan check` shows where the file is broken.
    MALFORMED "CNV847" "urdf-malformed" Warning about Shape;
}

portolan_syntax::codes! {
    /// What is told of URDF files that are written.
    WRITING:

    /// Reports scenes without joints.
    ///
    /// URDF describes robots: links that joints connect. The whole scene becomes one link. Nothing has to be done if it
    /// is one rigid part.
    RIGID "CNV843" "to-urdf-rigid" Info about Motion;

    /// Reports joints and links that URDF cannot describe as they are.
    ///
    /// A joint with several axes becomes several joints with links between them, and loops are opened. Formulas become `<mimic>`
    /// if they are linear in one other joint; otherwise they are left out.
    JOINT "CNV844" "to-urdf-joint" Warning about Motion;

    /// Reports collision shapes that URDF does not have, and other parts of bodies that are dropped.
    ///
    /// URDF has boxes, cylinders, spheres, capsules and meshes.
    SHAPE "CNV845" "to-urdf-shape" Warning about Motion;

    /// Reports shapes that are bent or moved otherwise than by joints.
    ///
    /// URDF has rigid links only. The shapes are written as they are at rest. Write glTF or COLLADA to keep skins,
    /// morphs and animations.
    POSED "CNV846" "to-urdf-posed" Warning about Shape;
}
