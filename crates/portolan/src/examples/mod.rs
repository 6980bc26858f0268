//! A mistake and how it is done right, for codes that real files give often.
//!
//! A test puts each of them into a document that is otherwise sound and looks for its code.

mod openddl;
mod rules;
mod syntax;

use portolan_syntax::Code;

/// Text that gives a finding, and the same without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The code of the finding.
    pub code: &'static str,
    /// Text that gives it.
    pub wrong: &'static str,
    /// Text that does not.
    pub right: &'static str,
}

/// The example of a code, if it has one.
pub fn example(code: &Code) -> Option<&'static Example> {
    examples().find(|example| example.code == code.id)
}

/// All examples.
pub fn examples() -> impl Iterator<Item = &'static Example> {
    [syntax::EXAMPLES, rules::EXAMPLES, openddl::EXAMPLES].into_iter().flatten()
}
