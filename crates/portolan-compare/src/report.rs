//! What was found.

use std::fmt;

use portolan_scene::Origin;

use crate::Options;

/// What a comparison comes to.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Verdict {
    /// What differs, the most important first.
    pub differences: Vec<Difference>,
    /// How many more differ.
    pub further: usize,
    /// How much was looked at.
    pub compared: Compared,
}

impl Verdict {
    /// Do both scenes mean the same? Differences of little importance may be there all the same.
    pub fn equal(&self) -> bool {
        self.further == 0 && self.differences.iter().all(|d| d.minor)
    }
}

/// How much was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Compared {
    /// Scenes that both documents have.
    pub scenes: usize,
    /// Nodes that belong together.
    pub nodes: usize,
    /// Corners that belong together.
    pub corners: usize,
    /// Materials that belong together.
    pub materials: usize,
    /// Cameras and lights that belong together.
    pub optics: usize,
    /// Clips, or whatever plays without one, that belong together.
    pub clips: usize,
    /// Moments of all of them.
    pub moments: usize,
    /// Poses of joints and morphs that were tried.
    pub probes: usize,
    /// Are there more corners than were compared?
    pub incomplete: bool,
}

/// Something that is not the same in both scenes.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// What kind of thing it is in.
    pub kind: Kind,
    /// Where: a node, a material, a clip and a moment.
    pub place: String,
    /// What, in words.
    pub what: String,
    /// By how much, if that can be said.
    pub amount: Option<f64>,
    /// Does it change nothing of what is seen?
    pub minor: bool,
    /// Where the thing was written in each document.
    pub origins: [Option<Origin>; 2],
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $word:literal;)+) => {
        /// Kinds of things that differ.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Kind { $($(#[$doc])* $name,)+ }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Kind] = &[$(Kind::$name,)+];

            /// Its word.
            pub fn word(self) -> &'static str {
                match self { $(Kind::$name => $word,)+ }
            }
        }
    };
}

kinds! {
    /// Unit and up axis: everything is larger, or lies otherwise.
    Unit "unit";
    /// Which scenes there are, and which is shown.
    Scene "scene";
    /// Where nodes are.
    Node "node";
    /// Whether they are shown.
    Visibility "visibility";
    /// What is drawn.
    Shape "shape";
    /// Which side of faces is their front, and whether the other one is drawn.
    Winding "winding";
    /// Normals.
    Normal "normal";
    /// Texture coordinates.
    Coordinates "coordinates";
    /// Colours of vertices.
    Colour "colour";
    /// How surfaces look.
    Surface "surface";
    /// Pixels of textures.
    Texture "texture";
    /// How joints bend shapes.
    Skin "skin";
    /// How shapes become others.
    Morph "morph";
    /// Cameras.
    Camera "camera";
    /// Lights.
    Light "light";
    /// Background, fog, and the light that the viewer carries.
    Surroundings "surroundings";
    /// What plays, and how long.
    Clip "clip";
    /// How things move while it plays.
    Motion "motion";
    /// Layers of nodes.
    Layer "layer";
    /// What nodes are called.
    Name "name";
    /// Data of applications.
    Data "data";
    /// Pictures of both scenes.
    Picture "picture";
}

impl Kind {
    /// The kind with this word.
    pub fn named(word: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|k| k.word().eq_ignore_ascii_case(word))
    }
}

/// Differences in the making.
pub(crate) struct Report<'o> {
    pub options: &'o Options,
    pub compared: Compared,
    list: Vec<Difference>,
    further: usize,
    /// Stands before all places, to tell of which scene they are.
    pub prefix: String,
}

impl<'o> Report<'o> {
    pub fn new(options: &'o Options) -> Report<'o> {
        Report { options, compared: Compared::default(), list: Vec::new(), further: 0, prefix: String::new() }
    }

    /// Tells a difference that matters.
    pub fn tell(&mut self, kind: Kind, place: impl Into<String>, what: impl Into<String>, amount: Option<f64>) {
        self.add(kind, place.into(), what.into(), amount, false, [None; 2]);
    }

    /// Tells a difference that changes nothing of what is seen.
    pub fn remark(&mut self, kind: Kind, place: impl Into<String>, what: impl Into<String>) {
        self.add(kind, place.into(), what.into(), None, true, [None; 2]);
    }

    pub fn add(
        &mut self,
        kind: Kind,
        place: String,
        what: String,
        amount: Option<f64>,
        minor: bool,
        origins: [Option<Origin>; 2],
    ) {
        if self.options.ignored.contains(&kind) {
            return;
        }
        let place = format!("{}{place}", self.prefix);
        if self.list.iter().any(|d| d.kind == kind && d.place == place && d.what == what) {
            return;
        }
        if self.list.len() < self.options.most {
            self.list.push(Difference { kind, place, what, amount, minor, origins });
        } else if !minor {
            self.further += 1;
        }
    }

    /// Has exactly this been told, as something that matters?
    pub fn knows(&self, kind: Kind, place: &str, what: &str) -> bool {
        self.list.iter().any(|d| !d.minor && d.kind == kind && d.what == what && d.place.ends_with(place))
    }

    pub fn finish(mut self) -> Verdict {
        self.list.sort_by_key(|d| (d.minor, d.kind));
        Verdict { differences: self.list, further: self.further, compared: self.compared }
    }
}
