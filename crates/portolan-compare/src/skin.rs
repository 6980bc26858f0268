//! Why a shape is bent otherwise, though it is the same.

use portolan_scene::glam::DMat4;
use portolan_scene::{ControllerId, Deformer, Morph, Skin, SkinSpace};

use crate::Kind;
use crate::body::{Bodies, Group, Off};
use crate::cast::Body;
use crate::places::Places;
use crate::report::Report;
use crate::side::Side;

/// Tells which joint holds a shape otherwise, or that weights differ.
#[allow(clippy::too_many_arguments, reason = "two parts of two scenes, and what is known of them")]
pub(crate) fn explain(
    a: &Side<'_>,
    b: &Side<'_>,
    bodies: &Bodies<'_>,
    places: &Places,
    group: &Group,
    place: &str,
    found: &Off,
    report: &mut Report<'_>,
) {
    let Some((own, other)) = bodies.parts(group) else { return };
    let Some((own, other)) = bodies.a.body(own).zip(bodies.b.body(other)) else { return };
    let (weights, others) = (morph_weights(a, own), morph_weights(b, other));
    if weights.len() == others.len() && weights.iter().zip(&others).any(|(p, q)| (p - q).abs() > 1e-9) {
        report.tell(Kind::Morph, place, format!("its morph weights differ: {}", found.words()), Some(found.worst));
        return;
    }
    let mut told = false;
    for ((id, skin), (other_id, other_skin)) in skins(a, own).into_iter().zip(skins(b, other)) {
        let (joints, others) = (joints(a, own, id), joints(b, other, other_id));
        for (number, joint) in joints.iter().enumerate() {
            let Some(counterpart) = joint.and_then(|at| places.there.get(at as usize).copied().flatten()) else {
                continue;
            };
            let Some(there) = others.iter().position(|j| *j == Some(counterpart)) else { continue };
            let hold = |side: &Side<'_>, node: DMat4, at: u32, skin: &Skin, number: usize| {
                let bind = skin.inverse_binds.get(number).copied().unwrap_or(DMat4::IDENTITY);
                side.to_si * node * side.pose.world(at) * bind * skin.bind_shape * side.to_si.inverse()
            };
            let Some(at) = *joint else { continue };
            let p = hold(a, by_node(a, own, id), at, skin, number);
            let q = hold(b, by_node(b, other, other_id), counterpart, other_skin, there);
            // Corners that a joint moves lie about as far away as the worst of them.
            let axes = [(p.x_axis, q.x_axis), (p.y_axis, q.y_axis), (p.z_axis, q.z_axis), (p.w_axis, q.w_axis)];
            let apart = axes.iter().map(|(p, q)| (*p - *q).length()).fold(0.0, f64::max);
            if apart > found.worst * 1e-3 {
                let name = skin.joints.get(number).map_or("?", |j| &**j);
                let what = format!("the binding to joint `{name}` differs: {}", found.words());
                report.tell(Kind::Skin, place, what, Some(found.worst));
                told = true;
            }
        }
    }
    if skins(a, own).is_empty() {
        report.tell(Kind::Morph, place, format!("its morph differs: {}", found.words()), Some(found.worst));
    } else if !told {
        let what = format!("its joint weights differ: {}", found.words());
        report.tell(Kind::Skin, place, what, Some(found.worst));
    }
}

/// The skins that bend a body, outermost first.
pub(crate) fn skins<'s>(side: &Side<'s>, body: &Body<'_>) -> Vec<(ControllerId, &'s Skin)> {
    let chain = side.scene.chain(body.drawn.what).map_or_else(Vec::new, |(_, chain)| chain);
    let skin = |(id, c): (ControllerId, &'s portolan_scene::Controller)| match &c.deformer {
        Deformer::Skin(skin) => Some((id, skin)),
        Deformer::Morph(_) => None,
    };
    chain.into_iter().filter_map(skin).collect()
}

/// The morphs that bend a body, outermost first.
pub(crate) fn morphs<'s>(side: &Side<'s>, body: &Body<'_>) -> Vec<(ControllerId, &'s Morph)> {
    let chain = side.scene.chain(body.drawn.what).map_or_else(Vec::new, |(_, chain)| chain);
    let morph = |(id, c): (ControllerId, &'s portolan_scene::Controller)| match &c.deformer {
        Deformer::Morph(morph) => Some((id, morph)),
        Deformer::Skin(_) => None,
    };
    chain.into_iter().filter_map(morph).collect()
}

fn morph_weights(side: &Side<'_>, body: &Body<'_>) -> Vec<f64> {
    morphs(side, body).iter().flat_map(|(id, m)| side.overrides.weights(*id, &m.weights)).collect()
}

/// Where the joints of a skin stand.
pub(crate) fn joints(side: &Side<'_>, body: &Body<'_>, skin: ControllerId) -> Vec<Option<u32>> {
    let skeleton = body.drawn.skeletons.iter().find(|s| s.controller == skin);
    let joints = skeleton.map_or(&[][..], |s| &s.joints);
    joints.iter().map(|j| side.stage.joint(body.at, j.as_ref()?)).collect()
}

/// What the node that holds a skin does to it, in the space of the scene.
fn by_node(side: &Side<'_>, body: &Body<'_>, skin: ControllerId) -> DMat4 {
    match body.drawn.skeletons.iter().find(|s| s.controller == skin) {
        Some(skeleton) if skeleton.space == SkinSpace::Node => {
            let frame = side.stage.skin_frame(body.at, &skeleton.joints);
            let back = frame.map_or(DMat4::IDENTITY, |frame| side.pose.world(frame).inverse());
            let moved = side.pose.world(body.at) * back;
            if moved.is_finite() { moved } else { DMat4::IDENTITY }
        }
        _ => DMat4::IDENTITY,
    }
}
