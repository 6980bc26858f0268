//! What a scene has and glTF has no place for.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, on the way to glTF.
    CODES:

    /// Tells of pictures that could not be read.
    ///
    /// The file is missing, may not be read, or is not a picture of a known format. The material is written without
    /// this texture.
    IMAGE_MISSING "CNV301" "gltf-image-missing" Warning;

    /// Tells of pictures that were stored in another format.
    ///
    /// glTF knows PNG and JPEG. Others are decoded and written as PNG, which loses nothing of the pixels but mip levels,
    /// further frames and more than 8 bits per channel.
    IMAGE_RECODED "CNV302" "gltf-image-recoded" Info;

    /// Tells of samplers that glTF cannot express.
    ///
    /// Borders with a colour become a clamped edge, a texture that is mirrored once is mirrored for ever.
    SAMPLER "CNV303" "gltf-sampler" Info;

    /// Tells of parts of a material that glTF has no place for.
    ///
    /// glTF computes light physically: there is no share of ambient light and no amount of mirror images. The part is
    /// left out.
    MATERIAL_PART "CNV304" "gltf-material-part" Info;

    /// Tells of materials whose transparency became one number for all colours.
    ///
    /// Coloured transparency (`RGB_ZERO`, `RGB_ONE`) weighs red, green and blue apart; glTF has one alpha. It is the
    /// luminance, as the specification computes alpha.
    TRANSPARENCY "CNV305" "gltf-transparency" Info;

    /// Tells of textures that were computed from others.
    ///
    /// glTF takes colour and alpha from one picture and relief from normals. Two pictures are joined into one; heights
    /// become normals.
    TEXTURE_BAKED "CNV306" "gltf-texture-baked" Info;

    /// Tells of textures on shapes without texture coordinates.
    ///
    /// There is no place in the picture to take a colour from. The shape gets the material without its textures.
    NO_TEXCOORDS "CNV307" "gltf-no-texcoords" Warning;

    /// Tells of vertex data that glTF cannot hold as it is.
    ///
    /// A third texture coordinate is left out; data with more than four numbers in a row, or further colours without
    /// room, are dropped.
    VERTEX_DATA "CNV308" "gltf-vertex-data" Info;

    /// Tells of numbers that are not finite.
    ///
    /// glTF forbids infinity and NaN. They were written as 0.
    NOT_FINITE "CNV309" "gltf-not-finite" Warning;

    /// Tells of polygons that could not be cut into triangles as they are.
    ///
    /// A polygon that crosses itself, or has fewer than three different corners, has no exact triangulation.
    POLYGON "CNV310" "gltf-polygon" Info;

    /// Tells of shapes that are not drawn.
    ///
    /// The shape has no vertices, no faces, or was not understood.
    EMPTY_SHAPE "CNV311" "gltf-empty-shape" Info;

    /// Tells of curves in space that became straight pieces.
    ///
    /// glTF has lines, not splines.
    SPLINE "CNV312" "gltf-spline" Info;

    /// Tells of vertices with more than four joints.
    ///
    /// Every reader of glTF has to support four. The four heaviest are kept and made to sum to 1.
    INFLUENCES "CNV313" "gltf-influences" Info;

    /// Tells of controllers that glTF cannot chain.
    ///
    /// A mesh in glTF has one skin, applied after all morph targets.
    CHAIN "CNV314" "gltf-controller-chain" Warning;

    /// Tells of joints of a skin that were not found in the scene.
    ///
    /// The instance names skeletons that do not contain them. Vertices bound to them stay with the shape's node.
    JOINT_MISSING "CNV315" "gltf-joint-missing" Warning;

    /// Tells of morph targets that do not fit their shape.
    ///
    /// A target must have as many vertices as the shape, and for normals the same faces.
    MORPH_TARGET "CNV316" "gltf-morph-target" Warning;

    /// Tells of lights whose brightness falls off in another way.
    ///
    /// Light in glTF falls off with the square of the distance. Constant and linear parts of an attenuation are
    /// replaced: the light has the same brightness at the midst of what is drawn.
    LIGHT_ATTENUATION "CNV317" "gltf-light-attenuation" Info;

    /// Tells of lights that are so strong that nothing but white would be left of what they shine on.
    ///
    /// Some exporters write watts where COLLADA has a colour from 0 to 1. Such a light is written as strong as a picture can
    /// bear; `--no-lights` leaves all lights out.
    LIGHT_DIMMED "CNV339" "gltf-light-dimmed" Info;

    /// Tells of ambient lights.
    ///
    /// glTF has none. It is kept in the `extras` of the scene.
    AMBIENT_LIGHT "CNV318" "gltf-ambient-light" Info;

    /// Tells of nodes that are hidden.
    ///
    /// The node is kept, with `visible: false` in its `extras`, but its shapes are left out: most readers would show
    /// them.
    HIDDEN "CNV319" "gltf-hidden" Info;

    /// Tells of nodes whose animated transform has a shear, or flattens space.
    ///
    /// An animated node in glTF has a translation, a rotation and a scale. The shear is left out, and so is what no node
    /// can have: a projection, or numbers beyond all bounds.
    SHEAR "CNV320" "gltf-shear" Warning;

    /// Tells of animations that are written as samples.
    ///
    /// glTF cannot express the motion between the keys exactly, so that more keys were computed, as many as the
    /// tolerance asks for.
    SAMPLED "CNV321" "gltf-animation-sampled" Info;

    /// Tells of animated things that glTF cannot move.
    ///
    /// Vertex data other than positions, positions of shapes that are morphed already, visibility and some numbers of
    /// materials, lights and cameras have no place in a glTF animation. The file has the value without animation.
    NOT_ANIMATABLE "CNV322" "gltf-not-animatable" Warning;

    /// Tells of animations that repeat, or go on, outside of their keys.
    ///
    /// In glTF a value stays before the first and after the last key. Readers may repeat a whole animation.
    BEHAVIOUR "CNV323" "gltf-behaviour" Info;

    /// Tells of animations that begin before time 0.
    ///
    /// glTF knows no negative times. All keys of the animation were shifted by the same amount.
    TIME_SHIFTED "CNV324" "gltf-time-shifted" Info;

    /// Tells of cameras that glTF cannot express.
    ///
    /// Distances must be above zero, extents not zero, angles below 180 degrees.
    CAMERA "CNV325" "gltf-camera" Warning;

    /// Tells of formulas, which glTF does not know.
    ///
    /// They are computed, and their results are keys. Those that depend on themselves have none.
    FORMULA "CNV326" "gltf-formula" Warning;

    /// Tells of scenes that place shared nodes so often that not all fit.
    ///
    /// Nodes that hold each other several times over multiply. The rest is left out.
    TOO_MANY_NODES "CNV327" "gltf-too-many-nodes" Warning;

    /// Tells of ways to draw a view that glTF does not know.
    ///
    /// Layers are kept in the `extras` of nodes; passes, their cameras and materials are not.
    EVALUATION "CNV328" "gltf-evaluation" Info;

    /// Tells of shapes with several levels of detail.
    ///
    /// glTF has one level. The finest is written.
    LEVELS "CNV329" "gltf-levels-of-detail" Info;

    /// Tells of morph targets whose weights do not sum to 1.
    ///
    /// The shape is a sum of its targets, and glTF adds differences to a base. Both agree as long as the weights of
    /// targets that are no differences sum to 1.
    MORPH_SUM "CNV330" "gltf-morph-sum" Info;

    /// Tells of shapes whose normals were made.
    ///
    /// The document has none. Each face gets the one that it has as a whole, so that it looks flat before and after it
    /// is cut into triangles.
    NORMALS "CNV331" "gltf-normals" Info;

    /// Tells of skins that their node moves.
    ///
    /// In glTF the node of a skin means nothing. The joints stand once more below it, so that they hold the shape where it
    /// was, whatever moves; joints that are moved by hand are those. Where that would be too many, the shape stands
    /// where its joints are.
    SKIN_NODE "CNV332" "gltf-skin-node" Info;

    /// Tells of animations that move vertices one by one.
    ///
    /// glTF moves vertices by morph targets. Each coordinate that is driven becomes a target of its own, and what drove it
    /// drives the target's weight.
    VERTICES "CNV333" "gltf-animated-vertices" Info;

    /// Tells of animations and clips that change nothing.
    ///
    /// Every value that they give is the one that is there without them, or of something that is not in the file. glTF
    /// has no animation without channels.
    STILL "CNV349" "gltf-still-animation" Info;
}
