//! References that lead out of a document.

use portolan_syntax::xml::escape::in_attribute;
use portolan_syntax::{Edit, NodeId, Span};

use crate::Document;

/// Finds what leads out of a document, in the order written. A file that is no document, such as a manifest, gives `None`.
pub type FindOutward = fn(&Document) -> Option<Vec<Outward>>;

/// A URI in a document that does not merely name an id of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outward {
    /// The element it stands in.
    pub element: NodeId,
    /// As meant: entities resolved, without white space around it.
    pub text: String,
    /// What it is for.
    pub role: Role,
    /// Does it name its own document in a roundabout way?
    pub own: bool,
    /// Where it stands; several where its text is cut by comments.
    pub spans: Vec<Span>,
}

/// What a URI is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It names an element of another document.
    Element,
    /// It names a file: a picture, a piece of code, compiled code, an effect.
    File,
    /// It tells what the document was made from. Nothing is missing without it.
    Origin,
    /// It stands where an id should stand.
    Perhaps,
    /// It stands in content that the tables do not know.
    Guess,
}

impl Outward {
    /// The edits that write another URI in its place, in XML.
    pub fn rewritten(&self, uri: &str) -> Vec<Edit> {
        rewritten(&self.spans, uri)
    }
}

/// The edits that write another text in place of one, wherever that stands in XML: in a text, or between quotes of either
/// kind.
pub fn rewritten(spans: &[Span], text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = spans.iter().map(|span| Edit::delete(*span)).collect();
    if let Some(first) = edits.first_mut() {
        first.text = in_attribute(text, &['"', '\'']).into_owned();
    }
    edits
}
