//! A COLLADA file that was opened.

use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use portolan_format::{Input, Lowered};
use portolan_resources::{Resources, Unreadable};
use portolan_schema::{bind, tables};
use portolan_syntax::{Limits, Tree, xml};

use crate::documents::{Document, Documents, Words};

/// A document, and those it refers to once it was lowered.
#[derive(Debug)]
pub struct Opened {
    location: String,
    main: Arc<portolan_format::Document>,
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
    let main = portolan_format::Document::of(tree, bound, found, input.limits);
    Ok(Box::new(Opened {
        location: input.location.to_owned(),
        main: Arc::new(main),
        words: Mutex::new(words),
        start: input.start.map(str::to_owned),
        limits: input.limits.clone(),
        documents: OnceLock::new(),
    }))
}

impl Opened {
    /// The document and those it refers to, once it was lowered.
    pub fn all(&self) -> Option<&Documents> {
        self.documents.get()
    }
}

impl portolan_format::Opened for Opened {
    fn version(&self) -> &'static str {
        self.main.bound.version_name()
    }

    fn documents(&self) -> Vec<(&str, &Tree)> {
        match self.documents.get() {
            Some(all) => all.iter().map(|d| (d.location.as_str(), &d.tree)).collect(),
            None => vec![(self.location.as_str(), &self.main.tree)],
        }
    }

    fn document(&self) -> Option<&portolan_format::Document> {
        Some(&self.main)
    }

    fn lower(&self, resources: &dyn Resources) -> Result<Lowered, Unreadable> {
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner).take();
        let words = words.unwrap_or_else(|| Words::read(&self.main.tree));
        let main = Document::with(0, self.location.clone(), self.main.clone(), words);
        let documents = Documents::all_from(main, resources, &self.limits);
        let lowered = crate::lower::scene(&documents, resources, self.start.as_deref());
        // A second lowering gives the same.
        let _ = self.documents.set(documents);
        Ok(lowered)
    }

    fn size(&self) -> u64 {
        self.main.tree.source().bytes().len() as u64
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
