//! All integration tests of this crate in one binary, so that they are linked once.

#![allow(clippy::disallowed_methods, reason = "tests compare with what the standard library says")]

mod archives;
mod batch;
mod check;
mod commands;
mod common;
mod convert;
mod docs;
mod exporter_options;
mod fix;
mod help;
mod hostile;
mod html;
mod json;
mod many;
mod mistakes;
mod pack;
mod packaging;
mod pose;
mod render;
mod run;
mod said;
mod sarif;
mod simulate;
mod textures;
mod values;
mod verify;
mod view;
mod writing;
