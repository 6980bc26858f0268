//! Rules of COLLADA.

use portolan_format::Rule;

pub mod data;
pub mod meaning;
pub mod reference;

/// All of them, by stage.
pub static RULES: &[&[&Rule]] = &[reference::RULES, data::RULES, meaning::RULES];
