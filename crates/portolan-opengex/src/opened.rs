//! An OpenGEX file that was opened.

use std::any::Any;

use portolan_format::{Input, Lowered, Opened};
use portolan_resources::{Resources, Unreadable};
use portolan_syntax::Tree;

use crate::document::Document;

pub(crate) fn open(mut input: Input<'_>) -> Result<Box<dyn Opened>, Unreadable> {
    let source = input.source()?;
    Ok(Box::new(Document::read(input.location, source, input.version, input.thorough, input.limits)))
}

impl Opened for Document {
    fn version(&self) -> &'static str {
        self.bound.version_name()
    }

    fn documents(&self) -> Vec<(&str, &Tree)> {
        vec![(self.location.as_str(), &self.tree)]
    }

    fn document(&self) -> Option<&portolan_format::Document> {
        Some(self)
    }

    fn is_thorough(&self) -> bool {
        self.thorough
    }

    fn lower(&self, resources: &dyn Resources) -> Result<Lowered, Unreadable> {
        Ok(crate::lower::scene(self, resources))
    }

    fn size(&self) -> u64 {
        self.tree.source().bytes().len() as u64
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
