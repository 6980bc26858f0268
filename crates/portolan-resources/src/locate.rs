//! From what stands in a document to what is there.

use crate::Unreadable;
use crate::model::above;
use crate::space::{Kind, Space, Store, folder_of, join};
use crate::unreadable::{CANNOT_READ, NOT_FETCHED, OUTSIDE};
use crate::uri::{UriRef, decode};

/// What a reference led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Where it is.
    pub location: String,
    /// What stands behind `#`, decoded.
    pub fragment: Option<String>,
    /// How it was found.
    pub how: How,
}

/// How a reference led to a file. Everything but [`How::Exact`] is leniency and worth telling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// As URIs are read.
    Exact,
    /// With `%`, `?` or `#` taken as part of the name.
    Literal,
    /// As a native path, with backslashes.
    Native,
    /// With other letters in capitals.
    Case,
    /// From the root of the archive, or from the folder of the main document, instead of the document's own folder.
    Root,
    /// By the end of its path, below the folder of the document; in an archive by its name alone, if it is the only one.
    Tail,
}

impl How {
    /// What was done to find it, to stand behind "it was found".
    pub const fn note(self) -> &'static str {
        match self {
            How::Exact => "where the reference says",
            How::Literal => "by reading `%`, `?` and `#` as part of its name",
            How::Native => "by reading the reference as a native path",
            How::Case => "under a name that differs in case",
            How::Root => "from the root of the archive or main folder",
            How::Tail => "by the end of its path",
        }
    }
}

/// More segments than that at the end of a path are not tried.
const TAIL: usize = 16;

/// One way to read a reference.
struct Reading {
    segments: Vec<String>,
    base: Base,
    how: How,
}

/// What the segments of a reading start from.
#[derive(Clone, PartialEq, Eq)]
enum Base {
    /// The folder of the document.
    Document,
    /// The root of the file system, or a drive.
    Machine(String),
    /// A place that this machine does not have.
    Nowhere,
}

pub(crate) fn locate(space: &Space, store: &dyn Store, base: &str, reference: &str) -> Result<Found, Unreadable> {
    let reference = reference.trim();
    let uri = UriRef::parse(reference);
    let fragment = uri.fragment_text().filter(|f| !f.is_empty()).map(|f| f.into_owned());
    if uri.is_local() {
        return Ok(Found { location: base.to_owned(), fragment, how: How::Exact });
    }
    if let Some(scheme) = uri.scheme
        && PACKAGES.iter().any(|known| scheme.eq_ignore_ascii_case(known))
    {
        return Search::new(space, store, base).package(&uri, reference).map(|location| Found {
            location,
            fragment,
            how: How::Exact,
        });
    }
    if let Some(scheme) = uri.scheme
        && scheme.len() > 1
        && !scheme.eq_ignore_ascii_case("file")
    {
        let why = match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" | "ftp" => format!("`{reference}` is not fetched: nothing is read from the network"),
            _ => format!("`{}` is not fetched: the scheme `{scheme}` is not supported", shortened(reference)),
        };
        return Err(Unreadable::new(&NOT_FETCHED, why).help("put the file beside the document and refer to it there"));
    }
    let search = Search::new(space, store, base);
    let readings = readings(&uri, reference);
    let mut outside = None;
    for reading in &readings {
        if let Some(location) = search.exact(reading, &mut outside) {
            return Ok(found(location, fragment, reading.how, &readings));
        }
    }
    for reading in &readings {
        if let Some(location) = search.other_case(reading) {
            return Ok(found(location, fragment, How::Case, &readings));
        }
    }
    for reading in &readings {
        if let Some((location, how)) = search.tail(reading) {
            return Ok(found(location, fragment, how, &readings));
        }
    }
    let named = shortened(reference);
    match outside {
        Some(location) => Err(search.denied(&named, &location)),
        None => Err(Unreadable::new(&CANNOT_READ, format!("file `{named}` does not exist in {}", search.places()))),
    }
}

/// Schemes of URIs that begin with the name of a package or model.
const PACKAGES: [&str; 2] = ["package", "model"];

/// What is taken literally has no fragment.
fn found(location: String, fragment: Option<String>, how: How, readings: &[Reading]) -> Found {
    let name = location.rsplit('/').next().unwrap_or_default();
    let whole = readings.len() > 1
        && name.contains('#')
        && readings.iter().any(|r| r.how == How::Literal && r.segments.last().is_some_and(|s| s == name));
    Found { location, fragment: fragment.filter(|_| !whole), how }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The ways to read a reference, likeliest first.
fn readings(uri: &UriRef<'_>, reference: &str) -> Vec<Reading> {
    let mut readings: Vec<Reading> = Vec::new();
    let mut add = |path: &str, how: How| {
        let host = uri.authority.filter(|a| !a.is_empty() && !a.eq_ignore_ascii_case("localhost"));
        // `file://textures/a.png` and `//server/share/a.png`: what stands in the place of a host belongs to the path.
        let text = match host {
            Some(host) => format!("/{host}{path}"),
            None if uri.scheme.is_some_and(|s| s.len() == 1) => format!("{}:/{path}", uri.scheme.unwrap_or_default()),
            None => path.to_owned(),
        };
        let how = if how == How::Exact && text.contains('\\') { How::Native } else { how };
        let reading = read(&text, host.is_some(), how);
        let same = |r: &Reading| r.segments == reading.segments && r.base == reading.base;
        if !reading.segments.is_empty() && !readings.iter().any(same) {
            readings.push(reading);
        }
    };
    if let Some(decoded) = decode(uri.path) {
        add(&decoded, How::Exact);
    }
    add(uri.path, How::Literal);
    let behind = |part: Option<&str>| part.map_or(0, |p| p.len() + 1);
    let length = uri.path.len() + behind(uri.query) + behind(uri.fragment);
    add(reference.get(reference.len().saturating_sub(length)..).unwrap_or_default(), How::Literal);
    readings
}

fn read(path: &str, elsewhere: bool, how: How) -> Reading {
    let path = path.replace('\\', "/");
    let mut segments: Vec<String> = path.split('/').filter(|s| !s.is_empty() && *s != ".").map(str::to_owned).collect();
    let drive =
        segments.first().is_some_and(|s| matches!(s.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic()));
    let base = if drive {
        let drive = segments.remove(0);
        if cfg!(windows) { Base::Machine(format!("{}/", drive.replace('|', ":"))) } else { Base::Nowhere }
    } else if elsewhere {
        Base::Nowhere
    } else if path.starts_with('/') {
        Base::Machine("/".to_owned())
    } else {
        Base::Document
    };
    Reading { segments, base, how }
}

/// The search for one reference.
struct Search<'a> {
    space: &'a Space,
    store: &'a dyn Store,
    base: &'a str,
    /// The document's folder.
    folder: &'a str,
    /// The innermost archive that the document lies in.
    archive: Option<&'a str>,
    /// What relative references may not leave: the archive, or the folder of the main document.
    root: String,
}

impl<'a> Search<'a> {
    fn new(space: &'a Space, store: &'a dyn Store, base: &'a str) -> Search<'a> {
        let archive = space.archive_around(store, base);
        let root = archive.map_or_else(|| store.root(base), str::to_owned);
        Search { space, store, base, folder: folder_of(base), archive, root }
    }

    /// The file that a reading names, if it may be reached.
    fn exact(&self, reading: &Reading, outside: &mut Option<String>) -> Option<String> {
        let location = self.location(reading)?;
        let file = self.space.file_part(self.store, &location);
        let denied = self.store.kind(file) == Kind::File && !self.permits(&location);
        if denied || self.leaves(reading, &location) {
            outside.get_or_insert(location);
            return None;
        }
        (self.kind(&location) == Kind::File).then_some(location)
    }

    /// What is at a location. An archive that may not be reached is not opened, and holds nothing.
    fn kind(&self, location: &str) -> Kind {
        let file = self.space.file_part(self.store, location);
        match self.store.kind(file) {
            kind if file == location => kind,
            Kind::File if self.permits(location) => self.space.kind(self.store, location),
            _ => Kind::Nothing,
        }
    }

    fn location(&self, reading: &Reading) -> Option<String> {
        match &reading.base {
            Base::Document => Some(follow(self.folder, &reading.segments)),
            Base::Machine(root) => Some(follow(root, &reading.segments)),
            Base::Nowhere => None,
        }
    }

    /// What `package://name/path` and `model://name/path` mean: a path in the package that the document belongs to, in one of
    /// the folders that are allowed, or in one that is below them.
    fn package(&self, uri: &UriRef<'_>, reference: &str) -> Result<String, Unreadable> {
        let name = uri.authority.unwrap_or_default();
        let path = decode(uri.path).unwrap_or_else(|| uri.path.into());
        let segments: Vec<&str> = path.split('/').filter(|s| !s.is_empty() && *s != ".").collect();
        let packages = if self.archive.is_some() { Vec::new() } else { self.store.packages(self.base) };
        for (names, folder) in &packages {
            let own = names.iter().any(|known| known == name).then(|| self.below(folder, &segments)).flatten();
            if let Some(found) = own.or_else(|| self.below(&join(folder, name), &segments)) {
                return Ok(found);
            }
        }
        let whole = std::iter::once(name).chain(segments.iter().copied()).map(str::to_owned).collect();
        let reading = Reading { segments: whole, base: Base::Nowhere, how: How::Tail };
        if let Some((found, _)) = self.tail(&reading) {
            return Ok(found);
        }
        let named = shortened(reference);
        // Packages mostly lie beside each other.
        let beside = join(&above(&self.root), name);
        let there = join(&beside, &segments.join("/"));
        if self.archive.is_none() && !segments.contains(&"..") && self.store.kind(&there) == Kind::File {
            return Err(self.denied_folder(&named, &beside));
        }
        let why = format!("file `{named}` does not exist in {}", self.places());
        Err(Unreadable::new(&CANNOT_READ, why)
            .help(format!("use `--allow DIR` to name the folder that contains `{name}`")))
    }

    /// What is there and must not be read.
    fn denied(&self, named: &str, location: &str) -> Unreadable {
        if self.archive.is_some() {
            let why = format!("access to `{named}` is denied, because it is outside the archive of the document");
            return Unreadable::new(&OUTSIDE, why).help("put the file in the archive");
        }
        self.denied_folder(named, folder_of(&self.store.real(location)))
    }

    fn denied_folder(&self, named: &str, folder: &str) -> Unreadable {
        let folder = if folder.is_empty() { "." } else { folder };
        let why = format!("access to `{named}` is denied, because it is outside the folder of the document");
        Unreadable::new(&OUTSIDE, why).help(format!("use `--allow {folder}` to permit it"))
    }

    /// Where was looked, to be told.
    fn places(&self) -> String {
        let shown = |folder: &str| match folder {
            "" => "the current folder".to_owned(),
            folder => format!("`{folder}`"),
        };
        let own = shown(self.folder);
        if self.root == self.folder { own } else { format!("{own} or {}", shown(&self.root)) }
    }

    /// Relative references do not leave an archive, whatever is allowed.
    fn leaves(&self, reading: &Reading, location: &str) -> bool {
        let below = |archive: &str| location.strip_prefix(archive).is_some_and(|rest| rest.starts_with('/'));
        reading.base == Base::Document && self.archive.is_some_and(|archive| !below(archive))
    }

    fn permits(&self, location: &str) -> bool {
        let file = self.space.file_part(self.store, location);
        let own_archive = self.archive.is_some() && file == self.space.file_part(self.store, self.base);
        own_archive || self.store.permits(file, Some(self.base).filter(|_| self.archive.is_none()))
    }

    /// The same path in other capitals, below the root.
    fn other_case(&self, reading: &Reading) -> Option<String> {
        let location = self.location(reading)?;
        let rest = match self.root.as_str() {
            "" => Some(location.as_str()).filter(|l| !l.starts_with('/')),
            "/" => location.strip_prefix('/'),
            root => location.strip_prefix(root).and_then(|rest| rest.strip_prefix('/')),
        }?;
        let segments: Vec<&str> = rest.split('/').collect();
        self.below(&self.root, &segments)
    }

    /// The longest end of the path that exists below the document's folder or the root.
    fn tail(&self, reading: &Reading) -> Option<(String, How)> {
        let named = reading.segments.iter().filter(|s| *s != "..").map(String::as_str);
        let segments: Vec<&str> = named.collect();
        let outer = self.space.file_part(self.store, self.base);
        let outer = if self.archive.is_some() { outer } else { &self.root };
        for start in segments.len().saturating_sub(TAIL)..segments.len() {
            let rest = segments.get(start..)?;
            for folder in [self.folder, &self.root, outer] {
                // A document that is found by the end of its name must at least be another one.
                if let Some(location) = self.below(folder, rest).filter(|found| found != self.base) {
                    let how = if start == 0 && folder != self.folder { How::Root } else { How::Tail };
                    return Some((location, how));
                }
            }
        }
        // Other files of an archive may say where its members are meant to be: the resource map of a `.kmz` does.
        let only = self.space.only_named(self.store, self.archive?, segments.last()?)?;
        Some((only, How::Tail)).filter(|(found, _)| found != self.base)
    }

    /// A file below a folder, in whatever capitals.
    fn below(&self, folder: &str, segments: &[&str]) -> Option<String> {
        let mut at = folder.to_owned();
        for segment in segments {
            if *segment == ".." {
                return None;
            }
            let exact = join(&at, segment);
            at = match self.kind(&exact) {
                Kind::Nothing => join(&at, &self.space.other_case(self.store, &at, segment)?),
                _ => exact,
            };
        }
        (self.kind(&at) == Kind::File && self.permits(&at)).then_some(at)
    }
}

/// Follows segments from a folder; `..` leads to the folder above.
fn follow(folder: &str, segments: &[String]) -> String {
    let absolute = folder.starts_with('/');
    let mut kept: Vec<&str> = folder.split('/').filter(|s| !s.is_empty()).collect();
    for segment in segments {
        match (segment.as_str(), kept.last()) {
            ("..", Some(last)) if *last != ".." && *last != "." => {
                kept.pop();
            }
            ("..", _) if absolute => {}
            (segment, _) => kept.push(segment),
        }
    }
    format!("{}{}", if absolute { "/" } else { "" }, kept.join("/"))
}
