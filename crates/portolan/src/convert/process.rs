//! What is done to a scene before it is written, where its writer does not do it.

use std::borrow::Cow;

use portolan_collada::kept::{forget_words, say_space};
use portolan_collada::raise::{lacks_words, say_words};
use portolan_process::{Sampling, bake, beyond, codes, faces, flatten, opacity, solids, space, without};
use portolan_scene::{Content, Fate, Losses, Opacity, Scene, UpAxis};

use super::Conversion;
use crate::import::Imported;

/// Are exact solids written as what they are? A document of the same format is written in its own version first; what
/// changes its version makes triangles then, and keeps the solids aside.
fn keeps_solids(imported: &Imported, conversion: &Conversion) -> bool {
    let to = conversion.to;
    let document = to.archive_of.unwrap_or(to);
    let own = imported.format.writers.contains(&document).then_some(imported.version);
    let version = own.or(conversion.version.as_deref()).or(to.versions.last().copied());
    to.solids.is_some() && to.solids == version
}

/// The scene as it is to be written, and what is told about it.
///
/// Solids become triangles first, as long as their parameter curves are those of the document. Then unit and axes, so that
/// tolerances mean the same for all that follows.
pub(super) fn prepare<'a>(imported: &'a Imported, conversion: &Conversion) -> (Cow<'a, Scene>, Losses) {
    let scene = &imported.scene;
    let to = conversion.to;
    // Most writers sample and cut themselves, each as its format needs it.
    let rate = conversion.sample_rate.filter(|_| !to.prepares);
    let triangulate = conversion.triangulate && !to.prepares;
    let (unit, up_axis) = match conversion.bake_space {
        true => (conversion.unit.or(Some(1.0)), conversion.up_axis.or(Some(UpAxis::Y))),
        false => (conversion.unit, conversion.up_axis),
    };
    let moves = up_axis.is_some() || unit.is_some();
    let keeps = to.keeps_opacity && conversion.opacity != Opacity::Inverted;
    let inverted = if keeps { None } else { scene.inverted_opacity(conversion.opacity) };
    let mut suspected = if keeps || inverted.is_some() { Losses::default() } else { opacity::suspect(scene) };
    if !to.shows_worlds {
        suspected.append(beyond::tell(scene));
    }
    let cuts = solids::any(scene) && !keeps_solids(imported, conversion);
    let words = to.carries_words && lacks_words(scene);
    let unwraps = to.keeps_space && scene.source_space.is_some();
    if rate.is_none()
        && !unwraps
        && !triangulate
        && !cuts
        && !moves
        && !words
        && inverted.is_none()
        && !conversion.single_matrix
        && !conversion.polygons
        && !conversion.no_lights
        && !conversion.no_cameras
    {
        return (Cow::Borrowed(scene), suspected);
    }
    let mut scene = scene.clone();
    let mut losses = suspected;
    if unwraps {
        space::unwrap(&mut scene);
    }
    if let Some(why) = &inverted {
        losses.append(opacity::invert(&mut scene, why));
    }
    if cuts {
        losses.append(solids::triangles(&mut scene, conversion.tolerance));
    }
    if conversion.no_lights {
        without::lights(&mut scene);
    }
    if conversion.no_cameras {
        without::cameras(&mut scene);
    }
    if moves {
        // Their lengths are those of the scene, and are written anew.
        solids::forget_text(&mut scene);
        for content in [Content::Kinematics, Content::Physics] {
            for left in forget_words(&mut scene, content) {
                let message = format!("the `{}` `{}` is not used and is not written", left.name, left.id);
                losses.push(&codes::SPACE_KEPT, Fate::Dropped, left.origin, message);
            }
        }
        for kept in say_space(&mut scene) {
            let (fate, space) = match kept.says {
                true => (Fate::Noted, " with its own unit and axes"),
                false => (Fate::Approximated, ", in the unit and axes of the document"),
            };
            let message = format!("`{}` is kept unchanged{space}", kept.name);
            losses.push(&codes::SPACE_KEPT, fate, kept.origin, message);
        }
        losses.append(space::convert(&mut scene, unit, up_axis));
    }
    if to.carries_words {
        say_words(&mut scene);
    }
    if conversion.single_matrix {
        let sampling = Sampling { rate: conversion.sample_rate, tolerance: conversion.motion_tolerance() };
        losses.append(flatten::single_matrix(&mut scene, &sampling));
    }
    if let Some(rate) = rate {
        losses.append(bake::resample(&mut scene, rate));
    }
    if triangulate {
        losses.append(faces::triangulate(&mut scene));
    } else if conversion.polygons {
        losses.append(faces::polygons(&mut scene));
    }
    (Cow::Owned(scene), losses)
}
