//! Rules of xVRML.

use portolan_format::Rule;

pub mod data;
pub mod meaning;
pub mod reference;
pub(crate) mod support;

/// All of them, by stage.
pub static RULES: &[&[&Rule]] = &[reference::RULES, data::RULES, meaning::RULES];
