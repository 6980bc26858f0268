//! What is found in a document.

use hashbrown::HashMap;

use crate::edit::Taken;
use crate::{Code, Edit, NodeId, Severity, Span};

/// Places kept of a finding that repeats; further ones are only counted.
const PLACES: usize = 10;

/// Repairs kept of a finding that repeats. Repairing goes in rounds, so the rest gets its turn.
const FIXES: usize = 100_000;

/// Something worth telling about one place of a document.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What kind.
    pub code: &'static Code,
    /// Usually that of the code.
    pub severity: Severity,
    /// One sentence, lower case, with what the user wrote in backticks.
    pub message: String,
    /// Where.
    pub span: Span,
    /// The element it concerns.
    pub node: Option<NodeId>,
    /// The place it concerns, where documents have no elements: a JSON pointer.
    pub place: Option<String>,
    /// What to do, when that is obvious.
    pub help: Option<String>,
    /// Other places that matter, each with a note.
    pub related: Vec<(Span, String)>,
    /// Repairs, one for each place that has one.
    pub fixes: Vec<Fix>,
    /// Place in the specification; empty takes that of the code.
    pub spec: &'static str,
    /// Findings of one code and one group are counted as one; without a group the message is the group.
    pub group: Option<String>,
    /// How often the same was found (this one included).
    pub count: u32,
    /// The first further places when it was found more than once.
    pub more: Vec<(Span, Option<NodeId>)>,
}

/// A repair: edits of the text that belong together. They are made all or not at all.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What it does: "remove the `#`".
    pub title: String,
    /// The edits, in any order, not overlapping.
    pub edits: Vec<Edit>,
    /// Is it certain that the document means the same afterwards? If not, it is made only when asked for.
    pub certain: bool,
    /// The place of the fault that it mends.
    pub at: Span,
}

impl Finding {
    /// A finding of `code` at `span`.
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Finding {
        Finding {
            code,
            severity: code.severity,
            message: message.into(),
            span,
            node: None,
            place: None,
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
            spec: "",
            group: None,
            count: 1,
            more: Vec::new(),
        }
    }

    /// Says which element it concerns.
    pub fn on(mut self, node: NodeId) -> Finding {
        self.node = Some(node);
        self
    }

    /// Says which place it concerns in a document without elements.
    pub fn at(mut self, place: impl Into<String>) -> Finding {
        self.place = Some(place.into());
        self
    }

    /// What it concerns, readable: the path of the element, or the place.
    pub fn concerns(&self, tree: &crate::Tree) -> Option<String> {
        let element = self.node.and_then(|n| tree.node(n)).filter(|n| n.is_element());
        element.map(|e| e.path()).or_else(|| self.place.clone().filter(|p| !p.is_empty()))
    }

    /// Gives it another severity than its code's.
    pub fn severity(mut self, severity: Severity) -> Finding {
        self.severity = severity;
        self
    }

    /// Adds what to do.
    pub fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    /// Adds another place with a note.
    pub fn see(mut self, span: Span, note: impl Into<String>) -> Finding {
        self.related.push((span, note.into()));
        self
    }

    /// Adds a repair after which the document certainly means the same.
    pub fn fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Finding {
        self.repair(title, edits, true)
    }

    /// Adds a repair that is likely what was meant, and not certain.
    pub fn guess(self, title: impl Into<String>, edits: Vec<Edit>) -> Finding {
        self.repair(title, edits, false)
    }

    /// Adds a repair, certain or not. One without edits is none.
    pub fn repair(mut self, title: impl Into<String>, edits: Vec<Edit>, certain: bool) -> Finding {
        if !edits.is_empty() {
            self.fixes.push(Fix { title: title.into(), edits, certain, at: self.span });
        }
        self
    }

    /// The edits of its certain repairs, as far as they do not get in each other's way, with the title of the first.
    pub fn safe_edits(&self) -> Option<(&str, Vec<&Edit>)> {
        let mut taken = Taken::default();
        let kept: Vec<&Fix> = self.fixes.iter().filter(|f| f.certain && taken.take(&f.edits)).collect();
        let title = kept.first()?.title.as_str();
        Some((title, kept.iter().flat_map(|f| &f.edits).collect()))
    }

    /// Counts it together with others of its code and this group, although their messages differ.
    pub fn group(mut self, group: impl Into<String>) -> Finding {
        self.group = Some(group.into());
        self
    }

    /// Names the place in the specification.
    pub fn spec(mut self, spec: &'static str) -> Finding {
        self.spec = spec;
        self
    }

    /// The place in the specification: its own or its code's.
    pub fn place_in_spec(&self) -> &'static str {
        if self.spec.is_empty() { self.code.spec } else { self.spec }
    }
}

/// The findings of one document. Those of the same code and group (or message) are one finding with a count.
#[derive(Clone, Debug)]
pub struct Findings {
    list: Vec<Finding>,
    /// By code, then by group or message: where in the list.
    seen: HashMap<&'static str, HashMap<String, usize>>,
    limit: usize,
    dropped: u64,
}

impl Findings {
    /// No findings yet; at most `limit` different ones will be kept.
    pub fn new(limit: usize) -> Findings {
        Findings { list: Vec::new(), seen: HashMap::default(), limit, dropped: 0 }
    }

    /// Adds a finding, or counts it when the same was found before.
    pub fn push(&mut self, finding: Finding) {
        let key = finding.group.as_ref().unwrap_or(&finding.message);
        let known = self.seen.get(finding.code.id).and_then(|groups| groups.get(key)).copied();
        if let Some(first) = known.and_then(|i| self.list.get_mut(i)) {
            first.count = first.count.saturating_add(finding.count);
            let places = std::iter::once((finding.span, finding.node)).chain(finding.more);
            first.more.extend(places.take(PLACES.saturating_sub(first.more.len())));
            first.fixes.extend(finding.fixes.into_iter().take(FIXES.saturating_sub(first.fixes.len())));
        } else if self.list.len() < self.limit {
            self.seen.entry(finding.code.id).or_default().insert(key.clone(), self.list.len());
            self.list.push(finding);
        } else {
            self.dropped += 1;
        }
    }

    /// Would a finding of this code and group (or message) only be counted?
    pub fn is_known(&self, code: &'static Code, group: &str) -> bool {
        self.list.len() >= self.limit || self.seen.get(code.id).is_some_and(|groups| groups.contains_key(group))
    }

    /// How many different ones are kept.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Adds all findings of another stage.
    pub fn extend(&mut self, other: Findings) {
        self.dropped += other.dropped;
        for finding in other.list {
            self.push(finding);
        }
    }

    /// Puts them in the order of the document.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|f| (f.span.start, std::cmp::Reverse(f.severity), f.code.id));
        self.seen.clear();
        for (i, f) in self.list.iter().enumerate() {
            let key = f.group.as_ref().unwrap_or(&f.message);
            self.seen.entry(f.code.id).or_default().insert(key.clone(), i);
        }
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Finding> {
        self.list.iter()
    }

    /// Keeps those that fulfil a condition.
    pub fn retain(&mut self, keep: impl FnMut(&Finding) -> bool) {
        self.list.retain(keep);
        self.sort();
    }

    /// Gives each of them the severity that a function says.
    pub fn judge(&mut self, severity: impl Fn(&Finding) -> Severity) {
        self.list.iter_mut().for_each(|finding| finding.severity = severity(finding));
        self.sort();
    }

    /// How many different ones were found beyond the limit and not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many different ones there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
