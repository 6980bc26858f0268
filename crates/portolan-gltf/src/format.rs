//! glTF as a format: its row, and files that were opened.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use portolan_format::{
    Answer, Choice, Format, Head, Input, Job, Lowered, Opened, Output, Writer, Written, faults_among,
};
use portolan_mesh::Tolerance;
use portolan_resources::{Resources, Unreadable};
use portolan_scene::{Content, Fate, Holder, Item, Origin};
use portolan_syntax::{Findings, Tree};

use crate::read::{self, Document, Read};
use crate::{Container, Options};

/// The format. Its documents are JSON, which no table describes: its own reader judges them.
pub static FORMAT: Format = Format {
    id: "gltf",
    name: "glTF",
    extensions: &["gltf", "glb"],
    media_types: &["model/gltf+json", "model/gltf-binary"],
    versions: &["2.0"],
    sniff,
    open,
    writers: &[&GLB, &GLTF],
    codes: &[crate::CODES, read::LOSSES],
    faults: read::FAULTS,
    ..Format::BARE
};

/// glTF 2.0 in one binary file.
pub static GLB: Writer = Writer {
    refuses: &[
        (Choice::Unit, "lengths in glTF are metres"),
        (Choice::UpAxis, "Y points up in glTF"),
        (Choice::Polygons, "glTF has triangles only"),
        (Choice::Link, "textures are in the file or, with `--separate`, in separate files"),
        (Choice::Precise, "numbers in glTF are already binary"),
        (Choice::Touch, "glTF does not support it"),
    ],
    extension: "glb",
    about: "glTF 2.0 in one binary file",
    versions: &[],
    prepares: true,
    keeps_opacity: false,
    carries_words: true,
    solids: None,
    keeps_space: true,
    one_view: false,
    shows_worlds: false,
    answer,
    write: |job| write(job, Container::Glb),
    keep: None,
    archive_of: None,
    invalid: None,
    invalid_edits: None,
};

/// glTF 2.0 as text, with its data beside it.
pub static GLTF: Writer = Writer {
    extension: "gltf",
    about: "glTF 2.0 as text, with its data in separate files",
    write: |job| {
        let container = if job.conversion.embed == Some(true) { Container::GltfEmbedded } else { Container::Gltf };
        write(job, container)
    },
    ..GLB
};

/// What becomes of what a scene holds. Data of applications stands in `extras`, of what holds it or of what that
/// is part of in glTF.
fn answer(item: &Item<'_>) -> Answer {
    let is_object = matches!(
        item.holder,
        Holder::Document
            | Holder::Node
            | Holder::NodeInstance
            | Holder::Drawn
            | Holder::Binding
            | Holder::Geometry
            | Holder::Primitive
            | Holder::Controller
            | Holder::Material
            | Holder::Effect
            | Holder::Image
            | Holder::Camera
            | Holder::Light
            | Holder::Animation
            | Holder::Clip
            | Holder::View
    );
    match item.content {
        Content::About | Content::Dates if item.holder == Holder::Document => Answer::Written,
        Content::Dates | Content::Wording | Content::LastDigits | Content::Comments => Answer::Lost(Fate::Noted),
        Content::Precision => Answer::Lost(Fate::Approximated),
        // What the document kept as text, such as data of its libraries, belongs to no object.
        Content::Extra if is_object && !item.own_origin => Answer::Written,
        Content::Layers | Content::AlphaCutoff => Answer::Written,
        // In the words of the document.
        Content::Physics | Content::Kinematics if item.own_origin => Answer::Written,
        Content::Steps | Content::Levels => Answer::Told,
        Content::About
        | Content::Extra
        | Content::Physics
        | Content::Kinematics
        | Content::Shader
        | Content::Brep
        | Content::Technique
        | Content::Data
        | Content::Behaviour
        | Content::Unknown
        | Content::View
        | Content::Proxy
        | Content::Shadows
        | Content::Unused => Answer::Lost(Fate::Dropped),
    }
}

fn write(job: &Job<'_>, container: Container) -> Output {
    let conversion = job.conversion;
    let options = Options {
        container,
        embed_images: conversion.embed,
        view: job.view,
        sample_rate: conversion.sample_rate,
        tolerance: conversion.motion_tolerance(),
        curves: Tolerance::metres(conversion.tolerance, job.scene.space.metres),
        tangents: conversion.tangents,
        all_influences: conversion.all_influences,
        physics: conversion.physics,
        weld: !conversion.no_weld,
        mark_shapes: conversion.mark_shapes,
        name: conversion.name.clone(),
        names: conversion.names.clone(),
        budget: job.resources.budget(),
        world: job.opened.world(job),
        ..Options::default()
    };
    let (output, mut losses) = crate::write(job.scene, &|location| job.picture(location), &options);
    let mut keeps: &[Content] = &[];
    if options.world.is_some() {
        keeps = &[Content::Behaviour];
        let message = "the world with everything that makes it run is kept in `extras`, for conversions back to worlds";
        losses.push(&crate::WORLD, Fate::Noted, Origin::default(), message);
    }
    Output { files: output.files, losses, version: None, keeps }
}

fn sniff(head: &Head<'_>) -> u8 {
    match head.extension {
        _ if read::is_gltf(head.bytes) => 100,
        "gltf" | "glb" if !head.is_markup() => 95,
        _ => 0,
    }
}

/// A file that was read, with the scene until somebody asks for it.
#[derive(Debug)]
struct File {
    location: String,
    document: Document,
    lowered: Mutex<Option<Lowered>>,
    faults: Findings,
}

fn open(input: Input<'_>) -> Result<Box<dyn Opened>, Unreadable> {
    let Read { scene, losses, document } =
        read::read(input.location, input.content.bytes(), input.resources, input.limits);
    let place = |origin| (document.span(origin), document.pointer(origin).to_owned());
    let faults = faults_among(&losses, read::FAULTS, input.limits, place);
    let lowered = Mutex::new(Some(Lowered { scene, losses }));
    Ok(Box::new(File { location: input.location.to_owned(), document, lowered, faults }))
}

impl Opened for File {
    fn version(&self) -> &'static str {
        "2.0"
    }

    fn documents(&self) -> Vec<(&str, &Tree)> {
        vec![(self.location.as_str(), &self.document.tree)]
    }

    fn document(&self) -> Option<&portolan_format::Document> {
        None
    }

    fn faults(&self) -> Findings {
        self.faults.clone()
    }

    fn lower(&self, _: &dyn Resources) -> Result<Lowered, Unreadable> {
        Ok(self.lowered.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default())
    }

    fn written(&self, origin: Origin) -> Option<Written> {
        let place = self.document.tree.source().place(self.document.span(origin).start);
        Some(Written { file: self.location.clone(), place, element: self.document.pointer(origin).to_owned() })
    }

    fn generator(&self) -> Option<&str> {
        self.document.generator.as_deref()
    }

    fn size(&self) -> u64 {
        self.document.size
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
