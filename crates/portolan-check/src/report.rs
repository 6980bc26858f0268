//! One document through every stage.

use portolan_schema::{Format, bind};
use portolan_syntax::{Findings, Limits, Severity, Source};

use crate::rules::Dispatch;
use crate::{Document, Reporter, format};

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
    /// Does the document fit the grammar and schema of its format? False when an XML, OpenDDL or schema finding has
    /// severity error, and for every form that readers take although the schema does not have it.
    pub fn schema_valid(&self) -> bool {
        !self.findings.iter().any(|f| {
            let stage = ["XML", "DDL", "SCH"].iter().any(|stage| f.code.id.starts_with(stage));
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
    for rule in &rules.document {
        (rule.check)(document.tree.document(), &mut Reporter::new(document, rule.code, findings));
    }
    for node in document.tree.nodes() {
        let Some(ty) = document.bound.type_id(node.id()) else { continue };
        for rule in rules.on_type(ty) {
            (rule.check)(node, &mut Reporter::new(document, rule.code, findings));
        }
    }
}
