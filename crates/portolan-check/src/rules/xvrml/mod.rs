//! Rules of xVRML.

use crate::Rule;

/// All of them, by stage.
pub static RULES: &[&[&Rule]] = &[];
