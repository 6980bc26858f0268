//! The formats: what is read, what is written, and what each kind of file holds.

use std::fmt::Write;

use portolan::convert::{Answer, Choice, Writer};
use portolan::scene::{Content, Holder, Item, Origin};

use super::{Page, inline};

/// The page of all formats.
pub fn page() -> Page {
    let mut out = "# Formats\n\n## Read\n\n| format | versions | files | checked against a table | addresses | \
                   packed with its files |\n|---|---|---|---|---|---|\n"
        .to_owned();
    let yes = |held: bool| if held { "yes" } else { "" };
    for format in portolan::formats() {
        let files: Vec<String> = format.extensions.iter().map(|e| format!("`.{e}`")).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            format.name,
            format.versions.join(", "),
            files.join(", "),
            yes(format.table.is_some()),
            yes(format.address.is_some()),
            yes(format.outward.is_some()),
        );
    }
    out.push_str(
        "\nCOLLADA is also read from archives: `.zae`, `.kmz`, and archives in them. A format without files in this table is \
         written only.\n\n## Written\n\n",
    );
    out.push_str("| file | what it is | versions, the usual one last |\n|---|---|---|\n");
    for writer in writers() {
        let _ =
            writeln!(out, "| `.{}` | {} | {} |", writer.extension, inline(writer.about), writer.versions.join(", "));
    }
    out.push_str(
        "\n## What the files hold\n\nCOLLADA, OpenGEX and glTF hold nodes, shapes, materials, textures, cameras, lights, skins, \
         morphs and animations. OBJ holds shapes and materials, PLY shapes with normals and texture coordinates, STL triangles \
         only, STEP exact solids only. For everything else that a scene may hold, *yes* says that it is written, *partly* that it is written as far as \
         the format can and reported where it cannot, and an empty cell that it is reported as a loss.\n\n",
    );
    head(&mut out, "content");
    for content in Content::ALL {
        row(&mut out, name(content), |writer| held(writer, content));
    }
    out.push_str(
        "\n## Options of `convert`\n\nAn option that does not apply to a kind of file is refused; *yes* means that it applies.\n\n",
    );
    head(&mut out, "option");
    for (choice, option) in Choice::ALL {
        row(&mut out, &format!("`{option}`"), |writer| yes(writer.refuses(choice).is_none()));
    }
    Page { path: "formats.md".to_owned(), text: out }
}

fn writers() -> impl Iterator<Item = &'static Writer> {
    portolan::formats().into_iter().flat_map(|format| format.writers.iter().copied())
}

fn head(out: &mut String, first: &str) {
    let _ = write!(out, "| {first} |");
    writers().for_each(|writer| {
        let _ = write!(out, " `.{}` |", writer.extension);
    });
    let _ = writeln!(out, "\n|---|{}", "---|".repeat(writers().count()));
}

fn row(out: &mut String, first: &str, cell: impl Fn(&Writer) -> &'static str) {
    let _ = write!(out, "| {first} |");
    writers().for_each(|writer| {
        let _ = write!(out, " {} |", cell(writer));
    });
    out.push('\n');
}

fn held(writer: &Writer, content: Content) -> &'static str {
    let holder = if content == Content::Unused { Holder::Material } else { Holder::Node };
    let item = Item { content, holder, object: None, label: None, origin: Origin::default(), own_origin: false };
    match (writer.answer)(&item) {
        Answer::Written => "yes",
        Answer::Told => "partly",
        Answer::Lost(_) => "",
    }
}

/// What a kind of content is, for people.
fn name(content: Content) -> &'static str {
    match content {
        Content::About => "authors, titles, a place on Earth",
        Content::Dates => "dates and programs",
        Content::Extra => "data of applications",
        Content::Physics => "physics: bodies, forces, constraints",
        Content::Kinematics => "kinematics: joints, links, robots",
        Content::Shader => "shaders and their parameters",
        Content::Brep => "solids by their boundaries",
        Content::Technique => "techniques of applications",
        Content::Data => "numbers that nothing refers to",
        Content::Behaviour => "sensors, scripts, sounds, routes",
        Content::Unknown => "elements that are not understood",
        Content::Wording => "ids and spellings of the original format",
        Content::AlphaCutoff => "alpha cutoff of materials",
        Content::View => "further scenes",
        Content::Steps => "render steps",
        Content::Layers => "layers",
        Content::Proxy => "proxies",
        Content::Levels => "levels of detail",
        Content::Shadows => "shadow and motion blur settings",
        Content::Unused => "objects that no scene uses",
        Content::Precision => "double precision of shapes far from the origin",
        Content::LastDigits => "double precision of other shapes",
        Content::Comments => "comments",
    }
}
