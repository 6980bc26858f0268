//! The rules, one a file, grouped by format.
//!
//! To add one: a file, a line here, a fixture under `tests/suite` (a test demands it).

use crate::Rule;

pub mod camera_clip_order;

/// Every rule.
pub static RULES: &[&Rule] = &[&camera_clip_order::RULE];
