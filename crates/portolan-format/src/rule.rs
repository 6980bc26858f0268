//! What a rule is.

use portolan_syntax::{Code, Finding, Findings, Node, Span};

use crate::Document;

/// One rule: a code, where it applies, and the function that looks.
#[derive(Debug)]
pub struct Rule {
    /// Its code, with documentation.
    pub code: &'static Code,
    /// What it is called for.
    pub on: On,
    /// Looks and reports.
    pub check: for<'a> fn(Node<'a>, &mut Reporter<'_, 'a>),
}

/// What a rule is called for.
#[derive(Debug)]
pub enum On {
    /// Once, with the document node.
    Document,
    /// Every element of one of these types: a type path (`camera/optics`), or `…/name` for every type that ends so.
    Types(&'static [&'static str]),
}

impl On {
    /// Does it concern the type with this path?
    pub fn concerns(&self, path: &str) -> bool {
        match self {
            On::Document => false,
            On::Types(patterns) => patterns.iter().any(|p| match p.strip_prefix("…/") {
                Some(name) => path.rsplit('/').next() == Some(name),
                None => *p == path,
            }),
        }
    }
}

/// Declares a rule; its doc comment is what `portolan explain` prints.
#[macro_export]
macro_rules! rule {
    ($(#[doc = $doc:literal])+ $id:literal $name:literal $severity:ident, spec $spec:literal, on document, $check:path) => {
        $crate::rule!(@ [$($doc)+] $id $name $severity $spec ($crate::On::Document) $check);
    };
    ($(#[doc = $doc:literal])+ $id:literal $name:literal $severity:ident, spec $spec:literal, on [$($path:literal),+ $(,)?], $check:path) => {
        $crate::rule!(@ [$($doc)+] $id $name $severity $spec ($crate::On::Types(&[$($path),+])) $check);
    };
    (@ [$($doc:literal)+] $id:literal $name:literal $severity:ident $spec:literal ($on:expr) $check:path) => {
        /// The code of this rule.
        pub static CODE: portolan_syntax::Code = portolan_syntax::Code {
            id: $id,
            name: $name,
            severity: portolan_syntax::Severity::$severity,
            subject: portolan_syntax::Subject::Data,
            spec: $spec,
            doc: portolan_syntax::told(concat!($($doc, "\n"),+)),
        };
        /// This rule.
        pub static RULE: $crate::Rule =
            $crate::Rule { code: &CODE, on: $on, check: $check };
    };
}

/// Where a rule reports.
#[derive(Debug)]
pub struct Reporter<'r, 'a> {
    /// The document.
    pub document: &'a Document,
    code: &'static Code,
    findings: &'r mut Findings,
}

impl<'r, 'a> Reporter<'r, 'a> {
    /// Reports what a rule finds in a document.
    pub fn new(document: &'a Document, code: &'static Code, findings: &'r mut Findings) -> Reporter<'r, 'a> {
        Reporter { document, code, findings }
    }

    /// A finding of the rule's code at a span, still to be pushed.
    pub fn finding(&self, node: Node<'a>, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(self.code, span, message).on(node.id())
    }

    /// Reports at a node's name.
    pub fn at(&mut self, node: Node<'a>, message: impl Into<String>) {
        let finding = self.finding(node, node.name_span(), message);
        self.push(finding);
    }

    /// Reports at a node's content (or its name, when it has none).
    pub fn at_content(&mut self, node: Node<'a>, message: impl Into<String>) {
        let content = node.content_span();
        let span = if content.is_empty() { node.name_span() } else { content };
        let finding = self.finding(node, span, message);
        self.push(finding);
    }

    /// Reports at the value of an attribute (or at the name, when the node has no such attribute).
    pub fn at_attribute(&mut self, node: Node<'a>, attribute: &str, message: impl Into<String>) {
        let span = node.attribute(attribute).map_or(node.name_span(), |a| a.value_span());
        let finding = self.finding(node, span, message);
        self.push(finding);
    }

    /// Reports a finding that was made with [`Reporter::finding`].
    pub fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }
}
