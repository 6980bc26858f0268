//! What pictures of documents lack because of the files around them.

portolan_syntax::codes! {
    /// Codes of pictures on surfaces.
    CODES:

    /// Reports texture images that could not be read.
    ///
    /// The file cannot be read, is damaged, or has an unknown format. Supported are PNG, JPEG, TGA, BMP, GIF, TIFF,
    /// DDS, HDR and WebP. A checker pattern is drawn in its place, as it is for files that were not found.
    UNREADABLE "CNV501" "texture-unreadable" Warning about Looks;

    /// Reports texture images that are shown with fewer pixels than they have.
    ///
    /// Decoded, all of them together would take more memory than the files explain; pictures of one colour are a thousand
    /// times larger in memory than on the disk. `--max-memory` allows more.
    SMALLER "CNV523" "texture-smaller" Warning about Looks;

    /// Reports render steps with a full-screen effect.
    ///
    /// `render` of COLLADA may name a material that is applied to the finished picture, such as blur or bloom. Such
    /// effects are shaders and are not run. Cameras and layers of the step are used.
    SCREEN_EFFECT "CNV502" "render-screen-effect" Info about Looks;

    /// Reports scenes that are drawn in more steps than anything needs.
    ///
    /// Each `render` of `evaluate_scene` is a picture of its own over those before it. The first ones are drawn.
    STEPS "CNV525" "render-steps" Warning about Looks;
}
