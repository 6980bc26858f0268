//! Data: counts, strides, indices, keys.

use crate::Rule;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[];
