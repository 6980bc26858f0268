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

    /// Tells of scenes that are dark because nothing lights them.
    ///
    /// With `--lights auto`, the default, a soft light is added to a scene without lights, and to one whose lights leave
    /// everything black. `--lights scene` shows the scene as dark as it is.
    DARK "CNV516" "render-dark" Warning;

    /// Tells of documents whose transparency is read the other way round, or probably should be.
    ///
    /// Many exporters wrote 0 for opaque, which by the rule of COLLADA (page 7-5) is invisible. With `--opacity auto`, the
    /// default, transparency is inverted if a used material would be invisible and none that states its opacity would be
    /// opaque, or if the program that wrote the document is known for it. `--opacity strict` follows the rule, `--opacity
    /// inverted` always inverts.
    INVERTED "CNV517" "render-opacity-inverted" Warning;

    /// Tells of scenes whose lights are too bright to be shown as they are.
    ///
    /// Light of 1, or one lux, makes white where white faces it. Where more than 10 arrives at most lit corners of the box
    /// around everything, there would be nothing but white: lux of the sun, or watts that an exporter wrote as a colour.
    /// All lamps are divided by what arrives at the middle one of these corners.
    EXPOSED "CNV518" "render-exposed" Warning;

    /// Tells of cameras that do not show the scene.
    ///
    /// Links of robots and parts of libraries often come with the default camera of a modeller, which looks elsewhere or
    /// is far away. With `--camera auto`, the default, a camera is used if it sees at least half of what is drawn, and if
    /// that is more than a speck. Otherwise everything is framed. `--camera scene` uses the first camera in any case.
    CAMERA "CNV519" "render-camera-unused" Warning;

    /// Tells of objects that are so far away from everything else that the picture is not framed for them.
    ///
    /// Helpers of modellers that lie far outside would make the rest a speck.
    FAR_AWAY "CNV520" "render-far-away" Info;
}
