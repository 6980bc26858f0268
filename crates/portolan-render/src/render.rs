//! Drawing as a whole.

use portolan_eval::{Overrides, Pose, Stage};
use portolan_scene::glam::DVec3;
use portolan_scene::{Fate, Losses, Opacity, Origin, Scene};

use crate::body::{Body, Shapes};
use crate::frame::Frame;
use crate::framing::{Cloud, Unfit};
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
    /// Are colours that are amounts of light ([`portolan_scene::Material::linear`]) encoded as sRGB?
    pub encode: bool,
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
    /// How transparency is read.
    pub opacity: Opacity,
}

/// Faces that are drawn of any scene.
const MOST_FACES: u64 = 6_000_000;

/// How many times as many faces as the shapes of a scene have are drawn of it, however many these are.
const TIMES_WRITTEN: u64 = 4;

/// How often `faces` are drawn without leaving any out, where shapes with `written` faces are instanced: as often as one likes if
/// instances do not add much.
pub fn times_in_full(faces: u64, written: u64) -> u64 {
    match faces <= written.saturating_mul(TIMES_WRITTEN) {
        true => u64::MAX,
        false => MOST_FACES / faces,
    }
}

/// How bright the soft light is beside lamps.
const BESIDE_LAMPS: f64 = 0.4;

/// What is darker than this, of 255, is black.
const BLACK: u8 = 6;

/// When a soft white light shines that no document knows of: most from above the eye on the left, some from the right
/// and from the eye itself, and a little from everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum SoftLight {
    /// If the view is framed and no lamp shines. A scene that is made to be looked at through its camera is as dark as it
    /// is made.
    #[default]
    Framed,
    /// So that something is seen: with a framed view beside the lamps of the scene, else if no lamp shines or everything
    /// would be black; a note tells of the latter.
    Auto,
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
            opacity: Opacity::Auto,
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
        let inverted = subject.scene.inverted_opacity(options.opacity);
        let message = match (&inverted, options.opacity) {
            (Some(why), _) => Some(format!("transparency is inverted: {why}; `--opacity strict` keeps it")),
            (None, Opacity::Strict) => subject
                .scene
                .inverted_opacity(Opacity::Auto)
                .map(|why| format!("materials may be invisible by mistake: {why}; `--opacity auto` shows them")),
            _ => None,
        };
        if let Some(message) = message {
            notes.push(&codes::INVERTED, Fate::Noted, Origin::default(), message);
        }
        self.shapes.bodies(subject, view, options, inverted.is_some(), notes)
    }

    /// Of how many faces one is drawn, so that instances of instances do not take for ever. Faces that are written are all drawn.
    fn stride(&self, bodies: &[Body<'_>], notes: &mut Losses) -> u32 {
        let faces: u64 = bodies.iter().flat_map(|b| &b.parts).map(|p| u64::from(p.elements.count)).sum();
        let stride = faces.div_ceil(MOST_FACES.max(self.shapes.faces().saturating_mul(TIMES_WRITTEN)));
        if stride > 1 {
            let message = format!(
                "the instances of the scene have {faces} faces; of every {stride} faces of large shapes one is drawn"
            );
            notes.push(&codes::THINNED, Fate::Approximated, Origin::default(), message);
        }
        u32::try_from(stride).unwrap_or(u32::MAX).max(1)
    }

    fn draw(&mut self, subject: &Subject<'_>, options: &Options) -> Picture {
        let mut notes = Losses::default();
        let (view, framed) = view(subject, options, &mut notes);
        self.shapes.prepare(subject, options.wireframe);
        let bodies = self.bodies(subject, options, &view, &mut notes);
        let (lights, exposed) = Lights::new(subject);
        if exposed {
            let message = "the lights are very bright; the exposure is reduced";
            notes.push(&codes::EXPOSED, Fate::Noted, Origin::default(), message);
        }
        if lights.weak > 0 {
            let message = format!("{} of the weakest lights are left out", lights.weak);
            notes.push(&codes::MANY_LIGHTS, Fate::Approximated, Origin::default(), message);
        }
        let headlight = subject.stage.view.and_then(|v| subject.scene.view(v)).is_some_and(|v| v.headlight);
        let soft = match options.soft_light {
            SoftLight::Framed => framed && lights.lamps.is_empty() && !headlight,
            SoftLight::Dark => lights.lamps.is_empty() && !headlight,
            SoftLight::Auto => framed || lights.lamps.is_empty() && !headlight,
            SoftLight::Always => true,
            SoftLight::Never => false,
        };
        let lights = match soft {
            true if lights.lamps.is_empty() => lights.with(Lights::soft(&view)),
            // Beside lamps it only brightens what they leave dark.
            true => lights.with(Lights::soft(&view).dimmed(BESIDE_LAMPS)),
            false => lights,
        };
        let lights = if headlight { lights.with(Lights::headlight(&view)) } else { lights };
        let needs_light = bodies.iter().flat_map(|b| &b.parts).any(|p| p.surface.needs_light());
        if lights.lamps.is_empty() && lights.ambient == DVec3::ZERO && needs_light {
            let message = "the scene has no lights; pass `--lights auto`";
            notes.push(&codes::DARK, Fate::Noted, Origin::default(), message);
        }
        if bodies.is_empty() {
            notes.push(&codes::EMPTY, Fate::Noted, Origin::default(), "the scene has nothing to draw");
        }
        let mut index = Vec::new();
        for (number, body) in (0..).zip(&bodies) {
            index.extend((0..).zip(&body.parts).map(|(place, part)| (part.first, number, place)));
        }
        let (width, height) = options.size;
        // A line of a small picture is one pixel wide and keeps its share of larger ones.
        let line_width = (f64::from(width.min(height)) / 512.0).max(1.0);
        let stride = self.stride(&bodies, &mut notes);
        let mut frame = Frame {
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
            stride,
            left_out: Default::default(),
        };
        let mut rgba = frame.draw();
        if options.soft_light == SoftLight::Auto && !soft && needs_light && is_black(&rgba) {
            let message = "the lights of the document leave everything black; a soft light is added (`--lights scene` leaves it out)";
            notes.push(&codes::DARK, Fate::Noted, Origin::default(), message);
            frame.lights = frame.lights.with(Lights::soft(&frame.view));
            rgba = frame.draw();
        }
        let left_out = frame.left_out.load(std::sync::atomic::Ordering::Relaxed);
        if left_out > 0 {
            let message =
                format!("so many faces lie one behind the other that {left_out} pieces of them are not drawn");
            notes.push(&codes::OVERDRAW, Fate::Approximated, Origin::default(), message);
        }
        // The picture of a scene behind the camera is no less surprising than that of an empty one.
        let nothing = frame.nothing();
        let is_nothing = |nothing: [u8; 4]| rgba.as_chunks::<4>().0.iter().all(|pixel| *pixel == nothing);
        if !frame.bodies.is_empty() && nothing.is_some_and(is_nothing) {
            let message = "the camera does not see the scene; try another one or `--camera fit`";
            notes.push(&codes::EMPTY, Fate::Noted, Origin::default(), message);
        }
        Picture { width, height, rgba, notes, framed }
    }
}

/// Is everything that is drawn black?
fn is_black(rgba: &[u8]) -> bool {
    rgba.as_chunks::<4>().0.iter().all(|[r, g, b, a]| *a == 0 || r.max(g).max(b) < &BLACK)
}

/// Is a camera a viewpoint that somebody wrote for a world? Worlds have a background, other scenes have none.
fn is_viewpoint(subject: &Subject<'_>, place: CameraPlace) -> bool {
    let view = subject.stage.view.and_then(|view| subject.scene.view(view));
    let camera = subject.scene.camera(place.camera);
    view.zip(camera).is_some_and(|(v, c)| v.background.is_some() && c.meta.origin != v.meta.origin)
}

/// The view, and whether it is framed.
fn view(subject: &Subject<'_>, options: &Options, notes: &mut Losses) -> (View, bool) {
    let placed = match options.eye {
        Eye::First | Eye::Auto => cameras(subject.scene, subject.stage).first().copied(),
        Eye::Placed(place) => Some(place),
        Eye::At(point) => return (View::of_point(&point, &subject.scene.space, options.size), true),
        Eye::Framed => None,
    };
    let of_camera = |place: CameraPlace| {
        let camera = portolan_eval::camera(subject.scene, place.camera, subject.overrides)?;
        Some(View::of_camera(&camera, subject.pose.world(place.place), options.size))
    };
    let own = placed.and_then(of_camera);
    if let Some(view) = own.as_ref().filter(|_| options.eye != Eye::Auto) {
        return (view.clone(), false);
    }
    let cloud = Cloud::new(subject);
    if let Some(view) = own {
        let why = match cloud.seen_by(&view, options.size) {
            Ok(()) => return (view, false),
            // A world says from where it is seen.
            Err(unfit) if unfit != Unfit::Blind && placed.is_some_and(|p| is_viewpoint(subject, p)) => {
                return (view, false);
            }
            Err(Unfit::Blind | Unfit::Misses) => "misses most of the scene",
            Err(Unfit::Speck) => "is too far away",
        };
        let message = format!("the camera of the document {why}; everything is framed (`--camera scene` uses it)");
        notes.push(&codes::CAMERA, Fate::Noted, Origin::default(), message);
    }
    (framed(subject, options, &cloud, notes), true)
}

fn framed(subject: &Subject<'_>, options: &Options, cloud: &Cloud, notes: &mut Losses) -> View {
    let (around, far) = cloud.worth_framing(subject);
    if far > 0 {
        let objects = portolan_syntax::counted(far, "object is", "objects are");
        let message = format!("{objects} far away from everything else and may be outside the picture");
        notes.push(&codes::FAR_AWAY, Fate::Noted, Origin::default(), message);
    }
    let (least, most) = around.unwrap_or((DVec3::splat(-1.0), DVec3::ONE));
    let back = subject.scene.space.up.to_y_up().transpose();
    View::of_box(least, most, back.y_axis, back.z_axis, options.size)
}
