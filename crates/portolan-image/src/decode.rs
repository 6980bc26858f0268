//! Pictures in, within limits.

use std::borrow::Cow;
use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use portolan_scene::{Image, Pixels};

/// Reads the file at a location.
pub type Read<'a> = &'a (dyn Fn(&str) -> Result<Vec<u8>, String> + Sync);

/// Bytes that decoding one picture may take; larger ones are refused.
pub const MEMORY: u64 = 1 << 30;

/// Most pixels along one side.
const SIDE: u32 = 1 << 16;

/// A picture as it lies in its file.
#[derive(Clone, Debug)]
pub struct Encoded<'a> {
    /// The whole file.
    pub bytes: Cow<'a, [u8]>,
    /// What kind of file it is, by its first bytes if they tell, else by its name.
    pub format: ImageFormat,
}

/// What a picture says of itself before it is decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// May any pixel be transparent?
    pub alpha: bool,
}

impl<'a> Encoded<'a> {
    /// Fetches the bytes of a scene's picture. What goes wrong is told as the end of a sentence about it.
    pub fn load(image: &'a Image, read: Read<'_>) -> Result<Encoded<'a>, String> {
        let (bytes, hint) = match &image.pixels {
            Pixels::File { reference, location: None } => return Err(format!("`{reference}` was not found")),
            Pixels::File { reference, location: Some(location) } => {
                let bytes = read(location).map_err(|e| format!("`{reference}` cannot be read: {e}"))?;
                (Cow::Owned(bytes), extension(reference).or_else(|| extension(location)))
            }
            Pixels::Embedded { format, bytes } => {
                (Cow::Borrowed(bytes.as_slice()), Some(format.trim_start_matches('.').to_ascii_lowercase()))
            }
            Pixels::None => return Err("it has no pixels".into()),
        };
        let known = image::guess_format(&bytes).ok();
        let format = known.or_else(|| ImageFormat::from_extension(hint?)).ok_or("its image format is unknown")?;
        Ok(Encoded { bytes, format })
    }

    /// Reads size and kind of the pixels only.
    pub fn header(&self) -> Result<Header, String> {
        let decoder = self.reader().into_decoder().map_err(broken)?;
        let (width, height) = decoder.dimensions();
        Ok(Header { width, height, alpha: decoder.color_type().has_alpha() })
    }

    /// Decodes all pixels; of several frames, pages or levels the first.
    pub fn decode(&self) -> Result<DynamicImage, String> {
        self.reader().decode().map_err(broken)
    }

    fn reader(&self) -> ImageReader<Cursor<&[u8]>> {
        let mut reader = ImageReader::with_format(Cursor::new(self.bytes.as_ref()), self.format);
        let mut limits = Limits::default();
        limits.max_alloc = Some(MEMORY);
        limits.max_image_width = Some(SIDE);
        limits.max_image_height = Some(SIDE);
        reader.limits(limits);
        reader
    }
}

fn broken(error: image::ImageError) -> String {
    format!("it is damaged: {error}")
}

fn extension(path: &str) -> Option<String> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    path.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};
    use portolan_scene::Meta;

    use super::*;

    fn file(name: &str) -> Image {
        let pixels = Pixels::File { reference: name.into(), location: Some(name.into()) };
        Image { meta: Meta::default(), pixels }
    }

    fn written(pixels: &RgbaImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let opaque = DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(pixels.clone()).into_rgb8());
        let result = match format {
            ImageFormat::Jpeg => opaque.write_to(&mut bytes, format),
            ImageFormat::Hdr => DynamicImage::ImageRgb32F(opaque.into_rgb32f()).write_to(&mut bytes, format),
            _ => DynamicImage::ImageRgba8(pixels.clone()).write_to(&mut bytes, format),
        };
        result.unwrap();
        bytes.into_inner()
    }

    #[test]
    fn common_formats_are_decoded_whatever_they_are_called() {
        let pixels = RgbaImage::from_pixel(3, 2, Rgba([200, 100, 50, 255]));
        use ImageFormat::{Bmp, Gif, Hdr, Jpeg, Png, Tga, Tiff, WebP};
        for format in [Png, Jpeg, Bmp, Gif, Tiff, WebP, Hdr, Tga] {
            let bytes = written(&pixels, format);
            // A targa has nothing at its beginning that tells it apart.
            let image = file(if format == Tga { "textures/a.TGA?x#y" } else { "misnamed.xyz" });
            let encoded = Encoded::load(&image, &|_| Ok(bytes.clone())).unwrap();
            assert_eq!(encoded.format, format);
            let header = encoded.header().unwrap();
            assert_eq!((header.width, header.height), (3, 2), "{format:?}");
            let found = encoded.decode().unwrap().into_rgba8();
            let near = found.get_pixel(1, 1).0.iter().zip([200u8, 100, 50, 255]).all(|(a, b)| a.abs_diff(b) < 4);
            assert!(near, "{format:?}: {:?}", found.get_pixel(1, 1));
        }
    }

    #[test]
    fn what_is_no_picture_is_told() {
        let why = |image: &Image, bytes: Result<Vec<u8>, String>| {
            Encoded::load(image, &|_| bytes.clone()).and_then(|e| e.decode()).unwrap_err()
        };
        let png = written(&RgbaImage::new(4, 4), ImageFormat::Png);
        assert!(why(&file("a.png"), Ok(png[..30].to_vec())).starts_with("it is damaged"));
        assert_eq!(why(&file("c.xyz"), Ok(vec![0; 100])), "its image format is unknown");
        assert_eq!(why(&file("d.png"), Err("no".into())), "`d.png` cannot be read: no");
        let lost = Image { pixels: Pixels::File { reference: "e.png".into(), location: None }, ..file("") };
        assert_eq!(why(&lost, Ok(png.clone())), "`e.png` was not found");
        assert_eq!(why(&Image { pixels: Pixels::None, ..file("") }, Ok(png)), "it has no pixels");
        // A header that promises more than anybody has.
        let mut vast = written(&RgbaImage::new(4, 4), ImageFormat::Tga);
        vast[12..16].copy_from_slice(&[0xff; 4]);
        assert!(why(&file("f.tga"), Ok(vast)).starts_with("it is damaged"));
    }
}
