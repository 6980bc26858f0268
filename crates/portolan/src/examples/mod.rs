//! A mistake and how it is done right, for every code that a check gives.
//!
//! They stand in text files beside this one. An example begins with its code, alone on a line, and ends with an empty one.
//! Lines that begin with `-` belong to what is wrong, those with `+` to what is right, those with a space to both; lines with
//! `=` say in words what there is to know about the example, or why there is none. A test puts each of them into a
//! document that is otherwise sound and looks for its code.

use std::sync::LazyLock;

use portolan_syntax::{Code, told};

/// Text that gives a finding, and the same without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The code of the finding.
    pub code: &'static str,
    /// What there is to know about it, or why there is no text; mostly empty.
    pub note: String,
    /// Text that gives it; empty if none can be shown.
    pub wrong: String,
    /// Text that does not; empty for losses, which are no mistakes.
    pub right: String,
}

impl Example {
    /// Its texts with their titles; none if nothing can be shown. What a loss is about is neither wrong nor right.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let first = if self.right.is_empty() { "Example" } else { "Wrong" };
        [(first, &*self.wrong), ("Right", &*self.right)].into_iter().filter(|(_, text)| !text.is_empty())
    }
}

/// The example of a code, if it has one.
pub fn example(code: &Code) -> Option<&'static Example> {
    examples().find(|example| example.code == code.id)
}

/// All examples.
pub fn examples() -> impl Iterator<Item = &'static Example> {
    EXAMPLES.iter()
}

static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| FILES.into_iter().flat_map(read).collect());

const FILES: [&str; 9] = [
    told(include_str!("files.txt")),
    told(include_str!("syntax.txt")),
    told(include_str!("references.txt")),
    told(include_str!("data.txt")),
    told(include_str!("meaning.txt")),
    told(include_str!("opengex.txt")),
    told(include_str!("worlds.txt")),
    told(include_str!("readers.txt")),
    told(include_str!("losses.txt")),
];

fn read(text: &'static str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in text.lines() {
        let (mark, rest) = (line.get(..1).unwrap_or(""), line.get(2..).unwrap_or(""));
        let Some(example) = examples.last_mut().filter(|_| matches!(mark, " " | "-" | "+" | "=")) else {
            if !line.is_empty() {
                let (note, wrong, right) = Default::default();
                examples.push(Example { code: line, note, wrong, right });
            }
            continue;
        };
        let add = |text: &mut String, between: char| {
            if !text.is_empty() {
                text.push(between);
            }
            text.push_str(rest);
        };
        match mark {
            "=" => add(&mut example.note, ' '),
            "-" => add(&mut example.wrong, '\n'),
            "+" => add(&mut example.right, '\n'),
            _ => [&mut example.wrong, &mut example.right].into_iter().for_each(|text| add(text, '\n')),
        }
    }
    examples
}
