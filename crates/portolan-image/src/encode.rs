//! Pictures out.

use std::borrow::Cow;
use std::io::Cursor;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, RgbaImage};

use crate::kind::{Kind, over};

/// Share of quality that JPEG keeps, of 100.
const QUALITY: u8 = 92;

/// Writes one picture.
pub fn encode(picture: &RgbaImage, kind: Kind) -> Result<Vec<u8>, String> {
    let mut bytes = Cursor::new(Vec::new());
    match kind {
        Kind::Png => picture.write_to(&mut bytes, ImageFormat::Png).map_err(|e| e.to_string())?,
        Kind::Jpeg => {
            let flat = DynamicImage::ImageRgba8(over(picture, [255; 4])).into_rgb8();
            JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(&flat).map_err(|e| e.to_string())?;
        }
        Kind::Gif => {
            let mut gif = Gif::new(picture.width(), picture.height())?;
            gif.add(picture, 0)?;
            return gif.finish();
        }
    }
    Ok(bytes.into_inner())
}

/// A GIF file that grows picture by picture and repeats for ever.
pub struct Gif {
    encoder: Encoder<Vec<u8>>,
    size: (u32, u32),
    frames: usize,
}

/// Opaque colours of a palette; one entry is kept for what is transparent.
const COLOURS: usize = 255;

/// How few pixels the palette is learnt from: one in so many.
const LEARNT: i32 = 10;

impl Gif {
    /// A file without pictures yet. GIF holds at most 65535 pixels along a side.
    pub fn new(width: u32, height: u32) -> Result<Gif, String> {
        let (Ok(w), Ok(h)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err("a GIF file can have at most 65535 pixels per side".to_owned());
        };
        let encoder = Encoder::new(Vec::new(), w, h, &[]).map_err(|e| e.to_string())?;
        Ok(Gif { encoder, size: (width, height), frames: 0 })
    }

    /// Adds a picture that is shown for so many hundredths of a second. Pixels that are less than half opaque are left
    /// out, others are opaque.
    pub fn add(&mut self, picture: &RgbaImage, hundredths: u16) -> Result<(), String> {
        if picture.dimensions() != self.size {
            return Err("all frames of a GIF file must have the same size".to_owned());
        }
        if self.frames == 1 {
            self.encoder.set_repeat(Repeat::Infinite).map_err(|e| e.to_string())?;
        }
        self.frames += 1;
        let (palette, indices) = palette(picture);
        let transparent = picture.pixels().any(|p| !is_opaque(p.0)).then_some(0);
        let frame = Frame {
            delay: hundredths,
            dispose: DisposalMethod::Background,
            transparent,
            width: self.size.0 as u16,
            height: self.size.1 as u16,
            palette: Some(palette),
            buffer: Cow::Owned(indices),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(|e| e.to_string())
    }

    /// The whole file.
    pub fn finish(self) -> Result<Vec<u8>, String> {
        self.encoder.into_inner().map_err(|e| e.to_string())
    }
}

fn is_opaque([.., alpha]: [u8; 4]) -> bool {
    alpha >= 128
}

/// Colours (three bytes each; the first is for what is transparent) and the place in them of each pixel.
fn palette(picture: &RgbaImage) -> (Vec<u8>, Vec<u8>) {
    let opaque = |[r, g, b, _]: [u8; 4]| [r, g, b, 255];
    let drawn = picture.pixels().filter(|p| is_opaque(p.0)).map(|p| opaque(p.0));
    let mut exact: Vec<[u8; 4]> = Vec::new();
    for colour in drawn.clone() {
        if let Err(place) = exact.binary_search(&colour) {
            exact.insert(place, colour);
            if exact.len() > COLOURS {
                break;
            }
        }
    }
    let mut colours = vec![0; 3];
    let place: Box<dyn Fn([u8; 4]) -> usize> = if exact.len() <= COLOURS {
        exact.iter().for_each(|[r, g, b, _]| colours.extend([r, g, b]));
        Box::new(move |colour| exact.binary_search(&colour).unwrap_or(0))
    } else {
        let pixels: Vec<u8> = drawn.flatten().collect();
        let learnt = NeuQuant::new(LEARNT, COLOURS, &pixels);
        colours.extend(learnt.color_map_rgb());
        Box::new(move |colour| learnt.index_of(&colour))
    };
    let index = |pixel: [u8; 4]| if is_opaque(pixel) { (place(opaque(pixel)) + 1).min(COLOURS) as u8 } else { 0 };
    let indices = picture.pixels().map(|p| index(p.0)).collect();
    (colours, indices)
}

#[cfg(test)]
mod tests {
    use image::codecs::gif::GifDecoder;
    use image::{AnimationDecoder, Rgba};

    use super::*;

    #[test]
    fn what_is_transparent_lies_over_a_colour() {
        let one = |pixel, colour| over(&RgbaImage::from_pixel(1, 1, Rgba(pixel)), colour).get_pixel(0, 0).0;
        assert_eq!(one([9, 8, 7, 255], [255; 4]), [9, 8, 7, 255]);
        assert_eq!(one([9, 8, 7, 0], [1, 2, 3, 255]), [1, 2, 3, 255]);
        assert_eq!(one([0, 0, 0, 128], [255, 255, 255, 255]), [127, 127, 127, 255]);
        assert_eq!(one([9, 8, 7, 0], [1, 2, 3, 0]), [0, 0, 0, 0]);
        assert_eq!(one([200, 0, 0, 128], [0, 200, 0, 128]), [134, 66, 0, 192]);
    }

    #[test]
    fn jpeg_is_put_over_white() {
        let bytes = encode(&RgbaImage::from_pixel(8, 8, Rgba([255, 0, 0, 0])), Kind::Jpeg).unwrap();
        let back = image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg).unwrap().into_rgb8();
        assert!(back.pixels().all(|p| p.0.iter().all(|c| *c > 250)));
    }

    #[test]
    fn a_gif_moves_and_keeps_few_colours_exactly() {
        let mut first = RgbaImage::from_pixel(4, 4, Rgba([1, 2, 3, 255]));
        first.put_pixel(2, 1, Rgba([9, 9, 9, 10]));
        let second = RgbaImage::from_pixel(4, 4, Rgba([0, 0, 0, 255]));
        let mut gif = Gif::new(4, 4).unwrap();
        gif.add(&first, 5).unwrap();
        gif.add(&second, 7).unwrap();
        assert!(gif.add(&RgbaImage::new(3, 4), 1).is_err());
        let bytes = gif.finish().unwrap();
        assert!(bytes.windows(11).any(|w| w == b"NETSCAPE2.0"));
        let frames = GifDecoder::new(Cursor::new(&bytes)).unwrap().into_frames().collect_frames().unwrap();
        assert_eq!(frames.len(), 2);
        assert_eq!(frames[0].delay().numer_denom_ms(), (50, 1));
        assert_eq!(frames[0].buffer().get_pixel(0, 0).0, [1, 2, 3, 255]);
        assert_eq!(frames[0].buffer().get_pixel(2, 1).0[3], 0);
        assert_eq!(frames[1].buffer().get_pixel(2, 1).0, [0, 0, 0, 255]);
        assert!(Gif::new(65536, 1).is_err());
    }

    #[test]
    fn many_colours_become_near_ones() {
        let ramp = RgbaImage::from_fn(64, 64, |x, y| Rgba([x as u8 * 4, y as u8 * 4, 128, 255]));
        let bytes = encode(&ramp, Kind::Gif).unwrap();
        assert_eq!(bytes, encode(&ramp, Kind::Gif).unwrap());
        let back = image::load_from_memory_with_format(&bytes, ImageFormat::Gif).unwrap().into_rgba8();
        let error: u64 = ramp.iter().zip(back.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        assert!(error < 64 * 64 * 24, "{error}");
        assert!(back.pixels().all(|p| p.0[3] == 255));
    }

    #[test]
    fn kinds_are_known_by_their_extension() {
        assert_eq!(Kind::named("PNG"), Some(Kind::Png));
        assert_eq!(Kind::named("jpeg"), Some(Kind::Jpeg));
        assert_eq!(Kind::named("bmp"), None);
    }
}
