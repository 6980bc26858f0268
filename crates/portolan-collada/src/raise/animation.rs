//! `<animation>` and `<animation_clip>`.

use hashbrown::{HashMap, HashSet};
use portolan_eval::width;
use portolan_scene::{Animation, AnimationId, Channel, Clip, CurveId, Fate, Operation, Part, Target};
use portolan_syntax::xml::number;

use super::curve::{Becomes, Use, used};
use super::{Raise, codes, fragment, label};

/// Animations within animations that are followed.
const DEEPEST: usize = 600;

impl<'a> Raise<'a> {
    pub(super) fn has_animations(&self) -> bool {
        self.scene.animations.iter().any(|a| !a.nested && self.says_something(a, 0))
    }

    /// Tells which animations and clips are left out, because the schema demands something in each.
    pub(super) fn tell_idle(&mut self) {
        for animation in &self.scene.animations {
            if !self.says_something(animation, 0) {
                let message = format!("animation `{}` drives nothing and is not written", label(&animation.meta));
                self.lose(&codes::TARGET, Fate::Dropped, &animation.meta, message);
            }
        }
        for clip in self.scene.clips.iter().filter(|c| !self.plays_something(c)).collect::<Vec<_>>() {
            let message = format!("clip `{}` has no animations and is not written", label(&clip.meta));
            self.lose(&codes::TIMING, Fate::Dropped, &clip.meta, message);
        }
    }

    /// The format has no animation with nothing in it.
    fn says_something(&self, animation: &Animation, depth: usize) -> bool {
        let channels = animation.channels.iter().any(|c| self.address(&c.target).is_some());
        let kept = animation.meta.kept().iter().any(|k| &*k.name == "channel") && !animation.curves.is_empty();
        let mut children = animation.children.iter().filter_map(|c| self.scene.animation(*c));
        channels || kept || (depth < DEEPEST && children.any(|c| self.says_something(c, depth + 1)))
    }

    pub(super) fn animations(&mut self) {
        let homes = self.homes();
        for (place, animation) in (0..).zip(&self.scene.animations) {
            if !animation.nested && self.says_something(animation, 0) {
                self.animation(AnimationId(place), animation, &homes, 0);
            }
        }
    }

    /// For each curve the animation that it is written in: the one it stands in, if that has a channel, else the first
    /// that uses it.
    fn homes(&self) -> Vec<Option<AnimationId>> {
        let mut homes = vec![None; self.scene.curves.len()];
        let mut settle = |curve: CurveId, id: AnimationId| {
            if let Some(home @ None) = homes.get_mut(curve.index()) {
                *home = Some(id);
            }
        };
        for (place, animation) in (0..).zip(&self.scene.animations) {
            let channels = animation.channels.iter().any(|c| self.address(&c.target).is_some());
            if channels || animation.meta.kept().iter().any(|k| &*k.name == "channel") {
                animation.curves.iter().for_each(|c| settle(*c, AnimationId(place)));
            }
        }
        for (place, animation) in (0..).zip(&self.scene.animations) {
            animation.channels.iter().for_each(|c| settle(c.curve, AnimationId(place)));
        }
        homes
    }

    fn animation(&mut self, id: AnimationId, animation: &'a Animation, homes: &[Option<AnimationId>], depth: usize) {
        let meta = &animation.meta;
        let own = self.ids.animations.get(id.index()).cloned().flatten();
        self.head("animation", own.as_deref(), meta);
        self.asset(meta);
        let mut channels: Vec<(Use, String)> = Vec::new();
        let mut seen: HashSet<(Use, String)> = HashSet::new();
        for channel in &animation.channels {
            // Materials that share an effect share what drives it.
            channels.extend(self.channel(animation, channel).filter(|c| seen.insert(c.clone())));
        }
        let kept = meta.kept().iter().any(|k| &*k.name == "channel" && self.is_usable(k));
        if !channels.is_empty() || kept {
            let at_home = |c: &CurveId| homes.get(c.index()).copied().flatten() == Some(id);
            let standing = animation.curves.iter().copied();
            let others = animation.channels.iter().map(|c| c.curve).filter(at_home);
            let mut known: HashSet<CurveId> = HashSet::new();
            let wholes: Vec<CurveId> = standing.chain(others).filter(at_home).filter(|c| known.insert(*c)).collect();
            self.samplers_and_channels(&wholes, channels);
            self.kept(meta, "", |name| name == "channel");
        }
        for child in animation.children.iter().filter(|_| depth < DEEPEST) {
            if let Some(inner) = self.scene.animation(*child).filter(|c| self.says_something(c, 0)) {
                self.animation(*child, inner, homes, depth + 1);
            }
        }
        self.extras(&meta.extras, meta.origin);
        self.out.close();
        if animation.start.is_some() || animation.end.is_some() {
            let message = format!("animation `{}` now begins and ends with its keys", label(meta));
            self.lose(&codes::TIMING, Fate::Approximated, meta, message);
        }
    }

    /// What of a curve a channel uses, and the address of what it drives.
    fn channel(&mut self, animation: &'a Animation, channel: &'a Channel) -> Option<(Use, String)> {
        // What a variant of a material is driven by comes with its binding.
        if let Target::Colour { material, .. } | Target::Scalar { material, .. } = channel.target
            && self.effects.of.get(material.index()).copied().flatten().is_none()
        {
            return None;
        }
        let Some(address) = self.address(&channel.target) else {
            let message = "an animation has a target that COLLADA cannot address";
            self.lose(&codes::TARGET, Fate::Dropped, &animation.meta, message);
            return None;
        };
        let curve = self.scene.curve(channel.curve)?;
        let quaternion = match channel.target {
            Target::Transform { node, transform, part: Part::All } => {
                let step = self.scene.node(node).and_then(|n| n.transforms.get(transform as usize));
                step.is_some_and(|s| matches!(s.operation, Operation::Quaternion(_)))
            }
            _ => false,
        };
        // The fourth number of a colour is not light.
        let light = match channel.target {
            Target::Colour { material, slot, part } if part != Part::At(3) => {
                self.scene.material(material).is_some_and(|m| m.is_light(slot))
            }
            _ => false,
        };
        if channel.first == 0 && channel.factor == 1.0 && !quaternion && !light {
            return Some((Use::whole(channel.curve), address));
        }
        if quaternion {
            let message = "an animated quaternion rotation is written as matrices";
            self.lose(&codes::QUATERNION, Fate::Baked, &animation.meta, message);
        }
        let first = channel.first as usize;
        let width = width(self.scene, &channel.target).min((curve.width as usize).saturating_sub(first));
        let factor = channel.factor.to_bits();
        let becomes = match (quaternion, light) {
            (true, _) => Becomes::Matrix,
            (_, true) => Becomes::Encoded,
            _ => Becomes::Same,
        };
        Some((Use { curve: channel.curve, columns: Some((first, width)), factor, becomes }, address))
    }

    fn samplers_and_channels(&mut self, wholes: &[CurveId], channels: Vec<(Use, String)>) {
        let mut ids: HashMap<Use, Box<str>> = HashMap::new();
        let mut samplers: Vec<(Use, Box<str>)> = Vec::new();
        let used_whole: HashSet<CurveId> =
            channels.iter().filter(|(u, _)| u.columns.is_none()).map(|(u, _)| u.curve).collect();
        let used_in_part: HashSet<CurveId> =
            channels.iter().filter(|(u, _)| u.columns.is_some()).map(|(u, _)| u.curve).collect();
        for curve in wholes {
            let id = self.ids.curves.get(curve.index()).cloned().flatten().unwrap_or_default();
            if used_whole.contains(curve) || !used_in_part.contains(curve) {
                samplers.push((Use::whole(*curve), id));
            }
        }
        for (of, _) in channels.iter().filter(|(u, _)| u.columns.is_some()) {
            if !ids.contains_key(of) {
                let base = self.ids.curves.get(of.curve.index()).cloned().flatten().unwrap_or_default();
                let id = self.names.claim(&format!("{base}-part"));
                ids.insert(*of, id.clone());
                samplers.push((*of, id));
            }
        }
        let mut written = Vec::new();
        for (of, id) in &samplers {
            let Some(curve) = self.scene.curve(of.curve) else { continue };
            let made = of.columns.map(|_| used(curve, of, self.options.tolerance));
            let inputs = self.sampler_sources(id, made.as_ref().unwrap_or(curve));
            written.push((id, inputs, curve));
        }
        for (id, inputs, curve) in &written {
            self.sampler_element(id, curve, inputs);
        }
        for (of, address) in channels {
            let whole = || self.ids.curves.get(of.curve.index()).cloned().flatten();
            let id = ids.get(&of).cloned().or_else(whole).unwrap_or_default();
            self.out.open("channel").attribute("source", &fragment(&id)).attribute("target", &address).close();
        }
    }

    pub(super) fn has_clips(&self) -> bool {
        self.scene.clips.iter().any(|c| self.plays_something(c))
    }

    fn plays_something(&self, clip: &Clip) -> bool {
        let mut animations = clip.animations.iter().filter_map(|a| self.scene.animation(*a));
        animations.any(|a| self.says_something(a, 0))
    }

    pub(super) fn clips(&mut self) {
        for (place, clip) in self.scene.clips.iter().enumerate() {
            let meta = &clip.meta;
            if !self.plays_something(clip) {
                continue;
            }
            let own = self.ids.clips.get(place).cloned().flatten();
            self.head("animation_clip", own.as_deref(), meta);
            self.out.attribute("start", &number(clip.start)).maybe("end", clip.end.map(number).as_deref());
            self.asset(meta);
            for id in &clip.animations {
                let Some(animation) = self.scene.animation(*id).filter(|a| self.says_something(a, 0)) else { continue };
                let url = self.ids.animations.get(id.index()).cloned().flatten();
                if let Some(url) = url {
                    self.out.open("instance_animation").attribute("url", &fragment(&url)).close();
                } else {
                    self.lose(
                        &codes::TIMING,
                        Fate::Dropped,
                        &animation.meta,
                        "a clip refers to an animation without id",
                    );
                }
            }
            for formula in &clip.formulas {
                self.instance_formula(formula, meta);
            }
            self.extras(&meta.extras, meta.origin);
            self.out.close();
            if clip.rate.is_some() || clip.number.is_some() {
                let message = format!("the rate and the number of clip `{}` are not written", label(meta));
                self.lose(&codes::TIMING, Fate::Dropped, meta, message);
            }
        }
    }
}
