//! Every code of a finding or loss, a page for each stage.

use std::fmt::Write;

use portolan::Code;

use super::{Page, inline};
use portolan::paragraphs;

/// The letters that codes begin with, and what they stand for.
const STAGES: [(&str, &str, &str); 15] = [
    ("IO", "Files", "The file cannot be read or written at all."),
    ("ARC", "Archives", "Something is wrong with a `.zae` or `.kmz` archive, or with packing one."),
    ("XML", "XML", "The text is not well-formed XML."),
    ("DDL", "OpenDDL", "The text is not well-formed OpenDDL."),
    ("WRL", "VRML", "The text is not a well-formed world in the classic encoding of VRML97 or X3D."),
    ("SCH", "Schema", "An element, attribute or value is not what the format allows in its place."),
    ("REF", "References", "A reference cannot be resolved, or refers to something of the wrong kind."),
    ("DAT", "Data", "Numbers, counts and indices do not match each other."),
    ("SEM", "Meaning", "The document is allowed by the schema, but breaks a rule of the specification."),
    ("CNV", "Conversion", "What a conversion, a picture or a repair could not take over as it was."),
    ("RUN", "Running worlds", "Something did not work while a world was run."),
    ("GLT", "glTF", "Something is wrong with a glTF file."),
    ("URD", "URDF", "Something is wrong with a URDF file."),
    ("OBJ", "OBJ", "Something is wrong with an OBJ file."),
    ("STL", "STL", "Something is wrong with an STL file."),
];

/// The page that lists the stages, and one for each of them.
pub fn pages() -> Vec<Page> {
    let codes = portolan::all_codes();
    let mut index =
        "# All codes\n\nEvery finding and every loss has a code that never changes its meaning. The letters say \
                     the stage. `portolan explain CODE` prints the same text as these pages.\n\n\
                     | letters | stage | codes | what they say |\n|---|---|---|---|\n"
            .to_owned();
    let mut pages = Vec::new();
    for (letters, title, about) in stages(&codes) {
        let own: Vec<&Code> = codes.iter().copied().filter(|code| stage(code) == letters).collect();
        let file = format!("codes/{}.md", letters.to_lowercase());
        let _ = writeln!(index, "| [{letters}]({file}) | {title} | {} | {about} |", own.len());
        pages.push(Page { path: file, text: page(letters, title, about, &own) });
    }
    pages.insert(0, Page { path: "codes.md".to_owned(), text: index });
    pages
}

/// The stages that have codes: those that are known, then those of formats that were added.
fn stages(codes: &[&'static Code]) -> Vec<(&'static str, &'static str, &'static str)> {
    let mut stages: Vec<_> = STAGES.to_vec();
    for code in codes {
        let letters = stage(code);
        if !stages.iter().any(|(known, ..)| *known == letters) {
            stages.push((letters, letters, ""));
        }
    }
    stages
}

fn stage(code: &Code) -> &'static str {
    code.id.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn page(letters: &str, title: &str, about: &str, codes: &[&Code]) -> String {
    let mut out = format!("# {letters}: {title}\n\n{about}\n");
    for code in codes {
        let _ = write!(out, "\n## {} {}\n\n*{}*\n", code.id, code.name, code.severity.name());
        for paragraph in paragraphs(code.doc) {
            let _ = write!(out, "\n{}\n", inline(&paragraph));
        }
        if let Some(example) = portolan::example(code) {
            if !example.note.is_empty() {
                let _ = write!(out, "\n{}\n", inline(&example.note));
            }
            let language = if example.wrong.starts_with('<') { "xml" } else { "text" };
            for (title, text) in example.texts() {
                let _ = write!(out, "\n{title}:\n\n```{language}\n{text}\n```\n");
            }
        }
        if !code.spec.is_empty() {
            let _ = write!(out, "\nSpecification: {}\n", inline(&portolan::cited(code.spec)));
        }
    }
    out
}
