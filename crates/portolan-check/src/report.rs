//! One document through every stage.

use std::sync::{Arc, OnceLock};

use portolan_format::{Document, Format, Opened, Reporter, Rule};
use portolan_parallel::prelude::*;
use portolan_syntax::{Code, Findings, Limits, NodeId, Severity, Source, Tree};

use crate::dispatch::Dispatch;

/// How to check.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// Limits on what a document may cost.
    pub limits: Limits,
    /// The format version to judge by, instead of what the document says.
    pub version: Option<String>,
}

/// What was found in a document.
#[derive(Clone, Debug)]
pub struct Report {
    /// The format of the file.
    pub format: &'static Format,
    /// The file.
    pub opened: Arc<dyn Opened>,
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
    /// The document as written.
    pub fn tree(&self) -> &Tree {
        static NONE: OnceLock<Tree> = OnceLock::new();
        let documents = self.opened.documents();
        let main = documents.first().map(|(_, tree)| *tree);
        main.unwrap_or_else(|| NONE.get_or_init(|| Tree::of_text(Source::from_text("", ""))))
    }

    /// The document with the types of its nodes, if a table describes its format.
    pub fn document(&self) -> Option<&Document> {
        self.opened.document()
    }

    /// Does the document fit the grammar and schema of its format? False when an XML, OpenDDL or schema finding has
    /// severity error, and for every form that readers take although the schema does not have it.
    pub fn schema_valid(&self) -> bool {
        !self.findings.iter().any(|f| {
            let stage = self.format.faults.contains(&f.code)
                || ["XML", "DDL", "WRL", "SCH"].iter().any(|stage| f.code.id.starts_with(stage));
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

/// Checks a file that was opened.
pub fn check(format: &'static Format, opened: Arc<dyn Opened>) -> Report {
    let mut findings = match opened.document() {
        None => opened.faults(),
        Some(document) => {
            let mut findings = document.found.clone();
            findings.extend(document.checked().findings.clone());
            run_rules(format, document, &mut findings);
            findings
        }
    };
    findings.sort();
    Report { format, opened, findings }
}

/// Codes that documents of every format may give.
pub fn codes() -> impl Iterator<Item = &'static Code> {
    let lists = [
        portolan_syntax::xml::codes::CODES,
        portolan_syntax::ddl::codes::CODES,
        portolan_syntax::classic::codes::CODES,
        portolan_schema::codes::CODES,
        portolan_schema::lenient::codes::CODES,
        crate::file::CODES,
        portolan_resources::archive::codes::CODES,
    ];
    lists.into_iter().flatten().copied()
}

fn run_rules(format: &'static Format, document: &Document, findings: &mut Findings) {
    let rules = Dispatch::of(format);
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
        let (mut all, on_nodes) = portolan_parallel::join(
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
