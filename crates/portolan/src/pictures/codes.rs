//! What pictures of documents lack because of the files around them.

portolan_syntax::codes! {
    /// Codes of pictures on surfaces.
    CODES:

    /// Tells of pictures on surfaces that could not be read.
    ///
    /// The file may not be read, is broken, or is of a format that is not known. Known are PNG, JPEG, TGA, BMP, GIF,
    /// TIFF, DDS, HDR and WebP. A checker pattern is drawn in its place, as it is for files that were not found.
    UNREADABLE "CNV501" "texture-unreadable" Warning;

    /// Tells of steps of drawing with an effect on the whole screen.
    ///
    /// `render` of COLLADA may name a material that is laid over the finished picture: blur, bloom and the like. Such
    /// effects are programs of a graphics card, and are not run. Cameras and layers of the step count all the same.
    SCREEN_EFFECT "CNV502" "render-screen-effect" Info;
}
