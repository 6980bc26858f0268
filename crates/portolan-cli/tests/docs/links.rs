//! Links between pages, and the summary that lists them.

use std::collections::{BTreeMap, BTreeSet};

use super::block::prose;
use super::{Page, top};

/// Where the book is.
const BOOK: &str = "docs/src";

/// Links that lead nowhere.
pub fn wrong(pages: &[Page]) -> Vec<String> {
    let headings = headings(pages);
    let mut wrong = Vec::new();
    for page in pages {
        for (number, line) in prose(&page.text).into_iter().enumerate() {
            for target in targets(line) {
                if let Err(why) = follow(page, target, &headings) {
                    wrong.push(format!("{}:{}: `{target}`: {why}", page.name, number + 1));
                }
            }
        }
        for (number, line) in page.text.lines().enumerate() {
            let Some(include) = line.trim().strip_prefix("{{#include ").and_then(|l| l.strip_suffix("}}")) else {
                continue;
            };
            let file = include.split(':').next().unwrap_or_default();
            if !top().join(resolve(&page.name, file)).is_file() {
                wrong.push(format!("{}:{}: `{file}` does not exist", page.name, number + 1));
            }
        }
    }
    wrong
}

/// Pages that the summary does not list, or lists twice.
pub fn wrong_in_summary(pages: &[Page]) -> Vec<String> {
    let summary = pages.iter().find(|page| page.name == format!("{BOOK}/SUMMARY.md")).expect("there is a summary");
    let mut listed: BTreeMap<String, usize> = BTreeMap::new();
    for target in summary.text.lines().flat_map(targets) {
        *listed.entry(format!("{BOOK}/{target}")).or_default() += 1;
    }
    let own = headings(pages).into_keys().filter(|name| name.starts_with(BOOK) && *name != summary.name);
    own.filter(|name| listed.get(name) != Some(&1)).map(|name| format!("{name} is not listed once")).collect()
}

/// The ids of the headings of every page, those of generated pages included.
fn headings(pages: &[Page]) -> BTreeMap<String, BTreeSet<String>> {
    let ids = |text: &str| prose(text).into_iter().filter_map(heading).collect();
    let written = pages.iter().map(|page| (page.name.clone(), ids(&page.text)));
    let made = portolan_cli::reference::pages();
    let made = made.iter().map(|page| (format!("{BOOK}/generated/{}", page.path), ids(&page.text)));
    written.chain(made).collect()
}

/// The id that a heading gets.
fn heading(line: &str) -> Option<String> {
    let text = line.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' ')?;
    let kept = text.trim().chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    Some(kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect())
}

/// What the links and pictures of a line lead to.
fn targets(line: &str) -> Vec<&str> {
    let mut outside = line.split('`').step_by(2).flat_map(|part| part.split("](").skip(1).collect::<Vec<_>>());
    let markdown = outside.by_ref().filter_map(|rest| rest.split(')').next());
    let pictures = line.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    markdown.chain(pictures).collect()
}

fn follow(page: &Page, target: &str, headings: &BTreeMap<String, BTreeSet<String>>) -> Result<(), &'static str> {
    if target.contains("://") {
        return Ok(());
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let name = if file.is_empty() { page.name.clone() } else { resolve(&page.name, file) };
    if page.name.starts_with(BOOK) && !name.starts_with(BOOK) {
        return Err("it leads out of the book");
    }
    match headings.get(&name) {
        Some(ids) if anchor.is_empty() || ids.contains(anchor) => Ok(()),
        Some(_) => Err("there is no such heading"),
        None if top().join(&name).exists() => Ok(()),
        None => Err("there is no such file"),
    }
}

/// A file seen from the top, given as it is seen from a page.
fn resolve(page: &str, file: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn headings_get_the_ids_of_the_book() {
    assert_eq!(heading("## REF001 unresolved-reference").as_deref(), Some("ref001-unresolved-reference"));
    assert_eq!(heading("# What `fix` does, and why").as_deref(), Some("what-fix-does-and-why"));
    assert_eq!(heading("#!shebang"), None);
}

#[test]
fn links_are_seen_from_their_page() {
    assert_eq!(resolve("docs/src/commands/info.md", "../json.md"), "docs/src/json.md");
    assert_eq!(targets("a [b](c.md), `[d](e)` and <img src=\"f.png\">"), ["c.md", "f.png"]);
}
