//! What plays: one clip for what always plays, and those of the scene.

use std::collections::{BTreeMap, BTreeSet};

use portolan_eval::drive::{Wire, wires};
use portolan_eval::{Playing, duration, formula_order};
use portolan_scene::{
    Clip, ClipId, ControllerId, Fate, Losses, NodeId, Origin, Scene, Target, TextureField, TextureOwner,
};
use portolan_syntax::Code;
use portolan_syntax::ddl::Structure;

use super::{Raise, codes, label, number, single, with_name};

/// What drives numbers of something, in one clip.
#[derive(Clone)]
pub(crate) struct Driven<'a> {
    /// Which of the [`Plays`].
    pub play: usize,
    /// Without its beginning and end.
    pub wire: Wire<'a>,
    /// When it begins and ends, if that is said.
    pub begin: Option<f64>,
    pub end: Option<f64>,
}

impl Driven<'_> {
    /// The same for another number.
    pub fn at(self, place: usize) -> Self {
        Driven { wire: self.wire.at(place), ..self }
    }

    /// Does it drive a number?
    pub fn drives(&self, place: usize) -> bool {
        self.wire.drives(place)
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
        // Numbers below it are taken.
        let mut free = 0;
        let mut next = |wanted: Option<u32>| {
            wanted.unwrap_or_else(|| {
                free = (free..u32::MAX).find(|n| taken.insert(*n)).unwrap_or(u32::MAX);
                free
            })
        };
        let always = wires(scene, &Playing::Default);
        if !always.is_empty() {
            plays.play(scene, Playing::Default, None, next(None), always);
        }
        let mut numbers = BTreeSet::new();
        for (at, clip) in scene.clips.iter().enumerate() {
            // Two clips of one number would be one.
            let number = clip.number.filter(|n| numbers.insert(*n));
            let playing = Playing::Clip(ClipId(at as u32));
            plays.play(scene, playing, Some(clip), next(number), wires(scene, &playing));
        }
        plays
    }

    fn play(&mut self, scene: &'a Scene, playing: Playing, clip: Option<&'a Clip>, index: u32, wires: Vec<Wire<'a>>) {
        let window = duration(scene, &playing).unwrap_or((0.0, 0.0));
        let play = self.list.len();
        self.list.push(Play { index, clip, window });
        let standing = scene.standing.first().and_then(|f| scene.formula(f.formula));
        let (formulas, which, origin) = match clip {
            Some(clip) => (&clip.formulas, format!("of clip `{}`", label(&clip.meta)), clip.meta.origin),
            None => {
                let origin = standing.map(|f| f.meta.origin).unwrap_or_default();
                (&scene.standing, "outside of clips".to_owned(), origin)
            }
        };
        let order = formula_order(scene, formulas);
        let mut tell = |fate: Fate, what: &str| {
            self.told.push((&codes::FORMULA, fate, origin, format!("formulas {which} {what}")));
        };
        if !order.order.is_empty() {
            tell(Fate::Baked, "are replaced by their results");
        }
        if !order.cyclic.is_empty() {
            tell(Fate::Dropped, "depend on themselves and are ignored");
        }
        for wire in wires {
            let begin = wire.begin.or(clip.map(|c| c.start));
            let end = wire.end.or(clip.and_then(|c| c.end));
            self.add(scene, Driven { play, wire: wire.uncut(), begin, end }, window);
        }
    }

    fn add(&mut self, scene: &'a Scene, driven: Driven<'a>, window: (f64, f64)) {
        let (origin, goes_on, runs_on) = (driven.wire.origin, driven.wire.goes_on(), driven.wire.runs_on(window));
        let what = match driven.wire.target {
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
            Target::Physics { .. } => Some("a number of physics"),
            Target::Freedom { mechanism, freedom } => {
                let (fate, message) = scene.freedom_in_nodes(*mechanism, *freedom);
                self.told.push((&codes::NOT_ANIMATABLE, fate, origin, message.to_owned()));
                return;
            }
        };
        if let Some(what) = what {
            let message = format!("{what} cannot be animated in OpenGEX");
            self.told.push((&codes::NOT_ANIMATABLE, Fate::Dropped, origin, message));
        } else if goes_on {
            let what = if runs_on { "limited to its clip" } else { "dropped" };
            let message = format!("extrapolation of an animation beyond its keys is {what}");
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

impl<'a> Raise<'a> {
    /// The clips that have anything to say beside their number.
    pub fn clips(&mut self) -> Vec<Structure<'a>> {
        let mut all = Vec::new();
        for at in 0..self.plays.list.len() {
            let Some(Play { index, clip: Some(clip), .. }) = self.plays.list.get(at) else { continue };
            let (index, clip) = (*index, *clip);
            // What readers call a clip that has no name need not be written.
            let unsaid = clip.meta.id.is_none() && clip.meta.label() == Some(format!("clip {index}").as_str());
            if unsaid && index != 0 && clip.rate.is_none() && clip.meta.extras.is_empty() {
                continue;
            }
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
