//! Views that are drawn in steps: `evaluate_scene` of COLLADA.

use portolan_eval::Stage;
use portolan_render::{Eye, Options, Picture, Refused, Renderer, Subject, cameras};
use portolan_scene::{Fate, Layers, Losses, NodeId, Scene, ViewId};

use super::codes::{SCREEN_EFFECT, STEPS};

/// Most steps that are drawn: each is a whole picture.
const MOST: usize = 100;

/// One step: who looks at which layers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Step {
    eye: Eye,
    layers: Layers,
}

/// What all enabled evaluations of a view ask for, in their order; empty if there are none.
///
/// A material of a step is an effect on the whole screen (page 8-105): the step is drawn without it if it names a camera
/// or layers, and is left out if it does not. Both are told.
pub(super) fn of_view(scene: &Scene, view: Option<ViewId>, stage: &Stage, losses: &mut Losses) -> Vec<Step> {
    let view = view.and_then(|v| scene.view(v));
    let mut steps = Vec::new();
    for evaluation in view.iter().flat_map(|v| &v.evaluations).filter(|e| e.enabled) {
        for rendering in &evaluation.renderings {
            if rendering.material.is_some() {
                let message = "a render step with a full-screen effect is not rendered";
                losses.push(&SCREEN_EFFECT, Fate::Dropped, evaluation.meta.origin, message);
                if rendering.camera.is_none() && rendering.layers.is_empty() {
                    continue;
                }
            }
            if steps.len() == MOST {
                let message = format!("only the first {MOST} steps in which the scene is to be drawn are drawn");
                losses.push(&STEPS, Fate::Dropped, evaluation.meta.origin, message);
                return steps;
            }
            let eye = rendering.camera.and_then(|node| camera_at(scene, stage, node)).unwrap_or(Eye::First);
            steps.push(Step { eye, layers: rendering.layers.clone() });
        }
    }
    steps
}

/// The first camera at a node, where it stands first.
fn camera_at(scene: &Scene, stage: &Stage, node: NodeId) -> Option<Eye> {
    let place = *stage.places(node).first()?;
    let below = place..stage.end(place);
    cameras(scene, stage).into_iter().find(|c| below.contains(&c.place)).map(Eye::Placed)
}

/// How each step is drawn. A camera that the user has chosen looks at all of them. Without steps there is one.
pub(super) fn options(options: Options, steps: Vec<Step>, chosen: bool) -> Vec<Options> {
    if steps.is_empty() {
        return vec![options];
    }
    let number = 0..;
    let each = number.zip(steps).map(|(number, step)| Options {
        eye: if chosen { options.eye } else { step.eye },
        layers: step.layers,
        background: if number == 0 { options.background } else { [0.0; 4] },
        ..options.clone()
    });
    each.collect()
}

/// Draws all steps, each over those before it.
pub(super) fn draw(renderer: &mut Renderer, subject: &Subject<'_>, steps: &[Options]) -> Result<Picture, Refused> {
    let mut whole: Option<Picture> = None;
    for options in steps {
        let step = renderer.render(subject, options)?;
        match &mut whole {
            None => whole = Some(step),
            Some(below) => {
                let pixels = below.rgba.as_chunks_mut::<4>().0.iter_mut().zip(step.rgba.as_chunks::<4>().0);
                pixels.for_each(|(below, above)| *below = over(*below, *above));
                below.notes.append(step.notes);
            }
        }
    }
    match whole {
        Some(picture) => Ok(picture),
        None => renderer.render(subject, &Options::default()),
    }
}

/// A pixel over another one, alpha apart from colours, rounded to the nearest.
fn over(below: [u8; 4], above: [u8; 4]) -> [u8; 4] {
    let [r, g, b, a] = above.map(u32::from);
    let [x, y, z, w] = below.map(u32::from);
    // All in parts of 255².
    let rest = w * (255 - a);
    let alpha = a * 255 + rest;
    if alpha == 0 {
        return [0; 4];
    }
    let mix = |above: u32, below: u32| ((above * a * 255 + below * rest + alpha / 2) / alpha) as u8;
    [mix(r, x), mix(g, y), mix(b, z), ((alpha + 127) / 255) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_lie_over_each_other() {
        assert_eq!(over([9, 8, 7, 255], [1, 2, 3, 255]), [1, 2, 3, 255]);
        assert_eq!(over([9, 8, 7, 255], [1, 2, 3, 0]), [9, 8, 7, 255]);
        assert_eq!(over([0, 100, 200, 255], [255, 0, 0, 51]), [51, 80, 160, 255]);
        assert_eq!(over([0, 0, 0, 0], [10, 20, 30, 128]), [10, 20, 30, 128]);
        // Half of half is left of what is below: 0.5 + 0.25 in all, of which it is a third.
        assert_eq!(over([255, 0, 0, 128], [0, 0, 255, 128]), [85, 0, 170, 192]);
        assert_eq!(over([0; 4], [0; 4]), [0; 4]);
    }
}
