//! What is wrong with a glTF file, and what of it has no place in a scene.

portolan_syntax::codes! {
    /// Codes of what is wrong with a glTF file.
    FAULTS:

    /// Finds binary files whose parts do not fit together.
    ///
    /// A `.glb` file is a header of twelve bytes and chunks, the first of which is the JSON text. Lengths must match
    /// the file. Everything readable is used.
    CONTAINER "GLT001" "gltf-container" Error spec "glTF 2.0, section 4";

    /// Finds JSON that cannot be read.
    ///
    /// The file is not read at all. The finding has the line where the text stops being JSON; often there is a comma
    /// too many, or the file was cut off.
    JSON "GLT002" "gltf-json" Error spec "glTF 2.0, section 2.1";

    /// Finds files of another version than 2.
    ///
    /// glTF 1.0 is another format. A file that requires at least version 2.1 (`minVersion`) is read as 2.0.
    VERSION "GLT003" "gltf-version" Error spec "glTF 2.0, section 3.2";

    /// Finds properties with a value of the wrong kind, or outside of what is allowed, and properties that are missing.
    ///
    /// The property is ignored and has its default. Correct the value.
    VALUE "GLT004" "gltf-value" Error spec "glTF 2.0, section 5";

    /// Finds indices out of range.
    ///
    /// Objects of a glTF file refer to each other by their position in a list, from 0 on. The reference is ignored.
    /// Correct the index.
    REFERENCE "GLT005" "gltf-reference" Error spec "glTF 2.0, section 3.3";

    /// Finds buffers that cannot be read, or have fewer bytes than the file says.
    ///
    /// Buffers are in the file itself, in a `data:` URI, or in a file beside it. Nothing outside the folder of the file
    /// is read, and nothing from the network.
    BUFFER "GLT006" "gltf-buffer" Error spec "glTF 2.0, section 3.6.1";

    /// Finds accessors that exceed their buffer, or whose type does not match their use.
    ///
    /// The data is ignored, and so is the shape or animation that needs it. Correct `count`, `byteOffset`,
    /// `componentType` or `type`.
    ACCESSOR "GLT007" "gltf-accessor" Error spec "glTF 2.0, section 3.6.2";

    /// Finds nodes that are their own descendants or have two parents.
    ///
    /// Nodes of a glTF file form trees. The first parent is used.
    HIERARCHY "GLT008" "gltf-hierarchy" Error spec "glTF 2.0, section 3.5.2";

    /// Finds meshes whose data does not fit together.
    ///
    /// Indices beyond the vertices, attributes with another number of vertices than there are, numbers that are not
    /// finite. Data that does not match is dropped.
    GEOMETRY "GLT009" "gltf-geometry" Error spec "glTF 2.0, section 3.7.2";

    /// Finds skins whose data does not fit together.
    ///
    /// A vertex names a joint that the skin does not have, or there are fewer matrices than joints.
    SKIN "GLT010" "gltf-skin" Error spec "glTF 2.0, section 3.7.3";

    /// Finds animations whose data does not fit together.
    ///
    /// Times must grow from key to key, and each needs its values. Data that does not match is dropped.
    ANIMATION "GLT011" "gltf-animation" Error spec "glTF 2.0, section 3.11";

    /// Finds images that are missing.
    ///
    /// The texture is kept without its picture. Put the file where `uri` says; nothing outside the folder of the file
    /// is read unless `--allow` permits it.
    IMAGE "GLT012" "gltf-image" Warning spec "glTF 2.0, section 3.8.4";

    /// Finds files that require an unsupported extension.
    ///
    /// The file declares that it cannot be shown without the extension. What does not depend on it is read.
    REQUIRED "GLT013" "gltf-required-extension" Error spec "glTF 2.0, section 3.12";

    /// Finds files that exceed the limits.
    ///
    /// A small file can expand to any amount of data by using the same bytes repeatedly.
    LIMIT "GLT014" "gltf-limit" Error;

    /// Finds extensions that are used without being named in `extensionsUsed`.
    ///
    /// Readers may skip them without looking. Here they are read. Add their names to `extensionsUsed`.
    UNDECLARED "GLT015" "gltf-undeclared-extension" Warning spec "glTF 2.0, section 3.12";
}

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, on the way from glTF.
    LOSSES:

    /// Reports extensions that are ignored.
    ///
    /// Their content is not supported, or their data cannot be decoded.
    EXTENSION "CNV350" "from-gltf-extension" Warning;

    /// Reports parts of a material that are not supported.
    ///
    /// The nearest equivalent is used, or the part is dropped.
    MATERIAL "CNV351" "from-gltf-material" Info about Looks;

    /// Reports materials that are cut out by the alpha of a texture.
    ///
    /// A scene has gradual transparency only. The mask is kept for writing glTF; other formats show it as transparency.
    MASK "CNV352" "from-gltf-alpha-mask" Info about Looks;

    /// Reports lights whose falloff is approximated.
    ///
    /// The soft edge of a spot becomes a falloff exponent of the same width. The range of a light, which is only a
    /// hint, is dropped.
    LIGHT "CNV353" "from-gltf-light" Info about Looks;

    /// Reports animated properties that are not supported.
    ///
    /// The value is the one that the file has without animation.
    NOT_ANIMATABLE_IN "CNV354" "from-gltf-not-animatable" Warning about Motion;

    /// Reports vertex data that is not supported.
    ///
    /// Sets beyond those that a scene has are dropped, and so are attributes of applications with an unknown layout.
    ATTRIBUTE "CNV355" "from-gltf-vertex-data" Info;

    /// Reports textures in an unsupported image format.
    ///
    /// The texture is kept without its picture. Convert the picture to PNG or JPEG.
    TEXTURE "CNV356" "from-gltf-texture" Warning about Looks;
}
