//! What a picture does not show as the document says it.

portolan_syntax::codes! {
    /// Codes of what a picture lacks.
    CODES:

    /// Reports textures whose image is missing.
    ///
    /// The file is missing, cannot be read, or is not an image of a known format. A checker pattern of magenta and grey
    /// is drawn in its place.
    TEXTURE_MISSING "CNV511" "render-texture-missing" Warning about Looks;

    /// Reports parts of a material that are not rendered.
    ///
    /// Refraction is not computed, so an index of refraction has no effect; reflections are limited to the environment
    /// map of the material.
    NOT_SHOWN "CNV512" "render-not-shown" Info about Looks;

    /// Reports scenes that exceed the limit of instances.
    ///
    /// Instances of instances can add up to any number of faces. Those beyond the limit are not rendered.
    TOO_MUCH "CNV513" "render-too-much" Warning about Looks;

    /// Reports empty pictures.
    ///
    /// The scene has nothing to draw, or the camera does not see it.
    EMPTY "CNV514" "render-empty" Warning about Looks;

    /// Reports textures on shapes without texture coordinates.
    ///
    /// Without coordinates a texture cannot be sampled. The whole shape gets the colour of the image's lower left
    /// corner, as if all coordinates were zero.
    NO_COORDINATES "CNV515" "render-no-texcoords" Warning about Looks;

    /// Reports scenes that are dark because they have no lights.
    ///
    /// With `--lights auto`, the default, a soft light is added to a scene without lights, and to one whose lights leave
    /// everything black. `--lights scene` shows the scene as dark as it is.
    DARK "CNV516" "render-dark" Warning about Looks;

    /// Reports documents whose transparency is inverted, or probably should be.
    ///
    /// Many exporters wrote 0 for opaque, which by the rule of COLLADA (page 7-5) is invisible. With `--opacity auto`, the
    /// default, transparency is inverted if a used material would be invisible and none that states its opacity would be
    /// opaque, or if the program that wrote the document is known for it. `--opacity strict` follows the rule, `--opacity
    /// inverted` always inverts.
    INVERTED "CNV517" "render-opacity-inverted" Warning about Looks;

    /// Reports scenes whose lights are too bright to be shown as they are.
    ///
    /// Light of 1, or one lux, makes white where white faces it. Where more than 10 arrives at most lit corners of the box
    /// around everything, there would be nothing but white: lux of the sun, or watts that an exporter wrote as a colour.
    /// All lamps are divided by what arrives at the middle one of these corners.
    EXPOSED "CNV518" "render-exposed" Warning about Looks;

    /// Reports cameras that do not show the scene.
    ///
    /// Links of robots and parts of libraries often come with the default camera of a modeller, which looks elsewhere
    /// or is far away. With `--camera auto`, the default, a camera is used if it sees at least half of what is drawn,
    /// and if it is not too small. Otherwise everything is framed. `--camera scene` uses the first camera in any case.
    CAMERA "CNV519" "render-camera-unused" Warning about Looks;

    /// Reports objects that are so far away from everything else that the picture is not framed for them.
    ///
    /// Far-away helper objects would make the rest of the scene too small.
    FAR_AWAY "CNV520" "render-far-away" Info about Looks;

    /// Reports scenes with more lights than a picture is made with.
    ///
    /// Every light is computed for every point of a picture. Lights at the same place are added up; of the others the 256
    /// that shine most on the middle of the scene are used.
    MANY_LIGHTS "CNV521" "render-many-lights" Warning about Looks;

    /// Reports pictures in which hundreds of faces lie one behind the other nearly everywhere.
    ///
    /// Each of them would have to be looked at for each pixel. What comes last in the document is not drawn there. A scene
    /// whose objects all stand in one place usually lacks its transforms.
    OVERDRAW "CNV522" "render-overdraw" Warning about Looks;

    /// Reports pictures of scenes whose instances have many millions of faces, far more than its shapes.
    ///
    /// Of each large shape only some faces are drawn, evenly over the shape: most of them are smaller than a pixel. Shapes that are
    /// seen close by can have holes.
    THINNED "CNV524" "render-thinned" Warning about Looks;
}
