//! One document through every stage.

use portolan_schema::{Format, bind};
use portolan_syntax::{Findings, Limits, NodeId, Severity, Source, Tree};
use rayon::prelude::*;

use crate::rules::Dispatch;
use crate::{Document, Reporter, Rule, format};

/// How to check.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// Limits on what a document may cost.
    pub limits: Limits,
    /// The format version to judge by, instead of what the document says.
    pub version: Option<String>,
}

/// What was found in a document.
#[derive(Debug)]
pub struct Report {
    /// The document.
    pub document: Document,
    /// What was found, in the order of the document.
    pub findings: Findings,
}

/// The judgement in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No finding of severity error.
    Valid,
    /// At least one.
    Invalid,
    /// The document could not be read at all.
    Unreadable,
}

impl Verdict {
    /// `valid`, `invalid`, `unreadable`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Valid => "valid",
            Verdict::Invalid => "invalid",
            Verdict::Unreadable => "unreadable",
        }
    }
}

impl Report {
    /// On a document of a format that its own reader judges: nothing but its text and what the reader found.
    pub fn of_reader(format: &'static Format, tree: Tree, mut findings: Findings) -> Report {
        let bound = bind(&tree, format.schema, None);
        let limit = findings.limit();
        let checked = portolan_schema::Checked {
            findings: Findings::new(limit),
            ids: Default::default(),
            locals: Default::default(),
            runs: Default::default(),
        };
        let (document, _) = Document::new(format, tree, bound, checked);
        findings.sort();
        Report { document, findings }
    }

    /// Does the document fit the grammar and schema of its format? False when an XML, OpenDDL or schema finding has
    /// severity error, and for every form that readers take although the schema does not have it.
    pub fn schema_valid(&self) -> bool {
        !self.findings.iter().any(|f| {
            let own = f.code.id.get(..3).is_some_and(crate::file::foreign);
            let stage = own || ["XML", "DDL", "SCH"].iter().any(|stage| f.code.id.starts_with(stage));
            f.severity == Severity::Error && stage || portolan_schema::lenient::codes::CODES.contains(&f.code)
        })
    }

    /// The judgement. Findings beyond the limit were not kept, so a document that has some is never called valid.
    pub fn verdict(&self) -> Verdict {
        match self.findings.dropped() > 0 || self.findings.iter().any(|f| f.severity == Severity::Error) {
            true => Verdict::Invalid,
            false => Verdict::Valid,
        }
    }
}

/// Checks a document of whatever format it is; gives the source back when it is of none.
pub fn check(source: Source, options: &Options) -> Result<Report, Box<Source>> {
    match format::detect(source.name(), source.text()) {
        Some(format) => Ok(check_as(format, source, options)),
        None => Err(Box::new(source)),
    }
}

/// Checks a document as one of a certain format.
pub fn check_as(format: &'static Format, source: Source, options: &Options) -> Report {
    let limits = &options.limits;
    let (tree, mut findings) = (format.parse)(source, limits);
    let bound = bind(&tree, format.schema, options.version.as_deref());
    let checked = portolan_schema::check(&tree, &bound, limits);
    let (document, schema_findings) = Document::new(format, tree, bound, checked);
    findings.extend(schema_findings);
    run_rules(&document, &mut findings);
    findings.sort();
    Report { document, findings }
}

fn run_rules(document: &Document, findings: &mut Findings) {
    let Some(rules) = Dispatch::of(document.format) else { return };
    let limit = findings.limit();
    let on_document = |rule: &&'static Rule| {
        let mut found = Findings::new(limit);
        (rule.check)(document.tree.document(), &mut Reporter::new(document, rule.code, &mut found));
        found
    };
    let on_nodes = |from: u32| {
        let mut found = Findings::new(limit);
        for id in (from..from.saturating_add(PIECE)).map(NodeId) {
            let Some(ty) = document.bound.type_id(id) else { continue };
            for rule in rules.on_type(ty) {
                if let Some(node) = document.tree.node(id) {
                    (rule.check)(node, &mut Reporter::new(document, rule.code, &mut found));
                }
            }
        }
        found
    };
    // Small documents are done before another core has woken up.
    let starts = (0..document.tree.len() as u32).step_by(PIECE as usize);
    let all: Vec<Findings> = if document.tree.len() <= PIECE as usize {
        rules.document.iter().map(on_document).chain(starts.map(on_nodes)).collect()
    } else {
        let (mut all, on_nodes) = rayon::join(
            || rules.document.par_iter().map(on_document).collect::<Vec<_>>(),
            || starts.collect::<Vec<_>>().into_par_iter().map(on_nodes).collect::<Vec<_>>(),
        );
        all.extend(on_nodes);
        all
    };
    all.into_iter().for_each(|found| findings.extend(found));
}

/// Nodes that one core takes at a time.
const PIECE: u32 = 1 << 15;
