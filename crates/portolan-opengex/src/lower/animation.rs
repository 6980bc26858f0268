//! `Animation`, `Track` and `Clip`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use hashbrown::HashSet;
use portolan_scene::{Animation, AnimationId, Channel, Clip, CurveId, Fate, Target};
use portolan_syntax::ddl::{self, Property, Reference};
use portolan_syntax::{Node, NodeId as Place};

use super::transform::Numbers;
use super::{Lower, codes, label};

/// What a track that targets a structure drives.
pub(super) struct Driven {
    /// Fields, whole; [`Numbers`] says which numbers of them.
    pub targets: Vec<Target>,
    pub numbers: Numbers,
}

/// What a track can move.
const TARGETS: [&str; 6] = ["Transform", "Translation", "Rotation", "Scale", "MorphWeight", "Morph"];

impl<'a> Lower<'a> {
    /// Takes over all animations and clips.
    pub(super) fn animations(&mut self, root: Node<'a>) {
        let mut clips: BTreeMap<u32, Vec<AnimationId>> = BTreeMap::new();
        // Structures with tracks, by clip: no two tracks of a clip have the same target.
        let mut moved: HashSet<(u32, Place)> = HashSet::new();
        let holders = |n: &Node<'a>| n.is_element() && n.local_name() == "Animation";
        for structure in self.document.tree.nodes().filter(holders) {
            let clip = self.property(structure, "clip").unwrap_or_default();
            let (start, mut end) = (self.time(structure, "begin"), self.time(structure, "end"));
            if let (Some(from), Some(to)) = (start, end)
                && to < from
            {
                let message = format!("an animation ends at {to} s before it begins at {from} s");
                self.lose(&codes::KEYS, Fate::Approximated, structure, message);
                end = None;
            }
            let mut channels = Vec::new();
            if structure.child("Track").is_none() {
                self.lose(&codes::INCOMPLETE, Fate::Dropped, structure, "an `Animation` has no `Track`");
            }
            for track in structure.children_named("Track") {
                self.track(track, clip, &mut moved, &mut channels);
            }
            let meta = self.meta(structure);
            let id = AnimationId::next(&self.scene.animations);
            self.scene.animations.push(Animation { meta, channels, start, end, ..Animation::default() });
            clips.entry(clip).or_default().push(id);
        }
        self.clips(root, clips);
    }

    fn track(&mut self, track: Node<'a>, clip: u32, moved: &mut HashSet<(u32, Place)>, channels: &mut Vec<Channel>) {
        let reference = match track.attribute("target").map(ddl::property) {
            Some(Property::Literal(text)) => Reference::parse(text),
            _ => None,
        };
        let Some(reference) = reference else {
            return self.lose(&codes::TRACK, Fate::Dropped, track, "a `Track` has no target");
        };
        let Some(target) = self.reference(track, track, reference, &TARGETS) else { return };
        let Some(driven) = self.driven.get(&target.id()).filter(|d| !d.targets.is_empty()) else {
            let message = format!("a track animates `{}`, which is not part of the scene", label(target));
            return self.lose(&codes::TRACK, Fate::Dropped, track, message);
        };
        let (numbers, targets) = (driven.numbers, driven.targets.clone());
        if !moved.insert((clip, target.id())) {
            let message = format!("a second track of clip {clip} animates `{}` and is ignored", label(target));
            return self.lose(&codes::REPEATED, Fate::Dropped, track, message);
        }
        let Some(curve) = self.curve(track, numbers) else { return };
        let id = CurveId::next(&self.scene.curves);
        self.scene.curves.push(curve);
        let (_, part) = numbers.taken();
        for target in targets {
            // A weight knows its own place.
            let target = match target {
                Target::Weight { .. } => target,
                other => other.with_part(part),
            };
            channels.push(Channel { curve: id, first: 0, target, factor: 1.0 });
        }
    }

    /// Animations of clip 0 that no `Clip` describes play by themselves; all others play with their clip.
    fn clips(&mut self, root: Node<'a>, mut animations: BTreeMap<u32, Vec<AnimationId>>) {
        let mut described: BTreeMap<u32, Clip> = BTreeMap::new();
        for structure in root.children_named("Clip") {
            let index: u32 = self.property(structure, "index").unwrap_or_default();
            let mut clip = Clip { meta: self.meta(structure), number: Some(index), ..Clip::default() };
            for param in structure.children_named("Param") {
                let Some((attrib, value)) = self.param(param) else { continue };
                match &*attrib {
                    "rate" if value > 0.0 => clip.rate = clip.rate.or(Some(value)),
                    "rate" => {
                        let message = format!("a clip cannot have {value} frames per second");
                        self.lose(&codes::OPTICS, Fate::Dropped, param, message);
                    }
                    other => self.foreign_attribute(param, other),
                }
            }
            match described.entry(index) {
                Entry::Vacant(slot) => {
                    slot.insert(clip);
                }
                Entry::Occupied(_) => {
                    let message = format!("clip {index} is defined more than once; the first is used");
                    self.lose(&codes::REPEATED, Fate::Dropped, structure, message);
                }
            }
        }
        for index in animations.keys() {
            if *index != 0 {
                described.entry(*index).or_insert_with(|| Clip { number: Some(*index), ..Clip::default() });
            }
        }
        for (index, mut clip) in described {
            clip.animations = animations.remove(&index).unwrap_or_default();
            if clip.meta.label().is_none() {
                clip.meta.name = Some(format!("clip {index}").into());
            }
            for id in &clip.animations {
                if let Some(animation) = self.scene.animations.get_mut(id.index()) {
                    animation.clipped = true;
                }
            }
            let (start, end) = self.range(&clip.animations);
            (clip.start, clip.end) = (start, Some(end));
            self.scene.clips.push(clip);
        }
    }

    /// From when to when animations move something.
    fn range(&self, animations: &[AnimationId]) -> (f64, f64) {
        let mut range: Option<(f64, f64)> = None;
        for animation in animations.iter().filter_map(|id| self.scene.animation(*id)) {
            let curves = animation.channels.iter().filter_map(|c| self.scene.curve(c.curve));
            let keys = curves.filter_map(|c| Some((*c.keys.first()?, *c.keys.last()?)));
            let Some((first, last)) = keys.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else { continue };
            let start = animation.start.unwrap_or(first);
            let own = (start, animation.end.unwrap_or(last).max(start));
            range = Some(range.map_or(own, |r| (r.0.min(own.0), r.1.max(own.1))));
        }
        range.unwrap_or((0.0, 0.0))
    }
}
