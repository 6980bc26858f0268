//! What a picture does not show as the document says it.

portolan_syntax::codes! {
    /// Codes of what a picture lacks.
    CODES:

    /// Tells of textures whose picture is not there.
    ///
    /// The file is missing, may not be read, or is not a picture of a known format. A checker pattern of magenta and
    /// grey is drawn in its place.
    TEXTURE_MISSING "CNV511" "render-texture-missing" Warning;

    /// Tells of parts of a material that pictures do not show.
    ///
    /// Rays are not bent, so an index of refraction changes nothing; there are no mirror images but those of the
    /// environment that the material itself gives.
    NOT_SHOWN "CNV512" "render-not-shown" Info;

    /// Tells of scenes that are larger than what is drawn.
    ///
    /// Instances of instances can add up to any number of faces. Those beyond the limit are left out.
    TOO_MUCH "CNV513" "render-too-much" Warning;

    /// Tells of pictures without anything in them.
    ///
    /// The scene draws nothing, or the camera does not see it.
    EMPTY "CNV514" "render-empty" Warning;

    /// Tells of textures on shapes without texture coordinates.
    ///
    /// There is no place in the picture to take a colour from. All of the shape gets the colour of the picture's
    /// lower left corner, as if all coordinates were zero.
    NO_COORDINATES "CNV515" "render-no-texcoords" Warning;

    /// Tells of scenes that are dark.
    ///
    /// A camera looks at the scene and there are no lights in it, so only what shines by itself is seen. A framed view
    /// brings its own light, and `--light` lights the scene in any case.
    DARK "CNV516" "render-dark" Warning;

    /// Tells of documents that hide something which was probably meant to be seen.
    ///
    /// Many exporters wrote what is opaque as a transparency of 0, which by the rule of the format is invisible. If that
    /// is so and no material that speaks of transparency is opaque, `--mend-opacity` reads it the other way round.
    INVERTED "CNV517" "render-opacity-inverted" Warning;

    /// Tells of scenes whose lights are too bright to be shown as they are.
    ///
    /// Light of 1, or one lux, makes white where white faces it. Where more than 10 arrives at most lit corners of the box
    /// around everything, there would be nothing but white: lux of the sun, or watts that an exporter wrote as a colour.
    /// All lamps are divided by what arrives at the middle one of these corners.
    EXPOSED "CNV518" "render-exposed" Warning;
}
