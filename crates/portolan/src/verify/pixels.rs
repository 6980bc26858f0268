//! Textures, compared by their pixels.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use portolan_compare::{ByName, Textures};
use portolan_image::{Encoded, ImageFormat, RgbaImage};
use portolan_scene::ImageId;
use portolan_syntax::Limits;

use crate::import::Imported;

/// Opens pictures when they are asked for. Only what a comparison came to is kept, not the pixels.
pub(super) struct ByPixels<'a> {
    documents: [&'a Imported; 2],
    compared: Mutex<HashMap<(ImageId, ImageId), Option<String>>>,
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
        ByPixels { documents: [a, b], compared: Mutex::default(), limits: limits.clone() }
    }

    fn load(&self, side: usize, id: ImageId) -> Result<Encoded<'a>, String> {
        let document = self.documents.get(side).ok_or("it is missing")?;
        let image = document.scene.image(id).ok_or("it is missing")?;
        let read = |location: &str| document.resources.read(location, self.limits.bytes).map_err(|e| e.to_string());
        Encoded::load(image, &read)
    }

    fn compare(&self, a: ImageId, b: ImageId) -> Option<String> {
        let (own, other) = (self.load(0, a), self.load(1, b));
        if let (Ok(own), Ok(other)) = (&own, &other)
            && own.bytes == other.bytes
        {
            return None;
        }
        let [first, second] = &self.documents;
        let pixels = |side: &Result<Encoded<'_>, String>| {
            let header = side.as_ref().ok().and_then(|encoded| encoded.header().ok());
            header.map_or(0, |h| u64::from(h.width) * u64::from(h.height))
        };
        let count = pixels(&own).saturating_add(pixels(&other));
        let budget = first.resources.budget();
        // One that is decoded takes up to twice its pixels; there are two of them.
        if count.saturating_mul(8) > budget.limit() / 2 || !budget.decode(count) {
            let limit = budget.limit() >> 20;
            return Some(format!("they have too many pixels to be compared in the {limit} MB that this run may use"));
        }
        let open = |encoded: Result<Encoded<'_>, String>| {
            let encoded = encoded?;
            let lossy = matches!(encoded.format, ImageFormat::Jpeg | ImageFormat::WebP | ImageFormat::Dds);
            Ok(Opened { pixels: encoded.decode()?.into_rgba8(), lossy })
        };
        let opened: [Result<Opened, String>; 2] = [open(own), open(other)];
        match opened {
            [Ok(own), Ok(other)] => self::pixels(&own, &other),
            [Ok(_), Err(why)] => Some(format!("the second one cannot be shown: {why}")),
            [Err(why), Ok(_)] => Some(format!("the first one cannot be shown: {why}")),
            [Err(_), Err(_)] => ByName { a: &first.scene, b: &second.scene }.differ(a, b),
        }
    }
}

impl Textures for ByPixels<'_> {
    fn differ(&self, a: ImageId, b: ImageId) -> Option<String> {
        let known = || self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&(a, b)) {
            return found.clone();
        }
        let found = self.compare(a, b);
        known().insert((a, b), found.clone());
        found
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
