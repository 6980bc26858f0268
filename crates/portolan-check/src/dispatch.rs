//! Which rules look at what.

use std::sync::{Mutex, OnceLock, PoisonError};

use portolan_format::{Format, On, Rule};
use portolan_schema::{Type, TypeId};

/// The rules of one format, by what they are called for.
pub(crate) struct Dispatch {
    format: &'static Format,
    types: &'static [Type],
    /// Called once a document.
    pub document: Vec<&'static Rule>,
    /// Those of a type are looked for when the first element of it is met: documents have few of all types.
    by_type: Vec<OnceLock<Vec<&'static Rule>>>,
}

impl Dispatch {
    /// The rules of a format, sorted out once for the whole program.
    pub fn of(format: &'static Format) -> &'static Dispatch {
        static ALL: Mutex<Vec<&'static Dispatch>> = Mutex::new(Vec::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|d| d.format.id == format.id) {
            return known;
        }
        let made: &'static Dispatch = Box::leak(Box::new(Dispatch::new(format)));
        all.push(made);
        made
    }

    fn new(format: &'static Format) -> Dispatch {
        let types = format.table.as_ref().map_or(&[][..], |table| table.schema.types);
        Dispatch {
            format,
            types,
            document: rules(format).filter(|r| matches!(r.on, On::Document)).collect(),
            by_type: types.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The rules for elements of a type.
    pub fn on_type(&self, ty: TypeId) -> &[&'static Rule] {
        let Some((known, ty)) = self.by_type.get(ty.index()).zip(self.types.get(ty.index())) else { return &[] };
        known.get_or_init(|| rules(self.format).filter(|r| r.on.concerns(ty.path)).collect())
    }
}

fn rules(format: &'static Format) -> impl Iterator<Item = &'static Rule> {
    format.rules.iter().copied().flatten().copied()
}
