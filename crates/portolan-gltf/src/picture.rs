//! Pictures: read, judged, and changed into what glTF can hold.

use std::io::Cursor;
use std::sync::Arc;

use image::{DynamicImage, ImageFormat, RgbaImage};
pub(crate) use portolan_image::Read;
use portolan_image::{Encoded, Header};
use portolan_scene::{Image, ImageId, Opaque};
use portolan_syntax::Budget;

use crate::texture::Pick;

/// A picture that glTF can hold.
#[derive(Clone)]
pub(crate) struct Picture {
    /// A whole file.
    pub bytes: Arc<Vec<u8>>,
    /// Of which kind.
    pub mime: &'static str,
    /// May any pixel be transparent?
    pub alpha: bool,
    /// What it was before, if it had to be changed.
    pub recoded: Option<&'static str>,
}

/// Reads a picture; PNG and JPEG are kept to the byte, others become PNG.
pub(crate) fn load(image: &Image, read: Read<'_>, budget: &Budget) -> Result<Picture, String> {
    let encoded = Encoded::load(image, read)?;
    let header = match encoded.header() {
        // A build that cannot look into pictures keeps those that glTF has as they are.
        Err(_) if !portolan_image::CODECS => Header { width: 0, height: 0, alpha: true },
        header => header?,
    };
    let alpha = header.alpha;
    let format = encoded.format;
    let mime = match format {
        ImageFormat::Png => "image/png",
        ImageFormat::Jpeg => "image/jpeg",
        _ => {
            admit((header.width, header.height), budget)?;
            let decoded = encoded.decode()?;
            let alpha = decoded.color().has_alpha();
            let kept = if alpha {
                DynamicImage::ImageRgba8(decoded.into_rgba8())
            } else {
                DynamicImage::ImageRgb8(decoded.into_rgb8())
            };
            let name = format.extensions_str().first().copied().unwrap_or("picture");
            return Ok(Picture { alpha, recoded: Some(name), ..png(&kept)? });
        }
    };
    Ok(Picture { bytes: Arc::new(encoded.bytes.into_owned()), mime, alpha, recoded: None })
}

/// May a picture of this size be decoded or made? Each pixel takes time, and is in memory several times for a moment.
fn admit((width, height): (u32, u32), budget: &Budget) -> Result<(), String> {
    let pixels = u64::from(width) * u64::from(height);
    let limit = budget.limit();
    match pixels.saturating_mul(COPIES) <= limit && budget.work(pixels * STEPS) {
        true => Ok(()),
        false => Err(format!("its {pixels} pixels are too many for the {} MB that this run may use", limit >> 20)),
    }
}

/// Bytes that a pixel takes at the same time: as it is decoded, as it is made, and packed.
const COPIES: u64 = 12;

/// Steps of work that a pixel takes.
const STEPS: u64 = 4;

fn png(image: &DynamicImage) -> Result<Picture, String> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).map_err(|e| e.to_string())?;
    Ok(Picture {
        bytes: Arc::new(bytes.into_inner()),
        mime: "image/png",
        alpha: image.color().has_alpha(),
        recoded: None,
    })
}

impl Picture {
    fn encoded(&self) -> Encoded<'_> {
        let format = if self.mime == "image/png" { ImageFormat::Png } else { ImageFormat::Jpeg };
        Encoded { bytes: self.bytes.as_slice().into(), format }
    }

    fn size(&self) -> Result<(u32, u32), String> {
        self.encoded().header().map(|header| (header.width, header.height))
    }

    fn pixels(&self) -> Result<DynamicImage, String> {
        self.encoded().decode()
    }
}

/// The size of a picture that others fit into.
fn largest<'p>(pictures: impl Iterator<Item = &'p Picture>) -> Result<(u32, u32), String> {
    let sizes: Vec<(u32, u32)> = pictures.map(Picture::size).collect::<Result<_, _>>()?;
    Ok(sizes.into_iter().fold((1, 1), |(width, height), (w, h)| (width.max(w), height.max(h))))
}

/// One picture with the colours of one (white without it) and the opacity that another gives, of the larger size.
///
/// Opacity is what [`Opaque::weights`] computes from texel · `tint` and the factor `k`.
pub(crate) fn join(
    colour: Option<&Picture>,
    opacity: &Picture,
    mode: Opaque,
    tint: [f64; 4],
    k: f64,
    budget: &Budget,
) -> Result<Picture, String> {
    admit(largest(colour.into_iter().chain([opacity]))?, budget)?;
    let mask = opacity.pixels()?.into_rgba8();
    let base = colour.map(|c| c.pixels().map(DynamicImage::into_rgba8)).transpose()?;
    let (width, height) = match &base {
        Some(base) => (base.width().max(mask.width()), base.height().max(mask.height())),
        None => mask.dimensions(),
    };
    let mask = fit(mask, width, height);
    let mut joined = match base {
        Some(base) => fit(base, width, height),
        None => RgbaImage::from_pixel(width, height, image::Rgba([255; 4])),
    };
    for (pixel, mask) in joined.pixels_mut().zip(mask.pixels()) {
        let mut texel = mask.0.map(|c| f64::from(c) / 255.0);
        for (t, tint) in texel.iter_mut().zip(tint) {
            *t *= tint;
        }
        let [.., weight] = mode.weights(texel, k);
        let [.., alpha] = &mut pixel.0;
        *alpha = (weight.clamp(0.0, 1.0) * 255.0).round() as u8;
    }
    png(&DynamicImage::ImageRgba8(joined))
}

/// A picture made of channels of others, of the size of the largest.
pub(crate) fn pack<'p>(
    picks: &[Pick; 4],
    find: impl Fn(ImageId) -> Option<&'p Picture>,
    budget: &Budget,
) -> Result<Picture, String> {
    let mut found: Vec<(ImageId, &Picture)> = Vec::new();
    for pick in picks {
        let Pick::Channel(id, _) = pick else { continue };
        if !found.iter().any(|(known, _)| known == id) {
            found.push((*id, find(*id).ok_or("it is missing")?));
        }
    }
    let (width, height) = largest(found.iter().map(|(_, picture)| *picture))?;
    let mut pictures: Vec<(ImageId, RgbaImage)> = Vec::new();
    for (id, picture) in found {
        admit((width, height), budget)?;
        pictures.push((id, fit(picture.pixels()?.into_rgba8(), width, height)));
    }
    let mut packed = RgbaImage::new(width, height);
    for (place, pick) in picks.iter().enumerate() {
        match pick {
            Pick::Constant(value) => {
                packed.pixels_mut().for_each(|p| p.0.iter_mut().skip(place).take(1).for_each(|c| *c = *value));
            }
            Pick::Channel(id, channel) => {
                let Some((_, from)) = pictures.iter().find(|(known, _)| known == id) else { continue };
                for (to, from) in packed.pixels_mut().zip(from.pixels()) {
                    let value = from.0.get(usize::from(*channel)).copied().unwrap_or(255);
                    to.0.iter_mut().skip(place).take(1).for_each(|c| *c = value);
                }
            }
        }
    }
    if matches!(picks, [.., Pick::Constant(255)]) {
        return png(&DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(packed).into_rgb8()));
    }
    png(&DynamicImage::ImageRgba8(packed))
}

fn fit(image: RgbaImage, width: u32, height: u32) -> RgbaImage {
    if image.dimensions() == (width, height) {
        return image;
    }
    image::imageops::resize(&image, width, height, image::imageops::FilterType::Triangle)
}

/// Normals of a relief given by heights: Sobel's filter, edges repeat.
pub(crate) fn normals_of_heights(heights: &Picture, strength: f64, budget: &Budget) -> Result<Picture, String> {
    admit(heights.size()?, budget)?;
    let grey = heights.pixels()?.into_luma8();
    let (width, height) = grey.dimensions();
    let at = |x: u32, y: u32, dx: i64, dy: i64| {
        let x = (i64::from(x) + dx).rem_euclid(i64::from(width.max(1))) as u32;
        let y = (i64::from(y) + dy).rem_euclid(i64::from(height.max(1))) as u32;
        f64::from(grey.get_pixel(x, y).0[0]) / 255.0
    };
    let normals = image::RgbImage::from_fn(width, height, |x, y| {
        let h = |dx, dy| at(x, y, dx, dy);
        let right = h(1, -1) + 2.0 * h(1, 0) + h(1, 1);
        let left = h(-1, -1) + 2.0 * h(-1, 0) + h(-1, 1);
        let below = h(-1, 1) + 2.0 * h(0, 1) + h(1, 1);
        let above = h(-1, -1) + 2.0 * h(0, -1) + h(1, -1);
        // Rows run downwards, the green channel of a normal upwards.
        let (nx, ny, nz) = ((left - right) * strength, (below - above) * strength, 1.0);
        let length = (nx * nx + ny * ny + nz * nz).sqrt();
        image::Rgb([nx, ny, nz].map(|c: f64| ((c / length * 0.5 + 0.5) * 255.0).round() as u8))
    });
    png(&DynamicImage::ImageRgb8(normals))
}

#[cfg(test)]
mod tests {
    use portolan_scene::{Meta, Pixels};

    use super::*;

    fn picture(image: &RgbaImage) -> Picture {
        png(&DynamicImage::ImageRgba8(image.clone())).unwrap()
    }

    #[test]
    fn a_targa_becomes_png_and_a_png_stays() {
        let free = Budget::unlimited();
        let mut pixels = RgbaImage::new(2, 1);
        pixels.put_pixel(0, 0, image::Rgba([10, 20, 30, 40]));
        let mut tga = Cursor::new(Vec::new());
        DynamicImage::ImageRgba8(pixels.clone()).write_to(&mut tga, ImageFormat::Tga).unwrap();
        let tga = tga.into_inner();
        let file = |name: &str| Image {
            meta: Meta::default(),
            pixels: Pixels::File { reference: name.into(), location: Some(name.into()) },
        };
        let loaded = load(&file("a.TGA"), &|_| Ok(tga.clone()), &free).unwrap();
        assert_eq!((loaded.mime, loaded.recoded, loaded.alpha), ("image/png", Some("tga"), true));
        assert_eq!(loaded.pixels().unwrap().into_rgba8(), pixels);
        let bytes = loaded.bytes.to_vec();
        let again = load(&file("misnamed.jpg"), &|_| Ok(bytes.clone()), &free).unwrap();
        assert_eq!((again.bytes.to_vec(), again.recoded), (bytes.clone(), None));
        assert!(load(&file("b.png"), &|_| Ok(bytes[..20].to_vec()), &free).is_err());
        assert!(load(&file("c.xyz"), &|_| Ok(vec![0; 100]), &free).is_err());
        assert!(load(&file("d.png"), &|_| Err("no".into()), &free).is_err());
    }

    #[test]
    fn opacity_goes_into_the_alpha_of_the_colours() {
        let free = Budget::unlimited();
        let colour = RgbaImage::from_pixel(1, 1, image::Rgba([9, 8, 7, 255]));
        let mut mask = RgbaImage::from_pixel(2, 2, image::Rgba([255, 255, 255, 0]));
        mask.put_pixel(1, 1, image::Rgba([0, 0, 0, 0]));
        let joined = join(Some(&picture(&colour)), &picture(&mask), Opaque::RgbZero, [1.0; 4], 1.0, &free).unwrap();
        let joined = joined.pixels().unwrap().into_rgba8();
        assert_eq!(joined.get_pixel(0, 0).0, [9, 8, 7, 0]);
        assert_eq!(joined.get_pixel(1, 1).0, [9, 8, 7, 255]);
        let alone = join(None, &picture(&mask), Opaque::AZero, [1.0; 4], 0.5, &free).unwrap();
        assert_eq!(alone.pixels().unwrap().into_rgba8().get_pixel(0, 0).0, [255; 4]);
    }

    #[test]
    fn channels_are_packed() {
        let free = Budget::unlimited();
        let one = picture(&RgbaImage::from_pixel(2, 1, image::Rgba([1, 2, 3, 4])));
        let other = picture(&RgbaImage::from_pixel(1, 1, image::Rgba([9, 8, 7, 6])));
        let find = |id: ImageId| if id.0 == 0 { Some(&one) } else { Some(&other) };
        let picks =
            [Pick::Constant(255), Pick::Channel(ImageId(0), 3), Pick::Channel(ImageId(1), 0), Pick::Constant(0)];
        let packed = pack(&picks, find, &free).unwrap().pixels().unwrap().into_rgba8();
        assert_eq!((packed.dimensions(), packed.get_pixel(1, 0).0), ((2, 1), [255, 4, 9, 0]));
        assert!(pack(&picks, |_| None, &free).is_err());
    }

    #[test]
    fn a_slope_leans_against_its_rise() {
        let free = Budget::unlimited();
        let ramp = RgbaImage::from_fn(8, 1, |x, _| image::Rgba([x as u8 * 10, x as u8 * 10, x as u8 * 10, 255]));
        let normals = normals_of_heights(&picture(&ramp), 1.0, &free).unwrap().pixels().unwrap().into_rgb8();
        let [r, g, b] = normals.get_pixel(4, 0).0;
        assert!(r < 120 && (127..=128).contains(&g) && b > 200, "{r} {g} {b}");
    }

    /// Two lines of pixels that cross: few bytes each, and together a picture of many pixels.
    #[test]
    fn pictures_are_not_made_larger_than_the_budget_allows() {
        let (wide, high) = (picture(&RgbaImage::new(3000, 1)), picture(&RgbaImage::new(1, 3000)));
        let small = Budget::default();
        let why = join(Some(&wide), &high, Opaque::RgbZero, [1.0; 4], 1.0, &small).err().unwrap();
        assert_eq!(why, "its 9000000 pixels are too many for the 61 MB that this run may use");
        let find = |id: ImageId| if id.0 == 0 { Some(&wide) } else { Some(&high) };
        let picks = [0, 1, 0, 1].map(|id| Pick::Channel(ImageId(id), 0));
        assert!(pack(&picks, find, &small).is_err());
        // One alone has room; a hundred of them take too long.
        let flat = picture(&RgbaImage::new(1000, 1000));
        let fits = (0..100).take_while(|_| normals_of_heights(&flat, 1.0, &small).is_ok()).count();
        assert_eq!(fits, 32);
    }
}
