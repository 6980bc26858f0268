//! What pictures of documents lack because of the files around them.

portolan_syntax::codes! {
    /// Codes of pictures on surfaces.
    CODES:

    /// Tells of pictures on surfaces that could not be read.
    ///
    /// The file was not found, may not be read, is broken, or is of a format that is not known. Known are PNG, JPEG,
    /// TGA, BMP, GIF, TIFF, DDS, HDR and WebP. A checker pattern is drawn in its place.
    ///
    /// `portolan check` tells where it was looked for; `--allow FOLDER` permits to read from other folders.
    UNREADABLE "CNV501" "texture-unreadable" Warning;
}
