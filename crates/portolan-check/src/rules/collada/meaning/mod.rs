//! Meaning: values that are legal and still cannot be right.

use crate::Rule;

mod camera_clip_order;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[&camera_clip_order::RULE];
