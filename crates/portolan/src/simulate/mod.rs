//! Bodies over time: what they weigh, where they are, and where they put their nodes.

pub mod codes;
mod json;
#[cfg(feature = "physics")]
mod put;
#[cfg(feature = "physics")]
mod run;

use portolan_eval::bodies::{Start, as_written};
use portolan_eval::mass::{Note, Scales, Weight};
use portolan_eval::{Overrides, Playing, Stage, pose, sample};
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{Origin, Scene, ViewId};
use portolan_syntax::{Code, Severity};

use crate::Error;
use crate::convert::view_named;
use crate::import::Imported;
use crate::pose::Told;
use crate::sample::MOST_PLACES;

/// What is asked for.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Request {
    /// When to look, in seconds, in order and from 0 on; nothing is simulated if there is only 0.
    pub times: Vec<f64>,
    /// Seconds of one step in place of what the document says.
    pub step: Option<f64>,
    /// The physics or visual scene, by id or name; `None`: all physics scenes, the default visual one.
    pub scene: Option<String>,
}

impl Request {
    /// The same with some of it set: `Request::default().with(|r| r.times = vec![0.0, 1.0])`.
    pub fn with(mut self, set: impl FnOnce(&mut Request)) -> Request {
        set(&mut self);
        self
    }

    /// Looks from 0 on for so many seconds, so often a second.
    pub fn regularly(seconds: f64, rate: f64) -> Request {
        let count = (seconds * rate + 1e-9).floor().clamp(0.0, MOST_TIMES as f64 - 1.0) as usize;
        Request { times: (0..=count).map(|i| i as f64 / rate).collect(), ..Request::default() }
    }
}

/// Most times that are looked at.
pub const MOST_TIMES: usize = 100_000;

/// Seconds of a step where nobody says one.
pub const STEP: f64 = 1.0 / 240.0;

/// Bodies and nodes at the times.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// Seconds.
    pub times: Vec<f64>,
    /// The view whose nodes are told.
    pub view: ViewId,
    /// What simulated, if anything had to be.
    pub engine: Option<&'static str>,
    /// The physics scenes.
    pub scenes: Vec<World>,
    /// Everything that is other than in the scene, at each of the times.
    pub overrides: Vec<Overrides>,
    /// What is worth telling.
    pub told: Vec<Told>,
}

/// A physics scene.
#[derive(Clone, Debug)]
pub struct World {
    /// Which of the physics scenes.
    pub number: usize,
    /// Seconds of one step.
    pub step: f64,
    /// Its bodies, in the order of the scene.
    pub bodies: Vec<Moved>,
}

/// A body over time.
#[derive(Clone, Debug)]
pub struct Moved {
    /// What it weighs.
    pub weight: Weight,
    /// Where it is at the start.
    pub start: Start,
    /// From the body to the world, at each of the times.
    pub world: Vec<DMat4>,
    /// Its velocity.
    pub velocities: Vec<DVec3>,
    /// How it turns, in radians a second.
    pub angular_velocities: Vec<DVec3>,
}

/// Simulates the bodies of a document.
pub(crate) fn simulate(imported: &Imported, request: &Request) -> Result<Simulated, Error> {
    let times = &request.times;
    let ordered = times.windows(2).all(|pair| pair.first() <= pair.last());
    if times.is_empty() || times.len() > MOST_TIMES || !ordered || !times.iter().all(|t| t.is_finite() && *t >= 0.0) {
        return Err(Error::usage(format!("times must be numbers from 0 on and in order, at most {MOST_TIMES}")));
    }
    if request.step.is_some_and(|step| !(step > 0.0 && step.is_finite())) {
        return Err(Error::usage("a step must be a number of seconds above 0"));
    }
    let scene = &imported.scene;
    let (view, numbers) = chosen(scene, request.scene.as_deref())?;
    let stage = Stage::new(scene, view, MOST_PLACES);
    let begin = pose(scene, &stage, &at(scene, 0.0));
    let mut scales = Scales::new(scene);
    let mut told = Vec::new();
    let mut worlds = Vec::new();
    for number in numbers {
        let Some(physics) = scene.physics.get(number) else { continue };
        let bodies = physics.bodies.iter().map(|body| {
            let weight = scales.weigh(body);
            for (origin, note) in &weight.notes {
                told.push(told_note(*note, *origin, body.label()));
            }
            let start = Start::of(scene, body, &stage, &begin);
            let (velocity, turning) = (DVec3::from_array(body.velocity), DVec3::from_array(body.angular_velocity));
            Moved {
                weight,
                start,
                world: vec![start.frame],
                velocities: vec![velocity],
                angular_velocities: vec![turning],
            }
        });
        let bodies = bodies.collect();
        worlds.push(World { number, step: request.step.or(physics.step).unwrap_or(STEP), bodies });
    }
    let overrides = times.iter().map(|time| at(scene, *time)).collect();
    let mut simulated = Simulated { times: times.clone(), view, engine: None, scenes: worlds, overrides, told };
    if times.iter().all(|t| *t == 0.0) {
        simulated.rest();
        #[cfg(feature = "physics")]
        simulated.told.extend(run::start(scene, &stage, &simulated.scenes));
        return Ok(simulated);
    }
    #[cfg(feature = "physics")]
    run::run(scene, &stage, &mut simulated);
    #[cfg(not(feature = "physics"))]
    return Err(Error::usage("this program was built without a physics engine; only the time 0 can be asked for"));
    #[cfg(feature = "physics")]
    Ok(simulated)
}

/// The scene at a time, before anything falls: its animations, and nodes as they are written.
fn at(scene: &Scene, time: f64) -> Overrides {
    let mut overrides = sample(scene, &Playing::Default, time);
    as_written(scene, &mut overrides);
    overrides
}

/// What is wrong with the bodies of a document before they move.
pub(crate) fn start(imported: &Imported) -> Vec<Told> {
    let request = Request::default().with(|r| r.times = vec![0.0]);
    let bodies = imported.scene.physics.iter().any(|p| !p.bodies.is_empty());
    let simulated = bodies.then(|| simulate(imported, &request).ok()).flatten();
    simulated.map_or_else(Vec::new, |s| s.told.into_iter().filter(|t| t.severity >= Severity::Warning).collect())
}

impl Simulated {
    /// At all times everything is as at the start.
    fn rest(&mut self) {
        let count = self.times.len();
        for body in self.scenes.iter_mut().flat_map(|s| &mut s.bodies) {
            body.world.resize(count, body.start.frame);
            for list in [&mut body.velocities, &mut body.angular_velocities] {
                let first = list.first().copied().unwrap_or_default();
                list.resize(count, first);
            }
        }
    }
}

fn told_note(note: Note, origin: Origin, body: &str) -> Told {
    let (code, message): (&'static Code, String) = match note {
        Note::Open => {
            (&codes::OPEN, format!("a mesh of the body `{body}` is open; its mass is computed from its convex hull"))
        }
        Note::Flat => {
            (&codes::OPEN, format!("a shape of the body `{body}` has no volume; its mass is computed from its surface"))
        }
        Note::Nothing => (&codes::OPEN, format!("a shape of the body `{body}` has no faces, so its mass is 0")),
        Note::Density => {
            (&codes::DENSITY, format!("mass and density of a shape of `{body}` do not match; the mass is used"))
        }
        Note::Round => {
            (&codes::ROUND, format!("the mass of a capsule of the body `{body}` is computed as if it were round"))
        }
    };
    Told::new(code, origin, message)
}

/// The view and the physics scenes that are meant.
fn chosen(scene: &Scene, name: Option<&str>) -> Result<(ViewId, Vec<usize>), Error> {
    let default = scene.default_view.unwrap_or(ViewId(0));
    let all: Vec<usize> = (0..scene.physics.len()).collect();
    let Some(name) = name else { return Ok((default, all)) };
    let is = |text: &Option<Box<str>>| text.as_deref() == Some(name);
    let named: Vec<usize> = all
        .iter()
        .copied()
        .filter(|n| scene.physics.get(*n).is_some_and(|p| is(&p.meta.id) || is(&p.meta.name)))
        .collect();
    match view_named(scene, name) {
        _ if !named.is_empty() => Ok((default, named)),
        Some(view) => Ok((view, all)),
        None => Err(Error::usage(format!("scene `{name}` does not exist"))),
    }
}
