//! Codes of what does not come over from materials, effects and images.

portolan_syntax::codes! {
    /// What does not come over from materials, effects and images, or not as it was.
    CODES:

    /// Finds effects without a common profile that could be used.
    ///
    /// The values that other profiles name are taken over as far as their meaning can be guessed: states of passes such
    /// as `material_diffuse`, parameters with names such as `diffuse`, the first texture. What the shaders compute is
    /// lost. Without any such value the material is a dull grey.
    EFFECT "CNV150" "no-common-profile" Warning spec "7-1";

    /// Finds parameters that an effect uses and that do not exist, or that hold something that cannot be converted.
    ///
    /// The colour or number is left out.
    PARAM "CNV151" "parameter-unusable" Warning spec "4-1";

    /// Finds values that a material sets and that its effect has no parameter for, or one of another type.
    ///
    /// Such values are ignored, as the specification asks for.
    SETPARAM "CNV152" "setparam-ignored" Info spec "5-128";

    /// Finds textures whose image cannot be found.
    ///
    /// The way is: texture, parameter with a sampler, surface (1.4 only), image. The texture is kept without image.
    TEXTURE "CNV153" "texture-without-image" Warning spec "7-6";

    /// Finds textures that are found by leniency: they name an image where a sampler is asked for, or a parameter of
    /// another profile.
    TEXTURE_NAME "CNV154" "texture-named-loosely" Info spec "7-6";

    /// Finds samplers with states that are not known or that cannot be kept.
    SAMPLER "CNV155" "sampler-state-lost" Warning spec "8-55";

    /// Finds modes of transparency that do not exist.
    ///
    /// `A_ONE` is assumed.
    OPAQUE "CNV156" "opaque-unknown" Warning spec "7-5";

    /// Finds colours and numbers of a material that are given more than once, and numbers that are written as colours.
    ///
    /// A texture is preferred, then the first value.
    CONTENT "CNV157" "value-misplaced" Warning spec "8-52";

    /// Finds bindings of a material that lead to no value, or to no parameter of the effect.
    BIND "CNV158" "binding-ignored" Info spec "8-13";

    /// Finds symbols of primitives that no material is bound to, and symbols that are bound twice.
    ///
    /// A material with the symbol as its id is used, or else the material of a program's choice. Of two bindings the
    /// first counts.
    SYMBOL "CNV159" "symbol-unbound" Warning spec "8-68";

    /// Finds images whose file cannot be found or may not be read.
    ///
    /// The reference is kept as written.
    IMAGE "CNV160" "image-not-found" Warning spec "8-62";

    /// Finds images whose file is not exactly where the reference says.
    IMAGE_PLACE "CNV161" "image-found-nearby" Info spec "8-62";

    /// Finds images of several parts: mip levels, slices, faces, array elements.
    ///
    /// The first level of the first part is kept.
    IMAGE_PARTS "CNV162" "image-parts-lost" Warning spec "8-62";

    /// Finds images whose bytes in the document are not hexadecimal.
    IMAGE_DATA "CNV163" "image-data-broken" Warning spec "8-62";

    /// Finds placements of textures by applications that can only be kept nearly.
    PLACEMENT "CNV164" "texture-placement-lost" Warning;

    /// Finds hints at techniques that the effect does not have.
    HINT "CNV165" "technique-hint-ignored" Info spec "8-131";
}
