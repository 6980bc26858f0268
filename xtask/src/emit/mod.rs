//! Generated source files.

pub mod tables;
pub mod views;
