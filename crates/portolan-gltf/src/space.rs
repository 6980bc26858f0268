//! Unit and axes of the scene, which glTF fixes: kept in `extras`, and found again there.
//!
//! A scene that is not in metres with Y up hangs below one node for each view ([`TO_SI`]), behind all other nodes. Our own
//! files say which space that leads from; where the nodes still agree with it, [`found`] tells it, so that formats with units and axes can have it back.

use std::collections::BTreeSet;

use portolan_scene::glam::{DMat4, DQuat, DVec3};
use portolan_scene::{Direction, NodeId, Primaries, SourceSpace, Space, UpAxis};
use serde_json::{Value, json};

use crate::node::TO_SI;

/// A space as it is kept.
pub(crate) fn value(space: &Space) -> Value {
    let mut kept = serde_json::Map::new();
    if let Some(forward) = space.forward {
        kept.insert("forward".into(), json!(forward.word()));
    }
    kept.insert("metres".into(), json!(space.metres));
    if space.primaries != Primaries::SRGB {
        let Primaries { red, green, blue, white } = space.primaries;
        kept.insert("primaries".into(), json!([red, green, blue, white]));
    }
    kept.insert("unit".into(), json!(space.unit));
    kept.insert("up".into(), json!(space.up.letter()));
    kept.into()
}

/// The space that a file of ours was written from, and the nodes that lead from it to metres with Y up: the last nodes of
/// the file, one for each scene; none if the space is that of glTF.
pub(crate) fn found(root: &Value) -> Option<SourceSpace> {
    let space = read(root.get("asset")?.get("extras")?.get("space")?)?;
    let to_si = space.to_si();
    if to_si == DMat4::IDENTITY {
        return Some(SourceSpace { space, roots: vec![] });
    }
    let nodes = root.get("nodes")?.as_array()?;
    let scenes = root.get("scenes")?.as_array()?;
    let first = nodes.len().checked_sub(scenes.len())?;
    let mut folded = BTreeSet::new();
    for scene in scenes {
        let roots: Option<Vec<usize>> =
            scene.get("nodes")?.as_array()?.iter().map(|n| n.as_u64().map(|n| n as usize)).collect();
        let roots = roots?;
        let (own, others) = roots.split_first()?;
        let leads = nodes.get(*own).is_some_and(|node| is_wrapper(node, to_si));
        // What joints move stands beside it.
        let moved = others.iter().all(|n| nodes.get(*n).is_some_and(|node| node.get("skin").is_some()));
        if *own < first || !leads || !moved || !folded.insert(*own) {
            return None;
        }
    }
    let animations = root.get("animations").and_then(Value::as_array);
    let channels = animations.into_iter().flatten().filter_map(|a| a.get("channels")?.as_array()).flatten();
    let mut driven = channels.filter_map(|c| c.get("target")?.get("node")?.as_u64());
    let roots = folded.iter().map(|n| NodeId(*n as u32)).collect();
    (!driven.any(|n| folded.contains(&(n as usize)))).then_some(SourceSpace { space, roots })
}

/// Is a node nothing but a step to metres with Y up?
fn is_wrapper(node: &Value, to_si: DMat4) -> bool {
    let Some(members) = node.as_object() else { return false };
    let known = ["name", "children", "rotation", "scale"];
    let numbers = |key: &str| -> Option<Vec<f64>> { node.get(key)?.as_array()?.iter().map(Value::as_f64).collect() };
    let rotation = match numbers("rotation").as_deref() {
        Some(&[x, y, z, w]) => DQuat::from_xyzw(x, y, z, w),
        _ => DQuat::IDENTITY,
    };
    let scale = match numbers("scale").as_deref() {
        Some(&[x, y, z]) => DVec3::new(x, y, z),
        _ => DVec3::ONE,
    };
    let matrix = DMat4::from_scale_rotation_translation(scale, rotation, DVec3::ZERO);
    let named = node.get("name").and_then(Value::as_str) == Some(TO_SI);
    let size = to_si.x_axis.truncate().length();
    named && members.keys().all(|k| known.contains(&k.as_str())) && matrix.abs_diff_eq(to_si, 1e-9 * size)
}

fn read(kept: &Value) -> Option<Space> {
    let metres = kept.get("metres")?.as_f64().filter(|m| m.is_finite() && *m > 0.0)?;
    let up = UpAxis::of_letter(kept.get("up")?.as_str()?)?;
    let forward = kept.get("forward").and_then(Value::as_str).and_then(Direction::named);
    let primaries = kept.get("primaries").and_then(primaries).unwrap_or(Primaries::SRGB);
    Some(Space { metres, unit: kept.get("unit")?.as_str()?.into(), up, forward, primaries })
}

fn primaries(kept: &Value) -> Option<Primaries> {
    let pair = |value: &Value| {
        <[f64; 2]>::try_from(value.as_array()?.iter().filter_map(Value::as_f64).collect::<Vec<_>>()).ok()
    };
    let [red, green, blue, white] = kept.as_array()?.as_slice() else { return None };
    let primaries = Primaries { red: pair(red)?, green: pair(green)?, blue: pair(blue)?, white: pair(white)? };
    primaries.to_xyz().map(|_| primaries)
}
