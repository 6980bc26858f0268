//! What the user looks at: a terminal with colours, or a pipe.

use std::io::IsTerminal;

use clap::ValueEnum;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// Are colours wanted on standard output?
    pub fn wanted(self) -> bool {
        let forbidden = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
            || std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => !forbidden && std::io::stdout().is_terminal(),
        }
    }
}

/// Columns of the terminal, or 100 when there is none.
pub fn width() -> usize {
    match std::io::stdout().is_terminal() {
        true => usize::from(console::Term::stdout().size().1),
        false => 100,
    }
}
