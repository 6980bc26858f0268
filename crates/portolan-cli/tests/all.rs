//! All integration tests of this crate in one binary, so that they are linked once.

mod archives;
mod check;
mod commands;
mod common;
mod convert;
mod exporter_options;
mod fix;
mod help;
mod json;
mod mistakes;
mod pack;
mod pose;
mod render;
mod said;
mod sarif;
mod simulate;
mod textures;
mod values;
mod verify;
mod writing;
