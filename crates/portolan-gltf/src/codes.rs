//! What a scene has and glTF has no place for.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, on the way to glTF.
    CODES:

    /// Reports images that could not be read.
    ///
    /// The file is missing, cannot be read, or is not an image of a known format. The material is written without this
    /// texture.
    ///
    /// Put the file where the document looks for it, or permit its folder with `--allow` or `--root`.
    IMAGE_MISSING "CNV301" "gltf-image-missing" Warning about Looks;

    /// Reports images that were converted to another format.
    ///
    /// glTF supports PNG and JPEG. Other formats are decoded and written as PNG, which drops only mip levels, further
    /// frames and more than 8 bits per channel.
    IMAGE_RECODED "CNV302" "gltf-image-recoded" Info about Looks;

    /// Reports samplers that glTF cannot express.
    ///
    /// Coloured borders are replaced by clamping to the edge, `mirror once` by mirrored repeat.
    SAMPLER "CNV303" "gltf-sampler" Info about Looks;

    /// Reports parts of a material that glTF does not support.
    ///
    /// glTF has a physically based material without ambient colour and reflectivity. The part is dropped.
    ///
    /// The values remain in COLLADA and OpenGEX; convert to one of these if they matter.
    MATERIAL_PART "CNV304" "gltf-material-part" Info about Looks;

    /// Reports materials whose transparency became one number for all colours.
    ///
    /// Coloured transparency (`RGB_ZERO`, `RGB_ONE`) has separate values for red, green and blue; glTF has one alpha.
    /// The luminance is used, computed as the specification defines it.
    TRANSPARENCY "CNV305" "gltf-transparency" Info about Looks;

    /// Reports textures that were computed from others.
    ///
    /// glTF takes colour and alpha from one image and has normal maps only. Two images are combined into one; height
    /// maps become normal maps.
    TEXTURE_BAKED "CNV306" "gltf-texture-baked" Info about Looks;

    /// Reports textures on shapes without texture coordinates.
    ///
    /// Without coordinates a texture cannot be sampled. The shape gets the material without its textures.
    NO_TEXCOORDS "CNV307" "gltf-no-texcoords" Warning about Looks;

    /// Reports vertex data that glTF does not support.
    ///
    /// A third texture coordinate, data with more than four components and further sets of colours are dropped.
    VERTEX_DATA "CNV308" "gltf-vertex-data" Info about Looks;

    /// Reports numbers that are not finite.
    ///
    /// glTF forbids infinity and NaN. They were written as 0.
    NOT_FINITE "CNV309" "gltf-not-finite" Warning about Shape;

    /// Reports polygons that could not be triangulated exactly.
    ///
    /// A polygon that crosses itself, or has fewer than three different corners, has no exact triangulation.
    ///
    /// It is triangulated as well as possible. Correct the polygon in the modelling program.
    POLYGON "CNV310" "gltf-polygon" Info about Shape;

    /// Reports shapes that are not drawn.
    ///
    /// The shape has no vertices, no faces, or was not understood.
    EMPTY_SHAPE "CNV311" "gltf-empty-shape" Info about Shape;

    /// Reports curves that were converted to line segments.
    ///
    /// glTF has lines, not splines.
    ///
    /// `--tolerance` sets how far the segments may be from the curve.
    SPLINE "CNV312" "gltf-spline" Info about Shape;

    /// Reports vertices with more than four joints.
    ///
    /// Every reader of glTF has to support four. The four largest weights are kept and normalized.
    ///
    /// `--all-influences` writes all of them; few programs read more than four.
    INFLUENCES "CNV313" "gltf-influences" Info about Shape;

    /// Reports controllers that glTF cannot chain.
    ///
    /// A mesh in glTF has one skin, applied after all morph targets.
    CHAIN "CNV314" "gltf-controller-chain" Warning about Shape;

    /// Reports joints of a skin that were not found in the scene.
    ///
    /// The skeletons of the instance do not contain them. Vertices bound to them stay with the shape's node.
    JOINT_MISSING "CNV315" "gltf-joint-missing" Warning about Shape;

    /// Reports morph targets that do not fit their shape.
    ///
    /// A target must have as many vertices as the shape, and for normals the same faces.
    MORPH_TARGET "CNV316" "gltf-morph-target" Warning about Shape;

    /// Reports lights whose falloff is approximated.
    ///
    /// Light in glTF falls off with the square of the distance. Constant and linear parts of an attenuation are
    /// replaced: the light has the same brightness at the centre of the scene.
    LIGHT_ATTENUATION "CNV317" "gltf-light-attenuation" Info about Looks;

    /// Reports lights that are so bright that the scene would be overexposed.
    ///
    /// Some exporters write watts where COLLADA has a colour from 0 to 1. Such a light is dimmed; `--no-lights` drops
    /// all lights.
    LIGHT_DIMMED "CNV339" "gltf-light-dimmed" Info about Looks;

    /// Reports ambient lights, which glTF does not have.
    ///
    /// The light is kept in the `extras` of the scene, which most programs ignore: shadows are darker. `--no-lights`
    /// drops all lights.
    AMBIENT_LIGHT "CNV318" "gltf-ambient-light" Info about Looks;

    /// Reports nodes that are hidden.
    ///
    /// The node is kept, with `visible: false` in its `extras`, but its shapes are dropped, because most readers would
    /// show them.
    HIDDEN "CNV319" "gltf-hidden" Info about Shape;

    /// Reports nodes whose animated transform has a shear, or flattens space.
    ///
    /// An animated node in glTF has a translation, a rotation and a scale. The shear is dropped, and so are projections
    /// and values that are not finite.
    ///
    /// `--sample-rate` does not help; apply the shear to the shape, or remove the animation of the node.
    SHEAR "CNV320" "gltf-shear" Warning about Shape;

    /// Reports animations that are written as samples.
    ///
    /// glTF cannot express the motion between the keys exactly, so more keys were added, as many as the tolerance
    /// requires.
    ///
    /// `--tolerance` sets the largest error, `--sample-rate` a fixed rate.
    SAMPLED "CNV321" "gltf-animation-sampled" Info about Motion;

    /// Reports animated properties that glTF cannot animate.
    ///
    /// Vertex data other than positions, positions of shapes that are morphed already, visibility and some numbers of
    /// materials, lights and cameras cannot be animated in glTF. The file has the value without animation.
    NOT_ANIMATABLE "CNV322" "gltf-not-animatable" Warning about Motion;

    /// Reports animations that repeat or extrapolate outside their keys.
    ///
    /// In glTF a value is held before the first and after the last key. Readers may repeat a whole animation.
    BEHAVIOUR "CNV323" "gltf-behaviour" Info about Motion;

    /// Reports animations that begin before time 0.
    ///
    /// glTF has no negative times. All keys of the animation were shifted by the same amount.
    TIME_SHIFTED "CNV324" "gltf-time-shifted" Info about Motion;

    /// Reports cameras that glTF cannot express.
    ///
    /// Distances must be above zero, extents not zero, angles below 180 degrees. The nearest values that glTF allows
    /// are written. `portolan check` shows which number is wrong.
    CAMERA "CNV325" "gltf-camera" Warning about Looks;

    /// Reports formulas, which glTF does not support.
    ///
    /// They are evaluated and written as keys. Formulas that depend on themselves are dropped.
    FORMULA "CNV326" "gltf-formula" Warning about Motion;

    /// Reports scenes with too many node instances.
    ///
    /// Nested instances multiply. Those beyond the limit are dropped.
    TOO_MANY_NODES "CNV327" "gltf-too-many-nodes" Warning about Shape;

    /// Reports render evaluations that glTF does not support.
    ///
    /// Layers are kept in the `extras` of nodes; passes, their cameras and materials are not.
    EVALUATION "CNV328" "gltf-evaluation" Info about Looks;

    /// Reports shapes with several levels of detail.
    ///
    /// glTF has one level. The finest is written.
    LEVELS "CNV329" "gltf-levels-of-detail" Info about Shape;

    /// Reports morph targets whose weights do not sum to 1.
    ///
    /// The shape is a sum of its targets, and glTF adds differences to a base. Both agree if the weights of absolute
    /// targets sum to 1.
    ///
    /// Other weights make the shape larger or smaller than it was. Normalize them in the document.
    MORPH_SUM "CNV330" "gltf-morph-sum" Info about Shape;

    /// Reports shapes whose normals were computed.
    ///
    /// The document has no normals. Each face gets a flat normal, computed before triangulation.
    ///
    /// Export the document with normals if the shape should look smooth.
    NORMALS "CNV331" "gltf-normals" Info about Looks;

    /// Reports skins that their node moves.
    ///
    /// glTF ignores the node of a skin. The joints are copied below it, so that the shape stays in place; these copies
    /// are the joints to move. If there would be too many copies, the shape is placed by its original joints.
    SKIN_NODE "CNV332" "gltf-skin-node" Info about Shape;

    /// Reports animations that move vertices one by one.
    ///
    /// glTF moves vertices by morph targets. Each animated coordinate becomes a morph target, and its animation drives
    /// the target's weight.
    VERTICES "CNV333" "gltf-animated-vertices" Info about Motion;

    /// Reports what `KHR_physics_rigid_bodies` and `KHR_implicit_shapes` cannot say of bodies (`--physics`).
    ///
    /// Planes become large boxes; gravity, and meshes that no node shows, are left out.
    PHYSICS "CNV348" "gltf-physics" Info about Motion;

    /// Reports worlds that are kept as a whole beside their scene.
    ///
    /// glTF has no sensors, scripts, routes, fog or sounds. The document of the world stands in `extras` of the asset, and is
    /// written again when the file becomes a world and nothing else in it was changed.
    WORLD "CNV970" "gltf-world-kept" Info about Metadata;

    /// Reports animations and clips that change nothing.
    ///
    /// All their values equal the static ones, or belong to objects that are not in the file. glTF has no animation
    /// without channels.
    STILL "CNV349" "gltf-still-animation" Info about Motion;
}
