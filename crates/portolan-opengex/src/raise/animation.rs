//! What plays: one clip for what always plays, and those of the scene.

use std::collections::{BTreeMap, BTreeSet};

use portolan_eval::{Playing, animations, duration, width};
use portolan_scene::{
    Behaviour, Channel, Clip, ClipId, ControllerId, Curve, Fate, Losses, NodeId, Origin, Part, Scene, Target,
    TextureField, TextureOwner,
};
use portolan_syntax::Code;
use portolan_syntax::ddl::Structure;

use super::{Raise, codes, label, number, single, with_name};

/// A curve that drives numbers of something, in one clip.
#[derive(Clone, Copy)]
pub(crate) struct Driven<'a> {
    /// Which of the [`Plays`].
    pub play: usize,
    pub curve: &'a Curve,
    /// The first of the curve's values that is used, and how many are.
    pub first: usize,
    pub count: usize,
    pub factor: f64,
    /// The first number that is driven.
    pub place: usize,
    /// When it begins and ends, if that is said.
    pub begin: Option<f64>,
    pub end: Option<f64>,
}

impl Driven<'_> {
    /// The same for another number.
    pub fn at(self, place: usize) -> Self {
        Driven { place, ..self }
    }

    /// Which of the curve's values drives a number.
    pub fn component(&self, place: usize) -> Option<usize> {
        let offset = place.checked_sub(self.place)?;
        (offset < self.count).then_some(self.first + offset)
    }

    /// Does it move before its first or after its last key, within a window?
    pub fn runs_on(&self, (start, end): (f64, f64)) -> bool {
        let moves = |b: Behaviour| !matches!(b, Behaviour::Undefined | Behaviour::Constant);
        let keys = &self.curve.keys;
        let (first, last) = (keys.first().copied().unwrap_or(0.0), keys.last().copied().unwrap_or(0.0));
        (start < first && moves(self.curve.before)) || (end > last && moves(self.curve.after))
    }
}

/// One clip of the file.
pub(crate) struct Play<'a> {
    /// Its number.
    pub index: u32,
    pub clip: Option<&'a Clip>,
    /// From when to when it plays.
    pub window: (f64, f64),
}

/// Everything that moves.
pub(crate) struct Plays<'a> {
    pub list: Vec<Play<'a>>,
    transforms: BTreeMap<(NodeId, u32), Vec<Driven<'a>>>,
    weights: BTreeMap<ControllerId, Vec<Driven<'a>>>,
    texture_steps: BTreeMap<(TextureOwner, u32), Vec<Driven<'a>>>,
    texture_fields: BTreeMap<TextureOwner, Vec<(TextureField, Driven<'a>)>>,
    /// What cannot move.
    told: Vec<(&'static Code, Fate, Origin, String)>,
}

/// A track, and the animation that it belongs to.
pub(crate) struct Played<'a> {
    pub play: usize,
    pub begin: Option<f64>,
    pub end: Option<f64>,
    /// First and last key.
    pub keys: (f64, f64),
    pub track: Structure<'a>,
}

impl<'a> Plays<'a> {
    pub fn new(scene: &'a Scene) -> Plays<'a> {
        let mut plays = Plays {
            list: Vec::new(),
            transforms: BTreeMap::new(),
            weights: BTreeMap::new(),
            texture_steps: BTreeMap::new(),
            texture_fields: BTreeMap::new(),
            told: Vec::new(),
        };
        let mut taken: BTreeSet<u32> = scene.clips.iter().filter_map(|c| c.number).collect();
        let mut next = |wanted: Option<u32>| {
            wanted.unwrap_or_else(|| {
                let free = (0..u32::MAX).find(|n| !taken.contains(n)).unwrap_or(u32::MAX);
                taken.insert(free);
                free
            })
        };
        let channels = |playing: &Playing| {
            let played = animations(scene, playing).into_iter().filter_map(|id| scene.animation(id));
            played.map(|a| a.channels.len()).sum::<usize>()
        };
        if channels(&Playing::Default) > 0 {
            plays.play(scene, Playing::Default, None, next(None));
        }
        let mut numbers = BTreeSet::new();
        for (at, clip) in scene.clips.iter().enumerate() {
            // Two clips of one number would be one.
            let number = clip.number.filter(|n| numbers.insert(*n));
            plays.play(scene, Playing::Clip(ClipId(at as u32)), Some(clip), next(number));
        }
        plays
    }

    fn play(&mut self, scene: &'a Scene, playing: Playing, clip: Option<&'a Clip>, index: u32) {
        let window = duration(scene, &playing).unwrap_or((0.0, 0.0));
        let play = self.list.len();
        self.list.push(Play { index, clip, window });
        if let Some(clip) = clip.filter(|c| !c.formulas.is_empty()) {
            let message = format!("formulas of clip `{}` are not computed", label(&clip.meta));
            self.told.push((&codes::FORMULA, Fate::Dropped, clip.meta.origin, message));
        }
        for animation in animations(scene, &playing).into_iter().filter_map(|id| scene.animation(id)) {
            let begin = animation.start.or(clip.map(|c| c.start));
            let end = animation.end.or(clip.and_then(|c| c.end));
            for channel in &animation.channels {
                if let Some(driven) = driven(scene, channel, play, begin, end) {
                    self.add(channel, driven, animation.meta.origin, window);
                }
            }
        }
    }

    fn add(&mut self, channel: &Channel, driven: Driven<'a>, origin: Origin, window: (f64, f64)) {
        let what = match &channel.target {
            Target::Transform { node, transform, .. } => {
                self.transforms.entry((*node, *transform)).or_default().push(driven);
                None
            }
            Target::Weight { controller, .. } => {
                self.weights.entry(*controller).or_default().push(driven);
                None
            }
            Target::TextureStep { texture, step, .. } => {
                self.texture_steps.entry((*texture, *step)).or_default().push(driven);
                None
            }
            Target::Texture { material, slot, field } => {
                let owner = TextureOwner::Material { material: *material, slot: *slot };
                self.texture_fields.entry(owner).or_default().push((*field, driven));
                None
            }
            Target::Camera { .. } => Some("a number of a camera"),
            Target::Light { .. } => Some("a number of a light"),
            Target::Colour { .. } => Some("a colour of a material"),
            Target::Scalar { .. } => Some("a number of a material"),
            Target::Visibility { .. } => Some("the visibility of a node"),
            Target::Stream { .. } => Some("vertex data"),
        };
        if let Some(what) = what {
            let message = format!("{what} cannot be animated in OpenGEX");
            self.told.push((&codes::NOT_ANIMATABLE, Fate::Dropped, origin, message));
        } else if driven.runs_on((f64::NEG_INFINITY, f64::INFINITY)) {
            let what = if driven.runs_on(window) { "within its clip only" } else { "not at all" };
            let message = format!("an animation that goes on outside of its keys does so {what}");
            self.told.push((&codes::BEHAVIOUR, Fate::Approximated, origin, message));
        }
    }

    pub fn transform(&self, node: NodeId, transform: u32) -> Vec<Driven<'a>> {
        self.transforms.get(&(node, transform)).cloned().unwrap_or_default()
    }

    pub fn weights(&self, controller: ControllerId) -> Vec<Driven<'a>> {
        self.weights.get(&controller).cloned().unwrap_or_default()
    }

    pub fn texture_step(&self, owner: TextureOwner, step: u32) -> Vec<Driven<'a>> {
        self.texture_steps.get(&(owner, step)).cloned().unwrap_or_default()
    }

    pub fn texture_fields(&self, owner: TextureOwner) -> Vec<(TextureField, Driven<'a>)> {
        self.texture_fields.get(&owner).cloned().unwrap_or_default()
    }

    /// Tells what cannot move.
    pub fn tell(&self, losses: &mut Losses) {
        for (code, fate, origin, message) in &self.told {
            losses.push(code, *fate, *origin, message.clone());
        }
    }
}

fn driven<'a>(
    scene: &'a Scene,
    channel: &Channel,
    play: usize,
    begin: Option<f64>,
    end: Option<f64>,
) -> Option<Driven<'a>> {
    let curve = scene.curve(channel.curve)?;
    let first = channel.first as usize;
    let given = (curve.width as usize).saturating_sub(first);
    let (place, wanted) = match channel.target.part().unwrap_or(Part::At(0)) {
        Part::All => (0, width(scene, &channel.target)),
        Part::At(place) => (place as usize, 1),
    };
    let count = wanted.min(given);
    let sound = count > 0 && !curve.keys.is_empty();
    sound.then_some(Driven { play, curve, first, count, factor: channel.factor, place, begin, end })
}

impl<'a> Raise<'a> {
    /// The clips that have anything to say beside their number.
    pub fn clips(&mut self) -> Vec<Structure<'a>> {
        let mut all = Vec::new();
        for at in 0..self.plays.list.len() {
            let Some(Play { index, clip: Some(clip), .. }) = self.plays.list.get(at) else { continue };
            let (index, clip) = (*index, *clip);
            let mut made = with_name(Structure::new("Clip").property("index", index), &clip.meta);
            if let Some(rate) = clip.rate.filter(|r| r.is_finite() && *r > 0.0) {
                made.push(number("Param", "rate", rate));
            }
            let extras = self.extras(&clip.meta.extras, clip.meta.origin);
            all.push(made.with_all(extras));
        }
        all
    }

    /// Animations of tracks: those that play together with the same begin and end are one.
    pub fn animations_of(&self, tracks: Vec<Played<'a>>) -> Vec<Structure<'a>> {
        let mut groups: Vec<(usize, [Option<f32>; 2], Vec<Played<'a>>)> = Vec::new();
        for played in tracks {
            let limits = [played.begin, played.end].map(|t| t.map(single));
            match groups.iter_mut().find(|(play, l, _)| *play == played.play && *l == limits) {
                Some((.., all)) => all.push(played),
                None => groups.push((played.play, limits, vec![played])),
            }
        }
        let made = groups.into_iter().map(|(play, [begin, end], tracks)| {
            let mut made = Structure::new("Animation");
            if let Some(play) = self.plays.list.get(play).filter(|p| p.index != 0) {
                made = made.property("clip", play.index);
            }
            let first = tracks.iter().map(|t| t.keys.0).fold(f64::INFINITY, f64::min);
            let last = tracks.iter().map(|t| t.keys.1).fold(f64::NEG_INFINITY, f64::max);
            // An animation is never over before it begins.
            let end = end.filter(|e| begin.unwrap_or(single(first)) <= *e);
            if let Some(begin) = begin.filter(|b| *b != single(first)) {
                made = made.property("begin", begin);
            }
            if let Some(end) = end.filter(|e| *e != single(last)) {
                made = made.property("end", end);
            }
            made.with_all(tracks.into_iter().map(|t| t.track))
        });
        made.collect()
    }
}
