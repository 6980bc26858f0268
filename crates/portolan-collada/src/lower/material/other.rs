//! Profiles with shaders: the values in them that the common profile would have.

use portolan_scene::{ColourSlot, ScalarSlot, Shading};
use portolan_syntax::Node;

use super::effect::{Effect, Held};
use super::params::{Kind, Param};

/// States of a pass that are values of a material.
const STATES: [(&str, ColourSlot); 4] = [
    ("material_emission", ColourSlot::Emission),
    ("material_ambient", ColourSlot::Ambient),
    ("material_diffuse", ColourSlot::Diffuse),
    ("material_specular", ColourSlot::Specular),
];

/// Takes over what a profile names: states of its first pass, then parameters by their semantics and names, then the
/// first texture that the technique uses.
pub(super) fn guess<'a>(effect: &mut Effect<'a>, profile: Node<'a>, technique: Option<Node<'a>>) {
    let pass = technique.and_then(|t| t.child("pass"));
    // 1.5 has the states in an element of their own.
    let states =
        pass.into_iter().flat_map(|p| p.elements().chain(p.child("states").into_iter().flat_map(Node::elements)));
    for state in states {
        let name = state.local_name();
        if let Some((_, slot)) = STATES.iter().find(|(n, _)| *n == name) {
            add(&mut effect.colours, *slot, state_value(state));
        } else if name == "material_shininess" {
            add(&mut effect.scalars, ScalarSlot::Shininess, state_value(state));
        }
    }
    let scopes: Vec<Node<'a>> = effect.scopes.clone();
    let params = || scopes.iter().flat_map(|s| s.elements()).filter(|e| e.local_name() == "newparam");
    for element in params() {
        let Some(sid) = element.attribute_value("sid") else { continue };
        let held = || Some(Held::Param(sid.trim().into(), element));
        let names = [element.child("semantic").map(|s| s.text().into_owned()), Some(sid.clone().into_owned())];
        let of_light = names.iter().flatten().any(|n| is_of_light(n));
        if of_light {
            continue;
        }
        match Param::of(element).kind() {
            Kind::Numbers(3 | 4) => {
                if let Some(slot) = names.iter().flatten().find_map(|n| colour_named(n)) {
                    add(&mut effect.colours, slot, held());
                }
            }
            Kind::Numbers(1) if names.iter().flatten().any(|n| is_shininess(n)) => {
                add(&mut effect.scalars, ScalarSlot::Shininess, held());
            }
            _ => {}
        }
    }
    let is_sampler = |sid: &str| effect.params.get(sid).is_some_and(|p| p.kind() == Kind::Sampler);
    let used = technique.unwrap_or(profile).descendants().filter(|n| n.is_element() && n.local_name() == "param");
    let used = used.filter_map(|p| Some((p.attribute_value("ref")?.trim().to_owned(), p)));
    let declared = params().filter_map(|p| Some((p.attribute_value("sid")?.trim().to_owned(), p)));
    let texture = used.chain(declared).find(|(sid, _)| is_sampler(sid));
    if let Some((sid, place)) = texture {
        effect.colours.retain(|(slot, _)| *slot != ColourSlot::Diffuse);
        effect.colours.push((ColourSlot::Diffuse, Held::Param(sid.into(), place)));
    }
    if effect.colours.iter().any(|(s, _)| *s == ColourSlot::Specular) {
        effect.shading = Shading::Phong;
    }
}

/// The first value counts.
fn add<'a, S: PartialEq>(values: &mut Vec<(S, Held<'a>)>, slot: S, held: Option<Held<'a>>) {
    if let Some(held) = held
        && !values.iter().any(|(s, _)| *s == slot)
    {
        values.push((slot, held));
    }
}

fn state_value<'a>(state: Node<'a>) -> Option<Held<'a>> {
    match state.attribute_value("param") {
        Some(param) => Some(Held::Param(param.trim().into(), state)),
        None => state.attribute("value").map(|_| Held::State(state)),
    }
}

fn is_of_light(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["light", "lamp", "lite"].iter().any(|n| name.contains(n))
}

fn colour_named(name: &str) -> Option<ColourSlot> {
    let name = name.to_ascii_lowercase();
    let names = [
        ("diffuse", ColourSlot::Diffuse),
        ("ambient", ColourSlot::Ambient),
        ("specular", ColourSlot::Specular),
        ("emissi", ColourSlot::Emission),
    ];
    names.iter().find(|(n, _)| name.contains(n)).map(|(_, slot)| *slot)
}

fn is_shininess(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["shininess", "specularpower", "specular_power", "specexpon"].iter().any(|n| name.contains(n))
}
