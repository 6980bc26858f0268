//! Reports for people and machines, one rendering a file.

pub mod json;
