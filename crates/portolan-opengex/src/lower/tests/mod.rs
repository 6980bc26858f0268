//! Small documents and the scenes they mean.

mod animation;
mod geometry;
mod materials;
mod nodes;
mod optics;
mod skins;

use portolan_resources::Memory;
use portolan_scene::{Losses, Scene};
use portolan_syntax::{Limits, Source};

use super::{Lowered, scene};
use crate::document::Document;

/// The scene of a document, which must be sound whatever the document is.
fn lower(text: &str) -> (Scene, Losses) {
    lower_beside(text, Memory::new())
}

fn lower_beside(text: &str, files: Memory) -> (Scene, Losses) {
    let document = Document::read("a.ogex", Source::from_text("a.ogex", text), None, false, &Limits::default());
    let Lowered { scene, losses } = scene(&document, &files);
    assert_eq!(scene.check(), [], "{text}");
    (scene, losses)
}

/// The scene of a document of which nothing is lost.
fn sound(text: &str) -> Scene {
    let (scene, losses) = lower(text);
    assert_eq!(codes(&losses), Vec::<&str>::new(), "{text}\n{losses:?}");
    scene
}

/// The codes of all losses, in order.
fn codes(losses: &Losses) -> Vec<&'static str> {
    losses.iter().map(|l| l.code.id).collect()
}

fn close(a: &[f64], b: &[f64]) {
    let near = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-9 * (1.0 + b.abs()));
    assert!(near, "{a:?} is not {b:?}");
}
