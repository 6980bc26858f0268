//! What is worth telling of a run.

use hashbrown::HashMap;
use portolan_syntax::Code;
use portolan_xvrml::world::NodeId;

use crate::run::Run;

/// Something that was found. The same again only raises the count.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its code.
    pub code: &'static Code,
    /// What it is.
    pub message: String,
    /// The node that it is about, by name or path.
    pub node: Option<String>,
    /// How many times.
    pub count: u64,
}

/// Different findings that are kept; more are not told.
const MOST: usize = 1000;

/// All that was found, in the order in which it was found first.
#[derive(Default, Debug)]
pub(crate) struct Findings {
    pub all: Vec<Found>,
    places: HashMap<(&'static str, String, Option<String>), usize>,
}

impl Findings {
    pub fn knows(&self, code: &'static Code, node: Option<&str>, message: &str) -> bool {
        self.places.contains_key(&(code.id, message.to_owned(), node.map(str::to_owned)))
    }

    pub fn push(&mut self, code: &'static Code, node: Option<String>, message: String, count: u64) {
        let key = (code.id, message.clone(), node.clone());
        if let Some(found) = self.places.get(&key).and_then(|at| self.all.get_mut(*at)) {
            found.count += count;
            return;
        }
        if self.all.len() < MOST {
            self.places.insert(key, self.all.len());
            self.all.push(Found { code, message, node, count });
        }
    }
}

impl Run {
    /// Tells something about a node.
    pub(crate) fn find(&mut self, code: &'static Code, node: Option<NodeId>, message: impl Into<String>) {
        let name = node.map(|n| self.name(n).to_string());
        self.findings.push(code, name, message.into(), 1);
    }

    /// What was found so far.
    pub fn findings(&self) -> &[Found] {
        &self.findings.all
    }
}
