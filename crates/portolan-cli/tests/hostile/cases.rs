//! All crafted inputs.

use super::parts::Named;
use super::{archives, collada, others};

/// Every case by its name.
pub fn cases() -> Vec<Named> {
    [collada::CASES, others::GLTF, others::PLAIN, others::OGEX, others::WORLDS, archives::CASES].concat()
}
