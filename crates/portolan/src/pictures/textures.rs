//! The pictures that a stage's surfaces need.

use portolan_eval::Stage;
use portolan_image::{Encoded, Read};
use portolan_parallel::prelude::*;
use portolan_render::Texture;
use portolan_scene::{Fate, Image, ImageId, Losses, Origin, Pixels, Scene};
use portolan_syntax::Limits;

use super::codes::UNREADABLE;
use crate::Resources;

/// Bytes that all decoded pictures may take together.
const MEMORY: u64 = 2 << 30;

/// Decodes every picture that something on the stage uses, one entry for each image of the scene. What cannot be shown
/// is told.
pub(super) fn load(
    scene: &Scene,
    stage: &Stage,
    resources: &dyn Resources,
    limits: &Limits,
    losses: &mut Losses,
) -> Vec<Option<Texture>> {
    let read = |location: &str| resources.read(location, limits.bytes).map_err(|e| e.to_string());
    let used = used(scene, stage);
    let wanted: Vec<&Image> = used.iter().filter_map(|id| scene.image(*id)).collect();
    let opened: Vec<Result<(Encoded<'_>, u64), String>> = wanted.par_iter().map(|image| open(image, &read)).collect();
    // Who gets room is decided in the order of the document, so that it is the same every time.
    let mut room = MEMORY;
    let admitted: Vec<Result<Encoded<'_>, String>> = opened
        .into_iter()
        .map(|opened| {
            let (encoded, bytes) = opened?;
            room = room.checked_sub(bytes).ok_or("it does not fit into the texture memory limit")?;
            Ok(encoded)
        })
        .collect();
    let decoded: Vec<Result<Texture, String>> = admitted
        .into_par_iter()
        .map(|encoded| {
            let pixels = encoded?.decode()?.into_rgba8();
            let (width, height) = pixels.dimensions();
            Texture::new(width, height, pixels.into_raw()).ok_or_else(|| "it has no pixels".to_owned())
        })
        .collect();
    let mut textures: Vec<Option<Texture>> = scene.images.iter().map(|_| None).collect();
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

/// A picture's file, and how many bytes its pixels take.
fn open<'a>(image: &'a Image, read: Read<'_>) -> Result<(Encoded<'a>, u64), String> {
    let encoded = Encoded::load(image, read)?;
    let header = encoded.header()?;
    Ok((encoded, u64::from(header.width) * u64::from(header.height) * 4))
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
