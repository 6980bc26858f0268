//! OBJ, STL and PLY as formats: their rows, and files that were opened. Their own readers judge them.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use portolan_format::{
    Answer, Choice, Format, Head, Input, Job, Lowered, Opened, Output, Writer, Written, exact_shapes_only,
    faults_among, shapes_only,
};
use portolan_mesh::Tolerance;
use portolan_resources::unreadable::UNKNOWN_FORMAT;
use portolan_resources::{Resources, STDIN, Unreadable};
use portolan_scene::{Content, ImageId, Origin, Pixels, Scene};
use portolan_syntax::{Findings, Tree};

use crate::read::{self, Document, Read};
use crate::{Options, OutputSpace, Picture};

/// OBJ with MTL beside it.
pub static OBJ: Format = Format {
    id: "obj",
    name: "OBJ",
    extensions: &["obj"],
    media_types: &["model/obj"],
    versions: &["3.0"],
    sniff: |head| sniff(head, "obj", read::is_obj),
    open: |input| {
        let read = read::obj(input.location, input.content.bytes(), input.resources, input.limits);
        Ok(opened(&input, read, &OBJ))
    },
    writers: &[&OBJ_FILE],
    codes: &[crate::codes::CODES, read::LOSSES],
    faults: read::OBJ_FAULTS,
    ..Format::BARE
};

/// STL, as text or binary.
pub static STL: Format = Format {
    id: "stl",
    name: "STL",
    extensions: &["stl"],
    media_types: &["model/stl"],
    versions: &["1.0"],
    sniff: |head| sniff(head, "stl", read::is_stl),
    open: |input| {
        let read = read::stl(input.location, input.content.bytes());
        Ok(opened(&input, read, &STL))
    },
    writers: &[&STL_FILE],
    faults: read::STL_FAULTS,
    ..Format::BARE
};

/// PLY, which is written and not read.
pub static PLY: Format = Format {
    id: "ply",
    name: "PLY",
    extensions: &[],
    media_types: &["model/ply"],
    versions: &["1.0"],
    open: |_| Err(Unreadable::new(&UNKNOWN_FORMAT, "PLY files are written, but not read")),
    writers: &[&PLY_FILE],
    ..Format::BARE
};

/// STEP, which is written and not read.
pub static STEP: Format = Format {
    id: "step",
    name: "STEP",
    extensions: &[],
    media_types: &["model/step"],
    versions: &["AP214"],
    open: |_| Err(Unreadable::new(&UNKNOWN_FORMAT, "STEP files are written, but not read")),
    writers: &[&STEP_FILE],
    ..Format::BARE
};

/// Wavefront OBJ, with its materials beside it.
pub static OBJ_FILE: Writer = Writer {
    extension: "obj",
    about: "Wavefront OBJ, with its materials in a separate file",
    versions: &[],
    prepares: true,
    keeps_opacity: false,
    carries_words: false,
    solids: None,
    keeps_space: false,
    one_view: true,
    shows_worlds: false,
    refuses: &[
        (Choice::Embed, "OBJ refers to its textures"),
        (Choice::SampleRate, "OBJ has no animations"),
        (Choice::Tangents, "tangents are computed for glTF only"),
        (Choice::Precise, "it is supported for OpenGEX only"),
        (Choice::Touch, "OBJ does not support it"),
    ],
    answer: exact_shapes_only,
    write: |job| write(job, pictures(job), crate::obj),
    keep: None,
    archive_of: None,
    invalid: None,
    invalid_edits: None,
};

/// Binary STL.
pub static STL_FILE: Writer = Writer {
    extension: "stl",
    about: "binary STL",
    refuses: SHAPES_ONLY,
    answer: shapes_only,
    write: |job| write(job, HashMap::new(), crate::stl),
    ..OBJ_FILE
};

/// Binary PLY.
pub static PLY_FILE: Writer = Writer {
    extension: "ply",
    about: "binary PLY",
    refuses: SHAPES_ONLY,
    write: |job| write(job, HashMap::new(), crate::ply),
    ..OBJ_FILE
};

/// STEP with the exact solids of a scene.
pub static STEP_FILE: Writer = Writer {
    extension: "step",
    about: "STEP (AP214), exact solids only",
    versions: &["AP214"],
    solids: Some("AP214"),
    refuses: SOLIDS_ONLY,
    answer: |item| if item.content == Content::Brep { Answer::Written } else { shapes_only(item) },
    write: |job| write(job, HashMap::new(), crate::step),
    ..OBJ_FILE
};

/// What files of solids cannot give.
const SOLIDS_ONLY: &[(Choice, &str)] = &[
    (Choice::Unit, "STEP is written in millimetres"),
    (Choice::UpAxis, "STEP is written with Z up"),
    (Choice::Embed, "the format has no textures"),
    (Choice::Separate, "the format has no textures"),
    (Choice::Link, "the format has no textures"),
    (Choice::SampleRate, "the format has no animations"),
    (Choice::Polygons, "the format has exact faces only"),
    (Choice::Tangents, "tangents are computed for glTF only"),
    (Choice::Precise, "it is supported for OpenGEX only"),
    (Choice::Touch, "the format does not support it"),
];

/// What files of triangles alone cannot give.
const SHAPES_ONLY: &[(Choice, &str)] = &[
    (Choice::Embed, "the format has no textures"),
    (Choice::Separate, "the format has no textures"),
    (Choice::Link, "the format has no textures"),
    (Choice::SampleRate, "the format has no animations"),
    (Choice::Polygons, "the format has triangles only"),
    (Choice::Tangents, "tangents are computed for glTF only"),
    (Choice::Precise, "it is supported for OpenGEX only"),
    (Choice::Touch, "the format does not support it"),
];

/// Where the pictures of materials are, or their bytes if they are put beside the file.
fn pictures(job: &Job<'_>) -> HashMap<ImageId, Picture> {
    let used = job.scene.materials.iter().flat_map(|m| m.textures()).filter_map(|(_, texture)| texture.image);
    let mut pictures = HashMap::new();
    for id in used {
        let Some(Pixels::File { reference, location }) = job.scene.image(id).map(|image| &image.pixels) else {
            continue;
        };
        let uri = (job.uri)(reference, location.as_deref());
        let picture = match (uri, location) {
            (Some(uri), _) => Picture::At(uri),
            (None, Some(location)) => Picture::Beside(job.picture(location)),
            (None, None) => continue,
        };
        pictures.entry(id).or_insert(picture);
    }
    pictures
}

fn write(job: &Job<'_>, pictures: HashMap<ImageId, Picture>, write: fn(&Scene, &Options) -> crate::Written) -> Output {
    let conversion = job.conversion;
    let moved = conversion.up_axis.is_some() || conversion.unit.is_some();
    let options = Options {
        view: job.view,
        name: conversion.name.clone(),
        names: conversion.names.clone(),
        triangulate: conversion.triangulate,
        pictures,
        curves: Tolerance::metres(conversion.tolerance, job.scene.space.metres),
        space: if moved { OutputSpace::Document } else { OutputSpace::Si },
        ..Options::default()
    };
    let (files, losses) = write(job.scene, &options);
    Output { files, losses, version: None, keeps: &[] }
}

/// What has the name of another format is that; a file without a name is known by its content.
fn sniff(head: &Head<'_>, extension: &str, looks_like: fn(&[u8]) -> bool) -> u8 {
    match head.is_markup() {
        true => 0,
        false if head.extension == extension => 95,
        false if (head.extension.is_empty() || head.extension == STDIN) && looks_like(head.bytes) => 10,
        false => 0,
    }
}

/// A file that was read, with the scene until somebody asks for it.
#[derive(Debug)]
struct File {
    location: String,
    document: Document,
    version: &'static str,
    lowered: Mutex<Option<Lowered>>,
    faults: Findings,
}

fn opened(input: &Input<'_>, read: Read, format: &'static Format) -> Box<dyn Opened> {
    let Read { scene, losses, document } = read;
    let faults = faults_among(&losses, format.faults, input.limits, |origin| (document.span(origin), String::new()));
    Box::new(File {
        location: input.location.to_owned(),
        document,
        version: format.versions.last().copied().unwrap_or_default(),
        lowered: Mutex::new(Some(Lowered { scene, losses })),
        faults,
    })
}

impl Opened for File {
    fn version(&self) -> &'static str {
        self.version
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
        Some(Written { file: self.location.clone(), place, element: String::new() })
    }

    fn size(&self) -> u64 {
        self.document.size
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
