//! Files of formats that no table describes: their own readers judge them, and take them to scenes.

use portolan_check::{Report, Unreadable};
use portolan_gltf::read as gltf;
use portolan_plain::read as plain;
use portolan_scene::{Losses, Origin, Scene};
use portolan_schema::Format;
use portolan_schema::format::Bare;
use portolan_syntax::{Code, Finding, Findings, Limits, Span, Tree};

use crate::check::shown_path;
use crate::guard::guarded;
use crate::import::{Imported, Sources, Written};
use crate::{Resources, STDIN};

/// A file that was read by its own reader.
#[derive(Debug)]
pub enum Foreign {
    /// glTF: the JSON text.
    Gltf(Box<gltf::Document>),
    /// OBJ and STL: their text, if they are one.
    Plain(Box<plain::Document>),
}

/// Which reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Gltf,
    Obj,
    Stl,
}

impl Kind {
    pub(crate) const ALL: [Kind; 3] = [Kind::Gltf, Kind::Obj, Kind::Stl];

    pub(crate) fn format(self) -> &'static Format {
        match self {
            Kind::Gltf => &gltf::FORMAT,
            Kind::Obj => &plain::OBJ,
            Kind::Stl => &plain::STL,
        }
    }
}

impl Foreign {
    fn file(&self) -> &Bare {
        match self {
            Foreign::Gltf(document) => &document.file,
            Foreign::Plain(document) => &document.file,
        }
    }

    /// Where it was read from.
    pub fn location(&self) -> &str {
        self.file().location()
    }

    /// Its text, as a tree without elements.
    pub fn tree(&self) -> &Tree {
        &self.file().tree
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.file().bytes
    }

    /// The program that wrote it.
    pub fn generator(&self) -> Option<&str> {
        match self {
            Foreign::Gltf(document) => document.generator.as_deref(),
            Foreign::Plain(_) => None,
        }
    }

    /// Where in the text something is, and what the place is called.
    fn place(&self, origin: Origin) -> (Span, String) {
        match self {
            Foreign::Gltf(document) => (document.span(origin), document.pointer(origin).to_owned()),
            Foreign::Plain(document) => (document.span(origin), String::new()),
        }
    }

    pub(crate) fn written(&self, origin: Origin) -> Option<Written> {
        let (span, element) = self.place(origin);
        let place = self.tree().source().place(span.start);
        Some(Written { file: self.location().to_owned(), place, element })
    }

    fn into_tree(self) -> Tree {
        match self {
            Foreign::Gltf(document) => document.file.tree,
            Foreign::Plain(document) => document.file.tree,
        }
    }
}

/// The reader for a file, by its content, or else by its name.
pub(crate) fn kind(name: &str, bytes: &[u8]) -> Option<Kind> {
    let extension = name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()).unwrap_or_default();
    let markup = bytes.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'<');
    if gltf::is_gltf(bytes) {
        return Some(Kind::Gltf);
    }
    let named = |kind: &Kind| kind.format().extensions.contains(&extension.as_str());
    if let Some(kind) = Kind::ALL.into_iter().find(named).filter(|_| !markup) {
        return Some(kind);
    }
    // Standard input has no name; what has the name of another format is that.
    let nameless = extension.is_empty() || name == STDIN;
    match nameless && !markup {
        true if plain::is_stl(bytes) => Some(Kind::Stl),
        true if plain::is_obj(bytes) => Some(Kind::Obj),
        _ => None,
    }
}

/// What a reader made of a file.
struct Read {
    scene: Scene,
    losses: Losses,
    file: Foreign,
    format: &'static Format,
    faults: &'static [&'static Code],
}

fn read(kind: Kind, name: &str, bytes: &[u8], resources: &dyn Resources, limits: &Limits) -> Result<Read, Unreadable> {
    let work = || match kind {
        Kind::Gltf => {
            let gltf::Read { scene, losses, document } = gltf::read(name, bytes, resources, limits);
            let file = Foreign::Gltf(Box::new(document));
            Read { scene, losses, file, format: kind.format(), faults: gltf::FAULTS }
        }
        Kind::Obj | Kind::Stl => {
            let (plain::Read { scene, losses, document }, faults) = match kind {
                Kind::Obj => (plain::obj(name, bytes, resources, limits), plain::OBJ_FAULTS),
                _ => (plain::stl(name, bytes), plain::STL_FAULTS),
            };
            Read { scene, losses, file: Foreign::Plain(Box::new(document)), format: kind.format(), faults }
        }
    };
    guarded("reading", work)
}

/// A file as a scene.
pub(crate) fn import(
    kind: Kind,
    location: &str,
    bytes: &[u8],
    resources: &dyn Resources,
    limits: &Limits,
) -> Result<Imported, Unreadable> {
    let Read { scene, losses, file, format, .. } = read(kind, location, bytes, resources, limits)?;
    let version = format.schema.versions.last().copied().unwrap_or_default();
    Ok(Imported { scene, losses, format, version, documents: Sources::Foreign(file) })
}

/// What is wrong with a file.
pub(crate) fn check(
    kind: Kind,
    path: &str,
    bytes: &[u8],
    resources: &dyn Resources,
    limits: &Limits,
) -> Result<Report, Unreadable> {
    let Read { losses, file, format, faults, .. } = read(kind, shown_path(path), bytes, resources, limits)?;
    let mut findings = Findings::new(limits.findings);
    for loss in losses.iter().filter(|l| faults.contains(&l.code)) {
        let (span, place) = file.place(loss.origin);
        let mut finding = Finding::new(loss.code, span, loss.message.clone()).at(place);
        finding.count = loss.count;
        findings.push(finding);
    }
    Ok(Report::of_reader(format, file.into_tree(), findings))
}

/// How many of what is wrong with a file are errors, warnings and infos.
pub(crate) fn severities(losses: &Losses) -> (u64, u64, u64) {
    let mut sum = (0, 0, 0);
    for loss in losses.iter().filter(|l| !l.code.id.starts_with("CNV")) {
        let slot = match loss.code.severity {
            portolan_syntax::Severity::Error => &mut sum.0,
            portolan_syntax::Severity::Warning => &mut sum.1,
            portolan_syntax::Severity::Info => &mut sum.2,
        };
        *slot += u64::from(loss.count);
    }
    sum
}
