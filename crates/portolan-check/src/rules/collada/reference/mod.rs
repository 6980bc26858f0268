//! References: they lead somewhere, and to the right kind of thing.

use crate::Rule;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[];
