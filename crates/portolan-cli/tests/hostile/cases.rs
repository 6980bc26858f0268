//! All crafted inputs.

use super::parts::Case;
use super::{archives, collada, others};

/// Every case by its name.
pub fn cases() -> Vec<(&'static str, fn() -> Case)> {
    [collada::CASES, others::GLTF, others::PLAIN, others::OGEX, others::WORLDS, archives::CASES].concat()
}
