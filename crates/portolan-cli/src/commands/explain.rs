//! `portolan explain`: what a code means.

use clap::{ArgMatches, Args};
use portolan::paragraphs;
use serde_json::json;

use super::Command;
use crate::options::unknown_code;
use crate::output::Output;
use crate::status::{Outcome, Status, Stop};
use crate::terminal::{Colour, Stream};

pub static COMMAND: Command = Command {
    name: "explain",
    about: "Explain the code of a finding or loss, or list all codes",
    notes: "",
    examples: &["portolan explain SCH004", "portolan explain duplicate-id", "portolan explain"],
    arguments: Arguments::augment_args,
    run,
};

#[derive(Args)]
struct Arguments {
    /// A code such as SCH004, or its name such as missing-element; without it, list all codes
    code: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let arguments: Arguments = super::arguments(matches)?;
    let mut out = Output::new();
    let codes = match &arguments.code {
        None => portolan::all_codes(),
        Some(word) => {
            vec![portolan::find_code(word).ok_or_else(|| Stop::usage(unknown_code(word, &portolan::all_codes())))?]
        }
    };
    if arguments.json {
        let values: Vec<_> = codes.iter().map(|c| portolan::explained(c)).collect();
        out.text(&format!("{:#}\n", json!(values)))?;
    } else if arguments.code.is_none() {
        let width = codes.iter().map(|c| c.name.len()).max().unwrap_or(0);
        for code in codes {
            let first = paragraphs(code.doc).into_iter().next().unwrap_or_default();
            out.text(&format!("{}  {:width$}  {:7}  {first}\n", code.id, code.name, code.severity.name()))?;
        }
    } else {
        for code in codes {
            let heading = Stream::Output.heading(&format!("{} {} ({})", code.id, code.name, code.severity));
            out.text(&format!("{heading}\n\n"))?;
            out.text(&format!("{}\n", paragraphs(code.doc).join("\n\n")))?;
            if let Some(example) = portolan::example(code) {
                if !example.note.is_empty() {
                    out.text(&format!("\n{}\n", example.note))?;
                }
                for (title, text) in example.texts() {
                    out.text(&format!("\n{}:\n\n{}", Stream::Output.word(title), indented(text)))?;
                }
            }
            if !code.spec.is_empty() {
                out.text(&format!("\nSpecification: {}\n", portolan::cited(code.spec)))?;
            }
        }
    }
    out.finish()?;
    Ok(Status::Fine)
}

/// Lines of code below each other, set off from the text.
fn indented(code: &str) -> String {
    code.lines().map(|line| format!("    {line}\n")).collect()
}
