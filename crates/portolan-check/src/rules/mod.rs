//! The rules, one a file, grouped by format.
//!
//! To add one: a file, a line in its group's list, a fixture under `tests/suite` (a test demands it).

use std::sync::OnceLock;

use portolan_schema::{Format, TypeId};

use crate::{FORMATS, On, Rule};

pub mod collada;
pub mod opengex;
pub mod xvrml;

/// Every rule.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    [collada::RULES, opengex::RULES, xvrml::RULES].into_iter().flatten().copied().flatten().copied()
}

/// The rules of one format, by what they are called for.
pub(crate) struct Dispatch {
    format: &'static str,
    /// Called once a document.
    pub document: Vec<&'static Rule>,
    by_type: Vec<Vec<&'static Rule>>,
}

impl Dispatch {
    /// The rules of a format, sorted out once for the whole program.
    pub fn of(format: &Format) -> Option<&'static Dispatch> {
        static ALL: OnceLock<Vec<Dispatch>> = OnceLock::new();
        let all = ALL.get_or_init(|| FORMATS.iter().map(|f| Dispatch::new(f)).collect());
        all.iter().find(|d| d.format == format.id)
    }

    fn new(format: &Format) -> Dispatch {
        let rules = || all().filter(|r| r.format == format.id);
        Dispatch {
            format: format.id,
            document: rules().filter(|r| matches!(r.on, On::Document)).collect(),
            by_type: format
                .schema
                .types
                .iter()
                .map(|ty| rules().filter(|r| r.on.concerns(ty.path)).collect())
                .collect(),
        }
    }

    /// The rules for elements of a type.
    pub fn on_type(&self, ty: TypeId) -> &[&'static Rule] {
        self.by_type.get(ty.index()).map_or(&[], Vec::as_slice)
    }
}
