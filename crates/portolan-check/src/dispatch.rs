//! Which rules look at what.

use std::sync::{Mutex, PoisonError};

use portolan_format::{Format, On, Rule};
use portolan_schema::TypeId;

/// The rules of one format, by what they are called for.
pub(crate) struct Dispatch {
    format: &'static str,
    /// Called once a document.
    pub document: Vec<&'static Rule>,
    by_type: Vec<Vec<&'static Rule>>,
}

impl Dispatch {
    /// The rules of a format, sorted out once for the whole program.
    pub fn of(format: &'static Format) -> &'static Dispatch {
        static ALL: Mutex<Vec<&'static Dispatch>> = Mutex::new(Vec::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|d| d.format == format.id) {
            return known;
        }
        let made: &'static Dispatch = Box::leak(Box::new(Dispatch::new(format)));
        all.push(made);
        made
    }

    fn new(format: &Format) -> Dispatch {
        let rules = || format.rules.iter().copied().flatten().copied();
        let types = format.table.as_ref().map_or(&[][..], |table| table.schema.types);
        Dispatch {
            format: format.id,
            document: rules().filter(|r| matches!(r.on, On::Document)).collect(),
            by_type: types.iter().map(|ty| rules().filter(|r| r.on.concerns(ty.path)).collect()).collect(),
        }
    }

    /// The rules for elements of a type.
    pub fn on_type(&self, ty: TypeId) -> &[&'static Rule] {
        self.by_type.get(ty.index()).map_or(&[], Vec::as_slice)
    }
}
