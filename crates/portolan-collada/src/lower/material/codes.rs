//! Codes of what does not come over from materials, effects and images.

portolan_syntax::codes! {
    /// What does not come over from materials, effects and images, or not as it was.
    CODES:

    /// Finds effects without a valid common profile.
    ///
    /// Values of other profiles are used as far as their meaning can be guessed: states of passes such as
    /// `material_diffuse`, parameters with names such as `diffuse`, the first texture. What the shaders compute is
    /// lost. Without any such value the material is grey.
    EFFECT "CNV150" "no-common-profile" Warning about Looks spec "7-1";

    /// Finds parameters of an effect that do not exist or that have a value which cannot be converted.
    ///
    /// The colour or number is ignored.
    PARAM "CNV151" "parameter-unusable" Warning about Looks spec "4-1";

    /// Finds values set by a material for which its effect has no parameter, or one of another type.
    ///
    /// Such values are ignored, as the specification requires.
    SETPARAM "CNV152" "setparam-ignored" Info about Looks spec "5-128";

    /// Finds textures whose image cannot be found.
    ///
    /// The chain is: texture, parameter with a sampler, surface (1.4 only), image. The texture is kept without an
    /// image.
    TEXTURE "CNV153" "texture-without-image" Warning about Looks spec "7-6";

    /// Finds textures with a wrong reference that can be guessed: they name an image instead of a sampler, or a
    /// parameter of another profile.
    ///
    /// The image is used as it was probably meant. `portolan check` shows how to write the reference.
    TEXTURE_NAME "CNV154" "texture-named-loosely" Info about Looks spec "7-6";

    /// Finds samplers with unknown or unsupported states.
    ///
    /// They are replaced by the default, so the texture may be repeated, clamped or filtered in another way.
    SAMPLER "CNV155" "sampler-state-lost" Warning about Looks spec "8-55";

    /// Finds unknown opaque modes.
    ///
    /// `A_ONE` is assumed.
    OPAQUE "CNV156" "opaque-unknown" Warning about Looks spec "7-5";

    /// Finds colours and numbers of a material that are given more than once, and numbers that are written as colours.
    ///
    /// A texture is preferred, then the first value.
    CONTENT "CNV157" "value-misplaced" Warning about Looks spec "8-52";

    /// Finds bindings of a material without a value or without a parameter of the effect.
    ///
    /// They have no effect. `portolan check` shows which parameters the effect has.
    BIND "CNV158" "binding-ignored" Info about Looks spec "8-13";

    /// Finds symbols of primitives that no material is bound to, and symbols that are bound twice.
    ///
    /// A material with the symbol as its id is used, or else a default material. Of two bindings the first is used.
    SYMBOL "CNV159" "symbol-unbound" Warning about Looks spec "8-68";

    /// Finds images whose file cannot be found or may not be read.
    ///
    /// The reference is kept as written.
    IMAGE "CNV160" "image-not-found" Warning about Looks spec "8-62";

    /// Finds images whose file is not exactly where the reference says.
    ///
    /// It was found by its name, in another case or in a folder nearby. Correct the reference, so that other programs
    /// find the file too.
    IMAGE_PLACE "CNV161" "image-found-nearby" Info about Looks spec "8-62";

    /// Finds images of several parts: mip levels, slices, faces, array elements.
    ///
    /// The first level of the first part is kept.
    IMAGE_PARTS "CNV162" "image-parts-lost" Warning about Looks spec "8-62";

    /// Finds images whose bytes in the document are not hexadecimal.
    ///
    /// The image is dropped. Write the bytes in hexadecimal digits, or refer to a file.
    IMAGE_DATA "CNV163" "image-data-broken" Warning about Looks spec "8-62";

    /// Finds application-specific texture placements that can only be approximated.
    ///
    /// Mirroring, rotation about a pivot and similar settings of one application have no equivalent in other formats.
    PLACEMENT "CNV164" "texture-placement-lost" Warning about Looks;

    /// Finds hints at techniques that the effect does not have.
    ///
    /// The first technique is used.
    HINT "CNV165" "technique-hint-ignored" Info about Looks spec "8-131";
}
