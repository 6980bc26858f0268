//! Animations and clips as sheets.

use portolan_scene::{Animation, Channel, Clip, Methods, Scene, Target};

use super::sheet::{Class, Sheet, Sheets, Value};

pub(super) fn sheets(scene: &Scene, all: &mut Sheets) {
    scene.animations.iter().for_each(|a| all.push(Class::Animation, animation(scene, a)));
    scene.clips.iter().for_each(|c| all.push(Class::Clip, clip(c)));
}

fn animation(scene: &Scene, animation: &Animation) -> Sheet {
    let mut sheet = Sheet::new(&animation.meta);
    for channel in &animation.channels {
        let name = target(scene, &channel.target);
        self::channel(scene, channel, &name, &mut sheet);
    }
    sheet.add(
        "animations within",
        Value::Set(animation.children.iter().map(|c| (Class::Animation, c.index())).collect()),
    );
    let said = [("starts", animation.start), ("ends", animation.end)];
    said.into_iter().filter_map(|(n, v)| Some((n, v?))).for_each(|(name, value)| sheet.numbers(name, [value]));
    sheet
}

fn channel(scene: &Scene, channel: &Channel, name: &str, sheet: &mut Sheet) {
    let Some(curve) = scene.curve(channel.curve) else { return };
    sheet.numbers(format!("{name}: keys"), curve.keys.iter().copied());
    sheet.numbers(format!("{name}: values"), curve.values.iter().map(|v| v * channel.factor));
    let methods = match &curve.methods {
        Methods::All(one) => format!("{one:?}"),
        Methods::Each(list) => {
            // The last one is not used, and repeating one method says no more than saying it once.
            let used = list.get(..list.len().saturating_sub(1)).unwrap_or_default();
            match used.split_first() {
                Some((first, rest)) if rest.iter().all(|m| m == first) => format!("{first:?}"),
                _ => used.iter().map(|m| format!("{m:?}")).collect::<Vec<_>>().join(" "),
            }
        }
    };
    sheet.text(format!("{name}: interpolation"), methods.to_ascii_lowercase());
    for (word, tangents) in [("in tangents", &curve.in_tangents), ("out tangents", &curve.out_tangents)] {
        if let Some(tangents) = tangents {
            sheet.numbers(format!("{name}: {word}"), tangents.times.iter().chain(&tangents.values).copied());
        }
    }
    let outside = format!("{:?} {:?}", curve.before, curve.after).to_ascii_lowercase();
    sheet.text(format!("{name}: before and after"), outside.replace("undefined", "constant"));
}

/// What a channel drives, in words.
fn target(scene: &Scene, target: &Target) -> String {
    let part = match target.part() {
        Some(portolan_scene::Part::At(place)) => format!(" [{place}]"),
        _ => String::new(),
    };
    let named = |meta: Option<&portolan_scene::Meta>| {
        meta.map_or("?", |m| m.id.as_deref().or(m.label()).unwrap_or("?")).to_owned()
    };
    let words = match target {
        Target::Transform { node, transform, .. } => {
            let node = scene.node(*node);
            let step = node.and_then(|n| n.transforms.get(*transform as usize)).and_then(|t| t.sid.as_deref());
            let step = step.map_or_else(|| format!("transform {}", transform + 1), |s| format!("`{s}`"));
            format!("{step} of node `{}`", named(node.map(|n| &n.meta)))
        }
        Target::Weight { controller, .. } => {
            format!("weights of `{}`", named(scene.controller(*controller).map(|c| &c.meta)))
        }
        Target::Camera { camera, field } => {
            format!("{field:?} of camera `{}`", named(scene.camera(*camera).map(|c| &c.meta)))
        }
        Target::Light { light, field, .. } => {
            format!("{field:?} of light `{}`", named(scene.light(*light).map(|l| &l.meta)))
        }
        Target::Colour { material, slot, .. } => {
            format!("{slot:?} of material `{}`", named(scene.material(*material).map(|m| &m.meta)))
        }
        Target::Scalar { material, slot } => {
            format!("{slot:?} of material `{}`", named(scene.material(*material).map(|m| &m.meta)))
        }
        Target::Visibility { node } => format!("visibility of node `{}`", named(scene.node(*node).map(|n| &n.meta))),
        other => format!("{other:?}"),
    };
    format!("{words}{part}")
}

fn clip(clip: &Clip) -> Sheet {
    let mut sheet = Sheet::new(&clip.meta);
    sheet.numbers("start", [clip.start]);
    if let Some(end) = clip.end {
        sheet.numbers("end", [end]);
    }
    sheet.add("animations", Value::Set(clip.animations.iter().map(|a| (Class::Animation, a.index())).collect()));
    if let Some(rate) = clip.rate {
        sheet.numbers("frames per second", [rate]);
    }
    sheet
}
