//! "Did you mean …?" over the ids and SIDs of a document.

use crate::resolve::resolver;
use portolan_schema::TypeId;
use portolan_schema::suggest::nearest;
use portolan_syntax::Node;

use super::pass::is_of;
use portolan_format::Document;

/// How many names one rule may look at for suggestions in one document.
const BUDGET: usize = 1_000_000;

/// Makes suggestions until its time is up.
pub struct Suggestions<'a> {
    document: &'a Document,
    left: usize,
}

impl<'a> Suggestions<'a> {
    /// For a document.
    pub fn new(document: &'a Document) -> Suggestions<'a> {
        Suggestions { document, left: BUDGET }
    }

    /// The id of an element of one of the types that is most like a word.
    pub fn id(&mut self, word: &str, types: &[TypeId]) -> Option<&'a str> {
        let document = self.document;
        let kind = |n| document.tree.node(n).is_some_and(|n: Node<'_>| is_of(document, n, types));
        let left = &mut self.left;
        let looked_at = resolver(document).index().ids().take(*left).inspect(|_| *left = left.saturating_sub(1));
        let candidates = looked_at.filter(|(id, _)| near_in_length(id, word)).filter(|(_, n)| kind(*n));
        nearest(word, candidates.map(|(id, _)| id))
    }

    /// The SID below an element that is most like a word.
    pub fn sid(&mut self, word: &str, scope: Node<'a>) -> Option<&'a str> {
        let index = resolver(self.document).index();
        let left = &mut self.left;
        let looked_at = index.sids(scope.tree()).take(*left).inspect(|_| *left = left.saturating_sub(1));
        let candidates = looked_at.filter(|sid| near_in_length(sid, word) && index.below(scope, sid).is_some());
        nearest(word, candidates)
    }
}

/// Words whose lengths differ by much are not alike.
fn near_in_length(a: &str, b: &str) -> bool {
    a.len().abs_diff(b.len()) <= 4
}
