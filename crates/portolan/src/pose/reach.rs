//! A frame of a mechanism brought to where it is wanted.

use portolan_eval::kinematics::{Goal, Kinematics, reach, stand};
use portolan_eval::{Overrides, Stage, pose};
use portolan_scene::glam::{DMat4, DQuat, DVec3};
use portolan_scene::{Mechanism, MechanismId, Offset, Place, Target, ViewId};

use super::{Told, codes, joint, no_frame};
use crate::Error;
use crate::import::Imported;
use crate::sample::MOST_PLACES;

/// A frame and its target in the world, in the unit and axes of the document.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    /// `tip` or `tcp`, the name of a manipulator, or a link by SID or name; `INSTANCE/…` picks one of several models.
    pub frame: String,
    /// The target position of its origin.
    pub position: [f64; 3],
    /// The target orientation: a quaternion x, y, z, w.
    pub rotation: Option<[f64; 4]>,
}

/// Sets the values at which the frame is where it is wanted, or next to it; then it is told how far off it is.
pub(super) fn approach(
    imported: &Imported,
    kinematics: &Kinematics<'_>,
    (view, ids): (ViewId, &[MechanismId]),
    wanted: &Wanted,
    overrides: &mut Overrides,
) -> Result<Option<Told>, Error> {
    let scene = &imported.scene;
    let models = || ids.iter().filter_map(|id| Some((*id, scene.mechanism(*id)?)));
    let found = models().find_map(|(id, mechanism)| Some((id, mechanism, frame(mechanism, &wanted.frame)?)));
    let Some((id, mechanism, place)) = found else {
        let known: Vec<String> = models().flat_map(|(_, m)| frames(m)).collect();
        return Err(no_frame(&wanted.frame, &known));
    };
    let stage = Stage::new(scene, view, MOST_PLACES);
    // What the model stands on may be moved by other mechanisms.
    let stand = stand(mechanism, &stage, &pose(scene, &stage, overrides));
    let back = stand.inverse();
    let back = if back.is_finite() { back } else { DMat4::IDENTITY };
    let turned = DQuat::from_mat4(&back);
    let goal = Goal {
        mechanism: id,
        place,
        position: back.transform_point3(DVec3::from_array(wanted.position)),
        rotation: wanted.rotation.map(|q| turned * DQuat::from_array(q).normalize()),
    };
    let Some(reached) = reach(scene, kinematics, &goal, overrides) else { return Ok(None) };
    for (freedom, value) in &reached.values {
        overrides.set(&Target::Freedom { mechanism: id, freedom: *freedom }, &[*value]);
    }
    kinematics.apply(overrides);
    if reached.is_there {
        return Ok(None);
    }
    let turned = if wanted.rotation.is_some() { format!(" and {} degrees", reached.angle) } else { String::new() };
    let message = format!("`{}` misses its target by {}{turned}", wanted.frame, reached.distance);
    Ok(Some(Told::new(&codes::MISSED, mechanism.meta.origin, message)))
}

/// The place of a mechanism with this name.
fn frame(mechanism: &Mechanism, name: &str) -> Option<Place> {
    let name = match name.split_once('/') {
        Some((model, rest)) if joint::is_called(mechanism, model) => rest,
        _ => name,
    };
    let frames = &mechanism.frames;
    match name {
        "tip" if frames.tip.is_some() => return frames.tip.clone(),
        "origin" if frames.origin.is_some() => return frames.origin.clone(),
        "tcp" => return seen(frames.tcp.as_ref()?, frames.tip.as_ref()),
        "object" => return seen(frames.object.as_ref()?, frames.origin.as_ref()),
        _ => {}
    }
    let manipulator = mechanism.manipulators.iter().find(|m| *m.name == *name);
    manipulator.and_then(|m| m.tip.clone()).or_else(|| {
        let is = |n: &Option<Box<str>>| n.as_deref() == Some(name);
        let link = mechanism.links.iter().position(|l| is(&l.meta.sid) || is(&l.meta.name))?;
        Some(Place { link: link as u32, transforms: Vec::new() })
    })
}

/// A frame that may be seen from another one.
fn seen(offset: &Offset, from: Option<&Place>) -> Option<Place> {
    if let Some(link) = offset.link {
        return Some(Place { link, transforms: offset.transforms.clone() });
    }
    let from = from?;
    let transforms = from.transforms.iter().chain(&offset.transforms).cloned().collect();
    Some(Place { link: from.link, transforms })
}

/// What can be asked for.
fn frames(mechanism: &Mechanism) -> Vec<String> {
    let frames = &mechanism.frames;
    let fixed = [("tip", frames.tip.is_some()), ("tcp", frames.tcp.is_some())];
    let fixed = fixed.into_iter().filter(|(_, there)| *there).map(|(name, _)| name.to_owned());
    let manipulators = mechanism.manipulators.iter().filter(|m| m.tip.is_some()).map(|m| m.name.to_string());
    let links = mechanism.links.iter().filter_map(|l| l.meta.sid.as_deref().or(l.meta.label()).map(str::to_owned));
    let all = fixed.chain(manipulators).chain(links);
    all.map(|name| format!("{}/{name}", mechanism.label())).collect()
}
