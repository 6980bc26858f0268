//! What is wrong with a glTF file, and what of it has no place in a scene.

portolan_syntax::codes! {
    /// Codes of what is wrong with a glTF file.
    FAULTS:

    /// Finds binary files whose parts do not fit together.
    ///
    /// A `.glb` file is a header of twelve bytes and chunks, the first of which is the JSON text. Lengths must be those
    /// of the file. What can be made out is read all the same.
    CONTAINER "GLT001" "gltf-container" Error spec "glTF 2.0, 4";

    /// Finds JSON that cannot be read.
    ///
    /// Nothing of the file is known behind such a fault, so nothing is read.
    JSON "GLT002" "gltf-json" Error spec "glTF 2.0, 2.1";

    /// Finds files of another version than 2.
    ///
    /// glTF 1.0 is another format. A file that asks for at least version 2.1 (`minVersion`) is read as 2.0.
    VERSION "GLT003" "gltf-version" Error spec "glTF 2.0, 3.2";

    /// Finds properties with a value of the wrong kind, or outside of what is allowed, and missing ones.
    ///
    /// The property counts as if it were not there.
    VALUE "GLT004" "gltf-value" Error spec "glTF 2.0, 5";

    /// Finds indices that lead nowhere.
    ///
    /// What refers is read without it.
    REFERENCE "GLT005" "gltf-reference" Error spec "glTF 2.0, 3.3";

    /// Finds buffers that cannot be read, or have fewer bytes than the file says.
    ///
    /// Buffers are in the file itself, in a `data:` URI, or in a file beside it. Nothing outside of the folder of the
    /// file is read, and nothing from the network.
    BUFFER "GLT006" "gltf-buffer" Error spec "glTF 2.0, 3.6.1";

    /// Finds accessors that reach outside of their buffer, or do not suit what they are used for.
    ///
    /// The data counts as if it were not there.
    ACCESSOR "GLT007" "gltf-accessor" Error spec "glTF 2.0, 3.6.2";

    /// Finds nodes that are below themselves, or below two others.
    ///
    /// Nodes of a glTF file form trees. A node stays where it was met first.
    HIERARCHY "GLT008" "gltf-hierarchy" Error spec "glTF 2.0, 3.5.2";

    /// Finds meshes whose data does not fit together.
    ///
    /// Indices beyond the vertices, attributes with another number of vertices than there are, numbers that are not
    /// finite. What does not fit is left out.
    GEOMETRY "GLT009" "gltf-geometry" Error spec "glTF 2.0, 3.7.2";

    /// Finds skins whose data does not fit together.
    ///
    /// A vertex names a joint that the skin does not have, or there are fewer matrices than joints.
    SKIN "GLT010" "gltf-skin" Error spec "glTF 2.0, 3.7.3";

    /// Finds animations whose data does not fit together.
    ///
    /// Times must grow from key to key, and each needs its values. What does not fit is left out.
    ANIMATION "GLT011" "gltf-animation" Error spec "glTF 2.0, 3.11";

    /// Finds images that are not there.
    ///
    /// The texture is kept without its picture.
    IMAGE "GLT012" "gltf-image" Warning spec "glTF 2.0, 3.8.4";

    /// Finds files that need an extension which is not supported.
    ///
    /// The file says that it cannot be shown without the extension. What does not depend on it is read.
    REQUIRED "GLT013" "gltf-required-extension" Error spec "glTF 2.0, 3.12";

    /// Finds files that ask for more than they are allowed to cost.
    ///
    /// A small file can ask for any amount of data by using the same bytes over and over.
    LIMIT "GLT014" "gltf-limit" Error;

    /// Finds extensions that are used without being named in `extensionsUsed`.
    UNDECLARED "GLT015" "gltf-undeclared-extension" Warning spec "glTF 2.0, 3.12";
}

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, on the way from glTF.
    LOSSES:

    /// Tells of extensions that are not taken over.
    ///
    /// A scene has no place for what they say, or their data cannot be decoded.
    EXTENSION "CNV350" "from-gltf-extension" Warning;

    /// Tells of parts of a material that a scene has no place for.
    ///
    /// The nearest that it has is used, or the part is left out.
    MATERIAL "CNV351" "from-gltf-material" Info;

    /// Tells of materials that are cut out by the alpha of a texture.
    ///
    /// A scene has transparency by degrees. The mask is kept for writing glTF again; others show it as transparency.
    MASK "CNV352" "from-gltf-alpha-mask" Info;

    /// Tells of lights that fade in another way.
    ///
    /// The edge of a spot becomes a power of the cosine that has the same width. The range of a light, which only tells
    /// programs where to stop computing it, is left out.
    LIGHT "CNV353" "from-gltf-light" Info;

    /// Tells of animated properties that a scene cannot move.
    NOT_ANIMATABLE_IN "CNV354" "from-gltf-not-animatable" Warning;

    /// Tells of vertex data that a scene has no place for.
    ATTRIBUTE "CNV355" "from-gltf-vertex-data" Info;

    /// Tells of textures whose picture is of a format that is not read.
    TEXTURE "CNV356" "from-gltf-texture" Warning;
}
