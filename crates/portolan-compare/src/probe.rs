//! Joints and morphs are moved a little to see what they do.

use std::collections::BTreeMap;

use portolan_eval::Overrides;
use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{ControllerId, GeometryId, Morph, MorphMethod, Part as Numbers, Scene, Target};

use crate::Kind;
use crate::body::Bodies;
use crate::places::Places;
use crate::report::Report;
use crate::side::{Near, Side};
use crate::skin::{joints, morphs, skins};
use crate::words::node_at;

/// Corners that all poses together may have.
const MOST: usize = 200_000_000;

/// Moves every joint by itself, all at once and differently, and compares what skins do.
pub(crate) fn skeletons<'a>(
    a: &mut Side<'a>,
    b: &mut Side<'a>,
    places: &Places,
    bodies: &Bodies<'a>,
    near: &Near,
    report: &mut Report<'_>,
) {
    let mut pairs: BTreeMap<u32, u32> = BTreeMap::new();
    for group in &bodies.groups {
        let Some((own, other)) = bodies.parts(group) else { continue };
        let at = own.at;
        let Some((own, other)) = bodies.a.body(own).zip(bodies.b.body(other)) else { continue };
        for ((id, skin), (other_id, _)) in skins(a, own).into_iter().zip(skins(b, other)) {
            let there = joints(b, other, other_id);
            let weighty = influential(skin);
            for (number, joint) in joints(a, own, id).into_iter().enumerate() {
                let Some(joint) = joint else { continue };
                let counterpart = places.there.get(joint as usize).copied().flatten();
                match counterpart.filter(|c| there.contains(&Some(*c))) {
                    Some(counterpart) => {
                        pairs.insert(joint, counterpart);
                    }
                    None if weighty.get(number).copied().unwrap_or(false) => {
                        let name = skin.joints.get(number).map_or("?", |j| &**j);
                        let what = format!("its joint `{name}` has no counterpart");
                        report.tell(Kind::Skin, node_at(a, at), what, None);
                    }
                    None => {}
                }
            }
        }
    }
    if pairs.is_empty() {
        return;
    }
    let options = report.options.clone();
    for round in 0..2 {
        a.rest();
        b.rest();
        let (own, others) = (a.pose.world.clone(), b.pose.world.clone());
        for (number, (at, there)) in pairs.iter().enumerate() {
            let about = a.to_si * own.get(*at as usize).copied().unwrap_or(DMat4::IDENTITY);
            let push = push(number + round * pairs.len(), about.w_axis.truncate(), near);
            for (side, at, worlds) in [(&mut *a, at, &own), (&mut *b, there, &others)] {
                let Some(world) = worlds.get(*at as usize) else { continue };
                let moved = side.to_si.inverse() * push * side.to_si * *world;
                if let Some(slot) = side.pose.world.get_mut(*at as usize).filter(|_| moved.is_finite()) {
                    *slot = moved;
                }
            }
        }
        report.compared.probes += 1;
        for (at, kind, what, amount) in bodies.moment(a, b, near, true, &options) {
            let kind = if kind == Kind::Normal { Kind::Normal } else { Kind::Skin };
            report.tell(kind, node_at(a, at), format!("with joints moved, {what}"), Some(amount));
        }
    }
    a.rest();
    b.rest();
}

/// A turn and a step, others for each number but always the same.
fn push(number: usize, about: DVec3, near: &Near) -> DMat4 {
    let share = |prime: f64| (((number as f64 + 1.0) * prime).fract() * 2.0) - 1.0;
    let axis = DVec3::new(share(0.618_034), share(0.754_878), share(0.569_840)).try_normalize().unwrap_or(DVec3::Z);
    let size = near.size();
    let turn = portolan_scene::Operation::Rotate([axis.x, axis.y, axis.z, 25.0 + 20.0 * share(0.414_214)]).matrix();
    let step = DVec3::new(share(0.324_718), share(0.732_051), share(0.236_068)) * size * 0.05;
    DMat4::from_translation(about + step) * turn * DMat4::from_translation(-about)
}

/// Which joints hold anything.
fn influential(skin: &portolan_scene::Skin) -> Vec<bool> {
    let mut all = vec![false; skin.joints.len().max(skin.inverse_binds.len())];
    for influence in skin.influences.iter().filter(|i| i.weight != 0.0) {
        if let Some(slot) = influence.joint.and_then(|j| all.get_mut(j as usize)) {
            *slot = true;
        }
    }
    all
}

/// Sets every weight of every morph to 1 in turn, then all of them to something, and compares what comes out.
pub(crate) fn targets<'a>(
    a: &mut Side<'a>,
    b: &mut Side<'a>,
    bodies: &Bodies<'a>,
    near: &Near,
    report: &mut Report<'_>,
) {
    let mut pairs: BTreeMap<(ControllerId, ControllerId), String> = BTreeMap::new();
    for group in &bodies.groups {
        let Some((own, other)) = bodies.parts(group) else { continue };
        let at = own.at;
        let Some((own, other)) = bodies.a.body(own).zip(bodies.b.body(other)) else { continue };
        let (own, other) = (morphs(a, own), morphs(b, other));
        if own.len() != other.len() {
            let what = format!("the number of morphs differs: {} vs {}", own.len(), other.len());
            report.tell(Kind::Morph, node_at(a, at), what, None);
        }
        for ((own, _), (other, _)) in own.into_iter().zip(other) {
            pairs.entry((own, other)).or_insert_with(|| node_at(a, at));
        }
    }
    let options = report.options.clone();
    for Family { pairs, place } in families(pairs) {
        let uneven = |(own, other): &(ControllerId, ControllerId)| {
            let (p, q) = (morph(a.scene, *own)?, morph(b.scene, *other)?);
            (p.targets.len() != q.targets.len()).then_some((p, q))
        };
        if let Some((p, q)) = pairs.iter().find_map(uneven) {
            // Where shapes are summed up, the shape itself is one of them.
            if p.method != MorphMethod::Sum && q.method != MorphMethod::Sum {
                let what = format!("the number of morph targets differs: {} vs {}", p.targets.len(), q.targets.len());
                report.tell(Kind::Morph, place, what, None);
            }
            continue;
        }
        let Some(first) = pairs.first().and_then(|(own, _)| morph(a.scene, *own)) else { continue };
        let many = first.targets.len();
        let each = MOST / bodies.corners().max(1);
        let mut rounds: Vec<Vec<f64>> = vec![(0..many).map(|i| 0.2 + 0.1 * (i % 7) as f64).collect()];
        if many <= each {
            rounds.extend((0..many).map(|i| (0..many).map(|j| if i == j { 1.0 } else { 0.0 }).collect()));
        }
        let (owns, others) = shared_places(a.scene, b.scene, &pairs, many);
        for (round, weights) in rounds.iter().enumerate().rev() {
            a.set(set(&owns, weights));
            b.set(set(&others, weights));
            report.compared.probes += 1;
            let name = round.checked_sub(1).and_then(|n| first.targets.get(n)).map(|id| target_name(a.scene, *id));
            let when = name.map_or_else(|| "with all targets".to_owned(), |name| format!("with target `{name}`"));
            for (at, kind, what, amount) in bodies.moment(a, b, near, true, &options) {
                let kind = if kind == Kind::Normal { Kind::Normal } else { Kind::Morph };
                report.tell(kind, node_at(a, at), format!("{when}, {what}"), Some(amount));
            }
        }
    }
    a.rest();
    b.rest();
}

/// Morphs that have to be set together: one that several nodes share may be several, one a node, in the other scene.
struct Family {
    pairs: Vec<(ControllerId, ControllerId)>,
    /// Where the first of them is.
    place: String,
}

fn families(pairs: BTreeMap<(ControllerId, ControllerId), String>) -> Vec<Family> {
    let mut all: Vec<Family> = Vec::new();
    for ((own, other), place) in pairs {
        let kin = |f: &mut Family| f.pairs.iter().any(|(p, q)| *p == own || *q == other);
        let mut relatives = all.extract_if(.., kin);
        let mut family = relatives.next().unwrap_or(Family { pairs: Vec::new(), place });
        relatives.for_each(|more| family.pairs.extend(more.pairs));
        family.pairs.push((own, other));
        all.push(family);
    }
    all
}

/// For each morph of a scene the places that its weights have in a list which a whole family shares.
type Shares = BTreeMap<ControllerId, Vec<u32>>;

/// Where the morphs of a family find their weights in the order of the first of them, for both scenes.
fn shared_places(a: &Scene, b: &Scene, pairs: &[(ControllerId, ControllerId)], many: usize) -> (Shares, Shares) {
    let (mut owns, mut others) = (Shares::new(), Shares::new());
    if let Some((own, _)) = pairs.first() {
        owns.insert(*own, (0..many as u32).collect());
    }
    // Each pass reaches those next to what is known.
    let mut known = 0;
    while known < owns.len() + others.len() {
        known = owns.len() + others.len();
        for (own, other) in pairs {
            let Some((p, q)) = morph(a, *own).zip(morph(b, *other)) else { continue };
            match (owns.get(own), others.get(other)) {
                (Some(here), None) => {
                    let mut there = vec![u32::MAX; here.len()];
                    for (at, place) in order(a, p, b, q).into_iter().zip(here) {
                        if let Some(slot) = there.get_mut(at as usize) {
                            *slot = *place;
                        }
                    }
                    others.insert(*other, there);
                }
                (None, Some(there)) => {
                    let place = |at: u32| there.get(at as usize).copied().unwrap_or(u32::MAX);
                    let here = order(a, p, b, q).into_iter().map(place);
                    owns.insert(*own, here.collect());
                }
                _ => {}
            }
        }
    }
    (owns, others)
}

/// Sets the weights of all morphs of a scene.
fn set(places: &Shares, weights: &[f64]) -> Overrides {
    let mut overrides = Overrides::default();
    for (controller, places) in places {
        for (number, place) in (0u32..).zip(places) {
            let weight = weights.get(*place as usize).copied().unwrap_or(0.0);
            overrides.set(&Target::Weight { controller: *controller, part: Numbers::At(number) }, &[weight]);
        }
    }
    overrides
}

/// For each target of the first morph its place in the second: by name if all have one, else as they are.
fn order(scene: &Scene, p: &Morph, other: &Scene, q: &Morph) -> Vec<u32> {
    let names: Vec<String> = q.targets.iter().map(|id| target_name(other, *id)).collect();
    let by_name: Option<Vec<u32>> = p
        .targets
        .iter()
        .map(|id| {
            let name = target_name(scene, *id);
            let mut places = (0u32..).zip(&names).filter(|(_, n)| **n == name).map(|(i, _)| i);
            places.next().filter(|_| places.next().is_none() && name != "?")
        })
        .collect();
    by_name.unwrap_or_else(|| (0..p.targets.len() as u32).collect())
}

fn target_name(scene: &Scene, id: GeometryId) -> String {
    scene.geometry(id).map_or("?", |g| crate::words::label(&g.meta)).to_owned()
}

fn morph(scene: &Scene, id: ControllerId) -> Option<&Morph> {
    match &scene.controller(id)?.deformer {
        portolan_scene::Deformer::Morph(morph) => Some(morph),
        portolan_scene::Deformer::Skin(_) => None,
    }
}
