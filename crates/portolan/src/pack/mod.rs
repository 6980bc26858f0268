//! Packs documents with all referenced files into archives, and unpacks archives into folders.
//!
//! Packing follows every reference that the schema tables define, from document to document. Each found file becomes a
//! member with a portable name, and references are rewritten where needed; no other byte of a document changes. Missing
//! files are reported. The same files give the same bytes.

pub mod codes;
mod discover;
mod folder;
mod name;
mod overlay;
mod rewrite;
mod unpack;

use std::io::{Cursor, Seek, Write};
use std::path::{Path, PathBuf};

use portolan_check::Unreadable;
use portolan_format::Opened;
use portolan_resources::archive::{ArchiveWriter, MANIFEST, manifest};
use portolan_resources::{FreeNames, STDIN, folder_of, root_document, uri};
use portolan_scene::{Fate, Losses, Origin};
use portolan_syntax::{Limits, NodeId};
use serde_json::Value;

use crate::file::main_document;
use crate::{Error, Resources, Written};
use discover::{Content, Discovery};
pub(crate) use name::absolute;
use name::key;
pub(crate) use overlay::Overlay;
pub use unpack::{Unpacking, unpack};

/// Packs documents.
pub struct Packer<'a> {
    /// Where the bytes come from, and what documents may reach.
    pub resources: &'a dyn Resources,
    /// Limits on the size and complexity of a document.
    pub limits: Limits,
    /// The encoding of the main document, instead of the detected or declared one.
    pub encoding: Option<String>,
    /// Files of a folder that are not packed: the archive itself.
    pub without: Vec<PathBuf>,
}

/// The result of packing.
#[derive(Debug)]
pub struct Packed {
    /// The members without the manifest, by name.
    members: Vec<Member>,
    /// The main document.
    main: String,
    start: Option<String>,
    /// What is missing in the archive, and what was changed.
    pub losses: Losses,
    /// The documents among the members.
    documents: Vec<Box<dyn Opened>>,
}

/// A file in an archive.
#[derive(Debug)]
struct Member {
    name: String,
    content: Content,
}

/// What is packed, and under which names.
#[derive(Default)]
pub(crate) struct Job {
    /// Folders or archives; names in the archive are relative to the first one that holds a file.
    pub(crate) bases: Vec<String>,
    /// The archive that the main document lies in, if any.
    pub(crate) archive: Option<String>,
    /// The main document; without one, the one that no other refers to.
    pub(crate) main: Option<String>,
    /// The name of the main document, if not its own.
    pub(crate) main_name: Option<String>,
    /// The id of the element to start from.
    pub(crate) start: Option<String>,
    /// Files that are packed whether anything refers to them or not.
    pub(crate) all: Vec<String>,
    /// Names that files may have which are put beside each other, not into an archive.
    pub(crate) beside: Option<FreeNames>,
    /// Was the main document read before, so that it is one whatever it looks like?
    pub(crate) trusted: bool,
}

impl<'a> Packer<'a> {
    /// A packer with default options.
    pub fn new(resources: &'a dyn Resources) -> Packer<'a> {
        Packer { resources, limits: Limits::default(), encoding: None, without: Vec::new() }
    }

    /// Packs a document, all files of a folder, or all members of an archive, with everything that its documents refer
    /// to. `main` is the main document, relative to the folder or archive, with the id of the element to start from behind
    /// a `#`; either may be missing.
    pub fn pack(&self, path: &str, main: Option<&str>) -> Result<Packed, Error> {
        let (file, start) = match main.map(|m| m.rsplit_once('#').unwrap_or((m, ""))) {
            Some((file, start)) => (Some(file).filter(|f| !f.is_empty()), Some(start).filter(|s| !s.is_empty())),
            None => (None, None),
        };
        let start = start.map(str::to_owned);
        if path != STDIN && Path::new(path).is_dir() {
            let job = folder::job(self, path, file, start)?;
            return self.run(job);
        }
        if let Some(root) = main_document(self.resources, path)? {
            let mut job = archive_job(self.resources, path)?;
            job.main = match file {
                Some(file) => Some(named(file, path, &job.all)?),
                None => Some(root.location),
            };
            job.start = start.or(root.fragment.filter(|_| file.is_none()));
            return self.run(job);
        }
        if let Some(file) = file.filter(|f| key(f) != key(path) && name::last(path) != *f) {
            return Err(Error::usage(format!("`{file}` is not the document that is packed; pack its folder instead")));
        }
        self.run(Job { bases: vec![folder_of(path).to_owned()], main: Some(path.to_owned()), start, ..Job::default() })
    }

    pub(crate) fn run(&self, job: Job) -> Result<Packed, Error> {
        let mut discovery = Discovery::new(self, &job);
        discovery.follow()?;
        let main = discovery.main(&job)?;
        if let (Some(start), Some(document)) = (&job.start, discovery.document(main))
            && document.by_id(start).is_none()
        {
            return Err(Error::usage(format!("no element of the main document has the id `{start}`")));
        }
        let names = name::Names::give(&discovery, &job, main);
        let mut losses = std::mem::take(&mut discovery.losses);
        names.tell(&discovery, &mut losses);
        let changed = rewrite::documents(&discovery, &names, &mut losses);
        let main = names.of_document(&discovery, main);
        let main = main.unwrap_or_default();
        let (mut contents, documents) = discovery.into_contents();
        for (file, bytes) in changed {
            if let Some(content) = contents.get_mut(file) {
                *content = Content::Bytes(bytes);
            }
        }
        let mut members: Vec<Member> = contents
            .into_iter()
            .zip(names.all)
            .filter_map(|(content, name)| Some(Member { name: name?, content }))
            .collect();
        members.sort_by(|a, b| a.name.cmp(&b.name));
        // Files with the same bytes may share a name.
        members.dedup_by(|a, b| a.name == b.name);
        Ok(Packed { members, main, start: job.start, losses, documents })
    }
}

/// Everything in an archive but its manifest.
pub(crate) fn archive_job(resources: &dyn Resources, path: &str) -> Result<Job, Error> {
    let members = resources.members(path)?.unwrap_or_default();
    // A manifest of another kind is a file like any other.
    let is_manifest = |name: &str| name.eq_ignore_ascii_case(MANIFEST) && folder::root_named(resources, path).is_some();
    let names = members.names.iter().filter(|name| !is_manifest(name));
    Ok(Job {
        bases: vec![path.to_owned()],
        archive: Some(path.to_owned()),
        all: names.map(|name| format!("{path}/{name}")).collect(),
        ..Job::default()
    })
}

/// The outermost archive that a location lies in.
pub(crate) fn archive_around(resources: &dyn Resources, location: &str) -> Option<String> {
    let mut prefixes = location.match_indices('/').filter_map(|(at, _)| location.get(..at)).filter(|p| !p.is_empty());
    prefixes.find(|prefix| matches!(resources.members(prefix), Ok(Some(_)))).map(str::to_owned)
}

/// The id that the manifest of an archive names for a document.
pub(crate) fn start_of(resources: &dyn Resources, archive: &str, document: &str) -> Option<String> {
    let root = root_document(resources, archive).ok()?;
    root.fragment.filter(|_| root.location == document)
}

/// The file that is named as the main one, among those below a folder or archive.
fn named(file: &str, folder: &str, all: &[String]) -> Result<String, Error> {
    let below = format!("{}/{}", folder.trim_end_matches('/'), file.trim_start_matches("./"));
    let wanted = [key(&below), key(file)];
    let found = all.iter().find(|location| wanted.contains(&key(location)));
    found.cloned().ok_or_else(|| Error::usage(format!("`{folder}` contains no file `{file}`")))
}

impl Packed {
    /// Writes the archive: the manifest, then the members by name.
    pub fn write<W: Write + Seek>(&self, resources: &dyn Resources, out: W) -> Result<W, Unreadable> {
        let mut writer = ArchiveWriter::new(out);
        writer.add(MANIFEST, manifest(&self.reference()).as_bytes())?;
        for member in &self.members {
            writer.add(&member.name, &member.bytes(resources)?)?;
        }
        writer.finish()
    }

    /// The archive in memory.
    pub fn to_bytes(&self, resources: &dyn Resources) -> Result<Vec<u8>, Unreadable> {
        self.write(resources, Cursor::new(Vec::new())).map(Cursor::into_inner)
    }

    /// Names and bytes of all members without the manifest, the main document first.
    pub fn files(&self, resources: &dyn Resources) -> Result<Vec<(String, Vec<u8>)>, Unreadable> {
        let mut files = Vec::with_capacity(self.members.len());
        for member in &self.members {
            files.push((member.name.clone(), member.bytes(resources)?));
        }
        files.sort_by_key(|(name, _)| *name != self.main);
        Ok(files)
    }

    /// What the manifest says: the URI of the main document, with the id of the element to start from.
    pub fn reference(&self) -> String {
        let mut reference = uri::from_native(&self.main);
        if let Some(start) = &self.start {
            reference.push('#');
            reference.push_str(&uri::from_native(start));
        }
        reference
    }

    /// How many members there are, without the manifest.
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// The names of the members without the manifest, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|m| m.name.as_str())
    }

    /// Where something is written that was lost or changed.
    pub fn written(&self, origin: Origin) -> Option<Written> {
        let opened = self.documents.get(origin.document as usize)?;
        opened.document()?.tree.node(NodeId(origin.element)).filter(|n| n.is_element())?;
        opened.written(Origin { document: 0, ..origin })
    }

    /// The losses and changes as JSON; the kept objects are members.
    pub fn losses_json(&self) -> Value {
        crate::convert::ledger(&self.losses, self.members.len() as u64, &|origin| self.written(origin))
    }

    /// The losses with origins among other documents; what they do not have is told with the name of its file.
    /// What is missing for a known reason is left out.
    pub(crate) fn losses_of(&self, numbers: &dyn Fn(&str) -> Option<u32>, known: &dyn Fn(&str) -> bool) -> Losses {
        let mut losses = Losses::default();
        for loss in self.losses.iter() {
            if loss.message.strip_prefix(discover::NOT_PACKED).is_some_and(known) {
                continue;
            }
            let opened = self.documents.get(loss.origin.document as usize);
            let location = opened.and_then(|o| o.documents().first().map(|(location, _)| *location));
            let (origin, message) = match (location, location.and_then(numbers)) {
                (_, Some(document)) => (Origin { document, ..loss.origin }, loss.message.clone()),
                (Some(location), None) => (Origin::default(), format!("in `{location}`: {}", loss.message)),
                _ => (Origin::default(), loss.message.clone()),
            };
            for _ in 0..loss.count.min(TOLD) {
                losses.push(loss.code, loss.fate, origin, message.clone());
            }
        }
        losses
    }

    /// The worst that became of anything.
    pub fn worst(&self) -> Option<Fate> {
        self.losses.worst()
    }
}

/// The same loss is counted this often at most when it is told of other documents.
const TOLD: u32 = 1000;

impl Member {
    fn bytes(&self, resources: &dyn Resources) -> Result<Vec<u8>, Unreadable> {
        match &self.content {
            Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::At(location) => resources.read(location, u64::MAX).map_err(|why| Unreadable {
                message: format!("`{location}` changed while it was packed: {}", why.message),
                ..why
            }),
        }
    }
}
