//! Mechanisms at given joint values: the positions of links and nodes, and posed scenes.

pub mod codes;
mod joint;
pub(crate) mod json;
mod put;
mod reach;

pub use joint::Unknown;
pub use put::{MOST_STEPS, Sweep};
pub use reach::Wanted;

use std::collections::BTreeSet;

use portolan_eval::kinematics::{Kinematics, gap, links, stand};
use portolan_eval::{Overrides, Playing, Stage, pose as pose_stage, sample};
use portolan_scene::glam::DMat4;
use portolan_scene::{Mechanism, MechanismId, Origin, Scene, Target, ViewId};
use portolan_syntax::{Code, Severity};

use crate::Error;
use crate::convert::view_named;
use crate::import::Imported;
use crate::sample::MOST_PLACES;

/// What is asked for.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Request {
    /// Joints by name, SID or id, each with its value: degrees, or a length in the unit of the document.
    pub values: Vec<(String, f64)>,
    /// Whether all other joints are 0. Otherwise they have the values of the document.
    pub zero: bool,
    /// Whether values are clamped to their limits.
    pub clamp: bool,
    /// The visual or kinematics scene, by id or name; `None`: the default one, with all mechanisms.
    pub scene: Option<String>,
    /// A frame that should reach a target.
    pub reach: Option<Wanted>,
}

impl Request {
    /// Returns the options with some fields changed: `Request::default().with(|r| r.zero = true)`.
    pub fn with(mut self, set: impl FnOnce(&mut Request)) -> Request {
        set(&mut self);
        self
    }
}

/// There is no frame, manipulator or link of this name; the names that there are.
fn no_frame(name: &str, known: &[String]) -> Error {
    let known =
        if known.is_empty() { "the document has none".to_owned() } else { format!("available: {}", known.join(", ")) };
    Error::usage(format!("frame `{name}` does not exist; {known}"))
}

/// A message about a pose.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its code.
    pub code: &'static Code,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// Where it was written.
    pub origin: Origin,
}

/// Mechanisms and nodes at the values of the joints.
#[derive(Clone, Debug)]
pub struct Posed {
    /// What is set in place of what the scene says.
    pub overrides: Overrides,
    /// The view whose nodes are told.
    pub view: ViewId,
    /// The mechanisms, in the order of the scene.
    pub models: Vec<Model>,
    /// Messages about the joint values, without those of reading the document.
    pub told: Vec<Told>,
    /// Whether a frame could not reach its target.
    pub missed: bool,
}

/// A mechanism at its values.
#[derive(Clone, Debug)]
pub struct Model {
    /// The mechanism.
    pub id: MechanismId,
    /// The values of its freedoms.
    pub values: Vec<f64>,
    /// Freedoms whose value was given.
    pub given: BTreeSet<u32>,
    /// Where its links are in its own space.
    pub links: Vec<DMat4>,
    /// From its own space to the world.
    pub stand: DMat4,
    /// The gaps of its loops.
    pub gaps: Vec<f64>,
}

/// A gap of a loop that is told: a share of the size of the mechanism.
const OPEN: f64 = 1e-4;

/// Metres from the origin of a mechanism beyond which links are told.
const FAR: f64 = 1e9;

/// Poses the mechanisms of a document.
pub(crate) fn pose(imported: &Imported, request: &Request) -> Result<Posed, Error> {
    let scene = &imported.scene;
    let (view, ids) = chosen(scene, request.scene.as_deref())?;
    let kinematics = Kinematics::new(scene);
    let mut told = Vec::new();
    let mut overrides = sample(scene, &Playing::Default, 0.0);
    if request.zero {
        for (mechanism, freedom) in ids.iter().flat_map(|id| freedoms(scene, *id)) {
            overrides.set(&Target::Freedom { mechanism, freedom }, &[0.0]);
        }
    }
    let mut given: BTreeSet<(MechanismId, u32)> = BTreeSet::new();
    for (name, value) in &request.values {
        let (mechanism, freedom) = joint::find(scene, &ids, name).map_err(|why| Error::usage(why.to_string()))?;
        match joint::holds(scene, mechanism, freedom) {
            Some(why) => {
                let message = format!("the joint `{name}` keeps its value: {why}");
                told.push(Told::new(&codes::KEPT, origin_of(scene, mechanism, freedom), message));
            }
            None => {
                overrides.set(&Target::Freedom { mechanism, freedom }, &[*value]);
                given.insert((mechanism, freedom));
            }
        }
    }
    if request.clamp {
        told.extend(clamp(scene, &ids, &mut overrides));
    }
    kinematics.apply(&mut overrides);
    let mut missed = false;
    if let Some(wanted) = &request.reach {
        let near = reach::approach(imported, &kinematics, (view, &ids), wanted, &mut overrides)?;
        missed = near.is_some();
        told.extend(near);
    }
    for (id, own) in kinematics.undefined(&overrides) {
        if ids.contains(&id) {
            let label = scene.mechanism(id).map_or("", Mechanism::label);
            let message = format!("a formula of `{label}` does not evaluate to a number");
            told.push(Told::new(&codes::UNDEFINED, own.formula.meta.origin, message));
        }
    }
    let stage = Stage::new(scene, view, MOST_PLACES);
    let now = pose_stage(scene, &stage, &overrides);
    let mut models = Vec::new();
    for id in ids {
        let Some(mechanism) = scene.mechanism(id) else { continue };
        let values = kinematics.values(id, &overrides);
        let links = links(mechanism, &values);
        let gaps: Vec<f64> = mechanism.loops.iter().map(|l| gap(mechanism, l, &links, &values)).collect();
        told.extend(outside(mechanism, &values));
        told.extend(open_loops(mechanism, &links, &gaps));
        told.extend(far_link(mechanism, &links, scene.space.metres));
        let own = given.iter().filter(|(m, _)| *m == id).map(|(_, freedom)| *freedom);
        let (given, stand) = (own.collect(), stand(mechanism, &stage, &now));
        models.push(Model { id, values, given, links, stand, gaps });
    }
    Ok(Posed { overrides, view, models, told, missed })
}

/// The view and the mechanisms that are meant.
fn chosen(scene: &Scene, name: Option<&str>) -> Result<(ViewId, Vec<MechanismId>), Error> {
    let all = || scene.mechanisms.iter().zip(0..);
    let default = scene.default_view.unwrap_or(ViewId(0));
    let Some(name) = name else { return Ok((default, all().map(|(_, id)| MechanismId(id)).collect())) };
    let of_scene = all().filter(|(m, _)| m.scene.as_deref() == Some(name)).map(|(_, id)| MechanismId(id));
    let of_scene: Vec<MechanismId> = of_scene.collect();
    match view_named(scene, name) {
        _ if !of_scene.is_empty() => Ok((default, of_scene)),
        Some(view) => Ok((view, all().map(|(_, id)| MechanismId(id)).collect())),
        None => Err(Error::usage(format!("scene `{name}` does not exist"))),
    }
}

fn freedoms(scene: &Scene, id: MechanismId) -> impl Iterator<Item = (MechanismId, u32)> + use<> {
    let count = scene.mechanism(id).map_or(0, |m| m.freedoms.len() as u32);
    (0..count).map(move |freedom| (id, freedom))
}

fn origin_of(scene: &Scene, mechanism: MechanismId, freedom: u32) -> Origin {
    scene.freedom(mechanism, freedom).map(|f| f.origin).unwrap_or_default()
}

/// Brings values within their limits, but for those that are locked or computed, and tells which.
fn clamp(scene: &Scene, ids: &[MechanismId], overrides: &mut Overrides) -> Vec<Told> {
    let mut told = Vec::new();
    for (mechanism, freedom) in ids.iter().flat_map(|id| freedoms(scene, *id)) {
        let Some(own) = scene.freedom(mechanism, freedom) else { continue };
        let target = Target::Freedom { mechanism, freedom };
        let value = overrides.get(&target).unwrap_or(own.value);
        let within = own.clamped(value);
        if within != value && joint::holds(scene, mechanism, freedom).is_none() {
            overrides.set(&target, &[within]);
            let label = scene.mechanism(mechanism).map(|m| joint::label(m, freedom)).unwrap_or_default();
            let message = format!("the value {value} of the joint `{label}` is limited to {within}");
            told.push(Told::new(&codes::LIMITED, own.origin, message));
        }
    }
    told
}

/// Values outside of their limits, but for rounding.
fn outside(mechanism: &Mechanism, values: &[f64]) -> Vec<Told> {
    let mut told = Vec::new();
    for ((freedom, value), at) in mechanism.freedoms.iter().zip(values).zip(0..) {
        let within = freedom.clamped(*value);
        if (within - value).abs() <= 1e-9 * value.abs().max(1.0) {
            continue;
        }
        let message = format!("the value {value} of the joint `{}` is outside its limits", joint::label(mechanism, at));
        told.push(Told::new(&codes::OUTSIDE, freedom.origin, message));
    }
    told
}

fn open_loops(mechanism: &Mechanism, links: &[DMat4], gaps: &[f64]) -> Vec<Told> {
    let size = links.iter().map(|m| m.w_axis.truncate().length()).fold(0.0, f64::max);
    let open = mechanism.loops.iter().zip(gaps).filter(|(_, gap)| **gap > OPEN * size.max(f64::MIN_POSITIVE));
    let told = open.map(|(closed, gap)| {
        let joint = mechanism.joints.get(closed.joint as usize).and_then(|j| j.meta.label()).unwrap_or("?");
        let message = format!("the loop at the joint `{joint}` of `{}` is {gap} open", mechanism.label());
        Told::new(&codes::GAP, closed.origin, message)
    });
    told.collect()
}

/// The first link that is too far away.
fn far_link(mechanism: &Mechanism, links: &[DMat4], metres: f64) -> Option<Told> {
    let far = |m: &DMat4| m.w_axis.truncate().length() * metres >= FAR;
    let (link, _) = mechanism.links.iter().zip(links).find(|(_, m)| far(m))?;
    let name = link.meta.label().or(link.meta.sid.as_deref()).unwrap_or("?");
    let message = format!("the link `{name}` of `{}` is more than {FAR} m from its origin", mechanism.label());
    Some(Told::new(&codes::FAR, link.meta.origin, message))
}

impl Told {
    pub(crate) fn new(code: &'static Code, origin: Origin, message: String) -> Told {
        Told { code, severity: code.severity, message, origin }
    }
}
