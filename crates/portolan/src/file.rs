//! The one handle to a file: opened once, asked for whatever is wanted of it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use portolan_check::Report;
use portolan_format::{Content, Format, Input, Moving, Opened, Written};
use portolan_image::RgbaImage;
use portolan_resources::Unreadable;
use portolan_resources::archive::{self, Root, codes};
use portolan_resources::unreadable::{CANNOT_READ, TOO_LARGE};
use portolan_scene::{Losses, Origin, Scene, SkinHolder};
use portolan_syntax::{Budget, Finding, Limits, Source, Span, Tree};
use serde_json::Value;

use crate::address::Target;
use crate::buffers::{Buffers, Moment};
use crate::convert::{Conversion, Converted};
use crate::diff::Changes;
use crate::empty::Beginning;
use crate::guard::guarded;
use crate::import::Imported;
use crate::info::{Drawn, Info};
use crate::layout::Layout;
use crate::pictures::{Shot, Studio};
use crate::pose::{Posed, Request};
use crate::sample::{Samples, Sampling};
use crate::verify::{Outcome, Verification};
use crate::{Error, Files, Memory, Resources, STDIN, formats};

/// Opens a file with the default options: referenced files are read only from its own folder. For an archive (`.zae`,
/// `.kmz`) its main document is opened.
pub fn open(path: impl AsRef<Path>) -> Result<File, Error> {
    OpenOptions::new().open(path)
}

/// Options for opening files.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut options = portolan::OpenOptions::new();
/// options.encoding = Some("shift_jis".to_owned());
/// let file = options.open_bytes("lamp.xwrl", "<World xmlns='http://www.xvrml.net/schemas/core'/>")?;
/// assert_eq!(file.format().name, "xVRML");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Where files are read from, and what documents may access. By default this is the file system, and a document may
    /// access its own folder and those in `allow`.
    pub resources: Option<Arc<dyn Resources>>,
    /// Folders that documents may read from besides their own.
    pub allow: Vec<PathBuf>,
    /// Limits on the size and complexity of a file.
    pub limits: Limits,
    /// The memory and the work that files opened with these options may use together. By default it follows from their
    /// sizes. Resources that are given have their own.
    pub budget: Budget,
    /// The encoding to read with, instead of the detected or declared one.
    pub encoding: Option<String>,
    /// The format version to check the file against, instead of the declared one.
    pub version: Option<String>,
    /// The format to read it as, instead of the detected one.
    pub format: Option<&'static Format>,
    /// Whether nodes move their skins.
    pub skin_holder: SkinHolder,
    /// Whether the report lists missing referenced files.
    pub look_for_files: bool,
    /// Whether everything is checked at once, which is faster if the report is needed.
    pub thorough: bool,
    /// Whether long lists of numbers stay in large files of the file system and are read when they are needed, which takes
    /// less memory and time. Such a file must not be changed meanwhile. Documents of 4 GB and more are always read so, if their
    /// format can be.
    pub leave_numbers: bool,
}

/// Smaller files are read as a whole.
const WORTH_LEAVING: u64 = 4 << 20;

impl OpenOptions {
    /// The default options.
    pub fn new() -> OpenOptions {
        OpenOptions::default()
    }

    /// Reads files only from here.
    pub fn within(resources: impl Resources + 'static) -> OpenOptions {
        OpenOptions { resources: Some(Arc::new(resources)), ..OpenOptions::default() }
    }

    /// Returns the options with some fields changed: `OpenOptions::new().with(|c| c.encoding = Some("utf-16".into()))`.
    pub fn with(mut self, set: impl FnOnce(&mut OpenOptions)) -> OpenOptions {
        set(&mut self);
        self
    }

    /// Opens a file, or the main document of an archive. `-` is standard input.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<File, Error> {
        let path = path.as_ref().to_string_lossy();
        let resources = self.reach(&path);
        let root = main_document(&*resources, &path)?;
        let (location, start) = match root {
            Some(root) => (root.location, root.fragment),
            None => (path.clone().into_owned(), None),
        };
        self.open_at(&path, &location, start, resources)
    }

    /// Opens the document at exactly this location, an archive's own file included.
    pub(crate) fn open_document(&self, location: &str) -> Result<File, Error> {
        self.open_at(location, location, None, self.reach(location))
    }

    fn open_at(
        &self,
        path: &str,
        location: &str,
        start: Option<String>,
        resources: Arc<dyn Resources>,
    ) -> Result<File, Error> {
        if let Some(source) = self.source_of_large(location, &*resources)? {
            let file =
                self.file(path, location, start.clone(), Content::Source(Box::new(source)), resources.clone())?;
            if file.0.opened.document().is_some_and(portolan_format::Document::leaves_numbers_only) {
                return Ok(file);
            }
        }
        let bytes = resources.read(location, self.limits.bytes)?;
        self.file(path, location, start, Content::Bytes(bytes), resources)
    }

    /// A large document, without its long lists of numbers, if its format can be read so.
    fn source_of_large(&self, location: &str, resources: &dyn Resources) -> Result<Option<Source>, Error> {
        /// As much of the file as tells its format.
        const HEAD: usize = 4096;
        let least = if self.leave_numbers { WORTH_LEAVING } else { u64::from(u32::MAX) };
        let Some(file) = resources.large(location, least).filter(|_| self.encoding.is_none()) else { return Ok(None) };
        let mut head = vec![0; HEAD];
        if file.read_at(0, &mut head).is_err() {
            return Ok(None);
        }
        let format = self.format.or_else(|| formats::detect(location, &head));
        let look = format.and_then(|format| portolan_format::numbers(format, location, &head, self.thorough));
        let Some(look) = look else { return Ok(None) };
        Ok(Source::leaving(shown_path(location), file, look, &self.limits).map_err(Unreadable::from)?)
    }

    /// Opens a document with these bytes as if it were at this location.
    pub(crate) fn open_bytes_at(&self, location: &str, bytes: Vec<u8>) -> Result<File, Error> {
        self.file(location, location, None, Content::Bytes(bytes), self.reach(location))
    }

    /// Opens a file in memory. It can access no other file, unless `resources` has some.
    pub fn open_bytes(&self, name: &str, bytes: impl Into<Vec<u8>>) -> Result<File, Error> {
        let bytes = bytes.into();
        self.budget.read(bytes.len() as u64);
        self.file(name, name, None, Content::Bytes(bytes), self.alone())
    }

    /// Opens a document whose text is in memory.
    pub fn open_source(&self, source: Source) -> Result<File, Error> {
        let name = source.name().to_owned();
        self.budget.read(source.size());
        self.file(&name, &name, None, Content::Source(Box::new(source)), self.alone())
    }

    fn alone(&self) -> Arc<dyn Resources> {
        self.resources.clone().unwrap_or_else(|| Arc::new(Memory::new().charging(&self.budget)))
    }

    /// What the document at a path may reach.
    pub(crate) fn reach(&self, path: &str) -> Arc<dyn Resources> {
        let files = || Arc::new(Files::within(path).allowing(self.allow.iter().cloned()).charging(&self.budget));
        self.resources.clone().unwrap_or_else(|| files())
    }

    fn file(
        &self,
        path: &str,
        location: &str,
        start: Option<String>,
        content: Content,
        resources: Arc<dyn Resources>,
    ) -> Result<File, Error> {
        let begins = Beginning::of(content.bytes());
        let (format, opened) = self.parse(location, start.as_deref(), content, self.thorough, &*resources)?;
        Ok(File(Arc::new(Inner {
            begins: begins.unless(format, location),
            path: path.to_owned(),
            location: location.to_owned(),
            start,
            options: self.clone(),
            resources,
            format,
            opened,
            whole: OnceLock::new(),
            report: OnceLock::new(),
            imported: OnceLock::new(),
        })))
    }

    fn parse(
        &self,
        location: &str,
        start: Option<&str>,
        content: Content,
        thorough: bool,
        resources: &dyn Resources,
    ) -> Result<(&'static Format, Arc<dyn Opened>), Error> {
        let input = Input {
            location,
            name: shown_path(location),
            content,
            encoding: self.encoding.as_deref(),
            version: self.version.as_deref(),
            start,
            thorough,
            resources,
            limits: &self.limits,
        };
        let (format, opened) = match self.format {
            Some(format) => (format, (format.open)(input)?),
            None => formats::open(input)?,
        };
        Ok((format, opened.into()))
    }
}

impl std::fmt::Debug for OpenOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenOptions")
            .field("allow", &self.allow)
            .field("encoding", &self.encoding)
            .finish_non_exhaustive()
    }
}

/// The main document of an archive; nothing if there is no archive at the path.
pub(crate) fn main_document(resources: &dyn Resources, path: &str) -> Result<Option<Root>, Error> {
    match resources.members(path)? {
        Some(_) => Ok(Some(archive::root_document(resources, path)?)),
        None => Ok(None),
    }
}

/// How a path is shown: standard input has a name of its own.
pub(crate) fn shown_path(path: &str) -> &str {
    if path == STDIN { "<stdin>" } else { path }
}

/// An opened file.
///
/// It is read and parsed once. The report, the scene and everything derived from them are computed on first use and
/// kept. A clone is another handle to the same file; handles can be sent to and shared between threads.
///
/// ```no_run
/// let file = portolan::open("robot.dae")?;
/// for finding in &file.report()?.findings {
///     println!("{} {}", finding.code.id, finding.message);
/// }
/// let glb = file.convert(&portolan::Conversion::to(&portolan::convert::to::GLB))?;
/// std::fs::write("robot.glb", &glb.files[0].1)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct File(Arc<Inner>);

struct Inner {
    /// As the caller said it.
    path: String,
    /// Where the document was read from: in an archive, the member.
    location: String,
    /// The id of the element to start from, if an archive names one.
    start: Option<String>,
    /// How it begins, if that is not how files of its format do.
    begins: Option<Beginning>,
    options: OpenOptions,
    resources: Arc<dyn Resources>,
    format: &'static Format,
    opened: Arc<dyn Opened>,
    /// The same, looked at as a whole, if it was not at first.
    whole: OnceLock<Result<Arc<dyn Opened>, Error>>,
    report: OnceLock<Result<Arc<Report>, Error>>,
    imported: OnceLock<Result<Arc<Imported>, Error>>,
}

impl File {
    /// Its path, as given by the caller.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The location of its document; in an archive, that of the member.
    pub fn location(&self) -> &str {
        &self.0.location
    }

    /// The name of its document in findings: its location, or `<stdin>`.
    pub fn name(&self) -> &str {
        shown_path(&self.0.location)
    }

    /// Its format.
    pub fn format(&self) -> &'static Format {
        self.0.format
    }

    /// The format version that it is checked against.
    pub fn version(&self) -> &'static str {
        self.0.opened.version()
    }

    /// Where its files are read from, and what it may access.
    pub fn resources(&self) -> &dyn Resources {
        &*self.0.resources
    }

    /// The syntax tree of its document, with every byte. `None` if it is not text.
    pub fn tree(&self) -> Option<&Tree> {
        self.documents().first().map(|(_, tree)| *tree)
    }

    /// Its documents with their locations: first the main one, then those that its scene refers to.
    pub fn documents(&self) -> Vec<(&str, &Tree)> {
        self.0.opened.documents()
    }

    /// Checks it and returns the findings.
    pub fn report(&self) -> Result<Arc<Report>, Error> {
        self.0.report.get_or_init(|| self.judge().map(Arc::new)).clone()
    }

    /// The same file with all its text in memory, for whoever edits or copies it.
    pub(crate) fn in_memory(&self) -> Result<File, Error> {
        let inner = &*self.0;
        if !self.tree().is_some_and(|tree| tree.source().is_partial()) {
            return Ok(self.clone());
        }
        let help = |why: Unreadable| match *why.code == TOO_LARGE {
            true => why.help("documents of this size can be checked, rendered, and converted to other formats"),
            false => why,
        };
        let bytes = inner.resources.read(&inner.location, inner.options.limits.bytes).map_err(help)?;
        let (content, start) = (Content::Bytes(bytes), inner.start.clone());
        let options = OpenOptions { format: Some(inner.format), ..inner.options.clone() };
        options.file(&inner.path, &inner.location, start, content, inner.resources.clone())
    }

    /// An error if a file was changed whose numbers are read when they are needed.
    fn is_as_before(&self) -> Result<(), Error> {
        match self.documents().iter().any(|(_, tree)| tree.source().is_broken()) {
            false => Ok(()),
            true => Err(Unreadable::new(&CANNOT_READ, "it was changed while it was read").into()),
        }
    }

    /// The report, made anew.
    pub(crate) fn judge(&self) -> Result<Report, Error> {
        let opened = self.whole()?;
        let mut report = guarded("checking", || portolan_check::check(self.0.format, opened))?;
        self.is_as_before()?;
        if self.0.path == self.0.location && crate::gather::is_archive_name(&self.0.path) {
            let message = format!("`{}` is a plain document, not an archive", self.0.path);
            report.findings.push(Finding::new(&codes::NOT_AN_ARCHIVE, Span::at(0), message));
            report.findings.sort();
        }
        if let Some(document) = report.opened.clone().document().filter(|_| self.looks_for_files()) {
            let (location, resources) = (self.location(), self.resources());
            crate::referenced::look_for(self.0.format, document, location, resources, &mut report.findings);
            report.findings.sort();
        }
        let has =
            |moving: &&Moving| report.opened.document().is_some_and(|d| d.named(moving.elements).next().is_some());
        if let Some(moving) = self.0.format.moving.as_ref().filter(has) {
            crate::moving::look(self, moving, &mut report.findings);
        }
        // What is wrong in a list that is in the file has a line of its own only if its text is in memory.
        if report.tree().source().was_put_together()
            && let Ok(file) = self.in_memory()
        {
            return file.judge();
        }
        Ok(report)
    }

    /// Where the files are that it refers to and that are there: pictures, other documents, sounds.
    pub fn referred(&self) -> Vec<String> {
        let document = self.0.opened.document();
        document
            .map(|d| crate::referenced::present(self.0.format, d, self.location(), self.resources()))
            .unwrap_or_default()
    }

    /// Is it told which of the files that it refers to are missing? Nobody knows where standard input lies.
    fn looks_for_files(&self) -> bool {
        self.0.options.look_for_files && self.location() != STDIN
    }

    /// The opened file with everything in it looked at.
    fn whole(&self) -> Result<Arc<dyn Opened>, Error> {
        let inner = &*self.0;
        if inner.opened.is_thorough() {
            return Ok(inner.opened.clone());
        }
        let parse = || {
            let bytes = self.tree().map(|tree| tree.source().bytes().to_vec()).unwrap_or_default();
            let (content, start) = (Content::Bytes(bytes), inner.start.as_deref());
            let options = OpenOptions { format: Some(inner.format), ..inner.options.clone() };
            options.parse(&inner.location, start, content, true, &*inner.resources).map(|(_, opened)| opened)
        };
        inner.whole.get_or_init(parse).clone()
    }

    /// The scene of the document.
    pub fn scene(&self) -> Result<&Scene, Error> {
        Ok(&self.imported()?.scene)
    }

    /// The losses of reading the document into a scene.
    pub fn losses(&self) -> Result<&Losses, Error> {
        Ok(&self.imported()?.losses)
    }

    /// Whether the scene has nothing to show, measure or convert.
    pub fn is_empty(&self) -> Result<bool, Error> {
        Ok(self.imported()?.is_empty())
    }

    pub(crate) fn imported(&self) -> Result<&Arc<Imported>, Error> {
        let inner = &*self.0;
        let import = || {
            let (opened, resources) = (inner.opened.clone(), inner.resources.clone());
            let mut imported = Imported::of(inner.format, opened, resources, inner.options.skin_holder)?;
            self.is_as_before()?;
            imported.begins = inner.begins.clone();
            Ok(Arc::new(imported))
        };
        inner.imported.get_or_init(import).as_ref().map_err(Clone::clone)
    }

    /// The place in the document where an object or a loss was written.
    pub fn written(&self, origin: Origin) -> Option<Written> {
        self.0.opened.written(origin)
    }

    /// Losses as JSON, by `docs/json/losses.schema.json`.
    pub fn losses_json(&self, losses: &Losses) -> Result<Value, Error> {
        Ok(self.imported()?.losses_json(losses))
    }

    /// A summary of its content.
    pub fn info(&self) -> Result<Info, Error> {
        crate::info::describe(self)
    }

    /// What the scene with this id or name, or the default one, draws: numbers of triangles, lines and points, with
    /// instances.
    pub fn drawn(&self, scene: Option<&str>) -> Result<Drawn, Error> {
        let imported = self.imported()?;
        let view = crate::pictures::choose::view(&imported.scene, scene)?;
        Ok(view.map_or_else(Drawn::default, |view| crate::info::drawn::counted(&imported.scene, view)))
    }

    /// Converts it to another format, or rewrites it in its own.
    pub fn convert(&self, conversion: &Conversion) -> Result<Converted, Error> {
        match crate::convert::is_kept(self.0.format, conversion) {
            true => crate::convert::convert(self.in_memory()?.imported()?, conversion),
            false => crate::convert::convert(self.imported()?, conversion),
        }
    }

    /// Its shapes as plain vertex and index buffers.
    pub fn buffers(&self, moment: &Moment) -> Result<Buffers, Error> {
        crate::buffers::buffers(self.imported()?, moment)
    }

    /// The faces of all its shapes as they were written, with as many corners as they have.
    pub fn polygons(&self) -> Result<Vec<crate::polygons::Polygons>, Error> {
        crate::polygons::polygons(self.imported()?)
    }

    /// Renders a picture at the first time of the shot.
    pub fn render(&self, shot: &Shot) -> Result<RgbaImage, Error> {
        let mut studio = self.studio(shot)?;
        let time = studio.times().first().copied().unwrap_or(0.0);
        studio.picture(time)
    }

    /// Prepares the scene for rendering many pictures.
    pub fn studio(&self, shot: &Shot) -> Result<Studio, Error> {
        Studio::new(self.imported()?, shot)
    }

    /// The transforms of all nodes at given times.
    pub fn sample(&self, sampling: &Sampling) -> Result<Samples, Error> {
        let imported = self.imported()?;
        crate::sample::sample(imported.drawn(), sampling, &imported.resources.budget())
    }

    /// Its mechanisms at given joint values.
    pub fn pose(&self, request: &Request) -> Result<Posed, Error> {
        crate::pose::pose(self.imported()?, request)
    }

    /// Its bodies over time: what they weigh, and where they are.
    pub fn simulate(&self, request: &crate::simulate::Request) -> Result<crate::simulate::Simulated, Error> {
        crate::simulate::simulate(self.imported()?, request)
    }

    /// What it was opened as, where its files come from, and how it was opened.
    pub(crate) fn parts(&self) -> (Arc<dyn Opened>, Arc<dyn Resources>, OpenOptions) {
        (self.0.opened.clone(), self.0.resources.clone(), self.0.options.clone())
    }

    /// Its world, if it holds one, so that it can run.
    pub fn run(&self, options: crate::run::Options) -> Result<crate::run::Run, Error> {
        crate::run::run(self, options)
    }

    /// The same file with another scene.
    pub(crate) fn with_scene(&self, scene: Scene) -> Result<File, Error> {
        let imported = Arc::new(self.imported()?.with_scene(scene));
        let inner = &*self.0;
        Ok(File(Arc::new(Inner {
            path: inner.path.clone(),
            location: inner.location.clone(),
            start: inner.start.clone(),
            begins: inner.begins.clone(),
            options: inner.options.clone(),
            resources: inner.resources.clone(),
            format: inner.format,
            opened: inner.opened.clone(),
            whole: OnceLock::new(),
            report: OnceLock::new(),
            imported: OnceLock::from(Ok(imported)),
        })))
    }

    /// Compares it by meaning with another file of any format.
    pub fn verify(&self, other: &File, verification: &Verification) -> Result<Outcome, Error> {
        Ok(crate::verify::verify(self.imported()?, other.imported()?, verification))
    }

    /// The changes from this file to another one, object by object.
    pub fn diff(&self, other: &File, tolerance: Option<f64>) -> Result<Changes, Error> {
        Ok(crate::diff::diff(self.imported()?, other.imported()?, tolerance))
    }

    /// The value at an address of the document, which can be read and changed.
    pub fn get(&self, address: &str) -> Result<Target<'_>, Error> {
        if self.tree().is_some_and(|tree| tree.source().is_partial()) {
            // Values are given as they stand in the text.
            self.in_memory()?;
            return Err(Error::usage(
                "the file was opened with `leave_numbers`, so that its values cannot be looked up",
            ));
        }
        Ok(crate::address::look_up(self.0.format, self.0.opened.document(), address)?)
    }

    /// Its document in canonical layout.
    pub fn lay_out(&self, layout: &Layout) -> Result<Vec<u8>, Error> {
        Ok(crate::layout::lay_out(&*self.in_memory()?.report()?, layout)?)
    }
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File").field("path", &self.0.path).field("format", &self.0.format.id).finish_non_exhaustive()
    }
}
