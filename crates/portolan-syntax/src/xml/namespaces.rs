//! Which prefix means which namespace, element by element.

use crate::tree::Namespace;

/// Prefixes in scope at once; more is not a document but an attack.
pub(super) const MOST_PREFIXES: usize = 1000;

#[derive(Clone)]
pub(super) struct Namespaces<'a> {
    bindings: Vec<(&'a str, Namespace)>,
    default: Vec<Namespace>,
    /// For each element that declares something: its depth, and what to go back to.
    scopes: Vec<Scope>,
    /// Elements so far that declared something.
    entered: usize,
}

#[derive(Clone, Copy)]
struct Scope {
    depth: usize,
    bindings: usize,
    defaults: usize,
}

impl<'a> Namespaces<'a> {
    /// Nothing declared.
    pub fn new() -> Namespaces<'a> {
        Namespaces { bindings: Vec::new(), default: Vec::new(), scopes: Vec::new(), entered: 0 }
    }

    /// Begins the scope of an element that declares namespaces.
    pub fn enter(&mut self, depth: usize) {
        self.entered += 1;
        self.scopes.push(Scope { depth, bindings: self.bindings.len(), defaults: self.default.len() });
    }

    /// How many elements so far declared something.
    pub fn entered(&self) -> usize {
        self.entered
    }

    /// Declares the default namespace.
    pub fn declare_default(&mut self, namespace: Namespace) {
        self.default.push(namespace);
    }

    /// Declares a prefix; `false` when there are too many.
    pub fn declare(&mut self, prefix: &'a str, namespace: Namespace) -> bool {
        let room = self.bindings.len() < MOST_PREFIXES;
        if room {
            self.bindings.push((prefix, namespace));
        }
        room
    }

    /// Ends the scope of an element at this depth, if it had one.
    pub fn leave(&mut self, depth: usize) {
        while let Some(scope) = self.scopes.pop_if(|s| s.depth >= depth) {
            self.bindings.truncate(scope.bindings);
            self.default.truncate(scope.defaults);
        }
    }

    /// The namespace of elements without a prefix.
    pub fn default(&self) -> Namespace {
        self.default.last().copied().unwrap_or(Namespace::NONE)
    }

    /// The namespace of a prefix.
    pub fn lookup(&self, prefix: &str) -> Option<Namespace> {
        match prefix {
            "xml" => Some(Namespace::XML),
            "xmlns" => Some(Namespace::XMLNS),
            _ => self.bindings.iter().rev().find(|(p, _)| *p == prefix).map(|(_, n)| *n),
        }
    }
}
