//! References: names that lead to structures.

use portolan_format::Rule;

mod null;
mod track_target;
mod unresolved;
mod wrong_kind;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[&unresolved::RULE, &wrong_kind::RULE, &null::RULE, &track_target::RULE];
