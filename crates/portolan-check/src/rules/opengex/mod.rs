//! Rules of OpenGEX.

use crate::Rule;

/// All of them, by stage.
pub static RULES: &[&[&Rule]] = &[];
