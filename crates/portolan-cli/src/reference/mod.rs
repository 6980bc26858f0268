//! The pages of the book that are made from the tables: formats, elements and codes.
//!
//! `cargo xtask docs` writes them into `docs/src/generated`, where the other pages link to them.

mod codes;
mod elements;
mod formats;

use std::borrow::Cow;

/// A page of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its file, seen from the folder of all of them, with `/` between names.
    pub path: String,
    /// Its Markdown.
    pub text: String,
}

/// All pages, in the order of the book.
pub fn pages() -> Vec<Page> {
    let mut pages = vec![formats::page()];
    pages.extend(elements::pages());
    pages.extend(codes::pages());
    pages
}

/// Text of a table as Markdown: what is not in backticks must not be taken for HTML, and a bar does not end a cell.
fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, part) in text.split('`').enumerate() {
        let code = number % 2 == 1;
        if number > 0 {
            out.push('`');
        }
        let part = if code { Cow::Borrowed(part) } else { Cow::Owned(part.replace('<', "&lt;").replace('*', "\\*")) };
        out.push_str(&part.replace('|', "\\|"));
    }
    out
}

/// Text as code within a line.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_tables_is_neither_html_nor_ends_a_cell() {
        assert_eq!(inline("a <b> in `<c>`, `x|y` or 2 * 3"), "a &lt;b> in `<c>`, `x\\|y` or 2 \\* 3");
    }

    #[test]
    fn every_code_and_every_element_has_its_place_on_one_page() {
        let pages = pages();
        let all: String = pages.iter().map(|page| page.text.as_str()).collect();
        for code in portolan::all_codes() {
            assert_eq!(all.matches(&format!("\n## {} ", code.id)).count(), 1, "{}", code.id);
        }
        for entry in portolan::manual::entries().filter(|entry| !entry.ty.path.is_empty()) {
            assert!(all.contains(&format!("\n| `{}` |", entry.ty.path)), "{}", entry.ty.path);
        }
        let paths: std::collections::BTreeSet<&str> = pages.iter().map(|page| page.path.as_str()).collect();
        assert_eq!(paths.len(), pages.len());
    }
}
