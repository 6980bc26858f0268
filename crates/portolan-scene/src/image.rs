//! Pictures and how they are sampled.

use crate::Meta;

/// A picture.
#[derive(Clone, Debug)]
pub struct Image {
    /// Names and origin.
    pub meta: Meta,
    /// Where its pixels are.
    pub pixels: Pixels,
}

/// Where the pixels of an image are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pixels {
    /// In a file.
    File {
        /// As written.
        reference: Box<str>,
        /// Where the file is, if it was found.
        location: Option<Box<str>>,
    },
    /// A whole file in the document.
    Embedded {
        /// What the document says of its format.
        format: Box<str>,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// To be drawn into, or not given.
    None,
}

/// What happens outside a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Wrap {
    /// It repeats.
    #[default]
    Repeat,
    /// It repeats, every other time mirrored.
    Mirror,
    /// Its edge goes on.
    Clamp,
    /// There is the border colour.
    Border,
    /// It is mirrored once, then its edge goes on.
    MirrorOnce,
    /// It is mirrored once, then there is the border colour.
    MirrorBorder,
}

/// How texels are mixed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Filter {
    /// Not at all.
    None,
    /// The nearest is taken.
    Nearest,
    /// Linearly.
    #[default]
    Linear,
}

/// How a texture is sampled.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Sampler {
    /// Along the first coordinate.
    pub wrap_s: Wrap,
    /// Along the second coordinate.
    pub wrap_t: Wrap,
    /// Along the third coordinate.
    pub wrap_p: Wrap,
    /// When texels are larger than pixels; `None` in the document is linear.
    pub magnify: Filter,
    /// When they are smaller.
    pub minify: Filter,
    /// Between levels of detail.
    pub mip: Filter,
    /// Red, green, blue, alpha outside, where the border is shown.
    pub border: Option<[f32; 4]>,
    /// Most samples of an anisotropic filter; 0 and 1 are none.
    pub anisotropy: u32,
}
