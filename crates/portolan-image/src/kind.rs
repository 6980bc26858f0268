//! What pictures are written to, and over.

use image::RgbaImage;

/// A kind of file that pictures are written to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Without loss, with opacity.
    Png,
    /// Small, without opacity: what is transparent is put over white.
    Jpeg,
    /// 256 colours, each pixel opaque or not; may move.
    Gif,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Png, Kind::Jpeg, Kind::Gif];

    /// Its file extension.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Png => "png",
            Kind::Jpeg => "jpg",
            Kind::Gif => "gif",
        }
    }

    /// The kind with this extension, in any case.
    pub fn named(name: &str) -> Option<Kind> {
        let known = Kind::ALL.into_iter().find(|k| k.extension().eq_ignore_ascii_case(name));
        known.or_else(|| name.eq_ignore_ascii_case("jpeg").then_some(Kind::Jpeg))
    }
}

/// A picture over a colour (red, green, blue, alpha; not multiplied).
pub fn over(picture: &RgbaImage, colour: [u8; 4]) -> RgbaImage {
    let mut result = picture.clone();
    result.pixels_mut().for_each(|pixel| pixel.0 = pixel_over(pixel.0, colour));
    result
}

/// A pixel over another one, rounded to the nearest.
pub(crate) fn pixel_over(top: [u8; 4], below: [u8; 4]) -> [u8; 4] {
    let ([r, g, b, a], [red, green, blue, behind]) = (top.map(u32::from), below.map(u32::from));
    // All in units of 1 / 255²: what the pixel leaves of the colour behind it.
    let (own, rest) = (a * 255, behind * (255 - a));
    let sum = own + rest;
    let mix = |c: u32, d: u32| (c * own + d * rest + sum / 2).checked_div(sum).unwrap_or(0) as u8;
    [mix(r, red), mix(g, green), mix(b, blue), ((sum + 127) / 255) as u8]
}
