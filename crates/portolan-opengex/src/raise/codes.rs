//! What a scene has and OpenGEX has no place for.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, on the way to OpenGEX.
    CODES:

    /// Reports scenes that were not written.
    ///
    /// An OpenGEX file is one scene. The selected or default scene is written.
    VIEW "CNV700" "to-ogex-view" Warning;

    /// Reports scenes whose X axis points up.
    ///
    /// OpenGEX supports Y and Z. The scene is put below an additional node that rotates it.
    UP_AXIS "CNV701" "to-ogex-up-axis" Info about Metadata;

    /// Reports application data that OpenGEX does not support.
    ///
    /// An OpenGEX file can contain only OpenDDL data.
    EXTRA "CNV702" "to-ogex-extra" Info;

    /// Reports layers and render steps, which OpenGEX does not have.
    ///
    /// They are dropped. Write COLLADA to keep them.
    LAYER "CNV704" "to-ogex-layer" Info;

    /// Reports hidden nodes with lights or cameras.
    ///
    /// Only geometry can be invisible in OpenGEX. Shapes below a hidden node are written as invisible, one by one.
    HIDDEN "CNV705" "to-ogex-hidden" Info about Shape;

    /// Reports scenes with too many node instances or too deep a hierarchy.
    ///
    /// The nodes beyond the limit are dropped. Use fewer instances of instances.
    TOO_MANY_NODES "CNV706" "to-ogex-too-many-nodes" Warning about Shape;

    /// Reports transforms that were converted to a matrix: shears and look-at transforms.
    ///
    /// OpenGEX has translations, rotations, scales and matrices. The node is in the same place; only the separate parts
    /// are lost.
    MATRIX "CNV707" "to-ogex-matrix" Info about Shape;

    /// Reports shapes that are not drawn.
    ///
    /// The shape has no vertices, no faces, or was not understood.
    EMPTY_SHAPE "CNV708" "to-ogex-empty-shape" Info about Shape;

    /// Reports polygons that were triangulated.
    ///
    /// A mesh in OpenGEX is made of points, lines, triangles or quads, all of one kind.
    POLYGON "CNV709" "to-ogex-polygon" Info about Shape;

    /// Reports curves that were converted to line segments.
    ///
    /// `--tolerance` sets how far the segments may be from the curve.
    SPLINE "CNV710" "to-ogex-spline" Info about Shape;

    /// Reports vertex data that OpenGEX does not support.
    ///
    /// Vertex data has at most four components; names must be identifiers.
    VERTEX_DATA "CNV711" "to-ogex-vertex-data" Info;

    /// Reports numbers that are not finite.
    ///
    /// OpenGEX has no notation for infinity and NaN other than bit patterns, and nothing can be drawn with them. They
    /// were written as 0.
    NOT_FINITE "CNV712" "to-ogex-not-finite" Warning about Shape;

    /// Reports shapes that were split into several objects.
    ///
    /// A mesh in OpenGEX has one kind of primitive and the same data for all vertices. Each part becomes a separate
    /// node.
    SPLIT "CNV713" "to-ogex-shape-split" Info about Shape;

    /// Reports controllers that OpenGEX cannot chain: a mesh has morph targets and one skin.
    ///
    /// The others have no effect. Write COLLADA to keep them.
    CHAIN "CNV714" "to-ogex-controller-chain" Warning about Shape;

    /// Reports joints of a skin that were not found in the scene.
    ///
    /// Vertices bound to them stay where they are. `portolan check` shows which joints are missing.
    JOINT_MISSING "CNV715" "to-ogex-joint-missing" Warning about Shape;

    /// Reports bind matrices that cannot be inverted.
    ///
    /// The identity matrix is written instead, so the skin is bent wrongly. Correct the matrix in the document.
    BIND "CNV716" "to-ogex-bind-matrix" Warning about Shape;

    /// Reports morph targets that do not fit their shape.
    ///
    /// A target must have as many vertices as the shape. It is dropped.
    MORPH_TARGET "CNV717" "to-ogex-morph-target" Warning about Shape;

    /// Reports levels of detail that are dropped because they have a different kind of primitive.
    ///
    /// All levels of an OpenGEX object must have the same kind. Use `--triangulate` to make them alike.
    LEVEL "CNV718" "to-ogex-level" Warning about Shape;

    /// Reports parts of a material that OpenGEX, or the version that is written, does not support.
    ///
    /// The part is dropped. `--format-version 3.0` writes the version with the most properties.
    MATERIAL_PART "CNV719" "to-ogex-material-part" Info about Looks;

    /// Reports transparency that OpenGEX cannot express.
    ///
    /// OpenGEX has one opacity for all colours, or one texture for it. The surface may look more or less transparent.
    TRANSPARENCY "CNV720" "to-ogex-transparency" Warning about Looks;

    /// Reports samplers that OpenGEX, or the version that is written, cannot express.
    ///
    /// The nearest setting is used. `--format-version 3.0` writes the version with the most settings.
    SAMPLER "CNV721" "to-ogex-sampler" Info about Looks;

    /// Reports images that could not be read.
    ///
    /// Their file names are written nevertheless. Put the files where the document looks for them, or permit their
    /// folder with `--allow` or `--root`.
    IMAGE_MISSING "CNV722" "to-ogex-image-missing" Warning about Looks;

    /// Reports ambient lights, which OpenGEX does not have.
    ///
    /// The light is dropped, so shadows are darker. `--no-lights` drops all lights.
    AMBIENT_LIGHT "CNV723" "to-ogex-ambient-light" Warning about Looks;

    /// Reports lights whose brightness is not measured, or falls off in a way that OpenGEX cannot express.
    ///
    /// OpenGEX measures in candela and lux; the number is kept. The attenuation never exceeds 1.
    LIGHT "CNV724" "to-ogex-light" Info about Looks;

    /// Reports cameras that OpenGEX cannot express: those without perspective.
    ///
    /// OpenGEX has perspective cameras only. The camera is dropped; its node remains.
    CAMERA "CNV725" "to-ogex-camera" Warning about Looks;

    /// Reports animations that are written as samples.
    ///
    /// OpenGEX cannot express the motion between the keys exactly, so more keys were added, as many as the tolerance
    /// requires.
    SAMPLED "CNV726" "to-ogex-animation-sampled" Info about Motion;

    /// Reports animated properties that OpenGEX cannot animate.
    ///
    /// Only transforms of nodes and textures and weights of morph targets can be animated.
    NOT_ANIMATABLE "CNV727" "to-ogex-not-animatable" Warning about Motion;

    /// Reports animations that repeat or extrapolate outside their keys.
    ///
    /// In OpenGEX the value is held before the first and after the last key. Readers may repeat a whole animation.
    BEHAVIOUR "CNV728" "to-ogex-behaviour" Info about Motion;

    /// Reports formulas, which OpenGEX does not support.
    ///
    /// They are evaluated and written as keys. Formulas that depend on themselves are dropped.
    FORMULA "CNV729" "to-ogex-formula" Warning about Motion;

    /// Reports features that need a later version of OpenGEX than the one that is written.
    ///
    /// They are dropped. `--format-version 3.0` writes the latest version.
    VERSION "CNV730" "to-ogex-version" Warning;

    /// Reports written documents in which this program finds errors.
    ///
    /// This is a bug in the program, not a problem of the document.
    INVALID "CNV731" "to-ogex-not-valid" Warning;

    /// Reports skins whose normals are blended differently.
    ///
    /// OpenGEX blends the inverses of the bone matrices where others invert the blended matrix. The two agree for
    /// vertices with one bone, and for bones with the same rotation.
    SKIN_NORMALS "CNV732" "to-ogex-skin-normals" Info about Looks;

    /// Reports skins that their node moves.
    ///
    /// In OpenGEX only bones place a skin. They are copied below the node, so that the shape stays in place. If there
    /// would be too many copies, the shape is placed by its original bones.
    SKIN_NODE "CNV733" "to-ogex-skin-node" Info about Shape;

    /// Reports animations that move vertices one by one.
    ///
    /// OpenGEX moves vertices by morph targets. Each animated coordinate becomes a morph target, and its animation
    /// drives the target's weight.
    VERTICES "CNV734" "to-ogex-animated-vertices" Info about Motion;
}
