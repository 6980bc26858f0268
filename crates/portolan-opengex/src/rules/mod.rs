//! Rules of OpenGEX.

pub mod data;
pub mod meaning;
pub(crate) mod read;
pub mod reference;
pub(crate) mod resolve;

use portolan_format::Rule;

/// All of them, by stage.
pub static RULES: &[&[&Rule]] = &[reference::RULES, data::RULES, meaning::RULES];
