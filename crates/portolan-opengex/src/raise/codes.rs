//! What a scene has and OpenGEX has no place for.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, on the way to OpenGEX.
    CODES:

    /// Tells of views that were not written.
    ///
    /// An OpenGEX file is one scene. The view that is asked for, or the first to be shown, is written.
    VIEW "CNV700" "to-ogex-view" Warning;

    /// Tells of scenes whose X axis points up.
    ///
    /// OpenGEX knows Y and Z. Everything hangs below one more node that turns it.
    UP_AXIS "CNV701" "to-ogex-up-axis" Info;

    /// Tells of data of applications that OpenGEX cannot hold.
    ///
    /// Only what is written in OpenDDL itself can stand in an OpenGEX file.
    EXTRA "CNV702" "to-ogex-extra" Info;

    /// Tells of nodes that belong to layers, and of ways to draw a view in steps. OpenGEX has neither.
    LAYER "CNV704" "to-ogex-layer" Info;

    /// Tells of hidden nodes that hold lights or cameras.
    ///
    /// Only geometry can be invisible in OpenGEX. Shapes below a hidden node are written as invisible, one by one.
    HIDDEN "CNV705" "to-ogex-hidden" Info;

    /// Tells of scenes that place shared nodes so often, or so deep, that not all fit.
    TOO_MANY_NODES "CNV706" "to-ogex-too-many-nodes" Warning;

    /// Tells of transforms that became a matrix: shears and views from an eye.
    MATRIX "CNV707" "to-ogex-matrix" Info;

    /// Tells of shapes that are not drawn.
    ///
    /// The shape has no vertices, no faces, or was not understood.
    EMPTY_SHAPE "CNV708" "to-ogex-empty-shape" Info;

    /// Tells of polygons that were cut into triangles.
    ///
    /// A mesh in OpenGEX is made of points, lines, triangles or quads, all of one kind.
    POLYGON "CNV709" "to-ogex-polygon" Info;

    /// Tells of curves in space that became straight pieces.
    SPLINE "CNV710" "to-ogex-spline" Info;

    /// Tells of vertex data that OpenGEX cannot hold as it is.
    ///
    /// Rows have at most four numbers; names must be identifiers.
    VERTEX_DATA "CNV711" "to-ogex-vertex-data" Info;

    /// Tells of numbers that are not finite. They were written as 0.
    NOT_FINITE "CNV712" "to-ogex-not-finite" Warning;

    /// Tells of shapes that became several objects.
    ///
    /// A mesh in OpenGEX has one kind of primitive and the same data for all vertices. Each part is a node of its own.
    SPLIT "CNV713" "to-ogex-shape-split" Info;

    /// Tells of controllers that OpenGEX cannot chain: a mesh has morph targets and one skin.
    CHAIN "CNV714" "to-ogex-controller-chain" Warning;

    /// Tells of joints of a skin that were not found in the scene. Vertices bound to them stay where they are.
    JOINT_MISSING "CNV715" "to-ogex-joint-missing" Warning;

    /// Tells of bind matrices that cannot be inverted.
    BIND "CNV716" "to-ogex-bind-matrix" Warning;

    /// Tells of morph targets that do not fit their shape.
    MORPH_TARGET "CNV717" "to-ogex-morph-target" Warning;

    /// Tells of coarser levels of a shape that cannot stand beside it, because they have another kind of primitive.
    LEVEL "CNV718" "to-ogex-level" Warning;

    /// Tells of parts of a material that OpenGEX, or the version that is written, has no place for.
    MATERIAL_PART "CNV719" "to-ogex-material-part" Info;

    /// Tells of transparency that OpenGEX cannot express.
    TRANSPARENCY "CNV720" "to-ogex-transparency" Warning;

    /// Tells of samplers that OpenGEX, or the version that is written, cannot express.
    SAMPLER "CNV721" "to-ogex-sampler" Info;

    /// Tells of pictures that could not be read. Their file names are written all the same.
    IMAGE_MISSING "CNV722" "to-ogex-image-missing" Warning;

    /// Tells of ambient lights, which OpenGEX does not have.
    AMBIENT_LIGHT "CNV723" "to-ogex-ambient-light" Warning;

    /// Tells of lights whose brightness is not measured, or falls off in a way that OpenGEX cannot express.
    ///
    /// OpenGEX measures in candela and lux; the number is kept. Light never exceeds that at the source.
    LIGHT "CNV724" "to-ogex-light" Info;

    /// Tells of cameras that OpenGEX cannot express: those without perspective.
    CAMERA "CNV725" "to-ogex-camera" Warning;

    /// Tells of animations that are written as samples.
    ///
    /// OpenGEX cannot hold the motion between the keys as it is, so that more keys were computed, as many as the
    /// tolerance asks for.
    SAMPLED "CNV726" "to-ogex-animation-sampled" Info;

    /// Tells of animated things that OpenGEX cannot move.
    ///
    /// Only transforms of nodes and textures and weights of morph targets can be animated.
    NOT_ANIMATABLE "CNV727" "to-ogex-not-animatable" Warning;

    /// Tells of animations that repeat, or go on, outside of their keys. In OpenGEX they stay.
    BEHAVIOUR "CNV728" "to-ogex-behaviour" Info;

    /// Tells of formulas, which OpenGEX does not know.
    ///
    /// They are computed, and their results are keys. Those that depend on themselves have none.
    FORMULA "CNV729" "to-ogex-formula" Warning;

    /// Tells of what only later versions of OpenGEX have than the one that is written.
    VERSION "CNV730" "to-ogex-version" Warning;

    /// Tells of written documents that this program itself finds fault with.
    ///
    /// This is a fault of the program, not of the document.
    INVALID "CNV731" "to-ogex-not-valid" Warning;

    /// Tells of skins whose normals are mixed in another way.
    ///
    /// OpenGEX mixes the inverses of the bones' matrices where others invert the mixture. The two agree where one bone
    /// holds a vertex, and where bones turn alike.
    SKIN_NORMALS "CNV732" "to-ogex-skin-normals" Info;

    /// Tells of skins that their node moves.
    ///
    /// In OpenGEX bones alone say where a skin is. They stand once more below the node, so that they hold the shape where it
    /// was, whatever moves. Where that would be too many, the shape stands where its bones are.
    SKIN_NODE "CNV733" "to-ogex-skin-node" Info;

    /// Tells of animations that move vertices one by one.
    ///
    /// OpenGEX moves vertices by morph targets. Each coordinate that is driven becomes a target of its own, and what drove
    /// it drives the target's weight.
    VERTICES "CNV734" "to-ogex-animated-vertices" Info;
}
