//! What a scene has and COLLADA has no place for.

portolan_syntax::codes! {
    /// Codes of what is lost, or changed, on the way to COLLADA.
    CODES:

    /// Reports content of another format or version that is not allowed in this document.
    ///
    /// It is dropped. Documents of the same format keep it.
    KEPT "CNV800" "to-dae-foreign-content" Warning;

    /// Reports names that COLLADA 1.4 does not allow: it allows only letters, digits, `_`, `-` and `.`.
    ///
    /// Other characters became `_`. COLLADA 1.5 allows any name.
    NAME "CNV801" "to-dae-name" Info about Metadata;

    /// Reports ids that had to be changed: they were invalid or not unique.
    ///
    /// References follow. Programs that know the objects by their old ids will not find them.
    ID "CNV802" "to-dae-id" Info about Metadata;

    /// Reports scenes that were not written because another one was selected.
    ///
    /// Without `--scene` all scenes are written.
    VIEW "CNV803" "to-dae-view" Info;

    /// Reports points, for which COLLADA has no primitive.
    ///
    /// They are dropped. Write glTF, OBJ or PLY to keep them.
    POINTS "CNV804" "to-dae-points" Warning about Shape;

    /// Reports empty shapes.
    ///
    /// They have no vertices or no faces, so nothing is lost in a picture.
    EMPTY_SHAPE "CNV805" "to-dae-empty-shape" Info about Shape;

    /// Reports surfaces that the common profile cannot describe as they are.
    ///
    /// Metal and roughness became colours and an exponent; clear coats, sheens and similar layers were dropped.
    PHYSICAL "CNV806" "to-dae-physical" Warning about Looks;

    /// Reports transparency in a mode that the version does not have.
    ///
    /// It is converted to a mode of COLLADA 1.4.1, which is exact for colours and not for textures. `--format-version
    /// 1.5.0` writes the version with all modes.
    OPAQUE "CNV807" "to-dae-opaque" Warning about Looks;

    /// Reports textures whose factor, channels or placement COLLADA does not support.
    ///
    /// The texture is written without them. Write glTF to keep them.
    TEXTURE "CNV808" "to-dae-texture" Warning about Looks;

    /// Reports images that could not be copied to the output folder.
    ///
    /// The document refers to files that are not there. Check the permissions of the folder, or use `--link` to refer
    /// to the images where they are.
    IMAGE "CNV809" "to-dae-image" Warning about Looks;

    /// Reports values that a shading model does not have.
    ///
    /// Constant shading has no diffuse colour, Lambert shading no specular colour.
    SHADING "CNV810" "to-dae-shading" Info about Looks;

    /// Reports lights that COLLADA cannot describe: falloff functions, projected textures, physical units, shadows.
    ///
    /// The nearest light of COLLADA is written. Write OpenGEX or glTF to keep intensities.
    LIGHT "CNV811" "to-dae-light" Warning about Looks;

    /// Reports morphs that are a sum of targets, or of differences between targets.
    ///
    /// COLLADA replaces a part of the base by targets (`NORMALIZED`) or adds targets to it (`RELATIVE`). The morph is
    /// written as `NORMALIZED`. Write glTF or OpenGEX to keep it.
    MORPH "CNV812" "to-dae-morph" Warning about Shape;

    /// Reports levels of detail and display settings of shapes, which COLLADA does not have.
    ///
    /// The finest level is written.
    DRAWN "CNV813" "to-dae-appearance" Info about Looks;

    /// Reports animations of targets that COLLADA cannot address.
    ///
    /// The value is written without animation.
    TARGET "CNV814" "to-dae-target" Warning about Motion;

    /// Reports quaternion rotations that were converted to axis and angle, or to matrices where they are animated.
    ///
    /// COLLADA has no quaternions. The rotation is the same; only its notation is lost.
    QUATERNION "CNV815" "to-dae-quaternion" Info about Motion;

    /// Reports start and end times of animations that differ from their keys, and clip data other than times.
    ///
    /// COLLADA takes times from keys. Clips are written with their start and end.
    TIMING "CNV816" "to-dae-timing" Info about Motion;

    /// Reports formulas, which COLLADA has since 1.5.
    ///
    /// `--format-version 1.5.0` writes them.
    FORMULA "CNV817" "to-dae-formula" Warning about Motion;

    /// Reports metadata of documents that the version does not support.
    ///
    /// `--format-version 1.5.0` writes the version with the most metadata.
    ASSET "CNV818" "to-dae-asset" Info about Metadata;

    /// Reports application data that is not XML.
    ///
    /// It is written as text in an `<extra>`, where only its own application can read it. Prefixes of namespaces that XML does
    /// not allow are not written.
    EXTRA "CNV819" "to-dae-extra-text" Info;

    /// Reports render evaluations that the version does not support.
    ///
    /// Render steps are dropped. `--format-version 1.5.0` writes the version with the most of them.
    EVALUATION "CNV820" "to-dae-evaluation" Info about Looks;

    /// Reports joint names of skins that had to be changed.
    ///
    /// Joint names must be unique words without blanks. The nodes have the new names too.
    JOINT "CNV821" "to-dae-joint" Info about Motion;

    /// Reports errors that the checker finds in the written document.
    ///
    /// The document is written nevertheless. If the input is valid, this is a bug in the program; please report it.
    INVALID "CNV822" "to-dae-invalid" Warning;

    /// Reports information about axes and colours that COLLADA does not have.
    ///
    /// Colour spaces and the direction of the front axis are dropped.
    SPACE "CNV823" "to-dae-space" Info about Metadata;

    /// Reports skins that are not moved by their node, although COLLADA defines that they are.
    ///
    /// The node's transform becomes part of the bind shape matrix, which readers recognize as a sign to ignore the
    /// node, and the inverse bind matrices compensate it. Where that is not possible, the skin gets a separate node.
    SKIN_NODE "CNV824" "to-dae-skin-node" Info about Shape;

    /// Reports mechanisms that the version has no place for, and what of them COLLADA cannot describe.
    ///
    /// Joints and links need COLLADA 1.5 (`--format-version 1.5.0`).
    KINEMATICS "CNV825" "to-dae-kinematics" Warning about Motion spec "10-1";

    /// Reports bodies and constraints that COLLADA cannot describe.
    ///
    /// Constraints hold bodies of one model. Tapered shapes are of COLLADA 1.4 only; in 1.5 they get their mean radii.
    PHYSICS "CNV826" "to-dae-physics" Warning about Motion spec "6-1";

    /// Reports nodes that stand so deep in others that readers would refuse the document.
    ///
    /// They are dropped, with everything below them. Put less nodes into each other.
    DEEP "CNV827" "to-dae-too-deep" Warning about Shape;
}
