//! A file that was opened.

use std::any::Any;

use portolan_resources::{Resources, Unreadable};
use portolan_scene::{Losses, Origin, Scene};
use portolan_syntax::{Code, Finding, Findings, Limits, NodeId, Place, Span, Tree};

use crate::{Document, Job};

/// A file that was opened: its documents, what is wrong with them, and what they mean.
pub trait Opened: std::fmt::Debug + Send + Sync {
    /// The version of the format that it is judged by.
    fn version(&self) -> &'static str;

    /// Its documents with where they were read from; the first is the one that was asked for. Others that it refers to are
    /// there once it was lowered.
    fn documents(&self) -> Vec<(&str, &Tree)>;

    /// The document that was asked for, if a table describes its format.
    fn document(&self) -> Option<&Document>;

    /// What its own reader finds wrong with it, if no table describes its format.
    fn faults(&self) -> Findings {
        Findings::new(0)
    }

    /// Was everything in it looked at? Otherwise faults in large data are not known.
    fn is_thorough(&self) -> bool {
        true
    }

    /// Makes a scene of it, once.
    fn lower(&self, resources: &dyn Resources) -> Result<Lowered, Unreadable>;

    /// Where an object of the scene was written.
    fn written(&self, origin: Origin) -> Option<Written> {
        let documents = self.documents();
        let (file, tree) = documents.get(origin.document as usize)?;
        Written::of(file, tree, origin)
    }

    /// The program that wrote it, if the scene does not say it.
    fn generator(&self) -> Option<&str> {
        None
    }

    /// The whole world that it holds, with what makes it run, as a document of a world that stands on its own. `None`: it holds
    /// none, its scene says the same, or something is to be changed.
    fn world(&self, job: &Job<'_>) -> Option<String> {
        let kept = job.read.aside.kept.iter().find(|kept| kept.is_world());
        kept.filter(|_| !job.conversion.changes_the_scene()).map(|kept| kept.content.to_string())
    }

    /// Its bytes.
    fn size(&self) -> u64;

    /// Itself, for its own crate.
    fn as_any(&self) -> &dyn Any;
}

/// The losses of a reading that say what is wrong with the file, as findings. `place` tells where in its text something is,
/// and what the place is called.
pub fn faults_among(
    losses: &Losses,
    faults: &[&'static Code],
    limits: &Limits,
    place: impl Fn(Origin) -> (Span, String),
) -> Findings {
    let mut found = Findings::new(limits.findings);
    for loss in losses.iter().filter(|l| faults.contains(&l.code)) {
        let (span, place) = place(loss.origin);
        let mut finding = Finding::new(loss.code, span, loss.message.clone()).at(place);
        finding.count = loss.count;
        found.push(finding);
    }
    found
}

/// A scene and what did not come over.
#[derive(Default, Debug)]
pub struct Lowered {
    /// The scene.
    pub scene: Scene,
    /// What did not come over.
    pub losses: Losses,
}

/// Where something was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The file.
    pub file: String,
    /// Line and column.
    pub place: Place,
    /// The path of the element.
    pub element: String,
}

impl Written {
    /// Where an element of a document was written.
    pub fn of(file: &str, tree: &Tree, origin: Origin) -> Option<Written> {
        // What the reader made up belongs to the document as a whole.
        let element = tree.node(NodeId(origin.element)).filter(|node| node.is_element()).or_else(|| tree.root())?;
        let place = tree.source().place(element.span().start);
        Some(Written { file: file.to_owned(), place, element: element.path() })
    }
}
