//! Textures, compared by their pixels.

use std::sync::OnceLock;

use portolan_compare::{ByName, Textures};
use portolan_image::{Encoded, ImageFormat, RgbaImage};
use portolan_scene::ImageId;
use portolan_syntax::Limits;

use crate::import::Imported;

/// Opens pictures when they are asked for, each once.
pub(super) struct ByPixels<'a> {
    documents: [&'a Imported; 2],
    opened: [Vec<OnceLock<Result<Opened, String>>>; 2],
    limits: Limits,
}

struct Opened {
    pixels: RgbaImage,
    /// Was it made smaller by changing it a little?
    lossy: bool,
}

/// How far a channel may be off where nothing was lost by the format: rounding.
const EXACT: u8 = 2;
/// How far it may be off on average where something was.
const MEAN: f64 = 5.0;
/// And how far at all, for all but one in a hundred.
const FAR: u8 = 48;

impl<'a> ByPixels<'a> {
    pub fn new(a: &'a Imported, b: &'a Imported, limits: &Limits) -> ByPixels<'a> {
        let slots = |d: &Imported| d.scene.images.iter().map(|_| OnceLock::new()).collect();
        ByPixels { documents: [a, b], opened: [slots(a), slots(b)], limits: limits.clone() }
    }

    fn open(&self, side: usize, id: ImageId) -> Option<&Result<Opened, String>> {
        let document = self.documents.get(side)?;
        let slot = self.opened.get(side)?.get(id.index())?;
        Some(slot.get_or_init(|| {
            let image = document.scene.image(id).ok_or("it is missing")?;
            let read = |location: &str| document.resources.read(location, self.limits.bytes).map_err(|e| e.to_string());
            let encoded = Encoded::load(image, &read)?;
            let lossy = matches!(encoded.format, ImageFormat::Jpeg | ImageFormat::WebP | ImageFormat::Dds);
            Ok(Opened { pixels: encoded.decode()?.into_rgba8(), lossy })
        }))
    }
}

impl Textures for ByPixels<'_> {
    fn differ(&self, a: ImageId, b: ImageId) -> Option<String> {
        let (own, other) = (self.open(0, a)?, self.open(1, b)?);
        match (own, other) {
            (Ok(own), Ok(other)) => pixels(own, other),
            (Ok(_), Err(why)) => Some(format!("the second one cannot be shown: {why}")),
            (Err(why), Ok(_)) => Some(format!("the first one cannot be shown: {why}")),
            (Err(_), Err(_)) => {
                let [a_document, b_document] = &self.documents;
                ByName { a: &a_document.scene, b: &b_document.scene }.differ(a, b)
            }
        }
    }
}

fn pixels(own: &Opened, other: &Opened) -> Option<String> {
    let (size, other_size) = (own.pixels.dimensions(), other.pixels.dimensions());
    if size != other_size {
        return Some(format!(
            "its size differs: {} × {} vs {} × {} pixels",
            size.0, size.1, other_size.0, other_size.1
        ));
    }
    let lossy = own.lossy || other.lossy;
    let total = u64::from(size.0) * u64::from(size.1);
    let (mut sum, mut far, mut worst) = (0u64, 0u64, (0u8, 0, 0));
    for ((x, y, p), q) in own.pixels.enumerate_pixels().zip(other.pixels.pixels()) {
        let off = p.0.iter().zip(q.0).map(|(p, q)| p.abs_diff(q)).max().unwrap_or(0);
        sum += u64::from(off);
        far += u64::from(off > if lossy { FAR } else { EXACT });
        if off > worst.0 {
            worst = (off, x, y);
        }
    }
    let differs = if lossy { sum as f64 / total.max(1) as f64 > MEAN || far * 100 > total } else { far > 0 };
    let (off, x, y) = worst;
    differs.then(|| format!("{far} of {total} pixels differ, by up to {off} of 255 at ({x}, {y})"))
}

#[cfg(test)]
mod tests {
    use portolan_image::Rgba;

    use super::*;

    #[test]
    fn one_pixel_counts_unless_the_format_changes_them() {
        let picture = |value: u8, lossy: bool| {
            let mut pixels = RgbaImage::from_pixel(20, 20, Rgba([100, 100, 100, 255]));
            pixels.put_pixel(3, 4, Rgba([value, 100, 100, 255]));
            Opened { pixels, lossy }
        };
        assert_eq!(pixels(&picture(100, false), &picture(102, false)), None);
        let told = pixels(&picture(100, false), &picture(180, false));
        assert_eq!(told.as_deref(), Some("1 of 400 pixels differ, by up to 80 of 255 at (3, 4)"));
        assert_eq!(pixels(&picture(100, true), &picture(120, false)), None);
        let other = Opened { pixels: RgbaImage::from_pixel(20, 20, Rgba([140, 100, 100, 255])), lossy: true };
        assert!(pixels(&picture(100, false), &other).is_some());
        let small = Opened { pixels: RgbaImage::new(10, 10), lossy: false };
        assert_eq!(pixels(&picture(1, false), &small).as_deref(), Some("its size differs: 20 × 20 vs 10 × 10 pixels"));
    }
}
