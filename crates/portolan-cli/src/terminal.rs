//! What the user looks at: a terminal with colours, or a pipe.

use std::io::IsTerminal;

use clap::ValueEnum;
use console::Style;
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
        self.wanted_on(std::io::stdout().is_terminal())
    }

    /// Decides for both streams what [`Stream::tint`] does.
    pub fn decide(self) {
        console::set_colors_enabled(self.wanted());
        console::set_colors_enabled_stderr(self.wanted_on(std::io::stderr().is_terminal()));
    }

    fn wanted_on(self, terminal: bool) -> bool {
        let forbidden = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
            || std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => !forbidden && terminal,
        }
    }
}

/// Where something is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

impl Stream {
    /// A line, with a colour for what its first word says: bad in red, doubtful in yellow, good in green.
    pub fn tint(self, line: &str) -> String {
        let text = line.trim_start();
        let length = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
        let (word, rest) = text.split_at(length);
        let (before, _) = line.split_at(line.len() - text.len());
        format!("{before}{}{rest}", self.word(word))
    }

    /// A word in the colour of what it says.
    pub fn word(self, word: &str) -> String {
        style(word).map_or_else(|| word.to_owned(), |style| self.styled(style, word))
    }

    /// A heading.
    pub fn heading(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// What is not looked at first, such as a place.
    pub fn quiet(self, text: &str) -> String {
        self.styled(Style::new().dim(), text)
    }

    fn styled(self, style: Style, text: &str) -> String {
        let style = if self == Stream::Errors { style.for_stderr() } else { style };
        style.apply_to(text).to_string()
    }
}

/// How a word is shown; `None` says nothing good or bad.
fn style(word: &str) -> Option<Style> {
    match word {
        "different" | "dropped" | "error" | "failed" | "missing" | "portolan" | "removed" | "Wrong" => {
            Some(Style::new().red().bold())
        }
        "approximated" | "changed" | "warning" => Some(Style::new().yellow().bold()),
        "added" | "checked" | "converted" | "drawn" | "repaired" | "equal" | "same" | "written" | "wrote" | "Right" => {
            Some(Style::new().green().bold())
        }
        "baked" | "minor" | "noted" | "renamed" | "unchanged" => Some(Style::new().cyan()),
        _ => None,
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

/// Makes a bar tell how fast it goes, and what else it is told.
pub fn with_rate(bar: &ProgressBar) {
    let template = "{bar:30} {pos}/{len} files  {per_sec}  {eta} left  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_get_the_colour_of_what_they_say() {
        let shown = |word: &str| style(word).map(|s| s.force_styling(true).apply_to(word).to_string());
        assert_eq!(shown("equal").as_deref(), Some("\u{1b}[32m\u{1b}[1mequal\u{1b}[0m"));
        assert_eq!(shown("removed").as_deref(), Some("\u{1b}[31m\u{1b}[1mremoved\u{1b}[0m"));
        assert_eq!(shown("node"), None);
    }

    #[test]
    fn lines_stay_what_they_are_without_colours() {
        for line in ["", "  removed: a", "equal", "node `a`", "ä"] {
            assert_eq!(Stream::Output.tint(line), line);
        }
    }
}
