//! What the user looks at: a terminal with colours, or a pipe.

use std::io::IsTerminal;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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

/// A bar on a terminal when there is more than one thing to do.
pub fn progress(count: usize, things: &str, quiet: bool) -> ProgressBar {
    if quiet || count < 2 {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {things}  {{eta}} left")) {
        bar.set_style(style);
    }
    bar
}
