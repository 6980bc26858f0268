//! Generated source files.

pub mod tables;
