//! A COLLADA file that was opened.

use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use portolan_format::{Input, Lowered, Written};
use portolan_resources::{Resources, Unreadable};
use portolan_scene::{Fate, Origin};
use portolan_schema::{bind, tables};
use portolan_syntax::{Limits, Source, Tree, edit, xml};

use crate::documents::{Document, Documents, Words};
use crate::early;
use crate::lower::codes::OLD_VERSION;

/// A document, and those it refers to once it was lowered.
#[derive(Debug)]
pub struct Opened {
    location: String,
    main: Arc<portolan_format::Document>,
    /// The version of a document from before 1.4, and the document in the words of 1.4.1.
    early: Option<(&'static str, Arc<portolan_format::Document>)>,
    start: Option<String>,
    limits: Limits,
    words: Mutex<Option<Words>>,
    documents: OnceLock<Documents>,
}

/// Reads the document that was asked for.
pub(crate) fn open(mut input: Input<'_>) -> Result<Box<dyn portolan_format::Opened>, Unreadable> {
    let (tree, found) = xml::parse(input.source()?, input.limits);
    let schema = &tables::collada::SCHEMA;
    // What a scene is made from is found while the types are.
    let read = || (!input.thorough).then(|| Words::read(&tree));
    let (bound, words) = portolan_parallel::join(|| bind(&tree, schema, input.version), read);
    let early = early::version(&tree).and_then(|version| Some((version, updated(&tree, input.limits)?)));
    let main = portolan_format::Document::of(tree, bound, found, input.limits);
    Ok(Box::new(Opened {
        location: input.location.to_owned(),
        main: Arc::new(main),
        words: Mutex::new(words.filter(|_| early.is_none())),
        early,
        start: input.start.map(str::to_owned),
        limits: input.limits.clone(),
        documents: OnceLock::new(),
    }))
}

/// A document from before 1.4, in the words of 1.4.1.
fn updated(tree: &Tree, limits: &Limits) -> Option<Arc<portolan_format::Document>> {
    let (bytes, _) = edit::apply(tree.source(), &early::edits(tree));
    let source = Source::new(tree.source().name().to_owned(), bytes, None, limits).ok()?;
    let (tree, found) = xml::parse(source, limits);
    Some(Arc::new(portolan_format::Document::new(tree, found, &tables::collada::SCHEMA, None, limits)))
}

impl Opened {
    /// The document and those it refers to, once it was lowered.
    pub fn all(&self) -> Option<&Documents> {
        self.documents.get()
    }
}

impl portolan_format::Opened for Opened {
    fn version(&self) -> &'static str {
        self.early.as_ref().map_or_else(|| self.main.bound.version_name(), |(version, _)| version)
    }

    fn documents(&self) -> Vec<(&str, &Tree)> {
        match self.documents.get() {
            Some(all) => {
                let others = all.iter().skip(1).map(|d| (d.location.as_str(), &d.tree));
                std::iter::once((self.location.as_str(), &self.main.tree)).chain(others).collect()
            }
            None => vec![(self.location.as_str(), &self.main.tree)],
        }
    }

    fn written(&self, origin: Origin) -> Option<Written> {
        // Elements of a document from before 1.4 are those of its newer form, which has the same lines.
        let updated = self.early.as_ref().filter(|_| origin.document == 0).map(|(_, updated)| &updated.tree);
        let documents = self.documents();
        let (file, tree) = documents.get(origin.document as usize)?;
        Written::of(file, updated.unwrap_or(tree), origin)
    }

    fn document(&self) -> Option<&portolan_format::Document> {
        Some(&self.main)
    }

    fn lower(&self, resources: &dyn Resources) -> Result<Lowered, Unreadable> {
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner).take();
        let main = self.early.as_ref().map_or(&self.main, |(_, updated)| updated);
        let words = words.unwrap_or_else(|| Words::read(&main.tree));
        let main = Document::with(0, self.location.clone(), main.clone(), words);
        let documents = Documents::all_from(main, resources, &self.limits);
        let mut lowered = crate::lower::scene(&documents, resources, self.start.as_deref());
        if let Some((version, _)) = &self.early {
            let message = format!("COLLADA {version} is older than 1.4: its shapes, materials and nodes are read");
            let root = documents.main().tree.root().map_or(0, |root| root.id().0);
            let origin = Origin { document: 0, element: root };
            lowered.losses.push(&OLD_VERSION, Fate::Approximated, origin, message);
        }
        // A second lowering gives the same.
        let _ = self.documents.set(documents);
        Ok(lowered)
    }

    fn size(&self) -> u64 {
        self.main.tree.source().size()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
