//! The pictures that a stage's surfaces need.

use std::collections::HashMap;
use std::sync::Arc;

use portolan_eval::Stage;
use portolan_image::{DynamicImage, Encoded, GenericImageView, Header, RgbaImage};
use portolan_parallel::prelude::*;
use portolan_render::Texture;
use portolan_scene::{Fate, Image, ImageId, Losses, Origin, Pixels, Scene};
use portolan_syntax::{Limits, counted};

use super::codes::{SMALLER, UNREADABLE};
use crate::Resources;

/// Decodes every picture that something on the stage uses, one entry for each image of the scene; each file once. What cannot
/// be shown is told, and what is too large for the budget of the run is shown with fewer pixels.
pub(super) fn load(
    scene: &Scene,
    stage: &Stage,
    resources: &dyn Resources,
    limits: &Limits,
    losses: &mut Losses,
) -> Vec<Option<Arc<Texture>>> {
    let budget = resources.budget();
    // Pictures get a part of what the run may use, and one that is being decoded what is left beside the program.
    let part = budget.limit() / 8 * 3;
    let free = budget.limit().saturating_sub(PROGRAM);
    let read = |location: &str| resources.read(location, limits.bytes).map_err(|e| e.to_string());
    let used = used(scene, stage);
    let wanted: Vec<&Image> = used.iter().filter_map(|id| scene.image(*id)).collect();
    // Many images may show one file.
    let mut files: HashMap<File<'_>, usize> = HashMap::new();
    let mut single: Vec<&Image> = Vec::new();
    let which: Vec<usize> = wanted
        .iter()
        .map(|image| {
            *files.entry(File::of(image)).or_insert_with(|| {
                single.push(image);
                single.len() - 1
            })
        })
        .collect();
    let headers: Vec<Result<Header, String>> =
        single.par_iter().map(|image| Encoded::load(image, &read)?.header()).collect();
    let sizes = headers.iter().flatten().map(pixels);
    // Smaller versions take a third again.
    let whole: u64 = sizes.clone().map(|pixels| pixels.saturating_mul(16) / 3).fold(0, u64::saturating_add);
    let share = if whole <= part { u64::MAX } else { (part / (single.len() as u64).max(1)).max(LEAST) };
    let largest = sizes.map(|pixels| pixels.saturating_mul(8)).max().unwrap_or(0);
    // Who gets room is decided in the order of the document, so that it is the same every time.
    let admitted: Vec<Result<(&Image, u64), String>> = headers
        .iter()
        .zip(&single)
        .map(|(header, image)| {
            let pixels = pixels(header.as_ref().map_err(String::clone)?);
            let fits = pixels.saturating_mul(4) <= free && budget.decode(pixels);
            let limit = budget.limit() >> 20;
            let why = || format!("its {pixels} pixels are too many for the {limit} MB that this run may use");
            fits.then_some((*image, pixels)).ok_or_else(why)
        })
        .collect();
    let decode = |admitted: Result<(&Image, u64), String>| -> Result<(Texture, bool), String> {
        let (image, pixels) = admitted?;
        let decoded = Encoded::load(image, &read)?.decode()?;
        // As it is decoded and as it is drawn, it is in memory twice for a moment.
        let share = if pixels.saturating_mul(8) > free { share.min(part / 2) } else { share };
        let smaller = pixels.saturating_mul(16) / 3 > share;
        let rgba = if smaller { thinned(&decoded, share / 16 * 3) } else { decoded.into_rgba8() };
        let (width, height) = rgba.dimensions();
        let texture = Texture::new(width, height, rgba.into_raw()).ok_or_else(|| "it has no pixels".to_owned())?;
        Ok((texture, smaller))
    };
    let decoded: Vec<_> = match largest.saturating_mul(2) <= part {
        true => admitted.into_par_iter().map(decode).collect(),
        false => admitted.into_iter().map(decode).collect(),
    };
    let smaller = decoded.iter().flatten().filter(|(_, smaller)| *smaller).count();
    if smaller > 0 {
        let message = format!(
            "{} with fewer pixels, because all of them would take {} MB; `--max-memory` allows more",
            counted(smaller, "texture image is shown", "texture images are shown"),
            whole >> 20
        );
        losses.push(&SMALLER, Fate::Approximated, Origin::default(), message);
    }
    let decoded: Vec<Result<Arc<Texture>, String>> =
        decoded.into_iter().map(|decoded| decoded.map(|(texture, _)| Arc::new(texture))).collect();
    let decoded = which.iter().filter_map(|at| decoded.get(*at).cloned());
    let mut textures: Vec<Option<Arc<Texture>>> = scene.images.iter().map(|_| None).collect();
    for ((id, image), decoded) in used.iter().zip(wanted).zip(decoded) {
        match decoded {
            Ok(texture) => {
                if let Some(slot) = textures.get_mut(id.index()) {
                    *slot = Some(texture);
                }
            }
            // Reading the document told already that it is not there.
            Err(_) if matches!(image.pixels, Pixels::File { location: None, .. }) => {}
            Err(why) => {
                let name = image.meta.label().map_or_else(String::new, |n| format!(" `{n}`"));
                let message = format!("the texture image{name} is shown as a checker pattern: {why}");
                losses.push(&UNREADABLE, Fate::Dropped, image.meta.origin, message);
            }
        }
    }
    textures
}

/// Do all textures of the material that was written there name a picture, so that reading it told what is wrong with it?
pub(super) fn explained(scene: &Scene, material: Origin) -> bool {
    let mut there = scene.materials.iter().filter(|m| m.meta.origin == material);
    there.all(|m| m.textures().all(|(_, texture)| texture.image.is_some()))
}

/// What the program and a small document take.
const PROGRAM: u64 = 30 << 20;

/// Bytes that a picture may take in any case.
const LEAST: u64 = 16 << 10;

/// Where the pixels of an image come from.
#[derive(PartialEq, Eq, Hash)]
enum File<'a> {
    At(&'a str),
    Bytes(&'a [u8]),
    Nowhere,
}

impl<'a> File<'a> {
    fn of(image: &'a Image) -> File<'a> {
        match &image.pixels {
            Pixels::File { location, reference } => File::At(location.as_deref().unwrap_or(reference)),
            Pixels::Embedded { bytes, .. } => File::Bytes(bytes),
            Pixels::None => File::Nowhere,
        }
    }
}

fn pixels(header: &Header) -> u64 {
    u64::from(header.width) * u64::from(header.height)
}

/// A picture with every so manieth pixel, so that it takes at most so many bytes.
fn thinned(picture: &DynamicImage, bytes: u64) -> RgbaImage {
    let (width, height) = picture.dimensions();
    let mut by = 2;
    while u64::from(width.div_ceil(by)) * u64::from(height.div_ceil(by)) * 4 > bytes.max(4) && by < width.max(height) {
        by *= 2;
    }
    RgbaImage::from_fn(width.div_ceil(by), height.div_ceil(by), |x, y| picture.get_pixel(x * by, y * by))
}

/// Images of all materials and lights on the stage and of what is around it, in their order.
fn used(scene: &Scene, stage: &Stage) -> Vec<ImageId> {
    let mut nodes: Vec<_> = stage.placed.iter().map(|p| p.node).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let drawn = nodes.iter().filter_map(|id| scene.node(*id)).flat_map(|n| &n.drawn);
    let mut materials: Vec<_> = drawn.flat_map(|d| &d.materials).map(|b| b.material).collect();
    materials.sort_unstable();
    materials.dedup();
    let materials = materials.iter().filter_map(|id| scene.material(*id));
    let mut images: Vec<ImageId> = materials.flat_map(|m| m.textures()).filter_map(|(_, t)| t.image).collect();
    let lights = nodes.iter().filter_map(|id| scene.node(*id)).flat_map(|n| &n.lights);
    let thrown = lights.filter_map(|id| scene.light(*id)?.projection.as_ref()?.image);
    images.extend(thrown);
    let view = stage.view.and_then(|v| scene.view(v));
    let background = view.and_then(|v| scene.background(v.background?));
    images.extend(background.into_iter().flat_map(|b| b.panorama.iter().flatten()));
    images.sort_unstable();
    images.dedup();
    images.retain(|id| scene.image(*id).is_some());
    images
}
