//! The book and the README do what they say.
//!
//! Every `console` block is run in a copy of `examples/` and its output compared; `PORTOLAN_BLESS=1` writes the outputs
//! anew. A line `…` stands for any lines, and `…` in a line for any text. The README starts one folder higher.
//! Rust blocks are tests of the crate `portolan`, Python blocks of the Python package.

mod block;
mod console;
mod links;
mod pictures;

use std::fs;
use std::path::{Path, PathBuf};

use block::{Block, blocks};

/// A page as it stands in the repository.
struct Page {
    /// Its file, seen from the top of the repository.
    name: String,
    path: PathBuf,
    text: String,
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and every page of the book that is written by hand.
fn pages() -> Vec<Page> {
    let top = top();
    let mut names = vec!["README.md".to_owned()];
    let mut folders = vec!["docs/src".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(top.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true if name == "docs/src/generated" => {}
                true => folders.push(name),
                false if name.ends_with(".md") => names.push(name),
                false => {}
            }
        }
    }
    names.sort();
    let page = |name: String| Page { path: top.join(&name), text: fs::read_to_string(top.join(&name)).unwrap(), name };
    names.into_iter().map(page).collect()
}

/// Are outputs to be written anew?
fn blesses() -> bool {
    std::env::var_os("PORTOLAN_BLESS").is_some_and(|value| value == "1")
}

#[test]
fn commands_print_what_the_pages_show() {
    let bless = blesses();
    let (mut wrong, mut run) = (Vec::new(), 0);
    for page in pages() {
        let tried = console::try_page(&page);
        run += tried.commands;
        if bless && tried.text != page.text {
            fs::write(&page.path, &tried.text).unwrap();
        }
        wrong
            .extend(tried.wrong.into_iter().filter(|fault| !bless || !fault.can_be_blessed).map(|fault| fault.message));
    }
    assert!(wrong.is_empty(), "{}\nIf the outputs are right, run with PORTOLAN_BLESS=1.", wrong.join("\n"));
    assert!(run > 50, "only {run} commands were found");
}

#[test]
fn nothing_on_the_pages_is_left_untested() {
    let mut wrong = Vec::new();
    for page in pages() {
        for Block { language, line, lines } in blocks(&page.text) {
            let fine = match language.split(',').next().unwrap_or_default() {
                "console" | "python" | "text" | "xml" => true,
                "rust" => ["docs/src/library.md", "README.md"].contains(&page.name.as_str()),
                "sh" => lines.iter().all(|line| console::is_chore(line)),
                _ => false,
            };
            if !fine {
                wrong.push(format!("{}:{line}: nothing runs this block (`{language}`)", page.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn links_lead_to_pages_and_headings() {
    let wrong = links::wrong(&pages());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_page_is_in_the_summary_once() {
    let wrong = links::wrong_in_summary(&pages());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every command has its page, which shows it at work.
#[test]
fn every_command_has_a_page() {
    let pages = pages();
    for command in portolan_cli::definition().get_subcommands() {
        let name = format!("docs/src/commands/{}.md", command.get_name());
        let page = pages.iter().find(|page| page.name == name).unwrap_or_else(|| panic!("{name} is missing"));
        assert!(page.text.contains(&format!("$ portolan {}", command.get_name())), "{name} does not show the command");
        let help = format!("{{{{#include ../../../crates/portolan-cli/tests/help/{}.txt}}}}", command.get_name());
        assert!(page.text.contains(&help), "{name} does not list the options: {help}");
    }
}
