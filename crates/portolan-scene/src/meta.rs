//! What every object says about itself, and what the document says about itself.

/// Where an object came from: a document of those that were read, and an element in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
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
}

impl Meta {
    /// What to call the object: its name, else its id, else its SID.
    pub fn label(&self) -> Option<&str> {
        [&self.name, &self.id, &self.sid].into_iter().find_map(|t| t.as_deref().filter(|t| !t.is_empty()))
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
