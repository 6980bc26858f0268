//! What a document refers to, and what that refers to, and so on.

use hashbrown::HashMap;
use portolan_check::Unreadable;
use portolan_check::file::{CANNOT_READ, NOT_FETCHED, OUTSIDE, TOO_LARGE, UNKNOWN_FORMAT};
use portolan_format::{Content as Given, Document, Format, Input, Opened, Outward, Role};
use portolan_resources::How;
use portolan_resources::uri::UriRef;
use portolan_scene::{Fate, Losses, Origin};

use super::name::{key, last};
use super::{Job, Packer, codes};
use crate::Error;
use crate::formats::{self, detect, formats};

/// Files that are kept in memory until they are written; more are read a second time.
const KEPT: usize = 256 << 20;
/// Documents that are looked into.
const DOCUMENTS: usize = 4096;
/// Documents that are named when the main one is not clear.
const NAMED: usize = 8;

/// Files, the documents among them, and where their references lead.
pub(super) struct Discovery<'a> {
    packer: &'a Packer<'a>,
    archive: Option<String>,
    main: Option<String>,
    trusted: bool,
    pub(super) files: Vec<File>,
    by_key: HashMap<String, usize>,
    pub(super) documents: Vec<Read>,
    by_place: HashMap<String, usize>,
    /// Locations of documents that are still to be looked into.
    waiting: Vec<String>,
    archives: HashMap<String, bool>,
    kept: usize,
    pub(super) losses: Losses,
}

/// A file that is packed.
pub(super) struct File {
    pub(super) location: String,
    pub(super) key: String,
    content: Content,
}

/// What a member holds.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// These bytes.
    Bytes(Vec<u8>),
    /// What is there when it is written.
    At(String),
}

/// A document among the files, or in an archive among them.
pub(super) struct Read {
    /// Its place among the documents.
    pub(super) number: u32,
    /// Where it was read from.
    pub(super) location: String,
    format: &'static Format,
    opened: Box<dyn Opened>,
    file: usize,
    pub(super) inner: Option<String>,
    pub(super) references: Vec<(Outward, Lead)>,
}

/// Where a reference leads.
pub(super) enum Lead {
    /// To the document itself.
    Own,
    /// To a file, or into an archive.
    To { file: usize, inner: Option<String> },
    /// To nothing that is packed.
    Nowhere(Unreadable),
}

impl<'a> Discovery<'a> {
    pub(super) fn new(packer: &'a Packer<'a>, job: &Job) -> Discovery<'a> {
        let mut discovery = Discovery {
            packer,
            archive: job.archive.clone(),
            main: job.main.clone(),
            trusted: job.trusted,
            files: Vec::new(),
            by_key: HashMap::new(),
            documents: Vec::new(),
            by_place: HashMap::new(),
            waiting: Vec::new(),
            archives: HashMap::new(),
            kept: 0,
            losses: Losses::default(),
        };
        for location in &job.all {
            if let Err(why) = discovery.take(location, false) {
                let message = format!("`{location}` is not packed: {why}");
                discovery.losses.push(&codes::LEFT_OUT, Fate::Dropped, NOWHERE, message);
            }
        }
        discovery
    }

    /// Looks into all documents that can be reached.
    pub(super) fn follow(&mut self) -> Result<(), Error> {
        if let Some(main) = self.main.clone() {
            self.take(&main, true)?;
            // The main document is the first, whatever was found before.
            self.waiting.retain(|location| *location != main);
            self.waiting.insert(0, main);
        }
        let mut next = 0;
        while let Some(location) = self.waiting.get(next).cloned() {
            next += 1;
            let is_main = self.main.as_deref() == Some(location.as_str());
            match self.look_into(&location) {
                Ok(true) => {}
                Ok(false) if is_main => {
                    let why = format!("it is not a {} document; archives can contain only those", packed_formats());
                    let why = Unreadable::new(&UNKNOWN_FORMAT, why);
                    return Err(why.help("use `portolan convert IN OUT.zae`").into());
                }
                Err(why) if is_main => return Err(why.into()),
                // What is no document is a file like any other.
                Ok(false) | Err(_) => {}
            }
        }
        Ok(())
    }

    /// The number of the main document.
    pub(super) fn main(&self, job: &Job) -> Result<usize, Error> {
        if self.main.is_some() {
            return Ok(0);
        }
        let none = || {
            let why = format!("it contains no {} document", packed_formats());
            Error::from(Unreadable::new(&CANNOT_READ, why))
        };
        let mut referred = vec![false; self.files.len()];
        for (number, read) in self.documents.iter().enumerate() {
            for (_, lead) in &read.references {
                if let Lead::To { file, inner: None } = lead
                    && *file != self.file_of(number)
                    && let Some(seen) = referred.get_mut(*file)
                {
                    *seen = true;
                }
            }
        }
        let own = |n: &usize| self.documents.get(*n).is_some_and(|read| read.inner.is_none());
        let all: Vec<usize> = (0..self.documents.len()).filter(own).collect();
        let free: Vec<usize> =
            all.iter().copied().filter(|n| !referred.get(self.file_of(*n)).copied().unwrap_or(false)).collect();
        let depth = |n: &usize| self.files.get(self.file_of(*n)).map_or(0, |f| f.key.matches('/').count());
        let top = free.iter().map(depth).min();
        let highest: Vec<usize> = free.iter().copied().filter(|n| Some(depth(n)) == top).collect();
        match (all.as_slice(), free.as_slice(), highest.as_slice()) {
            ([], ..) => Err(none()),
            ([only], ..) | (_, [only], _) | (_, _, [only]) => Ok(*only),
            _ => {
                let candidates = if free.is_empty() { &all } else { &free };
                let bases: Vec<String> = job.bases.iter().map(|b| format!("{}/", key(b))).collect();
                let shown = |n: &usize| {
                    let key = self.files.get(self.file_of(*n)).map(|f| f.key.as_str()).unwrap_or_default();
                    let short = bases.iter().find_map(|base| key.strip_prefix(base.as_str()));
                    format!("`{}`", short.unwrap_or(key))
                };
                let mut names: Vec<String> = candidates.iter().take(NAMED).map(shown).collect();
                if candidates.len() > NAMED {
                    names.push("…".to_owned());
                }
                let names = names.join(", ");
                Err(Error::usage(format!("several documents could be the main one: {names}; choose one with `--main`")))
            }
        }
    }

    pub(super) fn document(&self, number: usize) -> Option<&Document> {
        self.documents.get(number).and_then(Read::document)
    }

    /// The file that a document is, or is in.
    pub(super) fn file_of(&self, document: usize) -> usize {
        self.documents.get(document).map_or(0, |read| read.file)
    }

    /// The bytes of a file.
    pub(super) fn bytes(&self, number: usize) -> Result<Vec<u8>, Unreadable> {
        match self.files.get(number).map(|file| &file.content) {
            Some(Content::Bytes(bytes)) => Ok(bytes.clone()),
            Some(Content::At(location)) => self.packer.resources.read(location, u64::MAX),
            None => Ok(Vec::new()),
        }
    }

    /// The format of a file that is a document which was looked into, as the extension of its files.
    pub(super) fn extension(&self, number: usize) -> Option<&'static str> {
        let read = self.documents.iter().find(|read| read.file == number && read.inner.is_none())?;
        Some(read.format.extensions.first().copied().unwrap_or_default())
    }

    pub(super) fn into_contents(self) -> (Vec<Content>, Vec<Box<dyn Opened>>) {
        let contents = self.files.into_iter().map(|file| file.content).collect();
        (contents, self.documents.into_iter().map(|read| read.opened).collect())
    }

    /// Takes a file, or the archive that it is in. Documents are noted, to be looked into later.
    fn take(&mut self, location: &str, is_document: bool) -> Result<(usize, Option<String>), Unreadable> {
        let (outer, inner) = self.split(location);
        let name = key(&outer);
        let file = match self.by_key.get(&name) {
            Some(known) => *known,
            None => {
                let limit = self.packer.limits.bytes.max(u64::from(u32::MAX));
                let bytes = self.packer.resources.read(&outer, limit)?;
                let content = match self.kept.saturating_add(bytes.len()) {
                    sum if sum <= KEPT || outer == portolan_resources::STDIN => {
                        self.kept = sum;
                        Content::Bytes(bytes)
                    }
                    _ => Content::At(outer.clone()),
                };
                self.by_key.insert(name.clone(), self.files.len());
                self.files.push(File { location: outer, key: name, content });
                self.files.len() - 1
            }
        };
        if (is_document || is_packed_name(location)) && !self.waiting.iter().any(|known| known == location) {
            if self.waiting.len() >= DOCUMENTS {
                return Err(Unreadable::new(&TOO_LARGE, format!("more than {DOCUMENTS} documents would be packed")));
            }
            self.waiting.push(location.to_owned());
        }
        Ok((file, inner))
    }

    /// A location as a file and the way into it, if it is an archive within what is packed.
    fn split(&mut self, location: &str) -> (String, Option<String>) {
        let own = self.archive.as_ref().map(|archive| format!("{archive}/"));
        let from = own.filter(|own| location.starts_with(own.as_str())).map_or(0, |own| own.len());
        for (at, _) in location.match_indices('/').filter(|(at, _)| *at > from) {
            let (prefix, rest) = (location.get(..at).unwrap_or_default(), location.get(at + 1..).unwrap_or_default());
            let resources = self.packer.resources;
            let ask = || matches!(resources.members(prefix), Ok(Some(_)));
            if *self.archives.entry(prefix.to_owned()).or_insert_with(ask) {
                return (prefix.to_owned(), Some(rest.to_owned()));
            }
        }
        (location.to_owned(), None)
    }

    /// Reads a document and takes what it refers to. `false`: it is none.
    fn look_into(&mut self, location: &str) -> Result<bool, Unreadable> {
        let (file, inner) = self.take(location, false)?;
        let place = key(location);
        if self.by_place.contains_key(&place) {
            return Ok(true);
        }
        let packer = self.packer;
        let bytes = match (&inner, self.files.get(file).map(|f| &f.content)) {
            (None, Some(Content::Bytes(bytes))) => bytes.clone(),
            _ => packer.resources.read(location, packer.limits.bytes)?,
        };
        let is_main = self.main.as_deref() == Some(location);
        let encoding = packer.encoding.as_deref().filter(|_| is_main);
        if detect(location, &bytes).is_none_or(|format| format.outward.is_none()) {
            return Ok(false);
        }
        let (format, opened) = formats::open(Input {
            location,
            name: location,
            content: Given::Bytes(bytes),
            encoding,
            version: None,
            start: None,
            thorough: true,
            resources: packer.resources,
            limits: &packer.limits,
        })?;
        let (Some(document), Some(outward)) = (opened.document(), format.outward) else { return Ok(false) };
        let found = match outward(document) {
            Some(found) => found,
            // Whoever read the main document already knows best.
            None if is_main && self.trusted => Vec::new(),
            None => return Ok(false),
        };
        let number = self.documents.len();
        self.by_place.insert(place, number);
        let mut leads: HashMap<String, Option<(usize, Option<String>)>> = HashMap::new();
        let mut references = Vec::with_capacity(found.len());
        for reference in found {
            if let Some(lead) = self.lead(location, document, &reference, &mut leads) {
                references.push((reference, lead));
            }
        }
        let (number, location) = (number as u32, location.to_owned());
        self.documents.push(Read { number, location, format, opened, file, inner, references });
        Ok(true)
    }

    /// Where a reference leads; nothing if that is nobody's concern. What was found before is not looked for again.
    fn lead(
        &mut self,
        location: &str,
        document: &Document,
        reference: &Outward,
        known: &mut HashMap<String, Option<(usize, Option<String>)>>,
    ) -> Option<Lead> {
        if reference.own {
            return Some(Lead::Own);
        }
        let uri = UriRef::parse(&reference.text);
        // It holds its bytes itself.
        if uri.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("data")) {
            return None;
        }
        // A `#` may be part of the name of a file; before an element it is none.
        let whole = match reference.role {
            Role::Element => reference.text.split('#').next().unwrap_or_default().to_owned(),
            _ => reference.text.clone(),
        };
        if let Some(Some((file, inner))) = known.get(&whole).filter(|_| reference.role != Role::Guess) {
            return Some(Lead::To { file: *file, inner: inner.clone() });
        }
        let found = document.locate(location, self.packer.resources, &reference.text);
        let found = found.and_then(|found| {
            if found.location == location {
                return Ok(None);
            }
            let near = !matches!(found.how, How::Tail | How::Root);
            let believed = match reference.role {
                Role::Element | Role::File | Role::Perhaps => true,
                Role::Origin => near,
                Role::Guess => found.how == How::Exact,
            };
            if !believed {
                return Err(Unreadable::new(&CANNOT_READ, "the file does not exist"));
            }
            let is_document = found.fragment.is_some() || reference.role == Role::Element;
            self.take(&found.location, is_document).map(Some)
        });
        match (found, reference.role) {
            (Ok(None), _) => Some(Lead::Own),
            (Ok(Some((file, inner))), role) => {
                if role != Role::Guess {
                    known.insert(whole, Some((file, inner.clone())));
                }
                Some(Lead::To { file, inner })
            }
            (Err(_), Role::Guess | Role::Perhaps) => None,
            (Err(why), _) => Some(Lead::Nowhere(why)),
        }
    }
}

/// What stands before the reason why a file is not packed.
pub(super) const NOT_PACKED: &str = "it is not packed: ";

/// What is told of no element in particular.
const NOWHERE: Origin = Origin { document: u32::MAX, element: 0 };

/// The names of the formats whose documents are packed.
fn packed_formats() -> String {
    let names: Vec<&str> = formats().into_iter().filter(|f| f.outward.is_some()).map(|f| f.name).collect();
    names.join(" or ")
}

/// Has a file a name of documents that are packed?
fn is_packed_name(location: &str) -> bool {
    let extension = last(location).rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default();
    formats().into_iter().any(|f| f.outward.is_some() && f.has_extension(extension))
}

impl Read {
    /// The document itself.
    pub(super) fn document(&self) -> Option<&Document> {
        self.opened.document()
    }

    /// Tells that a reference leads to nothing in the archive.
    pub(super) fn tell_nowhere(&self, reference: &Outward, why: &Unreadable, losses: &mut Losses) {
        let origin = Origin { document: self.number, element: reference.element.0 };
        let text = &reference.text;
        let (code, fate, message) = match why.code {
            code if *code == NOT_FETCHED => {
                (&codes::REMOTE, Fate::Noted, format!("`{text}` is kept unchanged: remote files are not fetched"))
            }
            code if *code == OUTSIDE => (&codes::OUTSIDE, Fate::Dropped, format!("{NOT_PACKED}{why}")),
            _ => (&codes::MISSING, Fate::Dropped, format!("{NOT_PACKED}{why}")),
        };
        let message = match &why.help {
            Some(help) if *code == codes::OUTSIDE => format!("{message}; {help}"),
            _ => message,
        };
        // Where a document came from is often a file of somebody else's machine: nothing is missing without it.
        let (code, fate) = if reference.role == Role::Origin { (&codes::ORIGIN, Fate::Noted) } else { (code, fate) };
        losses.push(code, fate, origin, message);
    }

    /// The name of its file, for people.
    pub(super) fn shown(&self) -> &str {
        last(&self.location)
    }
}
