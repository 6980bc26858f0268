//! A bound tree held against its schema: structure, attributes, values, ids.

mod attributes;
mod ddl;
mod repair;
mod root;
mod structure;
mod text;

use std::ops::Range as Bytes;
use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;
use hashbrown::hash_map::EntryRef;
use portolan_parallel::prelude::*;
use portolan_syntax::{Attr, Finding, Findings, Limits, Node, NodeId, Span, Syntax, Tree};

pub use repair::date::date as usual_date;

use crate::bind::{Bind, Bound};
use crate::value::{self, FaultKind, Outcome};
use crate::{Content, NameId, Value, ValueId, codes, lenient};

use repair::{References, Repair};

pub use text::NumberRun;

/// What the schema stage learned of a document, for the stages behind it.
#[derive(Debug)]
pub struct Checked {
    /// What does not fit.
    pub findings: Findings,
    /// Where each id is declared (the first place counts).
    ///
    /// In OpenDDL these are the global names, with their `$`.
    pub ids: HashMap<String, NodeId>,
    /// OpenDDL: where each local name is given, by the structure around it; with its `%`.
    pub locals: HashMap<(NodeId, String), NodeId>,
    /// What reading the numbers of an element told, so that nobody reads them twice.
    pub runs: HashMap<NodeId, NumberRun>,
}

/// Checks a tree.
pub fn check(tree: &Tree, bound: &Bound, limits: &Limits) -> Checked {
    let mut checker = Checker::new(tree, bound, limits);
    if checker.root() {
        if tree.syntax() != Syntax::Ddl && tree.len() > 2 * PIECE {
            checker.nodes_in_parallel(limits);
        } else {
            tree.nodes().for_each(|node| checker.node(node));
        }
        checker.settle_ids();
        checker.large_texts();
    }
    Checked { findings: checker.findings, ids: checker.ids, locals: checker.locals, runs: checker.runs }
}

pub(crate) struct Checker<'a> {
    tree: &'a Tree,
    bound: &'a Bound,
    findings: Findings,
    ids: HashMap<String, NodeId>,
    locals: HashMap<(NodeId, String), NodeId>,
    runs: HashMap<NodeId, NumberRun>,
    /// Reused for the children of each element.
    names: Vec<Option<NameId>>,
    nodes: Vec<Node<'a>>,
    /// Ids in the order of the document; which of them are given twice is found out at the end.
    declared: Vec<(Node<'a>, Attr<'a>)>,
    /// Texts that are read in parallel at the end.
    large: Vec<text::Large<'a>>,
    /// What refers to which id; read when a repair needs to know, once for all pieces.
    references: Arc<OnceLock<Arc<References>>>,
}

/// Nodes that one core takes at a time.
const PIECE: usize = 1 << 15;

impl<'a> Checker<'a> {
    fn new(tree: &'a Tree, bound: &'a Bound, limits: &Limits) -> Checker<'a> {
        Checker {
            tree,
            bound,
            findings: Findings::new(limits.findings),
            ids: HashMap::new(),
            locals: HashMap::new(),
            runs: HashMap::new(),
            names: Vec::new(),
            nodes: Vec::new(),
            declared: Vec::new(),
            large: Vec::new(),
            references: Arc::default(),
        }
    }

    /// Nodes are judged one by one, so pieces of the document can be judged side by side.
    fn nodes_in_parallel(&mut self, limits: &Limits) {
        let (tree, bound) = (self.tree, self.bound);
        let references = Arc::clone(&self.references);
        let starts: Vec<usize> = (0..tree.len()).step_by(PIECE).collect();
        let pieces: Vec<Checker<'a>> = starts
            .into_par_iter()
            .map(|start| {
                let mut piece = Checker::new(tree, bound, limits);
                piece.references = Arc::clone(&references);
                for id in start..(start + PIECE).min(tree.len()) {
                    if let Some(node) = tree.node(NodeId(id as u32)) {
                        piece.node(node);
                    }
                }
                piece
            })
            .collect();
        for piece in pieces {
            self.findings.extend(piece.findings);
            self.runs.extend(piece.runs);
            self.declared.extend(piece.declared);
            self.large.extend(piece.large);
        }
    }

    fn node(&mut self, node: Node<'a>) {
        if self.tree.syntax() == Syntax::Ddl {
            return self.structure(node);
        }
        let Bind::Type(id) = self.bound.bind(node.id()) else { return };
        let Some(ty) = self.bound.schema.ty(id) else { return };
        if node.is_element() {
            self.attributes(node, ty);
        }
        match &ty.content {
            Content::Empty => {
                self.no_text(node);
                self.no_elements(node);
            }
            Content::Any => {}
            Content::Text(text) => {
                self.no_elements(node);
                self.text(node, text);
            }
            Content::Elements(_) => {
                self.no_text(node);
                self.children(node, ty);
            }
            // Only OpenDDL formats have it.
            Content::Bag(_) => {}
        }
    }

    /// Adds a finding. One about a reconstructed row says so: it may be the row that is wrong.
    fn push(&mut self, mut finding: Finding) {
        let node = finding.node.and_then(|id| self.tree.node(id));
        let ty = node.and_then(|n| n.ancestors().find_map(|n| self.bound.ty(n.id())));
        if let Some((path, origin)) = ty.and_then(|ty| Some((ty.path, reconstructed(ty.status)?))) {
            let note = format!("`{path}` is reconstructed ({origin})");
            finding.help = Some(finding.help.map_or(note.clone(), |help| format!("{help}; {note}")));
        }
        if self.tree.syntax() == Syntax::Classic {
            finding.fixes.retain(|fix| fix.edits.iter().all(|edit| self.is_word_for_word(edit)));
        }
        self.findings.push(finding);
    }

    /// Does an edit write one word or number in place of another? Others write XML, which has no place in classic VRML.
    fn is_word_for_word(&self, edit: &portolan_syntax::Edit) -> bool {
        let written = self.tree.source().text().get(edit.span.range()).unwrap_or_default();
        let is_word = |text: &str| {
            !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+'))
        };
        is_word(written) && is_word(&edit.text)
    }

    /// Turns faults of a value into findings. `place` maps bytes of the checked text to the source.
    fn value_faults(
        &mut self,
        node: Node<'a>,
        what: &str,
        (value, text): (ValueId, &str),
        outcome: &Outcome,
        (relaxed, mended): (Option<lenient::Note>, Option<Repair>),
        place: impl Fn(Bytes<usize>) -> (Span, bool),
    ) {
        let notes = match relaxed {
            Some(note) => vec![note],
            None => lenient::reread(self.bound.schema, self.bound.version, value, text),
        };
        for note in &notes {
            let (span, exact) = place(0..text.len());
            let mut finding = Finding::new(note.code, span, format!("{what}: {}", note.message)).on(node.id());
            if let (Some(instead), true) = (&note.instead, exact) {
                let edit = portolan_syntax::Edit::replace(span, instead.clone());
                finding = finding.fix(format!("write `{}`", crate::value::shown(instead)), vec![edit]);
            }
            self.push(finding);
        }
        if notes.is_empty() {
            let mended = mended.or_else(|| self.mended(node, (value, text), outcome, &place));
            self.faults(node, what, outcome, mended, place);
        }
    }

    /// The references of the document.
    fn references(&self) -> Arc<References> {
        Arc::clone(self.references.get_or_init(|| Arc::new(References::read(self.tree, self.bound))))
    }

    /// What can be done about a value as a whole: all its numbers, or a date.
    fn mended(
        &self,
        node: Node<'a>,
        (value, text): (ValueId, &str),
        outcome: &Outcome,
        place: &impl Fn(Bytes<usize>) -> (Span, bool),
    ) -> Option<Repair> {
        let schema = self.bound.schema;
        let fault = outcome.faults.first()?;
        if matches!(fault.kind, FaultKind::Word | FaultKind::Length) && place(fault.at.clone()).1 {
            let right = repair::known_word(self.bound, node, (value, text))?;
            let edit = portolan_syntax::Edit::replace(place(fault.at.clone()).0, right.clone());
            return Some(Repair::certain(format!("write `{right}`"), vec![edit]));
        }
        let fault = Some(fault).filter(|f| f.kind == FaultKind::Lexical)?;
        if lenient::of(schema).is_some() || !place(fault.at.clone()).1 {
            return None;
        }
        if matches!(schema.value(value), Value::DateTime) {
            let right =
                repair::date(text).filter(|d| value::check(schema, self.bound.version, value, d).faults.is_empty())?;
            let edit = portolan_syntax::Edit::replace(place(fault.at.clone()).0, right.clone());
            return Some(Repair::certain(format!("write `{right}`"), vec![edit]));
        }
        let counted = node.attribute_value("count").and_then(|c| c.trim().parse().ok());
        let (words, certain) = repair::numbers(schema, self.bound.version, value, text, counted)?;
        let title = match words.as_slice() {
            [(_, only)] if only.trim().len() > 1 => format!("write `{only}`"),
            _ => "write the numbers in XML notation".to_owned(),
        };
        let edits = words.into_iter().map(|(at, right)| portolan_syntax::Edit::replace(place(at).0, right)).collect();
        Some(Repair { title, edits, certain })
    }

    /// The findings about faults of a value for which there is no lenient reading.
    fn faults(
        &mut self,
        node: Node<'a>,
        what: &str,
        outcome: &Outcome,
        mut mended: Option<Repair>,
        place: impl Fn(Bytes<usize>) -> (Span, bool),
    ) {
        for fault in &outcome.faults {
            let code = match fault.kind {
                FaultKind::Lexical => &codes::INVALID_VALUE,
                FaultKind::Range => &codes::OUT_OF_RANGE,
                FaultKind::Length => &codes::WRONG_LENGTH,
                FaultKind::Word => &codes::UNKNOWN_WORD,
                FaultKind::Version => &codes::OTHER_VERSION,
            };
            let (span, exact) = place(fault.at.clone());
            let mut finding = Finding::new(code, span, format!("{what}: {}", fault.message));
            // The same value type missed in the same place is one habit of the exporter, whatever the values are.
            finding = finding.on(node.id()).group(format!("{what} {:?}", fault.kind));
            if let Some(spec) = self.bound.ty(node.id()).map(|t| t.spec) {
                finding = finding.spec(spec);
            }
            let raised = || match (fault.kind, self.tree.root()) {
                (FaultKind::Version, Some(root)) => repair::raised(self.bound, root, crate::Versions::ALL),
                _ => None,
            };
            if let Some(mended) = mended.take().or_else(raised) {
                finding = repair::with(finding, Some(mended));
            } else if let (Some(instead), true) = (&fault.instead, exact) {
                let edit = portolan_syntax::Edit::replace(span, instead.clone());
                finding = finding.fix(format!("write `{instead}`"), vec![edit]);
            }
            self.push(finding);
        }
    }

    /// Notes an id.
    fn declare_id(&mut self, node: Node<'a>, attr: Attr<'a>) {
        self.declared.push((node, attr));
    }

    /// Which id belongs to whom: the first that has it.
    fn settle_ids(&mut self) {
        let declared = std::mem::take(&mut self.declared);
        let mut repairs = None;
        self.ids.reserve(declared.len());
        for &(node, attr) in &declared {
            let id = attr.value();
            let id = id.trim();
            if id.is_empty() {
                continue;
            }
            let first = match self.ids.entry_ref(id) {
                EntryRef::Occupied(first) => *first.get(),
                EntryRef::Vacant(slot) => {
                    slot.insert(node.id());
                    continue;
                }
            };
            // In classic VRML a name may be given again; it means the last node before.
            if self.tree.syntax() == Syntax::Classic {
                continue;
            }
            let message = format!("the id `{}` is given twice", crate::value::shown(id));
            let mut finding = Finding::new(&codes::DUPLICATE_ID, attr.value_span(), message).on(node.id());
            if let Some(other) = self.tree.node(first) {
                finding = finding.see(other.open_span(), "first given here");
            }
            finding = finding.help("give one of them another id; references resolve to the first");
            if self.bound.schema.format == "collada" {
                let known = repairs.get_or_insert_with(|| repair::settle(self.bound, &self.references(), &declared));
                match known.remove(&node.id()) {
                    Some(Ok(repair)) => finding = repair::with(finding, Some(repair)),
                    Some(Err(why)) => finding = finding.help(format!("give one of them another id; {why}")),
                    None => {}
                }
            }
            self.push(finding);
        }
    }

    fn spec(&self, node: Node<'_>) -> &'static str {
        self.bound.ty(node.id()).map_or("", |t| t.spec)
    }
}

/// Where a row comes from that is not declared in the specification.
fn reconstructed(status: &str) -> Option<&'static str> {
    match status {
        "NAMED" => Some("NAMED in the core documentation"),
        "INFERRED" => Some("INFERRED from VRML97"),
        _ => None,
    }
}
