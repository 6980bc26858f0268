//! What the fuzz targets run. `crates/portolan/tests/seeds.rs` runs the same functions over the files in `seeds`.

#[path = "../../crates/portolan/tests/common/glb.rs"]
mod glb;
#[path = "../../crates/portolan/tests/common/journey.rs"]
mod journey;
pub mod targets;
