//! URDF as a format: its row, its writer, and files that were opened.

use std::any::Any;

use portolan_format::{
    Answer, Choice, Content as FileContent, Fault, Format, Head, Input, Job, Lowered, Opened, Output, Writer,
    faults_among,
};
use portolan_resources::{Resources, Unreadable};
use portolan_scene::{Content, Fate, Item, Origin};
use portolan_syntax::{Findings, Limits, NodeId, Span, Tree, xml};

use crate::{codes, read, write};

/// The format.
pub static FORMAT: Format = Format {
    id: "urdf",
    name: "URDF",
    extensions: &["urdf"],
    media_types: &["application/urdf+xml"],
    versions: &["1.0"],
    sniff,
    open,
    writers: &[&URDF],
    codes: &[codes::READING, codes::WRITING],
    faults: codes::FAULTS,
    ..Format::BARE
};

/// A robot, with its meshes beside it.
pub static URDF: Writer = Writer {
    extension: "urdf",
    about: "URDF, with its meshes in separate files",
    versions: &[],
    prepares: true,
    keeps_opacity: true,
    carries_words: false,
    solids: None,
    keeps_space: false,
    one_view: true,
    shows_worlds: false,
    refuses: &[
        (Choice::Unit, "URDF is in metres"),
        (Choice::UpAxis, "URDF has Z up"),
        (Choice::Embed, "URDF refers to its meshes and textures"),
        (Choice::SampleRate, "URDF has no animations"),
        (Choice::Tangents, "tangents are computed for glTF only"),
        (Choice::Precise, "it is supported for OpenGEX only"),
        (Choice::Touch, "URDF does not support it"),
    ],
    answer,
    write: write_robot,
    keep: None,
    archive_of: None,
    invalid: None,
    invalid_edits: None,
};

fn sniff(head: &Head<'_>) -> u8 {
    let at = head.text.find("<robot").filter(|_| head.is_markup());
    let behind = at.and_then(|at| head.text.get(at + 6..)).and_then(|rest| rest.chars().next());
    match behind {
        Some(c) if c.is_ascii_whitespace() || c == '>' || c == '/' => 90,
        _ => 0,
    }
}

/// What becomes of what a scene holds.
fn answer(item: &Item<'_>) -> Answer {
    match item.content {
        Content::Physics | Content::Kinematics => Answer::Told,
        Content::Dates | Content::Wording | Content::Comments => Answer::Lost(Fate::Noted),
        _ => Answer::Lost(Fate::Dropped),
    }
}

fn write_robot(job: &Job<'_>) -> Output {
    let (files, losses) = write::robot(job);
    Output { files, losses, version: None, keeps: &[] }
}

/// A file that was opened.
#[derive(Debug)]
struct File {
    location: String,
    tree: Tree,
    limits: Limits,
    faults: Findings,
    /// Why it is not well-formed.
    fault: Option<Fault>,
}

fn open(mut input: Input<'_>) -> Result<Box<dyn Opened>, Unreadable> {
    let source = input.source()?;
    let (tree, mut faults) = xml::parse(source, input.limits);
    let fault = Fault::of(&tree, &faults, &[&xml::codes::LIMIT]);
    // Its meshes are nobody's fault.
    let read = read::robot(&tree, input.location, &Nothing, input.limits);
    let place = |origin: Origin| {
        let node = tree.node(NodeId(origin.element)).filter(|n| n.is_element());
        node.map_or((Span::new(0, 0), String::new()), |n| (n.open_span(), n.path()))
    };
    for finding in faults_among(&read.losses, codes::FAULTS, input.limits, place).iter() {
        faults.push(finding.clone());
    }
    Ok(Box::new(File { location: input.location.to_owned(), tree, limits: input.limits.clone(), faults, fault }))
}

/// Resources without anything in them.
struct Nothing;

impl Resources for Nothing {
    fn read(&self, location: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        Err(Unreadable::new(&portolan_resources::unreadable::UNKNOWN_FORMAT, format!("`{location}` cannot be read")))
    }

    fn locate(&self, _: &str, reference: &str) -> Result<portolan_resources::Found, Unreadable> {
        Err(Unreadable::new(&portolan_resources::unreadable::UNKNOWN_FORMAT, format!("`{reference}` cannot be read")))
    }
}

impl Opened for File {
    fn version(&self) -> &'static str {
        "1.0"
    }

    fn documents(&self) -> Vec<(&str, &Tree)> {
        vec![(self.location.as_str(), &self.tree)]
    }

    fn document(&self) -> Option<&portolan_format::Document> {
        None
    }

    fn faults(&self) -> Findings {
        self.faults.clone()
    }

    fn lower(&self, resources: &dyn Resources) -> Result<Lowered, Unreadable> {
        let mut lowered = read::robot(&self.tree, &self.location, resources, &self.limits);
        if let Some(fault) = &self.fault {
            // Nobody knows what its writer meant, so nobody knows what is missing.
            let origin = self.tree.root().map_or(Origin::default(), read::origin);
            lowered.losses.push(&codes::MALFORMED, Fate::Dropped, origin, fault.message(&self.location));
        }
        Ok(lowered)
    }

    fn size(&self) -> u64 {
        self.tree.source().bytes().len() as u64
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A file of another format, opened with its own reader.
pub(crate) fn open_mesh(location: &str, bytes: Vec<u8>, resources: &dyn Resources, limits: &Limits) -> Option<Lowered> {
    let formats: [&'static Format; 4] =
        [&portolan_collada::FORMAT, &portolan_gltf::FORMAT, &portolan_plain::OBJ, &portolan_plain::STL];
    let format = portolan_format::detect(&formats, location, &bytes)?;
    let input = Input {
        location,
        name: location,
        content: FileContent::Bytes(bytes),
        encoding: None,
        version: None,
        start: None,
        thorough: false,
        resources,
        limits,
    };
    (format.open)(input).ok()?.lower(resources).ok()
}
