//! Scenes as OpenGEX, judged before they leave.

use portolan_check::Options as Checking;
use portolan_image::Read;
use portolan_opengex::raise::{Options, Version, codes, write as raise};
use portolan_scene::{Fate, Losses, Origin, Scene, ViewId};
use portolan_syntax::{Severity, Source};

use super::Conversion;

/// Writes a scene as OpenGEX. What the checker finds wrong with the result is told.
pub(super) fn write(
    scene: &Scene,
    images: Read<'_>,
    view: Option<ViewId>,
    conversion: &Conversion,
) -> (Vec<(String, Vec<u8>)>, Losses) {
    let version = conversion.version.as_deref().and_then(Version::named).unwrap_or_default();
    let options = Options {
        version,
        view,
        precise: conversion.precise,
        sample_rate: conversion.sample_rate,
        tolerance: conversion.tolerance,
        triangulate: conversion.triangulate,
        name: conversion.name.clone(),
        ..Options::default()
    };
    let (output, mut losses) = raise(scene, images, &options);
    if let Some((name, bytes)) = output.files.first() {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let checking = Checking { version: Some(version.name().to_owned()), ..Checking::default() };
        match crate::check_source(Source::from_text(name.clone(), text), &checking) {
            Ok(report) => {
                for finding in report.findings.iter().filter(|f| f.severity == Severity::Error) {
                    let message = format!("the written document is not valid: {} {}", finding.code.id, finding.message);
                    losses.push(&codes::INVALID, Fate::Approximated, Origin::default(), message);
                }
            }
            // A scene without anything in it is a text that is of no format.
            Err(_) if bytes.iter().all(u8::is_ascii_whitespace) => {}
            Err(why) => {
                let message = format!("the written document cannot be read: {why}");
                losses.push(&codes::INVALID, Fate::Approximated, Origin::default(), message);
            }
        }
    }
    (output.files, losses)
}
