//! An xVRML file that was opened.

use std::any::Any;

use portolan_format::{Document, Input, Lowered};
use portolan_resources::unreadable::UNKNOWN_FORMAT;
use portolan_resources::{Resources, Unreadable};
use portolan_schema::tables;
use portolan_syntax::{Tree, xml};

#[derive(Debug)]
struct Opened {
    location: String,
    document: Document,
}

pub(crate) fn open(mut input: Input<'_>) -> Result<Box<dyn portolan_format::Opened>, Unreadable> {
    let (tree, found) = xml::parse(input.source()?, input.limits);
    let document = Document::new(tree, found, &tables::xvrml::SCHEMA, input.version, input.limits);
    Ok(Box::new(Opened { location: input.location.to_owned(), document }))
}

impl portolan_format::Opened for Opened {
    fn version(&self) -> &'static str {
        self.document.bound.version_name()
    }

    fn documents(&self) -> Vec<(&str, &Tree)> {
        vec![(self.location.as_str(), &self.document.tree)]
    }

    fn document(&self) -> Option<&Document> {
        Some(&self.document)
    }

    fn lower(&self, _: &dyn Resources) -> Result<Lowered, Unreadable> {
        Err(Unreadable::new(&UNKNOWN_FORMAT, "xVRML documents are not converted yet")
            .help("`portolan check` and `portolan info` read them"))
    }

    fn size(&self) -> u64 {
        self.document.tree.source().bytes().len() as u64
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
