//! Pictures of documents: which scene, which camera, which moments, and the textures they need.
//!
//! ```no_run
//! let picture = portolan::open("robot.dae")?.render(&portolan::pictures::Shot::default())?;
//! std::fs::write("robot.png", portolan::pictures::encode(&picture, portolan::pictures::Kind::Png)?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod choose;
pub(crate) mod codes;
mod colour;
mod steps;
mod textures;

use std::sync::Arc;

pub use choose::Moments;
pub use colour::colour;
use portolan_eval::{LIMIT, Playing, Stage, pose, sample};
pub use portolan_image::{Cell, Gif, Kind, RgbaImage, Sheet, columns as caption_columns, encode};
use portolan_render::{Eye, Options, Picture, Refused, Renderer, SoftLight, Subject, Texture};
pub use portolan_render::{MOST_PIXELS, MOST_SAMPLES, Viewpoint};
use portolan_scene::{Losses, Opacity, Scene};
use portolan_syntax::Limits;

use crate::Error;
use crate::guard::{guarded, internal};
use crate::import::Imported;

/// What to render, and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shot {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The scene to show, by id, name or index; `None` is the default one.
    pub scene: Option<String>,
    /// The camera to look through: its id or name, that of its node, or its index among the cameras of the scene. Unless
    /// a camera has that name, `scene` is the first one, `fit` shows everything, and `auto` is the first one if it shows
    /// the scene, else `fit`. `None` is `auto`.
    pub camera: Option<String>,
    /// The point to look from, in place of a camera.
    pub viewpoint: Option<Viewpoint>,
    /// The clip to play, by id or name; `None` plays animations outside of clips, or all animations if there are none.
    pub clip: Option<String>,
    /// When.
    pub moments: Moments,
    /// The background: red, green, blue, alpha, from 0 to 1. Default: transparent.
    pub background: [f64; 4],
    /// Whether to draw only the edges of faces.
    pub wireframe: bool,
    /// Samples per pixel, at most [`MOST_SAMPLES`].
    pub samples: u32,
    /// Draws only nodes of these layers. Empty: follows the document ([`portolan_scene::Evaluation`]), which is mostly
    /// everything.
    pub layers: Vec<String>,
    /// How transparency is read.
    pub opacity: Opacity,
    /// How the scene is lit.
    pub lights: Lights,
    /// How far triangles and lines may be from the solids and curves that they stand for, in metres; `None` is a
    /// thousandth of the size of each.
    pub tolerance: Option<f64>,
    /// Whether to render an empty picture instead of failing if there is nothing to draw.
    pub allow_empty: bool,
    /// Whether colours that are amounts of light are encoded as sRGB; `None` follows the format of the document.
    pub encode: Option<bool>,
    /// The number of threads; 0 uses all. It does not change the picture.
    pub threads: usize,
    /// Limits for texture files.
    pub limits: Limits,
}

/// How a scene is lit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Lights {
    /// Adds a soft light if everything is framed, if the scene has no lights, or if they leave everything black.
    #[default]
    Auto,
    /// Adds a soft light if the scene has no lights.
    Lit,
    /// Uses only the lights of the document. A scene without camera and lights still gets a soft light.
    Scene,
}

impl Shot {
    /// Returns the options with some fields changed: `Shot::default().with(|c| c.size = (640, 480))`.
    pub fn with(mut self, set: impl FnOnce(&mut Shot)) -> Shot {
        set(&mut self);
        self
    }
}

impl Default for Shot {
    fn default() -> Shot {
        let options = Options::default();
        Shot {
            size: options.size,
            scene: None,
            camera: None,
            viewpoint: None,
            clip: None,
            moments: Moments::Start,
            background: options.background,
            wireframe: false,
            samples: options.samples,
            layers: Vec::new(),
            opacity: Opacity::Auto,
            lights: Lights::Auto,
            tolerance: None,
            allow_empty: false,
            encode: None,
            threads: 0,
            limits: Limits::default(),
        }
    }
}

/// The bytes that drawing and writing a picture take.
fn memory_of((width, height): (u32, u32), samples: u32) -> u64 {
    let pixels = u64::from(width) * u64::from(height);
    pixels.saturating_mul(16).saturating_add(pixels.saturating_mul(u64::from(samples)).min(1 << 24).saturating_mul(8))
}

/// A scene prepared for rendering: its textures are decoded and its camera is chosen.
pub struct Studio {
    imported: Arc<Imported>,
    /// The scene, where it is not the one that all see.
    own: Option<Arc<Scene>>,
    stage: Stage,
    textures: Vec<Option<Arc<Texture>>>,
    playing: Playing,
    times: Vec<f64>,
    /// Drawn one upon the other.
    steps: Vec<Options>,
    renderer: Renderer,
    encode: bool,
    losses: Losses,
}

impl Studio {
    /// Chooses scene, camera and clip, and reads the textures that the scene uses.
    pub(crate) fn new(imported: &Arc<Imported>, shot: &Shot) -> Result<Studio, Error> {
        let own = shot.tolerance.map(|tolerance| Arc::new(imported.drawn_within(tolerance)));
        let scene = own.as_deref().unwrap_or_else(|| imported.drawn());
        check_size(shot.size)?;
        if shot.samples == 0 || shot.samples > MOST_SAMPLES {
            return Err(Error::usage(format!("the number of samples must be from 1 to {MOST_SAMPLES}")));
        }
        let view = choose::view(scene, shot.scene.as_deref())?;
        let playing = choose::playing(scene, shot.clip.as_deref())?;
        let times = choose::times(scene, &playing, &shot.moments)?;
        let stage = view.map_or_else(Stage::default, |view| Stage::new(scene, view, LIMIT));
        let chosen = choose::eye(scene, &stage, shot.camera.as_deref())?;
        let eye = shot.viewpoint.map_or(chosen, Eye::At);
        if !shot.allow_empty && matches!(eye, Eye::Auto | Eye::Framed) {
            choose::something(imported, &stage, view)?;
        }
        // What the user asks for beyond the usual size is not the document's doing.
        let usual = Shot::default();
        let more = memory_of(shot.size, shot.samples).saturating_sub(memory_of(usual.size, usual.samples));
        imported.resources.budget().want(more);
        let mut losses = imported.losses.clone();
        let evaluated = steps::of_view(scene, view.filter(|_| shot.layers.is_empty()), &stage, &mut losses);
        let textures =
            guarded("drawing", || textures::load(scene, &stage, &*imported.resources, &shot.limits, &mut losses))?;
        let options = Options {
            size: shot.size,
            samples: shot.samples,
            background: shot.background,
            wireframe: shot.wireframe,
            threads: shot.threads,
            eye,
            layers: shot.layers.iter().map(|l| l.as_str().into()).collect(),
            opacity: shot.opacity,
            soft_light: match shot.lights {
                Lights::Auto => SoftLight::Auto,
                Lights::Lit => SoftLight::Dark,
                Lights::Scene => SoftLight::Framed,
            },
        };
        let steps = steps::options(options, evaluated, shot.camera.is_some() || shot.viewpoint.is_some());
        Ok(Studio {
            imported: imported.clone(),
            own: own.clone(),
            stage,
            textures,
            playing,
            times,
            steps,
            renderer: Renderer::default(),
            encode: shot.encode.unwrap_or(scene.encoded_for_screens),
            losses,
        })
    }

    /// The times of the shot, in seconds.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Renders a picture at a time.
    pub fn picture(&mut self, time: f64) -> Result<RgbaImage, Error> {
        let (imported, own) = (self.imported.clone(), self.own.clone());
        let scene = own.as_deref().unwrap_or_else(|| imported.drawn());
        let picture = guarded("drawing", || {
            let overrides = sample(scene, &self.playing, time);
            let pose = pose(scene, &self.stage, &overrides);
            let textures = &self.textures;
            let (stage, encode) = (&self.stage, self.encode);
            let subject = Subject { scene, stage, pose: &pose, overrides: &overrides, textures, encode };
            let picture = steps::draw(&mut self.renderer, &subject, &self.steps)?;
            let is_empty = |picture: &Picture| picture.notes.iter().any(|note| note.code.id == RENDER_EMPTY);
            if !picture.framed || !is_empty(&picture) || !self.steps.iter().any(|step| step.eye == Eye::Auto) {
                return Ok(picture);
            }
            // A needle is too thin to be seen as a whole; the camera of the document may still show a part of it.
            let eye = |step: &Options| Options { eye: Eye::First, ..step.clone() };
            let steps: Vec<Options> = self.steps.iter().map(eye).collect();
            let own = steps::draw(&mut self.renderer, &subject, &steps)?;
            Ok::<_, Refused>(if is_empty(&own) { picture } else { own })
        })?;
        let picture = picture.map_err(|e| Error::usage(e.to_string()))?;
        // The first picture decides from where all of them are taken.
        for step in self.steps.iter_mut().filter(|step| step.eye == Eye::Auto) {
            step.eye = if picture.framed { Eye::Framed } else { Eye::First };
        }
        for note in picture.notes.iter() {
            // What is told of every frame is told once, and why a picture is missing was told when it was read.
            let told = self.losses.iter().any(|l| l.code.id == note.code.id && l.message == note.message);
            let explained = note.code.id == TEXTURE_MISSING && textures::explained(scene, note.origin);
            if !told && !explained {
                self.losses.push(note.code, note.fate, note.origin, note.message.clone());
            }
        }
        RgbaImage::from_raw(picture.width, picture.height, picture.rgba)
            .ok_or_else(|| internal("rendering gave too few pixels because of a bug in portolan").into())
    }

    /// The losses of reading the document and of the pictures so far.
    pub fn losses(&self) -> &Losses {
        &self.losses
    }
}

/// Is this a size that pictures may have?
pub fn check_size((width, height): (u32, u32)) -> Result<(), Error> {
    let pixels = u64::from(width) * u64::from(height);
    match pixels {
        0 => Err(Error::usage(format!("a picture of {width} × {height} pixels has no pixels"))),
        1..=MOST_PIXELS => Ok(()),
        _ => Err(Error::usage(format!(
            "a picture of {width} × {height} pixels is too large; it may have {MOST_PIXELS} pixels"
        ))),
    }
}

/// How long each picture at these times is shown in an animation, in hundredths of a second.
///
/// Rounded so that the sum is right; viewers take anything below two hundredths for a mistake, so that is the least.
pub fn delays(times: &[f64]) -> Vec<u16> {
    let hundredths = |t: f64| (t * 100.0).round();
    let between = times.windows(2).map(|pair| match pair {
        [from, to] => hundredths(*to) - hundredths(*from),
        _ => 0.0,
    });
    let mut delays: Vec<u16> = between.map(|d| d.clamp(2.0, f64::from(u16::MAX)) as u16).collect();
    delays.extend(times.last().map(|_| delays.last().copied().unwrap_or(0)));
    delays
}

/// The renderer's code for a picture that it was not given.
const TEXTURE_MISSING: &str = "CNV511";

/// The code of a picture that shows nothing.
const RENDER_EMPTY: &str = "CNV514";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_add_up_to_the_whole_time() {
        let times: Vec<f64> = (0..31).map(|i| f64::from(i) / 30.0).collect();
        let delays = delays(&times);
        assert_eq!(delays.len(), 31);
        assert_eq!(delays[..30].iter().map(|d| u32::from(*d)).sum::<u32>(), 100);
        assert_eq!(super::delays(&[0.0, 0.001, 0.002]), [2, 2, 2]);
        assert_eq!(super::delays(&[1.0]), [0]);
        assert_eq!(super::delays(&[]), [0u16; 0]);
        assert_eq!(super::delays(&[0.0, 1e9]), [u16::MAX; 2]);
    }

    #[test]
    fn sizes_have_limits() {
        assert!(check_size((1, 1)).is_ok());
        assert!(check_size((0, 5)).is_err());
        assert!(check_size((u32::MAX, u32::MAX)).is_err());
    }
}
