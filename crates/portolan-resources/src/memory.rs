//! Files in memory.

use std::collections::BTreeMap;

use portolan_syntax::Budget;

use crate::space::{Kind, Space, Store, folder_of};
use crate::{Found, Members, Resources, Unreadable, archive};

/// Files in memory, for tests and for callers that have the bytes already. Archives among them are opened.
#[derive(Default, Debug)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
    space: Space,
    budget: Option<Budget>,
}

impl Clone for Memory {
    /// The same files; archives among them are opened anew.
    fn clone(&self) -> Memory {
        Memory { files: self.files.clone(), budget: self.budget.clone(), ..Memory::default() }
    }
}

impl Memory {
    /// No files.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// One more file.
    pub fn with(mut self, location: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Memory {
        self.files.insert(location.into(), bytes.into());
        // What was opened before may have been replaced.
        self.space = Space::default();
        self
    }

    /// All files with their locations.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(location, bytes)| (location.as_str(), bytes.as_slice()))
    }

    /// Counts what is here in this budget. Without one the caller trusts it.
    pub fn charging(mut self, budget: &Budget) -> Memory {
        budget.read(self.files.values().map(|bytes| bytes.len() as u64).sum());
        self.budget = Some(budget.clone());
        self
    }

    fn below(&self, folder: &str) -> impl Iterator<Item = &str> {
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let from = self.files.range(start.clone()..);
        from.map_while(move |(path, _)| path.strip_prefix(start.as_str()))
    }
}

impl Resources for Memory {
    fn read(&self, location: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        self.space.read(self, location, limit)
    }

    fn locate(&self, base: &str, reference: &str) -> Result<Found, Unreadable> {
        crate::locate::locate(&self.space, self, base, reference)
    }

    fn budget(&self) -> Budget {
        self.budget.clone().unwrap_or_else(Budget::unlimited)
    }

    fn members(&self, location: &str) -> Result<Option<Members>, Unreadable> {
        self.space.members(self, location)
    }
}

impl Store for Memory {
    fn bytes(&self, path: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        match self.files.get(path) {
            Some(bytes) if bytes.len() as u64 > limit => Err(Unreadable::too_large(bytes.len() as u64, limit)),
            Some(bytes) => Ok(bytes.clone()),
            None => Err(Unreadable::missing()),
        }
    }

    fn is_zip(&self, path: &str) -> bool {
        self.files.get(path).is_some_and(|bytes| archive::is_zip(bytes))
    }

    fn kind(&self, path: &str) -> Kind {
        if self.files.contains_key(path) {
            Kind::File
        } else if path.is_empty() || self.below(path).next().is_some() {
            Kind::Folder
        } else {
            Kind::Nothing
        }
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> =
            self.below(folder).map(|rest| rest.split('/').next().unwrap_or(rest).to_owned()).collect();
        names.dedup();
        names
    }

    fn root(&self, base: &str) -> String {
        folder_of(base).to_owned()
    }

    /// Everything in memory was put there by the caller.
    fn budget(&self) -> Budget {
        Resources::budget(self)
    }

    fn permits(&self, _: &str, _: Option<&str>) -> bool {
        true
    }
}
