//! Scenes as OpenGEX, judged before they leave.

use portolan_image::Read;
use portolan_opengex::raise::{Options, Version, codes, write as raise};
use portolan_scene::{Losses, Scene, ViewId};

use super::judge::Written;
use super::{Conversion, Refusal};

/// Writes a scene as OpenGEX. What the checker finds wrong with the result is told.
pub(super) fn write(
    scene: &Scene,
    images: Read<'_>,
    view: Option<ViewId>,
    conversion: &Conversion,
) -> Result<(Vec<(String, Vec<u8>)>, Losses), Refusal> {
    let version = conversion.version.as_deref().and_then(Version::named).unwrap_or_default();
    let options = Options {
        version,
        view,
        precise: conversion.precise,
        sample_rate: conversion.sample_rate,
        tolerance: conversion.tolerance,
        triangulate: conversion.triangulate,
        name: conversion.name.clone(),
        names: conversion.names.clone(),
        ..Options::default()
    };
    let (output, mut losses) = raise(scene, images, &options);
    if let Some((name, bytes)) = output.files.first() {
        Written { name, bytes, version: Some(version.name()) }.tell_faults(&codes::INVALID, &mut losses)?;
    }
    Ok((output.files, losses))
}
