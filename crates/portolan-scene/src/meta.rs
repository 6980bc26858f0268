//! What every object says about itself, and what the document says about itself.

use crate::Content;

/// Where an object came from: a document of those that were read, and an element in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Origin {
    /// Index of the document; 0 is the one that was asked for.
    pub document: u32,
    /// Index of the element in the tree of that document.
    pub element: u32,
}

/// Names and origin of an object.
#[derive(Clone, Default, Debug)]
pub struct Meta {
    /// Its id, unique in its document.
    pub id: Option<Box<str>>,
    /// Its id within its parent.
    pub sid: Option<Box<str>>,
    /// Its name for people.
    pub name: Option<Box<str>>,
    /// Where it was written.
    pub origin: Origin,
    /// What an application added to it.
    pub extras: Vec<Extra>,
    /// What few objects have.
    pub aside: Option<Box<Aside>>,
}

impl Meta {
    /// What to call the object: its name, else its id, else its SID.
    pub fn label(&self) -> Option<&str> {
        [&self.name, &self.id, &self.sid].into_iter().find_map(|t| t.as_deref().filter(|t| !t.is_empty()))
    }
}

impl Meta {
    /// What few objects have, to be added to.
    pub fn aside_mut(&mut self) -> &mut Aside {
        self.aside.get_or_insert_default()
    }

    /// What the scene has no fields for.
    pub fn kept(&self) -> &[Kept] {
        self.aside.as_ref().map_or(&[], |a| &a.kept)
    }

    /// The word that the document uses for the object ([`Aside::word`]).
    pub fn word(&self) -> Option<&str> {
        self.aside.as_ref()?.word.as_deref()
    }
}

impl crate::Scene {
    /// Names and origins of what stands in space: nodes, what they draw and instance, shapes, controllers, cameras,
    /// lights and views.
    pub fn placed(&self) -> impl Iterator<Item = &Meta> {
        let nodes = self.nodes.iter().flat_map(|n| {
            let drawn = n.drawn.iter().map(|d| &d.meta);
            std::iter::once(&n.meta).chain(drawn).chain(n.instances.iter().map(|i| &i.meta))
        });
        nodes
            .chain(self.geometries.iter().map(|g| &g.meta))
            .chain(self.controllers.iter().map(|c| &c.meta))
            .chain(self.cameras.iter().map(|c| &c.meta))
            .chain(self.lights.iter().map(|l| &l.meta))
            .chain(self.views.iter().map(|v| &v.meta))
    }
}

/// What few objects have beside names and extras. It changes nothing of what a scene means; writers of the same format
/// put it back.
#[derive(Clone, Default, Debug)]
pub struct Aside {
    /// What the document says about this object: who made it, and when. Unit and axes are those of the scene.
    pub asset: Option<Asset>,
    /// The word that the document uses, where its format has several for the same: `polygons` and `polylist`.
    pub word: Option<Box<str>>,
    /// Names of parts that are no objects of their own.
    pub parts: Vec<PartName>,
    /// Comments in it and in front of it.
    pub comments: Vec<Box<str>>,
    /// What the scene has no fields for.
    pub kept: Vec<Kept>,
}

impl Aside {
    /// Does it say nothing?
    pub fn is_empty(&self) -> bool {
        self.asset.is_none()
            && self.word.is_none()
            && self.parts.is_empty()
            && self.comments.is_empty()
            && self.kept.is_empty()
    }

    /// The names of a part.
    pub fn part(&self, part: &str) -> Option<&PartName> {
        self.parts.iter().find(|p| *p.part == *part)
    }
}

/// What a document calls a part of an object.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PartName {
    /// Which part, in the words of the format.
    pub part: Box<str>,
    /// Its id.
    pub id: Option<Box<str>>,
    /// Its id within the object.
    pub sid: Option<Box<str>>,
    /// Its name for people; of an attribute, which has `@` before its name, the value.
    pub name: Option<Box<str>>,
}

/// Something of a document that the scene does not understand, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The format it is written in.
    pub format: &'static str,
    /// The version of the format.
    pub version: &'static str,
    /// Where it stood below the element of its object: names of elements, separated by `/`; empty right below.
    pub place: Box<str>,
    /// What its element is called.
    pub name: Box<str>,
    /// The whole element, on its own a document of the format's syntax.
    pub content: Box<str>,
    /// Where it was written.
    pub origin: Origin,
    /// What kind of content it is, for writers of other formats.
    pub what: Content,
}

impl Kept {
    /// The place of a whole world.
    pub const WORLD: &'static str = "World";

    /// Is it a whole world, with everything that makes it run?
    pub fn is_world(&self) -> bool {
        self.what == Content::Behaviour && &*self.place == Kept::WORLD
    }
}

/// Data of an application: kept, and written where the target has a place for it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Extra {
    /// Whose it is.
    pub profile: Box<str>,
    /// What kind of data, as a hint.
    pub kind: Option<Box<str>>,
    /// As written.
    pub content: Box<str>,
    /// The id of what holds it.
    pub id: Option<Box<str>>,
    /// The name of what holds it.
    pub name: Option<Box<str>>,
    /// Is it held by the same as the one before: another way to say the same?
    pub joined: bool,
    /// Prefixes and namespaces that the content relies on; an empty prefix is for names without.
    pub namespaces: Vec<(Box<str>, Box<str>)>,
}

impl Extra {
    /// What people may call it: whose it is, or else what kind of data. Not every format asks for either.
    pub fn label(&self) -> Option<&str> {
        let kind = self.kind.as_deref().unwrap_or_default();
        [&*self.profile, kind].into_iter().find(|word| !word.is_empty())
    }
}

/// About a document.
#[derive(Clone, Default, Debug)]
pub struct Asset {
    /// Who worked on it.
    pub contributors: Vec<Contributor>,
    /// When it was made, as written.
    pub created: Option<Box<str>>,
    /// When it was changed, as written.
    pub modified: Option<Box<str>>,
    /// Its title.
    pub title: Option<Box<str>>,
    /// Its subject.
    pub subject: Option<Box<str>>,
    /// Words to find it by.
    pub keywords: Option<Box<str>>,
    /// Its revision.
    pub revision: Option<Box<str>>,
    /// Where on Earth it stands.
    pub location: Option<GeographicLocation>,
    /// What applications added.
    pub extras: Vec<Extra>,
}

impl Asset {
    /// Does it say who worked on the document, or what the document is about?
    pub fn says_who_or_what(&self) -> bool {
        let Asset { contributors, created: _, modified: _, title, subject, keywords, revision, location, extras: _ } =
            self;
        let words = [title, subject, keywords, revision];
        let who = |c: &Contributor| Contributor { tool: None, ..c.clone() } != Contributor::default();
        words.iter().any(|word| word.is_some()) || location.is_some() || contributors.iter().any(who)
    }

    /// Does it say when the document was made or changed, or with which program? A note of this program, which it puts
    /// into every file, says nothing.
    pub fn says_when_or_how(&self) -> bool {
        let others = self.tools().any(|tool| !tool.starts_with(OWN_TOOL));
        others || self.created.is_some() || self.modified.is_some()
    }

    /// The programs that worked on the document.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        self.contributors.iter().filter_map(|c| c.tool.as_deref())
    }
}

/// What this program calls itself in the files that it writes.
const OWN_TOOL: &str = "Portolan ";

/// Someone, or some program, that worked on a document.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Contributor {
    /// Who.
    pub author: Option<Box<str>>,
    /// How to write to them.
    pub email: Option<Box<str>>,
    /// Where to read about them.
    pub website: Option<Box<str>>,
    /// With which program.
    pub tool: Option<Box<str>>,
    /// Anything else.
    pub comments: Option<Box<str>>,
    /// Whose it is.
    pub copyright: Option<Box<str>>,
    /// What it was made from.
    pub source: Option<Box<str>>,
}

/// A place on Earth (WGS 84).
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct GeographicLocation {
    /// Degrees, east is positive.
    pub longitude: f64,
    /// Degrees, north is positive.
    pub latitude: f64,
    /// Metres.
    pub altitude: f64,
    /// Is the altitude above sea level, not above ground?
    pub absolute: bool,
}
