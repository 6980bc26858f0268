//! Repairs of what the schema finds wrong, as edits of the text.
//!
//! A repair is certain when every reader that took the document before takes it in the same sense afterwards. Others are
//! guesses: likely, and made only when somebody asks for them.

mod attribute;
pub mod date;
mod ids;
mod missing;
mod name;
mod number;
mod order;
mod place;
mod refer;
mod root;
mod wrap;

pub(super) use attribute::{bad_value, known_word, missing as missing_attribute};
pub(super) use date::date;
pub(super) use ids::settle;
pub(super) use missing::missing as missing_element;
pub(super) use name::{as_phong, renamed};
pub(super) use number::numbers;
pub(super) use order::in_order;
use place::removal;
pub(super) use refer::References;
pub(super) use root::{namespace, raised, version};
pub(super) use wrap::{text_in_ref, wrapped};

use portolan_syntax::{Edit, Finding};

/// A repair that is not yet attached to its finding.
pub(super) struct Repair {
    /// What it does.
    pub title: String,
    /// The edits.
    pub edits: Vec<Edit>,
    /// Does the document certainly mean the same afterwards?
    pub certain: bool,
}

impl Repair {
    pub fn certain(title: impl Into<String>, edits: Vec<Edit>) -> Repair {
        Repair { title: title.into(), edits, certain: true }
    }

    pub fn guess(title: impl Into<String>, edits: Vec<Edit>) -> Repair {
        Repair { title: title.into(), edits, certain: false }
    }
}

/// Attaches a repair, if there is one.
pub(super) fn with(finding: Finding, repair: Option<Repair>) -> Finding {
    match repair {
        Some(repair) => finding.repair(repair.title, repair.edits, repair.certain),
        None => finding,
    }
}
