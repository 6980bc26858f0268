//! Drawing as a whole.

use portolan_eval::{Overrides, Pose, Stage, bounds};
use portolan_scene::glam::DVec3;
use portolan_scene::{Fate, Losses, Origin, Scene};

use crate::body::{Body, Shapes};
use crate::frame::Frame;
use crate::light::Lights;
use crate::surroundings::{Haze, Sky};
use crate::tile::Pattern;
use crate::view::View;
use crate::{CameraPlace, Eye, Picture, Refused, Textures, cameras, codes};

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
    /// Only what nodes of these layers hold is drawn; lights shine in any case. Empty: everything.
    pub layers: Vec<Box<str>>,
    /// When there is a soft white light beside those of the scene.
    pub soft_light: SoftLight,
    /// Is transparency read the other way round where its exporter seems to have meant it so
    /// ([`portolan_scene::Scene::is_opacity_inverted`])? Default: no, the rule of the format holds.
    pub mend_opacity: bool,
}

/// When a soft white light shines that no document knows of: most from above the eye on the left, some from the right
/// and from the eye itself, and a little from everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum SoftLight {
    /// If the view is framed and no lamp shines. A scene that is made to be looked at through its camera is as dark as it
    /// is made.
    #[default]
    Framed,
    /// If no lamp shines.
    Dark,
    /// In any case.
    Always,
    /// In no case.
    Never,
}

impl Default for Options {
    fn default() -> Options {
        let background = [0.0; 4];
        Options {
            size: (512, 512),
            samples: 4,
            background,
            wireframe: false,
            threads: 0,
            eye: Eye::First,
            layers: Vec::new(),
            soft_light: SoftLight::Framed,
            mend_opacity: false,
        }
    }
}

/// Draws a scene once.
pub fn render(subject: &Subject<'_>, options: &Options) -> Result<Picture, Refused> {
    Renderer::default().render(subject, options)
}

/// Draws a scene again and again: keeps what does not change from frame to frame. It belongs to one scene.
#[derive(Default, Debug)]
pub struct Renderer {
    shapes: Shapes,
}

impl Renderer {
    /// Draws a frame.
    pub fn render(&mut self, subject: &Subject<'_>, options: &Options) -> Result<Picture, Refused> {
        let (width, height) = options.size;
        let pixels = u64::from(width) * u64::from(height);
        if pixels == 0 || pixels > MOST_PIXELS {
            return Err(Refused { size: options.size });
        }
        if options.threads == 0 {
            return Ok(self.draw(subject, options));
        }
        match portolan_parallel::ThreadPoolBuilder::new().num_threads(options.threads).build() {
            Ok(pool) => Ok(pool.install(|| self.draw(subject, options))),
            // A system without more threads still has this one.
            Err(_) => Ok(self.draw(subject, options)),
        }
    }

    fn bodies<'a>(
        &'a self,
        subject: &Subject<'a>,
        options: &Options,
        view: &View,
        notes: &mut Losses,
    ) -> Vec<Body<'a>> {
        let inverted = subject.scene.is_opacity_inverted();
        let (fate, message) = match options.mend_opacity {
            true => (Fate::Approximated, "transparency is read the other way round, as it was meant"),
            false => (Fate::Noted, "a transparency of 0 hides what its exporter may have meant to be opaque"),
        };
        if inverted {
            notes.push(&codes::INVERTED, fate, Origin::default(), message);
        }
        self.shapes.bodies(subject, view, options, inverted && options.mend_opacity, notes)
    }

    fn draw(&mut self, subject: &Subject<'_>, options: &Options) -> Picture {
        let mut notes = Losses::default();
        let (view, framed) = view(subject, options);
        self.shapes.prepare(subject, options.wireframe);
        let bodies = self.bodies(subject, options, &view, &mut notes);
        let (lights, exposed) = Lights::new(subject);
        if exposed {
            let message = "the lights are dazzling; the picture is exposed for them";
            notes.push(&codes::EXPOSED, Fate::Noted, Origin::default(), message);
        }
        let headlight = subject.stage.view.and_then(|v| subject.scene.view(v)).is_some_and(|v| v.headlight);
        let soft = match options.soft_light {
            SoftLight::Framed => framed && lights.lamps.is_empty() && !headlight,
            SoftLight::Dark => lights.lamps.is_empty() && !headlight,
            SoftLight::Always => true,
            SoftLight::Never => false,
        };
        let lights = if soft { lights.with(Lights::soft(&view)) } else { lights };
        let lights = if headlight { lights.with(Lights::headlight(&view)) } else { lights };
        let mut surfaces = bodies.iter().flat_map(|b| &b.parts).map(|p| &p.surface);
        if lights.lamps.is_empty() && lights.ambient == DVec3::ZERO && surfaces.any(|s| s.needs_light()) {
            let message = "nothing shines on the scene that its camera sees";
            notes.push(&codes::DARK, Fate::Noted, Origin::default(), message);
        }
        if bodies.is_empty() {
            notes.push(&codes::EMPTY, Fate::Noted, Origin::default(), "nothing is drawn");
        }
        let mut index = Vec::new();
        for (number, body) in (0..).zip(&bodies) {
            index.extend((0..).zip(&body.parts).map(|(place, part)| (part.first, number, place)));
        }
        let (width, height) = options.size;
        // A line of a small picture is one pixel wide and keeps its share of larger ones.
        let line_width = (f64::from(width.min(height)) / 512.0).max(1.0);
        let frame = Frame {
            view,
            size: options.size,
            pattern: Pattern::new(options.samples),
            bodies,
            lights,
            background: options.background.map(|c| if c.is_nan() { 0.0 } else { c.clamp(0.0, 1.0) }),
            sky: Sky::new(subject),
            haze: Haze::new(subject),
            line_width,
            point_width: line_width,
            index,
        };
        let rgba = frame.draw();
        // The picture of a scene behind the camera is no less surprising than that of an empty one.
        let nothing = frame.nothing();
        let is_nothing = |nothing: [u8; 4]| rgba.as_chunks::<4>().0.iter().all(|pixel| *pixel == nothing);
        if !frame.bodies.is_empty() && nothing.is_some_and(is_nothing) {
            let message = "the camera sees nothing of what is drawn; another one, or `fit`, may";
            notes.push(&codes::EMPTY, Fate::Noted, Origin::default(), message);
        }
        Picture { width, height, rgba, notes }
    }
}

/// The view, and whether it is framed.
fn view(subject: &Subject<'_>, options: &Options) -> (View, bool) {
    let placed = match options.eye {
        Eye::First => cameras(subject.scene, subject.stage).first().copied(),
        Eye::Placed(place) => Some(place),
        Eye::Framed => None,
    };
    let of_camera = |place: CameraPlace| {
        let camera = portolan_eval::camera(subject.scene, place.camera, subject.overrides)?;
        Some(View::of_camera(&camera, subject.pose.world(place.place), options.size))
    };
    match placed.and_then(of_camera) {
        Some(view) => (view, false),
        None => (framed(subject, options), true),
    }
}

fn framed(subject: &Subject<'_>, options: &Options) -> View {
    let around = bounds(subject.scene, subject.stage, subject.pose, subject.overrides);
    let (least, most) = around.unwrap_or((DVec3::splat(-1.0), DVec3::ONE));
    let back = subject.scene.space.up.to_y_up().transpose();
    View::of_box(least, most, back.y_axis, back.z_axis, options.size)
}
