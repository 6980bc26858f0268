//! The schema notation (`schema/README.md`): text to syntax tree.

pub mod ast;
pub mod lexer;
pub mod parser;
pub mod value_parser;

#[cfg(test)]
mod tests;
